import type { Answer, MaintenanceState, TemplateGroups } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { type CompanyTenant, inWholeProjects, type UserTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { allOf, direction, oneOf, pageOfRows, type RowRange } from '../../platform/db/listQuery.ts';
import { comesEarly, visitWindow } from '../contracts/contract.store.ts';
import type { Reading } from '../values/reading.ts';
import type { VisitViewer } from './visitViewer.ts';

export interface OrderRow {
  id: number;
  /** Null: of the company that had the project before; the names are those of that time. */
  contract_id: number | null;
  contract_name: string;
  is_in_effect: boolean;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  team_id: number | null;
  team_name: string;
  /** Whether the viewer leads its team; null: they are no member. */
  team_admin: boolean | null;
  /** Of the plan that made it; null: the cycle of the contract did. */
  plan_name: string | null;
  /** Of that plan. */
  device_id: number | null;
  device_name: string | null;
  device_name_en: string | null;
  nominal_on: string;
  planned_on: string;
  /** Due by use or by a warning: it may come early. */
  comes_early: boolean;
  /** Plans, or days, of visits that were merged into it. */
  holds: string[];
  /** Days around the nominal one within which it is in time. */
  window_days: number | null;
  state: MaintenanceState;
  assignee_id: number | null;
  assignee_name: string | null;
  reason: string;
  confirm_reason: string;
  done_at: Date | null;
  finished_by: number | null;
  confirmed_by: string | null;
  bad_count: number;
}

/** In projects that the viewer sees as a whole; of their teams or their own, unless they see all. */
const visible = (viewer: VisitViewer): RawBuilder<boolean> => sql<boolean>`(${inWholeProjects(viewer, 'o.project_id')}
  AND ${viewer.seesAll ? sql`true` : sql`(o.assignee_id = ${viewer.userId} OR x.user_id IS NOT NULL)`})`;

const columns = sql`o.id, o.contract_id, coalesce(k.name, o.contract_name) AS contract_name, o.project_id, pl.name AS project_name, pl.name_en AS project_name_en,
  t.id AS team_id, coalesce(t.name, o.team_name) AS team_name, x.is_admin AS team_admin, CASE WHEN k.id IS NOT NULL THEN ${visitWindow} END AS window_days,
  o.finished_by, o.plan_name, ${comesEarly} AS comes_early,
  ARRAY(SELECT coalesce(m.plan_name, m.nominal_on::text) FROM maintenance_order m WHERE m.merged_into = o.id ORDER BY m.nominal_on, m.id) AS holds, d.id AS device_id, d.name AS device_name, d.name_en AS device_name_en, o.nominal_on::text AS nominal_on, o.planned_on::text AS planned_on, o.state, o.assignee_id,
  o.assignee_name, o.reason, o.confirm_reason, o.done_at, o.confirmed_by, o.bad_count, k.terminated_at IS NULL
    AND (SELECT count(*) FROM maintenance_signature s WHERE s.contract_id = k.id) = 2
    AND (SELECT (now() AT TIME ZONE c.time_zone)::date FROM company c WHERE c.id = k.company_id)
      BETWEEN k.valid_from AND k.valid_to AS is_in_effect`;
const tables = (viewer: VisitViewer) => sql`maintenance_order o LEFT JOIN maintenance_contract k ON k.id = o.contract_id
  LEFT JOIN maintenance_team t ON t.id = coalesce(o.team_id, k.team_id)
  LEFT JOIN maintenance_member x ON x.team_id = t.id AND t.enabled AND x.user_id = ${viewer.userId} JOIN place_name pl ON pl.place_id = o.project_id
  LEFT JOIN maintenance_plan plan ON plan.id = o.plan_id LEFT JOIN device d ON d.id = plan.device_id`;
const orders = { planned: sql`o.planned_on`, project: sql`pl.name`, team: sql`t.name` };

export interface OrderFilter {
  readonly text?: string | undefined;
  readonly states?: readonly string[] | undefined;
  readonly teamId?: number | undefined;
  readonly projectIds?: readonly number[] | undefined;
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
  readonly overdue?: boolean | undefined;
  /** Assigned to the viewer, or to nobody in a team of theirs. */
  readonly mine?: boolean | undefined;
  /** `YYYY-MM-DD` where the company is. */
  readonly today: string;
}

/** A page of visits; by day those to come, or overdue, stand before those that are over. */
export async function pageOrders(
  tenant: VisitViewer,
  db: DbOrTransaction,
  { text, states, teamId, projectIds, from, to, overdue, mine, today }: OrderFilter,
  order: { readonly by: keyof typeof orders; readonly ascending: boolean },
  range: RowRange,
): Promise<{ rows: OrderRow[]; total: number }> {
  const where = allOf(
    visible(tenant),
    containsText(
      text,
      'k.name',
      'o.contract_name',
      'pl.name',
      'pl.name_en',
      't.name',
      'o.team_name',
      'o.assignee_name',
    ),
    states?.length && sql`o.state = ANY(${[...states]}::text[])`,
    teamId !== undefined && sql`t.id = ${teamId}`,
    oneOf('o.project_id', projectIds),
    from != null && sql`o.planned_on >= ${from}::date`,
    to != null && sql`o.planned_on <= ${to}::date`,
    overdue !== undefined && sql`(o.state IN ('planned', 'started') AND o.planned_on < ${today}::date) = ${overdue}`,
    mine && sql`(o.assignee_id = ${tenant.userId} OR o.assignee_id IS NULL AND x.user_id IS NOT NULL)`,
  );
  return pageOfRows<OrderRow>(db, range, {
    columns,
    from: tables(tenant),
    where,
    order: sql`${order.by === 'planned' ? sql`o.state NOT IN ('planned', 'started'),` : sql``} ${orders[order.by]} ${direction(order.ascending)}, o.planned_on, o.id`,
  });
}

/**
 * Visits of projects that the tenant sees, due or done since a moment, by their names in both languages; neither those to come nor skipped
 * or merged ones. Open: due, and not done.
 */
export async function findDueVisits(
  tenant: VisitViewer,
  db: DbOrTransaction,
  projectIds: readonly number[],
  since: Date,
  now: Date,
): Promise<{ id: number; project_id: number; at: Date; zh: string; en: string; is_open: boolean }[]> {
  const { rows } = await sql<{ id: number; project_id: number; at: Date; zh: string; en: string; is_open: boolean }>`
    SELECT * FROM (
      SELECT o.id, o.project_id, coalesce(o.done_at, o.planned_on::timestamp AT TIME ZONE z.time_zone) AS at,
        coalesce(o.plan_name, k.name, o.contract_name) AS zh, coalesce(o.plan_name, k.name, o.contract_name) AS en,
        o.state IN ('planned', 'started') AS is_open
      FROM ${tables(tenant)} JOIN project_zone z ON z.project_id = o.project_id
      WHERE o.project_id = ANY(${[...projectIds]}::int[]) AND o.state NOT IN ('skipped', 'merged') AND ${visible(tenant)}) visit
    WHERE at BETWEEN ${since} AND ${now} ORDER BY at DESC, id DESC`.execute(db);
  return rows;
}

/** Orders that the tenant sees, in the order of their ids; locked until a transaction ends. */
export async function findOrders(
  tenant: VisitViewer,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`SELECT ${columns} FROM ${tables(tenant)}
    WHERE o.id = ANY(${[...ids]}::int[]) AND ${visible(tenant)} ORDER BY o.id`.execute(db);
  return rows;
}

/** The same, locked until the transaction ends. */
export async function lockOrders(
  tenant: VisitViewer,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`SELECT ${columns} FROM ${tables(tenant)}
    WHERE o.id = ANY(${[...ids]}::int[]) AND ${visible(tenant)} ORDER BY o.id FOR UPDATE OF o`.execute(db);
  return rows;
}

export interface CalendarRow
  extends Pick<
    OrderRow,
    'id' | 'planned_on' | 'contract_name' | 'project_name' | 'project_name_en' | 'team_name' | 'state'
  > {}

/** Visits from a day to another, both included, by day. At most 2,000. */
export async function calendarOf(
  tenant: VisitViewer,
  db: DbOrTransaction,
  {
    from,
    to,
    projectIds,
    teamId,
  }: {
    from: string;
    to: string;
    projectIds: readonly number[] | undefined;
    teamId: number | undefined;
  },
): Promise<CalendarRow[]> {
  const conditions = allOf(
    visible(tenant),
    sql`o.planned_on BETWEEN ${from}::date AND ${to}::date`,
    oneOf('o.project_id', projectIds),
    teamId !== undefined && sql`t.id = ${teamId}`,
  );
  const { rows } = await sql<CalendarRow>`
    SELECT o.id, o.planned_on::text AS planned_on, coalesce(k.name, o.contract_name) AS contract_name, pl.name AS project_name,
      pl.name_en AS project_name_en, coalesce(t.name, o.team_name) AS team_name, o.state
    FROM ${tables(tenant)} WHERE ${conditions} ORDER BY o.planned_on, pl.name, o.id LIMIT 2000`.execute(db);
  return rows;
}

/** Of an order that was found for the tenant. */
export async function updateOrder(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  values: Partial<
    Pick<
      OrderRow,
      | 'state'
      | 'planned_on'
      | 'assignee_id'
      | 'assignee_name'
      | 'reason'
      | 'confirm_reason'
      | 'done_at'
      | 'finished_by'
      | 'confirmed_by'
      | 'bad_count'
    >
  > & { merged_into?: number },
): Promise<void> {
  await transaction.updateTable('maintenance_order').set(values).where('id', '=', id).execute();
}

/** What was merged into orders that are merged themselves goes along. They were found for the tenant. */
export async function moveMerged(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  fromIds: readonly number[],
  intoId: number,
): Promise<void> {
  await sql`UPDATE maintenance_order SET merged_into = ${intoId} WHERE merged_into = ANY(${[...fromIds]}::int[])`.execute(
    transaction,
  );
}

/** Members of a team of the company by name. */
export async function teamMembers(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  teamId: number,
): Promise<{ id: number; name: string; is_admin: boolean }[]> {
  const { rows } = await sql<{ id: number; name: string; is_admin: boolean }>`
    SELECT u.id, coalesce(m.real_name, u.nickname) AS name, x.is_admin FROM maintenance_member x
      JOIN maintenance_team t ON t.id = x.team_id AND t.company_id = ${tenant.companyId}
      JOIN app_user u ON u.id = x.user_id JOIN membership m ON m.user_id = u.id AND m.company_id = ${tenant.companyId} AND m.active
    WHERE x.team_id = ${teamId} ORDER BY name, u.id`.execute(db);
  return rows;
}

export interface SheetRow {
  template_id: number;
  template_name: string;
  n: number;
  groups: TemplateGroups;
  answers: Answer[];
  readings: Reading[];
}

/** What an order that was found for the tenant asks: of one that is begun as it was then, else as it is published now. */
export async function sheetsOf(_tenant: UserTenant, db: DbOrTransaction, order: OrderRow): Promise<SheetRow[]> {
  const { rows } =
    await sql<SheetRow>`SELECT template_id, template_name, n, groups, answers, readings FROM maintenance_sheet
    WHERE order_id = ${order.id} ORDER BY template_id`.execute(db);
  if (rows.length > 0 || order.state !== 'planned') return rows;
  // A visit that others were merged into asks what each of them asks.
  const found = await sql<SheetRow>`
    SELECT p.id AS template_id, p.name AS template_name, r.n, r.groups, '[]'::jsonb AS answers, '[]'::jsonb AS readings
    FROM maintenance_template p
      JOIN LATERAL (SELECT n, groups FROM maintenance_template_revision WHERE template_id = p.id ORDER BY n DESC LIMIT 1) r ON true
    WHERE p.id IN (
      SELECT mp.template_id FROM maintenance_order o JOIN maintenance_plan mp ON mp.id = o.plan_id
        WHERE (o.id = ${order.id} OR o.merged_into = ${order.id}) AND mp.template_id IS NOT NULL
      UNION SELECT x.template_id FROM maintenance_order o JOIN maintenance_contract_template x ON x.contract_id = o.contract_id
        LEFT JOIN maintenance_plan mp ON mp.id = o.plan_id
        WHERE (o.id = ${order.id} OR o.merged_into = ${order.id}) AND mp.template_id IS NULL)
    ORDER BY p.id`.execute(db);
  return found.rows;
}

export async function insertSheets(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  orderId: number,
  sheets: readonly SheetRow[],
): Promise<void> {
  for (const { groups, answers, readings, ...sheet } of sheets)
    await transaction
      .insertInto('maintenance_sheet')
      .values({
        ...sheet,
        order_id: orderId,
        groups: JSON.stringify(groups),
        answers: JSON.stringify(answers),
        readings: JSON.stringify(readings),
      })
      .execute();
}

/** What was read for a sheet of an order that was found for the tenant, with the answers that came of it. */
export async function setReadings(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  orderId: number,
  { template_id, answers, readings }: Pick<SheetRow, 'template_id' | 'answers' | 'readings'>,
): Promise<void> {
  await sql`UPDATE maintenance_sheet SET answers = ${JSON.stringify(answers)}::jsonb, readings = ${JSON.stringify(readings)}::jsonb
    WHERE order_id = ${orderId} AND template_id = ${template_id}`.execute(transaction);
}

export async function setAnswers(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  orderId: number,
  templateId: number,
  answers: readonly Answer[],
): Promise<void> {
  await sql`UPDATE maintenance_sheet SET answers = ${JSON.stringify(answers)}::jsonb
    WHERE order_id = ${orderId} AND template_id = ${templateId}`.execute(transaction);
}
