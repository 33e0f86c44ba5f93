import { qualityOf } from '@watchpost/contract';
import { addSums, type BucketSums, copySums, emptySums, giveBack } from '../codec/RollupBlock.ts';

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

/** Limits that hold from `from` until before `to`, epoch ms: at other hours others may hold, or none. */
export interface LimitSpan extends InnerLimits {
  from: number;
  to: number;
}

/** One analog point over a whole range; independent of the width of the buckets. */
export interface HeldTotals {
  /** Extremes of the values that held, one carried over from before the range included; NaN: none held. */
  min: number;
  max: number;
  /** Mean weighted by how long each value held; NaN: none held. */
  avg: number;
  /** How long a value held at all, ms. */
  knownMs: number;
  /** How much of that lay beyond the limits that held then, ms; null without limits. */
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

const within = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

function sumOf(column: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < column.length; i++) sum += column[i]!;
  return sum;
}

function gathered(column: Float64Array, places: Int32Array, length: number): Float64Array {
  const taken = new Float64Array(length);
  for (let at = 0; at < length; at++) taken[at] = column[places[at]!]!;
  return taken;
}

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
  /** By time, none over another. */
  readonly #limits: readonly LimitSpan[] | null;
  /** The first of them that is not over yet: samples and roll-ups come in the order of time. */
  #limitAt = 0;
  /** The stretch that samples are counted in; outside of it they only carry a value in. */
  #from: number;
  #to: number;
  #beyondMs = 0;
  #held = Number.NaN;
  #heldSince = Number.NaN;

  /** @param originMs an edge between buckets, epoch ms; the others lie whole widths away */
  constructor(range: FoldRange, widthMs: number, originMs: number, limits: readonly LimitSpan[] | null = null) {
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
    if (this.#limits) this.#addBeyond(sums, start, end, startsAt, widthMs);
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

  /** Each of these buckets lies within the limits that hold in it, or beyond one that holds all the while. */
  #addBeyond({ min, max, weight }: BucketSums, start: number, end: number, startsAt: number, widthMs: number): void {
    for (let i = start; i < end; i++) {
      const from = startsAt + (i - start) * widthMs;
      for (const limit of this.#limitsIn(from, from + widthMs)) {
        if (weight[i]! > 0 && (max[i]! < limit.low || min[i]! > limit.high)) this.#beyondMs += weight[i]!;
      }
    }
  }

  #countBeyond(value: number, from: number, to: number): void {
    for (const limit of this.#limitsIn(from, to)) {
      if (value < limit.low || value > limit.high)
        this.#beyondMs += Math.min(to, limit.to) - Math.max(from, limit.from);
    }
  }

  /** Those that hold at any time of a stretch; the next one that is asked about begins no earlier. */
  #limitsIn(from: number, to: number): readonly LimitSpan[] {
    const limits = this.#limits!;
    while (this.#limitAt < limits.length && limits[this.#limitAt]!.to <= from) this.#limitAt++;
    let end = this.#limitAt;
    while (end < limits.length && limits[end]!.from < to) end++;
    return end - this.#limitAt === limits.length ? limits : limits.slice(this.#limitAt, end);
  }

  /** What is known of each bucket, the empty ones included; first and last only where nothing was rolled up. Ends the fold. */
  sums(): BucketSums {
    this.#endStretch();
    return this.#sums;
  }

  /** Ends the fold. */
  finish(): BucketColumns & { totals: HeldTotals } {
    const sums = this.sums();
    const { min, max, weight, weighted, count, badCount } = sums;
    const measured = this.#sum;
    const known = new Int32Array(sums.length);
    let length = 0;
    for (let i = 0; i < known.length; i++) {
      if (count[i]! > 0 || badCount[i]! > 0 || weight[i]! > 0) known[length++] = i;
    }
    const startsAt = new Float64Array(length);
    const avg = new Float64Array(length);
    const counts = new Int32Array(length);
    const badCounts = new Int32Array(length);
    for (let at = 0; at < length; at++) {
      const i = known[at]!;
      startsAt[at] = this.#start + i * this.#widthMs;
      counts[at] = count[i]!;
      badCounts[at] = badCount[i]!;
      // Samples that held for no time at all were measured at the very end of the range.
      const mean = weight[i]! > 0 ? weighted[i]! / weight[i]! : measured[i]! / count[i]!;
      // Rounding in the last digit must not show an average beyond its own extremes.
      avg[at] = weight[i]! > 0 ? within(mean, min[i]!, max[i]!) : mean;
    }
    const taken = (column: Float64Array): Float64Array =>
      length === column.length ? column.slice() : gathered(column, known, length);
    const columns = {
      length,
      totals: this.#totals(),
      startsAt,
      min: taken(min),
      max: taken(max),
      avg,
      count: counts,
      badCount: badCounts,
    };
    giveBack(sums);
    return columns;
  }

  #totals(): HeldTotals {
    const sums = this.#sums;
    const { min: mins, max: maxs } = sums;
    let min = Number.NaN;
    let max = Number.NaN;
    // The first comparison with NaN is false either way round, so a number takes its place.
    for (let i = 0; i < sums.length; i++) {
      if (!(mins[i]! >= min)) min = Number.isNaN(mins[i]!) ? min : mins[i]!;
      if (!(maxs[i]! <= max)) max = Number.isNaN(maxs[i]!) ? max : maxs[i]!;
    }
    const weighted = sumOf(sums.weighted);
    const knownMs = sumOf(sums.weight);
    const sum = sumOf(this.#sum);
    const count = sumOf(sums.count);
    const badCount = sumOf(sums.badCount);
    const mean = knownMs > 0 ? weighted / knownMs : sum / count;
    return {
      min,
      max,
      avg: within(mean, min, max),
      knownMs,
      beyondMs: this.#limits && this.#beyondMs,
      count,
      badCount,
    };
  }

  #endStretch(): void {
    this.#holdUntil(this.#to);
    this.#held = Number.NaN;
  }

  #holdUntil(next: number): void {
    if (Number.isNaN(this.#held)) return;
    let at = Math.max(this.#heldSince, this.#from);
    const end = Math.min(next, this.#heldSince + this.#staleAfter, this.#to);
    if (this.#limits && at < end) this.#countBeyond(this.#held, at, end);
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
