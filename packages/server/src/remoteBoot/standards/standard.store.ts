import { sql } from 'kysely';
import type { CompanyTenant, UserTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { allOf, direction, pageOfRows, type RowRange } from '../../platform/db/listQuery.ts';
import type { RunLimits } from '../boot/judgeFirstHour.wire.ts';
import type { CaliberRange, Figures, PipeLimits } from '../checkInstall.wire.ts';
import { unitVisible } from '../units/unit.store.ts';

export interface PipeValues extends PipeLimits, RunLimits {
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
  range: RowRange,
): Promise<{ rows: Row[]; total: number }> {
  const where = allOf(sql`s.company_id = ${tenant.companyId}`, containsText(text, 's.model'));
  const ranges = table === 'boot_caliber_standard' ? sql`, s.length_from, s.climb_from` : sql``;
  const by = order.by === 'model' ? sql`s.model` : sql`s.updated_at`;
  return pageOfRows<Row>(db, range, {
    columns: sql`s.*`,
    from: sql`${sql.table(table)} s`,
    where,
    order: sql`${by} ${direction(order.ascending)}${ranges}, s.id`,
  });
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

/** A unit of a model, and its installation where one was entered. */
export interface UnitOfModel {
  model: string;
  /** Null: the tenant does not see it. */
  name: string | null;
  install: Figures | null;
}

/** Every unit of the company with one of these models, by name. */
export async function unitsOfModels(
  tenant: UserTenant,
  db: DbOrTransaction,
  models: readonly string[],
): Promise<UnitOfModel[]> {
  const { rows } = await sql<UnitOfModel>`
    SELECT lower(b.model) AS model, CASE WHEN ${unitVisible(tenant)} THEN b.name END AS name, b.install FROM boot_unit b
    WHERE b.company_id = ${tenant.companyId} AND lower(b.model) = ANY(${models.map((model) => model.toLowerCase())}::text[])
    ORDER BY b.name, b.id`.execute(db);
  return rows;
}

export async function deleteStandards(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  table: Standard,
  ids: readonly number[],
): Promise<void> {
  await transaction.deleteFrom(table).where('id', 'in', ids).where('company_id', '=', tenant.companyId).execute();
}
