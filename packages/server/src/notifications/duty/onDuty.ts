import { beganOn, type DayKinds, type LocalMoment, type WeeklyPeriod, workedAs } from './localMoment.ts';

export interface Shift extends WeeklyPeriod {
  readonly userId: number;
  readonly everyWeeks: number;
  /** A Monday, `YYYY-MM-DD`: the first week that counts. */
  readonly firstWeek: string;
  readonly onHolidays: 'alike' | 'never' | 'only';
}

export interface Absence {
  readonly userId: number;
  /** First and last day, both included. */
  readonly fromDay: string;
  readonly untilDay: string;
  readonly substituteId: number | null;
}

const weekMs = 7 * 86_400_000;
/** Whoever stands in may be away himself; nobody follows further than this. */
const longestChain = 5;

const isHoliday = (day: string, days: DayKinds): boolean => days.get(day) === 8;

/** Whether a turn begins on a day. */
export function begins(shift: Shift, day: string, days: DayKinds): boolean {
  const weeks = Math.floor((Date.parse(day) - Date.parse(shift.firstWeek)) / weekMs);
  if (weeks < 0 || weeks % shift.everyWeeks !== 0) return false;
  if (shift.onHolidays === 'only') return isHoliday(day, days);
  if (shift.onHolidays === 'never' && isHoliday(day, days)) return false;
  return shift.weekdays.includes(workedAs(day, days));
}

/** Whose shifts it is, each person once, whoever is away. A shift belongs to the day it begins on: a night stays one night. */
export const onDuty = (shifts: readonly Shift[], days: DayKinds, moment: LocalMoment): number[] => [
  ...new Set(
    shifts
      .filter((shift) => beganOn(shift, moment, (day) => begins(shift, day, days)) !== null)
      .map(({ userId }) => userId),
  ),
];

/** Who is told in somebody's place on a day: himself, whoever stands in for him, or nobody. */
export function standIn(userId: number, absences: readonly Absence[], day: string): number | null {
  let who = userId;
  for (let step = 0; step < longestChain; step++) {
    const away = absences.find((each) => each.userId === who && each.fromDay <= day && day <= each.untilDay);
    if (!away) return who;
    if (away.substituteId === null) return null;
    who = away.substituteId;
  }
  return null;
}
