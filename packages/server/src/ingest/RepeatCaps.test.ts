import { expect, test } from 'vitest';
import { type Admission, type Cap, RepeatCaps } from './RepeatCaps.ts';

const noon = Date.UTC(2026, 10, 21, 4);
const minute = 60_000;
const kind = (key: string, max = 2): readonly [Cap] => [{ key, max }];

const admitted = (caps: RepeatCaps, key: string, now = noon): Admission => {
  const admission = caps.admit(now, kind(key));
  if (!admission) throw new Error(`${key} was not admitted`);
  return admission;
};

test('the first of a kind are kept each minute; the rest is counted with the last of them', async () => {
  const caps = new RepeatCaps();
  for (const rowId of [1, 2]) admitted(caps, 'notJson').stored(rowId);
  admitted(caps, 'unknownTopic').stored(3);
  for (let n = 0; n < 3; n++) {
    expect(caps.admit(noon, kind('notJson'))).toBeNull();
    await caps.leaveOut('notJson');
  }
  expect(caps.takeLeftOut(noon)).toEqual([{ rowId: 2, count: 3 }]);
  expect(caps.takeLeftOut(noon)).toEqual([]);

  await caps.leaveOut('notJson');
  admitted(caps, 'notJson', noon + 2 * minute).stored(4);
  // Of the minute before, though the next has begun.
  const left = caps.takeLeftOut(noon + 2 * minute);
  expect(left).toEqual([{ rowId: 2, count: 1 }]);
  caps.putBack(left);
  expect(caps.takeLeftOut(noon + 2 * minute)).toEqual(left);
});

test('one is counted as left out only once another of its kind is stored; where none can be, it was not taken', async () => {
  const caps = new RepeatCaps();
  const [first, second] = [admitted(caps, 'notJson'), admitted(caps, 'notJson')];
  const third = caps.leaveOut('notJson');
  first.failed(new Error('no database'));
  second.failed(new Error('no database'));
  await expect(third).rejects.toThrow('no database');

  const [again, last] = [admitted(caps, 'notJson'), admitted(caps, 'notJson')];
  const fourth = caps.leaveOut('notJson');
  again.failed(new Error('no database'));
  last.stored(7);
  await fourth;
  expect(caps.takeLeftOut(noon)).toEqual([{ rowId: 7, count: 1 }]);
});
