import {
  type FaultCodeKind,
  openRepairStatuses,
  type RepairFigure,
  type repairSorts,
  repairStatus,
} from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { inProjects, seesEveryDevice, type UserTenant } from '../access/index.ts';
import { containsText, searchTextContains } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { figureCondition } from './figures.store.ts';
import { isOverdue, type OrderRow, orderColumns, orderTables, orderVisible } from './repair.store.ts';
import type { Viewer } from './viewer.ts';

/** A text that faults are searched by. */
export interface FaultText {
  readonly text: string;
  /** Symptoms whose name contains it. */
  readonly symptomIds: readonly number[];
}

export interface OrderFilter {
  readonly projectIds: readonly number[] | null;
  readonly statuses: readonly number[] | null;
  readonly from: Date | null;
  readonly until: Date | null;
  readonly applicantIds: readonly number[] | null;
  readonly assigneeIds: readonly number[] | null;
  readonly projectName: string | null;
  readonly subsystemIds: readonly number[] | null;
  readonly classId: number | null;
  readonly deviceId: number | null;
  readonly alarmId: number | null;
  readonly warningId: number | null;
  readonly teamIds: readonly number[] | null;
  readonly faultCodeIds: readonly number[] | null;
  readonly completedOn: string | null;
  readonly faultText: FaultText | null;
  readonly applicantText: string | null;
  readonly text: FaultText | null;
  readonly severities: readonly number[] | null;
  readonly isApp: boolean | null;
  readonly isMine: boolean | null;
  readonly isOverdue: boolean | null;
  readonly figure: { readonly figure: RepairFigure; readonly now: Date } | null;
  readonly sort: (typeof repairSorts)[number] | null;
  readonly ascending: boolean;
}

const isMine = (tenant: UserTenant) =>
  sql<boolean>`(r.applicant_id IS NOT DISTINCT FROM ${tenant.userId} OR r.assignee_id IS NOT DISTINCT FROM ${tenant.userId})`;

/** Condition: the order is not only offered to the viewer, who then does not see by whom and about which device it is. */
const isNoOffer = (tenant: Viewer): RawBuilder<boolean> => {
  const offered = [...tenant.lent].filter(([, { isOffer }]) => isOffer).map(([id]) => id);
  return offered.length === 0 ? sql<boolean>`true` : sql<boolean>`NOT r.id = ANY(${offered}::int[])`;
};

/** Condition: an order says the text, or has a symptom of that name. Ids of symptoms, so that an index finds either. */
const saysOrHas = ({ symptomIds }: FaultText, says: RawBuilder<unknown>): RawBuilder<unknown> =>
  symptomIds.length === 0 ? says : sql`(${says} OR r.symptom_id = ANY(${[...symptomIds]}::int[]))`;

function conditionOf(tenant: Viewer, filter: OrderFilter): RawBuilder<unknown> {
  const where: RawBuilder<unknown>[] = [orderVisible(tenant)];
  const { applicantIds, applicantText, text, deviceId, alarmId, warningId } = filter;
  if ([applicantIds, applicantText, text, deviceId, alarmId, warningId].some((asked) => asked !== null))
    where.push(isNoOffer(tenant));
  const anyOf = (column: string, ids: readonly number[] | null) => {
    if (ids) where.push(sql`${sql.ref(column)} = ANY(${[...ids]}::int[])`);
  };
  anyOf('r.project_id', filter.projectIds);
  anyOf('r.status', filter.statuses);
  anyOf('r.applicant_id', filter.applicantIds);
  anyOf('r.assignee_id', filter.assigneeIds);
  anyOf('class.subsystem_id', filter.subsystemIds);
  anyOf('r.severity', filter.severities);
  if (filter.from) where.push(sql`r.reported_at >= ${filter.from}`);
  if (filter.until) where.push(sql`r.reported_at <= ${filter.until}`);
  if (filter.projectName !== null) where.push(containsText(filter.projectName, 'place.name', 'place.name_en'));
  if (filter.classId !== null) where.push(sql`class.id = ${filter.classId}`);
  if (filter.deviceId !== null) where.push(sql`r.device_id = ${filter.deviceId}`);
  if (filter.alarmId !== null)
    where.push(sql`EXISTS (SELECT 1 FROM repair_alarm a WHERE a.order_id = r.id AND a.alarm_id = ${filter.alarmId})`);
  if (filter.warningId !== null) where.push(sql`r.warning_id = ${filter.warningId}`);
  anyOf('r.team_id', filter.teamIds);
  if (filter.faultCodeIds) {
    const ids = [...filter.faultCodeIds];
    where.push(sql`(r.symptom_id = ANY(${ids}::int[]) OR r.mechanism_id = ANY(${ids}::int[]) OR r.cause_id = ANY(${ids}::int[])
      OR r.remedy_id = ANY(${ids}::int[]))`);
  }
  if (filter.completedOn !== null)
    where.push(sql`(r.completed_at AT TIME ZONE p.time_zone)::date = ${filter.completedOn}::date`);
  if (filter.faultText !== null) {
    const { text: fault } = filter.faultText;
    where.push(
      saysOrHas(
        filter.faultText,
        sql`${searchTextContains(fault, 'r.search_text')} AND ${containsText(fault, 'r.fault_content')}`,
      ),
    );
  }
  if (filter.applicantText !== null)
    where.push(containsText(filter.applicantText, 'r.applicant_name', 'r.contact_phone'));
  if (text !== null) where.push(saysOrHas(text, searchTextContains(text.text, 'r.search_text')));
  if (filter.isApp !== null) where.push(sql`r.is_app = ${filter.isApp}`);
  if (filter.isMine !== null) where.push(filter.isMine ? isMine(tenant) : sql`NOT ${isMine(tenant)}`);
  if (filter.figure !== null) {
    where.push(figureCondition(tenant, filter.figure.figure, filter.figure.now));
    // The analysis leaves out what is not seen as a whole.
    where.push(sql`NOT r.project_id = ANY(${[...tenant.listedProjectIds]}::int[])`);
  }
  if (filter.isOverdue !== null) where.push(sql`${isOverdue} = ${filter.isOverdue}`);
  return sql.join(where, sql` AND `);
}

const nextDue = sql`(SELECT min(c.due_at) FROM work_clock c WHERE c.order_kind = 'repair' AND c.order_id = r.id AND c.state = 'running')`;

/**
 * The tables by which orders are found and sorted: those that the filter names and no others. A join that PostgreSQL removes
 * leaves its columns wanted, so that the index alone would no longer do.
 */
function tablesToFind({ subsystemIds, classId, projectName, completedOn, sort }: OrderFilter): RawBuilder<unknown> {
  const joins = [
    ...(subsystemIds !== null || classId !== null
      ? [sql`LEFT JOIN device d ON d.id = r.device_id LEFT JOIN device_class class ON class.id = d.device_class_id`]
      : []),
    ...(projectName !== null || sort === 'project' ? [sql`LEFT JOIN subarea place ON place.id = r.project_id`] : []),
    ...(completedOn !== null ? [sql`LEFT JOIN project p ON p.id = r.project_id`] : []),
  ];
  return sql.join([sql`repair_order r`, ...joins], sql` `);
}

/** A condition on orders, with the tables that it names. */
interface Found {
  readonly from: RawBuilder<unknown>;
  readonly condition: RawBuilder<unknown>;
}

/** A page of the orders of a condition. Found and sorted by little, then read in full: wide rows are carried for one page only. */
async function pageWhere(
  tenant: Viewer,
  db: DbOrTransaction,
  { from, condition }: Found,
  order: RawBuilder<unknown>,
  { offset, limit }: { offset: number; limit: number },
): Promise<OrderRow[]> {
  const sorted = sql`ORDER BY ${order}, ${newest}`;
  const { rows } = await sql<OrderRow>`
    WITH page AS MATERIALIZED (SELECT r.id FROM ${from} WHERE ${condition} ${sorted} OFFSET ${offset} LIMIT ${limit})
    SELECT ${orderColumns(tenant)} FROM ${orderTables} WHERE r.id = ANY(ARRAY(SELECT id FROM page)) ${sorted}`.execute(
    db,
  );
  return rows;
}

const newest = sql`r.reported_at DESC, r.id DESC`;
/** Both name their states, so that an index finds them: a NOT of one would read every order. */
const isOpen = sql<boolean>`r.status IN (${sql.raw([repairStatus.draft, ...openRepairStatuses].join(', '))})`;
const isClosed = sql<boolean>`r.status IN (0, 7)`;

/** From here on a page is found by days: our choice, where both take about the same. */
const deepOffset = 5000;

/**
 * A page by time. One far from the first is looked for in the days in which it lies: to sort everything before it takes several times
 * as long as to count it.
 */
async function pageByTime(
  tenant: Viewer,
  db: DbOrTransaction,
  { from, condition }: Found,
  { offset, limit }: { offset: number; limit: number },
  ascending: boolean,
): Promise<OrderRow[]> {
  const direction = ascending ? sql`ASC` : sql`DESC`;
  const order = sql`r.reported_at ${direction}, r.id ${direction}`;
  if (offset < deepOffset) return pageWhere(tenant, db, { from, condition }, order, { offset, limit });
  const { rows } = await sql<{ day: Date; count: number }>`
    SELECT date_bin('1 day', r.reported_at, '2000-01-01Z') AS day, count(*)::int AS count
    FROM ${from} WHERE ${condition} GROUP BY 1 ORDER BY 1 ${direction}`.execute(db);
  let before = 0;
  let until = 0;
  const days: number[] = [];
  for (const { day, count } of rows) {
    until += count;
    if (until <= offset) before = until;
    else days.push(day.getTime());
    if (until >= offset + limit) break;
  }
  if (days.length === 0) return [];
  const first = new Date(Math.min(...days));
  const end = new Date(Math.max(...days) + 86_400_000);
  const within = sql`${condition} AND r.reported_at >= ${first} AND r.reported_at < ${end}`;
  return pageWhere(tenant, db, { from, condition: within }, order, { offset: offset - before, limit });
}

/** Without a sort the open ones by what is due, then the others by age. */
async function pageOpenFirst(
  tenant: Viewer,
  db: DbOrTransaction,
  { from, condition }: Found,
  { offset, limit }: { offset: number; limit: number },
): Promise<OrderRow[]> {
  const areOpen = { from, condition: sql`${condition} AND ${isOpen}` };
  const open = await pageWhere(tenant, db, areOpen, sql`${nextDue} ASC NULLS LAST`, { offset, limit });
  if (open.length === limit) return open;
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM ${from} WHERE ${areOpen.condition}`.execute(db);
  const rest = { offset: Math.max(0, offset - rows[0]!.count), limit: limit - open.length };
  return [
    ...open,
    ...(await pageByTime(tenant, db, { from, condition: sql`${condition} AND ${isClosed}` }, rest, false)),
  ];
}

export async function pageOrders(
  tenant: Viewer,
  db: DbOrTransaction,
  filter: OrderFilter,
  range: { offset: number; limit: number },
): Promise<OrderRow[]> {
  const condition = { from: tablesToFind(filter), condition: conditionOf(tenant, filter) };
  if (filter.sort === null) return pageOpenFirst(tenant, db, condition, range);
  if (filter.sort === 'create') return pageByTime(tenant, db, condition, range, filter.ascending);
  const direction = filter.ascending ? sql`ASC` : sql`DESC`;
  const order = {
    number: sql`r.number ${direction} NULLS LAST`,
    status: sql`r.status ${direction}`,
    // Descending means the most severe first, and 1 is the most severe.
    level: sql`r.severity ${filter.ascending ? sql`DESC` : sql`ASC`}`,
    project: sql`place.name ${direction}`,
    device: sql`r.device_name ${direction}`,
    due: sql`${nextDue} ${direction} NULLS LAST`,
    acceptance: sql`r.completed_at ${direction} NULLS LAST`,
  }[filter.sort];
  return pageWhere(tenant, db, condition, order, range);
}

/** What counts without any other filter: an index that holds project and state alone answers it. */
const plainFilters: readonly (keyof OrderFilter)[] = ['projectIds', 'statuses', 'sort', 'ascending'];
const submitted = [0, 1, 2, 3, 4, 6, 7];

/** How many orders the filter lets through. */
export async function countOrders(tenant: Viewer, db: DbOrTransaction, filter: OrderFilter): Promise<number> {
  const isPlain = Object.entries(filter).every(
    ([name, value]) => value === null || plainFilters.includes(name as keyof OrderFilter),
  );
  if (isPlain && seesEveryDevice(tenant) && tenant.lent.size === 0) {
    const wanted = filter.statuses ?? [-1, ...submitted];
    const ofProjects = filter.projectIds ? sql`r.project_id = ANY(${[...filter.projectIds]}::int[])` : sql`true`;
    // Whose a draft is, the index does not say: they are counted by themselves.
    const { rows } = await sql<{ count: number }>`SELECT
      (SELECT count(*) FROM repair_order r WHERE ${inProjects(tenant, 'r.project_id')} AND ${ofProjects}
        AND r.status = ANY(${submitted.filter((status) => wanted.includes(status))}::int[]))
      + (SELECT count(*) FROM repair_order r WHERE ${orderVisible(tenant)} AND ${ofProjects} AND r.status = -1 AND ${wanted.includes(-1)}) AS count`.execute(
      db,
    );
    return rows[0]!.count;
  }
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM ${tablesToFind(filter)} WHERE ${conditionOf(tenant, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

interface Choice {
  id: number;
  name: string;
}

interface ChosenClass {
  subsystem_id: number;
  subsystem_name: string;
  subsystem_name_en: string;
  class_id: number;
  class_name: string;
  class_name_en: string;
}

/** What the viewer's orders of some projects can be filtered by. */
export async function filterChoices(tenant: Viewer, db: DbOrTransaction, projectIds: readonly number[] | null) {
  const where = sql`${orderVisible(tenant)} AND ${projectIds ? sql`r.project_id = ANY(${[...projectIds]}::int[])` : sql`true`}`;
  // People and teams are called as in their newest order.
  const named = (kind: 'applicant' | 'assignee' | 'team') => sql`(
    SELECT ${kind}, who.id, NULL::int, ${sql.ref(`r.${kind}_name`)}
    FROM (SELECT ${sql.ref(`${kind}_id`)} AS id, max(newest) AS newest FROM counted GROUP BY 1) who JOIN repair_order r ON r.id = who.newest
    WHERE who.id IS NOT NULL ORDER BY 4 LIMIT 1000)`;
  const counted = sql<Choice & { kind: 'status' | 'applicant' | 'assignee' | 'team'; count: number }>`
    WITH counted AS MATERIALIZED (
      SELECT r.status, CASE WHEN ${isNoOffer(tenant)} THEN r.applicant_id END AS applicant_id, r.assignee_id, r.team_id,
        count(*)::int AS count, max(r.id) AS newest
      FROM repair_order r WHERE ${where} GROUP BY 1, 2, 3, 4)
    SELECT * FROM (
      SELECT 'status' AS kind, status AS id, sum(count)::int AS count, '' AS name FROM counted GROUP BY status
      UNION ALL ${named('applicant')} UNION ALL ${named('assignee')} UNION ALL ${named('team')}) found ORDER BY name, id`;
  const overdue = sql<{ count: number }>`
    SELECT count(*)::int AS count FROM repair_order r WHERE ${where} AND ${isOverdue}`;
  const usesCode = sql.join(
    (['symptom', 'mechanism', 'cause', 'remedy'] as const).map(
      (kind) =>
        sql`(f.kind = ${kind} AND EXISTS (SELECT 1 FROM repair_order r WHERE ${sql.ref(`r.${kind}_id`)} = f.id AND ${where}))`,
    ),
    sql` OR `,
  );
  const codes = sql<{ id: number; kind: FaultCodeKind; code: string; name_zh: string; name_en: string }>`
    SELECT f.id, f.kind, f.code, f.name_zh, f.name_en FROM fault_code f WHERE ${usesCode}
    ORDER BY array_position(ARRAY['symptom', 'mechanism', 'cause', 'remedy'], f.kind), f.code, f.id LIMIT 1000`;
  const classes = sql<ChosenClass>`
    SELECT sub.id AS subsystem_id, sub.name_zh AS subsystem_name, sub.name_en AS subsystem_name_en, class.id AS class_id,
      class.name_zh AS class_name, class.name_en AS class_name_en
    FROM device_class class JOIN subsystem sub ON sub.id = class.subsystem_id CROSS JOIN LATERAL (
      SELECT FROM device d WHERE d.device_class_id = class.id AND ${inProjects(tenant, 'd.project_id')}
        AND EXISTS (SELECT FROM repair_order r WHERE r.device_id = d.id AND ${where}) LIMIT 1) used
    ORDER BY sub.id, class.id`;
  const [groups, late, usedCodes, usedClasses] = await Promise.all([
    counted.execute(db),
    overdue.execute(db),
    codes.execute(db),
    classes.execute(db),
  ]);
  const choices = Map.groupBy(groups.rows, ({ kind }) => kind);
  return {
    statuses: choices.get('status') ?? [],
    overdue: late.rows[0]!.count,
    applicants: choices.get('applicant') ?? [],
    assignees: choices.get('assignee') ?? [],
    teams: choices.get('team') ?? [],
    codes: usedCodes.rows,
    classes: usedClasses.rows,
  };
}
