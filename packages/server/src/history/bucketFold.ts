import { qualityOf } from '@watchpost/contract';

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
  readonly #range: FoldRange;
  readonly #widthMs: number;
  readonly #start: number;
  readonly #min: Float64Array;
  readonly #max: Float64Array;
  readonly #first: Float64Array;
  readonly #last: Float64Array;
  readonly #weighted: Float64Array;
  readonly #weight: Float64Array;
  readonly #sum: Float64Array;
  readonly #count: Int32Array;
  readonly #badCount: Int32Array;
  readonly #limits: InnerLimits | null;
  #beyondMs = 0;
  #held = Number.NaN;
  #heldSince = Number.NaN;

  /** @param originMs an edge between buckets, epoch ms; the others lie whole widths away */
  constructor(range: FoldRange, widthMs: number, originMs: number, limits: InnerLimits | null = null) {
    this.#range = range;
    this.#limits = limits;
    this.#widthMs = widthMs;
    this.#start = originMs + Math.floor((range.from - originMs) / widthMs) * widthMs;
    const count = Math.max(0, Math.ceil((range.to - this.#start) / widthMs));
    this.#min = new Float64Array(count).fill(Number.NaN);
    this.#max = new Float64Array(count).fill(Number.NaN);
    this.#first = new Float64Array(count).fill(Number.NaN);
    this.#last = new Float64Array(count).fill(Number.NaN);
    this.#weighted = new Float64Array(count);
    this.#weight = new Float64Array(count);
    this.#sum = new Float64Array(count);
    this.#count = new Int32Array(count);
    this.#badCount = new Int32Array(count);
  }

  add(measuredAt: number, value: number, quality: number): void {
    this.#holdUntil(measuredAt);
    const bad = isBad(value, quality);
    if (measuredAt >= this.#range.from && measuredAt < this.#range.to) {
      const bucket = Math.floor((measuredAt - this.#start) / this.#widthMs);
      if (bad) this.#badCount[bucket]!++;
      else {
        this.#count[bucket]!++;
        this.#sum[bucket]! += value;
        this.#see(bucket, value);
      }
    }
    this.#held = bad ? Number.NaN : value;
    this.#heldSince = measuredAt;
  }

  finish(): BucketColumns & { totals: HeldTotals } {
    this.#holdUntil(this.#range.to);
    this.#held = Number.NaN;
    const totals = this.#totals();
    const known = new Int32Array(this.#count.length);
    let length = 0;
    for (let i = 0; i < known.length; i++) {
      if (this.#count[i]! > 0 || this.#badCount[i]! > 0 || this.#weight[i]! > 0) known[length++] = i;
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
      columns.min[at] = this.#min[bucket]!;
      columns.max[at] = this.#max[bucket]!;
      columns.avg[at] = this.#average(bucket);
      columns.first[at] = this.#first[bucket]!;
      columns.last[at] = this.#last[bucket]!;
      columns.count[at] = this.#count[bucket]!;
      columns.badCount[at] = this.#badCount[bucket]!;
    }
    return columns;
  }

  #totals(): HeldTotals {
    let min = Number.NaN;
    let max = Number.NaN;
    let weighted = 0;
    let knownMs = 0;
    let sum = 0;
    let count = 0;
    for (let bucket = 0; bucket < this.#count.length; bucket++) {
      if (Number.isNaN(min) || this.#min[bucket]! < min) min = this.#min[bucket]!;
      if (Number.isNaN(max) || this.#max[bucket]! > max) max = this.#max[bucket]!;
      weighted += this.#weighted[bucket]!;
      knownMs += this.#weight[bucket]!;
      sum += this.#sum[bucket]!;
      count += this.#count[bucket]!;
    }
    const mean = knownMs > 0 ? weighted / knownMs : sum / count;
    return {
      min,
      max,
      avg: Math.min(Math.max(mean, min), max),
      knownMs,
      beyondMs: this.#limits && this.#beyondMs,
    };
  }

  #average(bucket: number): number {
    if (this.#weight[bucket]! > 0) {
      const avg = this.#weighted[bucket]! / this.#weight[bucket]!;
      // Rounding in the last digit must not show an average beyond its own extremes.
      return Math.min(Math.max(avg, this.#min[bucket]!), this.#max[bucket]!);
    }
    // Samples that held for no time at all: measured at the very end of the range.
    return this.#count[bucket]! > 0 ? this.#sum[bucket]! / this.#count[bucket]! : Number.NaN;
  }

  #holdUntil(next: number): void {
    if (Number.isNaN(this.#held)) return;
    let at = Math.max(this.#heldSince, this.#range.from);
    const end = Math.min(next, this.#heldSince + this.#range.staleAfter, this.#range.to);
    if (this.#limits && at < end && (this.#held < this.#limits.low || this.#held > this.#limits.high)) {
      this.#beyondMs += end - at;
    }
    while (at < end) {
      const bucket = Math.floor((at - this.#start) / this.#widthMs);
      const until = Math.min(end, this.#start + (bucket + 1) * this.#widthMs);
      this.#weighted[bucket]! += this.#held * (until - at);
      this.#weight[bucket]! += until - at;
      this.#see(bucket, this.#held);
      at = until;
    }
  }

  #see(bucket: number, value: number): void {
    if (!(this.#min[bucket]! <= value)) this.#min[bucket] = value;
    if (!(this.#max[bucket]! >= value)) this.#max[bucket] = value;
    if (Number.isNaN(this.#first[bucket]!)) this.#first[bucket] = value;
    this.#last[bucket] = value;
  }
}
