import { type DayFilter, farthestDays, schedulingErrors, shortestGapSeconds } from '@watchpost/contract';
import { Cron } from 'croner';
import { Refusal } from '../platform/http/refusal.ts';
import { epochOfLocal, localOfEpoch } from '../platform/zonedTime.ts';

const once = /^@once\s+(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?$/i;
const dayMs = 86_400_000;
/** So many due times are held against each other. */
const comparedTimes = 50;

/**
 * The first due time after a moment, epoch ms; null: there is none.
 *
 * @throws Refusal when the expression cannot be read
 */
export function nextDue(expression: string, timeZone: string, after: number): number | null {
  const moment = once.exec(expression);
  if (moment) {
    const at = epochOfLocal(`${moment[1]} ${moment[2]}${moment[3] ?? ':00'}`, timeZone);
    if (at === null) throw new Refusal(schedulingErrors.invalidExpression, { why: expression });
    return at > after ? at : null;
  }
  try {
    const cron = new Cron(expression, { timezone: timeZone, paused: true });
    return cron.nextRun(new Date(after))?.getTime() ?? null;
  } catch {
    // The library says why in English alone.
    throw new Refusal(schedulingErrors.invalidExpression, { why: expression });
  }
}

/** Due times after a moment, so many at most. */
export function nextDues(expression: string, timeZone: string, after: number, count: number): number[] {
  const dues: number[] = [];
  for (let at = nextDue(expression, timeZone, after); at !== null; at = nextDue(expression, timeZone, at)) {
    dues.push(at);
    if (dues.length === count) break;
  }
  return dues;
}

/** @throws Refusal for what cannot be read, is never due, or too often */
export function needExpression(expression: string, timeZone: string, now: number): void {
  const dues = nextDues(expression, timeZone, now, comparedTimes);
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
  const kind = calendar.get(day) ?? (new Date(`${day}T00:00:00Z`).getUTCDay() || 7);
  const counts = {
    workdays: kind <= 5,
    nonWorkdays: kind > 5,
    holidays: kind === 8,
    notHolidays: kind !== 8,
  };
  return !counts[filter];
}
