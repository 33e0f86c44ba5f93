import type { EnergyLoad } from '@watchpost/contract';
import { quarterMs } from '@watchpost/contract';
import { Link } from 'react-router';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { formatNumber, formatWithUnit } from '../lib/numbers.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../ui/index.ts';
import { dashboardText } from './text.ts';

const hoursOfQuarter = 0.25;
/** Settled every few minutes. */
const refetchInterval = 300_000;

export interface Today {
  readonly kwh: number;
  /** The same quarters a week earlier; null: one of them is not known, so there is nothing to compare with. */
  readonly beforeKwh: number | null;
  /** Mean power of the last quarter that is known, kW. */
  readonly kw: number;
  /** When that quarter ended, epoch ms. */
  readonly until: number;
  /** Quarters before it of which nothing is known: the sum is without them. */
  readonly unknown: number;
}

/** What was used today up to the last quarter that is known; null: nothing is known yet. */
export function todayOf({ QuarterList, StartEpoch }: EnergyLoad): Today | null {
  const last = QuarterList.findLastIndex(({ W }) => W !== null);
  if (last < 0) return null;
  const known = QuarterList.slice(0, last + 1).filter(({ W }) => W !== null);
  const sum = (watts: readonly number[]) => (watts.reduce((all, each) => all + each, 0) * hoursOfQuarter) / 1000;
  const before = known.flatMap(({ Before }) => Before ?? []);
  return {
    kwh: sum(known.flatMap(({ W }) => W ?? [])),
    beforeKwh: before.length < known.length ? null : sum(before),
    kw: (QuarterList[last]!.W ?? 0) / 1000,
    until: StartEpoch + (last + 1) * quarterMs,
    unknown: last + 1 - known.length,
  };
}

/** Energy of today against the same quarters a week earlier, with its load. */
export function EnergyToday({ projectId }: { projectId: number }) {
  const t = useText(dashboardText);
  const dates = useDates();
  const day = dates.dateTime(useNow(60_000)).slice(0, 10);
  const maySee = useMay('energyView', 'energyEdit');
  const load = useCall('getEnergyLoad', maySee ? { body: { ProjectId: projectId, Day: day } } : null, {
    refetchInterval,
  });
  if (!maySee) return <EmptyState title={t.noEnergyRight} />;
  if (load.error && !load.data) return <ErrorState error={load.error} onRetry={() => void load.refetch()} />;
  if (!load.data) return <ListSkeleton rows={2} />;
  const today = todayOf(load.data);
  if (!today) return <p className="dashboard-faint">{t.noEnergy}</p>;
  const { kwh, beforeKwh, kw, until, unknown } = today;
  const change = beforeKwh ? (kwh / beforeKwh - 1) * 100 : null;
  return (
    <>
      <Link className="dashboard-figure tabular" to={links.energy}>
        {formatWithUnit(kwh, 'kWh', 0)}
      </Link>
      <p>
        {change === null
          ? t.nothingToCompare
          : t.againstWeek(
              `${change < 0 ? '−' : '+'}${formatNumber(Math.abs(change), 0)} %`,
              formatNumber(beforeKwh, 0),
            )}
      </p>
      <LoadBars load={load.data} />
      <p className="dashboard-faint">
        {t.loadNow(formatNumber(kw, 1), dates.dateTime(until).slice(11))}
        {unknown > 0 ? ` · ${t.quartersUnknown(unknown)}` : null}
      </p>
    </>
  );
}

const barsHeight = 56;

/** Quarters of the day as bars; behind them, as a line, those of a week earlier. What is not known is left out. */
function LoadBars({ load: { QuarterList } }: { load: EnergyLoad }) {
  const most = Math.max(1, ...QuarterList.flatMap(({ W, Before }) => [W ?? 0, Before ?? 0]));
  const y = (watts: number) => barsHeight - (watts / most) * barsHeight;
  let isDrawn = false;
  const line = QuarterList.map(({ Before }, index) => {
    const step = Before === null ? '' : `${isDrawn ? 'L' : 'M'}${index} ${y(Before)}H${index + 1}`;
    isDrawn = Before !== null;
    return step;
  }).join('');
  return (
    <svg
      className="dashboard-load"
      viewBox={`0 0 ${QuarterList.length} ${barsHeight}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {QuarterList.map(({ W }, index) =>
        W === null ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: quarters of a day never move
          <rect key={index} x={index} y={y(W)} width={0.85} height={barsHeight - y(W)} />
        ),
      )}
      <path d={line} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
