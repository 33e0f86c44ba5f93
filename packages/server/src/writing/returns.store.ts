import type { ReturnState } from '@watchpost/contract';
import { sql } from 'kysely';
import type { Tenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface DueReturn {
  id: number;
  point_id: number;
  /** 0: none, as of a virtual point. */
  gateway_id: number;
  /** What was written, and is to be taken back. */
  value: number;
  old_value: number;
  reason: string;
  requested_at: Date;
  return_at: Date;
}

/** Values whose time is over, except at these gateways. */
export async function dueReturns(
  _tenant: Tenant,
  db: DbOrTransaction,
  now: Date,
  exceptGatewayIds: readonly number[],
): Promise<DueReturn[]> {
  const { rows } = await sql<DueReturn>`
    SELECT r.id, r.point_id, coalesce(w.gateway_id, 0) AS gateway_id, r.value, r.old_value, r.reason, r.requested_at, r.return_at
    FROM write_record r LEFT JOIN point_place w ON w.point_id = r.point_id
    WHERE r.return_state = 'waiting' AND r.return_at <= ${now} AND r.outcome NOT IN ('queued', 'sending') AND r.old_value IS NOT NULL
      AND NOT coalesce(w.gateway_id, 0) = ANY(${[...exceptGatewayIds]}::int[])
    ORDER BY r.return_at LIMIT 500`.execute(db);
  return rows;
}

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
