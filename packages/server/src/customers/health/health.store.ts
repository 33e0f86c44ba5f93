import { type RawBuilder, sql } from 'kysely';
import type { SystemTenant, UserTenant } from '../../access/index.ts';
import { announced, isDueBy } from '../../alarms/index.ts';
import { visitDoneAt } from '../../maintenance/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { HealthFigures } from './healthScore.ts';

/** What the service was used for in 30 days. */
export interface Usage {
  urgent: number;
  urgent_seconds: number | null;
  warnings: number;
  repairs: number;
}

export interface HealthRow {
  day: string;
  score: number | null;
  figures: HealthFigures & { usage: Usage };
}

/** How many days of health are kept, and shown as its trend. */
export const healthDays = 90;

/** Companies with customers that have projects and no health of their present day, with that day. */
export async function companiesToScore(
  _system: SystemTenant,
  db: DbOrTransaction,
  now: Date,
): Promise<{ id: number; today: string }[]> {
  const { rows } = await sql<{ id: number; today: string }>`
    SELECT c.id, local.today::text AS today FROM company c, LATERAL (SELECT (${now}::timestamptz AT TIME ZONE c.time_zone)::date AS today) local
    WHERE EXISTS (SELECT 1 FROM customer k JOIN customer_project x ON x.customer_id = k.id
        JOIN project p ON p.id = x.project_id AND p.deleted_at IS NULL
      WHERE k.company_id = c.id AND k.lost_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM customer_health h WHERE h.customer_id = k.id AND h.day = local.today))
    ORDER BY c.id`.execute(db);
  return rows;
}

export interface CustomerFigures {
  customer_id: number;
  industry: number;
  devices: number;
  /** Data availability as the analysis has it: share of the time in which points with alarm rules were known. Null: no day was compared yet. */
  connected: number | null;
  points: number;
  alarms: number;
  /** Raised 15 minutes ago or earlier, and those of them acknowledged within 15 minutes. */
  due: number;
  prompt: number;
  users: number;
  orders: number;
  on_time: number;
  visits: number;
  visited: number;
  usage: Usage;
}

/** Whether the project of a row is one of the customer's. */
const own = (column: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(column)} = ANY(own.ids)`;

/** Whether the user of role entry `r` serves customer `k` instead of being one of its people: of the company as a whole, or of a team. */
const ofProvider = sql<boolean>`(EXISTS (SELECT 1 FROM role_entry c WHERE c.user_id = r.user_id AND c.company_id = k.company_id AND c.project_id = -1)
  OR EXISTS (SELECT 1 FROM maintenance_member m JOIN maintenance_team t ON t.id = m.team_id
    WHERE m.user_id = r.user_id AND t.company_id = k.company_id))`;

/** The figures of all customers of a company that are not lost and have projects. */
export async function figuresOfCustomers(
  system: SystemTenant,
  db: DbOrTransaction,
  companyId: number,
  today: string,
  now: Date,
): Promise<CustomerFigures[]> {
  const month = sql`${now}::timestamptz - interval '30 days'`;
  const quarter = sql`${now}::timestamptz - interval '90 days'`;
  const answered = sql`a.acknowledged_at - a.raised_at`;
  const isDue = isDueBy(system, now);
  const { rows } = await sql<CustomerFigures>`
    SELECT k.id AS customer_id, own.industry, data.connected, data.points, alarms.alarms, alarms.due, alarms.prompt,
      (SELECT count(*) FROM device d WHERE ${own('d.project_id')})::int AS devices,
      (SELECT count(DISTINCT r.user_id) FROM role_entry r JOIN session_family s ON s.user_id = r.user_id
        WHERE ${own('r.project_id')} AND coalesce(s.last_seen_at, s.created_at) >= ${month}
          AND NOT ${ofProvider})::int AS users,
      orders.orders, orders.on_time, visits.visits, visits.visited,
      jsonb_build_object('urgent', alarms.urgent, 'urgent_seconds', alarms.urgent_seconds, 'warnings', (
        SELECT count(DISTINCT w.id) FROM fault_warning w JOIN device d ON d.id = w.device_id JOIN fault_warning_feedback f ON f.warning_id = w.id
        WHERE ${own('d.project_id')} AND f.feedback = 'confirmed' AND f.at >= ${month}), 'repairs', (
        SELECT count(*) FROM repair_order r
        WHERE ${own('r.project_id')} AND r.recovery_state = 'verified' AND r.finished_at >= ${month})) AS usage
    FROM customer k
      JOIN LATERAL (SELECT array_agg(p.id) AS ids, mode() WITHIN GROUP (ORDER BY p.industry) AS industry
        FROM customer_project x JOIN project p ON p.id = x.project_id AND p.deleted_at IS NULL
        WHERE x.customer_id = k.id) own ON own.ids IS NOT NULL
      CROSS JOIN LATERAL (SELECT count(DISTINCT p.point_id)::int AS points, 1 - sum(p.gap_seconds + p.bad_seconds) / (86400.0 * count(*))::float8 AS connected
        FROM alarm_proof_point p WHERE ${own('p.project_id')} AND p.day >= ${today}::date - 30) data
      CROSS JOIN LATERAL (SELECT count(*)::int AS alarms, count(*) FILTER (WHERE ${isDue})::int AS due,
          count(*) FILTER (WHERE ${isDue} AND ${answered} <= interval '15 minutes')::int AS prompt,
          count(*) FILTER (WHERE a.worst_severity = 1 AND a.acknowledged_at IS NOT NULL)::int AS urgent,
          percentile_cont(0.5) WITHIN GROUP (ORDER BY date_part('epoch', ${answered}))
            FILTER (WHERE a.worst_severity = 1 AND a.acknowledged_at IS NOT NULL) AS urgent_seconds
        FROM alarm a WHERE ${own('a.project_id')} AND a.raised_at >= ${month} AND ${announced}) alarms
      CROSS JOIN LATERAL (SELECT count(*)::int AS orders, count(*) FILTER (WHERE w.breached_at IS NULL)::int AS on_time
        FROM work_clock w WHERE ${own('w.project_id')} AND w.order_kind = 'repair' AND w.kind = 'resolution' AND w.state <> 'cancelled'
          AND w.started_at >= ${quarter} AND (w.met_at IS NOT NULL OR w.breached_at IS NOT NULL)) orders
      CROSS JOIN LATERAL (SELECT count(*)::int AS visits, count(*) FILTER (WHERE ${visitDoneAt} IS NOT NULL)::int AS visited
        FROM maintenance_order o WHERE ${own('o.project_id')}
          AND o.planned_on >= ${today}::date - 90 AND o.planned_on < ${today}::date) visits
    WHERE k.company_id = ${companyId} AND k.lost_at IS NULL ORDER BY k.id`.execute(db);
  return rows;
}

/** Keeps the health of customers of a day, and removes days that are no longer shown. A second server changes nothing. */
export async function keepHealth(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  today: string,
  rows: readonly (Omit<HealthRow, 'day'> & {
    readonly customer_id: number;
    readonly score_without_alarms: number | null;
  })[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`INSERT INTO customer_health (customer_id, day, score, score_without_alarms, figures)
    SELECT r.customer_id, ${today}::date, r.score, r.score_without_alarms, r.figures
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(customer_id int, score smallint, score_without_alarms smallint, figures jsonb)
      JOIN customer k ON k.id = r.customer_id
    ON CONFLICT DO NOTHING`.execute(transaction);
  await sql`DELETE FROM customer_health WHERE customer_id = ANY(${rows.map(({ customer_id }) => customer_id)}::int[])
    AND day <= ${today}::date - ${healthDays}::int`.execute(transaction);
}

/**
 * Whether customer `c` has projects, the tenant sees every device and alarm of all of them, as part of its health would tell of the
 * rest, and its health is of today or the two days before.
 */
const healthVisible = (tenant: UserTenant): RawBuilder<boolean> => {
  const inPart = new Set([...tenant.listedProjectIds, ...tenant.hiddenAlarmLevels.map((key) => Math.floor(key / 8))]);
  const whole = tenant.projectIds.filter((id) => !inPart.has(id));
  return sql<boolean>`((SELECT bool_and(x.project_id = ANY(${whole}::int[])) FROM customer_project x
      JOIN project p ON p.id = x.project_id AND p.deleted_at IS NULL WHERE x.customer_id = c.id) IS TRUE
    AND EXISTS (SELECT 1 FROM customer_health recent JOIN company y ON y.id = c.company_id
      WHERE recent.customer_id = c.id AND recent.day >= (now() AT TIME ZONE y.time_zone)::date - 2))`;
};

/** The score of health `h` of customer `c`; its parts about alarms count where the reader sees the alarms of all its projects. */
const scoreFor = (alarmProjectIds: readonly number[]): RawBuilder<number | null> => sql<number | null>`CASE
  WHEN EXISTS (SELECT 1 FROM customer_project x JOIN project p ON p.id = x.project_id AND p.deleted_at IS NULL
    WHERE x.customer_id = c.id AND NOT x.project_id = ANY(${[...alarmProjectIds]}::int[])) THEN h.score_without_alarms ELSE h.score END`;

/**
 * The newest score of customer `c`, for readers of all of it.
 *
 * @param alarmProjectIds projects whose alarms the reader sees
 */
export const newestHealth = (tenant: UserTenant, alarmProjectIds: readonly number[]): RawBuilder<number | null> => sql<
  number | null
>`(SELECT ${scoreFor(alarmProjectIds)} FROM customer_health h
  WHERE h.customer_id = c.id AND ${healthVisible(tenant)} ORDER BY h.day DESC LIMIT 1)`;

/** The days of a customer's health, the oldest first; none where the tenant does not see all of it. */
export async function healthOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  customerId: number,
  alarmProjectIds: readonly number[],
): Promise<HealthRow[]> {
  const { rows } = await sql<HealthRow>`SELECT h.day::text AS day, ${scoreFor(alarmProjectIds)} AS score, h.figures
    FROM customer_health h JOIN customer c ON c.id = h.customer_id
    WHERE h.customer_id = ${customerId} AND ${healthVisible(tenant)} ORDER BY h.day`.execute(db);
  return rows;
}
