import type { AlarmOfPoint } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { alarmAt, clearOf } from './curveMarks.ts';

const minute = 60_000;
const shape = { span: { from: 0, to: 600 * minute } };
const alarm = (AlarmId: number, Level: number, from: number, to: number | null): AlarmOfPoint => ({
  AlarmId,
  Level,
  PointId: 1,
  StrategyId: null,
  ALARM_DESCRIBE: '',
  ALARM_EPOCH: from * minute,
  ALARM_EPOCH_CLEARED: to === null ? null : to * minute,
  EndReason: null,
});

it('a mark of an alarm means the one that was raised there, else the most severe that stood then', () => {
  const marks = { alarms: [alarm(1, 3, 100, 300), alarm(2, 1, 150, 250), alarm(3, 2, 400, null)], defrosts: [] };
  const at = (time: number) => alarmAt(marks, time * minute, 5 * minute, shape)?.AlarmId ?? null;
  expect(at(102)).toBe(1);
  expect(at(200)).toBe(2);
  expect(at(280)).toBe(1);
  expect(at(590)).toBe(3);
  expect(at(350)).toBeNull();
});

it('a word keeps clear of lines that would strike it through, one above the other', () => {
  expect(clearOf(200, [100, 230], 9)).toBe(200);
  expect(clearOf(200, [196], 9)).toBe(187);
  expect(clearOf(200, [190, 203], 9)).toBe(181);
});
