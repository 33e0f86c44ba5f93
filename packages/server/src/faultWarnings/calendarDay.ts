import { dayMs } from '@watchpost/contract';
import { clockOfEpoch, startOfDay } from '../platform/zonedTime.ts';

/** A day of the calendar as a number: 0 is 1 January 1970, wherever it is. Its hours are those of a place. */
export const dayAt = (epochMs: number, timeZone: string): number => Math.floor(clockOfEpoch(epochMs, timeZone) / dayMs);

/** `YYYY-MM-DD`. */
export const dayInWords = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** When a day begins at a place; it is 23 or 25 hours long where clocks change. */
export const beginOf = (day: number, timeZone: string): number => startOfDay(dayInWords(day), timeZone).getTime();

export const endOf = (day: number, timeZone: string): number => beginOf(day + 1, timeZone);
