import { expect, test } from 'vitest';
import { type HealthFigures, healthScore } from './healthScore.ts';

const unknown: HealthFigures = {
  ...{ connected: null, acknowledged: null, alarms: null, users: null, orders: null, maintenance: null },
};

test('the health of a customer is the mean of its parts by their weights', () => {
  const { parts, total } = healthScore({
    ...{ connected: { found: 0.99, against: 12 }, acknowledged: { found: 0.5, against: 8 } },
    ...{ alarms: { found: 3, against: 2 }, users: { found: 1, against: 2 } },
    ...{ orders: { found: 1, against: 4 }, maintenance: { found: 0.75, against: 4 } },
  });
  expect(parts.map(({ score }) => score)).toEqual([99, 50, 25, 50, 100, 75]);
  // 29.7 + 10 + 3.75 + 7.5 + 10 + 7.5
  expect(total).toBeCloseTo(68.45);
});

test('parts that are not known are left out, and none is worth more than all of it or less than nothing', () => {
  expect(healthScore(unknown).total).toBeNull();
  expect(healthScore({ ...unknown, connected: { found: 0.4, against: 3 } }).total).toBe(40);
  const alarms = (found: number, against: number) => healthScore({ ...unknown, alarms: { found, against } }).total;
  // Beside peers without a single alarm one alarm is worth nothing.
  expect([alarms(0, 0), alarms(1, 0), alarms(9, 2), alarms(0, 2)]).toEqual([100, 0, 0, 100]);
  expect(healthScore({ ...unknown, users: { found: 7, against: 2 } }).total).toBe(100);
});
