import { expect, it } from 'vitest';
import { levelShown, nextPending } from './pendingAlarm.ts';

const pending = (Level: number, DueEPOCH: number | null) => ({
  Kind: 'limit' as const,
  Level,
  SinceEPOCH: 0,
  DueEPOCH,
});

it('shows the pending alarm that is due first, before one whose delay stands still', () => {
  expect(nextPending({ Pending: [pending(3, null), pending(2, 9_000), pending(1, 20_000)] })).toEqual(
    pending(2, 9_000),
  );
  expect(nextPending({ Pending: [pending(3, null)] })).toEqual(pending(3, null));
  expect(nextPending({ Pending: [] })).toBeNull();
});

it('colours a value by its open alarm, else by the one that is pending', () => {
  expect(levelShown({ AlarmLevel: 3, Band: null, Pending: [pending(1, 5)] })).toBe(3);
  expect(levelShown({ AlarmLevel: null, Band: 'high', Pending: [pending(1, 5)] })).toBe(1);
  expect(levelShown({ AlarmLevel: null, Band: 'within', Pending: [] })).toBeNull();
});

it('colours a value beyond its limit while no alarm speaks of it, the outer limit more severely', () => {
  expect(levelShown({ AlarmLevel: null, Band: 'highHigh', Pending: [] })).toBe(2);
  expect(levelShown({ AlarmLevel: null, Band: 'low', Pending: [] })).toBe(3);
});
