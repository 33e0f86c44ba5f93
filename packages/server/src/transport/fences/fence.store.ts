import type { FenceKind, StopKind } from '@watchpost/contract';
import { sql } from 'kysely';
import { deviceVisible, inProjects, type Tenant, type UserTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { allOf, direction, oneOf, pageOfRows, type RowRange } from '../../platform/db/listQuery.ts';
import type { TrackBounds } from '../cars/track.ts';

export interface FenceValues {
  name: string;
  stop_kind: StopKind;
  kind: FenceKind;
  /** Its middle, degrees. */
  latitude: number;
  longitude: number;
  /** Of a polygon to its farthest corner. */
  radius_metres: number;
  /** Null: a circle. */
  corners: [latitude: number, longitude: number][] | null;
}

export interface FenceRow extends FenceValues {
  id: number;
  company_id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  created_at: Date;
}

export interface CountedFence extends FenceRow {
  /** Open ones that go there, stop there or come from there and that the tenant may see. */
  waybill_count: number;
}

const columns = sql`
  f.id, place.company_id, f.project_id, place.name AS project_name, place.name_en AS project_name_en, f.name, f.stop_kind, f.kind,
  f.latitude, f.longitude, f.radius_metres, f.corners, f.created_at`;
const isOpen = sql<boolean>`w.status IN (0, 1, 2)`;
const tables = sql`geofence f JOIN place_name place ON place.place_id = f.project_id`;
const orders = {
  name: sql`f.name COLLATE natural_name`,
  kind: sql`f.stop_kind`,
  create: sql`f.created_at`,
} as const;

export async function pageFences(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: {
    projectId?: number | undefined;
    text?: string | undefined;
    stopKinds?: readonly string[] | undefined;
    ids?: readonly number[] | undefined;
  },
  order: { by: keyof typeof orders; ascending: boolean },
  range: RowRange,
): Promise<{ rows: CountedFence[]; total: number }> {
  const where = allOf(
    inProjects(tenant, 'f.project_id'),
    filter.projectId !== undefined && sql`f.project_id = ${filter.projectId}`,
    containsText(filter.text, 'f.name'),
    oneOf('f.stop_kind', filter.stopKinds),
    oneOf('f.id', filter.ids),
  );
  return pageOfRows<CountedFence>(db, range, {
    columns: sql`${columns}, (
    SELECT count(*)::int FROM waybill w
    WHERE (f.id IN (w.destination_fence_id, w.origin_fence_id)
      OR EXISTS (SELECT FROM waybill_stop s WHERE s.waybill_id = w.id AND s.geofence_id = f.id)) AND ${isOpen} AND ${deviceVisible(tenant, 'w.project_id', 'w.device_id')}) AS waybill_count`,
    from: tables,
    counted: sql`geofence f`,
    where,
    order: sql`${orders[order.by]} ${direction(order.ascending)}, f.id`,
  });
}

/**
 * Geofences that the tenant may see.
 *
 * @param lock `lock`: they stay as they are until the transaction ends; `keep`: they are not deleted until then
 */
export async function findFences(
  tenant: UserTenant,
  db: DbOrTransaction,
  ids: readonly number[],
  lock: 'lock' | 'keep' | 'look' = 'look',
): Promise<FenceRow[]> {
  const { rows } = await sql<FenceRow>`
    SELECT ${columns} FROM ${tables} WHERE f.id = ANY(${[...ids]}::int[]) AND ${inProjects(tenant, 'f.project_id')} ORDER BY f.id
    ${sql.raw({ lock: 'FOR UPDATE OF f', keep: 'FOR KEY SHARE OF f', look: '' }[lock])}`.execute(db);
  return rows;
}

/**
 * Which of these geofences open waybills go to, stop at or come from, also those that the tenant may not see.
 *
 * @param ids of geofences that were found for the tenant and locked: a statement that waits for the lock counts from before it
 */
export async function fencesInUse(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT fence.id FROM waybill w CROSS JOIN LATERAL (
      VALUES (w.destination_fence_id), (w.origin_fence_id) UNION ALL SELECT s.geofence_id FROM waybill_stop s WHERE s.waybill_id = w.id
    ) AS fence(id)
    WHERE fence.id = ANY(${[...ids]}::int[]) AND ${isOpen}`.execute(transaction);
  return new Set(rows.map(({ id }) => id));
}

/** A geofence of a waybill that was found for the tenant. */
export async function findDestination(
  _tenant: Tenant,
  db: DbOrTransaction,
  id: number,
): Promise<FenceValues | undefined> {
  const { rows } = await sql<FenceValues>`SELECT * FROM geofence WHERE id = ${id}`.execute(db);
  return rows[0];
}

/** Metres of a degree of latitude, rounded down: reach is rather too far. */
const metresADegree = 111_000;

/** Geofences of a project that a track comes near to. */
export async function fencesNear(
  _tenant: Tenant,
  db: DbOrTransaction,
  projectId: number,
  { south, north, west, east }: TrackBounds,
): Promise<(FenceValues & { id: number })[]> {
  // East and west a degree is shorter; across the date line and near the poles the whole band is near.
  const { rows } = await sql<FenceValues & { id: number }>`
    SELECT f.* FROM geofence f CROSS JOIN LATERAL (
      SELECT f.radius_metres / ${metresADegree} AS north, f.radius_metres / ${metresADegree} / greatest(cosd(f.latitude), 0.001) AS east) reach
    WHERE f.project_id = ${projectId} AND f.latitude BETWEEN ${south}::float8 - reach.north AND ${north}::float8 + reach.north
      AND (f.longitude BETWEEN ${west}::float8 - reach.east AND ${east}::float8 + reach.east
        OR abs(f.longitude) + reach.east >= 180)
    ORDER BY f.id`.execute(db);
  return rows;
}

/** Geofences of a project are added and renamed one call after the other until the transaction ends. */
export async function lockFences(_tenant: UserTenant, transaction: DbOrTransaction, projectId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870306, ${projectId})`.execute(transaction);
}

/** Every name of the project, in lower case, and whose it is. */
export async function fenceNames(
  _tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, lower(name) AS name FROM geofence WHERE project_id = ${projectId}`.execute(db);
  return rows;
}

const written = ({ corners, ...values }: FenceValues) => ({
  ...values,
  corners: corners === null ? null : sql<string>`${JSON.stringify(corners)}::jsonb`,
});

export async function insertFence(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
  values: FenceValues,
  at: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto('geofence')
    .values({ ...written(values), project_id: projectId, created_at: at, created_by: tenant.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** @param id of a geofence that was found for the tenant */
export async function updateFence(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  values: FenceValues,
): Promise<void> {
  await transaction.updateTable('geofence').set(written(values)).where('id', '=', id).execute();
}

/** @param ids of geofences that were found for the tenant */
export async function deleteFences(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await transaction
    .deleteFrom('geofence')
    .where('id', 'in', [...ids])
    .execute();
}
