import { expect, test } from 'vitest';
import { createHistoryShare, type ReadPoint, rowFor } from './historyShare.ts';

const minute = 60_000;
const day = 1440 * minute;
const tenOf = (more: Partial<ReadPoint> = {}): ReadPoint[] =>
  Array.from({ length: 10 }, () => ({ samplingIntervalMs: minute, kind: 'analog', limits: null, ...more }));
const tenPoints = tenOf();
const limited = tenOf({ limits: { low: -20, high: -15 } });
const present = new AbortController().signal;

/** Raw over this many days. */
const raw = (days: number) => ({ from: 0, to: days * day, intervalMinutes: 0 });

/** Over this many days. */
const by = (intervalMinutes: number, days: number) => ({ from: 0, to: days * day, intervalMinutes });

test.each([
  ['ten raw curves of a day', tenPoints, raw(1), 'short'],
  ['ten raw curves of a week', tenPoints, raw(7), 'long'],
  ['two years by four hours, which stand in roll-ups', tenPoints, by(240, 730), 'short'],
  ['two years by 241 minutes, which no roll-up fits', tenPoints, by(241, 730), 'long'],
  ['a month of values that may cross their limits every day', limited, by(30, 30), 'short'],
  ['two years of them', limited, by(240, 730), 'long'],
  ['two years of state points, of which every change counts', tenOf({ kind: 'state' }), by(240, 730), 'long'],
] as const)('%s stands in the row it is fit for', (_what, points, range, row) => {
  const share = createHistoryShare();
  expect(rowFor(share, points, range)).toBe(share[row]);
});

test('a curve of a day does not wait for the raw weeks of others', async () => {
  const share = createHistoryShare();
  const weeks = Array.from({ length: 12 }, (_, userId) =>
    rowFor(share, tenPoints, raw(7)).run(userId, present, () => new Promise(() => {})),
  );
  expect(weeks).toHaveLength(12);
  const day = rowFor(share, tenPoints, raw(1)).run(99, present, async () => 'drawn');
  expect(await day).toBe('drawn');
});

test('a curve of a day does not wait for the raw week that the same person began before', async () => {
  const share = createHistoryShare();
  void rowFor(share, tenPoints, raw(7)).run(1, present, () => new Promise(() => {}));
  expect(await rowFor(share, tenPoints, raw(1)).run(1, present, async () => 'drawn')).toBe('drawn');
});
