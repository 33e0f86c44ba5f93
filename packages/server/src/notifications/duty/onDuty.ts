import { dayMs } from '@watchpost/contract';
import type { DayKinds } from '../../projects/index.ts';
import { beganOn, type LocalMoment, type WeeklyPeriod, workedAs } from './localMoment.ts';

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
  /** The projects in which it counts; null: every one of the company. */
  readonly projectIds: readonly number[] | null;
}

/** For which project and day a recipient is looked for. */
export interface Occasion {
  readonly projectId: number;
  readonly day: string;
  /** Whether a person may see the alarm. */
  readonly maySee: (userId: number) => boolean;
}

/** Who is notified in somebody's place. */
export interface StoodIn {
  /** Null: nobody. */
  readonly who: number | null;
  /** The substitute who may not see the alarm, so that the person on leave is notified after all; null: nobody was passed over. */
  readonly passedOver: number | null;
}

const weekMs = 7 * dayMs;
/** A substitute may be on leave, too; the chain is followed no further than this. */
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

/** Whose shifts it is, each person once, on leave or not. A shift belongs to the day it begins on: a night stays one night. */
export const onDuty = (shifts: readonly Shift[], days: DayKinds, moment: LocalMoment): number[] => [
  ...new Set(
    shifts
      .filter((shift) => beganOn(shift, moment, (day) => begins(shift, day, days)) !== null)
      .map(({ userId }) => userId),
  ),
];

/**
 * Who is notified in a person's place: the person, the last substitute of the chain, or nobody. Leave may count in projects
 * that the substitute may not see: there the person on leave is notified, because otherwise nobody would be.
 */
export function standIn(userId: number, absences: readonly Absence[], { projectId, day, maySee }: Occasion): StoodIn {
  const counts = absences.filter(
    ({ fromDay, untilDay, projectIds }) =>
      fromDay <= day && day <= untilDay && (projectIds === null || projectIds.includes(projectId)),
  );
  let who = userId;
  for (let step = 0; step < longestChain; step++) {
    const away = counts.find((each) => each.userId === who);
    if (!away) return who === userId || maySee(who) ? { who, passedOver: null } : { who: userId, passedOver: who };
    if (away.substituteId === null) break;
    who = away.substituteId;
  }
  return { who: null, passedOver: null };
}
