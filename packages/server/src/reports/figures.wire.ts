import { acknowledgedWithinMinutes, type ReportContent, type ReportIndicator } from '@watchpost/contract';
import { system } from '../access/index.ts';
import { amountsOf, isMostlyKnown, sumsOfProjects } from '../energy/index.ts';
import { type HeldTotals, type History, type HistoryShare, innerLimits, serverItself } from '../history/index.ts';
import type { Db } from '../platform/db/database.ts';
import { dayAfter, localDaysBetween } from '../platform/zonedTime.ts';
import type { LimitStretch } from '../points/index.ts';
import { alarmFigures, measuredPoints, type ReportPoint, repairFigures } from './figures.store.ts';
import type { Period } from './period.ts';

export interface PointFigure {
  deviceName: string;
  deviceNameEn: string | null;
  pointName: string;
  pointNameEn: string | null;
  unit: string;
  decimals: number;
  lowest: number | null;
  highest: number | null;
  mean: number | null;
  knownMs: number;
  /** Null: it has no limits. */
  beyondMs: number | null;
}

export interface AlarmFigures {
  total: number;
  /** By severity 1 to 4. */
  levels: number[];
  acknowledged: number;
  acknowledgedInTime: number;
  handled: number;
  meanMinutes: number | null;
  devices: { name: string; nameEn: string | null; count: number }[];
}

export interface RepairFigures {
  submitted: number;
  completed: number;
  overdue: number;
}

export interface EnergyFigures {
  wh: number;
  /** Null: nothing is priced. */
  fen: number | null;
  coveragePercent: number | null;
  suspectWh: number;
  isProvisional: boolean;
  /** Whether its sum stands for the whole period. */
  isMostlyKnown?: boolean;
}

/** The period before, for comparison. */
export interface PreviousFigures {
  fromDay: string;
  untilDay: string;
  indicators: Record<ReportIndicator, number | null>;
  alarms: number;
  /** Null: there is none, or too little is known of it or of this period to compare them. */
  energy: EnergyFigures | null;
}

/** A report's numbers as they are kept. Reports that were made earlier have neither energy nor the period before. */
export interface Figures {
  /** Per cent; null: there was nothing to divide by. */
  indicators: Record<ReportIndicator, number | null>;
  periodMs: number;
  points: PointFigure[] | null;
  alarms: AlarmFigures | null;
  repair: RepairFigures | null;
  energy?: EnergyFigures | null;
  previous?: PreviousFigures | null;
}

export interface FigureDeps {
  readonly db: Db;
  readonly history: History;
  readonly historyShare: HistoryShare;
  readonly limitsOver: (pointId: number, from: number, to: number) => readonly LimitStretch[];
}

/** Points whose totals are read at once. */
const pointsAtOnce = 50;
/** So many points stand in a report, the longest beyond their limits first. */
const pointsShown = 60;
const degrees = new Set(['°C', '℃', '°F', '℉']);

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
/** With two decimals; nothing to divide by is no hundred per cent. */
const percent = (part: number, whole: number): number | null =>
  whole <= 0 ? null : Math.round((part / whole) * 10_000) / 100;

/** Figures of a project over [from, to), epoch ms, which are the days from `fromDay` to `untilDay`. */
export async function figuresOf(
  deps: FigureDeps,
  {
    projectId,
    from,
    to,
    fromDay,
    untilDay,
    contents,
  }: { projectId: number; from: number; to: number; contents: readonly ReportContent[] } & Period,
  stopping: AbortSignal,
): Promise<Figures> {
  const { db } = deps;
  const points = await measuredPoints(system, db, projectId);
  const measured = await totalsOf(deps, points, { from, to }, stopping);
  const limited = measured.filter(({ totals }) => totals.beyondMs !== null);
  const knownOfLimited = limited.reduce((total, { totals }) => total + totals.knownMs, 0);
  const beyond = limited.reduce((total, { totals }) => total + (totals.beyondMs ?? 0), 0);
  const alarms = await alarmFigures(system, db, projectId, new Date(from), new Date(to), acknowledgedWithinMinutes);
  const repair = await repairFigures(system, db, projectId, new Date(from), new Date(to));
  const shown = measured
    .filter(({ point }) => degrees.has(point.unit))
    .sort(
      (a, b) =>
        (b.totals.beyondMs ?? -1) - (a.totals.beyondMs ?? -1) ||
        a.point.device_name.localeCompare(b.point.device_name, 'zh') ||
        a.point.id - b.point.id,
    )
    .slice(0, pointsShown);
  return {
    indicators: {
      dataCompleteness: percent(
        measured.reduce((total, { totals }) => total + totals.knownMs, 0),
        measured.length * (to - from),
      ),
      temperatureCompliance: percent(knownOfLimited - beyond, knownOfLimited),
      acknowledgedInTime: percent(alarms.acknowledgedInTime, alarms.total),
      handledRate: percent(alarms.handled, alarms.total),
      repairOnTime: percent(repair.submitted - repair.overdue, repair.submitted),
    },
    periodMs: to - from,
    points: contents.includes('points')
      ? shown.map(({ point, totals }) => ({
          deviceName: point.device_name,
          deviceNameEn: point.device_name_en,
          pointName: point.name,
          pointNameEn: point.name_en,
          unit: point.unit,
          decimals: point.decimals,
          lowest: finite(totals.min),
          highest: finite(totals.max),
          mean: finite(totals.avg),
          knownMs: Math.round(totals.knownMs),
          beyondMs: totals.beyondMs === null ? null : Math.round(totals.beyondMs),
        }))
      : null,
    alarms: contents.includes('alarms') ? alarms : null,
    repair: contents.includes('repair') ? repair : null,
    energy: contents.includes('energy') ? await energyOf(db, projectId, { from: fromDay, to: untilDay }) : null,
  };
}

/** Of the meters that supply a project; null: there are none. */
async function energyOf(db: Db, projectId: number, days: { from: string; to: string }): Promise<EnergyFigures | null> {
  const rows = await sumsOfProjects(system, db, [projectId], days, 'month');
  if (rows.length === 0) return null;
  const { Wh, CostFen, CoveragePercent, SuspectWh, Provisional } = amountsOf(rows);
  const wholeDays = localDaysBetween(`${days.from} 00:00`, `${dayAfter(days.to, 1)} 00:00`)!;
  return {
    ...{ wh: Wh, fen: CostFen, coveragePercent: CoveragePercent },
    ...{ suspectWh: SuspectWh, isProvisional: Provisional, isMostlyKnown: isMostlyKnown(rows, wholeDays) },
  };
}

async function totalsOf(
  { history, historyShare, limitsOver }: FigureDeps,
  points: readonly ReportPoint[],
  { from, to }: { from: number; to: number },
  stopping: AbortSignal,
): Promise<{ point: ReportPoint; totals: HeldTotals }[]> {
  const found: { point: ReportPoint; totals: HeldTotals }[] = [];
  for (let first = 0; first < points.length; first += pointsAtOnce) {
    const some = points.slice(first, first + pointsAtOnce);
    const asked = some.map((point) => ({
      pointId: point.id,
      samplingIntervalMs: point.sampling_interval_seconds * 1000,
      kind: 'analog' as const,
      limits: innerLimits(limitsOver(point.id, from, to)),
    }));
    const totals = await historyShare.long.run(serverItself, stopping, () => history.totals(asked, from, to, stopping));
    for (const [i, each] of totals.entries())
      if (each.kind === 'analog') found.push({ point: some[i]!, totals: each.totals });
  }
  return found;
}
