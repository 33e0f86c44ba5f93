import { expect, test } from 'vitest';
import { holesWithin, type MemoryRange, runOf, withSamples } from './memoryRanges.ts';
import { tagTimeAt, timeOfSample } from './tagClock.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const noon = Date.UTC(2026, 10, 20, 4);

test('of a clock that runs 80 ppm fast for five days each of 7,200 samples is dated within five seconds', () => {
  const tagClock = (at: number) => at + 90_000 + (at - noon) * 80e-6;
  const syncs = [noon, noon + 5 * day].map((gatewayTime) => ({ gatewayTime, tagTime: tagClock(gatewayTime) }));
  for (let i = 0; i < 7_200; i++) {
    const at = noon + (i + 1) * minute;
    expect(Math.abs(timeOfSample(syncs, tagClock(at)) - at)).toBeLessThan(5_000);
    expect(Math.abs(tagTimeAt(syncs, at)! - tagClock(at))).toBeLessThan(1_000);
  }
});

test('a clock that was set counts as it is since; one that is right within two seconds is left alone', () => {
  const year2000 = Date.UTC(2000, 0, 1);
  const syncs = [
    { gatewayTime: noon, tagTime: noon },
    { gatewayTime: noon + day, tagTime: year2000 + day },
  ];
  expect(timeOfSample(syncs, year2000 + day - 10 * minute)).toBe(noon + day - 10 * minute);
  const right = [{ gatewayTime: noon, tagTime: noon + 1_900 }];
  expect(timeOfSample(right, noon - 5 * minute)).toBe(noon - 5 * minute);
  expect(timeOfSample([], noon)).toBe(noon);
  expect(tagTimeAt([], noon)).toBeNull();
});

const samples = (...numbers: number[]) => numbers.map((sequence) => ({ sequence, at: noon + sequence * minute }));

test('numbers that follow each other are one range, in any order they come in and however often', () => {
  let known: MemoryRange[] = [];
  const take = (...numbers: number[]): number => {
    const { ranges, added } = withSamples(known, samples(...numbers), 1);
    known = ranges;
    return added;
  };
  expect(take(5, 6, 7)).toBe(3);
  expect(take(1, 2)).toBe(2);
  expect(take(2, 3, 4, 5)).toBe(2);
  expect(take(1, 2, 3, 4, 5, 6, 7)).toBe(0);
  expect(known).toEqual([{ run: 1, first: 1, last: 7, firstAt: noon + minute, lastAt: noon + 7 * minute }]);
});

test('holes are named by number, within the stretch that is asked about', () => {
  const { ranges } = withSamples([], samples(1, 2, 3, 8, 9, 20), 1);
  const all = holesWithin(ranges, { from: noon, to: noon + 60 * minute });
  expect([all.expected, all.holes.map(({ first, last }) => [first, last])]).toEqual([
    20,
    [
      [4, 7],
      [10, 19],
    ],
  ]);
  const part = holesWithin(ranges, { from: noon + 6 * minute, to: noon + 15 * minute });
  expect([part.expected, part.holes.map(({ first, last }) => [first, last])]).toEqual([
    9,
    [
      [6, 7],
      [10, 14],
    ],
  ]);
});

test('a tag that counts anew begins another run; what it had before stays', () => {
  const { ranges } = withSamples([], samples(100, 101, 102), 1);
  expect(runOf(ranges, [{ sequence: 1, at: noon + 200 * minute }])).toBe(2);
  expect(runOf(ranges, samples(98, 99))).toBe(1);
  expect(runOf(ranges, samples(103))).toBe(1);
  expect(runOf([], samples(7))).toBe(1);
});
