import type { ServiceCalendarName } from '@watchpost/contract';
import { dayAfter, epochOfLocal, localOfEpoch, weekdayOf } from '../platform/zonedTime.ts';

/** When service is owed. */
export interface ServiceCalendar {
  readonly name: ServiceCalendarName;
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

const opens = '08:00';
const closes = '18:00';
/** Nobody plans farther: a target of five working days ends within a fortnight, holidays included. */
const maxDays = 3_700;

/** The open hours of a day; null: closed. */
function windowOf({ timeZone, dayKinds }: ServiceCalendar, day: string): { from: number; to: number } | null {
  if ((dayKinds.get(day) ?? weekdayOf(day)) > 5) return null;
  return { from: epochOfLocal(`${day} ${opens}`, timeZone)!, to: epochOfLocal(`${day} ${closes}`, timeZone)! };
}

/** How much of [from, to) is owed as service, in ms. */
export function serviceTime(calendar: ServiceCalendar, from: number, to: number): number {
  if (to <= from) return 0;
  if (calendar.name === 'always') return to - from;
  let sum = 0;
  const last = localOfEpoch(to, calendar.timeZone).slice(0, 10);
  for (let day = localOfEpoch(from, calendar.timeZone).slice(0, 10); day <= last; day = dayAfter(day, 1)) {
    const window = windowOf(calendar, day);
    if (window) sum += Math.max(0, Math.min(to, window.to) - Math.max(from, window.from));
  }
  return sum;
}

/** The moment at which so much service time has passed since `from`. */
export function afterService(calendar: ServiceCalendar, from: number, ms: number): number {
  if (calendar.name === 'always') return from + ms;
  let left = ms;
  let day = localOfEpoch(from, calendar.timeZone).slice(0, 10);
  for (let count = 0; count < maxDays; count += 1) {
    const window = windowOf(calendar, day);
    if (window) {
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
