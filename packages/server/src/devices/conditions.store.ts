import { type RawBuilder, sql } from 'kysely';
import { deviceVisible, type Tenant, type UserTenant } from '../access/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import { placesBelow } from '../projects/index.ts';

/** What lists and trees of devices are asked, in our words. */
export interface DeviceFilter {
  deviceIds?: readonly number[] | undefined;
  projectIds?: readonly number[] | undefined;
  /** Partitions, projects, areas: devices anywhere below them. */
  placeIds?: readonly number[] | undefined;
  subsystemId?: number | undefined;
  /** The same by its id, its code or its name in either language. */
  subsystem?: string | undefined;
  classIds?: readonly number[] | undefined;
  /** Areas with those below them. */
  areaIds?: readonly number[] | undefined;
  /** Part of name, serial number, brand or model. */
  text?: string | undefined;
  /** Part of the name alone, in either language. */
  name?: string | undefined;
  /** Part of the name of one of its points. */
  pointName?: string | undefined;
  /** It has a point of one of these types. */
  pointTypeIds?: readonly number[] | undefined;
  /** It has a point that stands in one of these ways: 0 no data, 1 normal, 2 in alarm, 3 bad data. */
  points?: { statuses: readonly number[]; by: PointsByState } | undefined;
  labels?: readonly string[] | undefined;
  brand?: string | undefined;
  model?: string | undefined;
  hasPoints?: boolean | undefined;
  isWatched?: boolean | undefined;
  isWritable?: boolean | undefined;
  /** Of the most important point. */
  levels?: readonly number[] | undefined;
}

/** Condition on a point `p`: an enabled strategy watches it. */
export const pointWatched = sql<boolean>`EXISTS (
  SELECT 1 FROM watched_subject w WHERE w.subject_kind = 'point' AND w.subject_id = p.id)`;

const among = (column: RawBuilder<unknown>, ids: readonly number[]) => sql`${column} = ANY(${[...ids]}::int[])`;

/** Condition on a device `d`: it is the tenant's to see, and what was asked for. */
export function deviceMatches(tenant: UserTenant, filter: DeviceFilter): RawBuilder<boolean> {
  const has = (condition: RawBuilder<unknown>) =>
    sql`EXISTS (SELECT 1 FROM device_point dp JOIN point p ON p.id = dp.point_id WHERE dp.device_id = d.id AND ${condition})`;
  const either = (wanted: boolean, condition: RawBuilder<unknown>) =>
    wanted ? has(condition) : sql`NOT ${has(condition)}`;
  const conditions: RawBuilder<unknown>[] = [
    sql`d.company_id = ${tenant.companyId}`,
    deviceVisible(tenant, 'd.project_id', 'd.id'),
  ];
  if (filter.deviceIds) conditions.push(among(sql`d.id`, filter.deviceIds));
  if (filter.projectIds) conditions.push(among(sql`d.project_id`, filter.projectIds));
  if (filter.placeIds) {
    const below = placesBelow(tenant, filter.placeIds);
    conditions.push(sql`(d.project_id IN ${below} OR d.area_id IN ${below})`);
  }
  if (filter.areaIds) conditions.push(sql`d.area_id IN ${placesBelow(tenant, filter.areaIds)}`);
  if (filter.subsystemId !== undefined)
    conditions.push(
      sql`d.device_class_id IN (SELECT c.id FROM device_class c WHERE c.subsystem_id = ${filter.subsystemId})`,
    );
  if (filter.subsystem !== undefined) {
    const asked = filter.subsystem.toLowerCase();
    conditions.push(sql`d.device_class_id IN (
      SELECT c.id FROM device_class c JOIN subsystem s ON s.id = c.subsystem_id
      WHERE ${asked} IN (s.id::text, lower(s.code), lower(s.name_zh), lower(s.name_en)))`);
  }
  if (filter.classIds) conditions.push(among(sql`d.device_class_id`, filter.classIds));
  if (filter.text !== undefined)
    conditions.push(
      containsText(filter.text, 'd.name', 'd.name_en', 'd.serial_number', 'd.brand', 'd.model', 'd.code'),
    );
  if (filter.name !== undefined) conditions.push(containsText(filter.name, 'd.name', 'd.name_en'));
  if (filter.pointName !== undefined) conditions.push(has(containsText(filter.pointName, 'p.name', 'p.name_en')));
  if (filter.pointTypeIds) conditions.push(has(among(sql`p.point_type_id`, filter.pointTypeIds)));
  if (filter.points) conditions.push(has(pointStatusIn(tenant, filter.points.statuses, filter.points.by)));
  if (filter.labels) conditions.push(sql`d.labels && ${[...filter.labels]}::text[]`);
  if (filter.brand !== undefined) conditions.push(containsText(filter.brand, 'd.brand'));
  if (filter.model !== undefined) conditions.push(containsText(filter.model, 'd.model'));
  if (filter.hasPoints !== undefined) conditions.push(either(filter.hasPoints, sql`true`));
  if (filter.isWatched !== undefined) conditions.push(either(filter.isWatched, pointWatched));
  if (filter.isWritable !== undefined) conditions.push(either(filter.isWritable, sql`p.writable`));
  // All devices at once: asked of each for itself, ten thousand of them take a second.
  if (filter.levels)
    conditions.push(sql`d.id IN (
      SELECT dp.device_id FROM device_point dp JOIN point p ON p.id = dp.point_id WHERE p.company_id = ${tenant.companyId}
      GROUP BY dp.device_id HAVING min(p.level) = ANY(${[...filter.levels]}::int[]))`);
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

/** Points of some projects by how they stand now, from memory (`deviceStates`). */
export interface PointsByState {
  readonly silentPoints: ReadonlySet<number>;
  readonly badPoints: ReadonlySet<number>;
  readonly alarmingPoints: ReadonlySet<number>;
}

/** Condition on a point `p`: it stands in one of these ways: 0 no data, 1 normal, 2 in alarm, 3 bad data. An alarm counts first. */
export function pointStatusIn(_tenant: Tenant, statuses: readonly number[], by: PointsByState): RawBuilder<boolean> {
  const silent = sql`p.id = ANY(${[...by.silentPoints]}::int[])`;
  const bad = sql`p.id = ANY(${[...by.badPoints]}::int[])`;
  const alarming = sql`p.id = ANY(${[...by.alarmingPoints]}::int[])`;
  const conditions: RawBuilder<unknown>[] = [];
  if (statuses.includes(0)) conditions.push(sql`(${silent} AND NOT ${alarming})`);
  if (statuses.includes(1)) conditions.push(sql`NOT (${silent} OR ${bad} OR ${alarming})`);
  if (statuses.includes(2)) conditions.push(alarming);
  if (statuses.includes(3)) conditions.push(sql`(${bad} AND NOT ${alarming})`);
  return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` OR `)})`;
}
