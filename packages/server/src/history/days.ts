import { hourOf } from './hours.ts';

/** Sealed days are UTC days numbered from 1970, independent of the project's time zone and its changes. */
export const dayMs = 86_400_000;
export const hoursPerDay = 24;

export const dayOf = (epochMs: number): number => Math.floor(epochMs / dayMs);

/** Epoch ms of the day's first moment. */
export const dayStart = (day: number): number => day * dayMs;

export const dayOfHour = (hour: number): number => Math.floor(hour / hoursPerDay);

export const firstHourOf = (day: number): number => hourOf(dayStart(day));
