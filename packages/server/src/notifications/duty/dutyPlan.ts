import { dayAfter, epochOfLocal } from '../../platform/zonedTime.ts';
import type { DayKinds } from '../../projects/index.ts';
import { type Absence, begins, type Occasion, type Shift, standIn } from './onDuty.ts';

/** Somebody's turn; in two parts when midnight changes who takes it. */
export interface Turn {
  /** On which it begins. */
  readonly day: string;
  readonly from: number;
  readonly until: number;
  /** By the clock of the place, `HH:mm`. */
  readonly fromClock: string;
  readonly untilClock: string;
  /** Whose shift it is. */
  readonly userId: number;
  /** Who takes it; null: nobody. */
  readonly who: number | null;
}

export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const epochAt = (day: string, minute: number, timeZone: string): number =>
  epochOfLocal(minute === 1440 ? `${dayAfter(day, 1)} 00:00` : `${day} ${clockOf(minute)}`, timeZone)!;

/** Whose turns begin on these days, by the rules that decide who is called. */
export function turnsOf(
  shifts: readonly Shift[],
  days: readonly string[],
  {
    kinds,
    absences,
    timeZone,
    ...occasion
  }: { kinds: DayKinds; absences: readonly Absence[]; timeZone: string } & Omit<Occasion, 'day'>,
): Turn[] {
  const turns = days.flatMap((day) =>
    shifts
      .filter((shift) => begins(shift, day, kinds))
      .flatMap(({ userId, from, until }): Turn[] => {
        const [begin, end] = from === null || until === null ? [0, 1440] : [from, until];
        const part = (partDay: string, partFrom: number, partUntil: number): Turn => ({
          day: partDay,
          from: epochAt(partDay, partFrom, timeZone),
          until: epochAt(partDay, partUntil, timeZone),
          fromClock: clockOf(partFrom),
          untilClock: clockOf(partUntil),
          userId,
          who: standIn(userId, absences, { ...occasion, day: partDay }).who,
        });
        if (end > begin) return [part(day, begin, end)];
        const parts = [part(day, begin, 1440), part(dayAfter(day, 1), 0, end)] as const;
        const [evening, morning] = parts;
        if (evening.who !== morning.who) return [...parts];
        return [{ ...evening, until: morning.until, untilClock: morning.untilClock }];
      }),
  );
  return turns.sort((a, b) => a.from - b.from || a.until - b.until);
}
