import type { ReportCycle } from '@watchpost/contract';
import { dayAfter } from '../platform/zonedTime.ts';

/** Whole days of a calendar, both included: `YYYY-MM-DD`. */
export interface Period {
  readonly fromDay: string;
  readonly untilDay: string;
}

const part = (day: string, from: number, to: number): number => Number(day.slice(from, to));
const dayText = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
const months = { month: 1, quarter: 3, year: 12 } as const;

/** The period of a cycle that a day lies in. Weeks begin on Monday. */
export function periodOf(cycle: ReportCycle, day: string): Period {
  if (cycle === 'day') return { fromDay: day, untilDay: day };
  if (cycle === 'week') {
    const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
    const fromDay = dayAfter(day, -weekday);
    return { fromDay, untilDay: dayAfter(fromDay, 6) };
  }
  const length = months[cycle];
  const year = part(day, 0, 4);
  const first = Math.floor((part(day, 5, 7) - 1) / length) * length;
  return { fromDay: dayText(year, first, 1), untilDay: dayText(year, first + length, 0) };
}

/** The period that ended before the one that a day lies in. */
export const periodBefore = (cycle: ReportCycle, day: string): Period =>
  periodOf(cycle, dayAfter(periodOf(cycle, day).fromDay, -1));
