import type { StationKind } from '@watchpost/contract';
import { sql } from 'kysely';
import { type CompanyTenant, inProjects, type UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface ScreenRow {
  id: number;
  name: string;
  all_projects: boolean;
  stations: StationKind[];
  station_seconds: number;
  /** Of the company and not deleted. */
  project_ids: number[];
  displays: number;
}

/** The data screens of a company, or those of them; a project that left the company is on none. */
export async function screensOf(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  only?: readonly number[],
): Promise<ScreenRow[]> {
  const { rows } = await sql<ScreenRow>`
    SELECT s.id, s.name, s.all_projects, s.stations, s.station_seconds,
      ARRAY(SELECT x.project_id FROM data_screen_project x JOIN subarea place ON place.id = x.project_id
        WHERE x.data_screen_id = s.id AND place.company_id = s.company_id AND place.deleted_at IS NULL ORDER BY place.name, place.id) AS project_ids,
      (SELECT count(*)::int FROM display w WHERE w.data_screen_id = s.id AND w.revoked_at IS NULL) AS displays
    FROM data_screen s WHERE s.company_id = ${tenant.companyId} AND ${only ? sql`s.id = ANY(${[...only]}::int[])` : sql`true`}
    ORDER BY s.name, s.id`.execute(db);
  return rows;
}

export interface NamedPlaceRow {
  id: number;
  name: string;
  name_en: string | null;
}

/** Projects of the tenant by name. */
export async function projectsByName(tenant: UserTenant, db: DbOrTransaction): Promise<NamedPlaceRow[]> {
  const { rows } = await sql<NamedPlaceRow>`SELECT s.id, s.name, s.name_en FROM subarea s
    WHERE s.kind = 'project' AND s.deleted_at IS NULL AND ${inProjects(tenant, 's.id')} ORDER BY s.name, s.id`.execute(
    db,
  );
  return rows;
}

export interface ScreenValues {
  name: string;
  all_projects: boolean;
  stations: StationKind[];
  station_seconds: number;
}

/** Locks the screens of a company: a wall is not paired with one that is changed at the same moment. */
export async function lockScreens(tenant: CompanyTenant, transaction: DbOrTransaction): Promise<void> {
  await sql`SELECT id FROM company WHERE id = ${tenant.companyId} FOR NO KEY UPDATE`.execute(transaction);
}

export async function insertScreen(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  values: ScreenValues,
  at: Date,
): Promise<number> {
  const row = await transaction
    .insertInto('data_screen')
    .values({ ...values, company_id: tenant.companyId, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateScreen(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  values: ScreenValues,
  at: Date,
): Promise<void> {
  await transaction
    .updateTable('data_screen')
    .set({ ...values, updated_at: at })
    .where('id', '=', id)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

/**
 * Puts these projects on a screen in place of those that its editor opens: the others, and those that were deleted, stay.
 *
 * @param id of a screen of the tenant's company
 * @param opened every project that the editor opens
 */
export async function setProjects(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  projectIds: readonly number[],
  opened: readonly number[],
): Promise<void> {
  await sql`DELETE FROM data_screen_project WHERE data_screen_id = ${id} AND project_id = ANY(${[...opened]}::int[])`.execute(
    transaction,
  );
  if (projectIds.length === 0) return;
  await transaction
    .insertInto('data_screen_project')
    .values(projectIds.map((project_id) => ({ data_screen_id: id, project_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteScreens(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await sql`DELETE FROM data_screen WHERE company_id = ${tenant.companyId} AND id = ANY(${[...ids]}::int[])`.execute(
    transaction,
  );
}
