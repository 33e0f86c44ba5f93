import { expect, test } from 'vitest';
import { createHistoryShare, rowForCurve } from './historyShare.ts';

const minute = 60_000;
const day = 1440 * minute;
const tenPoints = Array.from({ length: 10 }, () => ({ samplingIntervalMs: minute }));
const present = new AbortController().signal;

/** Raw over this many days. */
const raw = (days: number) => ({ from: 0, to: days * day, intervalMinutes: 0 });

test.each([
  ['ten raw curves of a day', raw(1), 'short'],
  ['ten raw curves of a week', raw(7), 'long'],
  ['two years by four hours, which stand in roll-ups', { from: 0, to: 730 * day, intervalMinutes: 240 }, 'short'],
  ['two years by 241 minutes, which no roll-up fits', { from: 0, to: 730 * day, intervalMinutes: 241 }, 'long'],
] as const)('%s: %s stands in the row of %s reads', (_what, range, row) => {
  const share = createHistoryShare();
  expect(rowForCurve(share, tenPoints, range)).toBe(share[row]);
});

test('a curve of a day does not wait for the raw weeks of others', async () => {
  const share = createHistoryShare();
  const weeks = Array.from({ length: 12 }, (_, userId) =>
    rowForCurve(share, tenPoints, raw(7)).run(userId, present, () => new Promise(() => {})),
  );
  expect(weeks).toHaveLength(12);
  const day = rowForCurve(share, tenPoints, raw(1)).run(99, present, async () => 'drawn');
  expect(await day).toBe('drawn');
});

test('a curve of a day does not wait for the raw week that the same person began before', async () => {
  const share = createHistoryShare();
  void rowForCurve(share, tenPoints, raw(7)).run(1, present, () => new Promise(() => {}));
  expect(await rowForCurve(share, tenPoints, raw(1)).run(1, present, async () => 'drawn')).toBe('drawn');
});
