import { sql } from 'kysely';
import { deviceVisible, type UserTenant } from '../../access/index.ts';
import { anyLevelVisible } from '../../notifications/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { pointVisible } from '../../points/index.ts';

/** A device as it is set up. */
export interface ManagedDevice {
  id: number;
  project_id: number;
  class_id: number;
  area_id: number | null;
  name: string;
  name_en: string | null;
  serial_number: string;
  brand: string;
  model: string;
  specification: string;
  /** `YYYY-MM-DD` */
  production_date: string | null;
  labels: string[];
  cover_file_id: string | null;
}

export type DeviceValues = Partial<Omit<ManagedDevice, 'id' | 'project_id'>>;

/** Devices of the tenant, in the order of their ids; locked until the transaction ends where `lock` says so. */
export async function findDevices(
  tenant: UserTenant,
  db: DbOrTransaction,
  ids: readonly number[],
  { lock = false }: { lock?: boolean } = {},
): Promise<ManagedDevice[]> {
  const { rows } = await sql<ManagedDevice>`
    SELECT d.id, d.project_id, d.device_class_id AS class_id, d.area_id, d.name, d.name_en, d.serial_number, d.brand, d.model,
           d.specification, to_char(d.production_date, 'YYYY-MM-DD') AS production_date, d.labels, d.cover_file_id
    FROM device d WHERE d.id = ANY(${[...ids]}::int[]) AND d.company_id = ${tenant.companyId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
    ORDER BY d.id ${lock ? sql`FOR UPDATE` : sql``}`.execute(db);
  return rows;
}

/** Devices of a project are changed one call after the other, so that a name that is free stays free. */
export async function lockDevices(_tenant: UserTenant, transaction: DbOrTransaction, projectId: number): Promise<void> {
  await sql`SELECT id FROM project WHERE id = ${projectId} FOR NO KEY UPDATE`.execute(transaction);
}

export interface DeviceOfName {
  id: number;
  name: string;
  name_en: string | null;
  class_zh: string;
  class_en: string;
  area_name: string | null;
  area_name_en: string | null;
  point_count: number;
  is_visible: boolean;
}

/** The device of a project with one of these names in either language, hidden ones too. */
export async function deviceOfName(
  tenant: UserTenant,
  db: DbOrTransaction,
  { projectId, names, exceptId }: { projectId: number; names: readonly string[]; exceptId: number | null },
): Promise<DeviceOfName | undefined> {
  const { rows } = await sql<DeviceOfName>`
    SELECT d.id, d.name, d.name_en, c.name_zh AS class_zh, c.name_en AS class_en, a.name AS area_name, a.name_en AS area_name_en,
           (SELECT count(*)::int FROM device_point dp WHERE dp.device_id = d.id) AS point_count,
           ${deviceVisible(tenant, 'd.project_id', 'd.id')} AS is_visible
    FROM device d JOIN device_class c ON c.id = d.device_class_id LEFT JOIN subarea a ON a.id = d.area_id
    WHERE d.company_id = ${tenant.companyId} AND d.project_id = ${projectId} AND d.id IS DISTINCT FROM ${exceptId}::int
      AND (d.name = ANY(${[...names]}::text[]) OR d.name_en = ANY(${[...names]}::text[]))
    ORDER BY d.id LIMIT 1`.execute(db);
  return rows[0];
}

/** Names that begin so, in either language, of all devices of a project: for a free one beside them. */
export async function namesBeginning(
  tenant: UserTenant,
  db: DbOrTransaction,
  { projectId, start }: { projectId: number; start: string },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT called.name FROM device d CROSS JOIN LATERAL (VALUES (d.name::text), (d.name_en)) called(name)
    WHERE d.company_id = ${tenant.companyId} AND d.project_id = ${projectId} AND starts_with(called.name, ${start})`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Whether an area is one of a project, at any depth. */
export async function isAreaOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  { areaId, projectId }: { areaId: number; projectId: number },
): Promise<boolean> {
  const { rows } = await sql`
    WITH RECURSIVE above AS (
      SELECT id, parent_id, kind FROM subarea WHERE id = ${areaId} AND company_id = ${tenant.companyId} AND kind = 'area'
      UNION ALL SELECT s.id, s.parent_id, s.kind FROM subarea s JOIN above ON s.id = above.parent_id WHERE above.kind = 'area'
    ) SELECT 1 FROM above WHERE id = ${projectId}`.execute(db);
  return rows.length > 0;
}

const columnsOf = ({ class_id, ...values }: DeviceValues) => ({
  ...values,
  ...(class_id === undefined ? {} : { device_class_id: class_id }),
});

/** @returns its id; it comes behind the others of the project */
export async function insertDevice(
  tenant: UserTenant,
  db: DbOrTransaction,
  device: DeviceValues & { name: string; class_id: number; project_id: number; created_at: Date },
): Promise<number> {
  const { class_id, ...values } = device;
  const { id } = await db
    .insertInto('device')
    .values({
      ...values,
      device_class_id: class_id,
      company_id: tenant.companyId,
      position: sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM device WHERE project_id = ${device.project_id})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateDevice(
  tenant: UserTenant,
  db: DbOrTransaction,
  id: number,
  values: DeviceValues,
): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await db
    .updateTable('device')
    .set(columnsOf(values))
    .where('id', '=', id)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

/** Their points stay, without a device; what members were given of them ends. */
export async function deleteDevices(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  const list = [...ids];
  await sql`DELETE FROM member_device WHERE device_id = ANY(${list}::int[])`.execute(transaction);
  await sql`DELETE FROM device WHERE id = ANY(${list}::int[]) AND company_id = ${tenant.companyId}`.execute(
    transaction,
  );
}

export interface Effect {
  devices: number;
  points: number;
  alarms: number;
  members: number;
}

/** What deleting devices of the tenant takes along. */
export async function effectOfDeleting(
  tenant: UserTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<Effect> {
  const list = [...ids];
  const { rows } = await sql<Effect>`
    SELECT ${list.length}::int AS devices,
      (SELECT count(DISTINCT dp.point_id)::int FROM device_point dp WHERE dp.device_id = ANY(${list}::int[]) AND NOT EXISTS (
        SELECT 1 FROM device_point other WHERE other.point_id = dp.point_id AND NOT other.device_id = ANY(${list}::int[]))) AS points,
      (SELECT count(*)::int FROM open_alarm o WHERE o.device_id = ANY(${list}::int[])
        AND ${anyLevelVisible(tenant, 'o')}) AS alarms,
      (SELECT count(DISTINCT m.user_id)::int FROM member_device m WHERE m.device_id = ANY(${list}::int[])) AS members`.execute(
    db,
  );
  return rows[0]!;
}

/** Whose view of a project lists one of these devices. */
export async function membersListing(
  _tenant: UserTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('member_device')
    .where('device_id', 'in', [0, ...ids])
    .select('user_id')
    .distinct()
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Points that serve these devices. */
export async function pointsServing(
  _tenant: UserTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('device_point')
    .where('device_id', 'in', [0, ...ids])
    .select('point_id')
    .distinct()
    .execute();
  return rows.map(({ point_id }) => point_id);
}

/** What a refresh found. */
export async function countServing(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<{ devices: number; points: number; free: number }> {
  const { rows } = await sql<{ devices: number; points: number; free: number }>`
    SELECT (SELECT count(*)::int FROM device d WHERE d.project_id = ${projectId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}) AS devices,
           count(*) FILTER (WHERE serves)::int AS points, count(*) FILTER (WHERE NOT serves)::int AS free
    FROM (SELECT EXISTS (SELECT 1 FROM device_point dp WHERE dp.point_id = p.id) AS serves FROM point p
          WHERE p.project_id = ${projectId} AND p.company_id = ${tenant.companyId} AND ${pointVisible(tenant)}) p`.execute(
    db,
  );
  return rows[0]!;
}
