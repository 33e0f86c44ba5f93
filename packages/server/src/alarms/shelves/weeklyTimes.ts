import { dayAfter, localOfEpoch, weekdayOf } from '../../platform/zonedTime.ts';

/**
 * Days of the week (1 Monday to 7) and minutes of the day; an end at or before the start is on the next day. By the calendar of the
 * week alone; holidays and moved days, which rules and rotas follow, do not count. The nightly cleaning it is made for also takes
 * place on holidays, and a window that hides alarms must not move to a day that nobody named.
 */
export interface WeeklyTimes {
  readonly weekdays: readonly number[];
  readonly fromMinute: number;
  readonly untilMinute: number;
}

/** "22:30" as a minute of the day; "24:00" is 1440. */
export const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Whether the time is inside, by the clock of the zone. The database decides the same in `hiding.store.ts`. */
export function weeklyHolds({ weekdays, fromMinute, untilMinute }: WeeklyTimes, epochMs: number, timeZone: string) {
  const local = localOfEpoch(epochMs, timeZone);
  const minute = minuteOf(local.slice(11, 16));
  const today = weekdays.includes(weekdayOf(local.slice(0, 10)));
  if (fromMinute < untilMinute) return today && minute >= fromMinute && minute < untilMinute;
  const yesterday = weekdays.includes(weekdayOf(dayAfter(local.slice(0, 10), -1)));
  return (today && minute >= fromMinute) || (yesterday && minute < untilMinute);
}
