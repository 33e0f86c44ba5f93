import { dayMs } from '@watchpost/contract';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { formatDateTime, serverNow, useDates } from '../../lib/dates.ts';

/** Both count whole: `2026-11-17` to `2026-11-23`, by the project's clock. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const asDay = /^\d{4}-\d\d-\d\d$/;

/** Noon of no zone: only to count with. */
const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/** How many days these are, both counted. */
export const lengthOf = ({ from, to }: Days): number => Math.round((noonOf(to) - noonOf(from)) / dayMs) + 1;

/** So many days that end with this one. */
export const daysUntil = (last: string, count: number): Days => ({
  from: new Date(noonOf(last) - (count - 1) * dayMs).toISOString().slice(0, 10),
  to: last,
});

export type WrongDays = 'future' | 'reversed' | 'tooLong';

/** Why these days cannot be asked for; null: they can. */
export function wrongOf(days: Days, today: string, maxDays: number): WrongDays | null {
  if (days.from > days.to) return 'reversed';
  if (days.to > today) return 'future';
  return lengthOf(days) > maxDays ? 'tooLong' : null;
}

/** Today by the project's clock. */
export function useToday(): string {
  const { timeZone } = useDates();
  return formatDateTime(serverNow(), timeZone).slice(0, 10);
}

/**
 * The days that the address names (`?from=2026-11-01&to=2026-11-23`); where it names none, or none that can be asked for, the
 * last seven with today, which then follow the calendar.
 */
export function useDays(maxDays: number): [Days, (days: Days) => void] {
  const today = useToday();
  const [params, setParams] = useSearchParams();
  const named = { from: params.get('from') ?? '', to: params.get('to') ?? '' };
  const isNamed =
    [named.from, named.to].every((day) => asDay.test(day) && Number.isFinite(noonOf(day))) &&
    wrongOf(named, today, maxDays) === null;
  const choose = useCallback(
    ({ from, to }: Days) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          next.set('from', from);
          next.set('to', to);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return [isNamed ? named : daysUntil(today, 7), choose];
}
