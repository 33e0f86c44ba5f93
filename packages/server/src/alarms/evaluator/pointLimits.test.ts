import { expect, test } from 'vitest';
import type { AlarmRule } from '../engine/index.ts';
import { limitsAt, limitsOver, usualLimits } from './pointLimits.ts';

const limits = (id: number, bands: Extract<AlarmRule, { kind: 'limit' }>['bands']): AlarmRule => ({
  id,
  kind: 'limit',
  bands,
  deadband: 0,
  onDelaySeconds: 0,
  offDelaySeconds: 0,
});

test('of two rules on one point the curve shows the tighter limit on each side', () => {
  const warehouse = limits(1, { high: { limit: -15, severity: 2 }, low: { limit: -25, severity: 3 } });
  const pharmacy = limits(2, { high: { limit: -18, severity: 1 }, low: { limit: -22, severity: 2 } });
  expect(usualLimits([warehouse, pharmacy])).toEqual({ highHigh: null, high: -18, low: -22, lowLow: null });
});

test('a point whose rules know no limit has no limits to draw', () => {
  expect(usualLimits([{ id: 1, kind: 'noData', afterSeconds: 900, severity: 3 }])).toBeNull();
  expect(usualLimits([])).toBeNull();
});

/** A supermarket’s clock, Thursday 1 October 2026 a holiday. */
const calendar = { timeZone: 'Asia/Shanghai', dayKinds: new Map([['2026-10-01', 8]]) };
const local = (time: string) => Date.parse(`${time}+08:00`);
const hours = { days: [1, 2, 3, 4, 5], fromMinute: 480, untilMinute: 1080, endsNextDay: false };
const always = limits(1, { high: { limit: -15, severity: 2 } });
const onWeekdays: AlarmRule = {
  ...{
    id: 2,
    kind: 'limit',
    bands: { high: { limit: -20, severity: 1 } },
    deadband: 0,
    onDelaySeconds: 0,
    offDelaySeconds: 0,
  },
  ...{ periods: [hours, { ...hours, days: [8], bands: { high: { limit: -17, severity: 1 } } }] },
};
const high = (limit: number) => ({ highHigh: null, high: limit, low: null, lowLow: null });

test('a limit outside its hours is not in force, and the other policy’s limit is; on a holiday that of the holiday', () => {
  const at = (time: string) => limitsAt([always, onWeekdays], calendar, local(time));
  expect(at('2026-09-30T09:00:00')).toEqual(high(-20));
  expect(at('2026-09-30T23:11:00')).toEqual(high(-15));
  expect(at('2026-10-03T09:00:00')).toEqual(high(-15));
  expect(at('2026-10-01T09:00:00')).toEqual(high(-17));
  expect(limitsAt([onWeekdays], calendar, local('2026-09-30T23:11:00'))).toBeNull();
  // A range changes with the hours, without a gap.
  const [from, to] = [local('2026-09-30T12:00:00'), local('2026-10-01T12:00:00')];
  expect(limitsOver([always, onWeekdays], calendar, { from, to })).toEqual([
    { from, to: local('2026-09-30T18:00:00'), limits: high(-20) },
    { from: local('2026-09-30T18:00:00'), to: local('2026-10-01T08:00:00'), limits: high(-15) },
    { from: local('2026-10-01T08:00:00'), to, limits: high(-17) },
  ]);
  expect(limitsOver([always], calendar, { from, to })).toEqual([{ from, to, limits: high(-15) }]);
});
