import { expect, test } from 'vitest';
import { localIntervals, offsetStretches, offsetText, roundTimes } from './localIntervals.ts';
import { epochOfLocal, localOfEpoch } from './zonedTime.ts';

const hour = 3_600_000;
const rowsOf = (start: string, end: string, widthMs: number, timeZone: string) => {
  const at = (local: string) => epochOfLocal(local, timeZone)!;
  const edges = [...localIntervals(at(start), at(end), widthMs, timeZone)];
  return edges
    .slice(0, -1)
    .map(
      (edge, index) =>
        `${localOfEpoch(edge, timeZone).slice(5, 16)} ${offsetText(edge, timeZone)} ${(edges[index + 1]! - edge) / hour} h`,
    );
};

test('days begin at local midnight and have 23 or 25 hours when clocks change', () => {
  expect(rowsOf('2025-10-25 00:00', '2025-10-28 00:00', 24 * hour, 'Europe/Berlin')).toEqual([
    '10-25 00:00 +02:00 24 h',
    '10-26 00:00 +02:00 25 h',
    '10-27 00:00 +01:00 24 h',
  ]);
  expect(rowsOf('2026-03-28 00:00', '2026-03-31 00:00', 24 * hour, 'Europe/Berlin')).toEqual([
    '03-28 00:00 +01:00 24 h',
    '03-29 00:00 +01:00 23 h',
    '03-30 00:00 +02:00 24 h',
  ]);
});

test('a midnight that comes twice begins one day, and one that is skipped is the change itself', () => {
  expect(rowsOf('2025-11-01 00:00', '2025-11-04 00:00', 24 * hour, 'America/Havana')).toEqual([
    '11-01 00:00 -04:00 24 h',
    '11-02 00:00 -04:00 25 h',
    '11-03 00:00 -05:00 24 h',
  ]);
  expect(rowsOf('2026-03-07 00:00', '2026-03-10 00:00', 24 * hour, 'America/Havana')).toEqual([
    '03-07 00:00 -05:00 24 h',
    '03-08 01:00 -04:00 23 h',
    '03-09 00:00 -04:00 24 h',
  ]);
  expect(rowsOf('2026-03-08 05:00', '2026-03-09 00:00', 24 * hour, 'America/Havana')).toEqual([
    '03-08 01:00 -04:00 23 h',
  ]);
});

test('two hours stay even hours; a repeated hour belongs to its interval, a skipped edge is the change', () => {
  expect(rowsOf('2025-10-26 00:00', '2025-10-26 06:00', 2 * hour, 'Europe/Berlin')).toEqual([
    '10-26 00:00 +02:00 2 h',
    '10-26 02:00 +02:00 3 h',
    '10-26 04:00 +01:00 2 h',
  ]);
  expect(rowsOf('2026-03-29 00:00', '2026-03-29 06:00', 2 * hour, 'Europe/Berlin')).toEqual([
    '03-29 00:00 +01:00 2 h',
    '03-29 03:00 +02:00 1 h',
    '03-29 04:00 +02:00 2 h',
  ]);
});

test('an hour that comes twice is two rows of different offsets', () => {
  expect(rowsOf('2025-10-26 01:30', '2025-10-26 03:30', hour, 'Europe/Berlin')).toEqual([
    '10-26 01:00 +02:00 1 h',
    '10-26 02:00 +02:00 1 h',
    '10-26 02:00 +01:00 1 h',
    '10-26 03:00 +01:00 1 h',
  ]);
});

test('stretches end where clocks change, to the millisecond; a range without a change is one', () => {
  const [from, to] = [Date.parse('2025-10-01T00:00:00Z'), Date.parse('2026-04-01T00:00:00Z')];
  expect(offsetStretches(from, to, 'Europe/Berlin').map((one) => new Date(one.to).toISOString())).toEqual([
    '2025-10-26T01:00:00.000Z',
    '2026-03-29T01:00:00.000Z',
    '2026-04-01T00:00:00.000Z',
  ]);
  expect(offsetStretches(from, to, 'Asia/Shanghai')).toEqual([{ from, to, offsetMs: 8 * hour }]);
  expect(roundTimes(from, from + 24 * hour, 12 * hour, '2025-10-01', 'UTC')).toHaveLength(3);
});
