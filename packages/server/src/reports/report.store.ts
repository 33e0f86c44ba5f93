import type { ReportContent, ReportCycle, ReportIndicator, ReportStatus } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import {
  type CompanyTenant,
  inWholeProjects,
  type SystemTenant,
  type Tenant,
  type UserTenant,
} from '../access/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { allOf, direction, oneOf, pageOfRows, type RowRange } from '../platform/db/listQuery.ts';
import type { Figures } from './figures.wire.ts';
import type { Missing } from './missing.store.ts';
import type { Period } from './period.ts';

export interface IndicatorTarget {
  name: ReportIndicator;
  /** Per cent; null: none. */
  target: number | null;
}

export interface PolicyValues {
  name: string;
  cycle: ReportCycle;
  run_at: string;
  indicators: IndicatorTarget[];
  contents: ReportContent[];
  auto_publish: boolean;
  enabled: boolean;
}

export interface PolicyRow extends PolicyValues {
  id: number;
  projects: { id: number; name: string; name_en: string | null }[];
  /** Of all its projects, also those that the tenant does not see. */
  project_ids: number[];
  report_count: number;
}

/** Reports are about all of a project: only who sees all of it reads them. */
const wholeProject = (tenant: Tenant, column: string): RawBuilder<boolean> => inWholeProjects(tenant, column);

const policyColumns = (tenant: UserTenant) => sql`
  p.id, p.name, p.cycle, p.run_at, p.indicators, p.contents, p.auto_publish, p.enabled,
  ARRAY(SELECT pp.project_id FROM report_policy_project pp WHERE pp.policy_id = p.id ORDER BY pp.project_id) AS project_ids,
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', pl.place_id, 'name', pl.name, 'name_en', pl.name_en) ORDER BY pl.name)
    FROM report_policy_project pp JOIN place_name pl ON pl.place_id = pp.project_id
    WHERE pp.policy_id = p.id AND ${wholeProject(tenant, 'pp.project_id')}), '[]') AS projects,
  (SELECT count(*)::int FROM report r WHERE r.policy_id = p.id AND ${wholeProject(tenant, 'r.project_id')}) AS report_count`;
/** One of which the tenant sees a project. */
const policyVisible = (
  tenant: UserTenant,
): RawBuilder<boolean> => sql<boolean>`(p.company_id = ${tenant.companyId} AND EXISTS (
  SELECT 1 FROM report_policy_project pp WHERE pp.policy_id = p.id AND ${wholeProject(tenant, 'pp.project_id')}))`;

export async function pagePolicies(
  tenant: UserTenant,
  db: DbOrTransaction,
  {
    text,
    cycles,
    projectIds,
  }: { text?: string | undefined; cycles?: readonly string[] | undefined; projectIds?: readonly number[] | undefined },
  order: { by: 'name' | 'cycle'; ascending: boolean },
  range: RowRange,
): Promise<{ rows: PolicyRow[]; total: number }> {
  const where = allOf(
    policyVisible(tenant),
    containsText(text, 'p.name'),
    cycles && cycles.length > 0 && oneOf('p.cycle', cycles),
    projectIds &&
      sql`EXISTS (SELECT 1 FROM report_policy_project q WHERE q.policy_id = p.id AND q.project_id = ANY(${[...projectIds]}::int[]))`,
  );
  const by =
    order.by === 'cycle' ? sql`array_position(ARRAY['day','week','month','quarter','year'], p.cycle)` : sql`p.name`;
  return pageOfRows<PolicyRow>(db, range, {
    columns: policyColumns(tenant),
    from: sql`report_policy p`,
    where,
    order: sql`${by} ${direction(order.ascending)}, p.id`,
  });
}

/** Those of the policies that the tenant may see, locked until the transaction ends. */
export async function lockPolicies(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<PolicyRow[]> {
  const { rows } = await sql<PolicyRow>`
    SELECT ${policyColumns(tenant)} FROM report_policy p WHERE p.id = ANY(${[...ids]}::int[]) AND ${policyVisible(tenant)}
    ORDER BY p.id FOR UPDATE OF p`.execute(transaction);
  return rows;
}

export async function isPolicyNameTaken(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  name: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM report_policy WHERE company_id = ${tenant.companyId} AND lower(name) = lower(${name})
    AND id IS DISTINCT FROM ${exceptId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Policies of a company are named one call after the other until the transaction ends. */
export async function lockPolicyNames(tenant: CompanyTenant, transaction: DbOrTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870306, ${tenant.companyId})`.execute(transaction);
}

const asColumns = (values: Partial<PolicyValues>) => ({
  ...values,
  ...(values.indicators ? { indicators: JSON.stringify(values.indicators) } : {}),
});

export async function insertPolicy(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  values: PolicyValues,
  at: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto('report_policy')
    .values({ ...values, indicators: JSON.stringify(values.indicators), company_id: tenant.companyId, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updatePolicy(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  values: Partial<PolicyValues>,
): Promise<void> {
  if (Object.keys(values).length > 0)
    await transaction
      .updateTable('report_policy')
      .set(asColumns(values))
      .where('id', '=', id)
      .where('company_id', '=', tenant.companyId)
      .execute();
}

/** Those that stay keep their beginning. */
export async function setProjects(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  policyId: number,
  projectIds: readonly number[],
  since: Date,
): Promise<void> {
  const ids = sql`${[...projectIds]}::int[]`;
  await sql`DELETE FROM report_policy_project WHERE policy_id = ${policyId} AND NOT project_id = ANY(${ids})`.execute(
    transaction,
  );
  await sql`INSERT INTO report_policy_project (policy_id, project_id, since) SELECT ${policyId}::int, id, ${since} FROM unnest(${ids}) AS id
    ON CONFLICT DO NOTHING`.execute(transaction);
}

export async function deletePolicies(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await sql`DELETE FROM report_policy WHERE company_id = ${tenant.companyId} AND id = ANY(${[...ids]}::int[])`.execute(
    transaction,
  );
}

export interface ReportRow {
  id: number;
  policy_id: number | null;
  company_id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  time_zone: string;
  policy_name: string;
  cycle: ReportCycle;
  indicators: IndicatorTarget[];
  contents: ReportContent[];
  from_day: string;
  until_day: string;
  revision: number;
  status: ReportStatus;
  figures: Figures | null;
  failure: string | null;
  missing: Missing | null;
  tries: number;
  generated_at: Date | null;
  published_at: Date | null;
  published_name: string | null;
}

const reportColumns = sql`
  r.id, r.policy_id, place.company_id, r.project_id, place.name AS project_name, place.name_en AS project_name_en, project.time_zone, r.policy_name,
  r.cycle, r.indicators, r.contents, r.from_day::text AS from_day, r.until_day::text AS until_day, r.revision, r.status, r.figures, r.failure, r.missing, r.tries,
  r.generated_at, r.published_at, person.name AS published_name`;
const reportTables = sql`
  report r JOIN place_name place ON place.place_id = r.project_id JOIN project ON project.id = r.project_id
  LEFT JOIN person ON person.user_id = r.published_by`;

const reportOrders = {
  name: sql`r.policy_name`,
  period: sql`r.until_day`,
  project: sql`place.name`,
} as const;

export async function pageReports(
  tenant: UserTenant,
  db: DbOrTransaction,
  {
    text,
    statuses,
    cycles,
    projectIds,
  }: {
    text?: string | undefined;
    statuses?: readonly number[] | undefined;
    cycles?: readonly string[] | undefined;
    projectIds?: readonly number[] | undefined;
  },
  order: { by: keyof typeof reportOrders; ascending: boolean },
  range: RowRange,
): Promise<{ rows: ReportRow[]; total: number }> {
  const where = allOf(
    wholeProject(tenant, 'r.project_id'),
    containsText(text, 'r.policy_name', 'place.name', 'place.name_en'),
    oneOf('r.status', statuses),
    cycles && cycles.length > 0 && oneOf('r.cycle', cycles),
    oneOf('r.project_id', projectIds),
  );
  return pageOfRows<ReportRow>(db, range, {
    columns: reportColumns,
    from: reportTables,
    where,
    order: sql`${reportOrders[order.by]} ${direction(order.ascending)}, r.id DESC`,
  });
}

/** Those of the reports that the tenant may see; `lock`: they stay as they are until the transaction ends. */
export async function findReports(
  tenant: Tenant,
  db: DbOrTransaction,
  ids: readonly number[],
  lock: 'lock' | 'look' = 'look',
): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    SELECT ${reportColumns} FROM ${reportTables} WHERE r.id = ANY(${[...ids]}::int[]) AND ${wholeProject(tenant, 'r.project_id')}
    ORDER BY r.id ${sql.raw(lock === 'lock' ? 'FOR UPDATE OF r' : '')}`.execute(db);
  return rows;
}

export interface DuePolicy {
  policy_id: number;
  project_id: number;
  cycle: ReportCycle;
  run_at: string;
  since: Date;
  time_zone: string;
}

/** Every project of every policy that is in force. */
export async function policiesInForce(_system: SystemTenant, db: DbOrTransaction): Promise<DuePolicy[]> {
  const { rows } = await sql<DuePolicy>`
    SELECT p.id AS policy_id, pp.project_id, p.cycle, p.run_at, pp.since, project.time_zone
    FROM report_policy p JOIN report_policy_project pp ON pp.policy_id = p.id JOIN project ON project.id = pp.project_id
    WHERE p.enabled AND project.deleted_at IS NULL AND project.company_id = p.company_id ORDER BY p.id, pp.project_id`.execute(
    db,
  );
  return rows;
}

/** Takes what the policy says now. @returns its id; null: there is one of this period and revision */
export async function insertReport(
  _tenant: Tenant,
  db: DbOrTransaction,
  {
    policyId,
    projectId,
    period,
    revision,
    at,
  }: { policyId: number; projectId: number; period: Period; revision: number; at: Date },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO report (policy_id, project_id, policy_name, cycle, indicators, contents, from_day, until_day, revision, status, created_at)
    SELECT id, ${projectId}::int, name, cycle, indicators, contents, ${period.fromDay}::date, ${period.untilDay}::date, ${revision}::int, 0, ${at}
    FROM report_policy WHERE id = ${policyId} ON CONFLICT DO NOTHING RETURNING id`.execute(db);
  return rows[0]?.id ?? null;
}

/** The newest report of a policy of a period. */
export async function newestOf(
  _tenant: Tenant,
  db: DbOrTransaction,
  { policyId, projectId, fromDay }: { policyId: number; projectId: number; fromDay: string },
): Promise<{ revision: number; status: ReportStatus } | null> {
  const { rows } = await sql<{ revision: number; status: ReportStatus }>`
    SELECT revision, status FROM report WHERE policy_id = ${policyId} AND project_id = ${projectId} AND from_day = ${fromDay}::date
    ORDER BY revision DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** Waiting reports that were tried less often than this. */
export async function waitingReports(_system: SystemTenant, db: DbOrTransaction, maxTries: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT r.id FROM report r JOIN project ON project.id = r.project_id AND project.deleted_at IS NULL
    WHERE r.status = 0 AND r.tries < ${maxTries} ORDER BY r.missing IS NOT NULL, r.id LIMIT 1000`.execute(db);
  return rows.map(({ id }) => id);
}

/** @param id of a report that was found, and is not published */
export async function keepFigures(
  _tenant: Tenant,
  db: DbOrTransaction,
  id: number,
  figures: Figures,
  missing: Missing | null,
  at: Date,
): Promise<void> {
  await sql`UPDATE report SET figures = ${JSON.stringify(figures)}::jsonb, missing = ${missing && JSON.stringify(missing)}::jsonb,
      status = 1, generated_at = ${at}, failure = NULL
    WHERE id = ${id} AND status < 2`.execute(db);
}

/** Notes what a report waits for. */
export async function keepMissing(
  _system: SystemTenant,
  db: DbOrTransaction,
  id: number,
  missing: Missing,
): Promise<void> {
  await sql`UPDATE report SET missing = ${JSON.stringify(missing)}::jsonb WHERE id = ${id} AND status = 0`.execute(db);
}

export async function keepFailure(
  _system: SystemTenant,
  db: DbOrTransaction,
  id: number,
  failure: string,
): Promise<void> {
  await sql`UPDATE report SET tries = tries + 1, failure = ${failure.slice(0, 300)} WHERE id = ${id} AND status = 0`.execute(
    db,
  );
}

/** Publishes generated reports and notes whom to tell. @param userId null: the policy did it by itself */
export async function publishReports(
  _tenant: Tenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
  userId: number | null,
  at: Date,
  readers: readonly { reportId: number; userId: number }[],
): Promise<void> {
  await sql`UPDATE report SET status = 2, published_at = ${at}, published_by = ${userId} WHERE id = ANY(${[...ids]}::int[]) AND status = 1`.execute(
    transaction,
  );
  await sql`INSERT INTO report_push (report_id, user_id)
    SELECT * FROM unnest(${readers.map(({ reportId }) => reportId)}::int[], ${readers.map((reader) => reader.userId)}::int[])
    ON CONFLICT DO NOTHING`.execute(transaction);
}

/** Whether the policy of a report publishes by itself. */
export async function publishesItself(_system: SystemTenant, db: DbOrTransaction, policyId: number): Promise<boolean> {
  const { rows } = await sql<{
    auto_publish: boolean;
  }>`SELECT auto_publish FROM report_policy WHERE id = ${policyId}`.execute(db);
  return rows[0]?.auto_publish ?? false;
}

export async function deleteReports(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await sql`DELETE FROM report WHERE id = ANY(${[...ids]}::int[]) AND status < 2`.execute(transaction);
}

export interface PushRow {
  push_id: number;
  report_id: number;
}

/** Published reports that a person was to be told of, newest first; 20 at most, of those that the person may still see. */
export async function pushesOf(tenant: UserTenant, db: DbOrTransaction, isRead: boolean): Promise<PushRow[]> {
  const { rows } = await sql<PushRow>`
    SELECT n.id AS push_id, r.id AS report_id FROM report_push n JOIN report r ON r.id = n.report_id
    WHERE n.user_id = ${tenant.userId} AND (n.read_at IS NOT NULL) = ${isRead}::boolean AND ${wholeProject(tenant, 'r.project_id')}
    ORDER BY n.id DESC LIMIT 20`.execute(db);
  return rows;
}

export async function markPushesRead(
  tenant: UserTenant,
  db: DbOrTransaction,
  ids: readonly number[],
  at: Date,
): Promise<void> {
  await sql`UPDATE report_push SET read_at = ${at} WHERE id = ANY(${[...ids]}::int[]) AND user_id = ${tenant.userId} AND read_at IS NULL`.execute(
    db,
  );
}
