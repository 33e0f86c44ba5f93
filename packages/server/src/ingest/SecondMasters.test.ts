import { expect, test } from 'vitest';
import { SecondMasters } from './SecondMasters.ts';

const minute = 60_000;

test('a frame that could have been our answer is told at once, and once an hour while it goes on', () => {
  const masters = new SecondMasters();
  expect(masters.heard(1, 3, true, 0)).toBe(true);
  expect(masters.heard(1, 3, true, 59 * minute)).toBe(false);
  expect(masters.heard(1, 4, true, 59 * minute)).toBe(true);
  expect(masters.heard(1, 3, true, 60 * minute)).toBe(true);
});

test('frames while nothing was asked are told from the third within ten minutes on', () => {
  const masters = new SecondMasters();
  const told = [0, 6, 11, 12].map((at) => masters.heard(1, 3, false, at * minute));
  expect(told).toEqual([false, false, false, true]);
});
