import type { Period } from './alarmRule.ts';

/** By which clocks and holidays a rule goes: those of its project. */
export interface Calendar {
  /** IANA name, for example `Asia/Shanghai`. */
  readonly timeZone: string;
  /** By day (`YYYY-MM-DD`), what it counts as: 8 for a holiday, 1–7 for a day that is worked like that weekday. */
  readonly dayKinds: ReadonlyMap<string, number>;
}

export const utcCalendar: Calendar = { timeZone: 'UTC', dayKinds: new Map() };

/** Clocks are only ever changed at whole half hours of UTC: in between, local time runs evenly. */
const halfHourMs = 1_800_000;
const dayMs = 86_400_000;
/** A week has all there is to come; after it is looked again. */
const horizonMs = 8 * dayMs;

/**
 * The index of the first period a moment lies in, by what the clocks on the wall show; −1 outside of all of them. When the
 * clocks go back, the hour that comes twice is in its period twice; when they go forward, what they skip is in none.
 */
export function periodAt(periods: readonly Period[], calendar: Calendar, at: number): number {
  const local = at + offsetAt(calendar.timeZone, at);
  const today = Math.floor(local / dayMs);
  const minute = Math.floor((local - today * dayMs) / 60_000);
  return periods.findIndex((period) => {
    const { fromMinute, untilMinute, endsNextDay } = period;
    if (minute >= fromMinute && (endsNextDay || minute < untilMinute) && isOn(periods, period, calendar, today))
      return true;
    return endsNextDay && minute < untilMinute && isOn(periods, period, calendar, today - 1);
  });
}

/** The next moment, after this one, at which another period begins or this one ends; never farther than a week and a day. */
export function periodEndsAt(periods: readonly Period[], calendar: Calendar, at: number): number {
  const present = periodAt(periods, calendar, at);
  const minutes = [...new Set(periods.flatMap(({ fromMinute, untilMinute }) => [0, fromMinute, untilMinute]))];
  for (let block = Math.floor(at / halfHourMs) * halfHourMs; block < at + horizonMs; block += halfHourMs) {
    const local = block + offsetAt(calendar.timeZone, block);
    const midnight = Math.floor(local / dayMs) * dayMs;
    const candidates = [block];
    for (const minute of minutes) {
      const time = block + (midnight + minute * 60_000 - local);
      if (time > block && time < block + halfHourMs) candidates.push(time);
    }
    for (const time of candidates.sort((a, b) => a - b)) {
      if (time > at && periodAt(periods, calendar, time) !== present) return time;
    }
  }
  return at + horizonMs;
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

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, Map<number, number>>();

/** How far local clocks are ahead of UTC, in ms. Asked for the same few weeks again and again. */
function offsetAt(timeZone: string, at: number): number {
  let known = offsets.get(timeZone);
  if (known === undefined) {
    known = new Map();
    offsets.set(timeZone, known);
  }
  const block = Math.floor(at / halfHourMs);
  const offset = known.get(block);
  if (offset !== undefined) return offset;
  // A year of half hours; whoever asks for more begins anew.
  if (known.size > 17_520) known.clear();
  const fresh = readOffset(timeZone, block * halfHourMs);
  known.set(block, fresh);
  return fresh;
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
