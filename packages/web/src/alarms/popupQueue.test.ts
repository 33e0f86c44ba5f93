import type { AlarmPush } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { emptyPopups, withClosed, withUnread } from './popupQueue.ts';

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
  ...changes,
});
const ids = (queue: ReturnType<typeof emptyPopups>) => queue.open.map(({ AlarmPushId }) => AlarmPushId);

it('keeps a popup until it is closed, also when the server no longer lists it', () => {
  const queue = withUnread(withUnread(emptyPopups(), [push(1)]), []);
  expect(ids(queue)).toEqual([1]);
  expect(ids(withClosed(queue, [1]))).toEqual([]);
});

it('does not show a closed popup again, also when the server still lists it', () => {
  const closed = withClosed(withUnread(emptyPopups(), [push(1)]), [1]);
  expect(ids(withUnread(closed, [push(1), push(2)]))).toEqual([2]);
  expect(ids(withUnread(emptyPopups([7]), [push(7)]))).toEqual([]);
});

it('puts the urgent first, then the newest, and recoveries last', () => {
  const queue = withUnread(emptyPopups(), [
    push(1),
    push(2, { Level: 1 }),
    push(3),
    push(4, { Level: 1, PushType: 3 }),
  ]);
  expect(ids(queue)).toEqual([2, 3, 1, 4]);
});

it('is the same queue when nothing is new, and follows the language otherwise', () => {
  const queue = withUnread(emptyPopups(), [push(1)]);
  expect(withUnread(queue, [push(1)])).toBe(queue);
  expect(withUnread(queue, [push(1, { AlarmSetting: '打开 30 秒' })]).open[0]?.AlarmSetting).toBe('打开 30 秒');
});
