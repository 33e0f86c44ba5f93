import { minuteOfDay } from '@watchpost/contract';

/** Minutes since midnight as `HH:mm`. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
export const minuteOf = (time: string | null | undefined): number | null => (time == null ? null : minuteOfDay(time));
