import { minuteMs } from '@watchpost/contract';
import { evenStretches, localIntervals } from '../../platform/localIntervals.ts';
import type { CurveRange } from './curveRange.ts';
import { joinBuckets } from './joinBuckets.ts';
import type { BucketHistory, HistoryPoint } from './readHistory.ts';

/** Buckets of one width that follow each other; an edge between them lies at `from`. Epoch ms. */
export interface BucketStretch {
  readonly from: number;
  /** Not included. */
  readonly to: number;
  readonly widthMs: number;
}

/**
 * Where the buckets of a range lie: they begin at round times of the place's clocks, as the rows of a file do, so where clocks
 * change one of them may be wider or narrower than the others. By an edge of one's own all are equally wide.
 *
 * @param edge epoch ms; null: the clocks of the zone say where buckets begin
 */
export function bucketStretches(
  { from, to, intervalMinutes }: CurveRange,
  timeZone: string,
  edge: number | null,
): BucketStretch[] {
  const widthMs = intervalMinutes * minuteMs;
  // A range of no time, after the end of a service, has no round times.
  if (edge !== null || !(from < to)) return [{ from: edge ?? 0, to, widthMs }];
  return evenStretches(localIntervals(from, to, widthMs, timeZone));
}

/**
 * History by buckets of changing widths, in the order of `points`; of state points every change.
 *
 * @param read buckets of one width, with an edge at `originMs`
 */
export async function readStretches(
  points: readonly HistoryPoint[],
  { from, to }: { from: number; to: number },
  stretches: readonly BucketStretch[],
  read: (
    points: readonly HistoryPoint[],
    range: { from: number; to: number },
    minutes: number,
    originMs: number,
  ) => Promise<BucketHistory[]>,
): Promise<BucketHistory[]> {
  const [first, ...others] = stretches;
  if (others.length === 0) return read(points, { from, to }, first!.widthMs / minuteMs, first!.from);
  const states = points.filter(({ kind }) => kind === 'state');
  const analogs = points.filter(({ kind }) => kind === 'analog');
  // Changes have no width.
  const found = states.length === 0 ? [] : await read(states, { from, to }, first!.widthMs / minuteMs, first!.from);
  const pieces: Extract<BucketHistory, { kind: 'analog' }>[][] = analogs.map(() => []);
  for (const stretch of analogs.length === 0 ? [] : stretches) {
    const range = { from: Math.max(from, stretch.from), to: Math.min(to, stretch.to) };
    const piece = await read(analogs, range, stretch.widthMs / minuteMs, stretch.from);
    for (const [place, one] of piece.entries()) if (one.kind === 'analog') pieces[place]!.push(one);
  }
  for (const [place, parts] of pieces.entries())
    found.push({ pointId: analogs[place]!.pointId, kind: 'analog', ...joinBuckets(parts) });
  return points.map(({ pointId }) => found.find((one) => one.pointId === pointId)!);
}
