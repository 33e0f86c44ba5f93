import { expect, test } from 'vitest';
import { endOfLocal, epochOfLocal, localDaysBetween, localOfEpoch } from './zonedTime.ts';

const at = (iso: string) => Date.parse(iso);

test.each([
  ['2026-11-21 19:00', 'Asia/Shanghai', '2026-11-21T11:00:00Z'],
  ['2026-11-21T19:00:07', 'Asia/Shanghai', '2026-11-21T11:00:07Z'],
  ['2026-01-01 00:00', 'Asia/Kathmandu', '2025-12-31T18:15:00Z'],
  ['2026-07-01 12:00', 'America/New_York', '2026-07-01T16:00:00Z'],
  ['2026-12-01 12:00', 'America/New_York', '2026-12-01T17:00:00Z'],
  ['2028-02-29 23:59:59', 'UTC', '2028-02-29T23:59:59Z'],
  ['2039-01-01 00:00', 'Asia/Shanghai', '2038-12-31T16:00:00Z'],
])('%s in %s is %s, and back', (local, zone, iso) => {
  expect(epochOfLocal(local, zone)).toBe(at(iso));
  expect(localOfEpoch(at(iso), zone)).toBe(`${local.replace('T', ' ')}${local.length === 16 ? ':00' : ''}`);
});

test('when clocks go back, the first of the two equal hours is meant', () => {
  expect(epochOfLocal('2026-10-25 02:30', 'Europe/Berlin')).toBe(at('2026-10-25T00:30:00Z'));
  expect(epochOfLocal('2026-10-25 03:00', 'Europe/Berlin')).toBe(at('2026-10-25T02:00:00Z'));
  expect(localOfEpoch(at('2026-10-25T01:30:00Z'), 'Europe/Berlin')).toBe('2026-10-25 02:30:00');
});

test('an hour that is skipped counts on from before the change', () => {
  expect(epochOfLocal('2026-03-29 01:59', 'Europe/Berlin')).toBe(at('2026-03-29T00:59:00Z'));
  expect(epochOfLocal('2026-03-29 02:30', 'Europe/Berlin')).toBe(at('2026-03-29T01:30:00Z'));
  expect(epochOfLocal('2026-03-29 03:00', 'Europe/Berlin')).toBe(at('2026-03-29T01:00:00Z'));
});

test('times of days on which clocks change, and of those beside, are what the calendar of the place says', () => {
  const said = (iso: string) => localOfEpoch(at(iso), 'Europe/Berlin');
  expect(
    ['2026-10-24T23:59:59.999Z', '2026-10-25T00:59:59Z', '2026-10-25T01:00:00Z', '2026-10-25T23:00:00Z'].map(said),
  ).toEqual(['2026-10-25 01:59:59', '2026-10-25 02:59:59', '2026-10-25 02:00:00', '2026-10-26 00:00:00']);
  expect(said('1969-12-31T23:59:59.500Z')).toBe('1970-01-01 00:59:59');
  expect(localOfEpoch(Date.UTC(9999, 11, 31, 23), 'Asia/Shanghai')).toBe('10000-01-01 07:00:00');
  expect(() => localOfEpoch(0, 'Mars/Phobos')).toThrow(RangeError);
});

test('every quarter of an hour around a change of clocks comes back as itself', () => {
  for (const [zone, change] of [
    ['Europe/Berlin', '2026-03-29T01:00:00Z'],
    ['America/New_York', '2026-11-01T06:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ] as const) {
    for (let quarter = -12; quarter <= 12; quarter++) {
      const local = localOfEpoch(at(change) + quarter * 900_000, zone);
      expect(localOfEpoch(epochOfLocal(local, zone)!, zone)).toBe(local);
    }
  }
});

test.each(['2026-02-30 00:00', '2026-04-31 10:00', '2026-13-01 00:00', '2026-01-01 24:00', '2026-01-01', ''])(
  '%j is no time',
  (text) => {
    expect(epochOfLocal(text, 'UTC')).toBeNull();
  },
);

test('an end counts whole, to its last second or minute as it was written', () => {
  expect(endOfLocal('2026-10-01 10:00', 'Asia/Shanghai')).toBe(at('2026-10-01T02:00:59.999Z'));
  expect(endOfLocal('2026-10-01T10:00:30', 'Asia/Shanghai')).toBe(at('2026-10-01T02:00:30.999Z'));
  expect(endOfLocal('2026-02-30 10:00', 'Asia/Shanghai')).toBeNull();
});

test('days are counted by the calendar, across a change of clocks too', () => {
  expect(localDaysBetween('2026-03-01 00:00', '2026-04-01 00:00')).toBe(31);
  expect(localDaysBetween('2026-03-01 00:00', '2026-04-01 12:00')).toBe(31.5);
  expect(localDaysBetween('2026-02-30 00:00', '2026-04-01 12:00')).toBeNull();
});
