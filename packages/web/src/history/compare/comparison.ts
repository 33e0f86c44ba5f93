import type { Curve } from '@watchpost/contract';
import { epochOfLocalTime, formatDateTime } from '../../lib/dates.ts';
import type { TimeSpan } from '../curveRange.ts';

type Sample = Curve['DataList'][number];

/** One line of a comparison: a point over a period. */
export interface Compared {
  readonly key: number;
  readonly projectId: number;
  readonly pointId: number;
  /** How much earlier than the reference its period begins, below zero later; the length is the same. Milliseconds. */
  readonly earlierMs: number;
}

export const dayMs = 86_400_000;
/** The reference among them; more lines cannot be told apart at a glance. */
export const mostCompared = 6;

export const spanOfCompared = ({ from, to }: TimeSpan, { earlierMs }: Pick<Compared, 'earlierMs'>): TimeSpan => ({
  from: from - earlierMs,
  to: to - earlierMs,
});

/** A beginning of one's own, or the last one before it, as a shift from the reference in whole intervals: else no bucket would meet another. */
export const earlierBy = (reference: TimeSpan, from: number, intervalMinutes: number): number =>
  wholeIntervals(reference.from - from, intervalMinutes);

const wholeIntervals = (shiftMs: number, intervalMinutes: number): number => {
  const intervalMs = intervalMinutes * 60_000;
  return Math.ceil(shiftMs / intervalMs) * intervalMs + 0;
};

/** The lines as they can be compared at this interval: another reference may have a wider one than that they were chosen at. */
export const onIntervals = (lines: readonly Compared[], intervalMinutes: number): Compared[] =>
  lines.map((line) => ({ ...line, earlierMs: wholeIntervals(line.earlierMs, intervalMinutes) }));

/**
 * Where a line's intervals are to be cut: at the midnight the reference begins after, by its clocks, as that lies over the line. So
 * every interval meets one of the reference, whatever the clocks of the line's place show, and whatever clocks did in between.
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
