import { curvePointLimit, type PointValue } from '@watchpost/contract';
import { Checkbox } from 'antd';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { levelShown, limitsOf, limitText } from '../points/index.ts';
import { Age, EmptyState, qualityText, reasonInWords, SeverityMark, Value } from '../ui/index.ts';
import { ReturnNote, WriteButton } from '../writing/index.ts';
import { PendingWords } from './PendingWords.tsx';
import './PointsTable.css';
import { text } from './text.ts';
import type { DeviceDetail } from './useLiveDevice.ts';

/**
 * The points of a device with their present values. A click on a row shows that point on the curve, its box adds or removes it
 * (up to what a curve takes).
 */
export function PointsTable({
  points,
  returns,
  gatewaysOffline,
  chosen,
  onChoose,
}: {
  points: readonly PointValue[];
  /** Those of them whose value was written for a time only. */
  returns: DeviceDetail['Returns'];
  /** None of the device's gateways is connected, so that nobody asks for its points. */
  gatewaysOffline: boolean;
  chosen: readonly number[];
  onChoose: (pointIds: readonly number[]) => void;
}) {
  const t = useText(text);
  const names = useText(limitText);
  const qualities = useText(qualityText);
  const dates = useDates();
  const now = useNow(10_000);
  if (points.length === 0) return <EmptyState title={t.noPoints} hint={t.noPointsHint} />;
  const silenceInWords = (since: number) =>
    since === 0
      ? t.noValue
      : (gatewaysOffline ? t.gatewayOfflineFor : t.noDataFor)(
          // "47" and "s" stay together, where the words break.
          dates.duration((now - since) / 1000).replaceAll(' ', '\u00a0'),
        );
  const toggle = (pointId: number) =>
    onChoose(
      chosen.includes(pointId) ? chosen.filter((id) => id !== pointId) : [...chosen, pointId].slice(-curvePointLimit),
    );
  return (
    <div className="points">
      <table>
        <caption className="visually-hidden">{t.points}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t.point}</th>
            <th scope="col" className="points-number">
              {t.value}
            </th>
            <th scope="col" className="points-limits">
              {t.limits}
            </th>
            <th scope="col" className="points-number">
              {t.updated}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => {
            const on = chosen.includes(point.PointId);
            const reason =
              point.Quality === 'good' ? null : reasonInWords(point.QualityReason, point.ExceptionCode, qualities);
            const silence = point.SilentSinceEPOCH === null ? null : silenceInWords(point.SilentSinceEPOCH);
            const limits = limitsOf(point);
            return (
              <tr
                key={point.PointId}
                className={on ? 'points-on' : undefined}
                onClick={() => onChoose([point.PointId])}
              >
                <td className="points-box">
                  {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps the box's click from the row */}
                  {/* biome-ignore lint/a11y/useKeyWithClickEvents: only keeps the box's click from the row */}
                  <span onClick={(event) => event.stopPropagation()}>
                    <Checkbox
                      checked={on}
                      aria-label={t.showOnCurve(point.PointName)}
                      disabled={!on && chosen.length >= curvePointLimit}
                      onChange={() => toggle(point.PointId)}
                    />
                  </span>
                </td>
                <th scope="row">
                  <button
                    type="button"
                    className="points-name"
                    aria-pressed={on}
                    onClick={(event) => {
                      event.stopPropagation();
                      onChoose([point.PointId]);
                    }}
                  >
                    {point.AlarmLevel === null ? null : <SeverityMark level={point.AlarmLevel} />}
                    {point.PointName}
                  </button>
                  <WriteButton point={point} />
                </th>
                <td className="points-number">
                  <Value value={point} level={levelShown(point)} />
                  {(silence ?? reason) ? <small className="points-reason">{silence ?? reason}</small> : null}
                  <ReturnNote point={point} ahead={returns.find(({ PointId }) => PointId === point.PointId)} />
                  {point.Pending.length > 0 ? (
                    <span className="points-pending">
                      <PendingWords point={point} />
                    </span>
                  ) : null}
                </td>
                <td className="points-limits">
                  {limits.map(({ band, value }) => (
                    <span key={band} title={names[band]}>
                      {names[band]} {formatNumber(value, point.Decimals)}
                    </span>
                  ))}
                </td>
                <td className="points-number points-age">
                  <Age at={point.Time} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
