import { sql, type Transaction } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.generated.ts';

/** Makes others who count under one of these keys wait until the transaction ends. Locks are taken in one order for all. */
export async function lockKeys(
  _system: SystemTenant,
  transaction: Transaction<Tables>,
  keys: readonly string[],
): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock(lock)
    FROM (SELECT DISTINCT hashtextextended(key, 0) AS lock FROM unnest(${keys}::text[]) key ORDER BY lock OFFSET 0) locks
  `.execute(transaction);
}

/** How much was counted under each key since its time, and the first of it; in the order of the keys. */
export async function countByKey(
  _system: SystemTenant,
  db: DbOrTransaction,
  keys: readonly { key: string; since: Date }[],
): Promise<{ count: number; oldest: Date | null }[]> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    SELECT coalesce(sum(c.count), 0)::int AS count, min(c.at) AS oldest
    FROM unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ since }) => since)}::timestamptz[])
      WITH ORDINALITY AS asked (key, since, place)
    LEFT JOIN counted_call c ON c.key = asked.key AND c.at > asked.since
    GROUP BY place ORDER BY place
  `.execute(db);
  return rows;
}

export async function addCounted(
  _system: SystemTenant,
  db: DbOrTransaction,
  keys: readonly string[],
  at: Date,
  times: number,
): Promise<void> {
  await db
    .insertInto('counted_call')
    .values(keys.map((key) => ({ key, at, count: times })))
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'at'])
        .doUpdateSet((eb) => ({ count: eb('counted_call.count', '+', eb.ref('excluded.count')) })),
    )
    .execute();
}

/** Takes one back of what was counted at that moment. */
export async function takeCountedBack(
  _system: SystemTenant,
  db: DbOrTransaction,
  keys: readonly string[],
  at: Date,
): Promise<void> {
  await sql`
    WITH one AS (DELETE FROM counted_call WHERE key = ANY (${keys}::text[]) AND at = ${at} AND count = 1)
    UPDATE counted_call SET count = count - 1 WHERE key = ANY (${keys}::text[]) AND at = ${at} AND count > 1
  `.execute(db);
}

export async function clearCounted(_system: SystemTenant, db: DbOrTransaction, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('counted_call').where('key', 'in', keys).execute();
}

export async function deleteOldCounted(_system: SystemTenant, db: DbOrTransaction, before: Date): Promise<void> {
  await db.deleteFrom('counted_call').where('at', '<', before).execute();
}
