import type { ContactChannel, RuleDefinition } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { inProjects, type UserTenant } from '../../access/index.ts';
import { alarmVisible } from '../../notifications/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { allOf, direction, oneOf } from '../../platform/db/listQuery.ts';
import { pointVisible } from '../../points/index.ts';

export interface StrategyListRow {
  id: number;
  company_id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  time_zone: string;
  name: string;
  name_en: string | null;
  remarks: string;
  remarks_en: string | null;
  instruction: string;
  instruction_en: string | null;
  class_id: number | null;
  class_zh: string | null;
  class_en: string | null;
  type_id: number | null;
  type_zh: string | null;
  type_en: string | null;
  enabled: boolean;
  escalate_minutes: number | null;
  repeat_minutes: number | null;
  notify_on_clear: boolean;
  kinds: string[];
  severity: number | null;
  point_count: number;
  source_count: number;
  override_count: number;
  contact_names: string[];
  open_count: number;
  created_name: string | null;
  changed_at: Date;
}

/** Subjects `x` of a strategy `s` that are points which the tenant may see. */
const seenPoint = (tenant: UserTenant): RawBuilder<boolean> => sql<boolean>`(x.subject_kind = 'point' AND EXISTS (
  SELECT 1 FROM point p WHERE p.id = x.subject_id AND ${pointVisible(tenant)}))`;

const subjectsOfStrategy = sql`alarm_rule xr JOIN alarm_rule_subject x ON x.rule_id = xr.id`;

/** Condition on a strategy `s`: of one of the tenant's projects and, for a tenant limited to listed devices, about one of these. */
export const strategyVisible = (tenant: UserTenant): RawBuilder<boolean> =>
  tenant.listedProjectIds.length === 0
    ? inProjects(tenant, 's.project_id')
    : sql<boolean>`(${inProjects(tenant, 's.project_id')} AND (NOT s.project_id = ANY(${[...tenant.listedProjectIds]}::int[])
        OR EXISTS (SELECT 1 FROM ${subjectsOfStrategy} WHERE xr.strategy_id = s.id AND ${seenPoint(tenant)})))`;

const columns = (tenant: UserTenant) => sql`
  s.id, s.company_id, s.project_id, place.name AS project_name, place.name_en AS project_name_en, project.time_zone,
  s.name, s.name_en, s.remarks, s.remarks_en, s.instruction, s.instruction_en, class.id AS class_id, class.name_zh AS class_zh, class.name_en AS class_en,
  type.id AS type_id, type.name_zh AS type_zh, type.name_en AS type_en, s.enabled, s.escalate_minutes, s.repeat_minutes,
  s.notify_on_clear, s.changed_at, maker.nickname AS created_name,
  ARRAY(SELECT DISTINCT r.definition->>'kind' FROM alarm_rule r WHERE r.strategy_id = s.id ORDER BY 1) AS kinds,
  (SELECT min((level #>> '{}')::int) FROM alarm_rule r, jsonb_path_query(r.definition, '$.**.severity') level
   WHERE r.strategy_id = s.id) AS severity,
  (SELECT count(DISTINCT x.subject_id)::int FROM ${subjectsOfStrategy} WHERE xr.strategy_id = s.id AND ${seenPoint(tenant)}) AS point_count,
  (SELECT count(DISTINCT (x.subject_kind, x.subject_id))::int FROM ${subjectsOfStrategy}
   WHERE xr.strategy_id = s.id AND x.subject_kind <> 'point') AS source_count,
  (SELECT count(DISTINCT x.subject_id)::int FROM ${subjectsOfStrategy}
   WHERE xr.strategy_id = s.id AND x.definition IS NOT NULL AND ${seenPoint(tenant)}) AS override_count,
  ARRAY(SELECT coalesce(m.real_name, u.nickname) FROM alarm_strategy_contact c JOIN app_user u ON u.id = c.user_id
        LEFT JOIN membership m ON m.user_id = u.id AND m.company_id = s.company_id
        WHERE c.strategy_id = s.id GROUP BY u.id, m.real_name, u.nickname ORDER BY min(c.step), 1) AS contact_names,
  (SELECT count(*)::int FROM alarm a WHERE a.strategy_id = s.id AND a.returned_at IS NULL AND ${alarmVisible(tenant)}) AS open_count`;

const tables = sql`alarm_strategy s JOIN subarea place ON place.id = s.project_id JOIN project ON project.id = s.project_id
  LEFT JOIN device_class class ON class.id = s.device_class_id
  LEFT JOIN point_type type ON type.id = s.point_type_id AND type.company_id = s.company_id
  LEFT JOIN app_user maker ON maker.id = s.created_by`;

export interface StrategyFilter {
  projectIds: readonly number[] | null;
  text: string | null;
  classIds: readonly number[] | null;
  typeIds: readonly number[] | null;
  kinds: readonly string[] | null;
  enabled: boolean | null;
  userIds: readonly number[] | null;
  deviceIds: readonly number[] | null;
  sort: 'name' | 'project' | 'deviceClass' | 'enabled' | 'changed';
  ascending: boolean;
  offset: number;
  limit: number;
}

export async function pageStrategies(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: StrategyFilter,
): Promise<{ rows: StrategyListRow[]; total: number }> {
  const { text, projectIds, classIds, typeIds, kinds, enabled, userIds, deviceIds } = filter;
  const where = allOf(
    strategyVisible(tenant),
    oneOf('s.project_id', projectIds),
    containsText(text, 's.name', 's.name_en', 's.remarks', 's.remarks_en'),
    oneOf('s.device_class_id', classIds),
    oneOf('s.point_type_id', typeIds),
    kinds &&
      sql`EXISTS (SELECT 1 FROM alarm_rule r WHERE r.strategy_id = s.id AND r.definition->>'kind' = ANY(${[...kinds]}::text[]))`,
    enabled !== null && sql`s.enabled = ${enabled}`,
    userIds &&
      sql`EXISTS (SELECT 1 FROM alarm_strategy_contact c WHERE c.strategy_id = s.id AND c.user_id = ANY(${[...userIds]}::int[]))`,
    deviceIds &&
      sql`EXISTS (SELECT 1 FROM ${subjectsOfStrategy} JOIN device_point dp ON dp.point_id = x.subject_id
      WHERE xr.strategy_id = s.id AND dp.device_id = ANY(${[...deviceIds]}::int[]) AND ${seenPoint(tenant)})`,
  );
  const order = {
    name: sql`s.name ${direction(filter.ascending)}`,
    project: sql`place.name ${direction(filter.ascending)}, s.name`,
    deviceClass: sql`class.position ${direction(filter.ascending)} NULLS LAST, class.id, s.name`,
    enabled: sql`s.enabled ${direction(filter.ascending)}, s.name`,
    changed: sql`s.changed_at ${direction(filter.ascending)}`,
  }[filter.sort];
  const { rows } = await sql<StrategyListRow>`
    SELECT ${columns(tenant)} FROM ${tables} WHERE ${where} ORDER BY ${order}, s.id OFFSET ${filter.offset} LIMIT ${filter.limit}`.execute(
    db,
  );
  const count = await sql<{ count: number }>`SELECT count(*) FROM alarm_strategy s WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]?.count ?? 0 };
}

/** Those of the strategies that the tenant may see, in the order of their ids. */
export async function findStrategies(
  tenant: UserTenant,
  db: DbOrTransaction,
  strategyIds: readonly number[],
): Promise<StrategyListRow[]> {
  const { rows } = await sql<StrategyListRow>`
    SELECT ${columns(tenant)} FROM ${tables} WHERE s.id = ANY(${[...strategyIds]}::int[]) AND ${strategyVisible(tenant)}
    ORDER BY s.id`.execute(db);
  return rows;
}

/** Until the transaction ends nobody else changes them; in the order of their ids, as everybody takes them. */
export async function lockStrategies(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  strategyIds: readonly number[],
): Promise<void> {
  await sql`SELECT 1 FROM alarm_strategy s WHERE s.id = ANY(${[...strategyIds]}::int[]) AND ${inProjects(tenant, 's.project_id')}
    ORDER BY s.id FOR UPDATE`.execute(transaction);
}

export interface RuleRow {
  id: number;
  strategy_id: number;
  definition: RuleDefinition;
}

/** Rules of strategies that were found for this tenant. */
export async function rulesOf(
  _tenant: UserTenant,
  db: DbOrTransaction,
  strategyIds: readonly number[],
): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`SELECT id, strategy_id, definition FROM alarm_rule
    WHERE strategy_id = ANY(${[...strategyIds]}::int[]) ORDER BY id`.execute(db);
  return rows;
}

export interface SubjectRow {
  rule_id: number;
  subject_kind: 'point' | 'slave' | 'gateway';
  subject_id: number;
  /** Limits of its own. */
  definition: RuleDefinition | null;
}

/** What a strategy that was found for this tenant watches, seen or not. */
export async function subjectsOf(_tenant: UserTenant, db: DbOrTransaction, strategyId: number): Promise<SubjectRow[]> {
  const { rows } = await sql<SubjectRow>`
    SELECT x.rule_id, x.subject_kind, x.subject_id, x.definition FROM ${subjectsOfStrategy}
    WHERE xr.strategy_id = ${strategyId} ORDER BY x.rule_id, x.subject_kind, x.subject_id`.execute(db);
  return rows;
}

export interface ContactRow {
  user_id: number;
  name: string;
  step: number;
  severities: number[];
  channels: ContactChannel[];
  weekdays: number[];
  from_minute: number | null;
  until_minute: number | null;
  tells_offline: boolean;
  is_member: boolean;
  opens_project: boolean;
  has_mobile: boolean;
  has_email: boolean;
}

/** The contacts of a strategy that was found for this tenant, and whether each can be reached. */
export async function contactsOf(tenant: UserTenant, db: DbOrTransaction, strategyId: number): Promise<ContactRow[]> {
  const { rows } = await sql<ContactRow>`
    SELECT c.user_id, coalesce(m.real_name, u.nickname) AS name, c.step, c.severities, c.channels, c.weekdays, c.from_minute, c.until_minute,
      c.tells_offline, m.user_id IS NOT NULL AS is_member,
      EXISTS (SELECT 1 FROM opens_project o WHERE o.user_id = c.user_id AND o.project_id = s.project_id) AS opens_project,
      coalesce(u.mobile, '') <> '' AS has_mobile, coalesce(u.email, '') <> '' AS has_email
    FROM alarm_strategy_contact c JOIN alarm_strategy s ON s.id = c.strategy_id JOIN app_user u ON u.id = c.user_id
    LEFT JOIN membership m ON m.user_id = c.user_id AND m.company_id = s.company_id AND m.active
    WHERE c.strategy_id = ${strategyId} AND s.company_id = ${tenant.companyId}
    ORDER BY c.step, name, c.user_id`.execute(db);
  return rows;
}

/** Open alarms and enabled strategies by the kind of alarm. */
export async function countKinds(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number | null,
): Promise<{ kind: string; strategies: number; open: number }[]> {
  const here = (column: string) => (projectId === null ? sql`true` : sql`${sql.ref(column)} = ${projectId}`);
  const { rows } = await sql<{ kind: string; strategies: number; open: number }>`
    SELECT kind, sum(strategies)::int AS strategies, sum(open)::int AS open FROM (
      SELECT r.definition->>'kind' AS kind, count(DISTINCT s.id) AS strategies, 0 AS open
      FROM alarm_strategy s JOIN alarm_rule r ON r.strategy_id = s.id
      WHERE s.enabled AND ${here('s.project_id')} AND ${strategyVisible(tenant)} GROUP BY 1
      UNION ALL
      SELECT a.kind, 0, count(*) FROM alarm a
      WHERE a.returned_at IS NULL AND ${here('a.project_id')} AND ${alarmVisible(tenant)} GROUP BY 1) both_counts
    GROUP BY kind`.execute(db);
  return rows;
}
