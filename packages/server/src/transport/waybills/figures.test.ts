import { expect, test } from 'vitest';
import { heldValues, kineticMean, worstDay } from './figures.ts';

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

test('the worst 24 hours hold all of what was warm; a range of less, or one that is hardly known, has none', () => {
  const hour = 3_600_000;
  const series = (hours: number, valueAt: (hour: number) => number) => ({
    length: hours * 6,
    measuredAt: Array.from({ length: hours * 6 }, (_, i) => (i * hour) / 6),
    values: Array.from({ length: hours * 6 }, (_, i) => valueAt(i / 6)),
  });
  const warm = series(72, (at) => (at >= 30 && at < 42 ? 15 : 5));
  const worst = worstDay(warm, null, { from: 0, to: 72 * hour, staleMs: hour })!;
  expect(worst.kinetic).toBeCloseTo(kineticMean(equally(5, 15))!, 9);
  expect(worst.from).toBeLessThanOrEqual(30 * hour);
  expect(worst.from + 24 * hour).toBeGreaterThanOrEqual(42 * hour);
  // By looking at every window that begins with a sample.
  const drift = series(50, (at) => 6 + 3 * Math.sin(at / 5) + (at > 20 ? at / 40 : 0));
  const all = Array.from(
    { length: 26 * 6 + 1 },
    (_, i) => kineticMean(drift.values.slice(i, i + 144).map((value) => ({ value, ms: 1 })))!,
  );
  expect(worstDay(drift, null, { from: 0, to: 50 * hour, staleMs: hour })!.kinetic).toBeCloseTo(Math.max(...all), 9);
  expect(
    worstDay(
      series(23, () => 5),
      null,
      { from: 0, to: 23 * hour, staleMs: hour },
    ),
  ).toBeNull();
  expect(
    worstDay(
      series(10, () => 5),
      null,
      { from: 0, to: 48 * hour, staleMs: hour },
    ),
  ).toBeNull();
});
