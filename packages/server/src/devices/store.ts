import { sql } from 'kysely';
import { deviceVisible, levelVisible, type Tenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

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
  /** 0 offline, 1 online, 2 in alarm. */
  status: number;
  offline_since: Date | null;
  alarm_level: number | null;
  alarm_count: number;
}

export interface DeviceFilter {
  projectId: number;
  deviceId?: number;
  subsystemId?: number;
  classId?: number;
  areaIds?: readonly number[];
  name?: string;
  pointName?: string;
  statuses?: readonly number[];
}

/**
 * Devices with the alarms the tenant may see and the state of the lines behind them. A device is offline when every gateway
 * or slave that feeds it is silent; an open alarm counts more.
 */
const deviceRows = (tenant: Tenant, filter: DeviceFilter) => sql`
  SELECT d.id, d.project_id, d.name, d.name_en, d.brand, d.model, d.position,
         s.id AS subsystem_id, s.code AS subsystem_code, s.name_zh AS subsystem_zh, s.name_en AS subsystem_en, s.position AS subsystem_position,
         c.id AS class_id, c.code AS class_code, c.name_zh AS class_zh, c.name_en AS class_en, c.position AS class_position,
         d.area_id, area.name AS area_name, area.name_en AS area_name_en, area.position AS area_position,
         CASE WHEN alarm.count > 0 THEN 2 WHEN line.offline_since IS NOT NULL THEN 0 ELSE 1 END AS status,
         line.offline_since, alarm.level AS alarm_level, alarm.count AS alarm_count
  FROM device d
  JOIN device_class c ON c.id = d.device_class_id
  JOIN subsystem s ON s.id = c.subsystem_id
  LEFT JOIN subarea area ON area.id = d.area_id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS count, min(o.severity) AS level FROM open_alarm o
    WHERE o.device_id = d.id AND ${levelVisible(tenant, 'o.project_id', 'o.severity')}
  ) alarm
  CROSS JOIN LATERAL (
    SELECT CASE WHEN count(*) > 0 AND count(*) = count(feed.since) THEN max(feed.since) END AS offline_since FROM (
      SELECT DISTINCT p.gateway_id, p.slave_id,
             CASE WHEN NOT g.online THEN coalesce(g.offline_since, 'epoch') ELSE sl.silent_since END AS since
      FROM device_point dp JOIN point p ON p.id = dp.point_id JOIN gateway g ON g.id = p.gateway_id LEFT JOIN slave sl ON sl.id = p.slave_id
      WHERE dp.device_id = d.id
    ) feed
  ) line
  WHERE d.project_id = ${filter.projectId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
    AND (${filter.deviceId ?? null}::int IS NULL OR d.id = ${filter.deviceId ?? null})
    AND (${filter.subsystemId ?? null}::int IS NULL OR s.id = ${filter.subsystemId ?? null})
    AND (${filter.classId ?? null}::int IS NULL OR c.id = ${filter.classId ?? null})
    AND (${filter.areaIds ? [...filter.areaIds] : null}::int[] IS NULL OR d.area_id = ANY(${filter.areaIds ? [...filter.areaIds] : null}::int[]))
    AND (${filter.name ?? null}::text IS NULL OR strpos(lower(d.name), lower(${filter.name ?? null})) > 0
         OR strpos(lower(coalesce(d.name_en, '')), lower(${filter.name ?? null})) > 0)
    AND (${filter.pointName ?? null}::text IS NULL OR EXISTS (
         SELECT 1 FROM device_point dp JOIN point p ON p.id = dp.point_id
         WHERE dp.device_id = d.id AND (strpos(lower(p.name), lower(${filter.pointName ?? null})) > 0
              OR strpos(lower(coalesce(p.name_en, '')), lower(${filter.pointName ?? null})) > 0)))`;

const statusMatches = (filter: DeviceFilter) => {
  const statuses = filter.statuses ? [...filter.statuses] : null;
  return sql`(${statuses}::int[] IS NULL OR status = ANY(${statuses}::int[]))`;
};

export type DeviceSort = 'name' | 'status' | 'area' | 'default';

/** By default as the site is laid out: subsystem, class, position. */
const orderings = {
  default: sql`subsystem_position, class_position, position`,
  name: sql`name COLLATE natural_name`,
  status: sql`alarm_level NULLS LAST, status`,
  area: sql`area_position NULLS LAST, area_name COLLATE natural_name`,
} as const;

export async function pageDevices(
  tenant: Tenant,
  db: DbOrTransaction,
  filter: DeviceFilter,
  order: { sort: DeviceSort; ascending: boolean },
  range: { offset: number; limit: number },
): Promise<{ rows: DeviceRow[]; total: number }> {
  // Each key of an ordering is turned round, or DESC would only touch the last one.
  const direction = order.ascending ? sql`ASC` : sql`DESC`;
  const keys = sql`row_number() OVER (ORDER BY ${orderings[order.sort]}, name COLLATE natural_name, id)`;
  const { rows } = await sql<DeviceRow & { total: number }>`
    WITH found AS (${deviceRows(tenant, filter)}), matching AS (SELECT * FROM found WHERE ${statusMatches(filter)})
    SELECT *, ${keys} AS place, count(*) OVER () AS total FROM matching
    ORDER BY place ${direction} OFFSET ${range.offset} LIMIT ${range.limit}`.execute(db);
  if (rows.length > 0 || range.offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  return { rows: [], total: (await countByStatus(tenant, db, filter)).total };
}

export async function findDevice(
  tenant: Tenant,
  db: DbOrTransaction,
  projectId: number,
  deviceId: number,
): Promise<DeviceRow | undefined> {
  const { rows } = await sql<DeviceRow>`${deviceRows(tenant, { projectId, deviceId })}`.execute(db);
  return rows[0];
}

export interface StatusTotals {
  total: number;
  online: number;
  offline: number;
  alarm: number;
}

export async function countByStatus(tenant: Tenant, db: DbOrTransaction, filter: DeviceFilter): Promise<StatusTotals> {
  const { rows } = await sql<StatusTotals>`
    WITH found AS (${deviceRows(tenant, filter)})
    SELECT count(*) AS total, count(*) FILTER (WHERE status = 1) AS online,
           count(*) FILTER (WHERE status = 0) AS offline, count(*) FILTER (WHERE status = 2) AS alarm
    FROM found WHERE ${statusMatches(filter)}`.execute(db);
  return rows[0] ?? { total: 0, online: 0, offline: 0, alarm: 0 };
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

/** Device classes that the tenant has devices of, in one project or in all of his. */
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

/** The gateways that feed a device. */
export async function gatewaysOfDevice(
  tenant: Tenant,
  db: DbOrTransaction,
  deviceId: number,
): Promise<GatewayOfDevice[]> {
  const { rows } = await sql<GatewayOfDevice>`
    SELECT DISTINCT g.id, g.name, g.name_en, g.serial_number, g.protocol, g.online, g.last_seen_at
    FROM device d JOIN device_point dp ON dp.device_id = d.id JOIN point p ON p.id = dp.point_id JOIN gateway g ON g.id = p.gateway_id
    WHERE d.id = ${deviceId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
    ORDER BY g.id`.execute(db);
  return rows;
}
