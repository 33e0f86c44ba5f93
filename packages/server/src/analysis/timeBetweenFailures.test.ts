import { expect, test } from 'vitest';
import { timeBetweenFailures } from './timeBetweenFailures.ts';

test('three failures in a year of one device are 121.7 days apart, and at least 54.6', () => {
  const { days, atLeastDays } = timeBetweenFailures(365, 3);
  expect(days).toBeCloseTo(121.7, 1);
  expect(atLeastDays).toBeCloseTo(54.6, 1);
});

test('a year without a failure says at least 158.5 days, and nothing watched says nothing', () => {
  const { days, atLeastDays } = timeBetweenFailures(365, 0);
  expect(days).toBe(null);
  expect(atLeastDays).toBeCloseTo(158.5, 1);
  expect(timeBetweenFailures(0, 0)).toEqual({ days: null, atLeastDays: null });
});

test('the more failures there were, the nearer the lower limit comes to the mean', () => {
  const shares = [1, 10, 100, 3000].map((n) => {
    const { days, atLeastDays } = timeBetweenFailures(1000 * n, n);
    return atLeastDays! / days!;
  });
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.at(-1)).toBeGreaterThan(0.97);
});
