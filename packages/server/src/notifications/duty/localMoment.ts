import { dayAfter, localOfEpoch, weekdayOf } from '../../platform/zonedTime.ts';
import type { DayKinds } from '../../projects/index.ts';

/** A moment as clocks and calendars of a place show it. */
export interface LocalMoment {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** 1 Monday to 7 Sunday. */
  readonly weekday: number;
  /** Since midnight. */
  readonly minute: number;
}

export function localMoment(epochMs: number, timeZone: string): LocalMoment {
  const local = localOfEpoch(epochMs, timeZone);
  const day = local.slice(0, 10);
  return { day, weekday: weekdayOf(day), minute: Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16)) };
}

/** The weekday whose shifts apply on a day: a Saturday that is worked like a Friday is one. A holiday keeps its own. */
export function workedAs(day: string, days: DayKinds): number {
  const kind = days.get(day);
  return kind === undefined || kind > 7 ? weekdayOf(day) : kind;
}

/** A stretch of days of the week. Both minutes null: the whole day. An end at or before the start: on the next day. */
export interface WeeklyPeriod {
  readonly weekdays: readonly number[];
  readonly from: number | null;
  readonly until: number | null;
}

/**
 * The day on which the stretch began that contains the moment; null: none does.
 *
 * @param begins whether it may begin on that day; the weekday by default
 */
export function beganOn(
  { weekdays, from, until }: WeeklyPeriod,
  moment: LocalMoment,
  begins: (day: string) => boolean = (day) => weekdays.includes(weekdayOf(day)),
): string | null {
  const { day, minute } = moment;
  if (from === null || until === null) return begins(day) ? day : null;
  if (until > from) return minute >= from && minute < until && begins(day) ? day : null;
  if (minute >= from && begins(day)) return day;
  const yesterday = dayAfter(day, -1);
  return minute < until && begins(yesterday) ? yesterday : null;
}

export const isWithin = (period: WeeklyPeriod, moment: LocalMoment, days: DayKinds): boolean =>
  beganOn(period, moment, (day) => period.weekdays.includes(workedAs(day, days))) !== null;
