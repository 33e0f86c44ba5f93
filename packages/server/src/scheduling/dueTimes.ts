import {
  type DayFilter,
  dayMs,
  farthestDays,
  minuteMs,
  onceExpression,
  type Position,
  schedulingErrors,
  shortestGapSeconds,
  sunExpression,
  sunTime,
} from '@watchpost/contract';
import { momentOfClock } from '@watchpost/contract/momentOfClock';
import { Cron } from 'croner';
import { Refusal } from '../platform/http/refusal.ts';
import { clockOfEpoch, epochOfLocal, localOfEpoch, offsetAt, weekdayOf } from '../platform/zonedTime.ts';

/** The clock that due times follow, and where the sun is looked at; null: nobody has said. */
export interface Place {
  readonly timeZone: string;
  readonly position: Position | null;
}

/** Rows with the place of the first project of a group. */
export interface PlaceColumns {
  time_zone: string;
  latitude: number | null;
  longitude: number | null;
}
export const placeOf = ({ time_zone, latitude, longitude }: PlaceColumns): Place => ({
  timeZone: time_zone,
  position: latitude === null || longitude === null ? null : { latitude, longitude },
});
/** So many due times are held against each other. */
const comparedTimes = 50;

/** Hours by their number, and no pattern of them: `2`, `1-3`, `8,20`. */
const hasFixedHours = (expression: string): boolean => {
  const fields = expression.split(/\s+/);
  return /^[\d,-]+$/.test(fields[fields.length === 5 ? 1 : 2] ?? '');
};

/** No clock is put forward or back by more. */
const farthestChangeMs = 3 * 3_600_000;

/**
 * The next due time by the clock on the wall: once where clocks go back, and at the moment of the change where they go forward over it.
 * The library does so for a single time of day only; several it takes for a pattern, and carries them out twice or leaves them out.
 *
 * @param cron reads the wall as if it hung in Greenwich
 */
function nextByWall(cron: Cron, timeZone: string, after: number): number | null {
  // Where clocks change, a due time may stand earlier on the wall than one before it.
  const changes = offsetAt(after - farthestChangeMs, timeZone) !== offsetAt(after + farthestChangeMs, timeZone);
  let wall = cron.nextRun(new Date(clockOfEpoch(after, timeZone) - (changes ? farthestChangeMs : 1)));
  for (; wall !== null; wall = cron.nextRun(wall)) {
    const due = momentOfWall(wall.getTime(), timeZone);
    if (due > after) return due;
  }
  return null;
}

function momentOfWall(wall: number, timeZone: string): number {
  const offset = (at: number) => offsetAt(at, timeZone);
  const moment = momentOfClock(wall, offset);
  if (clockOfEpoch(moment, timeZone) === wall) return moment;
  // Left out: the first second of the new offset.
  let [before, at] = [moment - farthestChangeMs, moment];
  while (at - before > 1000) {
    const middle = Math.floor((before + at) / 2000) * 1000;
    if (offset(middle) === offset(moment)) at = middle;
    else before = middle;
  }
  return at;
}

/** On the days without a sunrise there is no due time, nor where nobody knows the place. */
function nextBySun(
  [, name, sign, hours = '0', minutes = '0', only]: RegExpExecArray,
  { position }: Place,
  after: number,
) {
  if (position === null) return null;
  const what = name!.toLowerCase() as 'sunrise' | 'sunset';
  const shift = (only === undefined ? Number(hours) * 60 + Number(minutes) : Number(only)) * minuteMs;
  // Two days before: the shift, and the zone, may be a day each.
  const first = Math.floor(after / dayMs) * dayMs - 2 * dayMs;
  for (let day = first; day <= first + (farthestDays + 4) * dayMs; day += dayMs) {
    const at = sunTime(what, position, day);
    const due = at === null ? null : Math.round((at + (sign === '-' ? -shift : shift)) / 1000) * 1000;
    if (due !== null && due > after) return due;
  }
  return null;
}

/**
 * The first due time after a moment, epoch ms; null: there is none.
 *
 * @throws Refusal when the expression cannot be read
 */
export function nextDue(expression: string, place: Place, after: number): number | null {
  const { timeZone } = place;
  const sun = sunExpression.exec(expression);
  if (sun) return nextBySun(sun, place, after);
  const moment = onceExpression.exec(expression);
  if (moment) {
    const at = epochOfLocal(`${moment[1]} ${moment[2]}${moment[3] ?? ':00'}`, timeZone);
    if (at === null) throw new Refusal(schedulingErrors.invalidExpression, { why: expression });
    return at > after ? at : null;
  }
  try {
    if (hasFixedHours(expression))
      return nextByWall(new Cron(expression, { timezone: 'UTC', paused: true }), timeZone, after);
    const cron = new Cron(expression, { timezone: timeZone, paused: true });
    return cron.nextRun(new Date(after))?.getTime() ?? null;
  } catch {
    // The library says why in English alone.
    throw new Refusal(schedulingErrors.invalidExpression, { why: expression });
  }
}

/** Due times after a moment, so many at most. */
export function nextDues(expression: string, place: Place, after: number, count: number): number[] {
  const dues: number[] = [];
  for (let at = nextDue(expression, place, after); at !== null; at = nextDue(expression, place, at)) {
    dues.push(at);
    if (dues.length === count) break;
  }
  return dues;
}

/** @throws Refusal for what cannot be read, is never due, or too often */
export function needExpression(expression: string, place: Place, now: number): void {
  if (sunExpression.test(expression) && place.position === null) throw new Refusal(schedulingErrors.noPosition);
  const dues = nextDues(expression, place, now, comparedTimes);
  const [first] = dues;
  if (first === undefined || first > now + farthestDays * dayMs) throw new Refusal(schedulingErrors.neverDue);
  const isTooOften = dues.some((due, i) => i > 0 && due - dues[i - 1]! < shortestGapSeconds * 1000);
  if (isTooOften) throw new Refusal(schedulingErrors.tooOften);
}

/** What a day counts as, 1 Monday to 7 Sunday, 8 a holiday, where the calendar of the project says so. */
export type CountsAs = ReadonlyMap<string, number>;

/** Whether a due time is left out because of its day. */
export function isSkipped(filter: DayFilter, due: number, timeZone: string, calendar: CountsAs): boolean {
  if (filter === 'all') return false;
  const day = localOfEpoch(due, timeZone).slice(0, 10);
  const kind = calendar.get(day) ?? weekdayOf(day);
  const counts = {
    workdays: kind <= 5,
    nonWorkdays: kind > 5,
    holidays: kind === 8,
    notHolidays: kind !== 8,
  };
  return !counts[filter];
}
