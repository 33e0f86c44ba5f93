import type { RechargeChannel, RechargeState, WriteOutcome } from '@watchpost/contract';
import { sql } from 'kysely';
import { inProjects, type SystemTenant, type Tenant, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { direction, pageOfRows, type RowRange } from '../../platform/db/listQuery.ts';

export interface OrderRow {
  id: number;
  account_id: number;
  project_id: number;
  consumer: string;
  order_number: string;
  amount_fen: number;
  channel: RechargeChannel;
  external_id: string | null;
  state: RechargeState;
  entry_id: number;
  created_at: Date;
  created_name: string | null;
}
const orderColumns = sql`
  o.id, o.account_id, a.project_id, a.consumer, o.order_number, o.amount_fen, o.channel, o.external_id, o.state, o.entry_id,
  o.created_at, person.name AS created_name`;
const orderTables = sql`
  recharge_order o JOIN prepaid_account a ON a.id = o.account_id LEFT JOIN person ON person.user_id = o.created_by`;

/** Recharges of a company happen one after the other until the transaction ends: a number stands for one of them. */
export async function lockOrders(tenant: UserTenant, transaction: DbOrTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870682, ${tenant.companyId})`.execute(transaction);
}

/** By number or by payment, of the whole company. */
export async function findOrderOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  by: { orderNumber: string } | { externalId: string },
): Promise<OrderRow | null> {
  const which = 'orderNumber' in by ? sql`o.order_number = ${by.orderNumber}` : sql`o.external_id = ${by.externalId}`;
  const { rows } = await sql<OrderRow>`
    SELECT ${orderColumns} FROM ${orderTables} JOIN project p ON p.id = a.project_id
    WHERE ${which} AND p.company_id = ${tenant.companyId} ORDER BY o.id LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

export async function findOrder(
  tenant: Tenant,
  db: DbOrTransaction,
  id: number,
  lock: 'lock' | 'look' = 'look',
): Promise<OrderRow | null> {
  const { rows } = await sql<OrderRow>`
    SELECT ${orderColumns} FROM ${orderTables} WHERE o.id = ${id} AND ${inProjects(tenant, 'a.project_id')}
    ${sql.raw(lock === 'lock' ? 'FOR UPDATE OF o' : '')}`.execute(db);
  return rows[0] ?? null;
}

/** Those on their way to a meter. */
export async function ordersUnderWay(
  _tenant: Tenant,
  db: DbOrTransaction,
  accountId: number | null,
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    SELECT ${orderColumns} FROM ${orderTables} WHERE o.state = 'delivering'
      ${accountId === null ? sql`` : sql`AND o.account_id = ${accountId}`} ORDER BY o.id`.execute(db);
  return rows;
}

export async function insertOrder(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  order: {
    account_id: number;
    order_number: string;
    amount_fen: number;
    channel: RechargeChannel;
    external_id: string | null;
    entry_id: number;
    created_at: Date;
  },
): Promise<number> {
  const { id } = await transaction
    .insertInto('recharge_order')
    .values({ ...order, state: 'credited', created_by: tenant.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns whether it was in one of these states until now */
export async function moveOrder(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  id: number,
  from: readonly RechargeState[],
  state: RechargeState,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('recharge_order')
    .set({ state })
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Says that a recharge is on its way, by which write, and how many purchases the meter had taken before. */
export async function beginDelivery(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  id: number,
  { recordId, countBefore }: { recordId: number; countBefore: number },
): Promise<void> {
  await transaction
    .updateTable('recharge_order')
    .set({ state: 'delivering', write_record_id: recordId, count_before: countBefore, sent_at: null })
    .where('id', '=', id)
    .execute();
}

/** A recharge on its way to a meter, with the write that carries it. */
export interface DeliveryRow {
  id: number;
  company_id: number;
  /** Null: begun by a version that did not keep it. */
  record_id: number | null;
  /** Null: the write log has the write no longer. */
  outcome: WriteOutcome | null;
  /** When it went to the meter; null: it did not, or nobody knows. */
  sent_at: Date | null;
  finished_at: Date | null;
  count_before: number | null;
  count_point_id: number | null;
  /** How often the number of purchases is polled. */
  poll_seconds: number;
}

/** @param orderId null: all that are under way */
export async function deliveriesUnderWay(
  _system: SystemTenant,
  db: DbOrTransaction,
  orderId: number | null,
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    SELECT o.id, p.company_id, o.write_record_id AS record_id, w.outcome, coalesce(w.sent_at, o.sent_at) AS sent_at, w.finished_at,
      o.count_before, a.count_point_id, coalesce(c.sampling_interval_seconds, 60) AS poll_seconds
    FROM recharge_order o JOIN prepaid_account a ON a.id = o.account_id JOIN project p ON p.id = a.project_id
      LEFT JOIN write_record w ON w.id = o.write_record_id LEFT JOIN point c ON c.id = a.count_point_id
    WHERE o.state = 'delivering' ${orderId === null ? sql`` : sql`AND o.id = ${orderId}`} ORDER BY o.id`.execute(db);
  return rows;
}

/** Keeps what is known of a delivery, unless another one of the same recharge has begun meanwhile. @returns whether it moved */
export async function moveDelivery(
  _system: SystemTenant,
  db: DbOrTransaction,
  { id, record_id, sent_at }: DeliveryRow,
  state: RechargeState,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE recharge_order SET state = ${state}, sent_at = ${sent_at}
    WHERE id = ${id} AND state = 'delivering' AND write_record_id IS NOT DISTINCT FROM ${record_id} RETURNING id`.execute(
    db,
  );
  return rows.length > 0 && state !== 'delivering';
}

export async function pageOrders(
  tenant: UserTenant,
  db: DbOrTransaction,
  { projectId, accountId }: { projectId: number; accountId: number | undefined },
  ascending: boolean,
  range: RowRange,
): Promise<{ rows: OrderRow[]; total: number }> {
  const where = sql`a.project_id = ${projectId} AND ${inProjects(tenant, 'a.project_id')}
    ${accountId === undefined ? sql`` : sql`AND o.account_id = ${accountId}`}`;
  return pageOfRows<OrderRow>(db, range, {
    columns: orderColumns,
    from: orderTables,
    where,
    order: sql`o.id ${direction(ascending)}`,
  });
}
