import type { AlarmPush } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { isPressing, openPopups } from './popupQueue.ts';

const push = (AlarmPushId: number, changes: Partial<AlarmPush> = {}): AlarmPush => ({
  AlarmPushId,
  AlarmId: AlarmPushId,
  ModelTreeId: 1,
  ModelTreeName: 'Freezer 3',
  PointName: 'Door',
  ProjectId: 1,
  ProjectName: 'Store',
  PushType: 0,
  Level: 2,
  AlarmClassName: 'State',
  AlarmSetting: 'Open for 30 s',
  AlarmEpoch: 0,
  ClearedEpoch: null,
  AckedEpoch: null,
  AckedName: null,
  ...changes,
});
const ids = (pushes: readonly AlarmPush[]) => pushes.map(({ AlarmPushId }) => AlarmPushId);
const none = new Set<number>();

it('a popup that was closed is not shown again, also when the server still lists it', () => {
  expect(ids(openPopups([push(1), push(2)], new Set([1])))).toEqual([2]);
});

it('the urgent comes first, then the newest, and what returned last', () => {
  const unread = [push(1), push(2, { Level: 1 }), push(3), push(4, { Level: 1, PushType: 3, ClearedEpoch: 9 })];
  expect(ids(openPopups(unread, none))).toEqual([2, 3, 1, 4]);
});

it('what somebody has confirmed stands behind what still waits, however severe', () => {
  const confirmed = push(1, { Level: 1, AckedEpoch: 5, AckedName: 'Wang Qiang' });
  const over = push(2, { Level: 1, ClearedEpoch: 5 });
  expect(ids(openPopups([over, confirmed, push(3, { Level: 3 })], none))).toEqual([3, 1, 2]);
});

it('only an urgent alarm that goes on and is nobody’s yet interrupts', () => {
  expect(isPressing(push(1, { Level: 1 }))).toBe(true);
  expect(isPressing(push(1, { Level: 2 }))).toBe(false);
  expect(isPressing(push(1, { Level: 1, AckedEpoch: 5, AckedName: 'Wang Qiang' }))).toBe(false);
  expect(isPressing(push(1, { Level: 1, ClearedEpoch: 5 }))).toBe(false);
});
