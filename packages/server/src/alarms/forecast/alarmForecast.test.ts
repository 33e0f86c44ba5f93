import { expect, it } from 'vitest';
import { commit, createMemory, evaluateBatch, type LimitRule, lookAtRule, watchPoint } from '../engine/index.ts';
import { readingsOf } from '../engine/testing/readingsOf.ts';
import { alarmForecast } from './alarmForecast.ts';

const start = 1_800_000_000_000;
const minute = 60_000;
const pointId = 5;
const freezer: LimitRule = {
  id: 1,
  kind: 'limit',
  bands: { highHigh: { limit: -10, severity: 1 }, high: { limit: -15, severity: 3 } },
  deadband: 1,
  onDelaySeconds: 600,
  offDelaySeconds: 300,
};

it('a general alarm whose value is beyond the urgent limit says when it becomes urgent: at the end of that limit’s delay', () => {
  const memory = createMemory();
  watchPoint(memory, { pointId, gatewayId: 3, maxGapSeconds: 180 }, [freezer], { now: start });
  const forecastAfter = (minutes: number, value: number) => {
    const at = start + minutes * minute;
    const batch = { readings: readingsOf([{ pointId, at, value }]), live: new Map([[3, { since: 0, watermark: at }]]) };
    const rest = { now: at, gone: new Map(), links: [], sourceOf: () => null, lateAfterMs: minute };
    commit(memory, evaluateBatch(memory, { ...batch, ...rest }));
    return alarmForecast(lookAtRule(memory, 1, { type: 'point', id: pointId }, at)!, null, at);
  };
  for (let m = 0; m < 12; m++) expect(forecastAfter(m, -14)).toBeNull();
  const urgentAt = start + 22 * minute;
  const expected = {
    kind: 'worse',
    limit: -10,
    severity: 1,
    expectedAt: urgentAt,
    soonest: urgentAt,
    latest: urgentAt,
  };
  expect(forecastAfter(12, -9)).toEqual(expected);
  expect(forecastAfter(15, -9)).toEqual(expected);
  expect(forecastAfter(16, -14)).toBeNull();
});
