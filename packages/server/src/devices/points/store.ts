import { type RawBuilder, sql } from 'kysely';
import { inProjects, type UserTenant } from '../../access/index.ts';
import { anyLevelVisible } from '../../notifications/index.ts';
import { containsText, nameContains } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { direction } from '../../platform/db/listQuery.ts';
import { type NamedPlace, placesBelow } from '../../projects/index.ts';
import {
  type DeviceFilter,
  deviceMatches,
  type PointsByState,
  pointStatusIn,
  pointWatched,
} from '../conditions.store.ts';

/** What a list of points is asked, in our words. */
export interface DevicePointFilter {
  projectIds: readonly number[];
  deviceIds?: readonly number[] | undefined;
  subsystemId?: number | undefined;
  areas?: readonly NamedPlace[] | undefined;
  /** Part of the name of point or device. */
  text?: string | undefined;
  typeText?: string | undefined;
  typeIds?: readonly number[] | undefined;
  levels?: readonly number[] | undefined;
  statuses?: { wanted: readonly number[]; by: PointsByState } | undefined;
  alarmLevels?: readonly number[] | undefined;
  isWritable?: boolean | undefined;
  isWatched?: boolean | undefined;
  /** Only these: what memory says of their newest values. */
  pointIds?: readonly number[] | undefined;
}

/** A point and the device it serves; null: it serves none. */
export interface DevicePoint {
  point_id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  device_id: number | null;
  device_name: string | null;
  device_name_en: string | null;
  subsystem_id: number | null;
  subsystem_zh: string | null;
  subsystem_en: string | null;
  class_zh: string | null;
  class_en: string | null;
  area_name: string | null;
  area_name_en: string | null;
  level: number;
  is_watched: boolean;
}

const among = (column: RawBuilder<unknown>, ids: readonly number[]) => sql`${column} = ANY(${[...ids]}::int[])`;

/** A pair of point `p` and device `d` (null: none) is the tenant's to see. */
const pairVisible = (tenant: UserTenant) =>
  tenant.listedProjectIds.length === 0
    ? inProjects(tenant, 'p.project_id')
    : sql<boolean>`(${inProjects(tenant, 'p.project_id')} AND (NOT p.project_id = ANY(${[...tenant.listedProjectIds]}::int[])
        OR d.id = ANY(${[...tenant.listedDeviceIds]}::int[])))`;

function pairMatches(tenant: UserTenant, filter: DevicePointFilter): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = [pairVisible(tenant), among(sql`p.project_id`, filter.projectIds)];
  if (filter.deviceIds) conditions.push(among(sql`d.id`, filter.deviceIds));
  if (filter.subsystemId !== undefined)
    conditions.push(
      sql`d.device_class_id IN (SELECT c.id FROM device_class c WHERE c.subsystem_id = ${filter.subsystemId})`,
    );
  if (filter.areas) conditions.push(sql`d.area_id IN ${placesBelow(tenant, filter.areas)}`);
  if (filter.text !== undefined)
    // Each kind of name by its own index; asked of the pair, every pair would have to be made first.
    conditions.push(sql`(p.id, coalesce(d.id, 0)) IN (
      SELECT named.id, coalesce(dp.device_id, 0) FROM point named LEFT JOIN device_point dp ON dp.point_id = named.id
      WHERE named.company_id = ${tenant.companyId} AND ${nameContains(filter.text, 'named')}
      UNION SELECT dp.point_id, dp.device_id FROM device named JOIN device_point dp ON dp.device_id = named.id
      WHERE named.company_id = ${tenant.companyId} AND ${nameContains(filter.text, 'named')})`);
  if (filter.typeText !== undefined)
    conditions.push(
      sql`p.point_type_id IN (SELECT t.id FROM point_type t WHERE ${containsText(filter.typeText, 't.name_zh', 't.name_en')})`,
    );
  if (filter.typeIds) conditions.push(among(sql`p.point_type_id`, filter.typeIds));
  if (filter.levels) conditions.push(among(sql`p.level`, filter.levels));
  if (filter.statuses) conditions.push(pointStatusIn(tenant, filter.statuses.wanted, filter.statuses.by));
  if (filter.alarmLevels)
    conditions.push(
      sql`(SELECT min(o.severity) FROM open_alarm o WHERE o.point_id = p.id
           AND ${anyLevelVisible(tenant, 'o')}) = ANY(${[...filter.alarmLevels]}::int[])`,
    );
  if (filter.isWritable !== undefined) conditions.push(filter.isWritable ? sql`p.writable` : sql`NOT p.writable`);
  if (filter.isWatched !== undefined) conditions.push(filter.isWatched ? pointWatched : sql`NOT ${pointWatched}`);
  if (filter.pointIds) conditions.push(among(sql`p.id`, filter.pointIds));
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

export interface DevicePointOrder {
  readonly by: 'device' | 'name' | 'type' | 'level' | 'status';
  readonly ascending: boolean;
}

/** By status: what alarms first, then what nothing or nothing good is known of. */
const statusRank = ({ alarmingPoints, silentPoints, badPoints }: PointsByState) => sql`
  CASE WHEN p.id = ANY(${[...alarmingPoints]}::int[]) THEN 0 WHEN p.id = ANY(${[...badPoints]}::int[]) THEN 1
       WHEN p.id = ANY(${[...silentPoints]}::int[]) THEN 2 ELSE 3 END`;

/** A point and one of the devices it serves, by their ids. */
export interface PointOfDevice {
  point_id: number;
  device_id: number | null;
}

/** Some of those that match, in order; with how to count them. */
interface Part {
  readonly pairs: RawBuilder<PointOfDevice>;
  readonly counting: RawBuilder<{ count: number }>;
}

/**
 * Those that match, in order, in parts that follow each other. By device these are two: what devices have is read along the
 * index of their names, so that a page costs what stands before it instead of a company's hundred thousand points; what belongs
 * to no device comes last.
 */
function matching(
  tenant: UserTenant,
  filter: DevicePointFilter,
  { by, ascending, states }: DevicePointOrder & { states: PointsByState },
): Part[] {
  const where = sql`p.company_id = ${tenant.companyId} AND ${pairMatches(tenant, filter)}`;
  // None of what is sorted by is ever null; saying where nulls go would keep an index from being read backwards.
  const asksForDevice =
    tenant.listedProjectIds.length > 0 ||
    [filter.deviceIds, filter.subsystemId, filter.areas, filter.text].some((part) => part !== undefined);
  const part = (from: RawBuilder<unknown>, counted: RawBuilder<unknown>, order: RawBuilder<unknown>): Part => ({
    pairs: sql`SELECT p.id AS point_id, d.id AS device_id ${from} ORDER BY ${order}`,
    counting: sql`SELECT count(*)::int AS count ${asksForDevice ? from : counted}`,
  });
  const all = isOfWholeProjects(tenant, filter) ? countsOfProjects(tenant, filter) : null;
  const linked = sql`FROM point p LEFT JOIN device_point dp ON dp.point_id = p.id`;
  if (by !== 'device') {
    const key = {
      name: sql`p.name`,
      type: sql`p.point_type_id`,
      level: sql`p.level`,
      status: statusRank(states),
    }[by];
    const from = sql`${linked} LEFT JOIN device d ON d.id = dp.device_id WHERE ${where}`;
    const counting = all ? { counting: sql<{ count: number }>`SELECT (${all.linked}) + (${all.free}) AS count` } : {};
    return [
      { ...part(from, sql`${linked} WHERE ${where}`, sql`${key} ${direction(ascending)}, p.id, d.id`), ...counting },
    ];
  }
  const ofDevices = sql`FROM device d JOIN device_point dp ON dp.device_id = d.id JOIN point p ON p.id = dp.point_id
    WHERE d.company_id = ${tenant.companyId} AND ${where}`;
  const ofNone = sql`${linked} LEFT JOIN device d ON d.id = dp.device_id WHERE dp.point_id IS NULL AND ${where}`;
  return [
    {
      ...part(
        ofDevices,
        sql`FROM device_point dp JOIN point p ON p.id = dp.point_id WHERE ${where}`,
        sql`d.name ${direction(ascending)}, d.id ${direction(ascending)}, dp.position, p.id`,
      ),
      ...(all ? { counting: sql`SELECT (${all.linked}) AS count` } : {}),
    },
    {
      ...part(ofNone, sql`${linked} WHERE dp.point_id IS NULL AND ${where}`, sql`p.id`),
      ...(all ? { counting: sql`SELECT (${all.free}) AS count` } : {}),
    },
  ];
}

/** Nothing is asked of points but which projects they are in, and all of those are seen. */
const isOfWholeProjects = (tenant: UserTenant, { projectIds: _, ...rest }: DevicePointFilter): boolean =>
  tenant.listedProjectIds.length === 0 && Object.values(rest).every((part) => part === undefined);

/** How many pairs whole projects have, and how many points without a device: from indexes alone, without looking at a point. */
function countsOfProjects(tenant: UserTenant, { projectIds }: DevicePointFilter) {
  const here = (column: string) => sql`${inProjects(tenant, column)} AND ${among(sql.ref(column), projectIds)}`;
  return {
    linked: sql`SELECT count(*)::int FROM device_point dp WHERE ${here('dp.project_id')}`,
    free: sql`SELECT (SELECT count(*)::int FROM point p WHERE ${here('p.project_id')})
      - (SELECT count(*)::int FROM (SELECT DISTINCT dp.project_id, dp.point_id FROM device_point dp WHERE ${here('dp.project_id')}) linked)`,
  };
}

/** The rows of pairs, in their `turn`. */
const detailed = (page: RawBuilder<unknown>) => sql<DevicePoint>`
  SELECT p.id AS point_id, p.project_id, site.name AS project_name, site.name_en AS project_name_en,
         d.id AS device_id, d.name AS device_name, d.name_en AS device_name_en,
         s.id AS subsystem_id, s.name_zh AS subsystem_zh, s.name_en AS subsystem_en, c.name_zh AS class_zh, c.name_en AS class_en,
         area.name AS area_name, area.name_en AS area_name_en, p.level, ${pointWatched} AS is_watched
  FROM (${page}) page
  JOIN point p ON p.id = page.point_id JOIN subarea site ON site.id = p.project_id
  LEFT JOIN device d ON d.id = page.device_id LEFT JOIN device_class c ON c.id = d.device_class_id
  LEFT JOIN subsystem s ON s.id = c.subsystem_id LEFT JOIN subarea area ON area.id = d.area_id
  ORDER BY page.turn`;

/** One page of points with the devices they serve, and how many there are. */
export async function pageDevicePoints(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: DevicePointFilter,
  order: DevicePointOrder & { states: PointsByState },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: DevicePoint[]; total: number }> {
  const parts = matching(tenant, filter, order);
  const rowsOf = async ({ pairs }: Part, from: number, most: number): Promise<DevicePoint[]> => {
    const page = detailed(sql`
      SELECT pair.point_id, pair.device_id, row_number() OVER () AS turn FROM (${pairs} LIMIT ${most} OFFSET ${from}) pair`);
    return (await page.execute(db)).rows;
  };
  const [first, ...counts] = await Promise.all([
    rowsOf(parts[0]!, offset, limit),
    ...parts.map(async ({ counting }) => (await counting.execute(db)).rows[0]?.count ?? 0),
  ]);
  const rows = [...first];
  let before = counts[0]!;
  for (const [place, part] of parts.entries()) {
    if (place === 0) continue;
    if (rows.length < limit)
      rows.push(...(await rowsOf(part, Math.max(0, offset + rows.length - before), limit - rows.length)));
    before += counts[place]!;
  }
  return { rows, total: before };
}

/** Every pair that matches, in order: an export reads their rows in pieces, none twice and none left out. */
export async function pairsOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: DevicePointFilter,
  order: DevicePointOrder & { states: PointsByState },
): Promise<PointOfDevice[]> {
  const found = await Promise.all(matching(tenant, filter, order).map(({ pairs }) => pairs.execute(db)));
  return found.flatMap(({ rows }) => rows);
}

/** The rows of pairs that were found for the tenant, in their order here. */
export async function pairsInOrder(
  _tenant: UserTenant,
  db: DbOrTransaction,
  pairs: readonly PointOfDevice[],
): Promise<DevicePoint[]> {
  const pointIds = pairs.map(({ point_id }) => point_id);
  const deviceIds = pairs.map(({ device_id }) => device_id);
  const { rows } = await detailed(
    sql`SELECT * FROM unnest(${pointIds}::int[], ${deviceIds}::int[]) WITH ORDINALITY AS wanted(point_id, device_id, turn)`,
  ).execute(db);
  return rows;
}

export interface NamedPoint {
  point_id: number;
  name: string;
  name_en: string | null;
  device_id: number;
  device_name: string;
  device_name_en: string | null;
}

/** Points of devices to choose from, by device and place. */
export async function namedPoints(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: DeviceFilter,
  { typeIds, text, limit }: { typeIds: readonly number[] | undefined; text: string | undefined; limit: number },
): Promise<NamedPoint[]> {
  const { rows } = await sql<NamedPoint>`
    SELECT p.id AS point_id, p.name, p.name_en, d.id AS device_id, d.name AS device_name, d.name_en AS device_name_en
    FROM device d JOIN device_point dp ON dp.device_id = d.id JOIN point p ON p.id = dp.point_id
    WHERE ${deviceMatches(tenant, filter)}
      AND ${typeIds ? among(sql`p.point_type_id`, typeIds) : sql`true`}
      AND ${containsText(text, 'p.name', 'p.name_en')}
    ORDER BY d.name, d.id, dp.position, p.name LIMIT ${limit}`.execute(db);
  return rows;
}

export interface ShownPoint {
  point_id: number;
  name: string;
  name_en: string | null;
  type_id: number;
  type_zh: string;
  type_en: string;
  unit: string;
  level: number;
  writable: boolean;
  shown: boolean;
  main: boolean;
}

/** All points of a device the tenant may see, in the order of its card, those it hides last. */
export async function pointsOfDevice(tenant: UserTenant, db: DbOrTransaction, deviceId: number): Promise<ShownPoint[]> {
  const { rows } = await sql<ShownPoint>`
    SELECT p.id AS point_id, p.name, p.name_en, t.id AS type_id, t.name_zh AS type_zh, t.name_en AS type_en, p.unit, p.level, p.writable,
           dp.shown, dp.main
    FROM device d JOIN device_point dp ON dp.device_id = d.id JOIN point p ON p.id = dp.point_id JOIN point_type t ON t.id = p.point_type_id
    WHERE ${deviceMatches(tenant, { deviceIds: [deviceId] })}
    ORDER BY NOT dp.shown, dp.position, p.name, p.id`.execute(db);
  return rows;
}

/** Shows these points of a device, in this order, with the main one; hides its others. The device is the tenant's. */
export async function setShownPoints(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  deviceId: number,
  { pointIds, mainId }: { pointIds: readonly number[]; mainId: number | null },
): Promise<void> {
  const ids = [...pointIds];
  // First away with the old one: there is room for one main point.
  await sql`UPDATE device_point SET main = false WHERE device_id = ${deviceId} AND main AND point_id IS DISTINCT FROM ${mainId}::int`.execute(
    transaction,
  );
  await sql`
    UPDATE device_point SET shown = array_position(${ids}::int[], point_id) IS NOT NULL, main = (point_id IS NOT DISTINCT FROM ${mainId}::int),
      position = coalesce(array_position(${ids}::int[], point_id), ${ids.length}::int + 1)
    WHERE device_id = ${deviceId}`.execute(transaction);
}
