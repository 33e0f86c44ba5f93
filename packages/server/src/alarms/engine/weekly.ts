import { dayMs } from '@watchpost/contract';
import type { Period } from './alarmRule.ts';

/** The clocks and holidays of a rule: those of its project. */
export interface Calendar {
  /** IANA name, for example `Asia/Shanghai`. */
  readonly timeZone: string;
  /** By day (`YYYY-MM-DD`), what it counts as: 8 for a holiday, 1–7 for a day that is worked like that weekday. */
  readonly dayKinds: ReadonlyMap<string, number>;
}

export const isSameCalendar = (a: Calendar, b: Calendar): boolean =>
  a === b ||
  (a.timeZone === b.timeZone &&
    a.dayKinds.size === b.dayKinds.size &&
    [...a.dayKinds].every(([day, kind]) => b.dayKinds.get(day) === kind));

export const utcCalendar: Calendar = { timeZone: 'UTC', dayKinds: new Map() };

/** Clocks are only ever changed at whole half hours of UTC: in between, local time runs evenly. */
const halfHourMs = 1_800_000;
const weekMs = 7 * dayMs;
/** A week has every period there is; after it they are looked up again. */
const horizonMs = 8 * dayMs;
/** Remembered of one set of hours: present time and a buffer that is being read in; beyond that they are computed anew. */
const maxWeeks = 8;

/**
 * The index of the first period a moment lies in, by what the clocks on the wall show; −1 outside of all of them. When the
 * clocks go back, the hour that comes twice is in its period twice; when they go forward, what they skip is in none.
 */
export function periodAt(periods: readonly Period[], calendar: Calendar, at: number): number {
  const week = weekOf(periods, calendar, Math.floor(at / weekMs));
  return week.periods[placeAt(week, at)]!;
}

/** The next moment, after this one, at which another period begins or this one ends; never farther than a week and a day. */
export function periodEndsAt(periods: readonly Period[], calendar: Calendar, at: number): number {
  const present = Math.floor(at / weekMs);
  const week = weekOf(periods, calendar, present);
  const place = placeAt(week, at);
  const period = week.periods[place]!;
  if (place + 1 < week.from.length) return week.from[place + 1]!;
  for (let later = present + 1; later * weekMs < at + horizonMs; later++) {
    const following = weekOf(periods, calendar, later);
    const changes = following.periods.findIndex((each) => each !== period);
    if (changes >= 0) return Math.min(following.from[changes]!, at + horizonMs);
  }
  return at + horizonMs;
}

/** A week of UTC: from when on which period is in force. The first begins with the week, each is another than the one before. */
interface Week {
  readonly from: readonly number[];
  readonly periods: readonly number[];
}

function placeAt({ from }: Week, at: number): number {
  let place = from.length - 1;
  while (place > 0 && from[place]! > at) place--;
  return place;
}

/**
 * By calendar and hours. All rules with the same hours ask at the same moment, when these change: what the first of them found
 * out counts for ten thousand others.
 */
const weeks = new WeakMap<Calendar, Map<string, Map<number, Week>>>();
const namesOfHours = new WeakMap<readonly Period[], string>();

function weekOf(periods: readonly Period[], calendar: Calendar, number: number): Week {
  let ofCalendar = weeks.get(calendar);
  if (ofCalendar === undefined) {
    ofCalendar = new Map();
    weeks.set(calendar, ofCalendar);
  }
  const name = hoursName(periods);
  let ofHours = ofCalendar.get(name);
  if (ofHours === undefined) {
    ofHours = new Map();
    ofCalendar.set(name, ofHours);
  }
  const known = ofHours.get(number);
  if (known !== undefined) return known;
  if (ofHours.size >= maxWeeks) ofHours.clear();
  const fresh = readWeek(periods, calendar, number);
  ofHours.set(number, fresh);
  return fresh;
}

/** One name for periods with the same hours, with any limits. */
function hoursName(periods: readonly Period[]): string {
  let name = namesOfHours.get(periods);
  if (name === undefined) {
    name = periods
      .map(({ days, fromMinute, untilMinute, endsNextDay }) => `${days} ${fromMinute} ${untilMinute} ${endsNextDay}`)
      .join(';');
    namesOfHours.set(periods, name);
  }
  return name;
}

function readWeek(periods: readonly Period[], calendar: Calendar, number: number): Week {
  const from: number[] = [];
  const inForce: number[] = [];
  const minutes = [...new Set(periods.flatMap(({ fromMinute, untilMinute }) => [0, fromMinute, untilMinute]))].sort(
    (a, b) => a - b,
  );
  const take = (at: number, day: number, minute: number) => {
    const period = periodOn(periods, calendar, day, minute);
    if (inForce.length > 0 && inForce.at(-1) === period) return;
    from.push(at);
    inForce.push(period);
  };
  for (const { begins, ends, offset } of stretchesOf(calendar.timeZone, number)) {
    const [first, last] = [begins + offset, ends + offset];
    const firstDay = Math.floor(first / dayMs);
    take(begins, firstDay, Math.floor((first - firstDay * dayMs) / 60_000));
    for (let day = firstDay; day * dayMs < last; day++) {
      for (const minute of minutes) {
        const local = day * dayMs + minute * 60_000;
        // The end of a day is the next one's beginning.
        if (minute < minutesOfDay && local > first && local < last) take(local - offset, day, minute);
      }
    }
  }
  return { from, periods: inForce };
}

const minutesOfDay = 1440;

/** The index of the first period that is on at a minute of a day, the day given as days since 1970 by local clocks. */
function periodOn(periods: readonly Period[], calendar: Calendar, day: number, minute: number): number {
  return periods.findIndex((period) => {
    const { fromMinute, untilMinute, endsNextDay } = period;
    if (minute >= fromMinute && (endsNextDay || minute < untilMinute) && isOn(periods, period, calendar, day))
      return true;
    return endsNextDay && minute < untilMinute && isOn(periods, period, calendar, day - 1);
  });
}

/** Whether a period begins on a day, given as days since 1970 by local clocks. */
function isOn(periods: readonly Period[], period: Period, calendar: Calendar, day: number): boolean {
  const marked = calendar.dayKinds.size === 0 ? undefined : calendar.dayKinds.get(dayName(day));
  // 1 January 1970 was a Thursday.
  const weekday = ((((day + 3) % 7) + 7) % 7) + 1;
  if (marked === undefined) return period.days.includes(weekday);
  if (marked <= 7) return period.days.includes(marked);
  // Only a rule that has a word for holidays treats them otherwise.
  const speaksOfHolidays = periods.some(({ days }) => days.includes(8));
  return period.days.includes(speaksOfHolidays ? 8 : weekday);
}

const dayName = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** A part of a week in which local clocks run evenly, ahead of UTC by `offset` ms. */
interface Stretch {
  readonly begins: number;
  readonly ends: number;
  readonly offset: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const stretches = new Map<string, Map<number, readonly Stretch[]>>();
/** Two years of them; beyond that they are computed anew. */
const maxStretches = 104;

function stretchesOf(timeZone: string, number: number): readonly Stretch[] {
  let known = stretches.get(timeZone);
  if (known === undefined) {
    known = new Map();
    stretches.set(timeZone, known);
  }
  const week = known.get(number);
  if (week !== undefined) return week;
  if (known.size >= maxStretches) known.clear();
  const fresh = readStretches(timeZone, number * weekMs);
  known.set(number, fresh);
  return fresh;
}

function readStretches(timeZone: string, week: number): readonly Stretch[] {
  const found: { begins: number; ends: number; offset: number }[] = [];
  const take = (begins: number, offset: number) => {
    const last = found.at(-1);
    if (last?.offset === offset) return;
    if (last) last.ends = begins;
    found.push({ begins, ends: week + weekMs, offset });
  };
  let offset = readOffset(timeZone, week);
  take(week, offset);
  for (let day = week; day < week + weekMs; day += dayMs) {
    // Nowhere clocks are changed and changed back within a day.
    const next = readOffset(timeZone, day + dayMs);
    for (
      let at = day + halfHourMs;
      next !== offset && at < Math.min(day + dayMs + 1, week + weekMs);
      at += halfHourMs
    ) {
      take(at, readOffset(timeZone, at));
    }
    offset = next;
  }
  return found;
}

function readOffset(timeZone: string, at: number): number {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formats.set(timeZone, format);
  }
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of format.formatToParts(at)) part[type] = value;
  const { year, month, day, hour, minute } = part;
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)) - at;
}
