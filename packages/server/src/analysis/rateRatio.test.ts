import { expect, test } from 'vitest';
import { rateRatio } from './rateRatio.ts';

test('a ratio of rates has an interval, and of few alarms there is none', () => {
  const found = rateRatio({ count: 100, exposure: 10 }, { count: 100, exposure: 20 })!;
  expect([found.ratio, found.low, found.high]).toEqual([0.5, expect.closeTo(0.379, 3), expect.closeTo(0.66, 3)]);
  expect(rateRatio({ count: 9, exposure: 10 }, { count: 100, exposure: 20 })).toBeNull();
  expect(rateRatio({ count: 20, exposure: 0 }, { count: 100, exposure: 20 })).toBeNull();
});
