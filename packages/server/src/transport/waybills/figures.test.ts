import { expect, test } from 'vitest';
import { heldValues, kineticMean } from './figures.ts';

const equally = (...values: number[]) => values.map((value) => ({ value, ms: 3_600_000 }));

test('the mean kinetic temperature weighs warm hours more: 5, 5, 5 and 25 °C are 15.13 °C', () => {
  expect(kineticMean(equally(5, 5, 5, 25))).toBeCloseTo(15.13, 2);
  expect(kineticMean(equally(5, 5))).toBeCloseTo(5, 9);
  expect(kineticMean([])).toBeNull();
});

test('a value holds until the next one, at most as long as it is fresh, and not beyond the end; a bad one ends it', () => {
  const samples = {
    length: 4,
    measuredAt: [0, 60_000, 120_000, 1_000_000],
    values: [4, Number.NaN, 5, 6],
  };
  expect([...heldValues(samples, 1_030_000, 180_000)]).toEqual([
    { value: 4, ms: 60_000 },
    { value: 5, ms: 180_000 },
    { value: 6, ms: 30_000 },
  ]);
});
