import { hourMs, minuteMs } from '@watchpost/contract';
import type { BucketColumns } from '../history/index.ts';
import { median } from '../platform/statistics/statistics.ts';
import type { Span } from './spansOfState.ts';

/** Of a day less than half of which is known nothing is said. */
export const minKnown = 0.5;

/** Percent of the known time in [from, to) that the spans cover; null: too little is known. */
export function dutyCycle(spans: readonly Span[], knownMs: number, from: number, to: number): number | null {
  if (knownMs < minKnown * (to - from)) return null;
  const ran = spans.reduce((sum, span) => sum + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)), 0);
  return Math.min(100, (ran / knownMs) * 100);
}

/** Defrosts that ended in [from, to): how many, and how many minutes half of them took at most; null: there was none. */
export function defrosts(spans: readonly Span[], from: number, to: number): { count: number; minutes: number | null } {
  const ended = spans.filter((span) => span.to >= from && span.to < to);
  return { count: ended.length, minutes: median(ended.map((span) => (span.to - span.from) / minuteMs)) };
}

/** A room that warmed by less has not been disturbed. Kelvin. */
const minRise = 1.5;
/** So much of the rise has gone when it counts as over: the rest goes slowly everywhere. */
const leftOver = 0.25;
/** What has not come down by then has not come down. */
export const longestPullDownMs = 3 * hourMs;

/**
 * How many minutes a room takes to come back down after a defrost or an open door, half of the times at most. Those count whose
 * longest time ends in [first, last).
 *
 * @param disturbances by time, also those that do not count
 * @param air temperatures by a few minutes until `last`, from an hour before the first that counts
 * @returns null: nothing disturbed it
 */
export function pullDown(
  disturbances: readonly Span[],
  air: BucketColumns,
  first: number,
  last: number,
): number | null {
  const minutes: number[] = [];
  for (const [index, { from, to }] of disturbances.entries()) {
    if (to + longestPullDownMs < first || to + longestPullDownMs >= last) continue;
    const before = median(valuesBetween(air, from - hourMs, from));
    if (before === null) continue;
    // What comes next disturbs it again.
    const until = Math.min(to + longestPullDownMs, disturbances[index + 1]?.from ?? Number.POSITIVE_INFINITY);
    let peak = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < air.length; i++)
      if (air.startsAt[i]! >= from && air.startsAt[i]! < Math.min(until, to + hourMs / 2) && air.avg[i]! > peak)
        peak = air.avg[i]!;
    if (!(peak - before >= minRise)) continue;
    const down = firstAtMost(air, to, until, before + leftOver * (peak - before));
    if (down !== null) minutes.push((down - to) / minuteMs);
    else if (until === to + longestPullDownMs && valuesBetween(air, until - hourMs / 4, until).length > 0)
      minutes.push(longestPullDownMs / minuteMs);
  }
  return median(minutes);
}

const valuesBetween = (air: BucketColumns, from: number, to: number): number[] => {
  const found: number[] = [];
  for (let i = 0; i < air.length; i++)
    if (air.startsAt[i]! >= from && air.startsAt[i]! < to && Number.isFinite(air.avg[i]!)) found.push(air.avg[i]!);
  return found;
};

/** When it was at most so warm, in [from, to); null: never. */
function firstAtMost(air: BucketColumns, from: number, to: number, limit: number): number | null {
  for (let i = 0; i < air.length; i++) {
    const at = air.startsAt[i]!;
    if (at >= from && at < to && air.avg[i]! <= limit) return at;
  }
  return null;
}

export interface DayLevel {
  /** Mean of the day, and of its hours the highest and the lowest: short peaks such as defrosts are in none of them. */
  readonly mean: number;
  readonly high: number;
  readonly low: number;
}

/** The level of an analog point in [from, to); null: too little is known. */
export function dayLevel(buckets: BucketColumns, from: number, to: number): DayLevel | null {
  const hours = new Map<number, { sum: number; count: number }>();
  let [sum, count] = [0, 0];
  for (let i = 0; i < buckets.length; i++) {
    const at = buckets.startsAt[i]!;
    const value = buckets.avg[i]!;
    if (at < from || at >= to || !Number.isFinite(value)) continue;
    const hour = hours.get(Math.floor((at - from) / hourMs)) ?? { sum: 0, count: 0 };
    hour.sum += value;
    hour.count++;
    hours.set(Math.floor((at - from) / hourMs), hour);
    sum += value;
    count++;
  }
  if (hours.size < minKnown * ((to - from) / hourMs)) return null;
  const means = [...hours.values()].map((hour) => hour.sum / hour.count);
  return { mean: sum / count, high: Math.max(...means), low: Math.min(...means) };
}
