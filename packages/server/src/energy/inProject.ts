import { commonErrors, energyErrors, energyQueryDays, recalculationMonths } from '@watchpost/contract';
import type { Caller } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { OneWrite } from '../logs/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { localDaysBetween, localOfEpoch, startOfDay } from '../platform/zonedTime.ts';
import { findProjectFacts } from '../projects/index.ts';

/** The clock of a project that the caller may open for this. */
export async function needZone({ tenant }: Caller, db: DbOrTransaction, projectId: number): Promise<string> {
  const project = await findProjectFacts(tenant, db, projectId);
  if (!project) throw new Refusal(commonErrors.notFound);
  return project.time_zone;
}

/** Days as they were asked for, none later than today. @throws Refusal when they are too many or the wrong way round */
export function checkedDays(
  start: string,
  end: string,
  now: number,
  timeZone: string,
): { from: string; to: string; days: number } {
  const today = localOfEpoch(now, timeZone).slice(0, 10);
  if (end < start) throw new Refusal(energyErrors.rangeReversed);
  if (start > today) throw new Refusal(energyErrors.future);
  const to = end > today ? today : end;
  const days = localDaysBetween(`${start} 00:00`, `${to} 00:00`)! + 1;
  if (days > energyQueryDays) throw new Refusal(energyErrors.rangeTooLong);
  return { from: start, to, days };
}

/** The first local day that may still be counted once more. Spec §9: the last three months. */
export function firstRecalculableDay(now: number, timeZone: string): string {
  const first = new Date(`${localOfEpoch(now, timeZone).slice(0, 8)}01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() - recalculationMonths);
  return first.toISOString().slice(0, 10);
}

/** The earliest moment that may still be counted once more. */
export const earliestRecalculable = (now: number, timeZone: string): Date =>
  startOfDay(firstRecalculableDay(now, timeZone), timeZone);

/** After the commit every open screen of the company with energy reads again. */
export const tellEnergy = ({ afterCommit }: Pick<OneWrite, 'afterCommit'>, events: EventBus, companyId: number): void =>
  afterCommit(() => events.emit('listsChanged', { companyId, kinds: ['energy'] }));
