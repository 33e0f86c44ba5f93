import type { ReturnState } from '@watchpost/contract';
import type { Tenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface DueReturn {
  id: number;
  point_id: number;
  /** What was written, and is to be taken back. */
  value: number;
  old_value: number;
  reason: string;
  requested_at: Date;
  return_at: Date;
}

/** Values whose time is over. */
export const dueReturns = (_tenant: Tenant, db: DbOrTransaction, now: Date): Promise<DueReturn[]> =>
  db
    .selectFrom('write_record')
    .where('return_state', '=', 'waiting')
    .where('return_at', '<=', now)
    .where('outcome', 'not in', ['queued', 'sending'])
    .where('old_value', 'is not', null)
    .select(['id', 'point_id', 'value', 'old_value', 'reason', 'requested_at', 'return_at'])
    .orderBy('return_at')
    .limit(500)
    .execute() as Promise<DueReturn[]>;

/** Moves a return on; false: somebody else was faster. */
export async function moveReturn(
  _tenant: Tenant,
  db: DbOrTransaction,
  recordId: number,
  from: ReturnState,
  to: ReturnState,
  at?: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('write_record')
    .set({ return_state: to, ...(at ? { return_at: at } : {}) })
    .where('id', '=', recordId)
    .where('return_state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
