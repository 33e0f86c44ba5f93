import type { Language } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { inProjects, type UserTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { direction } from '../../platform/db/listQuery.ts';
import { type DeviceFilter, deviceMatches, pointWatched } from '../conditions.store.ts';

export interface ListedDevice {
  id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  name: string;
  name_en: string | null;
  subsystem_id: number;
  subsystem_zh: string;
  subsystem_en: string;
  class_id: number;
  class_zh: string;
  class_en: string;
  area_id: number | null;
  area_name: string | null;
  area_name_en: string | null;
  serial_number: string;
  brand: string;
  model: string;
  specification: string;
  /** `YYYY-MM-DD` */
  production_date: string | null;
  labels: string[];
  cover_file_id: string | null;
  created_at: Date;
  is_watched: boolean;
  is_writable: boolean;
  /** Of its most important point; null: it has none. */
  level: number | null;
  point_count: number;
}

/** Each needs what it sorts by joined to the device `d`; the name alone comes out of an index. */
const orders = {
  name: { join: sql``, key: sql`d.name` },
  nameEn: { join: sql``, key: sql`coalesce(d.name_en, d.name) COLLATE natural_name` },
  project: { join: sql`JOIN subarea site ON site.id = d.project_id`, key: sql`site.name` },
  class: {
    join: sql`JOIN device_class c ON c.id = d.device_class_id JOIN subsystem s ON s.id = c.subsystem_id`,
    key: sql`(s.position, s.id, c.position, c.id)`,
  },
  area: { join: sql`LEFT JOIN subarea area ON area.id = d.area_id`, key: sql`area.name` },
  createTime: { join: sql``, key: sql`d.created_at` },
  productionDate: { join: sql``, key: sql`d.production_date` },
} as const satisfies Record<string, { join: RawBuilder<unknown>; key: RawBuilder<unknown> }>;

export interface DeviceOrder {
  readonly by: keyof typeof orders;
  readonly ascending: boolean;
}

/** The rows of devices by `id`, in `turn`. What hangs on a device is read for these alone. */
const detailed = (page: RawBuilder<unknown>) => sql<ListedDevice>`
  SELECT d.id, d.project_id, site.name AS project_name, site.name_en AS project_name_en, d.name, d.name_en,
         s.id AS subsystem_id, s.name_zh AS subsystem_zh, s.name_en AS subsystem_en,
         c.id AS class_id, c.name_zh AS class_zh, c.name_en AS class_en,
         d.area_id, area.name AS area_name, area.name_en AS area_name_en,
         d.serial_number, d.brand, d.model, d.specification, to_char(d.production_date, 'YYYY-MM-DD') AS production_date,
         d.labels, d.cover_file_id, d.created_at, of_points.*
  FROM (${page}) page
  JOIN device d ON d.id = page.id
  JOIN device_class c ON c.id = d.device_class_id JOIN subsystem s ON s.id = c.subsystem_id
  JOIN subarea site ON site.id = d.project_id LEFT JOIN subarea area ON area.id = d.area_id
  LEFT JOIN LATERAL (
    SELECT coalesce(bool_or(${pointWatched}), false) AS is_watched, coalesce(bool_or(p.writable), false) AS is_writable,
           min(p.level)::int AS level, count(*)::int AS point_count
    FROM device_point dp JOIN point p ON p.id = dp.point_id WHERE dp.device_id = d.id) of_points ON true
  ORDER BY page.turn`;

/** One page of devices, in their order, and how many there are. */
export async function pageDevices(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: DeviceFilter,
  { by, ascending }: DeviceOrder,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: ListedDevice[]; total: number }> {
  const where = deviceMatches(tenant, filter);
  const { join, key } = orders[by];
  const page = detailed(sql`
    SELECT d.id, row_number() OVER () AS turn
    FROM (SELECT d.id FROM device d ${join} WHERE ${where} ORDER BY ${key} ${direction(ascending)} NULLS LAST, d.id LIMIT ${limit} OFFSET ${offset}) d`);
  const counted = sql<{ count: number }>`SELECT count(*) FROM device d WHERE ${where}`;
  const [{ rows }, { rows: total }] = await Promise.all([page.execute(db), counted.execute(db)]);
  return { rows, total: total[0]?.count ?? 0 };
}

/** Ids of the devices that match, in order (unless given: by name). */
export async function deviceIds(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: DeviceFilter,
  { by, ascending }: DeviceOrder = { by: 'name', ascending: true },
): Promise<number[]> {
  const { join, key } = orders[by];
  const { rows } = await sql<{ id: number }>`
    SELECT d.id FROM device d ${join} WHERE ${deviceMatches(tenant, filter)} ORDER BY ${key} ${direction(ascending)} NULLS LAST, d.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The rows of devices that were found for the tenant, in the order of their ids here. */
export async function devicesInOrder(
  _tenant: UserTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<ListedDevice[]> {
  const { rows } = await detailed(
    sql`SELECT wanted.id, wanted.turn FROM unnest(${[...ids]}::int[]) WITH ORDINALITY AS wanted(id, turn)`,
  ).execute(db);
  return rows;
}

export interface NamedDevice {
  id: number;
  name: string;
  name_en: string | null;
}

/** Devices to choose from, by name. */
export async function namedDevices(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: DeviceFilter,
  limit: number,
): Promise<NamedDevice[]> {
  const { rows } = await sql<NamedDevice>`
    SELECT d.id, d.name, d.name_en FROM device d WHERE ${deviceMatches(tenant, filter)}
    ORDER BY d.name, d.id LIMIT ${limit}`.execute(db);
  return rows;
}

export interface PlacedDevice extends NamedDevice {
  project_id: number;
  brand: string;
  area_id: number | null;
  subsystem_id: number;
  subsystem_code: string;
  subsystem_zh: string;
  subsystem_en: string;
  class_id: number;
  class_zh: string;
  class_en: string;
}

/** Devices with where they stand in the catalogue, in its order: for trees and statistics. */
export async function placedDevices(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: DeviceFilter,
): Promise<PlacedDevice[]> {
  const { rows } = await sql<PlacedDevice>`
    SELECT d.id, d.project_id, d.name, d.name_en, d.brand, d.area_id,
           s.id AS subsystem_id, s.code AS subsystem_code, s.name_zh AS subsystem_zh, s.name_en AS subsystem_en,
           c.id AS class_id, c.name_zh AS class_zh, c.name_en AS class_en
    FROM device d JOIN device_class c ON c.id = d.device_class_id JOIN subsystem s ON s.id = c.subsystem_id
    WHERE ${deviceMatches(tenant, filter)}
    ORDER BY s.position, s.id, c.position, c.id, d.name, d.id`.execute(db);
  return rows;
}

export interface Area {
  id: number;
  parent_id: number;
  name: string;
  name_en: string | null;
}

/** The areas of a project, a parent before those below it. */
export async function areasOfProject(tenant: UserTenant, db: DbOrTransaction, projectId: number): Promise<Area[]> {
  const { rows } = await sql<Area>`
    WITH RECURSIVE below AS (
      SELECT a.id, a.parent_id, a.name, a.name_en, a.position, 1 AS depth FROM subarea a
      WHERE a.parent_id = ${projectId} AND a.kind = 'area' AND a.company_id = ${tenant.companyId} AND ${inProjects(tenant, 'a.parent_id')}
      UNION ALL
      SELECT a.id, a.parent_id, a.name, a.name_en, a.position, below.depth + 1 FROM subarea a JOIN below ON a.parent_id = below.id
    ) SELECT id, parent_id, name, name_en FROM below ORDER BY depth, position, name, id`.execute(db);
  return rows;
}

export interface NamedProject {
  id: number;
  name: string;
  name_en: string | null;
}

/** The tenant's projects anywhere below these places (none: all of them), by name. */
export async function projectsBelow(
  tenant: UserTenant,
  db: DbOrTransaction,
  { placeIds, text }: { placeIds?: readonly number[] | undefined; text?: string | undefined },
): Promise<NamedProject[]> {
  const places = placeIds ? [...placeIds] : null;
  const { rows } = await sql<NamedProject>`
    WITH RECURSIVE below AS (
      SELECT id FROM subarea WHERE company_id = ${tenant.companyId} AND id = ANY(${places ?? []}::int[])
      UNION SELECT child.id FROM subarea child JOIN below ON child.parent_id = below.id
    )
    SELECT s.id, s.name, s.name_en FROM subarea s
    WHERE s.company_id = ${tenant.companyId} AND s.kind = 'project' AND s.deleted_at IS NULL AND ${inProjects(tenant, 's.id')}
      AND (${places === null} OR s.id IN (SELECT id FROM below))
      AND ${containsText(text, 's.name', 's.name_en')}
    ORDER BY s.name, s.id`.execute(db);
  return rows;
}

export interface NamedType {
  id: number;
  name_zh: string;
  name_en: string;
}

/** Types of the points that these devices show, by the name that is read. */
export async function pointTypesOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: DeviceFilter,
  language: Language,
): Promise<NamedType[]> {
  const { rows } = await sql<NamedType>`
    SELECT t.id, t.name_zh, t.name_en FROM point_type t
    WHERE t.id IN (SELECT p.point_type_id FROM device d JOIN device_point dp ON dp.device_id = d.id JOIN point p ON p.id = dp.point_id
                   WHERE ${deviceMatches(tenant, filter)})
    ORDER BY ${sql.ref(language === 'en' ? 't.name_en' : 't.name_zh')} COLLATE natural_name, t.id`.execute(db);
  return rows;
}
