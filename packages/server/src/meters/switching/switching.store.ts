import { sql } from 'kysely';
import type { SystemTenant, Tenant, UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { AccountRow } from '../accounts/accounts.store.ts';

/** Switches of a project are ordered one after the other until the transaction ends. */
export async function lockSwitching(_tenant: Tenant, transaction: DbOrTransaction, projectId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870750, ${projectId})`.execute(transaction);
}

/** What gates ask of the database. @param exceptOrder an order that does not count among the recent ones; null: all do */
export async function tripFacts(
  _tenant: Tenant,
  db: DbOrTransaction,
  account: AccountRow,
  now: Date,
  exceptOrder: number | null,
): Promise<{ classes: string[]; lowSince: Date | null; openEvents: number; recent: Date[]; unbalanced: boolean }> {
  const { rows } = await sql<{
    classes: string[];
    low_since: Date | null;
    open_events: number;
    recent: string[];
    unbalanced: boolean;
  }>`
    WITH RECURSIVE behind AS (
      SELECT id, device_id FROM energy_meter WHERE id = ${account.meter_id}
      UNION SELECT m.id, m.device_id FROM energy_meter m JOIN behind ON m.parent_id = behind.id)
    SELECT
      ARRAY(SELECT DISTINCT c.code FROM behind JOIN device d ON d.id = behind.device_id JOIN device_class c ON c.id = d.device_class_id) AS classes,
      (SELECT min(e.started_at) FROM platform_event e WHERE e.type = 'lowBalance' AND e.subject_id = ${account.id} AND e.recovered_at IS NULL) AS low_since,
      (SELECT count(*)::int FROM energy_event e WHERE e.meter_id = ${account.meter_id} AND e.state = 'open') AS open_events,
      ARRAY(SELECT o.created_at::text FROM switch_order o JOIN prepaid_account a ON a.id = o.account_id
        WHERE a.project_id = ${account.project_id} AND o.want = 'off'
          AND o.id IS DISTINCT FROM ${exceptOrder} AND o.created_at > ${now}::timestamptz - interval '1 hour') AS recent,
      EXISTS (SELECT 1 FROM ledger_entry e JOIN ledger_line l ON l.entry_id = e.id WHERE e.account_id = ${account.id}
        GROUP BY e.id HAVING sum(l.amount_fen) <> 0)
      OR EXISTS (SELECT 1 FROM prepaid_account a WHERE a.id = ${account.id} AND a.posted_fen <> coalesce((
        SELECT sum(l.amount_fen) FROM ledger_entry e JOIN ledger_line l ON l.entry_id = e.id AND l.side = 'customer'
        WHERE e.account_id = a.id), 0)) AS unbalanced`.execute(db);
  const row = rows[0]!;
  return {
    classes: row.classes,
    lowSince: row.low_since,
    openEvents: row.open_events,
    recent: row.recent.map((text) => new Date(text)),
    unbalanced: row.unbalanced,
  };
}

export async function insertSwitch(
  tenant: UserTenant,
  db: DbOrTransaction,
  order: {
    account_id: number;
    want: 'off' | 'on';
    gates: unknown;
    reason: string;
    write_record_id: number;
    created_at: Date;
  },
): Promise<number> {
  const { id } = await db
    .insertInto('switch_order')
    .values({ ...order, gates: JSON.stringify(order.gates), state: 'sending', created_by: tenant.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The answers of the moment at which it was sent, or was not. */
export async function keepGates(_tenant: Tenant, db: DbOrTransaction, id: number, gates: unknown): Promise<void> {
  await db
    .updateTable('switch_order')
    .set({ gates: JSON.stringify(gates) })
    .where('id', '=', id)
    .execute();
}

export async function endSwitch(
  _tenant: Tenant,
  db: DbOrTransaction,
  id: number,
  state: 'done' | 'failed' | 'unknown',
): Promise<void> {
  await db.updateTable('switch_order').set({ state }).where('id', '=', id).execute();
}

/**
 * Orders whose server ended before it heard what became of their write: they end as the write did.
 *
 * @returns the companies that they are of
 */
export async function endLeftSwitches(_system: SystemTenant, db: DbOrTransaction, now: Date): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    UPDATE switch_order o SET state = CASE WHEN w.outcome = 'succeeded' THEN 'done'
      WHEN w.outcome IN ('noResponse', 'unknown', 'acknowledged') THEN 'unknown' ELSE 'failed' END
    FROM write_record w, prepaid_account a JOIN project p ON p.id = a.project_id
    WHERE o.state = 'sending' AND w.id = o.write_record_id AND w.outcome <> 'sending' AND w.finished_at < ${now}::timestamptz - interval '1 minute'
      AND a.id = o.account_id
    RETURNING p.company_id`.execute(db);
  return [...new Set(rows.map(({ company_id }) => company_id))];
}

/** What days of a project count as: 1 to 7, 8 a holiday. */
export async function dayKindsOf(
  _tenant: Tenant,
  db: DbOrTransaction,
  projectId: number,
  days: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ kind: number }>`
    SELECT coalesce(c.counts_as, extract(isodow FROM d.day)::int) AS kind FROM unnest(${[...days]}::date[]) WITH ORDINALITY AS d(day, place)
    LEFT JOIN day_of_project c ON c.project_id = ${projectId} AND c.day = d.day ORDER BY d.place`.execute(db);
  return rows.map(({ kind }) => kind);
}
