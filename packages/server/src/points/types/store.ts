import { type RawBuilder, sql } from 'kysely';
import type { CompanyTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { allOf, direction } from '../../platform/db/listQuery.ts';
import type { StatusValue } from '../store.ts';

export interface PointType {
  id: number;
  code: string;
  name_zh: string;
  name_en: string;
  value_type: 'analog' | 'status';
  units: string[];
  status_values: StatusValue[];
  simulation: boolean;
}

export type CountedType = PointType & { point_count: number };

const columns = sql`t.id, t.code, t.name_zh, t.name_en, t.value_type, t.units, t.status_values, t.simulation`;

export async function findTypes(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<PointType[]> {
  const { rows } = await sql<PointType>`
    SELECT ${columns} FROM point_type t WHERE t.company_id = ${tenant.companyId} AND t.id = ANY(${[...ids]}::int[]) ORDER BY t.id`.execute(
    db,
  );
  return rows;
}

/** All of the company, by name. */
export async function listTypes(tenant: CompanyTenant, db: DbOrTransaction): Promise<PointType[]> {
  const { rows } = await sql<PointType>`
    SELECT ${columns} FROM point_type t WHERE t.company_id = ${tenant.companyId} ORDER BY t.name_zh, t.id`.execute(db);
  return rows;
}

export interface TypeFilter {
  text?: string | undefined;
  valueType?: 'analog' | 'status' | undefined;
  isUsed?: boolean | undefined;
  sort: 'name' | 'valueType' | 'points';
  ascending: boolean;
  language: 'zh' | 'en';
}

/** @param seen condition on a point `p`: it counts */
export async function pageTypes(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  filter: TypeFilter,
  seen: RawBuilder<boolean>,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: CountedType[]; total: number }> {
  const { text, valueType, isUsed } = filter;
  const used = sql<boolean>`EXISTS (SELECT 1 FROM point p WHERE p.point_type_id = t.id AND ${seen})`;
  const where = allOf(
    sql<boolean>`t.company_id = ${tenant.companyId}`,
    containsText(text, 't.name_zh', 't.name_en', sql`array_to_string(t.units, chr(10))`),
    valueType !== undefined && sql<boolean>`t.value_type = ${valueType}`,
    isUsed !== undefined && (isUsed ? used : sql<boolean>`NOT ${used}`),
  );
  const name = sql`${sql.ref(filter.language === 'en' ? 't.name_en' : 't.name_zh')} COLLATE natural_name`;
  const by = { name, valueType: sql`t.value_type`, points: sql`point_count` }[filter.sort];
  const { rows } = await sql<CountedType & { total: number }>`
    SELECT ${columns}, (SELECT count(*) FROM point p WHERE p.point_type_id = t.id AND ${seen}) AS point_count, count(*) OVER () AS total
    FROM point_type t WHERE ${where}
    ORDER BY ${by} ${direction(filter.ascending)}, ${name}, t.id OFFSET ${offset} LIMIT ${limit}`.execute(db);
  return { rows, total: rows[0]?.total ?? (offset > 0 ? offset : 0) };
}

/** Whether another type of the company has this name. */
/** One change of a company's point types at a time, until the transaction ends: two could make one name twice. */
export async function lockTypes(tenant: CompanyTenant, transaction: DbOrTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870302, ${tenant.companyId})`.execute(transaction);
}

export async function isTypeNameTaken(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  name: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM point_type t WHERE t.company_id = ${tenant.companyId} AND lower(t.name_zh) = lower(${name})
      AND t.id IS DISTINCT FROM ${exceptId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

export type TypeValues = Omit<PointType, 'id' | 'code'>;

const asColumns = ({ status_values, ...values }: TypeValues) => ({
  ...values,
  status_values: JSON.stringify(status_values),
});

/** @param code of the catalogue; null: one of its own */
export async function insertType(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  values: TypeValues,
  code: string | null = null,
): Promise<number> {
  const { id } = await transaction
    .insertInto('point_type')
    .values({
      ...asColumns(values),
      company_id: tenant.companyId,
      code: code ?? sql<string>`'own-' || nextval('point_type_id_seq')`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateType(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  values: TypeValues,
): Promise<void> {
  await transaction
    .updateTable('point_type')
    .set(asColumns(values))
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute();
}

export async function deleteTypes(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await transaction
    .deleteFrom('point_type')
    .where('company_id', '=', tenant.companyId)
    .where('id', 'in', [...ids])
    .execute();
}

/** Of these types, the names of those that points use. Locks them, so that no point takes one meanwhile. */
export async function lockUsedTypes(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<{ id: number; units: string[] }[]> {
  await sql`SELECT 1 FROM point_type WHERE company_id = ${tenant.companyId} AND id = ANY(${[...ids]}::int[]) ORDER BY id FOR UPDATE`.execute(
    transaction,
  );
  const { rows } = await sql<{ id: number; units: string[] }>`
    SELECT p.point_type_id AS id, array_agg(DISTINCT p.unit) AS units FROM point p WHERE p.point_type_id = ANY(${[...ids]}::int[])
    GROUP BY p.point_type_id`.execute(transaction);
  return rows;
}
