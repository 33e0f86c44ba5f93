import type { DataState } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { deviceVisible, levelVisible, type Tenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { pointLine, type UnknownPoints } from '../../points/index.ts';
import { placesBelow } from '../../projects/index.ts';
import { type PointsByState, pointStatusIn, pointWatched } from '../conditions.store.ts';

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
  data_state: DataState;
  offline_since: Date | null;
  alarm_level: number | null;
  alarm_count: number;
}

export interface DeviceFilter {
  projectId: number;
  /** Of the project's points, those whose readings say nothing about now. */
  unknown: UnknownPoints;
  deviceId?: number | undefined;
  subsystemId?: number | undefined;
  classId?: number | undefined;
  areaIds?: readonly number[] | undefined;
  name?: string | undefined;
  pointName?: string | undefined;
  statuses?: readonly number[] | undefined;
  /** Has a point that stands in one of these ways: 0 no data, 1 normal, 2 in alarm, 3 bad data. */
  points?: { statuses: readonly number[]; by: PointsByState } | undefined;
  pointTypeIds?: readonly number[] | undefined;
  /** One of its points can be written. */
  isWritable?: boolean | undefined;
  /** An enabled strategy watches one of its points. */
  isWatched?: boolean | undefined;
}

/**
 * Devices with the alarms the tenant may see and what is known of them, by the rule of the contract's `dataStateOf`. An alarm
 * is of each device that its point serves. For the status an open alarm counts before silence.
 */
const deviceRows = (tenant: Tenant, filter: DeviceFilter) => sql`
  SELECT d.id, d.project_id, d.name, d.name_en, d.brand, d.model, d.position,
         s.id AS subsystem_id, s.code AS subsystem_code, s.name_zh AS subsystem_zh, s.name_en AS subsystem_en, s.position AS subsystem_position,
         c.id AS class_id, c.code AS class_code, c.name_zh AS class_zh, c.name_en AS class_en, c.position AS class_position,
         d.area_id, area.name AS area_name, area.name_en AS area_name_en, area.position AS area_position,
         CASE WHEN alarm.count > 0 THEN 2 WHEN data.known_part THEN 1 ELSE 0 END AS status,
         CASE WHEN data.known_part IS NOT TRUE THEN 'offline' WHEN data.missing_part THEN 'incomplete' ELSE 'complete' END AS data_state,
         CASE WHEN data.known_part IS NOT TRUE THEN coalesce(data.silent_since, 'epoch') END AS offline_since,
         alarm.level AS alarm_level, coalesce(alarm.count, 0) AS alarm_count
  FROM device d
  JOIN device_class c ON c.id = d.device_class_id
  JOIN subsystem s ON s.id = c.subsystem_id
  LEFT JOIN subarea area ON area.id = d.area_id
  LEFT JOIN (
    SELECT coalesce(dp.device_id, o.device_id) AS device_id, count(*)::int AS count, min(o.severity) AS level
    FROM open_alarm o LEFT JOIN device_point dp ON dp.point_id = o.point_id
    WHERE o.project_id = ${filter.projectId} AND ${levelVisible(tenant, 'o.project_id', 'o.severity')}
    GROUP BY 1
  ) alarm ON alarm.device_id = d.id
  LEFT JOIN (
    SELECT dp.device_id,
           bool_or(line.silent_since IS NULL AND NOT coalesce(unknown.silent, false)) AS known_part,
           bool_or(line.silent_since IS NOT NULL OR unknown.point_id IS NOT NULL) AS missing_part,
           max(coalesce(line.silent_since, unknown.heard_at)) AS silent_since
    FROM device_point dp
    JOIN device served ON served.id = dp.device_id AND served.project_id = ${filter.projectId}
    JOIN ${pointLine} line ON line.point_id = dp.point_id
    LEFT JOIN unnest(${filter.unknown.pointIds}::int[], ${filter.unknown.silent}::boolean[], ${filter.unknown.heardAt}::timestamptz[])
      AS unknown(point_id, silent, heard_at) ON unknown.point_id = dp.point_id
    GROUP BY dp.device_id
  ) data ON data.device_id = d.id
  WHERE d.project_id = ${filter.projectId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
    AND (${filter.deviceId ?? null}::int IS NULL OR d.id = ${filter.deviceId ?? null})
    AND (${filter.subsystemId ?? null}::int IS NULL OR s.id = ${filter.subsystemId ?? null})
    AND (${filter.classId ?? null}::int IS NULL OR c.id = ${filter.classId ?? null})
    AND ${filter.areaIds ? sql`d.area_id IN ${placesBelow(tenant, filter.areaIds)}` : sql`true`}
    AND (${filter.name ?? null}::text IS NULL OR strpos(lower(d.name), lower(${filter.name ?? null})) > 0
         OR strpos(lower(coalesce(d.name_en, '')), lower(${filter.name ?? null})) > 0)
    AND (${filter.pointName ?? null}::text IS NULL OR EXISTS (
         SELECT 1 FROM device_point dp JOIN point p ON p.id = dp.point_id
         WHERE dp.device_id = d.id AND (strpos(lower(p.name), lower(${filter.pointName ?? null})) > 0
              OR strpos(lower(coalesce(p.name_en, '')), lower(${filter.pointName ?? null})) > 0)))
    ${ofPoints(tenant, filter)}`;

/** What is asked of a device's points, one condition after the other. */
function ofPoints(tenant: Tenant, { points, pointTypeIds, isWritable, isWatched }: DeviceFilter) {
  const has = (condition: RawBuilder<unknown>) =>
    sql`EXISTS (SELECT 1 FROM device_point dp JOIN point p ON p.id = dp.point_id WHERE dp.device_id = d.id AND ${condition})`;
  const conditions: RawBuilder<unknown>[] = [];
  if (pointTypeIds) conditions.push(has(sql`p.point_type_id = ANY(${[...pointTypeIds]}::int[])`));
  if (isWritable !== undefined) conditions.push(isWritable ? has(sql`p.writable`) : sql`NOT ${has(sql`p.writable`)}`);
  if (isWatched !== undefined) conditions.push(isWatched ? has(pointWatched) : sql`NOT ${has(pointWatched)}`);
  if (points) conditions.push(has(pointStatusIn(tenant, points.statuses, points.by)));
  return sql.join([sql``, ...conditions], sql` AND `);
}

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
  filter: Required<Pick<DeviceFilter, 'projectId' | 'unknown' | 'deviceId'>>,
): Promise<DeviceRow | undefined> {
  const { rows } = await sql<DeviceRow>`${deviceRows(tenant, filter)}`.execute(db);
  return rows[0];
}

export interface StatusTotals {
  total: number;
  online: number;
  offline: number;
  alarm: number;
  /** A part of them is not known, whatever their status. */
  incomplete: number;
}

export async function countByStatus(tenant: Tenant, db: DbOrTransaction, filter: DeviceFilter): Promise<StatusTotals> {
  const { rows } = await sql<StatusTotals>`
    WITH found AS (${deviceRows(tenant, filter)})
    SELECT count(*) AS total, count(*) FILTER (WHERE status = 1) AS online,
           count(*) FILTER (WHERE status = 0) AS offline, count(*) FILTER (WHERE status = 2) AS alarm,
           count(*) FILTER (WHERE data_state = 'incomplete') AS incomplete
    FROM found WHERE ${statusMatches(filter)}`.execute(db);
  return rows[0] ?? { total: 0, online: 0, offline: 0, alarm: 0, incomplete: 0 };
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
