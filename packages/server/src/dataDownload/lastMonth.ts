import { localOfEpoch } from '../platform/zonedTime.ts';

/** From the first midnight of the month before this one to the first of this one, local time. */
export function lastMonth(now: number, timeZone: string): { start: string; end: string } {
  const [year, month] = localOfEpoch(now, timeZone).split('-').map(Number) as [number, number];
  const firstOf = (y: number, m: number) => `${y}-${String(m).padStart(2, '0')}-01 00:00:00`;
  return {
    start: month === 1 ? firstOf(year - 1, 12) : firstOf(year, month - 1),
    end: firstOf(year, month),
  };
}
