import { sql } from 'kysely';
import { deviceVisible, type Tenant, type UserTenant } from '../../access/index.ts';
import { type GatewayTenant, gatewayVisible } from '../../gateways/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { type DeviceFilter, deviceMatches } from '../conditions.store.ts';

export interface DeviceRow {
  id: number;
  project_id: number;
  name: string;
  name_en: string | null;
  brand: string;
  model: string;
  subsystem_id: number;
  subsystem_code: string;
  subsystem_zh: string;
  subsystem_en: string;
  class_id: number;
  class_code: string;
  class_zh: string;
  class_en: string;
  area_id: number | null;
  area_name: string | null;
  area_name_en: string | null;
}

/** What the database can put devices in order by. By default as the site is laid out: subsystem, class, position. */
const orders = {
  default: sql`s.position, c.position, d.position, d.name`,
  name: sql`d.name`,
  area: sql`area.position NULLS LAST, area.name, d.name`,
} as const;

export type BoardOrder = keyof typeof orders;

/** Ids of the devices that match, in order. */
export async function orderedDevices(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: DeviceFilter,
  order: BoardOrder,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT d.id FROM device d JOIN device_class c ON c.id = d.device_class_id JOIN subsystem s ON s.id = c.subsystem_id
    LEFT JOIN subarea area ON area.id = d.area_id
    WHERE ${deviceMatches(tenant, filter)} ORDER BY ${orders[order]}, d.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The rows of devices that were found for the tenant, in the order of their ids here. */
export async function devicesInOrder(
  _tenant: UserTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`
    SELECT d.id, d.project_id, d.name, d.name_en, d.brand, d.model,
           s.id AS subsystem_id, s.code AS subsystem_code, s.name_zh AS subsystem_zh, s.name_en AS subsystem_en,
           c.id AS class_id, c.code AS class_code, c.name_zh AS class_zh, c.name_en AS class_en,
           d.area_id, area.name AS area_name, area.name_en AS area_name_en
    FROM unnest(${[...ids]}::int[]) WITH ORDINALITY AS wanted(id, turn) JOIN device d ON d.id = wanted.id
    JOIN device_class c ON c.id = d.device_class_id JOIN subsystem s ON s.id = c.subsystem_id
    LEFT JOIN subarea area ON area.id = d.area_id
    ORDER BY wanted.turn`.execute(db);
  return rows;
}

export interface ClassCount {
  subsystem_id: number;
  subsystem_code: string;
  subsystem_zh: string;
  subsystem_en: string;
  class_id: number;
  class_code: string;
  class_zh: string;
  class_en: string;
  count: number;
}

/** Device classes that the tenant has devices of, in one project or in all of the tenant's projects. */
export async function countByClass(
  tenant: Tenant,
  db: DbOrTransaction,
  projectId: number | null,
): Promise<ClassCount[]> {
  const { rows } = await sql<ClassCount>`
    SELECT s.id AS subsystem_id, s.code AS subsystem_code, s.name_zh AS subsystem_zh, s.name_en AS subsystem_en,
           c.id AS class_id, c.code AS class_code, c.name_zh AS class_zh, c.name_en AS class_en, count(*) AS count
    FROM device d JOIN device_class c ON c.id = d.device_class_id JOIN subsystem s ON s.id = c.subsystem_id
    WHERE ${deviceVisible(tenant, 'd.project_id', 'd.id')} AND (${projectId}::int IS NULL OR d.project_id = ${projectId})
    GROUP BY s.id, c.id ORDER BY s.position, s.id, c.position, c.id`.execute(db);
  return rows;
}

export interface GatewayOfDevice {
  id: number;
  name: string;
  name_en: string | null;
  serial_number: string;
  protocol: string;
  online: boolean;
  last_seen_at: Date | null;
}

/** The gateways that feed a device, of those that the tenant may open. */
export async function gatewaysOfDevice(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  deviceId: number,
): Promise<GatewayOfDevice[]> {
  const { rows } = await sql<GatewayOfDevice>`
    SELECT DISTINCT g.id, g.name, g.name_en, g.serial_number, g.protocol, g.online, g.last_seen_at
    FROM device d JOIN device_point dp ON dp.device_id = d.id JOIN point p ON p.id = dp.point_id JOIN gateway g ON g.id = p.gateway_id
    WHERE d.id = ${deviceId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')} AND ${gatewayVisible(tenant)}
    ORDER BY g.id`.execute(db);
  return rows;
}

/** Points of devices that are not to be shown on their cards and pages, as `deviceId:pointId`. */
export async function hiddenPoints(
  _tenant: Tenant,
  db: DbOrTransaction,
  deviceIds: readonly number[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('device_point')
    .where('device_id', 'in', [0, ...deviceIds])
    .where('shown', '=', false)
    .select(['device_id', 'point_id'])
    .execute();
  return new Set(rows.map(({ device_id, point_id }) => `${device_id}:${point_id}`));
}

export interface Facet {
  kind: 'class' | 'area' | 'pointType';
  id: number;
  name: string;
  name_en: string | null;
  count: number;
}

/** Classes, areas and point types of these devices, with how many have each. The devices are the tenant's. */
export async function facetsOf(_tenant: Tenant, db: DbOrTransaction, deviceIds: readonly number[]): Promise<Facet[]> {
  const ids = [...deviceIds];
  // A device stands in its area and in all those around it.
  const { rows } = await sql<Facet>`
    WITH RECURSIVE stands AS (
      SELECT d.id AS device_id, d.area_id FROM device d WHERE d.id = ANY(${ids}::int[]) AND d.area_id IS NOT NULL
      UNION ALL
      SELECT stands.device_id, around.id FROM stands JOIN subarea a ON a.id = stands.area_id
      JOIN subarea around ON around.id = a.parent_id AND around.kind = 'area'
    )
    SELECT 'class' AS kind, c.id, c.name_zh AS name, c.name_en, count(*)::int AS count
    FROM device d JOIN device_class c ON c.id = d.device_class_id WHERE d.id = ANY(${ids}::int[]) GROUP BY c.id
    UNION ALL
    SELECT 'area', a.id, a.name, a.name_en, count(*)::int FROM stands JOIN subarea a ON a.id = stands.area_id GROUP BY a.id
    UNION ALL
    SELECT 'pointType', t.id, t.name_zh, t.name_en, count(DISTINCT dp.device_id)::int
    FROM device_point dp JOIN point p ON p.id = dp.point_id JOIN point_type t ON t.id = p.point_type_id
    WHERE dp.device_id = ANY(${ids}::int[]) GROUP BY t.id
    ORDER BY 1, 5 DESC, 3`.execute(db);
  return rows;
}
