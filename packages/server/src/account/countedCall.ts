import { commonErrors } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { countCalls, insertCountedCalls, lockName } from './code.store.ts';

/** How often a call is answered: `count` times within `withinMs`. */
export interface Allowance {
  readonly count: number;
  readonly withinMs: number;
}

/**
 * Counts a call under a key, such as `exists:<address>`, and refuses it beyond its allowance.
 *
 * @param times as many as so many calls
 *
 * @throws Refusal `tooManyRequests`
 */
export async function countedCall(
  { db, clock }: { db: Db; clock: Clock },
  key: string,
  { count: allowed, withinMs }: Allowance,
  times = 1,
): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (transaction) => {
    await lockName(system, transaction, key);
    const { count, oldest } = await countCalls(system, transaction, key, new Date(now - withinMs));
    if (count + times > allowed) {
      const waitMs = (oldest?.getTime() ?? now) + withinMs - now;
      throw new Refusal(commonErrors.tooManyRequests, { seconds: Math.max(1, Math.ceil(waitMs / 1000)) });
    }
    await insertCountedCalls(system, transaction, key, new Date(now), times);
  });
}
