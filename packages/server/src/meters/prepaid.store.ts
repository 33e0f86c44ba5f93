import type { LedgerKind, LoadClass, PrepaidMode, RechargeChannel, RechargeState } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { inProjects, type SystemTenant, type Tenant, type UserTenant } from '../access/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface AccountRow {
  id: number;
  project_id: number;
  company_id: number;
  time_zone: string;
  industry: number;
  meter_id: number | null;
  meter_name: string | null;
  meter_name_en: string | null;
  settled_through: Date | null;
  consumer: string;
  phone: string;
  mode: PrepaidMode;
  load_class: LoadClass;
  low_days: number;
  overdraft_fen: number;
  hoard_limit_fen: number;
  switch_point_id: number | null;
  amount_point_id: number | null;
  count_point_id: number | null;
  register_point_id: number | null;
  charge_from: string;
  charged_through: string | null;
  closed_at: Date | null;
  /** Of everything that is posted. */
  posted_fen: number;
  /** Of that the energy, above 0. */
  charged_fen: number;
  /** Cost of the energy until now, by the prices that its days have; micro-¥. */
  cost_micro: number;
  /** Mean of the last seven days that are over. */
  micro_per_day: number | null;
}

const customerSum = (condition: RawBuilder<unknown>) => sql`
  coalesce((SELECT sum(l.amount_fen)::bigint FROM ledger_entry e JOIN ledger_line l ON l.entry_id = e.id AND l.side = 'customer'
    WHERE e.account_id = a.id AND ${condition}), 0)`;
const micro = sql`d.cost_micro[1] + d.cost_micro[2] + d.cost_micro[3] + d.cost_micro[4]`;
const columns = sql`
  a.id, a.project_id, project.company_id, project.time_zone, project.industry, a.meter_id, m.name AS meter_name, m.name_en AS meter_name_en,
  m.settled_through, a.consumer, a.phone, a.mode, a.load_class, a.low_days, a.overdraft_fen, a.hoard_limit_fen, a.switch_point_id,
  a.amount_point_id, a.count_point_id, i.point_id AS register_point_id, a.charge_from::text AS charge_from,
  a.charged_through::text AS charged_through, a.closed_at,
  ${customerSum(sql`true`)} AS posted_fen, -${customerSum(sql`e.kind = 'charge'`)} AS charged_fen,
  coalesce((SELECT sum(${micro})::bigint FROM energy_day d WHERE d.meter_id = a.meter_id AND d.day >= a.charge_from), 0) AS cost_micro,
  (SELECT avg(${micro})::float8 FROM (SELECT * FROM energy_day d WHERE d.meter_id = a.meter_id
    AND d.day < (now() AT TIME ZONE project.time_zone)::date ORDER BY d.day DESC LIMIT 7) d) AS micro_per_day`;
const tables = sql`
  prepaid_account a JOIN project ON project.id = a.project_id AND project.deleted_at IS NULL
  LEFT JOIN energy_meter m ON m.id = a.meter_id
  LEFT JOIN energy_installation i ON i.meter_id = a.meter_id AND i.removed_at IS NULL`;

export async function accountsOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  text: string | undefined,
): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    SELECT ${columns} FROM ${tables} WHERE a.project_id = ${projectId} AND ${inProjects(tenant, 'a.project_id')}
      ${text === undefined ? sql`` : sql`AND ${containsText(text, 'a.consumer', 'm.name', 'm.name_en')}`}
    ORDER BY a.closed_at IS NOT NULL, a.consumer, a.id`.execute(db);
  return rows;
}

/** Accounts that are open, of everybody. */
export async function openAccounts(_system: SystemTenant, db: DbOrTransaction): Promise<AccountRow[]> {
  const { rows } =
    await sql<AccountRow>`SELECT ${columns} FROM ${tables} WHERE a.closed_at IS NULL ORDER BY a.id`.execute(db);
  return rows;
}

/** An account that the tenant may see; `lock`: nothing of it changes until the transaction ends. */
export async function findAccount(
  tenant: Tenant,
  db: DbOrTransaction,
  id: number,
  lock: 'lock' | 'look' = 'look',
): Promise<AccountRow | null> {
  if (lock === 'lock') await sql`SELECT 1 FROM prepaid_account WHERE id = ${id} FOR UPDATE`.execute(db);
  const { rows } = await sql<AccountRow>`
    SELECT ${columns} FROM ${tables} WHERE a.id = ${id} AND ${inProjects(tenant, 'a.project_id')}`.execute(db);
  return rows[0] ?? null;
}

export interface AccountValues {
  consumer: string;
  phone: string;
  load_class: LoadClass;
  low_days: number;
  overdraft_fen: number;
  hoard_limit_fen: number;
  switch_point_id: number | null;
}

export async function insertAccount(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  values: AccountValues & {
    project_id: number;
    meter_id: number;
    mode: PrepaidMode;
    amount_point_id: number | null;
    count_point_id: number | null;
    charge_from: string;
    opened_at: Date;
  },
): Promise<number> {
  const { id } = await transaction
    .insertInto('prepaid_account')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateAccount(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  id: number,
  values: Partial<AccountValues & { closed_at: Date; charged_through: string }>,
): Promise<void> {
  await transaction.updateTable('prepaid_account').set(values).where('id', '=', id).execute();
}

export async function hasOpenAccount(_tenant: Tenant, db: DbOrTransaction, meterId: number): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM prepaid_account WHERE meter_id = ${meterId} AND closed_at IS NULL LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Those of the points that are of the project; `writable`: and can be written. */
export async function pointsOfProject(
  _tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  ids: readonly number[],
): Promise<{ id: number; writable: boolean }[]> {
  const { rows } = await sql<{ id: number; writable: boolean }>`
    SELECT id, writable FROM point WHERE project_id = ${projectId} AND id = ANY(${[...ids]}::int[])`.execute(db);
  return rows;
}

type Side = 'customer' | 'cash' | 'income' | 'opening' | 'writeOff';

/** What is moved from the customer's point of view, and where it comes from or goes to: both lines, or none. @returns its id */
export async function book(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  entry: {
    accountId: number;
    kind: LedgerKind;
    /** Above 0 in the customer's favour. */
    amountFen: number;
    against: Exclude<Side, 'customer'>;
    at: Date;
    throughDay?: string;
    reversesId?: number;
    note?: string;
    byUser: number | null;
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ledger_entry (account_id, kind, booked_at, through_day, reverses_id, note, by_user)
    VALUES (${entry.accountId}, ${entry.kind}, ${entry.at}, ${entry.throughDay ?? null}::date, ${entry.reversesId ?? null}, ${entry.note ?? ''},
      ${entry.byUser}) RETURNING id`.execute(transaction);
  const { id } = rows[0]!;
  await sql`INSERT INTO ledger_line (entry_id, side, amount_fen)
    VALUES (${id}, 'customer', ${entry.amountFen}), (${id}, ${entry.against}, ${-entry.amountFen})`.execute(
    transaction,
  );
  return id;
}

/** Micro-¥ of the days of an account until one, included. */
export async function costThrough(
  _tenant: Tenant,
  db: DbOrTransaction,
  { meter_id, charge_from }: AccountRow,
  day: string,
): Promise<number> {
  const { rows } = await sql<{ micro: number }>`
    SELECT coalesce(sum(${micro}), 0)::bigint AS micro FROM energy_day d
    WHERE d.meter_id = ${meter_id} AND d.day BETWEEN ${charge_from}::date AND ${day}::date`.execute(db);
  return rows[0]!.micro;
}

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
  count_before: number | null;
  sent_at: Date | null;
  created_at: Date;
  created_name: string | null;
}
const orderColumns = sql`
  o.id, o.account_id, a.project_id, a.consumer, o.order_number, o.amount_fen, o.channel, o.external_id, o.state, o.entry_id, o.count_before, o.sent_at,
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
  to: { state: RechargeState; count_before?: number; sent_at?: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('recharge_order')
    .set(to)
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function pageOrders(
  tenant: UserTenant,
  db: DbOrTransaction,
  { projectId, accountId }: { projectId: number; accountId: number | undefined },
  ascending: boolean,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: OrderRow[]; total: number }> {
  const where = sql`a.project_id = ${projectId} AND ${inProjects(tenant, 'a.project_id')}
    ${accountId === undefined ? sql`` : sql`AND o.account_id = ${accountId}`}`;
  const { rows } = await sql<OrderRow>`
    SELECT ${orderColumns} FROM ${orderTables} WHERE ${where} ORDER BY o.id ${sql.raw(ascending ? 'ASC' : 'DESC')}
    OFFSET ${offset} LIMIT ${limit}`.execute(db);
  const counted = await sql<{ count: number }>`SELECT count(*) FROM ${orderTables} WHERE ${where}`.execute(db);
  return { rows, total: counted.rows[0]!.count };
}

export interface EntryRow {
  id: number;
  kind: LedgerKind;
  amount_fen: number;
  balance_fen: number;
  through_day: string | null;
  booked_at: Date;
  note: string;
  by_name: string | null;
}

/** @param accountId of one that the tenant may see */
export async function pageEntries(
  _tenant: UserTenant,
  db: DbOrTransaction,
  accountId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: EntryRow[]; total: number }> {
  const { rows } = await sql<EntryRow>`
    SELECT * FROM (
      SELECT e.id, e.kind, l.amount_fen, (sum(l.amount_fen) OVER (ORDER BY e.id))::bigint AS balance_fen, e.through_day::text AS through_day,
        e.booked_at, e.note, person.name AS by_name
      FROM ledger_entry e JOIN ledger_line l ON l.entry_id = e.id AND l.side = 'customer' LEFT JOIN person ON person.user_id = e.by_user
      WHERE e.account_id = ${accountId}) each
    ORDER BY id DESC OFFSET ${offset} LIMIT ${limit}`.execute(db);
  const counted = await sql<{
    count: number;
  }>`SELECT count(*) FROM ledger_entry WHERE account_id = ${accountId}`.execute(db);
  return { rows, total: counted.rows[0]!.count };
}

/** What gates ask of the database. */
export async function tripFacts(
  _tenant: Tenant,
  db: DbOrTransaction,
  account: AccountRow,
  now: Date,
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
        WHERE a.project_id = ${account.project_id} AND o.want = 'off' AND o.created_at > ${now}::timestamptz - interval '1 hour') AS recent,
      EXISTS (SELECT 1 FROM ledger_entry e JOIN ledger_line l ON l.entry_id = e.id WHERE e.account_id = ${account.id}
        GROUP BY e.id HAVING sum(l.amount_fen) <> 0) AS unbalanced`.execute(db);
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
  order: { account_id: number; want: 'off' | 'on'; gates: unknown; reason: string; created_at: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('switch_order')
    .values({ ...order, gates: JSON.stringify(order.gates), state: 'sending', created_by: tenant.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function endSwitch(
  _tenant: Tenant,
  db: DbOrTransaction,
  id: number,
  state: 'done' | 'failed' | 'unknown',
  recordId: number | null,
): Promise<void> {
  await db.updateTable('switch_order').set({ state, write_record_id: recordId }).where('id', '=', id).execute();
}

/** What became of a write. */
export async function outcomeOf(_tenant: Tenant, db: DbOrTransaction, recordId: number): Promise<string> {
  const { outcome } = await db
    .selectFrom('write_record')
    .where('id', '=', recordId)
    .select('outcome')
    .executeTakeFirstOrThrow();
  return outcome;
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
