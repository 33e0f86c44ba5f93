import { dayMs } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { inOneWrite } from '../../logs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { dayStart } from '../days.ts';
import { type ErasedPoint, eraseAll, industriesOf, listDeleted, type WhichPoints } from './deleted.store.ts';
import { legalDutyOf } from './retention.ts';

/**
 * How many days the history of a deleted point stays; null: for ever. Where an industry must keep its records by law, a
 * point that goes does not take them along.
 */
const daysKept = (graceDays: number | null, industry: number | null): number | null =>
  graceDays === null ? null : Math.max(graceDays, industry === null ? 0 : legalDutyOf(industry));

/** How many days the history of these points will stay at least when they are deleted now; null: for ever. */
export async function keptAfterDeletion(db: Db, which: WhichPoints, graceDays: number | null): Promise<number | null> {
  const industries = await industriesOf(system, db, which);
  const days = industries.map((industry) => daysKept(graceDays, industry));
  return days.reduce(
    (least, one) => (least === null || one === null ? null : Math.min(least, one)),
    days[0] ?? graceDays,
  );
}

/** Erased by a job, without a caller: the log already names the user who deleted the point. */
const byTime = { call: 'eraseDeletedHistory', caller: null, address: '', userAgent: '', markLogged: () => {} } as const;

const isoDay = (day: number): string => new Date(dayStart(day)).toISOString().slice(0, 10);
const daysInWords = ({ first_day, last_day }: ErasedPoint) => ({
  historyFrom: isoDay(first_day!),
  historyTo: isoDay(last_day!),
});

/**
 * Erases the history of points that were deleted longer ago than it has to stay, each in one transaction with a line of the
 * operation log.
 *
 * @param graceDays null: nothing is erased
 * @returns how many points went
 */
export async function eraseDeleted(deps: { db: Db; clock: Clock }, graceDays: number | null): Promise<number> {
  let gone = 0;
  for (const point of await listDeleted(system, deps.db)) {
    const days = daysKept(graceDays, point.industry);
    const now = deps.clock.now();
    if (days === null || now < point.deleted_at.getTime() + days * dayMs) continue;
    await inOneWrite(deps, byTime, async ({ transaction, log, unchanged }) => {
      const erased = await eraseAll(system, transaction, point.point_id, new Date(now));
      if (erased.first_day === null || point.company_id === null) return unchanged();
      log({
        companyId: point.company_id,
        projectId: point.project_id,
        subject: { kind: 'point', id: point.point_id, name: point.name },
        before: daysInWords(erased),
      });
    });
    gone++;
  }
  return gone;
}
