import type { Curve } from '@watchpost/contract';
import { dayMs } from '@watchpost/contract';
import { expect, it } from 'vitest';
import {
  differenceOf,
  earlierBy,
  edgeOf,
  laidOut,
  laidOver,
  rangesByUnit,
  spanOfCompared,
  sumUp,
} from './comparison.ts';

const minute = 60_000;
const sample = (Time: number, Value: number | null) => ({ Time, Value });
const curve = (...DataList: Curve['DataList']) => ({ DataList }) as Curve;
const reference = { from: 10 * dayMs, to: 11 * dayMs };

it('periods are of equal length, for any begin', () => {
  expect(spanOfCompared(reference, { earlierMs: 7 * dayMs })).toEqual({ from: 3 * dayMs, to: 4 * dayMs });
});

it('a beginning of one’s own lands on whole intervals', () => {
  expect(earlierBy(reference, reference.from - 95 * minute - 20_000, 10)).toBe(100 * minute);
  expect(earlierBy(reference, reference.from - 91 * minute, 10)).toBe(100 * minute);
  // Later than the reference, and never later than asked for: the end must not leap over the present.
  expect(earlierBy(reference, reference.from + 28 * minute, 10)).toBe(-20 * minute);
});

const inBerlin = () => 'Europe/Berlin';
const lineOf = (changes: object) => ({ key: 1, projectId: 1, pointId: 1, days: null, earlierMs: 0, ...changes });

it('a beginning of one’s own moves with the interval, and is exact again when this becomes finer', () => {
  const line = lineOf({ earlierMs: 130 * minute });
  expect(laidOut([line], reference, 60, inBerlin)).toEqual([{ ...line, earlierMs: 180 * minute }]);
  expect(laidOut([lineOf({ earlierMs: -20 * minute })], reference, 60, inBerlin)[0]!.earlierMs).toBe(0);
  expect(laidOut([line], reference, 10, inBerlin)).toEqual([line]);
});

it('the week before begins at the same time by the clock, also when clocks changed in between', () => {
  const begins = (from: string, days: number, timeZone = 'Europe/Berlin') => {
    const asked = { from: Date.parse(from), to: Date.parse(from) + dayMs };
    const [line] = laidOut([lineOf({ days })], asked, 240, () => timeZone);
    return new Date(spanOfCompared(asked, line!).from).toISOString();
  };
  // 10:00 in winter and in summer.
  expect(begins('2025-10-27T09:00:00.000Z', 7)).toBe('2025-10-20T08:00:00.000Z');
  expect(begins('2026-03-30T08:00:00.000Z', 1)).toBe('2026-03-29T08:00:00.000Z');
  expect(begins('2026-03-30T08:00:00.000Z', 28)).toBe('2026-03-02T09:00:00.000Z');
  expect(begins('2026-03-30T08:00:00.000Z', 7, 'Asia/Shanghai')).toBe('2026-03-23T08:00:00.000Z');
  // In the second of two equal hours, and to the millisecond.
  expect(begins('2025-10-26T01:30:12.345Z', 0)).toBe('2025-10-26T01:30:12.345Z');
  expect(begins('2025-10-28T01:30:12.345Z', 7)).toBe('2025-10-21T00:30:12.345Z');
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

it('charts beside each other are equally high where they have one unit; a pressure does not press temperatures flat', () => {
  const of = (Unit: string, Min: number | null, Max: number | null) => ({ Unit, Min, Max }) as Curve;
  const ranges = rangesByUnit([of('°C', -20, -18), of('bar', 2, 14), of('°C', -25, -19), of('%', null, null)]);
  expect([...ranges]).toEqual([
    ['°C', { low: -25, high: -18 }],
    ['bar', { low: 2, high: 14 }],
  ]);
});
