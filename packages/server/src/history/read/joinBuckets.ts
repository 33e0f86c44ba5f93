import type { BucketColumns, HeldTotals } from './bucketFold.ts';
import { joinTotals } from './joinTotals.ts';

/** Buckets, and what they come to as a whole. */
type Buckets = BucketColumns & { totals: HeldTotals };

/** Joins one point's buckets of consecutive stretches into those of the whole; widths may differ. */
export function joinBuckets(parts: readonly Buckets[]): Buckets {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const columns: Buckets = {
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
  return columns;
}
