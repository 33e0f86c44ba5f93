import { expect, it } from 'vitest';
import { averagesOf } from './averagePath.ts';

const slotOfTen = (time: number) => Math.floor(time / 10);

it('one point stands for all samples of a slot, where their time and value are on average', () => {
  expect(averagesOf([0, 2, 10, 14], [1, 3, -4, -6], [0, 3], slotOfTen)).toEqual([
    [
      { time: 1, value: 2 },
      { time: 12, value: -5 },
    ],
  ]);
});

it('a gap stays a gap, however short; times of other points make none', () => {
  expect(averagesOf([0, 1, 2, 3], [1, null, 5, 7], [0, 3], slotOfTen)).toEqual([
    [{ time: 0, value: 1 }],
    [{ time: 2.5, value: 6 }],
  ]);
  expect(averagesOf([0, 1, 2], [1, undefined, 5], [0, 2], slotOfTen)).toEqual([[{ time: 1, value: 3 }]]);
});

it('only what is in view is drawn', () => {
  expect(averagesOf([0, 10, 20], [1, 2, 3], [1, 1], slotOfTen)).toEqual([[{ time: 10, value: 2 }]]);
  expect(averagesOf([], [], [0, -1], slotOfTen)).toEqual([]);
});
