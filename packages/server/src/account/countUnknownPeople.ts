import { accountErrors } from '@watchpost/contract';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type Allowance, countCall, tooManyRequests } from './allowance.ts';

/** Enough for a day of adding people, not for going through numbers. */
const strangerAllowance: Allowance = { count: 30, withinMs: 3_600_000 };

/**
 * Counts how often a user learns whether a name, number or address beyond their own company has an account.
 *
 * @throws Refusal `manyStrangers` when one question asks of more than are ever answered at once; `tooManyRequests`
 */
export async function countUnknownPeople(deps: { db: Db; clock: Clock }, userId: number, count: number): Promise<void> {
  if (count === 0) return;
  if (count > strangerAllowance.count) throw new Refusal(accountErrors.manyStrangers, { count });
  const limit = { key: `stranger:${userId}`, allowance: strangerAllowance, refuse: tooManyRequests };
  await countCall(deps.db, deps.clock.now(), [limit], count);
}
