import { dayMs } from '@watchpost/contract';

/**
 * Roll-ups: the buckets of an analog point, summed up once so that a curve over months need not read its samples.
 *
 * Four widths: 30 minutes because every longer interval people choose is made of them, and days of India too; 120 and 240 so
 * that one year and two are few; 10 where a point reports so often that its samples would be slower to read.
 */

/** Widths in minutes, ascending; each divides a day and is divided by those before it. */
export const rollupWidths = [10, 30, 120, 240] as const;
export type RollupWidth = (typeof rollupWidths)[number];

/** Ten minutes are summed up only of days with more samples than this many in each: below, the samples read as fast. */
const samplesWorthTenMinutes = 20;

export const daysPerBlock = 32;
export const blockOf = (day: number): number => Math.floor(day / daysPerBlock);
export const firstDayOf = (block: number): number => block * daysPerBlock;

export const bucketsPerDay = (minutes: number): number => 1440 / minutes;

/** Whether this width is kept of a day with so many samples. */
export const isWidthWorthIt = (minutes: RollupWidth, samplesOfDay: number): boolean =>
  minutes !== 10 || samplesOfDay > samplesWorthTenMinutes * bucketsPerDay(10);

/** The widest roll-up of which buckets of this width and origin are composed; null: none. */
export const widestWithin = (bucketMinutes: number, originMs: number): RollupWidth | null =>
  rollupWidths.findLast((minutes) => bucketMinutes % minutes === 0 && originMs % (minutes * 60_000) === 0) ?? null;

/** How many whole days after its own a sample can still hold: those whose buckets depend on it. */
export const daysReached = (staleAfterMs: number): number => Math.ceil(staleAfterMs / dayMs);

/** Buckets of equal width as parallel columns. */
export interface BucketSums {
  length: number;
  /** NaN: no value held. */
  min: Float64Array;
  max: Float64Array;
  /** The value at the start of the bucket or, when none held there, the first measured. */
  first: Float64Array;
  /** The last value of the bucket. */
  last: Float64Array;
  /** Sum of value × ms held. */
  weighted: Float64Array;
  /** How long a value held, ms. */
  weight: Float64Array;
  /** Good and uncertain samples measured. */
  count: Float64Array;
  badCount: Float64Array;
}

/** One piece of memory, because eight small ones cost more than their use. */
function unfilledSums(length: number): BucketSums {
  const all = new Float64Array(length * 8);
  const column = (at: number): Float64Array => all.subarray(at * length, (at + 1) * length);
  return {
    length,
    min: column(0),
    max: column(1),
    first: column(2),
    last: column(3),
    weighted: column(4),
    weight: column(5),
    count: column(6),
    badCount: column(7),
  };
}

/** Of the sums that nobody uses just now: ten curves of two years take 6 MB of them, for a moment. */
const maxSpareBytes = 32_000_000;
const spare = new Map<number, BucketSums[]>();
let spareBytes = 0;
const bytesOf = (length: number): number => length * sumColumns.length * 8;

/** Like `unfilledSums`, but with leftover content where memory is reused: allocating costs more than filling. */
export function usedSums(length: number): BucketSums {
  const found = spare.get(length)?.pop();
  if (!found) return unfilledSums(length);
  spareBytes -= bytesOf(length);
  return found;
}

/** Returns sums for reuse; the caller keeps no reference to them. */
export function giveBack(sums: BucketSums): void {
  if (spareBytes + bytesOf(sums.length) > maxSpareBytes) {
    // The spare ones may have lengths that are never needed again.
    spare.clear();
    spareBytes = 0;
  }
  const same = spare.get(sums.length);
  if (same) same.push(sums);
  else spare.set(sums.length, [sums]);
  spareBytes += bytesOf(sums.length);
}

export function emptySums(length: number): BucketSums {
  const sums = usedSums(length);
  empty(sums);
  return sums;
}

const valueColumns = ['min', 'max', 'first', 'last'] as const;

/** Adds buckets `start` to `end` of one to the bucket `at` of another, in the order of time; without first and last. */
export function addSums(into: BucketSums, at: number, from: BucketSums, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    into.count[at]! += from.count[i]!;
    into.badCount[at]! += from.badCount[i]!;
    const weight = from.weight[i]!;
    if (weight === 0) continue;
    into.weight[at]! += weight;
    into.weighted[at]! += from.weighted[i]!;
    const min = from.min[i]!;
    const max = from.max[i]!;
    if (!(into.min[at]! <= min)) into.min[at] = min;
    if (!(into.max[at]! >= max)) into.max[at] = max;
  }
}

function addFirstAndLast(into: BucketSums, at: number, from: BucketSums, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    if (from.weight[i]! === 0) continue;
    if (Number.isNaN(into.first[at]!)) into.first[at] = from.first[i]!;
    into.last[at] = from.last[i]!;
  }
}

/** Puts buckets `start` to `end` of one in the place of those from `at` on of another; without first and last. */
export function copySums(into: BucketSums, at: number, from: BucketSums, start: number, end: number): void {
  for (const column of curveColumns) into[column].set(from[column].subarray(start, end), at);
}

/** The same stretch in buckets `factor` times as wide. */
export function widened(from: BucketSums, factor: number): BucketSums {
  const into = emptySums(from.length / factor);
  for (let at = 0; at < into.length; at++) {
    addSums(into, at, from, at * factor, (at + 1) * factor);
    addFirstAndLast(into, at, from, at * factor, (at + 1) * factor);
  }
  return into;
}

/** The buckets of one width over 32 days, those of the days that are rolled up. */
export interface RollupBlock {
  minutes: number;
  /** How long a value was taken to hold; other figures than today's make the block worthless. */
  staleAfterMs: number;
  /** Bit n: day n of the block is rolled up. */
  days: number;
  /** All 32 days; those of days that are not rolled up are empty. */
  sums: BucketSums;
}

export const emptyBlock = (minutes: number, staleAfterMs: number): RollupBlock => ({
  minutes,
  staleAfterMs,
  days: 0,
  sums: emptySums(daysPerBlock * bucketsPerDay(minutes)),
});

/** Clears all sums: no bucket has a value. */
export function empty(sums: BucketSums): void {
  for (const column of sumColumns) sums[column].fill(0);
  for (const column of valueColumns) sums[column].fill(Number.NaN);
}

export const hasDay = (block: RollupBlock, day: number): boolean =>
  ((block.days >>> (day - firstDayOf(blockOf(day)))) & 1) === 1;

/** Puts a day's buckets in the place of those that were there; null: the day is not rolled up any more. */
export function setDay(block: RollupBlock, day: number, sums: BucketSums | null): void {
  const place = day - firstDayOf(blockOf(day));
  const perDay = bucketsPerDay(block.minutes);
  const source = sums ?? emptySums(perDay);
  for (const column of sumColumns) block.sums[column].set(source[column], place * perDay);
  if (sums === null) block.days &= ~(1 << place);
  else block.days |= 1 << place;
}

export const sumColumns = ['min', 'max', 'first', 'last', 'weighted', 'weight', 'count', 'badCount'] as const;
/** What a curve is made of: those that are kept besides are for meters, whose use is what lies between first and last. */
const curveColumns = sumColumns.filter((column) => column !== 'first' && column !== 'last');
