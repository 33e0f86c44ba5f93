import type { BootUnitState, BootWatchCheck, BootWatchState, BootWay, InstallVerdict } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { type CompanyTenant, inProjects, type UserTenant } from '../access/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { CaliberRange, Figures, PipeLimits } from './checkInstall.wire.ts';

export interface PipeValues extends PipeLimits {
  model: string;
}
export interface CaliberValues extends CaliberRange {
  model: string;
}
interface Kept {
  id: number;
  updated_at: Date;
}
export type PipeRow = PipeValues & Kept;
export type CaliberRow = CaliberValues & Kept;
type Standard = 'boot_pipe_standard' | 'boot_caliber_standard';

/** A page of standards; both kinds are listed alike. */
export async function pageStandards<Row>(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  table: Standard,
  text: string | undefined,
  order: { by: 'model' | 'updated'; ascending: boolean },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: Row[]; total: number }> {
  const conditions: RawBuilder<unknown>[] = [sql`s.company_id = ${tenant.companyId}`];
  if (text !== undefined) conditions.push(containsText(text, 's.model'));
  const where = sql.join(conditions, sql` AND `);
  const ranges = table === 'boot_caliber_standard' ? sql`, s.length_from, s.climb_from` : sql``;
  const by = order.by === 'model' ? sql`s.model` : sql`s.updated_at`;
  const { rows } = await sql<Row>`SELECT s.* FROM ${sql.table(table)} s WHERE ${where}
    ORDER BY ${by} ${sql.raw(order.ascending ? 'ASC' : 'DESC')}${ranges}, s.id OFFSET ${offset} LIMIT ${limit}`.execute(
    db,
  );
  const counted = await sql<{ count: number }>`SELECT count(*) FROM ${sql.table(table)} s WHERE ${where}`.execute(db);
  return { rows, total: counted.rows[0]!.count };
}

export async function lockStandards<Row>(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  table: Standard,
  ids: readonly number[],
): Promise<Row[]> {
  const { rows } = await sql<Row>`SELECT s.* FROM ${sql.table(table)} s
    WHERE s.company_id = ${tenant.companyId} AND s.id = ANY(${[...ids]}::int[]) ORDER BY s.id FOR UPDATE`.execute(
    transaction,
  );
  return rows;
}

/** Standards and units of a company are named one call after the other until the transaction ends. */
export async function lockBoot(tenant: CompanyTenant, transaction: DbOrTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870367, ${tenant.companyId})`.execute(transaction);
}

export async function pipeOf(tenant: CompanyTenant, db: DbOrTransaction, model: string): Promise<PipeRow | null> {
  const { rows } = await sql<PipeRow>`SELECT * FROM boot_pipe_standard
    WHERE company_id = ${tenant.companyId} AND lower(model) = lower(${model})`.execute(db);
  return rows[0] ?? null;
}

export async function calibersOf(tenant: CompanyTenant, db: DbOrTransaction, model: string): Promise<CaliberRow[]> {
  const { rows } = await sql<CaliberRow>`SELECT * FROM boot_caliber_standard
    WHERE company_id = ${tenant.companyId} AND lower(model) = lower(${model}) ORDER BY id`.execute(db);
  return rows;
}

export async function insertStandard(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  table: Standard,
  values: PipeValues | CaliberValues,
  at: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto(table)
    .values({ ...values, company_id: tenant.companyId, updated_at: at } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateStandard(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  table: Standard,
  id: number,
  values: Partial<PipeValues> | Partial<CaliberValues>,
  at: Date,
): Promise<void> {
  await transaction
    .updateTable(table)
    .set({ ...values, updated_at: at } as never)
    .where('id', '=', id)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

export async function deleteStandards(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  table: Standard,
  ids: readonly number[],
): Promise<void> {
  await transaction.deleteFrom(table).where('id', 'in', ids).where('company_id', '=', tenant.companyId).execute();
}

export interface UnitValues {
  name: string;
  contract_number: string;
  unit_number: string;
  model: string;
  project_id: number | null;
  position: string;
  device_id: number | null;
  lock_point_id: number | null;
  unlock_value: number;
}

export interface UnitRow extends UnitValues {
  id: number;
  company_id: number;
  device_name: string | null;
  device_name_en: string | null;
  lock_point_name: string | null;
  lock_point_name_en: string | null;
  photos: number;
  submitted_by: number | null;
  waiver: string;
  waived_name: string | null;
  released_at: Date | null;
  booted_at: Date | null;
  boot_way: BootWay | null;
  watch_state: BootWatchState | null;
  watch_checks: BootWatchCheck[];
  project_name: string | null;
  project_name_en: string | null;
  time_zone: string | null;
  state: BootUnitState;
  install: Figures | null;
  verdicts: InstallVerdict[];
  updated_at: Date;
}

/** Units of no project, and of those that the tenant sees as a whole. */
const unitVisible = (tenant: UserTenant): RawBuilder<boolean> => sql<boolean>`(b.company_id = ${tenant.companyId}
  AND (b.project_id IS NULL OR (${inProjects(tenant, 'b.project_id')} AND NOT b.project_id = ANY(${[...tenant.listedProjectIds]}::int[]))))`;

const unitColumns = sql`b.id, b.company_id, b.device_id, b.lock_point_id, b.unlock_value, b.submitted_by, b.waiver, b.waived_name, b.released_at,
  b.booted_at, b.boot_way, b.watch_state, b.watch_checks, d.name AS device_name, d.name_en AS device_name_en,
  p.name AS lock_point_name, p.name_en AS lock_point_name_en,
  (SELECT count(*) FROM boot_photo f WHERE f.unit_id = b.id)::int AS photos, b.name, b.contract_number, b.unit_number, b.model, b.project_id, b.position, b.state, b.install,
  b.verdicts, b.updated_at, pl.name AS project_name, pl.name_en AS project_name_en, project.time_zone`;
const unitTables = sql`boot_unit b LEFT JOIN place_name pl ON pl.place_id = b.project_id LEFT JOIN project ON project.id = b.project_id
  LEFT JOIN device d ON d.id = b.device_id LEFT JOIN point p ON p.id = b.lock_point_id`;

export async function pageUnits(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: {
    text?: string | undefined;
    projectIds?: readonly number[] | undefined;
    states?: readonly string[] | undefined;
  },
  order: { by: 'name' | 'number' | 'updated'; ascending: boolean },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: UnitRow[]; total: number }> {
  const conditions: RawBuilder<unknown>[] = [unitVisible(tenant)];
  if (filter.text !== undefined)
    conditions.push(containsText(filter.text, 'b.name', 'b.unit_number', 'b.contract_number', 'b.model'));
  if (filter.projectIds) conditions.push(sql`b.project_id = ANY(${[...filter.projectIds]}::int[])`);
  if (filter.states && filter.states.length > 0) conditions.push(sql`b.state = ANY(${[...filter.states]}::text[])`);
  const where = sql.join(conditions, sql` AND `);
  const by = { name: sql`b.name`, number: sql`b.unit_number`, updated: sql`b.updated_at` }[order.by];
  const { rows } = await sql<UnitRow>`SELECT ${unitColumns} FROM ${unitTables} WHERE ${where}
    ORDER BY ${by} ${sql.raw(order.ascending ? 'ASC' : 'DESC')}, b.id OFFSET ${offset} LIMIT ${limit}`.execute(db);
  const counted = await sql<{ count: number }>`SELECT count(*) FROM boot_unit b WHERE ${where}`.execute(db);
  return { rows, total: counted.rows[0]!.count };
}

export async function lockUnits(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<UnitRow[]> {
  const { rows } = await sql<UnitRow>`SELECT ${unitColumns} FROM ${unitTables}
    WHERE b.id = ANY(${[...ids]}::int[]) AND ${unitVisible(tenant)} ORDER BY b.id FOR UPDATE OF b`.execute(transaction);
  return rows;
}

export async function findUnit(tenant: UserTenant, db: DbOrTransaction, id: number): Promise<UnitRow | null> {
  const { rows } = await sql<UnitRow>`SELECT ${unitColumns} FROM ${unitTables}
    WHERE b.id = ${id} AND ${unitVisible(tenant)}`.execute(db);
  return rows[0] ?? null;
}

export async function isUnitNumberTaken(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  unitNumber: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM boot_unit WHERE company_id = ${tenant.companyId}
    AND unit_number = ${unitNumber} AND id IS DISTINCT FROM ${exceptId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

export async function insertUnit(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  values: UnitValues,
  at: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto('boot_unit')
    .values({ ...values, company_id: tenant.companyId, state: 'registered', verdicts: '[]', updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateUnit(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  values: Partial<UnitValues> & {
    state?: BootUnitState;
    install?: Figures | null;
    verdicts?: InstallVerdict[];
    submitted_by?: number | null;
    waiver?: string;
    waived_name?: string | null;
    released_at?: Date | null;
    booted_at?: Date | null;
    boot_way?: BootWay | null;
    watch_state?: BootWatchState | null;
    watch_checks?: BootWatchCheck[];
  },
  at: Date,
): Promise<void> {
  const { install, verdicts, watch_checks, ...plain } = values;
  await transaction
    .updateTable('boot_unit')
    .set({
      ...plain,
      ...(install === undefined ? {} : { install: install === null ? null : JSON.stringify(install) }),
      ...(watch_checks === undefined ? {} : { watch_checks: JSON.stringify(watch_checks) }),
      ...(verdicts === undefined ? {} : { verdicts: JSON.stringify(verdicts) }),
      updated_at: at,
    })
    .where('id', '=', id)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

export async function deleteUnits(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await transaction.deleteFrom('boot_unit').where('id', 'in', ids).where('company_id', '=', tenant.companyId).execute();
}

/** The sealed secret of a company; the first call makes it. */
export async function masterOf(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  fresh: () => Buffer,
): Promise<Buffer> {
  await sql`INSERT INTO boot_key (company_id, master) VALUES (${tenant.companyId}, ${fresh()}) ON CONFLICT DO NOTHING`.execute(
    transaction,
  );
  const { rows } = await sql<{
    master: Buffer;
  }>`SELECT master FROM boot_key WHERE company_id = ${tenant.companyId}`.execute(transaction);
  return rows[0]!.master;
}

export interface PasswordRow {
  id: number;
  unit_id: number;
  unit_name: string;
  /** For which it was issued. */
  unit_number: string;
  day: string;
  attempt: number;
  issued_name: string | null;
  issued_at: Date;
  revoked_name: string | null;
  revoked_at: Date | null;
  reason: string;
}

const passwordColumns = sql`w.id, w.unit_id, b.name AS unit_name, w.unit_number, w.day::text AS day, w.attempt,
  i.nickname AS issued_name, w.issued_at, r.nickname AS revoked_name, w.revoked_at, w.reason`;
const passwordTables = sql`boot_password w JOIN boot_unit b ON b.id = w.unit_id LEFT JOIN app_user i ON i.id = w.issued_by
  LEFT JOIN app_user r ON r.id = w.revoked_by`;

export async function pagePasswords(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: { text?: string | undefined; unitIds?: readonly number[] | undefined },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: PasswordRow[]; total: number }> {
  const conditions: RawBuilder<unknown>[] = [unitVisible(tenant)];
  if (filter.text !== undefined) conditions.push(containsText(filter.text, 'b.name', 'w.unit_number'));
  if (filter.unitIds) conditions.push(sql`w.unit_id = ANY(${[...filter.unitIds]}::int[])`);
  const where = sql.join(conditions, sql` AND `);
  const { rows } = await sql<PasswordRow>`SELECT ${passwordColumns} FROM ${passwordTables} WHERE ${where}
    ORDER BY w.issued_at DESC, w.id DESC OFFSET ${offset} LIMIT ${limit}`.execute(db);
  const counted = await sql<{ count: number }>`SELECT count(*) FROM boot_password w JOIN boot_unit b ON b.id = w.unit_id
    WHERE ${where}`.execute(db);
  return { rows, total: counted.rows[0]!.count };
}

/** What was issued for a number on a day, also while another unit bore it. */
export async function passwordsOfDay(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  unitNumber: string,
  day: string,
): Promise<{ id: number; attempt: number; revoked_at: Date | null }[]> {
  const { rows } = await sql<{ id: number; attempt: number; revoked_at: Date | null }>`
    SELECT id, attempt, revoked_at FROM boot_password
    WHERE company_id = ${tenant.companyId} AND unit_number = ${unitNumber} AND day = ${day}::date ORDER BY attempt`.execute(
    db,
  );
  return rows;
}

export async function lockPassword(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
): Promise<PasswordRow | null> {
  const { rows } = await sql<PasswordRow>`SELECT ${passwordColumns} FROM ${passwordTables}
    WHERE w.id = ${id} AND ${unitVisible(tenant)} FOR UPDATE OF w`.execute(transaction);
  return rows[0] ?? null;
}

export async function insertPassword(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  password: { unit: Pick<UnitRow, 'id' | 'unit_number'>; day: string; attempt: number; userId: number; at: Date },
): Promise<number> {
  const { id } = await transaction
    .insertInto('boot_password')
    .values({
      company_id: tenant.companyId,
      unit_id: password.unit.id,
      unit_number: password.unit.unit_number,
      day: password.day,
      attempt: password.attempt,
      issued_by: password.userId,
      issued_at: password.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function revokePasswords(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
  { userId, at, reason }: { userId: number; at: Date; reason: string },
): Promise<void> {
  await sql`UPDATE boot_password SET revoked_by = ${userId}, revoked_at = ${at}, reason = ${reason}
    WHERE id = ANY(${[...ids]}::int[]) AND revoked_at IS NULL`.execute(transaction);
}
