import type { Curve } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { dayMs, differenceOf, earlierBy, edgeOf, laidOver, onIntervals, spanOfCompared, sumUp } from './comparison.ts';

const minute = 60_000;
const sample = (Time: number, Value: number | null) => ({ Time, Value });
const curve = (...DataList: Curve['DataList']) => ({ DataList }) as Curve;
const reference = { from: 10 * dayMs, to: 11 * dayMs };

it('periods are of equal length, whatever begins when', () => {
  expect(spanOfCompared(reference, { earlierMs: 7 * dayMs })).toEqual({ from: 3 * dayMs, to: 4 * dayMs });
});

it('a beginning of one’s own lands on whole intervals, so that buckets meet', () => {
  expect(earlierBy(reference, reference.from - 95 * minute - 20_000, 10)).toBe(100 * minute);
  expect(earlierBy(reference, reference.from - 91 * minute, 10)).toBe(100 * minute);
  // Later than the reference, and never later than asked for: the end must not leap over the present.
  expect(earlierBy(reference, reference.from + 28 * minute, 10)).toBe(-20 * minute);
});

it('a beginning keeps meeting the buckets of the reference when these become wider, and is exact again when they become finer', () => {
  const line = { key: 1, projectId: 1, pointId: 1, earlierMs: 130 * minute };
  expect(onIntervals([line], 60)).toEqual([{ ...line, earlierMs: 180 * minute }]);
  expect(onIntervals([{ ...line, earlierMs: -20 * minute }], 60)[0]!.earlierMs).toBe(0);
  expect(onIntervals([line], 10)).toEqual([line]);
});

it('intervals meet those of the reference in a place with other clocks, and over a change of clocks', () => {
  const [from, to] = [Date.parse('2025-10-27T09:20:00Z'), Date.parse('2025-10-29T09:20:00Z')];
  const intervalMs = 240 * minute;
  /** As the server cuts them. */
  const cut = ({ from, to }: { from: number; to: number }, edge: number) => {
    const first = edge + Math.floor((from - edge) / intervalMs) * intervalMs;
    return curve(...Array.from({ length: (to - first) / intervalMs }, (_, i) => sample(first + i * intervalMs, i)));
  };
  const ofReference = cut({ from, to }, edgeOf({ from, to }, { earlierMs: 0 }, 'Europe/Berlin'));
  // 08:00 in Berlin.
  expect(ofReference.DataList[0]!.Time).toBe(Date.parse('2025-10-27T07:00:00Z'));
  for (const earlierMs of [0, 7 * dayMs, 7 * dayMs + 60 * minute, 100 * minute]) {
    const line = { earlierMs };
    const ofLine = cut(spanOfCompared({ from, to }, line), edgeOf({ from, to }, line, 'Europe/Berlin'));
    expect(differenceOf(ofReference, laidOver(ofLine, earlierMs))).toHaveLength(12);
  }
});

it('the difference is taken bucket by bucket, and is nothing where either has no value', () => {
  const today = curve(sample(dayMs, -18), sample(dayMs + 10 * minute, -17), sample(dayMs + 20 * minute, null));
  const before = curve(sample(0, -20), sample(10 * minute, null), sample(20 * minute, -20), sample(30 * minute, -20));
  const difference = differenceOf(today, laidOver(before, dayMs));
  expect(difference.map(({ Time, Value }) => [Time - dayMs, Value])).toEqual([
    [0, -2],
    [10 * minute, null],
    [20 * minute, null],
  ]);
  expect(sumUp(difference)).toEqual({ mean: -2, largest: { value: -2, time: dayMs } });
  expect(sumUp([sample(0, null)])).toBeNull();
});
