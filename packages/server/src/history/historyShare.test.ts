import { expect, test } from 'vitest';
import { createHistoryShare, type ReadPoint, rowFor } from './historyShare.ts';
import { bucketStretches } from './read/bucketStretches.ts';

const minute = 60_000;
const day = 1440 * minute;
const tenOf = (more: Partial<ReadPoint> = {}): ReadPoint[] =>
  Array.from({ length: 10 }, () => ({ samplingIntervalMs: minute, kind: 'analog', limits: null, ...more }));
const tenPoints = tenOf();
const limited = tenOf({ limits: [{ from: 0, to: 1e15, low: -20, high: -15 }] });
const present = new AbortController().signal;

const begin = Date.parse('2024-01-01T00:00Z');
const ofDays = (days: number) => ({ from: begin, to: begin + days * day });
const twoYears = (intervalMinutes: number, timeZone = 'UTC') =>
  bucketStretches({ ...ofDays(730), intervalMinutes }, timeZone, null);

test.each([
  ['ten raw curves of a day', tenPoints, 'short', ofDays(1), null],
  ['ten raw curves of a week', tenPoints, 'long', ofDays(7), null],
  ['two years by four hours, which stand in roll-ups', tenPoints, 'short', ofDays(730), twoYears(240)],
  ['the same by the clocks of Berlin', tenPoints, 'short', ofDays(730), twoYears(240, 'Europe/Berlin')],
  ['the same by the clocks of India', tenPoints, 'short', ofDays(730), twoYears(240, 'Asia/Kolkata')],
  ['by those of Nepal, which no roll-up fits', tenPoints, 'long', ofDays(730), twoYears(240, 'Asia/Kathmandu')],
  ['two years by 241 minutes, which no roll-up fits', tenPoints, 'long', ofDays(730), twoYears(241)],
  ['a month of values that may cross their limits every day', limited, 'short', ofDays(30), twoYears(30)],
  ['two years of them', limited, 'long', ofDays(730), twoYears(240)],
  [
    'two years of state points, of which every change counts',
    tenOf({ kind: 'state' }),
    'long',
    ofDays(730),
    twoYears(240),
  ],
  ['totals of two years', tenPoints, 'short', ofDays(730), []],
] as const)('%s: in the row that fits', (_what, points, row, range, stretches) => {
  const share = createHistoryShare();
  expect(rowFor(share, points, range, stretches)).toBe(share[row]);
});

test('a curve of a day does not wait for the raw weeks of others', async () => {
  const share = createHistoryShare();
  const weeks = Array.from({ length: 12 }, (_, userId) =>
    rowFor(share, tenPoints, ofDays(7), null).run(userId, present, () => new Promise(() => {})),
  );
  expect(weeks).toHaveLength(12);
  const day = rowFor(share, tenPoints, ofDays(1), null).run(99, present, async () => 'drawn');
  expect(await day).toBe('drawn');
});

test('a curve of a day does not wait for the raw week that the same person began before', async () => {
  const share = createHistoryShare();
  void rowFor(share, tenPoints, ofDays(7), null).run(1, present, () => new Promise(() => {}));
  expect(await rowFor(share, tenPoints, ofDays(1), null).run(1, present, async () => 'drawn')).toBe('drawn');
});
