import type { TariffSeason, TariffStatus } from '@watchpost/contract';
import { sql } from 'kysely';
import { inProjects, type UserTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { direction, pageOfRows, type RowRange } from '../../platform/db/listQuery.ts';

export interface VersionRow {
  id: number;
  valid_from: string;
  status: TariffStatus;
  prices_e8: (number | null)[];
  seasons: TariffSeason[];
}
export interface TariffRow {
  id: number;
  name: string;
  versions: VersionRow[];
  /** Of its assignments those in projects that the tenant may open. */
  projects: { id: number; name: string; name_en: string | null }[];
  is_used: boolean;
}

const columns = (tenant: UserTenant) => sql`
  t.id, t.name,
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', v.id, 'valid_from', v.valid_from::text, 'status', v.status,
      'prices_e8', to_jsonb(v.prices_e8), 'seasons', v.seasons) ORDER BY v.valid_from DESC, v.id DESC)
    FROM tariff_version v WHERE v.tariff_id = t.id), '[]') AS versions,
  coalesce((SELECT jsonb_agg(DISTINCT jsonb_build_object('id', p.place_id, 'name', p.name, 'name_en', p.name_en))
    FROM tariff_assignment a JOIN place_name p ON p.place_id = a.project_id
    WHERE a.tariff_id = t.id AND ${inProjects(tenant, 'a.project_id')}), '[]') AS projects,
  EXISTS (SELECT 1 FROM tariff_version v JOIN energy_day d ON d.tariff_version_id = v.id WHERE v.tariff_id = t.id) AS is_used`;

export async function pageTariffs(
  tenant: UserTenant,
  db: DbOrTransaction,
  text: string | undefined,
  ascending: boolean,
  range: RowRange,
): Promise<{ rows: TariffRow[]; total: number }> {
  const where = sql`t.company_id = ${tenant.companyId} ${text === undefined ? sql`` : sql`AND ${containsText(text, 't.name')}`}`;
  return pageOfRows<TariffRow>(db, range, {
    columns: columns(tenant),
    from: sql`tariff t`,
    where,
    order: sql`t.name ${direction(ascending)}, t.id`,
  });
}

/** Tariffs of the tenant's company, locked until the transaction ends. */
export async function lockTariffs(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<TariffRow[]> {
  const { rows } = await sql<TariffRow>`
    SELECT ${columns(tenant)} FROM tariff t WHERE t.company_id = ${tenant.companyId} AND t.id = ANY(${[...ids]}::int[])
    ORDER BY t.id FOR UPDATE OF t`.execute(transaction);
  return rows;
}

export async function lockTariffNames(tenant: UserTenant, transaction: DbOrTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870681, ${tenant.companyId})`.execute(transaction);
}

export async function isTariffNameTaken(
  tenant: UserTenant,
  db: DbOrTransaction,
  name: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM tariff WHERE company_id = ${tenant.companyId} AND lower(name) = lower(${name})
    AND id IS DISTINCT FROM ${exceptId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

export async function insertTariff(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  name: string,
  at: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto('tariff')
    .values({ company_id: tenant.companyId, name, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function renameTariff(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  name: string,
): Promise<void> {
  await sql`UPDATE tariff SET name = ${name} WHERE id = ${id} AND company_id = ${tenant.companyId}`.execute(
    transaction,
  );
}

export async function deleteTariffs(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await sql`DELETE FROM tariff WHERE company_id = ${tenant.companyId} AND id = ANY(${[...ids]}::int[])`.execute(
    transaction,
  );
}

/** @returns its id */
export async function saveVersion(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  tariffId: number,
  { id, valid_from, prices_e8, seasons }: Omit<VersionRow, 'id' | 'status'> & { id: number | null },
  at: Date,
): Promise<number> {
  const values = [
    sql`${valid_from}::date`,
    sql`${prices_e8}::bigint[]`,
    sql`${JSON.stringify(seasons)}::jsonb`,
  ] as const;
  const { rows } =
    id === null
      ? await sql<{ id: number }>`
          INSERT INTO tariff_version (tariff_id, valid_from, status, prices_e8, seasons, created_at)
          VALUES (${tariffId}, ${values[0]}, 'draft', ${values[1]}, ${values[2]}, ${at}) RETURNING id`.execute(
          transaction,
        )
      : await sql<{ id: number }>`
          UPDATE tariff_version SET valid_from = ${values[0]}, prices_e8 = ${values[1]}, seasons = ${values[2]}
          WHERE id = ${id} AND tariff_id = ${tariffId} RETURNING id`.execute(transaction);
  return rows[0]!.id;
}

/** The tariff of a version of the tenant's company. */
export async function tariffOfVersion(tenant: UserTenant, db: DbOrTransaction, id: number): Promise<number | null> {
  const { rows } = await sql<{ tariff_id: number }>`
    SELECT v.tariff_id FROM tariff_version v JOIN tariff t ON t.id = v.tariff_id
    WHERE v.id = ${id} AND t.company_id = ${tenant.companyId}`.execute(db);
  return rows[0]?.tariff_id ?? null;
}

export async function setStatus(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  status: TariffStatus,
): Promise<void> {
  await sql`UPDATE tariff_version SET status = ${status} WHERE id = ${id}`.execute(transaction);
}

export interface AssignmentRow {
  id: number;
  project_id: number;
  meter_id: number | null;
  meter_name: string | null;
  meter_name_en: string | null;
  tariff_id: number;
  tariff_name: string;
  from_day: string;
}
const assignmentColumns = sql`
  a.id, a.project_id, a.meter_id, m.name AS meter_name, m.name_en AS meter_name_en, a.tariff_id, t.name AS tariff_name, a.from_day::text AS from_day`;
const assignmentTables = sql`
  tariff_assignment a JOIN tariff t ON t.id = a.tariff_id LEFT JOIN energy_meter m ON m.id = a.meter_id`;

export async function assignmentsOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<AssignmentRow[]> {
  const { rows } = await sql<AssignmentRow>`
    SELECT ${assignmentColumns} FROM ${assignmentTables}
    WHERE a.project_id = ${projectId} AND ${inProjects(tenant, 'a.project_id')} AND t.company_id = ${tenant.companyId}
    ORDER BY m.name NULLS FIRST, a.from_day DESC`.execute(db);
  return rows;
}

export async function findAssignment(
  tenant: UserTenant,
  db: DbOrTransaction,
  id: number,
): Promise<AssignmentRow | null> {
  const { rows } = await sql<AssignmentRow>`
    SELECT ${assignmentColumns} FROM ${assignmentTables} WHERE a.id = ${id} AND ${inProjects(tenant, 'a.project_id')}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** One of the same first day gives way. @returns its id */
export async function setAssignment(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  {
    projectId,
    meterId,
    tariffId,
    fromDay,
  }: { projectId: number; meterId: number | null; tariffId: number; fromDay: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO tariff_assignment (project_id, meter_id, tariff_id, from_day) VALUES (${projectId}, ${meterId}, ${tariffId}, ${fromDay}::date)
    ON CONFLICT (project_id, meter_id, from_day) DO UPDATE SET tariff_id = excluded.tariff_id RETURNING id`.execute(
    transaction,
  );
  return rows[0]!.id;
}

export async function removeAssignment(_tenant: UserTenant, transaction: DbOrTransaction, id: number): Promise<void> {
  await sql`DELETE FROM tariff_assignment WHERE id = ${id}`.execute(transaction);
}
