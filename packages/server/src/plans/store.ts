import { type RawBuilder, sql } from 'kysely';
import { deviceVisible, inProjects, seesEveryDevice, type UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { placesBelow } from '../projects/index.ts';

export interface Zone {
  name: string;
  corners: [number, number][];
}
export interface Item {
  device_id: number;
  point_id: number | null;
  x: number;
  y: number;
}
export interface PlanValues {
  name: string;
  area_id: number | null;
  base_file_id: string;
  metres_wide: number | null;
}
export interface PlanFacts extends PlanValues {
  id: number;
  project_id: number;
  revision: number;
  zones: Zone[];
  updated_at: Date;
}
export interface ShownPlan extends PlanFacts {
  location_name: string;
  location_name_en: string | null;
  devices: number;
}

const visibleItem = (tenant: UserTenant): RawBuilder<boolean> => deviceVisible(tenant, 'd.project_id', 'd.id');

/** Who sees only some devices of a project sees the plans on which one of them stands. */
const visible = (tenant: UserTenant): RawBuilder<boolean> =>
  seesEveryDevice(tenant)
    ? inProjects(tenant, 'p.project_id')
    : sql<boolean>`(${inProjects(tenant, 'p.project_id')} AND (NOT p.project_id = ANY(${[...tenant.listedProjectIds]}::int[])
        OR EXISTS (SELECT 1 FROM plan_item i JOIN device d ON d.id = i.device_id WHERE i.plan_id = p.id AND ${visibleItem(tenant)})))`;

const columns = sql`p.id, p.project_id, p.area_id, p.name, p.base_file_id, p.metres_wide, p.revision, p.zones, p.updated_at`;

/** Plans of a project, or one of them, that the tenant sees. */
export async function findPlans(
  tenant: UserTenant,
  db: DbOrTransaction,
  wanted: { projectId: number; deviceId?: number | undefined } | { planId: number },
): Promise<ShownPlan[]> {
  const ofDevice = (deviceId: number) =>
    sql`EXISTS (SELECT 1 FROM plan_item i JOIN device d ON d.id = i.device_id
      WHERE i.plan_id = p.id AND d.id = ${deviceId} AND ${visibleItem(tenant)})`;
  const which =
    'planId' in wanted
      ? sql`p.id = ${wanted.planId}`
      : sql`p.project_id = ${wanted.projectId} AND ${wanted.deviceId === undefined ? sql`true` : ofDevice(wanted.deviceId)}`;
  const { rows } =
    await sql<ShownPlan>`SELECT ${columns}, place.name AS location_name, place.name_en AS location_name_en,
      (SELECT count(DISTINCT d.id)::int FROM plan_item i JOIN device d ON d.id = i.device_id
        WHERE i.plan_id = p.id AND ${visibleItem(tenant)}) AS devices
    FROM plan p JOIN subarea place ON place.id = coalesce(p.area_id, p.project_id)
    WHERE ${which} AND ${visible(tenant)} ORDER BY (p.area_id IS NOT NULL), p.name, p.id`.execute(db);
  return rows;
}

/** What stands on a plan, as far as the tenant sees it. A point that left its device gives way to the main one. */
export async function itemsOf(tenant: UserTenant, db: DbOrTransaction, planId: number): Promise<Item[]> {
  const { rows } = await sql<Item>`SELECT i.device_id, i.x, i.y,
      CASE WHEN EXISTS (SELECT 1 FROM device_point l WHERE l.device_id = i.device_id AND l.point_id = i.point_id) THEN i.point_id END AS point_id
    FROM plan_item i JOIN device d ON d.id = i.device_id
    WHERE i.plan_id = ${planId} AND ${visibleItem(tenant)} ORDER BY i.position`.execute(db);
  return rows;
}

/** The points that measure the air around the devices of a plan that the tenant sees, by their role. */
export async function airPointsOf(tenant: UserTenant, db: DbOrTransaction, planId: number): Promise<number[]> {
  const { rows } = await sql<{
    point_id: number;
  }>`SELECT DISTINCT l.point_id FROM plan_item i JOIN device d ON d.id = i.device_id
      JOIN device_point l ON l.device_id = d.id AND l.role = 'airTemperature'
    WHERE i.plan_id = ${planId} AND ${visibleItem(tenant)} ORDER BY l.point_id`.execute(db);
  return rows.map(({ point_id }) => point_id);
}

export async function lockPlans(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<PlanFacts[]> {
  const { rows } = await sql<PlanFacts>`SELECT ${columns} FROM plan p
    WHERE p.id = ANY(${[...ids]}::int[]) AND ${visible(tenant)} ORDER BY p.id FOR UPDATE`.execute(transaction);
  return rows;
}

/** Plans of a project are named one call after the other until the transaction ends. */
export async function lockNames(_tenant: UserTenant, transaction: DbOrTransaction, projectId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870370, ${projectId})`.execute(transaction);
}

export async function isNameTaken(
  tenant: UserTenant,
  db: DbOrTransaction,
  { projectId, areaId, name, exceptId }: { projectId: number; areaId: number | null; name: string; exceptId: number },
): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM plan p WHERE p.project_id = ${projectId} AND ${inProjects(tenant, 'p.project_id')}
    AND p.area_id IS NOT DISTINCT FROM ${areaId}::int AND lower(p.name) = lower(${name}) AND p.id <> ${exceptId}`.execute(
      db,
    );
  return rows.length > 0;
}

/** The name of the project or of an area in it; undefined: the place is elsewhere. */
export async function placeOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  placeId: number,
): Promise<{ name: string; name_en: string | null } | undefined> {
  const { rows } = await sql<{ name: string; name_en: string | null }>`SELECT s.name, s.name_en FROM subarea s
    WHERE s.id = ${placeId} AND s.id IN ${placesBelow(tenant, [projectId])}`.execute(db);
  return rows[0];
}

export async function insertPlan(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  values: PlanValues & { project_id: number },
  at: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto('plan')
    .values({ ...values, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updatePlan(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  values: Partial<PlanValues> & { revision?: number; zones?: string },
  at: Date,
): Promise<void> {
  await transaction
    .updateTable('plan')
    .set({ ...values, updated_at: at })
    .where('id', '=', id)
    .where(inProjects(tenant, 'plan.project_id'))
    .execute();
}

/** How many of these devices, with the point that each shows, are of the project. */
export async function countPlaceable(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  items: readonly Item[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count
    FROM unnest(${items.map(({ device_id }) => device_id)}::int[], ${items.map(({ point_id }) => point_id)}::int[]) AS item (device_id, point_id)
    JOIN device d ON d.id = item.device_id
    WHERE d.project_id = ${projectId} AND ${visibleItem(tenant)} AND (item.point_id IS NULL
      OR EXISTS (SELECT 1 FROM device_point l WHERE l.device_id = d.id AND l.point_id = item.point_id))`.execute(db);
  return rows[0]!.count;
}

/** Puts these on the plan in place of what stood there. */
export async function replaceItems(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  planId: number,
  items: readonly Item[],
): Promise<void> {
  await transaction.deleteFrom('plan_item').where('plan_id', '=', planId).execute();
  if (items.length > 0)
    await transaction
      .insertInto('plan_item')
      .values(items.map((item, position) => ({ ...item, plan_id: planId, position })))
      .execute();
}

export async function deletePlans(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await transaction.deleteFrom('plan').where('id', 'in', ids).where(inProjects(tenant, 'plan.project_id')).execute();
}
