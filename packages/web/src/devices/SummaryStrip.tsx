import type { DeviceRow } from '@watchpost/contract';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { pollWhenNotLive } from '../lib/realtime.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { SeverityMark, Skeleton, severityOf, severityText } from '../ui/index.ts';
import { dataOf } from './deviceState.ts';
import { NoDataMark } from './NoDataTag.tsx';
import './SummaryStrip.css';
import { text } from './text.ts';

/**
 * Current alarms by severity, those that have returned and wait to be confirmed counted and marked, and how many of the devices
 * on this board can be heard. Only what the calls say.
 */
export function SummaryStrip({
  projectId,
  devices,
  total,
  wholeProject,
  now: heardNow,
}: {
  projectId: number;
  devices: readonly DeviceRow[] | undefined;
  total: number;
  /** The board shows every device of the project; else the alarms, which are the project's, say so. */
  wholeProject: boolean;
  /** Up to which devices could be heard. */
  now: number;
}) {
  const t = useText(text);
  const words = useText(severityText);
  const dates = useDates();
  const now = useNow(10_000);
  const { company } = useSession();
  const alarms = useCall(
    'getAlarmOverNum',
    { query: { companyId: company.CompanyId }, body: { ProjectId: projectId } },
    { refetchInterval: pollWhenNotLive(30_000) },
  );
  const states = devices?.map((device) => dataOf(device, heardNow)) ?? [];
  const online = states.filter((state) => state !== 'offline').length;
  const incomplete = states.filter((state) => state === 'incomplete').length;
  return (
    <ul className="strip" aria-label={t.summary}>
      {[1, 2, 3].map((level) => {
        const row = alarms.data?.Levels.find(({ Level }) => Level === level);
        const count = row?.Count ?? 0;
        const name = words[severityOf(level)];
        const note =
          count === 0
            ? ''
            : level === 1 && row?.OldestEPOCH
              ? t.oldest(dates.duration((now - row.OldestEPOCH) / 1000))
              : row && row.Unconfirmed > 0
                ? t.unconfirmedCount(row.Unconfirmed)
                : t.allConfirmed;
        const returned = row && row.Returned > 0 ? t.returnedCount(row.Returned) : '';
        return (
          <li key={level} className={count > 0 ? `strip-cell strip-${severityOf(level)}` : 'strip-cell strip-calm'}>
            <span className="strip-name">
              {name} {wholeProject ? null : <span className="strip-scope">{t.ofWholeProject}</span>}
            </span>
            <span className="strip-figure">
              <SeverityMark level={level} size={18} />
              {alarms.data ? <b>{count}</b> : alarms.error ? <b>–</b> : <Skeleton width={24} height={24} />}
              <small>{note}</small>
              {returned ? <small className="strip-returned"> {returned}</small> : null}
            </span>
          </li>
        );
      })}
      <li className="strip-cell strip-devices">
        <span className="strip-name">{t.devicesOnline}</span>
        <span className="strip-figure">
          {devices ? <b>{online}</b> : <Skeleton width={48} height={24} />}
          {devices ? <small className="strip-of">/ {Math.min(total, devices.length)}</small> : null}
          {incomplete > 0 ? (
            <span className="strip-no-data">
              <NoDataMark />
              {t.withoutData(incomplete)}
            </span>
          ) : null}
        </span>
      </li>
    </ul>
  );
}
