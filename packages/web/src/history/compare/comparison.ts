import type { Curve } from '@watchpost/contract';
import { dayMs } from '@watchpost/contract';
import { epochOfLocalTime, formatDateTime, formatDateTimeSeconds } from '../../lib/dates.ts';
import type { TimeSpan } from '../curveRange.ts';

type Sample = Curve['DataList'][number];

/** One line of a comparison: a point over a period. */
export interface Compared {
  readonly key: number;
  readonly projectId: number;
  readonly pointId: number;
  /** So many days before the reference by the calendar of its place; null: a beginning of one's own. */
  readonly days: number | null;
  /** How much earlier than the reference its period begins, below zero later; the length is the same. Milliseconds. */
  readonly earlierMs: number;
}

/** The reference among them; more lines cannot be told apart at a glance. */
export const maxCompared = 6;

export const spanOfCompared = ({ from, to }: TimeSpan, { earlierMs }: Pick<Compared, 'earlierMs'>): TimeSpan => ({
  from: from - earlierMs,
  to: to - earlierMs,
});

/** A beginning of one's own, or the last one before it, as a shift from the reference in whole intervals: roll-ups serve these. */
export const earlierBy = (reference: TimeSpan, from: number, intervalMinutes: number): number =>
  wholeIntervals(reference.from - from, intervalMinutes);

const wholeIntervals = (shiftMs: number, intervalMinutes: number): number => {
  const intervalMs = intervalMinutes * 60_000;
  return Math.ceil(shiftMs / intervalMs) * intervalMs + 0;
};

/** To the same time by the clocks of a place, so many days before: across a change of clocks that is no multiple of 24 hours. */
function daysEarlierMs({ from }: TimeSpan, days: number, timeZone: string): number {
  if (days === 0) return 0;
  const local = formatDateTimeSeconds(from, timeZone);
  const day = new Date(Date.parse(`${local.slice(0, 10)}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);
  return Math.floor(from / 1000) * 1000 - epochOfLocalTime(`${day}${local.slice(10)}`, timeZone)!;
}

/**
 * The lines as they can be compared with this reference at this interval: another one may lie on another side of a change of
 * clocks, or have a wider interval than that they were chosen at. Where clocks change within a period, it has the length of the
 * reference all the same, so from there on it is an hour off by the clock.
 */
export const laidOut = (
  lines: readonly Compared[],
  reference: TimeSpan,
  intervalMinutes: number,
  zoneOf: (projectId: number) => string,
): Compared[] =>
  lines.map((line) => ({
    ...line,
    earlierMs:
      line.days === null
        ? wholeIntervals(line.earlierMs, intervalMinutes)
        : daysEarlierMs(reference, line.days, zoneOf(line.projectId)),
  }));

/**
 * The edge at which a line's intervals are cut: the midnight before the reference begins, by the reference's clock, moved onto the
 * line. So every interval meets one of the reference, in any time zone and across clock changes.
 */
export const edgeOf = (reference: TimeSpan, { earlierMs }: Pick<Compared, 'earlierMs'>, timeZone: string): number =>
  epochOfLocalTime(`${formatDateTime(reference.from, timeZone).slice(0, 10)} 00:00`, timeZone)! - earlierMs;

/** The curve as if it had been measured in the reference's period. */
export const laidOver = (curve: Curve, earlierMs: number): Curve => ({
  ...curve,
  DataList: curve.DataList.map((sample) => ({ ...sample, Time: sample.Time + earlierMs })),
});

/** Line minus reference, bucket by bucket; nothing where one of them has no value. Both lie over the same period. */
export function differenceOf(reference: Curve, line: Curve): Sample[] {
  const values = new Map(reference.DataList.map(({ Time, Value }) => [Time, Value]));
  return line.DataList.flatMap(({ Time, Value }): Sample[] => {
    const other = values.get(Time);
    if (other === undefined) return [];
    const difference = Value === null || other === null ? null : Value - other;
    return [{ Time, Value: difference }];
  });
}

/** From the lowest to the highest value of each unit: what charts beside each other show must be equally high to be compared. */
export function rangesByUnit(curves: readonly Curve[]): ReadonlyMap<string, { low: number; high: number }> {
  const ranges = new Map<string, { low: number; high: number }>();
  for (const { Unit, Min, Max } of curves) {
    if (Min === null || Max === null) continue;
    const { low, high } = ranges.get(Unit) ?? { low: Min, high: Max };
    ranges.set(Unit, { low: Math.min(low, Min), high: Math.max(high, Max) });
  }
  return ranges;
}

/** The mean and the largest of a difference; null where nothing could be compared. */
export function sumUp(
  difference: readonly Sample[],
): { mean: number; largest: { value: number; time: number } } | null {
  let sum = 0;
  let count = 0;
  let largest: { value: number; time: number } | null = null;
  for (const { Time, Value } of difference) {
    if (Value === null) continue;
    sum += Value;
    count += 1;
    if (largest === null || Math.abs(Value) > Math.abs(largest.value)) largest = { value: Value, time: Time };
  }
  return largest === null ? null : { mean: sum / count, largest };
}
