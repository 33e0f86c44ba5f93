import { qualityOf } from '@watchpost/contract';
import { addSums, type BucketSums, copySums, emptySums } from '../codec/RollupBlock.ts';

/** Statistics of one analog point; parallel columns, one entry a bucket, ascending. Buckets about which nothing is known are absent. */
export interface BucketColumns {
  length: number;
  /** Start of the bucket, epoch ms. */
  startsAt: Float64Array;
  /** Extremes of the values that held during the bucket, one carried over from before included; NaN: none held. */
  min: Float64Array;
  max: Float64Array;
  /** Mean weighted by how long each value held; NaN: none held. */
  avg: Float64Array;
  /** The value at the start of the bucket or, when none held there, the first measured; NaN: none. */
  first: Float64Array;
  /** The last value of the bucket; NaN: none. */
  last: Float64Array;
  /** How many good or uncertain samples were measured in the bucket; 0 when it only carries a value over. */
  count: Int32Array;
  /** How many bad samples were measured in the bucket. */
  badCount: Int32Array;
}

/** What is within them is in order; beyond is strictly below `low` or above `high`. Infinite where there is no limit. */
export interface InnerLimits {
  low: number;
  high: number;
}

/** One analog point over a whole range: the same whatever the width of the buckets. */
export interface HeldTotals {
  /** Extremes of the values that held, one carried over from before the range included; NaN: none held. */
  min: number;
  max: number;
  /** Mean weighted by how long each value held; NaN: none held. */
  avg: number;
  /** How long a value held at all, ms. */
  knownMs: number;
  /** How much of that lay beyond the limits, ms; null without limits. */
  beyondMs: number | null;
  /** How many good or uncertain samples were measured, and how many bad ones. */
  count: number;
  badCount: number;
}

export interface FoldRange {
  /** Epoch ms; included. */
  from: number;
  /** Epoch ms; not included. No value holds beyond it. */
  to: number;
  /** How long a value holds when no other follows, ms. */
  staleAfter: number;
}

export const isBad = (value: number, quality: number): boolean =>
  !Number.isFinite(value) || qualityOf(quality) === 'bad';

/**
 * Folds samples, given by ascending time, into buckets of equal width.
 *
 * A value holds until the next sample, but no longer than `staleAfter`; a bad sample ends it. So an average never contains
 * bad quality or a gap, and a spike of one sample stays in min or max.
 */
export class BucketFold {
  /** Of the whole range, fixed with the first moment. */
  readonly #end: number;
  readonly #staleAfter: number;
  readonly #widthMs: number;
  readonly #start: number;
  readonly #sums: BucketSums;
  /** Sum of the values measured, for buckets in which none held for any time. */
  readonly #sum: Float64Array;
  readonly #limits: InnerLimits | null;
  /** The stretch that samples are counted in; outside of it they only carry a value in. */
  #from: number;
  #to: number;
  #beyondMs = 0;
  #held = Number.NaN;
  #heldSince = Number.NaN;

  /** @param originMs an edge between buckets, epoch ms; the others lie whole widths away */
  constructor(range: FoldRange, widthMs: number, originMs: number, limits: InnerLimits | null = null) {
    this.#from = range.from;
    this.#to = range.to;
    this.#end = range.to;
    this.#staleAfter = range.staleAfter;
    this.#limits = limits;
    this.#widthMs = widthMs;
    this.#start = originMs + Math.floor((range.from - originMs) / widthMs) * widthMs;
    const count = Math.max(0, Math.ceil((range.to - this.#start) / widthMs));
    this.#sums = emptySums(count);
    this.#sum = new Float64Array(count);
  }

  /** Samples from now on count in this stretch of the range only; stretches and roll-ups come in the order of time. */
  beginStretch(from: number, to: number): void {
    this.#endStretch();
    this.#from = from;
    this.#to = Math.min(to, this.#end);
  }

  add(measuredAt: number, value: number, quality: number): void {
    this.#holdUntil(measuredAt);
    const bad = isBad(value, quality);
    if (measuredAt >= this.#from && measuredAt < this.#to) {
      const bucket = Math.floor((measuredAt - this.#start) / this.#widthMs);
      if (bad) this.#sums.badCount[bucket]!++;
      else {
        this.#sums.count[bucket]!++;
        this.#sum[bucket]! += value;
        this.#see(bucket, value);
      }
    }
    this.#held = bad ? Number.NaN : value;
    this.#heldSince = measuredAt;
  }

  /**
   * Adds buckets `start` to `end` of a roll-up, each of which lies within one of ours and within the range.
   *
   * @param startsAt of the first of them, epoch ms
   */
  addRollup(sums: BucketSums, start: number, end: number, startsAt: number, widthMs: number): void {
    this.#endStretch();
    if (this.#limits) this.#addBeyond(sums, start, end, this.#limits);
    if (widthMs === this.#widthMs) {
      copySums(this.#sums, (startsAt - this.#start) / widthMs, sums, start, end);
      return;
    }
    const perBucket = this.#widthMs / widthMs;
    for (let from = start; from < end; ) {
      const at = startsAt + (from - start) * widthMs;
      const bucket = Math.floor((at - this.#start) / this.#widthMs);
      const left = (this.#start + (bucket + 1) * this.#widthMs - at) / widthMs;
      const until = Math.min(end, from + Math.min(perBucket, Math.max(1, Math.floor(left))));
      addSums(this.#sums, bucket, sums, from, until);
      from = until;
    }
  }

  /** Each of these buckets lies beyond the limits as a whole, or within them. */
  #addBeyond({ min, max, weight }: BucketSums, start: number, end: number, limits: InnerLimits): void {
    for (let i = start; i < end; i++) {
      if (weight[i]! > 0 && (max[i]! < limits.low || min[i]! > limits.high)) this.#beyondMs += weight[i]!;
    }
  }

  /** What is known of each bucket, the empty ones included. Ends the fold. */
  sums(): BucketSums {
    this.#endStretch();
    return this.#sums;
  }

  finish(): BucketColumns & { totals: HeldTotals } {
    const { min, max, first, last, weight, count, badCount } = this.sums();
    const totals = this.#totals();
    const known = new Int32Array(count.length);
    let length = 0;
    for (let i = 0; i < known.length; i++) {
      if (count[i]! > 0 || badCount[i]! > 0 || weight[i]! > 0) known[length++] = i;
    }
    const columns = {
      length,
      totals,
      startsAt: new Float64Array(length),
      min: new Float64Array(length),
      max: new Float64Array(length),
      avg: new Float64Array(length),
      first: new Float64Array(length),
      last: new Float64Array(length),
      count: new Int32Array(length),
      badCount: new Int32Array(length),
    };
    for (let at = 0; at < length; at++) {
      const bucket = known[at]!;
      columns.startsAt[at] = this.#start + bucket * this.#widthMs;
      columns.min[at] = min[bucket]!;
      columns.max[at] = max[bucket]!;
      columns.avg[at] = this.#average(bucket);
      columns.first[at] = first[bucket]!;
      columns.last[at] = last[bucket]!;
      columns.count[at] = count[bucket]!;
      columns.badCount[at] = badCount[bucket]!;
    }
    return columns;
  }

  #totals(): HeldTotals {
    const sums = this.#sums;
    let min = Number.NaN;
    let max = Number.NaN;
    let weighted = 0;
    let knownMs = 0;
    let sum = 0;
    let count = 0;
    let badCount = 0;
    for (let bucket = 0; bucket < sums.length; bucket++) {
      if (Number.isNaN(min) || sums.min[bucket]! < min) min = sums.min[bucket]!;
      if (Number.isNaN(max) || sums.max[bucket]! > max) max = sums.max[bucket]!;
      weighted += sums.weighted[bucket]!;
      knownMs += sums.weight[bucket]!;
      sum += this.#sum[bucket]!;
      count += sums.count[bucket]!;
      badCount += sums.badCount[bucket]!;
    }
    const mean = knownMs > 0 ? weighted / knownMs : sum / count;
    return {
      min,
      max,
      avg: Math.min(Math.max(mean, min), max),
      knownMs,
      beyondMs: this.#limits && this.#beyondMs,
      count,
      badCount,
    };
  }

  #average(bucket: number): number {
    const { weight, weighted, min, max, count } = this.#sums;
    if (weight[bucket]! > 0) {
      const avg = weighted[bucket]! / weight[bucket]!;
      // Rounding in the last digit must not show an average beyond its own extremes.
      return Math.min(Math.max(avg, min[bucket]!), max[bucket]!);
    }
    // Samples that held for no time at all: measured at the very end of the range.
    return count[bucket]! > 0 ? this.#sum[bucket]! / count[bucket]! : Number.NaN;
  }

  #endStretch(): void {
    this.#holdUntil(this.#to);
    this.#held = Number.NaN;
  }

  #holdUntil(next: number): void {
    if (Number.isNaN(this.#held)) return;
    let at = Math.max(this.#heldSince, this.#from);
    const end = Math.min(next, this.#heldSince + this.#staleAfter, this.#to);
    if (this.#limits && at < end && (this.#held < this.#limits.low || this.#held > this.#limits.high)) {
      this.#beyondMs += end - at;
    }
    while (at < end) {
      const bucket = Math.floor((at - this.#start) / this.#widthMs);
      const until = Math.min(end, this.#start + (bucket + 1) * this.#widthMs);
      this.#sums.weighted[bucket]! += this.#held * (until - at);
      this.#sums.weight[bucket]! += until - at;
      this.#see(bucket, this.#held);
      at = until;
    }
  }

  #see(bucket: number, value: number): void {
    const { min, max, first, last } = this.#sums;
    if (!(min[bucket]! <= value)) min[bucket] = value;
    if (!(max[bucket]! >= value)) max[bucket] = value;
    if (Number.isNaN(first[bucket]!)) first[bucket] = value;
    last[bucket] = value;
  }
}
