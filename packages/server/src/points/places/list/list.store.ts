import type { PointKind } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { deviceVisible } from '../../../access/index.ts';
import { type GatewayTenant, gatewayVisible } from '../../../gateways/index.ts';
import { nameContains } from '../../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../../platform/db/database.ts';
import { direction } from '../../../platform/db/listQuery.ts';
import { placesBelow } from '../../../projects/index.ts';
import { type ModbusMapping, pointVisible, type StatusValue } from '../../store.ts';

interface Named {
  id: number;
  name: string;
  nameEn: string | null;
}

export interface ListedPoint {
  id: number;
  project_id: number;
  kind: PointKind;
  name: string;
  name_en: string | null;
  point_type_id: number;
  type_zh: string;
  type_en: string;
  value_type: 'analog' | 'status';
  status_values: StatusValue[];
  unit: string;
  decimals: number;
  level: number;
  writable: boolean;
  sampling_interval_seconds: number;
  /** It hangs on a gateway that the tenant may not open. */
  line_hidden: boolean;
  gateway_id: number | null;
  gateway_name: string | null;
  gateway_name_en: string | null;
  slave_id: number | null;
  slave_name: string | null;
  slave_address: number | null;
  modbus: ModbusMapping | null;
  mqtt_key: string | null;
  mqtt_device: string | null;
  formula: string | null;
  devices: Named[];
  areas: Named[];
  watched: boolean;
}

const watched = sql<boolean>`EXISTS (SELECT 1 FROM watched_subject w WHERE w.subject_kind = 'point' AND w.subject_id = p.id)`;

/**
 * The rows of a page, for ordered ids. Only devices visible to the tenant are named, and only gateways that the tenant may open.
 * A point on another gateway shows its value, which belongs to the project, but not its source.
 */
const detailed = (tenant: GatewayTenant, page: RawBuilder<unknown>) => sql<ListedPoint>`
  SELECT p.id, p.project_id, p.kind, p.name, p.name_en, p.point_type_id, t.name_zh AS type_zh, t.name_en AS type_en, t.value_type,
         t.status_values, p.unit, p.decimals, p.level, p.writable, p.sampling_interval_seconds,
         p.gateway_id IS NOT NULL AND g.id IS NULL AS line_hidden, g.id AS gateway_id,
         g.name AS gateway_name, g.name_en AS gateway_name_en, s.id AS slave_id, s.name AS slave_name, s.address AS slave_address,
         CASE WHEN g.id IS NOT NULL THEN p.modbus END AS modbus, CASE WHEN g.id IS NOT NULL THEN p.mqtt_key END AS mqtt_key,
         CASE WHEN g.id IS NOT NULL THEN p.mqtt_device END AS mqtt_device, p.formula, ${watched} AS watched,
         coalesce((SELECT jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'nameEn', d.name_en) ORDER BY d.name)
                   FROM device_point dp JOIN device d ON d.id = dp.device_id
                   WHERE dp.point_id = p.id AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}), '[]') AS devices,
         coalesce((SELECT jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'nameEn', a.name_en) ORDER BY a.name)
                   FROM point_area pa JOIN subarea a ON a.id = pa.area_id WHERE pa.point_id = p.id), '[]') AS areas
  FROM (${page}) page JOIN point p ON p.id = page.id JOIN point_type t ON t.id = p.point_type_id
  LEFT JOIN gateway g ON g.id = p.gateway_id AND ${gatewayVisible(tenant)} LEFT JOIN slave s ON s.id = p.slave_id AND s.gateway_id = g.id
  ORDER BY page.place`;

/** What a list is ordered by, with what has to be joined to a point `p` for it; the name alone (in Chinese) comes out of an index. */
interface Ordered {
  readonly join?: RawBuilder<unknown>;
  readonly key: RawBuilder<unknown>;
}

async function pageOf(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  where: readonly RawBuilder<boolean>[],
  { join = sql``, key }: Ordered,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: ListedPoint[]; total: number }> {
  const all = sql.join([...where], sql` AND `);
  const page = sql`SELECT found.id, row_number() OVER () AS place FROM (
    SELECT p.id FROM point p ${join} WHERE ${all} ORDER BY ${key}, p.id LIMIT ${limit} OFFSET ${offset}) found`;
  const [{ rows }, counted] = await Promise.all([
    detailed(tenant, page).execute(db),
    sql<{ count: number }>`SELECT count(*) FROM point p WHERE ${all}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.count ?? 0 };
}

export interface PointFilter {
  projectId: number;
  ids?: readonly number[] | undefined;
  name?: string | undefined;
  kinds?: readonly PointKind[] | undefined;
  typeIds?: readonly number[] | undefined;
  gatewayIds?: readonly number[] | undefined;
  slaveIds?: readonly number[] | undefined;
  deviceIds?: readonly number[] | undefined;
  areaIds?: readonly number[] | undefined;
  subsystemId?: number | undefined;
  levels?: readonly number[] | undefined;
  writable?: boolean | undefined;
  watched?: boolean | undefined;
  placed?: boolean | undefined;
}

export interface PointOrder {
  by: 'name' | 'type' | 'level' | 'gateway' | 'cycle';
  ascending: boolean;
  language: 'zh' | 'en';
}

const is = (asked: boolean, condition: RawBuilder<boolean>): RawBuilder<boolean> =>
  asked ? condition : sql<boolean>`NOT ${condition}`;

function conditionsOf(tenant: GatewayTenant, filter: PointFilter): RawBuilder<boolean>[] {
  const where: RawBuilder<boolean>[] = [sql<boolean>`p.project_id = ${filter.projectId}`, pointVisible(tenant)];
  const among = (column: RawBuilder<unknown>, values: readonly number[] | undefined) => {
    if (values) where.push(sql<boolean>`${column} = ANY(${[...values]}::int[])`);
  };
  if (filter.name !== undefined) where.push(nameContains(filter.name, 'p'));
  if (filter.kinds && filter.kinds.length > 0) where.push(sql<boolean>`p.kind = ANY(${[...filter.kinds]}::text[])`);
  among(sql`p.id`, filter.ids);
  among(sql`p.point_type_id`, filter.typeIds);
  among(sql`p.gateway_id`, filter.gatewayIds);
  among(sql`p.slave_id`, filter.slaveIds);
  // Or the filter would say what the rows do not.
  if (filter.gatewayIds || filter.slaveIds)
    where.push(sql<boolean>`EXISTS (SELECT 1 FROM gateway g WHERE g.id = p.gateway_id AND ${gatewayVisible(tenant)})`);
  among(sql`p.level`, filter.levels);
  if (filter.deviceIds)
    where.push(
      sql<boolean>`EXISTS (SELECT 1 FROM device_point dp WHERE dp.point_id = p.id AND dp.device_id = ANY(${[...filter.deviceIds]}::int[]))`,
    );
  if (filter.areaIds)
    where.push(sql<boolean>`(EXISTS (SELECT 1 FROM point_area pa WHERE pa.point_id = p.id AND pa.area_id IN ${placesBelow(tenant, filter.areaIds)})
      OR EXISTS (SELECT 1 FROM device_point dp JOIN device d ON d.id = dp.device_id
                 WHERE dp.point_id = p.id AND d.area_id IN ${placesBelow(tenant, filter.areaIds)}))`);
  if (filter.subsystemId !== undefined)
    where.push(sql<boolean>`EXISTS (SELECT 1 FROM device_point dp JOIN device d ON d.id = dp.device_id JOIN device_class c ON c.id = d.device_class_id
      WHERE dp.point_id = p.id AND c.subsystem_id = ${filter.subsystemId})`);
  if (filter.writable !== undefined) where.push(is(filter.writable, sql<boolean>`p.writable`));
  if (filter.watched !== undefined) where.push(is(filter.watched, watched));
  if (filter.placed !== undefined)
    where.push(
      is(
        filter.placed,
        sql<boolean>`(EXISTS (SELECT 1 FROM device_point dp WHERE dp.point_id = p.id) OR EXISTS (SELECT 1 FROM point_area pa WHERE pa.point_id = p.id))`,
      ),
    );
  return where;
}

/** A handful of names is put in order once, instead of with every point. */
const rankedTypes = (language: 'zh' | 'en'): RawBuilder<unknown> => sql`
  JOIN (SELECT id, row_number() OVER (ORDER BY ${sql.ref(language === 'en' ? 'name_en' : 'name_zh')} COLLATE natural_name, id) AS rank
        FROM point_type) t ON t.id = p.point_type_id`;

/** What names are ordered by: under the arrow of a list in English stand English names. */
const asRead = (table: 'p' | 'line', language: 'zh' | 'en'): RawBuilder<unknown> =>
  sql.raw(language === 'en' ? `coalesce(${table}.name_en, ${table}.name) COLLATE natural_name` : `${table}.name`);

function orderOf(tenant: GatewayTenant, projectId: number, { by, ascending, language }: PointOrder): Ordered {
  const name = asRead('p', language);
  switch (by) {
    case 'name':
      return { key: sql`${name} ${direction(ascending)}` };
    case 'type':
      return { join: rankedTypes(language), key: sql`t.rank ${direction(ascending)}, ${name}` };
    case 'level':
      return { key: sql`p.level ${direction(ascending)}, ${name}` };
    case 'gateway':
      return {
        join: sql`
          LEFT JOIN (SELECT id, row_number() OVER (ORDER BY ${asRead('line', language)}, id) AS rank FROM gateway line
                     WHERE id IN (SELECT g.id FROM gateway g WHERE g.project_id = ${projectId} AND ${gatewayVisible(tenant)})) g
            ON g.id = p.gateway_id
          LEFT JOIN slave s ON s.id = p.slave_id AND s.gateway_id = g.id`,
        key: sql`g.rank ${direction(ascending)} NULLS LAST, s.address ${direction(ascending)} NULLS FIRST, ${name}`,
      };
    case 'cycle':
      return { key: sql`p.sampling_interval_seconds ${direction(ascending)}, ${name}` };
  }
}

/** A page of a project's points. */
export const pageOfProject = (
  tenant: GatewayTenant,
  db: DbOrTransaction,
  filter: PointFilter,
  order: PointOrder,
  page: { offset: number; limit: number },
): Promise<{ rows: ListedPoint[]; total: number }> =>
  pageOf(tenant, db, conditionsOf(tenant, filter), orderOf(tenant, filter.projectId, order), page);

/** Every point of a project that matches, in order: an export reads their rows in pieces, none twice and none left out. */
export async function idsOfProject(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  filter: PointFilter,
  order: PointOrder,
): Promise<number[]> {
  const all = sql.join(conditionsOf(tenant, filter), sql` AND `);
  const { join = sql``, key } = orderOf(tenant, filter.projectId, order);
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM point p ${join} WHERE ${all} ORDER BY ${key}, p.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The rows of points that were found for the tenant, in the order of their ids here; those that went meanwhile are left out. */
export async function pointsInOrder(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<ListedPoint[]> {
  const page = sql`SELECT wanted.id, wanted.place FROM unnest(${[...ids]}::int[]) WITH ORDINALITY AS wanted(id, place)`;
  const { rows } = await detailed(tenant, page).execute(db);
  return rows;
}

/** A page of the points of a gateway or, where given, of one of its slaves. */
export function pageOfLine(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  question: {
    gatewayId: number;
    slaveId: number | null;
    name: string | null;
    sort: 'name' | 'register' | 'type' | 'cycle';
    ascending: boolean;
    language: 'zh' | 'en';
    offset: number;
    limit: number;
  },
): Promise<{ rows: ListedPoint[]; total: number }> {
  const where: RawBuilder<boolean>[] = [sql<boolean>`p.gateway_id = ${question.gatewayId}`, pointVisible(tenant)];
  if (question.slaveId !== null) where.push(sql<boolean>`p.slave_id = ${question.slaveId}`);
  if (question.name !== null) where.push(nameContains(question.name, 'p'));
  const name = asRead('p', question.language);
  const order: Record<typeof question.sort, Ordered> = {
    name: { key: sql`${name} ${direction(question.ascending)}` },
    register: {
      key: sql`(p.modbus->>'functionCode')::int ${direction(question.ascending)}, (p.modbus->>'address')::int ${direction(question.ascending)}, p.mqtt_device ${direction(question.ascending)}, p.mqtt_key ${direction(question.ascending)}`,
    },
    type: { join: rankedTypes(question.language), key: sql`t.rank ${direction(question.ascending)}, ${name}` },
    cycle: { key: sql`p.sampling_interval_seconds ${direction(question.ascending)}, ${name}` },
  };
  return pageOf(tenant, db, where, order[question.sort], question);
}
