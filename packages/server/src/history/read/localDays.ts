import { evenStretches, localIntervals } from '../../platform/localIntervals.ts';
import type { BucketColumns, HeldTotals } from './bucketFold.ts';
import { joinTotals } from './joinTotals.ts';
import type { BucketHistory, HistoryPoint } from './readHistory.ts';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

export interface DaysRange {
  /** Epoch ms; the end is not included. */
  readonly from: number;
  readonly to: number;
  /** Whose calendar says when a day begins. */
  readonly timeZone: string;
}

type AnalogHistory = Extract<BucketHistory, { kind: 'analog' }>;

/**
 * History by days of a place's calendar, in the order of `points`: one on which clocks change is an hour longer or shorter than
 * the others. Of state points every change.
 *
 * @param read buckets of one width, with an edge at `originMs`
 */
export async function readLocalDays(
  points: readonly HistoryPoint[],
  { from, to, timeZone }: DaysRange,
  read: (
    points: readonly HistoryPoint[],
    range: { from: number; to: number },
    minutes: number,
    originMs: number,
  ) => Promise<BucketHistory[]>,
): Promise<BucketHistory[]> {
  // A range of no day: after the end of a service, say.
  if (!(from < to)) return read(points, { from, to }, dayMs / minuteMs, 0);
  const states = points.filter(({ kind }) => kind === 'state');
  const analogs = points.filter(({ kind }) => kind === 'analog');
  const found = states.length === 0 ? [] : await read(states, { from, to }, dayMs / minuteMs, 0);
  const pieces: AnalogHistory[][] = analogs.map(() => []);
  for (const stretch of analogs.length === 0 ? [] : evenStretches(localIntervals(from, to, dayMs, timeZone))) {
    const range = { from: Math.max(from, stretch.from), to: Math.min(to, stretch.to) };
    const piece = await read(analogs, range, stretch.widthMs / minuteMs, stretch.from);
    for (const [place, one] of piece.entries()) if (one.kind === 'analog') pieces[place]!.push(one);
  }
  found.push(...pieces.flatMap((parts) => (parts.length === 0 ? [] : [joined(parts)])));
  return points.map(({ pointId }) => found.find((one) => one.pointId === pointId)!);
}

function joined(parts: readonly AnalogHistory[]): AnalogHistory {
  const [first] = parts;
  if (parts.length === 1) return first!;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const columns: BucketColumns & { totals: HeldTotals } = {
    length,
    totals: joinTotals(parts.map(({ totals }) => totals)),
    startsAt: new Float64Array(length),
    min: new Float64Array(length),
    max: new Float64Array(length),
    avg: new Float64Array(length),
    count: new Int32Array(length),
    badCount: new Int32Array(length),
  };
  let at = 0;
  for (const part of parts) {
    for (const name of ['startsAt', 'min', 'max', 'avg', 'count', 'badCount'] as const)
      columns[name].set(part[name].subarray(0, part.length), at);
    at += part.length;
  }
  return { pointId: first!.pointId, kind: 'analog', ...columns };
}
