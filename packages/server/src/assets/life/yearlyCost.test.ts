import { expect, test } from 'vitest';
import { yearlyCost } from './yearlyCost.ts';

test('equipment at ¥28,000 costs ¥3,256.77 a year over twelve years', () => {
  expect(yearlyCost(28_000, 144)).toBeCloseTo(3_256.77, 2);
  // Over a single year: its price with interest, without what is left of it.
  expect(yearlyCost(1_000, 12)).toBeCloseTo(1_010);
});
