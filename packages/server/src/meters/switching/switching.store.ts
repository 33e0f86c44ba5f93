import type { Bilingual } from '@watchpost/contract';
import { sql } from 'kysely';
import type { SystemTenant, Tenant, UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { AccountRow } from '../accounts/accounts.store.ts';

/** Switches of a project are ordered one after the other until the transaction ends. */
export async function lockSwitching(_tenant: Tenant, transaction: DbOrTransaction, projectId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870750, ${projectId})`.execute(transaction);
}

/** Something behind a meter: devices of a class, an end use, or another consumer with an account. */
export interface Behind extends Bilingual {
  readonly kind: 'class' | 'subItem' | 'account';
  /** Of the class or sub-item; of an account its load. */
  readonly code: string;
}

/**
 * What gates ask of the database. Behind a meter are the meters that it supplies; the devices that these are, whose registers they
 * count, that the switch serves or that share their sub-items; and what such devices cool or condition.
 *
 * @param exceptOrder an order that does not count among the recent ones; null: all do
 */
export async function tripFacts(
  _tenant: Tenant,
  db: DbOrTransaction,
  account: AccountRow,
  now: Date,
  exceptOrder: number | null,
): Promise<{
  behind: Behind[];
  lowSince: Date | null;
  openEvents: number;
  recent: Date[];
  unbalanced: boolean;
  disarmed: boolean;
}> {
  const { rows } = await sql<{
    behind: Behind[];
    disarmed: boolean;
    low_since: Date | null;
    open_events: number;
    recent: string[];
    unbalanced: boolean;
  }>`
    WITH RECURSIVE below AS (
      SELECT id FROM energy_meter WHERE id = ${account.meter_id}
      UNION SELECT next.id FROM below CROSS JOIN LATERAL (
        SELECT m.id FROM energy_meter m WHERE m.parent_id = below.id
        UNION ALL SELECT t.of_meter_id FROM energy_term t WHERE t.meter_id = below.id AND t.factor > 0) next),
    metered AS (
      SELECT m.device_id AS id FROM below JOIN energy_meter m ON m.id = below.id WHERE m.device_id IS NOT NULL
      UNION SELECT p.device_id FROM below JOIN energy_installation i ON i.meter_id = below.id AND i.removed_at IS NULL
        JOIN device_point p ON p.point_id = i.point_id),
    use AS (
      SELECT s.sub_item_id AS id FROM metered JOIN sub_item_device s ON s.device_id = metered.id
      UNION SELECT i.id FROM use JOIN sub_item i ON i.parent_id = use.id),
    supplied AS (
      SELECT id FROM (
        SELECT id FROM metered
        UNION SELECT device_id FROM device_point WHERE point_id = ${account.switch_point_id}
        UNION SELECT s.device_id FROM use JOIN sub_item_device s ON s.sub_item_id = use.id AND s.project_id = ${account.project_id}) first
      UNION SELECT r.to_device_id FROM supplied JOIN device_relation r ON r.from_device_id = supplied.id)
    SELECT
      coalesce((SELECT jsonb_agg(each) FROM (
        SELECT DISTINCT 'class' AS kind, c.code, c.name_zh AS zh, c.name_en AS en
          FROM supplied JOIN device d ON d.id = supplied.id JOIN device_class c ON c.id = d.device_class_id
        UNION ALL SELECT 'subItem', i.code, i.name, coalesce(i.name_en, i.name) FROM use JOIN sub_item i ON i.id = use.id WHERE i.code IS NOT NULL
        UNION ALL SELECT 'account', o.load_class, o.consumer, o.consumer
          FROM below JOIN prepaid_account o ON o.meter_id = below.id AND o.closed_at IS NULL AND o.id <> ${account.id}) each), '[]') AS behind,
      EXISTS (SELECT 1 FROM trips_disarmed WHERE project_id = ${account.project_id}) AS disarmed,
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
    behind: row.behind,
    disarmed: row.disarmed,
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

/** Since when cuts of a project are disarmed, null: they are not; and by whom they were armed last. `lock`: until the transaction ends. */
export async function armingOf(
  _tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  lock: 'lock' | 'look' = 'look',
): Promise<{
  project_name: string;
  disarmed_since: Date | null;
  armed_at: Date | null;
  armed_name: string | null;
  reason: string | null;
}> {
  if (lock === 'lock') await lockSwitching(_tenant, db, projectId);
  const { rows } = await sql<Awaited<ReturnType<typeof armingOf>>>`
    SELECT place.name AS project_name, d.since AS disarmed_since, t.armed_at, person.name AS armed_name, t.reason
    FROM place_name place LEFT JOIN trips_disarmed d ON d.project_id = place.place_id
    LEFT JOIN trip_arming t ON t.project_id = place.place_id LEFT JOIN person ON person.user_id = t.armed_by
    WHERE place.place_id = ${projectId}`.execute(db);
  return rows[0]!;
}

export async function armProject(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  { projectId, at, reason }: { projectId: number; at: Date; reason: string },
): Promise<void> {
  const arming = { armed_at: at, armed_by: tenant.userId, reason };
  await transaction
    .insertInto('trip_arming')
    .values({ project_id: projectId, ...arming })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(arming))
    .execute();
}
