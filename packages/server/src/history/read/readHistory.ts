import { staleAfterMs } from '@watchpost/contract';
import type { Pool } from 'pg';
import { blockOf, type RollupWidth, rollupWidths, widestWithin } from '../codec/RollupBlock.ts';
import { readRollups } from '../days.store.ts';
import { dayOf } from '../days.ts';
import { hourOf } from '../hours.ts';
import { SampleBuffer, type SampleColumns } from '../samples.ts';
import type { HistoryTail } from '../seal/HistoryTail.ts';
import { BucketPlan } from './BucketPlan.ts';
import { type BucketColumns, BucketFold, type FoldRange, type HeldTotals, type LimitSpan } from './bucketFold.ts';
import { ChangeFold, KeptChanges, type StateTime, StateTimes } from './changeFold.ts';
import { readSamples, type Stretch, type UnreadablePart } from './readSamples.ts';
import type { ValueBudget } from './ValueBudget.ts';

/** The facts of a point that reading needs. The caller has checked that the user may see the point. */
export interface HistoryPoint {
  pointId: number;
  /** Decides when a gap begins (`staleAfterMs`). */
  samplingIntervalMs: number;
  /** Analog points are averaged; state points keep every change. */
  kind: 'analog' | 'state';
  /** Beyond which an analog point's time is counted, by time; without them it is not. */
  limits?: readonly LimitSpan[] | null;
}

export interface RawHistory extends SampleColumns {
  pointId: number;
}

export interface RawHistoryWithTotals extends RawHistory {
  /** Null for state points. */
  totals: HeldTotals | null;
  /** The newest sample before the range that may still hold when it begins. */
  before: { measuredAt: number; value: number; quality: number } | null;
  from: number;
  /** When the last value ceases to count: the end of the range, or the present. */
  heldTo: number;
}

export type BucketHistory =
  | ({ pointId: number; kind: 'analog'; totals: HeldTotals } & BucketColumns)
  | ({ pointId: number; kind: 'state' } & SampleColumns);

export type PointTotals =
  | { pointId: number; kind: 'analog'; totals: HeldTotals }
  | { pointId: number; kind: 'state'; states: StateTime[] };

/** What every read takes. */
export interface ReadDeps {
  db: Pool;
  tail: HistoryTail;
  /** Told of every sealed row that cannot be read. */
  onUnreadable?: (part: UnreadablePart) => void;
  /** Ends the read with its reason between pages and days. */
  signal?: AbortSignal;
  /** Takes every sample, every change of a state, and of totals every state; buckets are as many as their width says. */
  budget?: ValueBudget;
}

/**
 * Every sample of the points measured in [from, to), by ascending time, each time once, in the order of `pointIds`.
 * Reads the whole range into memory: the caller limits it.
 */
export async function readRaw(
  { db, tail, signal, onUnreadable }: ReadDeps,
  pointIds: readonly number[],
  from: number,
  to: number,
): Promise<RawHistory[]> {
  const found = pointIds.map(() => new SampleBuffer(1024));
  const stretches = pointIds.map((pointId, index): Stretch => {
    const samples = found[index]!;
    const sample = (at: number, value: number, quality: number) => samples.push(at, value, quality);
    return { pointId, from, to, unsealed: tail.read(pointId, from, to), sample };
  });
  if (from < to) await readSamples(db, stretches, signal, onUnreadable);
  return found.map((samples, index) => ({ pointId: pointIds[index]!, ...samples.copy() }));
}

/** The newest sample of a point. */
export interface NewestSample {
  measuredAt: number;
  value: number;
  quality: number;
}

/**
 * Of each point the newest sample measured in [from, to); points without one are left out. Keeps one sample a point, however
 * many it goes through.
 */
export async function readNewest(
  { db, tail, signal, onUnreadable }: ReadDeps,
  pointIds: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, NewestSample>> {
  const newest = new Map<number, NewestSample>();
  const stretches = pointIds.map((pointId): Stretch => {
    const sample = (measuredAt: number, value: number, quality: number) => {
      const known = newest.get(pointId);
      if (!known) newest.set(pointId, { measuredAt, value, quality });
      else Object.assign(known, { measuredAt, value, quality });
    };
    return { pointId, from, to, unsealed: tail.read(pointId, from, to), sample };
  });
  if (from < to) await readSamples(db, stretches, signal, onUnreadable);
  return newest;
}

/**
 * Every sample of the points measured in [from, to), like `readRaw`, with the totals that `readBuckets` gives for the range.
 *
 * @param heldTo when the last value ceases to count: the present, where the range ends later
 */
export async function readRawWithTotals(
  { db, tail, signal, budget, onUnreadable }: ReadDeps,
  points: readonly HistoryPoint[],
  from: number,
  to: number,
  heldTo: number,
): Promise<RawHistoryWithTotals[]> {
  const found = points.map((point) => ({
    pointId: point.pointId,
    samples: new SampleBuffer(1024),
    // One bucket as wide as the range.
    fold: point.kind === 'state' ? null : wholeRange(point, from, heldTo),
    before: null as RawHistoryWithTotals['before'],
  }));
  const stretches = found.map((one, index): Stretch => {
    const { pointId, samples, fold } = one;
    const start = from - staleAfterMs(points[index]!.samplingIntervalMs);
    const sample = (at: number, value: number, quality: number) => {
      if (at >= from) {
        budget?.takeOne();
        samples.push(at, value, quality);
      } else one.before = { measuredAt: at, value, quality };
      fold?.add(at, value, quality);
    };
    return { pointId, from: start, to, unsealed: tail.read(pointId, start, to), sample };
  });
  if (from < to) await readSamples(db, stretches, signal, onUnreadable);
  return found.map(({ pointId, samples, fold, before }) => ({
    pointId,
    ...samples.copy(),
    totals: fold?.finish().totals ?? null,
    before,
    from,
    heldTo,
  }));
}

const wholeRange = ({ samplingIntervalMs, limits }: HistoryPoint, from: number, to: number): BucketFold => {
  const staleAfter = staleAfterMs(samplingIntervalMs);
  return new BucketFold({ from, to, staleAfter }, Math.max(1, to - from), from, limits);
};

/**
 * The points' history in [from, to) in buckets, in the order of `points`; of state points the changes instead.
 *
 * @param bucketMinutes at least 1
 * @param originMs an edge between buckets, epoch ms: 0 for whole hours of UTC, a local midnight for days of a project
 */
export async function readBuckets(
  deps: ReadDeps,
  points: readonly HistoryPoint[],
  from: number,
  to: number,
  bucketMinutes: number,
  originMs: number,
): Promise<BucketHistory[]> {
  const minutes = widestWithin(bucketMinutes, originMs);
  const folds = points.map(({ samplingIntervalMs, kind, limits }) => {
    const range: FoldRange = { from, to, staleAfter: staleAfterMs(samplingIntervalMs) };
    if (kind === 'state') return new ChangeFold(range, new KeptChanges(deps.budget));
    const fold = new BucketFold(range, bucketMinutes * 60_000, originMs, limits);
    return new BucketPlan(range, fold, minutes, limits ?? null);
  });
  await fillFolds(deps, points, folds, from, to, minutes);
  return points.map(({ pointId }, index) => {
    const fold = folds[index]!;
    return fold instanceof ChangeFold
      ? { pointId, kind: 'state' as const, ...fold.finish() }
      : { pointId, kind: 'analog' as const, ...fold.finish().finish() };
  });
}

/** The totals of each point over [from, to), in the order of `points`; of state points their states. */
export async function readTotals(
  deps: ReadDeps,
  points: readonly HistoryPoint[],
  from: number,
  to: number,
): Promise<PointTotals[]> {
  const minutes = rollupWidths.at(-1)!;
  const folds = points.map((point) => {
    const range: FoldRange = { from, to, staleAfter: staleAfterMs(point.samplingIntervalMs) };
    if (point.kind === 'state') return new ChangeFold(range, new StateTimes(deps.budget));
    return new BucketPlan(range, wholeRange(point, from, to), minutes, point.limits ?? null);
  });
  await fillFolds(deps, points, folds, from, to, minutes);
  return points.map(({ pointId }, index) => {
    const fold = folds[index]!;
    return fold instanceof ChangeFold
      ? { pointId, kind: 'state' as const, states: fold.finish() }
      : { pointId, kind: 'analog' as const, totals: fold.finish().finish().totals };
  });
}

async function fillFolds(
  { db, tail, signal, onUnreadable }: ReadDeps,
  points: readonly HistoryPoint[],
  folds: readonly (ChangeFold<unknown> | BucketPlan)[],
  from: number,
  to: number,
  minutes: RollupWidth | null,
): Promise<void> {
  if (!(from < to)) return;
  const lookBehind = points.map(({ samplingIntervalMs }) => staleAfterMs(samplingIntervalMs));
  const unsealed = points.map(({ pointId }, index) => tail.read(pointId, from - lookBehind[index]!, to));
  const plans = folds.flatMap((fold, index) => (fold instanceof BucketPlan ? [{ fold, index }] : []));
  const firstDay = dayOf(from - 1) + 1;
  const lastDay = dayOf(to) - 1;
  if (minutes !== null && firstDay <= lastDay && plans.length > 0) {
    for (const { fold, index } of plans) fold.takeUnsealed(unsealed[index]!);
    const plansOf = Map.groupBy(plans, ({ index }) => points[index]!.pointId);
    const rows = await readRollups(
      db,
      [...plansOf.keys()],
      minutes,
      { first: blockOf(firstDay), last: blockOf(lastDay) },
      { first: hourOf(from - Math.max(...lookBehind)), last: hourOf(to - 1) },
    );
    for (const { pointId, at, encoded } of rows) {
      for (const { fold } of plansOf.get(pointId)!) {
        if (encoded === null) fold.takeLateHour(at);
        else fold.takeRollup(at, encoded);
      }
    }
    signal?.throwIfAborted();
  }
  const stretches = folds.flatMap((fold, index): Stretch[] => {
    const { pointId } = points[index]!;
    const common = { pointId, unsealed: unsealed[index]! };
    const sample = (at: number, value: number, quality: number) => target.add(at, value, quality);
    const target = fold instanceof BucketPlan ? fold.fold : fold;
    if (fold instanceof ChangeFold) return [{ ...common, from: from - lookBehind[index]!, to, sample }];
    return fold.stretches().map((stretch) => ({
      ...common,
      from: stretch.from - lookBehind[index]!,
      to: stretch.to,
      begin: () => fold.beginStretch(stretch.from, stretch.to),
      sample,
    }));
  });
  await readSamples(db, stretches, signal, onUnreadable);
}
