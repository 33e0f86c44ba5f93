import type { ServiceCalendarName } from '@watchpost/contract';
import { dayAfter, epochOfLocal, localOfEpoch, weekdayOf } from '../platform/zonedTime.ts';

/** The hours of a calendar of one's own. Stored with contracts and orders, as they were agreed. */
export interface ServiceHours {
  /** In minutes of the day, 1440 its end; in order and apart. Weekdays 1 (Monday) to 7, 8 a holiday. */
  readonly windows: readonly { readonly weekday: number; readonly from: number; readonly to: number }[];
  /** Days that are holidays beside those of the project's calendar, `YYYY-MM-DD`. */
  readonly holidays: readonly string[];
}

/** When service is owed. */
export interface ServiceCalendar {
  readonly name: ServiceCalendarName;
  /** Of the calendar `own`. */
  readonly hours?: ServiceHours | undefined;
  /** IANA zone of the project. */
  readonly timeZone: string;
  /** Days of the project's calendar that are not what the week says: 1 (Monday) to 7, 8 a holiday. */
  readonly dayKinds: ReadonlyMap<string, number>;
}

/** A stretch of time, epoch ms; `until` null: it lasts. */
export interface Stretch {
  readonly from: number;
  readonly until: number | null;
}

/** `08:30` of minutes of the day; 1440 is `24:00`. */
export const clockOfMinutes = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The calendar `working`. */
const workingHours: ServiceHours = {
  windows: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: 8 * 60, to: 18 * 60 })),
  holidays: [],
};
/** Nobody plans farther: a target takes two years of its calendar at most. */
const maxDays = 3_700;

/** The open hours of a day, in order. */
function windowsOf({ hours = workingHours, timeZone, dayKinds }: ServiceCalendar, day: string) {
  const kind = hours.holidays.includes(day) ? 8 : (dayKinds.get(day) ?? weekdayOf(day));
  const momentOf = (minutes: number): number =>
    minutes === 1440
      ? epochOfLocal(`${dayAfter(day, 1)} 00:00`, timeZone)!
      : epochOfLocal(`${day} ${clockOfMinutes(minutes)}`, timeZone)!;
  return hours.windows
    .filter(({ weekday }) => weekday === kind)
    .map(({ from, to }) => ({ from: momentOf(from), to: momentOf(to) }));
}

/** How much of [from, to) is owed as service, in ms. */
export function serviceTime(calendar: ServiceCalendar, from: number, to: number): number {
  if (to <= from) return 0;
  if (calendar.name === 'always') return to - from;
  let sum = 0;
  const last = localOfEpoch(to, calendar.timeZone).slice(0, 10);
  for (let day = localOfEpoch(from, calendar.timeZone).slice(0, 10); day <= last; day = dayAfter(day, 1)) {
    for (const window of windowsOf(calendar, day))
      sum += Math.max(0, Math.min(to, window.to) - Math.max(from, window.from));
  }
  return sum;
}

/** The moment at which so much service time has passed since `from`. */
export function afterService(calendar: ServiceCalendar, from: number, ms: number): number {
  if (calendar.name === 'always') return from + ms;
  let left = ms;
  let day = localOfEpoch(from, calendar.timeZone).slice(0, 10);
  for (let count = 0; count < maxDays; count += 1) {
    for (const window of windowsOf(calendar, day)) {
      const begin = Math.max(from, window.from);
      const open = Math.max(0, window.to - begin);
      if (open > 0 && left <= open) return begin + left;
      left -= open;
    }
    day = dayAfter(day, 1);
  }
  throw new RangeError('the calendar has no open hours');
}

/** Stretches one after the other: those that touch or overlap are one. */
function merged(pauses: readonly Stretch[]): Stretch[] {
  const result: { from: number; until: number | null }[] = [];
  for (const { from, until } of [...pauses].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && (last.until === null || from <= last.until)) {
      if (last.until !== null) last.until = until === null ? null : Math.max(last.until, until);
    } else result.push({ from, until });
  }
  return result;
}

/** Service time between two moments, less what was paused, in ms. */
export function elapsedService(
  calendar: ServiceCalendar,
  from: number,
  to: number,
  pauses: readonly Stretch[],
): number {
  const paused = merged(pauses).reduce(
    (sum, pause) =>
      sum + serviceTime(calendar, Math.max(from, pause.from), Math.min(to, pause.until ?? Number.POSITIVE_INFINITY)),
    0,
  );
  return serviceTime(calendar, from, to) - paused;
}

/** When a target is due; null: a pause lasts, so nobody knows. */
export function dueOf(
  calendar: ServiceCalendar,
  from: number,
  targetSeconds: number,
  pauses: readonly Stretch[],
): number | null {
  let due = afterService(calendar, from, targetSeconds * 1000);
  for (const pause of merged(pauses)) {
    // What is paused after it was due changes nothing.
    if (pause.from >= due) break;
    if (pause.until === null) return null;
    due = afterService(calendar, due, serviceTime(calendar, Math.max(from, pause.from), pause.until));
  }
  return due;
}
