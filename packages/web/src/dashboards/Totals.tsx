import type { DeviceRow } from '@watchpost/contract';
import { alarmLevelOf, noStatus, type StatusCounts, severityRank, standOf } from '../devices/index.ts';
import { useText } from '../lib/defineText.ts';
import { SeverityMark } from '../ui/index.ts';
import { dashboardText } from './text.ts';

interface Total {
  readonly name: string;
  readonly all: number;
  /** Each device once, by the worst of it. */
  readonly counts: StatusCounts;
  readonly worst: 1 | 2 | 3 | null;
}

/** How the devices of each class stand, the class with the most pressing one first. */
export function totalsOf(devices: readonly DeviceRow[], now: number): Total[] {
  return [...Map.groupBy(devices, ({ SmallTypeId }) => SmallTypeId).values()]
    .map((group) => {
      const ranked = group.toSorted((a, b) => severityRank(a, now) - severityRank(b, now));
      const counts = { ...noStatus };
      for (const device of group) counts[standOf(device, now)] += 1;
      const total: Total = {
        name: ranked[0]!.SmallTypeName,
        all: group.length,
        counts,
        worst: alarmLevelOf(ranked[0]!),
      };
      return { total, rank: severityRank(ranked[0]!, now) };
    })
    .sort((a, b) => a.rank - b.rank || b.total.all - a.total.all)
    .map(({ total }) => total);
}

/** Device classes with how many of each stand how: as a bar and in words. */
export function Totals({ devices, now }: { devices: readonly DeviceRow[]; now: number }) {
  const t = useText(dashboardText);
  const totals = totalsOf(devices, now);
  if (totals.length === 0) return <p className="dashboard-faint">{t.none}</p>;
  return (
    <ul className="dashboard-rows">
      {totals.map(({ name, all, counts, worst }) => (
        <li key={name}>
          <span className="dashboard-name">
            {name} <small>{t.devices(all)}</small>
          </span>
          <span className="dashboard-share" aria-hidden="true">
            <i className={`dashboard-share-alarm-${worst}`} style={{ flexGrow: counts.alarm }} />
            {(['beyond', 'notShown', 'offline', 'noData', 'noLimits', 'normal'] as const).map((status) => (
              <i key={status} className={`dashboard-share-${status}`} style={{ flexGrow: counts[status] }} />
            ))}
          </span>
          {worst ? (
            <SeverityMark level={worst} variant="tag">
              {t.areaState(counts)}
            </SeverityMark>
          ) : (
            <span className="dashboard-faint">{t.areaState(counts)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
