import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { Db, DbOrTransaction } from '../platform/db/database.ts';
import { type OperationFacts, sealLock } from './store.ts';

export interface BatchFacts {
  id: number;
  first_id: number;
  last_id: number;
  row_count: number;
  sealed_at: Date;
  previous_hash: Buffer;
  hash: Buffer;
}

/** Longest that writes are held up: the lock waits for those under way, and new ones behind it. */
const lockWaitMs = 2_000;

/**
 * The newest line below which none is missing: nobody is between writing a line and committing it while this is asked. Null:
 * there is none, or writers did not pause within two seconds (to be asked again in a minute).
 */
export const newestComplete = (_system: SystemTenant, db: Db): Promise<number | null> =>
  db
    .transaction()
    .execute(async (transaction) => {
      await sql`SELECT set_config('lock_timeout', ${String(lockWaitMs)}, true)`.execute(transaction);
      await sql`SELECT pg_advisory_xact_lock(${sql.lit(sealLock)})`.execute(transaction);
      const { id } = await transaction
        .selectFrom('operation_log')
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirstOrThrow();
      return id;
    })
    .catch((error: { code?: string }) => {
      const lockNotAvailable = '55P03';
      if (error.code === lockNotAvailable) return null;
      throw error;
    });

export const newestBatch = (_system: SystemTenant, db: DbOrTransaction): Promise<BatchFacts | undefined> =>
  db.selectFrom('operation_log_batch').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();

export const oldestBatch = (_system: SystemTenant, db: DbOrTransaction): Promise<BatchFacts | undefined> =>
  db.selectFrom('operation_log_batch').selectAll().orderBy('id').limit(1).executeTakeFirst();

/** Batches after that one, in their order. */
export const batchesAfter = (
  _system: SystemTenant,
  db: DbOrTransaction,
  batchId: number,
  limit: number,
): Promise<BatchFacts[]> =>
  db.selectFrom('operation_log_batch').where('id', '>', batchId).selectAll().orderBy('id').limit(limit).execute();

/** Lines above `afterId` up to `lastId`, in their order. */
export const linesBetween = (
  _system: SystemTenant,
  db: DbOrTransaction,
  afterId: number,
  lastId: number,
  limit: number,
): Promise<OperationFacts[]> =>
  db
    .selectFrom('operation_log')
    .where('id', '>', afterId)
    .where('id', '<=', lastId)
    .selectAll()
    .orderBy('id')
    .limit(limit)
    .execute();

/** Refused by its unique key when another process sealed the same lines meanwhile. */
export async function insertBatch(
  _system: SystemTenant,
  db: DbOrTransaction,
  batch: Omit<BatchFacts, 'id'>,
): Promise<void> {
  await db.insertInto('operation_log_batch').values(batch).execute();
}
