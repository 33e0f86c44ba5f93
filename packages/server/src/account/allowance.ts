import { commonErrors } from '@watchpost/contract';
import type { Transaction } from 'kysely';
import { system } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.generated.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { networksOf } from '../platform/networksOf.ts';
import { addCounted, countByKey, lockKeys, takeCountedBack } from './allowance.store.ts';

/** How often something is granted: `count` times within `withinMs`. */
export interface Allowance {
  readonly count: number;
  readonly withinMs: number;
}

/** Something that is counted under a key, and what to answer beyond its allowance. */
export interface Limit {
  readonly key: string;
  readonly allowance: Allowance;
  readonly refuse: (waitMs: number) => Refusal;
}

export const tooManyRequests = (waitMs: number): Refusal =>
  new Refusal(commonErrors.tooManyRequests, { seconds: Math.max(1, Math.ceil(waitMs / 1000)) });

/** The same key for each network of a caller, with the share of an allowance that it has. */
export const limitsByNetwork = (
  key: string,
  address: string,
  { count, withinMs }: Allowance,
  refuse: Limit['refuse'] = tooManyRequests,
): Limit[] =>
  networksOf(address).map(({ network, share }) => ({
    key: `${key}@${network}`,
    allowance: { count: count * share, withinMs },
    refuse,
  }));

/**
 * Counts under every key, or refuses and counts nothing. Callers at the same moment, of any process, wait for each other.
 *
 * @param times as much as so many calls
 * @throws Refusal of the first limit that is exceeded
 */
export async function countWithin(
  transaction: Transaction<Tables>,
  now: number,
  limits: readonly Limit[],
  times = 1,
): Promise<void> {
  if (limits.length === 0) return;
  const keys = [...new Set(limits.map(({ key }) => key))];
  await lockKeys(system, transaction, keys);
  const counted = await countByKey(
    system,
    transaction,
    limits.map(({ key, allowance }) => ({ key, since: new Date(now - allowance.withinMs) })),
  );
  for (const [index, { allowance, refuse }] of limits.entries()) {
    const { count, oldest } = counted[index]!;
    if (count + times > allowance.count) throw refuse((oldest?.getTime() ?? now) + allowance.withinMs - now);
  }
  await addCounted(system, transaction, keys, new Date(now), times);
}

/** Whether one more would be within all limits, as far as is counted already. Counts nothing and takes no lock. */
export async function isWithin(db: Db, now: number, limits: readonly Limit[]): Promise<boolean> {
  const counted = await countByKey(
    system,
    db,
    limits.map(({ key, allowance }) => ({ key, since: new Date(now - allowance.withinMs) })),
  );
  return counted.every(({ count }, index) => count < limits[index]!.allowance.count);
}

/** Counts under every key and answers true, or counts nothing and answers false. Waits like `countWithin`. */
export async function countIfWithin(
  transaction: Transaction<Tables>,
  now: number,
  limits: readonly Limit[],
): Promise<boolean> {
  try {
    await countWithin(transaction, now, limits);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** `countWithin` in a transaction of its own. */
export const countCall = (db: Db, now: number, limits: readonly Limit[], times = 1): Promise<void> =>
  db.transaction().execute((transaction) => countWithin(transaction, now, limits, times));

/**
 * Counts what fails: the guess counts before it is looked at, and is taken back once it was right.
 *
 * @throws what `guess` throws, or the refusal of the first limit that is exceeded
 */
export async function countFailed<Result>(
  { db, clock }: { db: Db; clock: Clock },
  limits: readonly Limit[],
  guess: () => Promise<Result>,
): Promise<Result> {
  const now = clock.now();
  await countCall(db, now, limits);
  const result = await guess();
  const keys = limits.map(({ key }) => key);
  await takeCountedBack(system, db, keys, new Date(now));
  return result;
}
