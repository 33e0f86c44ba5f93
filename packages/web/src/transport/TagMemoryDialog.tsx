import type { TagRow } from '@watchpost/contract';
import { Button, Modal } from 'antd';
import { useZoneOf } from '../history/index.ts';
import { formatDateTimeSeconds } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, ErrorState, PageSkeleton } from '../ui/index.ts';
import { tagText } from './text.ts';
import './transport.css';

/** Which numbered samples of a tag came, which are missing, and how its clock went. */
export function TagMemoryDialog({ tag, onClose }: { tag: TagRow; onClose: () => void }) {
  const t = useText(tagText);
  const timeZone = useZoneOf(tag.ProjectId);
  const memory = useCall('getTagMemory', { query: { sensorId: tag.SensorId } });
  const when = (epoch: number) => formatDateTimeSeconds(epoch, timeZone);
  const { data } = memory;
  return (
    <Modal
      open
      width={640}
      title={t.memoryOf(tag.TagName)}
      footer={<Button onClick={onClose}>{t.closeIt}</Button>}
      onCancel={onClose}
    >
      {memory.error && !data ? (
        <ErrorState error={memory.error} onRetry={() => void memory.refetch()} />
      ) : !data ? (
        <PageSkeleton />
      ) : (
        <>
          {data.FirstEpoch === null ? (
            <EmptyState title={t.noMemory} hint={t.noMemoryHint} />
          ) : (
            <>
              <p>
                {t.received(formatNumber(data.ReceivedCount), formatNumber(data.ReceivedCount + data.MissingCount))}
                {' · '}
                <span className={data.MissingCount > 0 ? 'transport-beyond' : 'transport-muted'}>
                  {data.MissingCount > 0 ? t.missing(formatNumber(data.MissingCount)) : t.complete}
                </span>
              </p>
              {data.HoleList.length === 0 ? null : (
                <>
                  <h3>{t.holes}</h3>
                  <ul className="transport-list">
                    {data.HoleList.map(({ First, Last, FromEpoch, ToEpoch }) => (
                      <li key={`${First} ${FromEpoch}`}>
                        <strong className="transport-number">{First === Last ? First : `${First}–${Last}`}</strong>{' '}
                        <span className="transport-muted">
                          {when(FromEpoch)} – {when(ToEpoch)}
                        </span>
                      </li>
                    ))}
                  </ul>
                </>
              )}
              <h3>{t.uploads}</h3>
              <ul className="transport-list">
                {data.UploadList.map((each) => (
                  <li key={each.BeginEpoch}>
                    {when(each.EndEpoch)} {each.GatewayName}: {t.uploadWords(each.First, each.Last, each.AddedCount)}
                  </li>
                ))}
              </ul>
            </>
          )}
          {data.ClockList.length === 0 ? null : (
            <>
              <h3>{t.clock}</h3>
              <p className="transport-muted">{t.clockHint}</p>
              <ul className="transport-list">
                {data.ClockList.map(({ Time, OffsetMs }) => {
                  const seconds = formatNumber(Math.abs(OffsetMs) / 1000, 1);
                  return (
                    <li key={Time}>
                      {when(Time)}: {OffsetMs >= 0 ? t.fast(seconds) : t.slow(seconds)}
                    </li>
                  );
                })}
              </ul>
            </>
          )}
        </>
      )}
    </Modal>
  );
}
