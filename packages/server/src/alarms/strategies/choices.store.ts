import type { Bilingual } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { deviceVisible, inProjects, type UserTenant } from '../../access/index.ts';
import { type GatewayTenant, gatewayVisible, slaveVisible } from '../../gateways/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { allOf, oneOf } from '../../platform/db/listQuery.ts';
import { pointVisible } from '../../points/index.ts';

export interface WatchablePoint {
  id: number;
  name: string;
  name_en: string | null;
  type_id: number;
  type_zh: string;
  type_en: string;
  value_type: 'analog' | 'status';
  status_values: ({ value: number } & Bilingual)[];
  unit: string;
  decimals: number;
  device_id: number | null;
  device_name: string | null;
  device_name_en: string | null;
  class_id: number | null;
  class_zh: string | null;
  class_en: string | null;
  area_name: string | null;
  area_name_en: string | null;
}

export interface PointFilter {
  projectId: number;
  text?: string | undefined;
  classIds?: readonly number[] | undefined;
  typeIds?: readonly number[] | undefined;
  areaIds?: readonly number[] | undefined;
  deviceIds?: readonly number[] | undefined;
  pointIds?: readonly number[] | undefined;
  /** Only points of devices on which no policy, enabled or not, watches a point of their type: the coil beside a watched air is not meant. */
  unwatched?: boolean;
}

/** The first device of a point that the tenant may see. */
const pointTables = (tenant: UserTenant) => sql`point p JOIN point_type t ON t.id = p.point_type_id
  LEFT JOIN LATERAL (
    SELECT d.id, d.name, d.name_en, d.device_class_id, d.area_id, d.position FROM device_point dp JOIN device d ON d.id = dp.device_id
    WHERE dp.point_id = p.id AND ${deviceVisible(tenant, 'd.project_id', 'd.id')} ORDER BY d.id LIMIT 1) d ON true
  LEFT JOIN device_class c ON c.id = d.device_class_id LEFT JOIN subarea area ON area.id = d.area_id`;

const ofDevice = (tenant: UserTenant, condition: RawBuilder<unknown>) => sql`EXISTS (
  SELECT 1 FROM device_point dp JOIN device other ON other.id = dp.device_id
  WHERE dp.point_id = p.id AND ${deviceVisible(tenant, 'other.project_id', 'other.id')} AND ${condition})`;

function conditionOf(tenant: UserTenant, filter: PointFilter): RawBuilder<unknown> {
  const { text, classIds, typeIds, areaIds, deviceIds, pointIds } = filter;
  return allOf(
    sql`p.project_id = ${filter.projectId}`,
    pointVisible(tenant),
    containsText(text, 'p.name', 'p.name_en', 'd.name', 'd.name_en'),
    classIds && ofDevice(tenant, sql`other.device_class_id = ANY(${[...classIds]}::int[])`),
    oneOf('p.point_type_id', typeIds),
    areaIds &&
      sql`(${ofDevice(tenant, sql`other.area_id = ANY(${[...areaIds]}::int[])`)} OR EXISTS (
      SELECT 1 FROM point_area pa WHERE pa.point_id = p.id AND pa.area_id = ANY(${[...areaIds]}::int[])))`,
    deviceIds && ofDevice(tenant, sql`other.id = ANY(${[...deviceIds]}::int[])`),
    oneOf('p.id', pointIds),
    filter.unwatched &&
      sql`d.id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM device_point dq JOIN point q ON q.id = dq.point_id
        JOIN alarm_rule_subject x ON x.subject_kind = 'point' AND x.subject_id = q.id
        WHERE dq.device_id = d.id AND q.point_type_id = p.point_type_id)`,
  );
}

/** Points of a project that the tenant may see, by device and name. */
export async function watchablePoints(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: PointFilter,
  page: { offset: number; limit: number },
): Promise<{ rows: WatchablePoint[]; total: number }> {
  const where = conditionOf(tenant, filter);
  const { rows } = await sql<WatchablePoint>`
    SELECT p.id, p.name, p.name_en, t.id AS type_id, t.name_zh AS type_zh, t.name_en AS type_en, t.value_type, t.status_values,
           p.unit, p.decimals, d.id AS device_id, d.name AS device_name, d.name_en AS device_name_en, c.id AS class_id,
           c.name_zh AS class_zh, c.name_en AS class_en, area.name AS area_name, area.name_en AS area_name_en
    FROM ${pointTables(tenant)} WHERE ${where}
    ORDER BY d.position NULLS LAST, d.name, p.name, p.id OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  const count = await sql<{ count: number }>`SELECT count(*) FROM ${pointTables(tenant)} WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]?.count ?? 0 };
}

export interface SourceRow {
  kind: 'gateway' | 'slave';
  id: number;
  name: string;
  name_en: string | null;
  gateway_name: string | null;
  gateway_name_en: string | null;
}

/** Gateways and slaves of a project that the tenant may open. */
export async function watchableSources(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    SELECT 'gateway' AS kind, g.id, g.name, g.name_en, NULL AS gateway_name, NULL AS gateway_name_en FROM gateway g
    WHERE g.project_id = ${projectId} AND ${gatewayVisible(tenant)}
    UNION ALL
    SELECT 'slave', s.id, s.name, NULL, g.name, g.name_en FROM slave s JOIN gateway g ON g.id = s.gateway_id
    WHERE g.project_id = ${projectId} AND ${gatewayVisible(tenant)} AND ${slaveVisible(tenant)}
    ORDER BY 5 NULLS FIRST, 3, 2`.execute(db);
  return rows;
}

/** By id, of a project of the tenant: a strategy may watch a gateway that the reader may not open. */
export async function sourcesById(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  { gatewayIds, slaveIds }: { gatewayIds: readonly number[]; slaveIds: readonly number[] },
): Promise<SourceRow[]> {
  const here = sql`g.project_id = ${projectId} AND ${inProjects(tenant, 'g.project_id')}`;
  const { rows } = await sql<SourceRow>`
    SELECT 'gateway' AS kind, g.id, g.name, g.name_en, NULL AS gateway_name, NULL AS gateway_name_en FROM gateway g
    WHERE g.id = ANY(${[...gatewayIds]}::int[]) AND ${here}
    UNION ALL
    SELECT 'slave', s.id, s.name, NULL, g.name, g.name_en FROM slave s JOIN gateway g ON g.id = s.gateway_id
    WHERE s.id = ANY(${[...slaveIds]}::int[]) AND ${here}
    ORDER BY 5 NULLS FIRST, 3, 2`.execute(db);
  return rows;
}

export interface PersonRow {
  user_id: number;
  name: string;
  department: string | null;
  has_mobile: boolean;
  has_email: boolean;
  sees_events: boolean;
}

/** Members who may open a project of the tenant. */
export async function peopleOfProject(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    SELECT m.user_id, coalesce(m.real_name, u.nickname) AS name, m.department,
      coalesce(u.mobile, '') <> '' AS has_mobile, coalesce(u.email, '') <> '' AS has_email,
      EXISTS (SELECT 1 FROM sees_events s WHERE s.user_id = m.user_id AND s.project_id = ${projectId}) AS sees_events
    FROM membership m JOIN app_user u ON u.id = m.user_id
    WHERE m.company_id = ${tenant.companyId} AND m.active
      AND EXISTS (SELECT 1 FROM opens_project o WHERE o.user_id = m.user_id AND o.project_id = ${projectId})
      AND ${projectId}::int = ANY(${[...tenant.projectIds]}::int[])
    ORDER BY name, m.user_id`.execute(db);
  return rows;
}

interface Choice extends Bilingual {
  id: number;
}

export interface PointName {
  name: string;
  name_en: string | null;
}

/** What points of a type are called that the tenant sees and that meet a condition on `p`, the usual first: as many as one looks through. */
export const namesOfType = (tenant: UserTenant, typeId: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
  coalesce((SELECT json_agg(json_build_object('name', n.name, 'name_en', n.name_en) ORDER BY n.count DESC, n.name)
    FROM (SELECT p.name, min(p.name_en) AS name_en, count(*) AS count FROM point p
          WHERE p.point_type_id = ${typeId} AND ${condition} AND ${pointVisible(tenant)}
          GROUP BY p.name ORDER BY count DESC, p.name LIMIT 100) n), '[]')`;

export interface ProjectChoices {
  name: string;
  name_en: string | null;
  classes: Choice[];
  types: (Choice & { value_type: 'analog' | 'status'; point_names: PointName[] })[];
  areas: { id: number; name: string; name_en: string | null }[];
  devices: { id: number; name: string; name_en: string | null; class_id: number }[];
}

/** What points of a project can be found by. */
export async function choicesOfProject(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<ProjectChoices | undefined> {
  const { rows } = await sql<ProjectChoices>`
    WITH seen AS (
      SELECT d.id, d.name, d.name_en, d.device_class_id, d.position FROM device d
      WHERE d.project_id = ${projectId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')})
    SELECT place.name, place.name_en,
      coalesce((SELECT json_agg(json_build_object('id', c.id, 'zh', c.name_zh, 'en', c.name_en) ORDER BY c.position, c.id) FROM device_class c
                WHERE c.id IN (SELECT device_class_id FROM seen)), '[]') AS classes,
      coalesce((SELECT json_agg(json_build_object('id', t.id, 'zh', t.name_zh, 'en', t.name_en, 'value_type', t.value_type,
                                                   'point_names', ${namesOfType(tenant, sql`t.id`, sql`p.project_id = ${projectId}`)}) ORDER BY t.name_zh)
                FROM point_type t WHERE t.id IN (SELECT p.point_type_id FROM point p WHERE p.project_id = ${projectId} AND ${pointVisible(tenant)})), '[]') AS types,
      coalesce((SELECT json_agg(json_build_object('id', d.id, 'name', d.name, 'name_en', d.name_en, 'class_id', d.device_class_id) ORDER BY d.position, d.id)
                FROM seen d), '[]') AS devices,
      coalesce((WITH RECURSIVE below AS (
                  SELECT a.id, a.name, a.name_en, ARRAY[a.position, a.id] AS way FROM subarea a WHERE a.parent_id = ${projectId} AND a.kind = 'area'
                  UNION ALL
                  SELECT a.id, a.name, a.name_en, b.way || ARRAY[a.position, a.id] FROM subarea a JOIN below b ON a.parent_id = b.id)
                SELECT json_agg(json_build_object('id', id, 'name', name, 'name_en', name_en) ORDER BY way) FROM below), '[]') AS areas
    FROM subarea place WHERE place.id = ${projectId} AND ${inProjects(tenant, 'place.id')}`.execute(db);
  return rows[0];
}

/** Names of projects of the tenant. */
export async function namesOfProjects(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
): Promise<Map<number, { name: string; name_en: string | null }>> {
  const { rows } = await sql<{ id: number; name: string; name_en: string | null }>`
    SELECT place.id, place.name, place.name_en FROM subarea place
    WHERE place.id = ANY(${[...projectIds]}::int[]) AND ${inProjects(tenant, 'place.id')}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Which of a class of the catalogue and a point type of the company there are. */
export async function knownKinds(
  tenant: UserTenant,
  db: DbOrTransaction,
  classId: number | null,
  typeId: number | null,
): Promise<{ isClass: boolean; isType: boolean }> {
  const { rows } = await sql<{ isClass: boolean; isType: boolean }>`
    SELECT EXISTS (SELECT 1 FROM device_class WHERE id = ${classId}) AS "isClass",
      EXISTS (SELECT 1 FROM point_type WHERE id = ${typeId} AND company_id = ${tenant.companyId}) AS "isType"`.execute(
    db,
  );
  return rows[0]!;
}
