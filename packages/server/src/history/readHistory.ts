import { staleAfterMs } from '@watchpost/contract';
import type { Pool } from 'pg';
import { type BucketColumns, BucketFold, type FoldRange, type HeldTotals, type InnerLimits } from './bucketFold.ts';
import { ChangeFold } from './changeFold.ts';
import type { HistoryTail } from './HistoryTail.ts';
import { hourOf, hourStart } from './hours.ts';
import { SampleBuffer, type SampleColumns } from './samples.ts';
import { decodeSegmentInto } from './segmentCodec.ts';
import { readSegments } from './store.ts';

/** What reading needs to know of a point. The caller has checked that whoever asks may see it. */
export interface HistoryPoint {
  pointId: number;
  /** Decides when a gap begins (`staleAfterMs`). */
  samplingIntervalMs: number;
  /** Analog points are averaged; state points keep every change. */
  kind: 'analog' | 'state';
  /** Beyond which an analog point's time is counted; without them it is not. */
  limits?: InnerLimits | null;
}

export interface RawHistory extends SampleColumns {
  pointId: number;
}

export interface RawHistoryWithTotals extends RawHistory {
  /** Null for state points. */
  totals: HeldTotals | null;
}

export type BucketHistory =
  | ({ pointId: number; kind: 'analog'; totals: HeldTotals } & BucketColumns)
  | ({ pointId: number; kind: 'state' } & SampleColumns);

/**
 * Every sample of the points measured in [from, to), by ascending time, each time once, in the order of `pointIds`.
 * Reads the whole range into memory: the caller limits it.
 */
export async function readRaw(
  db: Pool,
  tail: HistoryTail,
  pointIds: readonly number[],
  from: number,
  to: number,
): Promise<RawHistory[]> {
  const found = pointIds.map(() => new SampleBuffer(1024));
  await readSamples(db, tail, pointIds, from, to, (index, measuredAt, value, quality) =>
    found[index]!.push(measuredAt, value, quality),
  );
  return found.map((samples, index) => ({ pointId: pointIds[index]!, ...samples.copy() }));
}

/**
 * Every sample of the points measured in [from, to), like `readRaw`, with the totals that `readBuckets` gives for the range.
 *
 * @param heldTo when the last value ceases to count: the present, where the range ends later
 */
export async function readRawWithTotals(
  db: Pool,
  tail: HistoryTail,
  points: readonly HistoryPoint[],
  from: number,
  to: number,
  heldTo: number,
): Promise<RawHistoryWithTotals[]> {
  const found = points.map(({ samplingIntervalMs, kind, limits }) => {
    const range: FoldRange = { from, to: heldTo, staleAfter: staleAfterMs(samplingIntervalMs) };
    // One bucket as wide as the range.
    const fold = kind === 'state' ? null : new BucketFold(range, Math.max(1, heldTo - from), from, limits);
    return { samples: new SampleBuffer(1024), fold };
  });
  const pointIds = points.map((point) => point.pointId);
  await readSamples(db, tail, pointIds, from - lookBehindMs(points), to, (index, measuredAt, value, quality) => {
    const { samples, fold } = found[index]!;
    if (measuredAt >= from) samples.push(measuredAt, value, quality);
    fold?.add(measuredAt, value, quality);
  });
  return found.map(({ samples, fold }, index) => ({
    pointId: pointIds[index]!,
    ...samples.copy(),
    totals: fold?.finish().totals ?? null,
  }));
}

/** The value that holds at the start of a range was measured before it. */
const lookBehindMs = (points: readonly HistoryPoint[]): number =>
  points.reduce((longest, { samplingIntervalMs }) => Math.max(longest, staleAfterMs(samplingIntervalMs)), 0);

/**
 * The points' history in [from, to) in buckets, in the order of `points`; of state points the changes instead.
 *
 * @param bucketMinutes at least 1
 * @param originMs an edge between buckets, epoch ms: 0 for whole hours of UTC, a local midnight for days of a project
 */
export async function readBuckets(
  db: Pool,
  tail: HistoryTail,
  points: readonly HistoryPoint[],
  from: number,
  to: number,
  bucketMinutes: number,
  originMs: number,
): Promise<BucketHistory[]> {
  const folds = points.map(({ samplingIntervalMs, kind, limits }) => {
    const range: FoldRange = { from, to, staleAfter: staleAfterMs(samplingIntervalMs) };
    return kind === 'state' ? new ChangeFold(range) : new BucketFold(range, bucketMinutes * 60_000, originMs, limits);
  });
  const pointIds = points.map((point) => point.pointId);
  await readSamples(db, tail, pointIds, from - lookBehindMs(points), to, (index, measuredAt, value, quality) =>
    folds[index]!.add(measuredAt, value, quality),
  );
  return points.map(({ pointId }, index) => {
    const fold = folds[index]!;
    return fold instanceof ChangeFold
      ? { pointId, kind: 'state' as const, ...fold.finish() }
      : { pointId, kind: 'analog' as const, ...fold.finish() };
  });
}

/**
 * Calls `sample` for every sample, of each point by ascending time.
 *
 * The tail is looked at first, at one moment, and the segments after it: an hour sealed in between is then in both, never
 * in neither, and a time that is in both counts once.
 */
async function readSamples(
  db: Pool,
  tail: HistoryTail,
  pointIds: readonly number[],
  from: number,
  to: number,
  sample: (index: number, measuredAt: number, value: number, quality: number) => void,
): Promise<void> {
  if (!(from < to) || pointIds.length === 0) return;
  const unsealed = pointIds.map((pointId) => ({ samples: tail.read(pointId, from, to), next: 0 }));
  const indexesOf = new Map<number, number[]>();
  pointIds.forEach((pointId, index) => {
    indexesOf.set(pointId, [...(indexesOf.get(pointId) ?? []), index]);
  });
  const emitUnsealedBefore = (index: number, before: number): void => {
    const { samples } = unsealed[index]!;
    let next = unsealed[index]!.next;
    while (next < samples.length && samples.measuredAt[next]! < before) {
      sample(index, samples.measuredAt[next]!, samples.values[next]!, samples.quality[next]!);
      next++;
    }
    unsealed[index]!.next = next;
  };

  const buffer = new SampleBuffer(1024);
  for await (const { pointId, hour, encoded } of readSegments(db, pointIds, hourOf(from), hourOf(to - 1))) {
    buffer.length = 0;
    decodeSegmentInto(hourStart(hour), encoded, buffer);
    for (const index of indexesOf.get(pointId)!) {
      const { samples } = unsealed[index]!;
      for (let i = 0; i < buffer.length; i++) {
        const measuredAt = buffer.measuredAt[i]!;
        if (measuredAt < from || measuredAt >= to) continue;
        emitUnsealedBefore(index, measuredAt);
        const { next } = unsealed[index]!;
        if (next < samples.length && samples.measuredAt[next] === measuredAt) continue;
        sample(index, measuredAt, buffer.values[i]!, buffer.quality[i]!);
      }
    }
  }
  for (let index = 0; index < pointIds.length; index++) emitUnsealedBefore(index, to);
}
