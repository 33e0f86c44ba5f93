import type {
  DayFilter,
  ExecutionMode,
  ParseMode,
  ScheduleContentType,
  ScheduleMethod,
  ScheduleOutcome,
} from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import {
  type CompanyTenant,
  inWholeProjects,
  type SystemTenant,
  system,
  type Tenant,
  type UserTenant,
} from '../access/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { allOf, direction, oneOf, pageOfRows, type RowRange } from '../platform/db/listQuery.ts';
import type { PlaceColumns } from './dueTimes.ts';

export interface GroupValues {
  name: string;
  description: string;
  enabled: boolean;
}

export interface GroupRow extends GroupValues, PlaceColumns {
  id: number;
  updated_at: Date;
  projects: { id: number; name: string; name_en: string | null }[];
  point_ids: number[];
  job_count: number;
  enabled_job_count: number;
}

export interface JobValues {
  group_id: number;
  name: string;
  description: string;
  expression: string;
  day_filter: DayFilter;
  mode: ExecutionMode;
  writes: { pointId: number; value: number }[];
  url: string | null;
  method: ScheduleMethod;
  content_type: ScheduleContentType;
  params: string;
  timeout_seconds: number;
  resp_codes: number[];
  parse_mode: ParseMode;
  parse_pointer: string | null;
  parse_value: string;
  grace_minutes: number | null;
  enabled: boolean;
}

export interface RunRow {
  id: number;
  job_id: number;
  job_name: string;
  due_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  outcome: ScheduleOutcome;
  message_zh: string | null;
  message_en: string | null;
  response: string | null;
  by_name: string | null;
  writes: RunWrite[];
  undone_at: Date | null;
  undone_by_name: string | null;
}

/** A value that a run wrote, and the one before it; null: nobody knew it. */
export interface RunWrite {
  readonly pointId: number;
  readonly value: number;
  readonly before: number | null;
}

export interface JobRow extends JobValues, PlaceColumns {
  id: number;
  company_id: number;
  group_name: string;
  group_enabled: boolean;
  /** The first of the group, whose zone and calendar count. */
  project_id: number;
  suspended_zh: string | null;
  suspended_en: string | null;
  owner_id: number | null;
  owner_name: string | null;
  next_at: Date | null;
  created_at: Date;
  updated_at: Date;
  last_run: number | null;
}

/** The projects of groups. A deleted one stays with its group until it is recovered, and counts for nothing meanwhile. */
const projectsOfGroups = sql`schedule_group_project gp JOIN project p ON p.id = gp.project_id AND p.deleted_at IS NULL`;

/**
 * Condition: every project of the group is deleted, so its tasks stand still. A group that never had one, or whose projects went
 * to another company, goes on.
 *
 * @param group a column with the group's number
 */
export const isOfDeletedProjects = (_tenant: Tenant, group: string): RawBuilder<boolean> => sql<boolean>`(
  EXISTS (SELECT 1 FROM schedule_group_project gp WHERE gp.group_id = ${sql.ref(group)})
  AND NOT EXISTS (SELECT 1 FROM ${projectsOfGroups} WHERE gp.group_id = ${sql.ref(group)}))`;

/** The project whose clock, calendar and place count for a group. @param group a column with the group's number */
export const firstProjectOf = (
  _tenant: Tenant,
  group: string,
): RawBuilder<unknown> => sql`(SELECT project_id AS id, time_zone, latitude, longitude FROM schedule_place
  WHERE group_id = ${sql.ref(group)})`;

/** A group says something of all its projects: only who sees all of each sees it. */
export const groupVisible = (
  tenant: UserTenant,
): RawBuilder<boolean> => sql<boolean>`(g.company_id = ${tenant.companyId}
  AND NOT ${isOfDeletedProjects(tenant, 'g.id')}
  AND NOT EXISTS (SELECT 1 FROM ${projectsOfGroups} WHERE gp.group_id = g.id
    AND NOT ${inWholeProjects(tenant, 'gp.project_id')}))`;

const groupColumns = sql`
  g.id, g.name, g.description, g.enabled, g.updated_at, coalesce(f.time_zone, 'UTC') AS time_zone, f.latitude, f.longitude,
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', pl.place_id, 'name', pl.name, 'name_en', pl.name_en) ORDER BY pl.place_id)
    FROM ${projectsOfGroups} JOIN place_name pl ON pl.place_id = p.id WHERE gp.group_id = g.id), '[]') AS projects,
  ARRAY(SELECT x.point_id FROM schedule_group_point x JOIN point ON point.id = x.point_id
    JOIN project p ON p.id = point.project_id AND p.deleted_at IS NULL WHERE x.group_id = g.id ORDER BY x.point_id) AS point_ids,
  (SELECT count(*)::int FROM schedule_job j WHERE j.group_id = g.id) AS job_count,
  (SELECT count(*)::int FROM schedule_job j WHERE j.group_id = g.id AND j.enabled) AS enabled_job_count`;

export async function pageGroups(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: {
    text?: string | undefined;
    ids?: readonly number[] | undefined;
    projectIds?: readonly number[] | undefined;
  },
  order: { by: 'name' | 'updated'; ascending: boolean },
  range: RowRange,
): Promise<{ rows: GroupRow[]; total: number }> {
  const where = allOf(
    groupVisible(tenant),
    containsText(filter.text, 'g.name'),
    oneOf('g.id', filter.ids),
    filter.projectIds &&
      sql`EXISTS (SELECT 1 FROM schedule_group_project q WHERE q.group_id = g.id
      AND q.project_id = ANY(${[...filter.projectIds]}::int[]))`,
  );
  const by = order.by === 'name' ? sql`g.name` : sql`g.updated_at`;
  return pageOfRows<GroupRow>(db, range, {
    columns: groupColumns,
    from: sql`schedule_group g LEFT JOIN LATERAL ${firstProjectOf(tenant, 'g.id')} f ON true`,
    counted: sql`schedule_group g`,
    where,
    order: sql`${by} ${direction(order.ascending)}, g.id`,
  });
}

/** Those of the groups that the tenant sees, locked until the transaction ends. */
export async function lockGroups(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    SELECT ${groupColumns} FROM schedule_group g LEFT JOIN LATERAL ${firstProjectOf(tenant, 'g.id')} f ON true
    WHERE g.id = ANY(${[...ids]}::int[]) AND ${groupVisible(tenant)} ORDER BY g.id FOR UPDATE OF g`.execute(
    transaction,
  );
  return rows;
}

/** Groups and tasks of a company are named one call after the other until the transaction ends. */
export async function lockNames(tenant: CompanyTenant, transaction: DbOrTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870365, ${tenant.companyId})`.execute(transaction);
}

export async function isGroupNameTaken(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  name: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM schedule_group WHERE company_id = ${tenant.companyId}
    AND lower(name) = lower(${name}) AND id IS DISTINCT FROM ${exceptId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

export async function timeZonesOf(
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{ time_zone: string }>`
    SELECT DISTINCT time_zone FROM project WHERE id = ANY(${[...projectIds]}::int[])`.execute(db);
  return rows.map(({ time_zone }) => time_zone);
}

export async function insertGroup(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  values: GroupValues,
  at: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto('schedule_group')
    .values({ ...values, company_id: tenant.companyId, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateGroup(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  values: Partial<GroupValues>,
  at: Date,
): Promise<void> {
  await transaction
    .updateTable('schedule_group')
    .set({ ...values, updated_at: at })
    .where('id', '=', id)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

/** Deleted projects of the group stay in it: nobody who edits it meanwhile sees them. */
export async function setGroupProjects(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  groupId: number,
  projectIds: readonly number[],
): Promise<void> {
  const ids = sql`${[...projectIds]}::int[]`;
  await sql`DELETE FROM schedule_group_project gp USING project p WHERE gp.group_id = ${groupId}
    AND NOT gp.project_id = ANY(${ids}) AND p.id = gp.project_id AND p.deleted_at IS NULL`.execute(transaction);
  await sql`INSERT INTO schedule_group_project SELECT ${groupId}::int, id FROM unnest(${ids}) AS id ON CONFLICT DO NOTHING`.execute(
    transaction,
  );
}

/** Those of deleted projects stay, as these do. */
export async function setGroupPoints(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  groupId: number,
  pointIds: readonly number[],
): Promise<void> {
  const ids = sql`${[...pointIds]}::int[]`;
  await sql`DELETE FROM schedule_group_point gp USING point, project p WHERE gp.group_id = ${groupId}
    AND NOT gp.point_id = ANY(${ids}) AND point.id = gp.point_id AND p.id = point.project_id AND p.deleted_at IS NULL`.execute(
    transaction,
  );
  await sql`INSERT INTO schedule_group_point SELECT ${groupId}::int, id FROM unnest(${ids}) AS id ON CONFLICT DO NOTHING`.execute(
    transaction,
  );
}

export async function deleteGroups(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await transaction
    .deleteFrom('schedule_group')
    .where('id', 'in', ids)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

const jobColumns = sql`
  j.id, j.company_id, j.group_id, g.name AS group_name, g.enabled AS group_enabled, coalesce(f.id, 0) AS project_id,
  coalesce(f.time_zone, 'UTC') AS time_zone, f.latitude, f.longitude, j.name, j.description, j.expression, j.day_filter, j.mode, j.writes, j.url, j.method,
  j.content_type, j.params, j.timeout_seconds, j.resp_codes, j.parse_mode, j.parse_pointer, j.parse_value, j.grace_minutes,
  j.enabled, j.suspended_zh, j.suspended_en, j.owner_id, u.nickname AS owner_name, j.next_at, j.created_at, j.updated_at,
  (SELECT r.id FROM schedule_run r WHERE r.job_id = j.id ORDER BY r.due_at DESC LIMIT 1) AS last_run`;
const jobTables = sql`schedule_job j JOIN schedule_group g ON g.id = j.group_id LEFT JOIN app_user u ON u.id = j.owner_id
  LEFT JOIN LATERAL ${firstProjectOf(system, 'g.id')} f ON true`;

export async function pageJobs(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: {
    text?: string | undefined;
    groupIds?: readonly number[] | undefined;
    enabled?: boolean | undefined;
    mode?: ExecutionMode | undefined;
  },
  order: { by: 'name' | 'next' | 'updated'; ascending: boolean },
  range: RowRange,
): Promise<{ rows: JobRow[]; total: number }> {
  const where = allOf(
    groupVisible(tenant),
    containsText(filter.text, 'j.name', 'j.description'),
    oneOf('j.group_id', filter.groupIds),
    filter.enabled !== undefined && sql`j.enabled = ${filter.enabled}`,
    filter.mode !== undefined && sql`j.mode = ${filter.mode}`,
  );
  const by = { name: sql`j.name`, next: sql`j.next_at`, updated: sql`j.updated_at` }[order.by];
  return pageOfRows<JobRow>(db, range, {
    columns: jobColumns,
    from: jobTables,
    counted: sql`schedule_job j JOIN schedule_group g ON g.id = j.group_id`,
    where,
    order: sql`${by} ${direction(order.ascending)} NULLS LAST, j.id`,
  });
}

/** Those of the tasks that the tenant sees, locked until the transaction ends. */
export async function lockJobs(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`SELECT ${jobColumns} FROM ${jobTables}
    WHERE j.id = ANY(${[...ids]}::int[]) AND ${groupVisible(tenant)} ORDER BY j.id FOR UPDATE OF j`.execute(
    transaction,
  );
  return rows;
}

export async function jobsOfGroup(
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  groupId: number,
): Promise<Pick<JobRow, 'id' | 'name' | 'writes' | 'expression' | 'enabled'>[]> {
  return db
    .selectFrom('schedule_job')
    .select(['id', 'name', 'writes', 'expression', 'enabled'])
    .where('group_id', '=', groupId)
    .orderBy('id')
    .execute() as never;
}

export async function isJobNameTaken(
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  groupId: number,
  name: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM schedule_job WHERE group_id = ${groupId} AND lower(name) = lower(${name})
    AND id IS DISTINCT FROM ${exceptId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

export interface JobState {
  owner_id: number;
  next_at: Date | null;
}

const asColumns = ({ writes, ...values }: Partial<JobValues>) => ({
  ...values,
  ...(writes === undefined ? {} : { writes: JSON.stringify(writes) }),
});

export async function insertJob(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  values: JobValues,
  state: JobState,
  at: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto('schedule_job')
    .values({
      ...values,
      ...state,
      writes: JSON.stringify(values.writes),
      company_id: tenant.companyId,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A task runs with the rights of the one who changed it last. */
export async function updateJob(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  values: Partial<JobValues>,
  state: JobState,
  at: Date,
): Promise<void> {
  await transaction
    .updateTable('schedule_job')
    .set({ ...asColumns(values), ...state, suspended_zh: null, suspended_en: null, updated_at: at })
    .where('id', '=', id)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

/** Of a group that was switched, or whose clock is another one. */
export async function setNext(
  _tenant: CompanyTenant | SystemTenant,
  transaction: DbOrTransaction,
  jobId: number,
  nextAt: Date | null,
): Promise<void> {
  await transaction.updateTable('schedule_job').set({ next_at: nextAt }).where('id', '=', jobId).execute();
}

export async function deleteJobs(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await transaction
    .deleteFrom('schedule_job')
    .where('id', 'in', ids)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

const runColumns = sql`r.id::int AS id, r.job_id, j.name AS job_name, r.due_at, r.started_at, r.finished_at, r.outcome, r.message_zh,
  r.message_en, r.response, u.nickname AS by_name, r.writes, r.undone_at, undoer.nickname AS undone_by_name`;
const runPeople = sql`LEFT JOIN app_user u ON u.id = r.by_user LEFT JOIN app_user undoer ON undoer.id = r.undone_by`;

export async function pageRuns(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: {
    jobIds?: readonly number[] | undefined;
    groupIds?: readonly number[] | undefined;
    outcomes?: readonly string[] | undefined;
  },
  range: RowRange,
): Promise<{ rows: RunRow[]; total: number }> {
  const where = allOf(
    groupVisible(tenant),
    oneOf('r.job_id', filter.jobIds),
    oneOf('j.group_id', filter.groupIds),
    filter.outcomes && filter.outcomes.length > 0 && oneOf('r.outcome', filter.outcomes),
  );
  const from = sql`schedule_run r JOIN schedule_job j ON j.id = r.job_id JOIN schedule_group g ON g.id = j.group_id`;
  return pageOfRows<RunRow>(db, range, {
    columns: runColumns,
    from: sql`${from} ${runPeople}`,
    counted: from,
    where,
    order: sql`r.due_at DESC, r.id DESC`,
  });
}

/** Runs of tasks that the caller has been shown, by their numbers. */
export async function runsById(
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<Map<number, RunRow>> {
  const { rows } = await sql<RunRow>`SELECT ${runColumns} FROM schedule_run r JOIN schedule_job j ON j.id = r.job_id
    ${runPeople} WHERE r.id = ANY(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
