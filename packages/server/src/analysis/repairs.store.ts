import type { RepairFigure } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import type { UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { figureCondition, returnedOfMany } from '../repair/index.ts';
import type { Stretch } from './alarms.store.ts';

export interface RepairRow {
  key: number | null;
  name: string | null;
  name_en: string | null;
  submitted: number;
  completed: number;
  revoked: number;
  overdue: number;
  accept_median: number | null;
  accept_p90: number | null;
  repair_median: number | null;
  repair_p90: number | null;
  downtime_median: number | null;
  downtime_p90: number | null;
  first_time: number;
  first_time_of: number;
  maturing: number;
  rework: number;
  failures: number;
  verified: number;
  finished: number;
}

export type RepairKey = 'project' | 'class' | 'assignee' | 'team' | 'cause';
const keys: Record<RepairKey, { key: RawBuilder<unknown>; name: RawBuilder<unknown>; name_en: RawBuilder<unknown> }> = {
  project: { key: sql`r.project_id`, name: sql`pl.name`, name_en: sql`pl.name_en` },
  class: { key: sql`c.id`, name: sql`c.name_zh`, name_en: sql`c.name_en` },
  assignee: { key: sql`r.assignee_id`, name: sql`r.assignee_name`, name_en: sql`NULL::text` },
  team: { key: sql`r.team_id`, name: sql`r.team_name`, name_en: sql`NULL::text` },
  cause: { key: sql`r.cause_id`, name: sql`cause.name_zh`, name_en: sql`cause.name_en` },
};

const quantile = (part: number, seconds: RawBuilder<unknown>) =>
  sql`round(percentile_cont(${part}) WITHIN GROUP (ORDER BY ${seconds}) FILTER (WHERE ${seconds} >= 0))::int`;

const countedFigures = {
  submitted: 'submitted',
  completed: 'completed',
  revoked: 'revoked',
  overdue: 'overdue',
  first_time: 'firstTime',
  first_time_of: 'mature',
  maturing: 'maturing',
  rework: 'rework',
  failures: 'failures',
  verified: 'verified',
  finished: 'finished',
} as const satisfies Partial<Record<keyof RepairRow, RepairFigure>>;

/**
 * The repair orders that were submitted in a stretch, in figures. Of projects that the tenant sees as a whole. Each order is looked
 * at once: whether its trouble came back is found of all together.
 *
 * @param by null: without groups
 */
export async function repairFigures(
  tenant: UserTenant,
  db: DbOrTransaction,
  { projectIds, from, until }: Stretch,
  now: Date,
  by: RepairKey | null,
): Promise<{ all: RepairRow | undefined; groups: RepairRow[] }> {
  const span = (start: RawBuilder<unknown>, end: RawBuilder<unknown>) => sql`date_part('epoch', ${end} - ${start})`;
  const paused = sql`(SELECT coalesce(sum(date_part('epoch', least(coalesce(p.until_at, r.finished_at), r.finished_at) - greatest(p.from_at, r.arrived_at))), 0)
    FROM work_pause p WHERE p.order_kind = 'repair' AND p.order_id = r.id AND p.voided_at IS NULL AND coalesce(p.clock_kind, 'resolution') = 'resolution'
      AND p.from_at < r.finished_at AND coalesce(p.until_at, r.finished_at) > r.arrived_at)`;
  // Looked up only where something follows from it: each look takes as long as all that the row says.
  const downtime = sql`CASE WHEN r.recovery_since IS NOT NULL THEN date_part('epoch', r.recovery_since
    - (SELECT min(a.raised_at) FROM repair_alarm x JOIN alarm a ON a.id = x.alarm_id WHERE x.order_id = r.id)) END`;
  const figures = Object.entries(countedFigures);
  const isCounted = figures.map(
    ([column, figure]) => sql`${figureCondition(tenant, figure, now, sql<boolean>`f.again`)} AS ${sql.ref(column)}`,
  );
  const counted = figures.map(
    ([column]) => sql`count(*) FILTER (WHERE o.${sql.ref(column)})::int AS ${sql.ref(column)}`,
  );
  const orders = sql`r.project_id = ANY(${[...projectIds]}::int[]) AND r.submitted_at >= ${from} AND r.submitted_at < ${until}`;
  const { next, again } = returnedOfMany(tenant, orders, from);
  const { key, name, name_en } =
    by === null ? { key: sql`NULL::int`, name: sql`NULL::text`, name_en: sql`NULL::text` } : keys[by];
  const { rows } = await sql<RepairRow & { is_all: boolean }>`
    WITH o AS MATERIALIZED (
      SELECT ${key} AS key, ${name} AS name, ${name_en} AS name_en, ${sql.join(isCounted)}, ${span(sql`r.submitted_at`, sql`r.accepted_at`)} AS accept,
        ${span(sql`r.arrived_at`, sql`r.finished_at`)} - ${paused} AS repair, ${downtime} AS downtime
      FROM repair_order r JOIN place_name pl ON pl.place_id = r.project_id
        LEFT JOIN device d ON d.id = r.device_id LEFT JOIN device_class c ON c.id = d.device_class_id
        LEFT JOIN fault_code cause ON cause.id = r.cause_id
        LEFT JOIN ${next} next ON next.id = r.id CROSS JOIN LATERAL (SELECT ${again} AS again OFFSET 0) f
      WHERE ${orders})
    SELECT ${by === null ? sql`true` : sql`grouping(o.key) = 1`} AS is_all, ${by === null ? sql`NULL::int` : sql`o.key`} AS key, min(o.name) AS name, min(o.name_en) AS name_en, ${sql.join(counted)},
      ${quantile(0.5, sql`o.accept`)} AS accept_median, ${quantile(0.9, sql`o.accept`)} AS accept_p90,
      ${quantile(0.5, sql`o.repair`)} AS repair_median, ${quantile(0.9, sql`o.repair`)} AS repair_p90,
      ${quantile(0.5, sql`o.downtime`)} AS downtime_median, ${quantile(0.9, sql`o.downtime`)} AS downtime_p90
    FROM o GROUP BY ${by === null ? sql`GROUPING SETS (())` : sql`GROUPING SETS ((), (o.key))`} ORDER BY is_all DESC, submitted DESC, name`.execute(
    db,
  );
  return { all: rows.find((row) => row.is_all), groups: rows.filter((row) => !row.is_all) };
}

/** Device days of a stretch, by the devices that there are now. */
export async function deviceDays(
  _tenant: UserTenant,
  db: DbOrTransaction,
  { projectIds, from, until }: Stretch,
): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    SELECT count(*) * greatest(0, date_part('epoch', ${until}::timestamptz - ${from}::timestamptz)) / 86400 AS days
    FROM device d WHERE d.project_id = ANY(${[...projectIds]}::int[])`.execute(db);
  return rows[0]!.days;
}

/** How many orders were submitted in a stretch, by project. */
export async function repairCounts(
  _tenant: UserTenant,
  db: DbOrTransaction,
  { projectIds, from, until }: Stretch,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ project_id: number; count: number }>`
    SELECT o.project_id, count(*)::int AS count FROM repair_order o
    WHERE o.project_id = ANY(${[...projectIds]}::int[]) AND o.submitted_at >= ${from} AND o.submitted_at < ${until} GROUP BY 1`.execute(
    db,
  );
  return new Map(rows.map(({ project_id, count }) => [project_id, count]));
}
