import { type RawBuilder, sql } from 'kysely';
import { type CompanyTenant, deviceNotHidden, type UserTenant } from '../access/index.ts';
import { gatewayNotHidden } from '../gateways/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { allOf, direction, oneOf } from '../platform/db/listQuery.ts';
import { dayIn } from './expiry.ts';
import type { ServiceFacts } from './projectState.ts';

/** The company's list of projects, for managers of projects: all of them, also those they cannot open. */

export interface ProjectFilter {
  /** Part of the name in either language, or of the code. */
  text?: string | undefined;
  address?: string | undefined;
  partitionIds?: readonly number[] | undefined;
  projectIds?: readonly number[] | undefined;
  industries?: readonly number[] | undefined;
  levels?: readonly number[] | undefined;
  labels?: readonly string[] | undefined;
  subsystemIds?: readonly number[] | undefined;
  states?: readonly ('valid' | 'disabled' | 'expired')[] | undefined;
  serviceEndFrom?: string | undefined;
  serviceEndTo?: string | undefined;
  isLocated?: boolean | undefined;
}

const sortColumns = {
  order: sql`s.position, s.name`,
  name: sql`s.name`,
  nameEn: sql`coalesce(s.name_en, s.name) COLLATE natural_name`,
  code: sql`p.code COLLATE natural_name`,
  industry: sql`p.industry`,
  level: sql`p.level`,
  serviceEnd: sql`p.service_end`,
  createTime: sql`s.created_at`,
} as const;

export interface ProjectOrder {
  by: keyof typeof sortColumns;
  ascending: boolean;
}

export interface ListedProject extends ServiceFacts {
  id: number;
  parent_id: number | null;
  name: string;
  name_en: string | null;
  code: string;
  industry: number;
  level: number | null;
  labels: string[];
  cover_file_id: string | null;
  address: string;
  service_start: string | null;
  is_located: boolean;
  created_at: Date;
  created_name: string | null;
  device_count: number;
  gateway_count: number;
  member_count: number;
}

/** Condition on a project `p`, and where the filter asks for name or partition on its place `s`. */
function matches(
  tenant: CompanyTenant,
  filter: ProjectFilter,
  { zones, seenBy }: { zones: ZoneDays; seenBy: UserTenant },
): RawBuilder<boolean> {
  return allOf(
    sql`p.company_id = ${tenant.companyId}`,
    sql`p.deleted_at IS NULL`,
    containsText(filter.text, 's.name', 's.name_en', 'p.code'),
    containsText(filter.address, 'p.address'),
    oneOf('s.parent_id', filter.partitionIds),
    oneOf('p.id', filter.projectIds),
    oneOf('p.industry', filter.industries),
    oneOf('p.level', filter.levels),
    filter.labels && sql`p.labels && ${[...filter.labels]}::text[]`,
    filter.subsystemIds &&
      sql`(p.subsystem_ids && ${[...filter.subsystemIds]}::int[] OR EXISTS (
      SELECT 1 FROM device d JOIN device_class c ON c.id = d.device_class_id
      WHERE d.project_id = p.id AND c.subsystem_id = ANY(${[...filter.subsystemIds]}::int[])
        AND ${deviceNotHidden(seenBy, 'd.project_id', 'd.id')}))`,
    filter.serviceEndFrom !== undefined && sql`p.service_end >= ${filter.serviceEndFrom}::date`,
    filter.serviceEndTo !== undefined && sql`p.service_end <= ${filter.serviceEndTo}::date`,
    filter.isLocated !== undefined && (filter.isLocated ? sql`p.latitude IS NOT NULL` : sql`p.latitude IS NULL`),
    filter.states && filter.states.length > 0 && inState(filter.states, zones),
  );
}

/** Which day it is in each zone of the company's projects: the database may know other zones than this machine. */
interface ZoneDays {
  zones: string[];
  days: string[];
}

async function zoneDays(tenant: CompanyTenant, db: DbOrTransaction, nowMs: number): Promise<ZoneDays> {
  const rows = await db
    .selectFrom('project')
    .where('company_id', '=', tenant.companyId)
    .select('time_zone')
    .distinct()
    .execute();
  const zones = rows.map(({ time_zone }) => time_zone);
  return { zones, days: zones.map((zone) => dayIn(zone, nowMs)) };
}

function inState(states: readonly string[], { zones, days }: ZoneDays): RawBuilder<unknown> {
  const expired = sql`coalesce(p.service_end < (SELECT z.day FROM unnest(${zones}::text[], ${days}::date[]) AS z(zone, day)
    WHERE z.zone = p.time_zone), false)`;
  const conditions = {
    valid: sql`(p.disabled_at IS NULL AND NOT ${expired})`,
    disabled: sql`p.disabled_at IS NOT NULL`,
    expired: sql`(p.disabled_at IS NULL AND ${expired})`,
  };
  return sql`(${sql.join(
    states.map((state) => conditions[state as keyof typeof conditions]),
    sql` OR `,
  )})`;
}

/**
 * One page of the company's projects and how many there are in all.
 *
 * @param seenBy devices hidden from this user are neither counted nor found
 */
export async function pageProjects(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  filter: ProjectFilter,
  order: ProjectOrder,
  { offset, limit }: { offset: number; limit: number },
  { nowMs, seenBy }: { nowMs: number; seenBy: UserTenant },
): Promise<{ rows: ListedProject[]; total: number }> {
  const where = matches(tenant, filter, { zones: await zoneDays(tenant, db, nowMs), seenBy });
  // Counts are made of the rows of the page alone. Its order is numbered before anything is joined to it: a join keeps none.
  const page = sql<ListedProject>`
    SELECT chosen.*, person.name AS created_name,
      (SELECT count(*) FROM device d WHERE d.project_id = chosen.id
        AND ${deviceNotHidden(seenBy, 'd.project_id', 'd.id')}) AS device_count,
      (SELECT count(*) FROM gateway g WHERE g.project_id = chosen.id AND ${gatewayNotHidden(seenBy)}) AS gateway_count,
      (SELECT count(DISTINCT e.user_id) FROM role_entry e
        WHERE e.company_id = ${tenant.companyId} AND e.project_id = chosen.id) AS member_count
    FROM (
      SELECT p.id, s.parent_id, s.name, s.name_en, p.code, p.industry, p.level, p.labels, p.cover_file_id, p.address, p.time_zone,
             p.service_start, p.service_end, p.disabled_at, p.deleted_at, p.latitude IS NOT NULL AS is_located,
             s.created_at, p.created_by, page.turn
      FROM (SELECT ordered.id, row_number() OVER () AS turn FROM (SELECT s.id FROM subarea s JOIN project p ON p.id = s.id
            WHERE s.company_id = ${tenant.companyId} AND s.kind = 'project' AND s.deleted_at IS NULL AND ${where}
            ORDER BY ${order.by === 'order' ? sql`s.position ${direction(order.ascending)} NULLS LAST, s.name` : sql`${sortColumns[order.by]} ${direction(order.ascending)} NULLS LAST`}, s.id
            LIMIT ${limit} OFFSET ${offset}) ordered) page
      JOIN subarea s ON s.id = page.id JOIN project p ON p.id = page.id
    ) chosen LEFT JOIN person ON person.user_id = chosen.created_by
    ORDER BY chosen.turn`;
  const asksForPlace = filter.text !== undefined || filter.partitionIds !== undefined;
  const total = sql<{ count: number }>`
    SELECT count(*) FROM project p ${asksForPlace ? sql`JOIN subarea s ON s.id = p.id` : sql``} WHERE ${where}`;
  const [{ rows }, counted] = await Promise.all([page.execute(db), total.execute(db)]);
  return { rows, total: counted.rows[0]!.count };
}

export interface DeletedProject {
  id: number;
  parent_id: number | null;
  name: string;
  name_en: string | null;
  code: string;
  industry: number;
  address: string;
  service_end: string | null;
  deleted_at: Date;
  deleted_name: string | null;
  device_count: number;
  gateway_count: number;
}

export interface DeletedFilter {
  text?: string | undefined;
  industries?: readonly number[] | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
}

export interface DeletedOrder {
  by: 'name' | 'nameEn' | 'deleteTime';
  ascending: boolean;
}

/**
 * The company's deleted projects.
 *
 * @param seenBy devices that were hidden from this user are not counted (`alsoOfDeleted`)
 */
export async function pageDeletedProjects(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  filter: DeletedFilter,
  order: DeletedOrder,
  { offset, limit }: { offset: number; limit: number },
  seenBy: UserTenant,
): Promise<{ rows: DeletedProject[]; total: number }> {
  const conditions = allOf(
    sql`p.company_id = ${tenant.companyId}`,
    sql`p.deleted_at IS NOT NULL`,
    containsText(filter.text, 's.name', 's.name_en', 'p.code'),
    oneOf('p.industry', filter.industries),
    filter.from && sql`p.deleted_at >= ${filter.from}`,
    filter.before && sql`p.deleted_at < ${filter.before}`,
  );
  const from = sql`FROM project p JOIN subarea s ON s.id = p.id WHERE ${conditions}`;
  const column = order.by === 'deleteTime' ? sql`p.deleted_at` : sortColumns[order.by];
  const page = sql<DeletedProject>`
    SELECT p.id, s.parent_id, s.name, s.name_en, p.code, p.industry, p.address, p.service_end, p.deleted_at,
      (SELECT person.name FROM person WHERE person.user_id = p.deleted_by) AS deleted_name,
      (SELECT count(*) FROM device d WHERE d.project_id = p.id
        AND ${deviceNotHidden(seenBy, 'd.project_id', 'd.id')}) AS device_count,
      (SELECT count(*) FROM gateway g WHERE g.project_id = p.id AND ${gatewayNotHidden(seenBy)}) AS gateway_count
    ${from} ORDER BY ${column} ${direction(order.ascending)}, p.id LIMIT ${limit} OFFSET ${offset}`;
  const [{ rows }, counted] = await Promise.all([
    page.execute(db),
    sql<{ count: number }>`SELECT count(*) ${from}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]!.count };
}
