import { sql } from 'kysely';
import type { CompanyTenant, UserTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { allOf, direction, pageOfRows, type RowRange } from '../../platform/db/listQuery.ts';
import type { RunLimits } from '../boot/judgeFirstHour.wire.ts';
import type { CaliberRange, Figures, PipeLimits } from '../checkInstall.wire.ts';
import { unitVisible } from '../units/unit.store.ts';
import { inForce } from './inForce.ts';

interface Valid {
  /** `YYYY-MM-DD`; null: always. */
  valid_from: string | null;
}
export interface PipeValues extends PipeLimits, RunLimits, Valid {
  model: string;
}
export interface CaliberValues extends CaliberRange, Valid {
  model: string;
}
/** A version of a standard. */
export interface Kept extends Valid {
  id: number;
  /** Its first version, whose id the standard has; null: this is it. */
  first_id: number | null;
  /** From 1. Of versions that are valid the highest one is in force. */
  revision: number;
  updated_at: Date;
}
export type PipeRow = PipeValues & Kept;
export type CaliberRow = CaliberValues & Kept;
type Standard = 'boot_pipe_standard' | 'boot_caliber_standard';

/** A page of standards by their last versions; both kinds are listed alike. */
export async function pageStandards<Row>(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  table: Standard,
  text: string | undefined,
  order: { by: 'model' | 'updated'; ascending: boolean },
  range: RowRange,
): Promise<{ rows: Row[]; total: number }> {
  const where = allOf(
    sql`s.company_id = ${tenant.companyId}`,
    sql`NOT EXISTS (SELECT 1 FROM ${sql.table(table)} n WHERE n.first_id = coalesce(s.first_id, s.id) AND n.revision > s.revision)`,
    containsText(text, 's.model'),
  );
  const ranges = table === 'boot_caliber_standard' ? sql`, s.length_from, s.climb_from` : sql``;
  const by = order.by === 'model' ? sql`s.model` : sql`s.updated_at`;
  return pageOfRows<Row>(db, range, {
    columns: sql`s.*`,
    from: sql`${sql.table(table)} s`,
    where,
    order: sql`${by} ${direction(order.ascending)}${ranges}, s.id`,
  });
}

/** All versions of standards, each after the one before it. Who changes them holds `lockBoot`. */
export async function versionsOf<Row>(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  table: Standard,
  ids: readonly number[],
): Promise<Row[]> {
  const { rows } = await sql<Row>`SELECT s.* FROM ${sql.table(table)} s WHERE s.company_id = ${tenant.companyId}
    AND coalesce(s.first_id, s.id) = ANY(${[...ids]}::int[]) ORDER BY coalesce(s.first_id, s.id), s.revision`.execute(
    db,
  );
  return rows;
}

/** All versions of all standards of a model. */
export async function versionsOfModel<Row>(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  table: Standard,
  model: string,
): Promise<Row[]> {
  const { rows } = await sql<Row>`SELECT s.* FROM ${sql.table(table)} s
    WHERE s.company_id = ${tenant.companyId} AND lower(s.model) = lower(${model}) ORDER BY s.id`.execute(db);
  return rows;
}

/** Standards and units of a company are named one call after the other until the transaction ends. */
export async function lockBoot(tenant: CompanyTenant, transaction: DbOrTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870367, ${tenant.companyId})`.execute(transaction);
}

/** The pipe standard of a model that is in force on a day, `YYYY-MM-DD`. */
export async function pipeOf(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  model: string,
  day: string,
): Promise<PipeRow | null> {
  const { rows } = await sql<PipeRow>`SELECT * FROM boot_pipe_standard
    WHERE company_id = ${tenant.companyId} AND lower(model) = lower(${model}) AND (valid_from IS NULL OR valid_from <= ${day}::date)
    ORDER BY revision DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** The pipe standard by which the installation of a unit was judged; before there were versions it was the first one. */
export async function pipeOfUnit(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  { pipe_version_id: id, model }: { readonly pipe_version_id: number | null; readonly model: string },
): Promise<PipeRow | null> {
  const itsOwn = id === null ? sql`lower(model) = lower(${model}) AND first_id IS NULL` : sql`id = ${id}`;
  const { rows } = await sql<PipeRow>`SELECT * FROM boot_pipe_standard
    WHERE company_id = ${tenant.companyId} AND ${itsOwn}`.execute(db);
  return rows[0] ?? null;
}

/** The caliber standards of a model that are in force on a day, `YYYY-MM-DD`. */
export async function calibersOf(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  model: string,
  day: string,
): Promise<CaliberRow[]> {
  return inForce(await versionsOfModel<CaliberRow>(tenant, db, 'boot_caliber_standard', model), day);
}

export async function insertStandard(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  table: Standard,
  values: (PipeValues | CaliberValues) & Partial<Pick<Kept, 'first_id' | 'revision'>>,
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

/** A unit of a model, and its installation where one was entered. */
export interface UnitOfModel {
  model: string;
  /** Null: the tenant does not see it. */
  name: string | null;
  install: Figures | null;
  /** By which its installation was judged. Both null: before there were versions. */
  pipe_version_id: number | null;
  caliber_version_id: number | null;
}

/** Every unit of the company with one of these models, by name. */
export async function unitsOfModels(
  tenant: UserTenant,
  db: DbOrTransaction,
  models: readonly string[],
): Promise<UnitOfModel[]> {
  const { rows } = await sql<UnitOfModel>`
    SELECT lower(b.model) AS model, CASE WHEN ${unitVisible(tenant)} THEN b.name END AS name, b.install, b.pipe_version_id, b.caliber_version_id
    FROM boot_unit b
    WHERE b.company_id = ${tenant.companyId} AND lower(b.model) = ANY(${models.map((model) => model.toLowerCase())}::text[])
    ORDER BY b.name, b.id`.execute(db);
  return rows;
}

/** Deletes standards with all their versions. */
export async function deleteStandards(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  table: Standard,
  ids: readonly number[],
): Promise<void> {
  await transaction.deleteFrom(table).where('id', 'in', ids).where('company_id', '=', tenant.companyId).execute();
}
