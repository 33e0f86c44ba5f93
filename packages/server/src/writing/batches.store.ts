import { sql } from 'kysely';
import type { SystemTenant, UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { RecordRow } from './records.store.ts';

export type BatchState = 'running' | 'done' | 'stopped' | 'cancelled' | 'interrupted';

export interface BatchRow {
  id: number;
  company_id: number;
  user_id: number;
  reason: string;
  stop_on_error: boolean;
  state: BatchState;
  requested_at: Date;
  finished_at: Date | null;
}

export async function insertBatch(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  batch: { reason: string; stopOnError: boolean; requestedAt: Date },
): Promise<number> {
  const { id } = await transaction
    .insertInto('write_batch')
    .values({
      company_id: tenant.companyId,
      user_id: tenant.userId,
      reason: batch.reason,
      stop_on_error: batch.stopOnError,
      requested_at: batch.requestedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A batch of the user's own. */
export const findBatch = (tenant: UserTenant, db: DbOrTransaction, batchId: number): Promise<BatchRow | undefined> =>
  db
    .selectFrom('write_batch')
    .where('id', '=', batchId)
    .where('company_id', '=', tenant.companyId)
    .where('user_id', '=', tenant.userId)
    .selectAll()
    .executeTakeFirst() as Promise<BatchRow | undefined>;

/** In the order asked for. */
export async function recordsOfBatch(
  _tenant: UserTenant | SystemTenant,
  db: DbOrTransaction,
  batchId: number,
): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    SELECT r.*, coalesce(project.name, '') AS project_name, project.name_en AS project_name_en
    FROM write_record r LEFT JOIN place_name project ON project.place_id = r.project_id
    WHERE r.batch_id = ${batchId} ORDER BY r.position`.execute(db);
  return rows;
}

/** False: it had ended before. */
export async function endBatch(
  _tenant: UserTenant | SystemTenant,
  db: DbOrTransaction,
  batchId: number,
  state: Exclude<BatchState, 'running'>,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('write_batch')
    .set({ state, finished_at: now })
    .where('id', '=', batchId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
