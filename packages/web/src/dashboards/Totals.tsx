import type { DeviceRow } from '@watchpost/contract';
import { alarmLevelOf, beyondPoint, isOffline, severityRank } from '../devices/index.ts';
import { useText } from '../lib/defineText.ts';
import { SeverityMark } from '../ui/index.ts';
import { dashboardText } from './text.ts';

interface Total {
  readonly name: string;
  readonly all: number;
  readonly alarm: number;
  /** Without an alarm. */
  readonly beyond: number;
  readonly silent: number;
  /** Nothing of the above: what is known of it is within its limits. */
  readonly normal: number;
  readonly worst: 1 | 2 | 3 | null;
}

/** How the devices of each class stand, the class with the most pressing one first. */
export function totalsOf(devices: readonly DeviceRow[], now: number): Total[] {
  return [...Map.groupBy(devices, ({ SmallTypeId }) => SmallTypeId).values()]
    .map((group) => {
      const ranked = group.toSorted((a, b) => severityRank(a, now) - severityRank(b, now));
      const kinds = group.map((device) =>
        alarmLevelOf(device) !== null
          ? 'alarm'
          : isOffline(device, now)
            ? 'silent'
            : beyondPoint(device, now)
              ? 'beyond'
              : 'normal',
      );
      const count = (kind: string) => kinds.filter((each) => each === kind).length;
      const total: Total = {
        name: ranked[0]!.SmallTypeName,
        all: group.length,
        alarm: count('alarm'),
        beyond: count('beyond'),
        silent: count('silent'),
        normal: count('normal'),
        worst: alarmLevelOf(ranked[0]!),
      };
      return { total, rank: severityRank(ranked[0]!, now) };
    })
    .sort((a, b) => a.rank - b.rank || b.total.all - a.total.all)
    .map(({ total }) => total);
}

/** Device classes with how many of each are in alarm, beyond a limit, silent and normal: as a bar and in words. */
export function Totals({ devices, now }: { devices: readonly DeviceRow[]; now: number }) {
  const t = useText(dashboardText);
  const totals = totalsOf(devices, now);
  if (totals.length === 0) return <p className="dashboard-faint">{t.none}</p>;
  return (
    <ul className="dashboard-rows">
      {totals.map(({ name, all, alarm, beyond, silent, normal, worst }) => (
        <li key={name}>
          <span className="dashboard-name">
            {name} <small>{t.devices(all)}</small>
          </span>
          <span className="dashboard-share" aria-hidden="true">
            <i className={`dashboard-share-alarm-${worst}`} style={{ flexGrow: alarm }} />
            <i className="dashboard-share-beyond" style={{ flexGrow: beyond }} />
            <i className="dashboard-share-silent" style={{ flexGrow: silent }} />
            <i className="dashboard-share-normal" style={{ flexGrow: normal }} />
          </span>
          {worst ? (
            <SeverityMark level={worst} variant="tag">
              {t.areaState(alarm, beyond, silent)}
            </SeverityMark>
          ) : (
            <span className="dashboard-faint">{t.areaState(0, beyond, silent)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
