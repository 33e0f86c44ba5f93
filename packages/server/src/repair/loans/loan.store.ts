import { sql } from 'kysely';
import type { SystemTenant, Tenant, UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** People to whom an order is offered or lent. The order was found for the tenant. */
export async function lentTo(_tenant: Tenant, db: DbOrTransaction, orderId: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT DISTINCT user_id FROM repair_lent WHERE order_id = ${orderId}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Lends the device of an order, which was found for the tenant, to the tenant. */
export async function insertLoan(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  order: { id: number; project_id: number; device_id: number },
  { from, curveFrom, until }: { from: Date; curveFrom: Date; until: Date },
): Promise<void> {
  await sql`
    INSERT INTO device_loan (order_id, project_id, device_id, user_id, from_at, curve_from, until_at)
    VALUES (${order.id}, ${order.project_id}, ${order.device_id}, ${tenant.userId}, ${from}, ${curveFrom}, ${until})`.execute(
    transaction,
  );
}

/** Ends the loan of an order, which was found for the tenant. @returns to whom it was */
export async function endLoan(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  orderId: number,
  at: Date,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    UPDATE device_loan SET ended_at = ${at} WHERE order_id = ${orderId} AND ended_at IS NULL RETURNING user_id`.execute(
    transaction,
  );
  return rows.map(({ user_id }) => user_id);
}

/** Ends loans that have lasted their time, and those that nothing stands behind any more. @returns to whom they were */
export async function endOldLoans(_system: SystemTenant, db: DbOrTransaction, at: Date): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    UPDATE device_loan l SET ended_at = ${at}
    WHERE l.ended_at IS NULL AND (l.until_at <= ${at} OR NOT EXISTS (
      SELECT 1 FROM repair_lent v WHERE v.order_id = l.order_id AND v.user_id = l.user_id))
    RETURNING user_id`.execute(db);
  return [...new Set(rows.map(({ user_id }) => user_id))];
}

export interface EndingLoan {
  order_id: number;
  until_at: Date;
}

/** Loans that end soon, of which nobody was told; they are marked as told. */
export async function markEndingLoans(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  { at, endBefore }: { at: Date; endBefore: Date },
): Promise<EndingLoan[]> {
  const { rows } = await sql<EndingLoan>`
    UPDATE device_loan SET told_at = ${at} WHERE ended_at IS NULL AND told_at IS NULL AND until_at <= ${endBefore}
    RETURNING order_id, until_at`.execute(transaction);
  return rows;
}
