import { minuteMs, sunTime } from '@watchpost/contract';
import { describe, expect, test } from 'vitest';
import { nextDues } from './dueTimes.ts';

const from = Date.UTC(2026, 0, 1);
const until = Date.UTC(2027, 0, 1);

const expressions = [
  '0 22 * * *',
  '30 6 * * 1-5',
  '15 2 * * *',
  '30 2 * * 0',
  '0 3 * * *',
  '45 1 * * *',
  '*/15 * * * *',
  '7 * * * *',
  '0 */6 * * *',
  '5,35 8-18 * * 1-5',
  '0 0 1 * *',
  '0 12 31 * *',
  '30 23 29 2 *',
  '0 9 1 1,4,7,10 *',
  '20 4 * 6-8 6,0',
  '0 0 * * 1',
  '59 23 31 12 *',
  '10-14 5 * * *',
  '0 1-3 * 3,4,10 *',
  '0,30 2 * * *',
  '20 1,2,14 * * *',
];
const zones = ['Asia/Shanghai', 'Europe/Berlin', 'Australia/Lord_Howe'];

/** Minutes of a year by the clock on the wall of a zone, each as if it were UTC. */
function wallOf(timeZone: string): Float64Array {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const walls = new Float64Array((until - from) / minuteMs + 1);
  for (let i = 0; i < walls.length; i++) {
    const [year, month, day, hour, minute] = format
      .format(from + (i - 1) * minuteMs)
      .match(/\d+/g)!
      .map(Number);
    walls[i] = Date.UTC(year!, month! - 1, day, hour, minute);
  }
  return walls;
}

/** A field of an expression as the set of what it lets through. */
function fieldOf(text: string, low: number, high: number): Set<number> {
  const allowed = new Set<number>();
  for (const part of text.split(',')) {
    const [range, step = '1'] = part.split('/');
    const [first, last = first] = range === '*' ? [low, high] : range!.split('-').map(Number);
    for (let value = first!; value <= last!; value += Number(step)) allowed.add(value);
  }
  return allowed;
}

/**
 * A second calculator that shares nothing with the first: it walks the year minute by minute and looks at the clock on the wall. A
 * fixed hour runs once where the hour is repeated, and at the moment of the change where it is left out; a pattern of hours goes on.
 */
function walk(expression: string, walls: Float64Array): number[] {
  const [minutes, hours, days, months, weekdays] = expression.split(' ') as [string, string, string, string, string];
  const allowed = [
    fieldOf(minutes, 0, 59),
    fieldOf(hours, 0, 23),
    fieldOf(days, 1, 31),
    fieldOf(months, 1, 12),
    fieldOf(weekdays, 0, 6),
  ] as const;
  const isMatch = (wall: number): boolean => {
    const at = new Date(wall);
    const isDay = allowed[2].has(at.getUTCDate());
    const isWeekday = allowed[4].has(at.getUTCDay());
    return (
      allowed[0].has(at.getUTCMinutes()) &&
      allowed[1].has(at.getUTCHours()) &&
      allowed[3].has(at.getUTCMonth() + 1) &&
      // Both named: one of them is enough, as in every cron.
      (days !== '*' && weekdays !== '*' ? isDay || isWeekday : isDay && isWeekday)
    );
  };
  const isFixed = !hours.includes('*');
  const dues: number[] = [];
  let latest = walls[0]!;
  for (let i = 1; i < walls.length; i++) {
    const wall = walls[i]!;
    let isDue = isMatch(wall) && !(isFixed && wall <= latest);
    for (let skipped = latest + minuteMs; isFixed && skipped < wall; skipped += minuteMs) isDue ||= isMatch(skipped);
    if (isDue) dues.push(from + (i - 1) * minuteMs);
    latest = Math.max(latest, wall);
  }
  return dues;
}

describe.each(zones)('a year in %s', (timeZone) => {
  const walls = wallOf(timeZone);
  test.each(expressions)('%s is due when a walk through the year says so', (expression) => {
    const walked = walk(expression, walls);
    const place = { timeZone, position: null };
    const dues = nextDues(expression, place, from - 1, walked.length + 1).filter((due) => due < until);
    expect(dues.map((due) => new Date(due).toISOString())).toEqual(walked.map((due) => new Date(due).toISOString()));
  });
});

const shanghai = { latitude: 31.2304, longitude: 121.4737 };
const berlin = { latitude: 52.52, longitude: 13.405 };
const tromso = { latitude: 69.6492, longitude: 18.9553 };

test.each([
  ['Shanghai in June', shanghai, '2026-06-21', '2026-06-20T20:50', '2026-06-21T11:01'],
  ['Berlin in December', berlin, '2026-12-21', '2026-12-21T07:15', '2026-12-21T14:54'],
  [
    'Sydney in January',
    { latitude: -33.8688, longitude: 151.2093 },
    '2026-01-01',
    '2025-12-31T18:48',
    '2026-01-01T09:09',
  ],
  [
    'Honolulu in March',
    { latitude: 21.3069, longitude: -157.8583 },
    '2026-03-20',
    '2026-03-20T16:35',
    '2026-03-21T04:43',
  ],
])('the sun of %s rises and sets at the minute of the almanac', (_where, position, day, rise, set) => {
  const at = (what: 'sunrise' | 'sunset') => sunTime(what, position, Date.parse(day))!;
  expect(Math.abs(at('sunrise') - Date.parse(`${rise}Z`))).toBeLessThan(90_000);
  expect(Math.abs(at('sunset') - Date.parse(`${set}Z`))).toBeLessThan(90_000);
});

test('a task by the sun follows it through the year, before or after it', () => {
  const place = { timeZone: 'Europe/Berlin', position: berlin };
  const dues = nextDues('@sunset', place, from, 365);
  const day = 86_400_000;
  for (const [i, due] of dues.entries())
    if (i > 0) expect(Math.abs(due - dues[i - 1]! - day)).toBeLessThan(4 * minuteMs);
  expect(nextDues('@sunset-15m', place, from, 1)).toEqual([dues[0]! - 15 * minuteMs]);
  expect(nextDues('@sunset+01:30', place, from, 1)).toEqual([dues[0]! + 90 * minuteMs]);
});

test('where the sun does not rise, nothing is due until it rises again', () => {
  const place = { timeZone: 'Europe/Oslo', position: tromso };
  const [first] = nextDues('@sunrise', place, Date.UTC(2026, 11, 1), 1);
  expect(new Date(first!).toISOString().slice(0, 7)).toBe('2027-01');
  expect(nextDues('@sunrise', { ...place, position: null }, from, 1)).toEqual([]);
});
