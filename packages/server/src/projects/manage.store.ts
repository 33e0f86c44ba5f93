import { type RawBuilder, sql } from 'kysely';
import {
  type CompanyTenant,
  deviceNotHidden,
  deviceVisible,
  type SystemTenant,
  system,
  type Tenant,
} from '../access/index.ts';
import { gatewayNotHidden } from '../gateways/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { ServiceFacts } from './projectState.ts';

/** Single projects of a company, for who manages them. */

/** Everything that is set up about a project. */
export interface ManagedProject extends ServiceFacts {
  id: number;
  company_id: number;
  parent_id: number | null;
  name: string;
  name_en: string | null;
  code: string;
  industry: number;
  level: number | null;
  labels: string[];
  address: string;
  latitude: number | null;
  longitude: number | null;
  service_start: string | null;
  description: string;
  cover_file_id: string | null;
  subsystem_ids: number[];
  created_at: Date;
  created_by: number | null;
}

const managedColumns = sql`p.id, p.company_id, s.parent_id, s.name, s.name_en, p.code, p.industry, p.level, p.labels, p.address,
  p.latitude, p.longitude, p.time_zone, p.service_start, p.service_end, p.description, p.cover_file_id, p.subsystem_ids,
  p.disabled_at, p.deleted_at, s.created_at, p.created_by`;

/** Projects of the company by id; `deleted`: only those in the deleted list, else only those that are not. */
export async function findProjects(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  ids: readonly number[],
  { deleted = false }: { deleted?: boolean } = {},
): Promise<ManagedProject[]> {
  const { rows } = await sql<ManagedProject>`
    SELECT ${managedColumns} FROM project p JOIN subarea s ON s.id = p.id
    WHERE p.company_id = ${tenant.companyId} AND p.id = ANY(${[...ids]}::int[])
      AND p.deleted_at IS ${deleted ? sql`NOT NULL` : sql`NULL`} ORDER BY p.id`.execute(db);
  return rows;
}

/** What of a project is its own row; its name and place are its subarea's. */
export type ProjectValues = Partial<
  Pick<
    ManagedProject,
    | 'code'
    | 'industry'
    | 'level'
    | 'labels'
    | 'address'
    | 'latitude'
    | 'longitude'
    | 'time_zone'
    | 'service_start'
    | 'service_end'
    | 'description'
    | 'cover_file_id'
    | 'subsystem_ids'
    | 'disabled_at'
  >
>;

export async function insertProject(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  id: number,
  values: ProjectValues & { industry: number; time_zone: string; created_by: number },
): Promise<void> {
  await db
    .insertInto('project')
    .values({ ...values, id, company_id: tenant.companyId })
    .execute();
}

export async function updateProject(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  id: number,
  values: ProjectValues,
): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await db.updateTable('project').where('company_id', '=', tenant.companyId).where('id', '=', id).set(values).execute();
}

/**
 * Moves the end of projects' service to a later day, one after another with those who move it at the same time.
 *
 * @param end `YYYY-MM-DD`
 * @returns those whose end moved, with the end before
 */
export async function moveServiceEnd(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  ids: readonly number[],
  end: string,
): Promise<{ id: number; name: string; service_end: string }[]> {
  const { rows } = await sql<{ id: number; name: string; service_end: string }>`
    WITH before AS (
      SELECT id, service_end FROM project WHERE company_id = ${tenant.companyId} AND id = ANY(${[...ids]}::int[])
        AND deleted_at IS NULL AND service_end < ${end}::date ORDER BY id FOR UPDATE)
    UPDATE project p SET service_end = ${end}::date FROM before, subarea s WHERE p.id = before.id AND s.id = p.id
    RETURNING p.id, s.name, before.service_end::text AS service_end`.execute(db);
  return rows.sort((a, b) => a.id - b.id);
}

/**
 * Moves the end of projects' service back, where nobody has moved it since.
 *
 * @param ends the end of each before, `YYYY-MM-DD`
 * @param from the end that it was moved to
 * @returns those whose end moved
 */
export async function moveServiceEndBack(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  ends: readonly { readonly id: number; readonly end: string }[],
  from: string,
): Promise<{ id: number; name: string; service_end: string }[]> {
  const { rows } = await sql<{ id: number; name: string; service_end: string }>`
    WITH back AS (
      SELECT p.id, b.service_end FROM project p
        JOIN unnest(${ends.map(({ id }) => id)}::int[], ${ends.map(({ end }) => end)}::date[]) AS b(id, service_end) ON b.id = p.id
      WHERE p.company_id = ${tenant.companyId} AND p.deleted_at IS NULL AND p.service_end = ${from}::date
      ORDER BY p.id FOR UPDATE OF p)
    UPDATE project p SET service_end = back.service_end FROM back, subarea s WHERE p.id = back.id AND s.id = p.id
    RETURNING p.id, s.name, back.service_end::text AS service_end`.execute(db);
  return rows.sort((a, b) => a.id - b.id);
}

/** Into the deleted list, or out of it (`deletedAt` null). */
export async function setDeleted(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  ids: readonly number[],
  { deletedAt, deletedBy }: { deletedAt: Date | null; deletedBy: number | null },
): Promise<void> {
  await db
    .updateTable('project')
    .where('company_id', '=', tenant.companyId)
    .where('id', 'in', [0, ...ids])
    .set({ deleted_at: deletedAt, deleted_by: deletedBy })
    .execute();
  await db
    .updateTable('subarea')
    .where('company_id', '=', tenant.companyId)
    .where('id', 'in', [0, ...ids])
    .set({ deleted_at: deletedAt })
    .execute();
}

export interface Subsystem {
  id: number;
  name_zh: string;
  name_en: string;
  device_count: number;
}

/** The whole catalogue, with how many devices a project has of each; null: one that is to come has none. */
export async function listSubsystems(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  projectId: number | null,
  seenBy: Tenant = system,
): Promise<Subsystem[]> {
  const seen = deviceVisible(seenBy, 'd.project_id', 'd.id');
  const { rows } = await sql<Subsystem>`
    SELECT s.id, s.name_zh, s.name_en, coalesce(used.count, 0)::int AS device_count
    FROM subsystem s LEFT JOIN (
      SELECT c.subsystem_id, count(*) FROM device d JOIN device_class c ON c.id = d.device_class_id
      WHERE d.project_id = ${projectId} AND d.company_id = ${tenant.companyId} AND ${seen} GROUP BY c.subsystem_id
    ) used ON used.subsystem_id = s.id ORDER BY s.position, s.id`.execute(db);
  return rows;
}

export interface ProjectCounts {
  areas: number;
  devices: number;
  gateways: number;
  members: number;
  created_name: string | null;
}

/** What a project has; of its devices and gateways those that `seenBy` sees. */
export async function countInProject(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  id: number,
  seenBy: Tenant,
): Promise<ProjectCounts> {
  const { rows } = await sql<ProjectCounts>`
    WITH RECURSIVE area AS (
      SELECT id FROM subarea WHERE parent_id = ${id} AND kind = 'area' AND company_id = ${tenant.companyId}
      UNION ALL SELECT child.id FROM subarea child JOIN area ON child.parent_id = area.id
    )
    SELECT (SELECT count(*) FROM area) AS areas,
      (SELECT count(*) FROM device d WHERE d.project_id = p.id AND ${deviceVisible(seenBy, 'd.project_id', 'd.id')}) AS devices,
      (SELECT count(*) FROM gateway g WHERE g.project_id = p.id AND ${gatewayNotHidden(seenBy)}) AS gateways,
      (SELECT count(DISTINCT e.user_id) FROM role_entry e WHERE e.company_id = p.company_id AND e.project_id = p.id) AS members,
      (SELECT person.name FROM person WHERE person.user_id = p.created_by) AS created_name
    FROM project p WHERE p.id = ${id} AND p.company_id = ${tenant.companyId}`.execute(db);
  return rows[0] ?? { areas: 0, devices: 0, gateways: 0, members: 0, created_name: null };
}

export interface Belongings {
  gateways: number;
  devices: number;
  points: number;
  alarms: number;
  members: number;
  invitations: number;
}

/** What hangs on projects, deleted or not. */
export async function countBelongings(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
  now: Date,
): Promise<Belongings> {
  const mine: RawBuilder<unknown> = sql`(SELECT id FROM project WHERE company_id = ${tenant.companyId} AND id = ANY(${[...projectIds]}::int[]))`;
  const { rows } = await sql<Belongings>`SELECT
    (SELECT count(*) FROM gateway WHERE project_id IN ${mine}) AS gateways,
    (SELECT count(*) FROM device WHERE project_id IN ${mine}) AS devices,
    (SELECT count(*) FROM point WHERE project_id IN ${mine}) AS points,
    (SELECT count(*) FROM alarm WHERE project_id IN ${mine} AND (returned_at IS NULL OR acknowledged_at IS NULL)) AS alarms,
    (SELECT count(DISTINCT user_id) FROM role_entry WHERE company_id = ${tenant.companyId} AND project_id IN ${mine}) AS members,
    (SELECT count(DISTINCT i.id) FROM invitation i JOIN invitation_project ip ON ip.invitation_id = i.id
      WHERE i.company_id = ${tenant.companyId} AND ip.project_id IN ${mine}
        AND i.revoked_at IS NULL AND i.used_at IS NULL AND i.expires_at > ${now}) AS invitations`.execute(db);
  return rows[0]!;
}

/** How many devices stand in these areas, without those hidden from `seenBy`. */
export async function countDevicesInAreas(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  areaIds: readonly number[],
  seenBy: Tenant,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM device d WHERE d.company_id = ${tenant.companyId} AND d.area_id = ANY(${[...areaIds]}::int[])
      AND ${deviceNotHidden(seenBy, 'd.project_id', 'd.id')}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Labels on these projects, by name. */
export async function labelsInUse(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  projectIds: readonly number[] | 'all',
): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`
    SELECT label FROM (
      SELECT DISTINCT unnest(labels) AS label FROM project WHERE company_id = ${tenant.companyId} AND deleted_at IS NULL
        AND ${projectIds === 'all' ? sql`true` : sql`id = ANY(${[...projectIds]}::int[])`}) used
    ORDER BY label COLLATE natural_name`.execute(db);
  return rows.map(({ label }) => label);
}

export interface CompanySettings {
  id: number;
  name: string;
  name_en: string | null;
  industry: number;
  time_zone: string;
}

export const findCompany = (tenant: CompanyTenant, db: DbOrTransaction): Promise<CompanySettings> =>
  db
    .selectFrom('company')
    .where('id', '=', tenant.companyId)
    .select(['id', 'name', 'name_en', 'industry', 'time_zone'])
    .executeTakeFirstOrThrow();

/** Hands a project's own rows over, to the top of the new company's tree. */
export async function moveProjects(
  _system: SystemTenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
  companyId: number,
): Promise<void> {
  const ids = [...projectIds];
  await sql`
    WITH RECURSIVE below AS (
      SELECT id FROM subarea WHERE id = ANY(${ids}::int[])
      UNION ALL SELECT child.id FROM subarea child JOIN below ON child.parent_id = below.id
    )
    UPDATE subarea SET company_id = ${companyId},
      parent_id = CASE WHEN kind = 'project' THEN NULL ELSE parent_id END,
      position = CASE WHEN kind = 'project' THEN 0 ELSE position END
    WHERE id IN (SELECT id FROM below)`.execute(db);
  // Who made or deleted it is the old company's affair: the new one does not learn its people's names.
  await sql`UPDATE project SET company_id = ${companyId}, created_by = NULL, deleted_by = NULL WHERE id = ANY(${ids}::int[])`.execute(
    db,
  );
}
