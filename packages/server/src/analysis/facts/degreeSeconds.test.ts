import { expect, test } from 'vitest';
import { degreeSeconds, heatLimitOf } from './degreeSeconds.ts';

const minute = 60_000;
const samples = (...list: readonly (readonly [minute: number, value: number, quality?: number])[]) => ({
  measuredAt: Float64Array.from(list, ([at]) => at * minute),
  values: Float64Array.from(list, ([, value]) => value),
  quality: Uint8Array.from(list, ([, , quality = 0]) => quality),
  length: list.length,
});
const within = { from: 10 * minute, until: 20 * minute, maxGapMs: 5 * minute };

test('degrees beyond a limit are counted as long as a value holds, within the alarm and on its side', () => {
  const high = { limit: -15, isHigh: true };
  // −13 from minute 10 to 12, −10 to minute 14.
  expect(degreeSeconds(samples([9, -13], [12, -10], [14, -18]), high, within)).toBe(2 * 2 * 60 + 5 * 2 * 60);
  // No value after minute 12: it holds for five minutes.
  expect(degreeSeconds(samples([12, -10]), high, within)).toBe(5 * 5 * 60);
  // A bad value ends the one before, and says nothing.
  expect(degreeSeconds(samples([10, -10], [11, 99, 128]), high, within)).toBe(5 * 60);
  expect(degreeSeconds(samples([18, -14]), high, within)).toBe(2 * 60);
  expect(degreeSeconds(samples([10, 1]), { limit: 2, isHigh: false }, within)).toBe(5 * 60);
});

test('the limit is the inner one of the rule as it stood, or the one on record', () => {
  const bands = { high: { limit: 8 }, highHigh: { limit: 12 }, lowLow: { limit: -2 } };
  const alarm = { rule_definition: { kind: 'limit', bands }, limit_value: 12 };
  expect(heatLimitOf({ ...alarm, band: 'highHigh' })).toEqual({ limit: 8, isHigh: true });
  expect(heatLimitOf({ ...alarm, band: 'lowLow' })).toEqual({ limit: -2, isHigh: false });
  const following = { bands: { high: { limit: 3, from: { pointId: 1 } } } };
  expect(heatLimitOf({ rule_definition: following, band: 'high', limit_value: 7.5 })).toEqual({
    limit: 7.5,
    isHigh: true,
  });
  expect(heatLimitOf({ rule_definition: {}, band: null, limit_value: null })).toBeNull();
});
