import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gapBounds } from './gapBounds.ts';

/** Quarters after one another: Wh, ¥ of a kWh, and whether they were estimated. */
const quarters = (...of: [wh: number, yuan: number, isEstimated: boolean][]) =>
  of.map(([wh, yuan, isEstimated], i) => ({ at: i * 900_000, wh, isEstimated, priceE8: yuan * 1e8 }));

test('a gap over two prices costs least in its cheap quarters and most in its dear ones', () => {
  const gap = quarters([500, 1, false], [500, 1, true], [500, 0.2, true], [500, 0.2, false]);
  // 1 kWh, counted as ¥ 0.60: all of it may have passed at ¥ 0.20, or at ¥ 1.00.
  const { least, most } = gapBounds(gap, 5000);
  expect([least, most].map(Math.round)).toEqual([-400_000, 400_000]);
  // A meter that passes 0.6 kWh a quarter at most cannot have passed all of it in one.
  const bounds = gapBounds(gap, 600);
  expect([bounds.least, bounds.most].map(Math.round)).toEqual([-80_000, 80_000]);
});

test('two gaps are two: what passed in one did not pass in the other', () => {
  const gaps = quarters([1000, 1, true], [500, 0.5, false], [1000, 0.2, true]);
  expect(gapBounds(gaps, 5000)).toEqual({ least: 0, most: 0 });
});

test('the counted cost, and that of any other way to pass the same energy, lie within the bounds', () => {
  const quarter = fc.record({
    share: fc.integer({ min: 0, max: 1000 }),
    other: fc.integer({ min: 0, max: 1000 }),
    yuan: fc.integer({ min: -1, max: 5 }),
  });
  fc.assert(
    fc.property(fc.array(quarter, { minLength: 1, maxLength: 30 }), (all) => {
      const sum = (of: (each: (typeof all)[number]) => number) => all.reduce((total, each) => total + of(each), 0);
      const [wh, others] = [sum(({ share }) => share), sum(({ other }) => other)];
      fc.pre(wh > 0 && others > 0);
      const way = all.map(({ other }) => (other / others) * wh);
      const mostWh = Math.max(...way, ...all.map(({ share }) => share));
      const { least, most } = gapBounds(
        quarters(...all.map(({ share, yuan }) => [share, yuan, true] as [number, number, boolean])),
        mostWh,
      );
      const counted = sum(({ share, yuan }) => share * yuan * 1e3);
      const cost = all.reduce((total, { yuan }, i) => total + way[i]! * yuan * 1e3, 0);
      expect(cost).toBeGreaterThanOrEqual(counted + least - 1);
      expect(cost).toBeLessThanOrEqual(counted + most + 1);
    }),
  );
});
