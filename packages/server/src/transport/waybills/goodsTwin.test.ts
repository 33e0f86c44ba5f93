import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beyondLimits, goodsForecast, goodsTwin } from './goodsTwin.ts';

const minute = 60_000;
const hour = 60 * minute;
const each = (values: readonly number[], stepMs = minute) => ({ times: values.map((_, i) => i * stepMs), values });

test('goods follow 63 % of a jump of the air in one lag, 95 % in three', () => {
  const jump = { times: [0, 1, ...[60, 180].map((m) => m * minute)], values: [0, 10, 10, 10] };
  const { goods } = goodsTwin(jump, hour, 24 * hour);
  expect(goods[2]).toBeCloseTo(10 * (1 - Math.exp(-1)), 3);
  expect(goods[3]).toBeCloseTo(10 * (1 - Math.exp(-3)), 3);
});

test('are what small steps of the same equation give, however unevenly the air is sampled', () => {
  const step = fc.record({ minutes: fc.integer({ min: 1, max: 20 }), value: fc.integer({ min: -30, max: 30 }) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 12 }), fc.integer({ min: 10, max: 600 }), (steps, lag) => {
      let time = 0;
      const times = steps.map(({ minutes }) => (time += minutes * minute));
      const values = steps.map(({ value }) => value);
      const { goods } = goodsTwin({ times, values }, lag * minute, 24 * hour);
      let small = values[0]!;
      for (let i = 1; i < times.length; i++)
        for (let at = times[i - 1]!; at < times[i]!; at += 1_000) {
          const share = (at + 500 - times[i - 1]!) / (times[i]! - times[i - 1]!);
          const air = values[i - 1]! + (values[i]! - values[i - 1]!) * share;
          small += ((air - small) * 1_000) / (lag * minute);
        }
      expect(Math.abs(goods.at(-1)! - small)).toBeLessThan(0.05);
    }),
    { numRuns: 60 },
  );
});

test('never leave the range of the air', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 1, maxLength: 40 }), (values) => {
      for (const goods of goodsTwin(each(values), 30 * minute, hour).goods) {
        expect(goods).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9);
        expect(goods).toBeLessThanOrEqual(Math.max(...values) + 1e-9);
      }
    }),
  );
});

test('are beyond limits for the share of a leg that is; what was not known counts for nothing', () => {
  const twin = { goods: [0, 10, 10, 0], isKnown: [true, true, false, true] };
  expect(
    beyondLimits(
      [0, 10, 20, 30].map((m) => m * minute),
      twin,
      { low: null, high: 5 },
    ),
  ).toBe(10 * minute);
  expect(
    beyondLimits(
      [0, 10, 20, 30].map((m) => m * minute),
      twin,
      { low: 2, high: null },
    ),
  ).toBe(4 * minute);
  expect(goodsTwin({ times: [0, minute, hour], values: [1, 1, 1] }, hour, 10 * minute).isKnown).toEqual([
    true,
    true,
    false,
  ]);
});

describe('a forecast', () => {
  const warm = each(Array.from({ length: 61 }, () => 12));
  const limits = { low: 2, high: 8 };

  test('says where goods are at a time, and when they pass a limit, in air as in the last hour', () => {
    const twin = { goods: [4], isKnown: [true] };
    const one = { times: [hour], values: [12] };
    const forecast = goodsForecast(one, twin, { at: 3 * hour, lagMs: 2 * hour, ...limits })!;
    expect(forecast.goods).toBeCloseTo(12 - 8 * Math.exp(-1), 6);
    // 12 − 8·e^(−t/2 h) = 8.
    expect(forecast.limitAt! - hour).toBeCloseTo(2 * hour * Math.log(2), -2);
  });

  test('says how cold and how warm they may be by the coldest and warmest of that hour', () => {
    const air = each([...Array.from({ length: 30 }, () => 4), ...Array.from({ length: 31 }, () => 10)]);
    const forecast = goodsForecast(air, goodsTwin(air, 2 * hour, hour), { at: 4 * hour, lagMs: 2 * hour, ...limits })!;
    expect(forecast.coldest).toBeLessThan(forecast.goods);
    expect(forecast.goods).toBeLessThan(forecast.warmest);
    expect(forecast.air).toBeCloseTo(7.1, 1);
  });

  test('has no limit to pass where the air keeps within it, and says nothing without a sample', () => {
    const cold = each([5, 5, 5]);
    expect(goodsForecast(cold, goodsTwin(cold, hour, hour), { at: hour, lagMs: hour, ...limits })!.limitAt).toBeNull();
    expect(goodsForecast(warm, goodsTwin(warm, hour, hour), { at: hour, lagMs: hour, ...limits })!.limitAt).toBe(hour);
    expect(goodsForecast(each([]), { goods: [], isKnown: [] }, { at: 0, lagMs: hour, ...limits })).toBeNull();
  });
});
