import { expect, it } from 'vitest';
import { alarmSpan } from './alarmSpan.ts';

const minute = 60_000;
const raised = Date.UTC(2026, 10, 21, 1);
const alarm = { ALARM_EPOCH: raised, ALARM_EPOCH_CLEARED: null, AlarmType: 'state', ContinuedTime: 0 } as const;

it('holds the sample that raised the alarm, also when the clock on the screen is a minute behind', () => {
  const { from, to } = alarmSpan(alarm, raised - minute);
  expect([raised - from, to - raised]).toEqual([10 * minute, 1000]);
});

it('never reaches into the future, where nothing was measured', () => {
  expect(alarmSpan(alarm, raised + 3 * minute).to).toBe(raised + 3 * minute);
  const returned = { ...alarm, ALARM_EPOCH_CLEARED: raised + 2 * minute, ContinuedTime: 120 };
  expect(alarmSpan(returned, raised + 4 * minute).to).toBe(raised + 4 * minute);
});

it('shows more of what was usual before a temperature, which drifts, and at most six hours', () => {
  expect(raised - alarmSpan({ ...alarm, AlarmType: 'limit' }, raised).from).toBe(45 * minute);
  expect(raised - alarmSpan(alarm, raised + 48 * 60 * minute).from).toBe(360 * minute);
});
