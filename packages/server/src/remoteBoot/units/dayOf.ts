import { dayMs } from '@watchpost/contract';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import type { UnitRow } from './unit.store.ts';

/** The day where the unit stands, `YYYY-MM-DD`; of one without a project where its company is. */
export const dayOf = ({ time_zone }: Pick<UnitRow, 'time_zone'>, now: number): string =>
  localOfEpoch(now, time_zone).slice(0, 10);

/** The first day whose passwords a controller still takes on a day, which is the one before it. */
export const firstDayTaken = (day: string): string => new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10);

/** Whether a controller may still take a password on a day; one with a counter does not end with a day. */
export const isTakenOn = (
  { counter, day }: { readonly counter: number | null; readonly day: string },
  today: string,
): boolean => counter !== null || day >= firstDayTaken(today);
