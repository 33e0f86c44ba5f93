import type { ReturnState } from '@watchpost/contract';
import { sql } from 'kysely';
import type { Tenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/** A value that only stands in for another until its time is over. */
export interface StandIn {
  id: number;
  /** What the device has: what was written, or what it made of it. */
  value: number;
  /** What is written back. */
  return_value: number;
}

export interface DueReturn extends StandIn {
  point_id: number;
  /** 0: none, as of a virtual point. */
  gateway_id: number;
  reason: string;
  requested_at: Date;
  return_at: Date;
}

const standIn = sql`
  r.id, CASE WHEN r.outcome = 'readsBackDifferently' OR r.outcome = 'noResponse' AND abs(r.read_back - r.old_value) >= 0.5 * 10.0 ^ -r.decimals
             THEN coalesce(r.read_back, r.value) ELSE r.value END AS value,
  coalesce(r.return_value, r.old_value) AS return_value`;

/** Values of a point that are to be taken back some time, the newest first. Which of them it has now, its reading tells. */
export async function standingIn(_tenant: Tenant, db: DbOrTransaction, pointId: number): Promise<StandIn[]> {
  const { rows } = await sql<StandIn>`
    SELECT ${standIn} FROM write_record r
    WHERE r.point_id = ${pointId} AND r.return_state IN ('waiting', 'returning') AND r.outcome NOT IN ('queued', 'sending')
      AND r.old_value IS NOT NULL ORDER BY r.id DESC`.execute(db);
  return rows;
}

/** What is written back to these points some time, and when; of several orders for a time the newest counts. */
export async function returnsAhead(
  _tenant: Tenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
): Promise<Map<number, { return_at: Date; return_value: number }>> {
  const { rows } = await sql<{ point_id: number; return_at: Date; return_value: number }>`
    SELECT DISTINCT ON (r.point_id) r.point_id, r.return_at, coalesce(r.return_value, r.old_value) AS return_value
    FROM write_record r
    WHERE r.point_id = ANY(${[...pointIds]}::int[]) AND r.return_state IN ('waiting', 'returning') AND r.return_at IS NOT NULL
      AND r.outcome NOT IN ('queued', 'sending') AND r.old_value IS NOT NULL
    ORDER BY r.point_id, r.id DESC`.execute(db);
  return new Map(rows.map((row) => [row.point_id, row]));
}

/** Values whose time is over, except at these gateways. */
export async function dueReturns(
  _tenant: Tenant,
  db: DbOrTransaction,
  now: Date,
  exceptGatewayIds: readonly number[],
): Promise<DueReturn[]> {
  const { rows } = await sql<DueReturn>`
    SELECT ${standIn}, r.point_id, coalesce(w.gateway_id, 0) AS gateway_id, r.reason, r.requested_at, r.return_at
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
