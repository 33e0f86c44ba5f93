import { expect, test } from 'vitest';
import { standing } from './funnel.ts';

test('only what chance does not explain stands out, and small stores need more for it', () => {
  // Of two expected, six are rare but happen; eight are not chance.
  expect([5, 6, 7, 8, 9].map((count) => standing(count, 2))).toEqual(['usual', 'bad', 'bad', 'bad', 'worst']);
  expect(standing(0, 2)).toBe('usual');
  expect([0, 1].map((count) => standing(count, 4))).toEqual(['good', 'usual']);
  expect(standing(0, 8)).toBe('best');
  expect([100, 119, 121, 133].map((count) => standing(count, 100))).toEqual(['usual', 'usual', 'bad', 'worst']);
  expect(standing(3, 0)).toBe('usual');
});

test('large counts are judged as small ones are', () => {
  expect(['usual', 'bad', 'worst']).toEqual([1_000, 1_066, 1_101].map((count) => standing(count, 1_000)));
  expect(standing(900, 1_000)).toBe('best');
});
