import { dayMs } from '@watchpost/contract';
import { hourOf } from './hours.ts';

export const hoursPerDay = 24;

export const dayOf = (epochMs: number): number => Math.floor(epochMs / dayMs);

/** Epoch ms of the day's first moment. */
export const dayStart = (day: number): number => day * dayMs;

export const dayOfHour = (hour: number): number => Math.floor(hour / hoursPerDay);

export const firstHourOf = (day: number): number => hourOf(dayStart(day));
