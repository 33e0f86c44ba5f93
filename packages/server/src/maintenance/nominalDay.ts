import type { MaintenanceCycle } from '@watchpost/contract';
import { dayMs } from '@watchpost/contract';

const months: Partial<Record<MaintenanceCycle, number>> = { month: 1, quarter: 3, halfYear: 6, year: 12 };

/**
 * The day of visit k, always counted from the first and never from the last: 31 January is followed by 28 February and 31 March.
 * Half months fall on the day of the first and 15 days from it, within the month.
 *
 * @param first `YYYY-MM-DD`
 * @param count so many cycles lie between two visits
 * @param k from 0
 */
export function nominalDay(first: string, cycle: MaintenanceCycle, count: number, k: number): string {
  const [year, month, day] = first.split('-').map(Number) as [number, number, number];
  if (cycle === 'day') return isoDay(Date.UTC(year, month - 1, day) + k * count * dayMs);
  if (cycle === 'halfMonth') {
    const low = day > 15 ? day - 15 : day;
    const halves = (day > 15 ? 1 : 0) + k * count;
    return inMonth(year, month - 1 + Math.floor(halves / 2), halves % 2 === 0 ? low : low + 15);
  }
  return inMonth(year, month - 1 + k * count * months[cycle]!, day);
}

const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** A day of a month that may be beyond the year, cut to the month's last. */
function inMonth(year: number, month: number, day: number): string {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return isoDay(Date.UTC(year, month, Math.min(day, last)));
}

/** All visits up to a day, at most so many. */
export function nominalDays(first: string, cycle: MaintenanceCycle, count: number, until: string): string[] {
  const days: string[] = [];
  for (let k = 0; k < 5_000; k++) {
    const day = nominalDay(first, cycle, count, k);
    if (day > until) break;
    days.push(day);
  }
  return days;
}

/** The first visit on a day or after it; null: none so soon that anybody asks. */
export function nextNominalDay(first: string, cycle: MaintenanceCycle, count: number, from: string): string | null {
  for (let k = 0; k < 5_000; k++) {
    const day = nominalDay(first, cycle, count, k);
    if (day >= from) return day;
  }
  return null;
}
