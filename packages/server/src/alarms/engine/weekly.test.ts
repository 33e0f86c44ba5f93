import { expect, test } from 'vitest';
import type { Period } from './alarmRule.ts';
import { type Calendar, periodAt, periodEndsAt } from './weekly.ts';

const minute = 60_000;
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const night: Period = { days: everyDay, fromMinute: 22 * 60, untilMinute: 150, endsNextDay: true };
const morning: Period = { days: everyDay, fromMinute: 150, untilMinute: 480, endsNextDay: false };
const zurich: Calendar = { timeZone: 'Europe/Zurich', dayKinds: new Map() };

/** What a clock on the wall would say, asked for every single minute. */
const wall = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Zurich',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const onTheWall = (at: number): number => {
  const [hours, minutes] = wall.format(at).split(':').map(Number);
  const now = hours! * 60 + minutes!;
  if (now >= 22 * 60 || now < 150) return 0;
  return now < 480 ? 1 : -1;
};

test.each([
  ['when clocks go forward', Date.UTC(2026, 2, 28, 12)],
  ['when clocks go back', Date.UTC(2026, 9, 24, 12)],
])('periods across midnight follow the clock on the wall %s, and end where it says so', (_, noon) => {
  for (let at = noon; at < noon + 36 * 60 * minute; at += minute) {
    expect(periodAt([night, morning], zurich, at)).toBe(onTheWall(at));
    const ends = periodEndsAt([night, morning], zurich, at);
    expect(onTheWall(ends)).not.toBe(onTheWall(at));
    expect(onTheWall(ends - minute)).toBe(onTheWall(at));
  }
});

test('a holiday has the hours of holidays where a rule has any, and a day worked in its place those of that weekday', () => {
  const calendar: Calendar = {
    timeZone: 'Asia/Shanghai',
    dayKinds: new Map([
      ['2026-10-01', 8], // a Thursday
      ['2026-10-10', 4], // a Saturday that is worked like a Thursday
    ]),
  };
  const thursdays: Period = { days: [4], fromMinute: 0, untilMinute: 1440, endsNextDay: false };
  const holidays: Period = { ...thursdays, days: [8] };
  const noonOf = (day: number) => Date.UTC(2026, 9, day, 4);
  expect(periodAt([thursdays, holidays], calendar, noonOf(1))).toBe(1);
  expect(periodAt([thursdays], calendar, noonOf(1))).toBe(0);
  expect(periodAt([thursdays, holidays], calendar, noonOf(8))).toBe(0);
  expect(periodAt([thursdays, holidays], calendar, noonOf(10))).toBe(0);
  expect(periodAt([thursdays, holidays], calendar, noonOf(9))).toBe(-1);
});

test('where clocks are three quarters of an hour ahead a day begins at its midnight, too', () => {
  const mondays: Period = { days: [1], fromMinute: 0, untilMinute: 480, endsNextDay: false };
  const kathmandu: Calendar = { timeZone: 'Asia/Kathmandu', dayKinds: new Map() };
  const midnight = Date.UTC(2026, 0, 4, 18, 15);
  expect(periodEndsAt([mondays], kathmandu, midnight - 60 * minute)).toBe(midnight);
  expect(periodAt([mondays], kathmandu, midnight - 1)).toBe(-1);
  expect(periodAt([mondays], kathmandu, midnight)).toBe(0);
});

test('the hours of a week are worked out once for all points that keep them, with any limits', () => {
  let asked = 0;
  class CountedDays extends Map<string, number> {
    override get(day: string): number | undefined {
      asked += 1;
      return super.get(day);
    }
  }
  const calendar: Calendar = { timeZone: 'Asia/Shanghai', dayKinds: new CountedDays([['2026-10-01', 8]]) };
  const monday = Date.UTC(2026, 8, 20, 16);
  const askFor = (high: number) => {
    const bands = { high: { limit: high, severity: 2 as const } };
    const periods = [{ days: [1, 2, 3], fromMinute: 0, untilMinute: 1440, endsNextDay: false, bands }];
    return [periodAt(periods, calendar, monday), periodEndsAt(periods, calendar, monday)];
  };
  expect(askFor(1)).toEqual([0, monday + 3 * 1440 * minute]);
  const askedOfOne = asked;
  for (let high = 2; high <= 100; high++) expect(askFor(high)).toEqual([0, monday + 3 * 1440 * minute]);
  expect(asked).toBe(askedOfOne);
});
