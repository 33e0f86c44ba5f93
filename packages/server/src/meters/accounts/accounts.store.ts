import type { LoadClass, PrepaidMode } from '@watchpost/contract';
import { sql } from 'kysely';
import { inProjects, type SystemTenant, type Tenant, type UserTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { direction, pageOfRows, type RowRange } from '../../platform/db/listQuery.ts';

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
  switch_name: string | null;
  switch_name_en: string | null;
  amount_point_id: number | null;
  count_point_id: number | null;
  register_point_id: number | null;
  charge_from: string;
  charged_through: string | null;
  closed_at: Date | null;
  /** Who asked that the protected load may be switched off, when and why. */
  loosen_asked_by: number | null;
  loosen_asked_name: string | null;
  loosen_asked_at: Date | null;
  loosen_reason: string | null;
  /** Of everything that is posted; of that the energy, above 0. */
  posted_fen: number;
  charged_fen: number;
  /** What it holds now, with the energy that has passed and is not posted yet. */
  balance_fen: number;
  unposted_fen: number;
  /** Mean of the last seven settled days. */
  fen_per_day: number | null;
  days_left: number | null;
  is_low: boolean;
}

const columns = sql`
  a.id, a.project_id, project.company_id, project.time_zone, project.industry, a.meter_id, m.name AS meter_name, m.name_en AS meter_name_en,
  m.settled_through, a.consumer, a.phone, a.mode, a.load_class, a.low_days, a.overdraft_fen, a.hoard_limit_fen, a.switch_point_id,
  s.name AS switch_name, s.name_en AS switch_name_en, a.amount_point_id, a.count_point_id, i.point_id AS register_point_id, a.charge_from::text AS charge_from,
  a.charged_through::text AS charged_through, a.closed_at, a.loosen_asked_by, asker.name AS loosen_asked_name,
  a.loosen_asked_at, a.loosen_reason, a.posted_fen, a.charged_fen,
  b.fen AS balance_fen, b.unposted_fen, b.fen_per_day, b.days_left, b.is_low`;
const tables = sql`
  prepaid_account a JOIN prepaid_balance b ON b.account_id = a.id JOIN project ON project.id = a.project_id AND project.deleted_at IS NULL
  LEFT JOIN energy_meter m ON m.id = a.meter_id LEFT JOIN point s ON s.id = a.switch_point_id
  LEFT JOIN person asker ON asker.user_id = a.loosen_asked_by
  LEFT JOIN energy_installation i ON i.meter_id = a.meter_id AND i.removed_at IS NULL`;

/** A page of the accounts of a project; closed ones come last, equal ones in the order in which they were opened. */
export async function pageAccounts(
  tenant: UserTenant,
  db: DbOrTransaction,
  { projectId, text }: { projectId: number; text: string | undefined },
  { by, ascending }: { by: 'consumer' | 'balance' | 'days'; ascending: boolean },
  range: RowRange,
): Promise<{ rows: AccountRow[]; total: number }> {
  const where = sql`a.project_id = ${projectId} AND ${inProjects(tenant, 'a.project_id')}
    ${text === undefined ? sql`` : sql`AND ${containsText(text, 'a.consumer', 'm.name', 'm.name_en')}`}`;
  const key = { consumer: sql`a.consumer`, balance: sql`b.fen`, days: sql`b.days_left` }[by];
  return pageOfRows<AccountRow>(db, range, {
    columns,
    from: tables,
    counted: sql`prepaid_account a LEFT JOIN energy_meter m ON m.id = a.meter_id`,
    where,
    order: sql`a.closed_at IS NOT NULL, ${key} ${direction(ascending)} NULLS LAST, a.id`,
  });
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

export interface Loosening {
  loosen_asked_by: number | null;
  loosen_asked_at: Date | null;
  loosen_reason: string | null;
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
  values: Partial<AccountValues & Loosening & { closed_at: Date; charged_through: string; charged_micro: number }>,
): Promise<void> {
  await transaction.updateTable('prepaid_account').set(values).where('id', '=', id).execute();
}

export async function hasOpenAccount(_tenant: Tenant, db: DbOrTransaction, meterId: number): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM prepaid_account WHERE meter_id = ${meterId} AND closed_at IS NULL LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Whether the load of a meter or switch was protected when its last account was closed: two people decide then, not the opening of another. */
export async function wasProtected(
  _tenant: Tenant,
  db: DbOrTransaction,
  { meterId, switchPointId }: { meterId: number; switchPointId: number | null },
): Promise<boolean> {
  const { rows } = await sql<{ load_class: LoadClass }>`
    (SELECT load_class FROM prepaid_account WHERE meter_id = ${meterId} ORDER BY id DESC LIMIT 1) UNION
    (SELECT load_class FROM prepaid_account WHERE switch_point_id = ${switchPointId} ORDER BY id DESC LIMIT 1)`.execute(
    db,
  );
  return rows.some(({ load_class }) => load_class === 'protected');
}

/** The clock of a meter's project, and the last day that an account of the meter was charged for; null: none was. */
export async function chargedDaysOf(
  _tenant: Tenant,
  db: DbOrTransaction,
  meterId: number,
): Promise<{ time_zone: string; charged_through: string | null }> {
  const { rows } = await sql<{ time_zone: string; charged_through: string | null }>`
    SELECT p.time_zone, (SELECT max(a.charged_through) FROM prepaid_account a WHERE a.meter_id = m.id)::text AS charged_through
    FROM energy_meter m JOIN project p ON p.id = m.project_id WHERE m.id = ${meterId}`.execute(db);
  return rows[0]!;
}

/** Those of the points that are of the project; `writable`: and can be written; `taken`: an open account has it already. */
export async function pointsOfProject(
  _tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  ids: readonly number[],
): Promise<{ id: number; writable: boolean; taken: boolean }[]> {
  const { rows } = await sql<{ id: number; writable: boolean; taken: boolean }>`
    SELECT id, writable, EXISTS (SELECT 1 FROM prepaid_point k WHERE k.point_id = point.id) AS taken
    FROM point WHERE project_id = ${projectId} AND id = ANY(${[...ids]}::int[])`.execute(db);
  return rows;
}
