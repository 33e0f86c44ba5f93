import { type RawBuilder, sql } from 'kysely';
import type { UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
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
  verified: number;
  finished: number;
}

export type RepairKey = 'all' | 'project' | 'class' | 'assignee';
const keys: Record<RepairKey, { key: RawBuilder<unknown>; name: RawBuilder<unknown>; name_en: RawBuilder<unknown> }> = {
  all: { key: sql`NULL::int`, name: sql`NULL::text`, name_en: sql`NULL::text` },
  project: { key: sql`o.project_id`, name: sql`min(pl.name)`, name_en: sql`min(pl.name_en)` },
  class: { key: sql`c.id`, name: sql`min(c.name_zh)`, name_en: sql`min(c.name_en)` },
  assignee: { key: sql`o.assignee_id`, name: sql`min(o.assignee_name)`, name_en: sql`NULL::text` },
};

const quantile = (part: number, seconds: RawBuilder<unknown>) =>
  sql`round(percentile_cont(${part}) WITHIN GROUP (ORDER BY ${seconds}) FILTER (WHERE ${seconds} >= 0))::int`;

/** The repair orders that were submitted in a stretch, in figures. Of projects that the tenant sees as a whole. */
export async function repairFigures(
  _tenant: UserTenant,
  db: DbOrTransaction,
  { projectIds, from, until }: Stretch,
  now: Date,
  by: RepairKey,
): Promise<RepairRow[]> {
  const span = (start: RawBuilder<unknown>, end: RawBuilder<unknown>) => sql`date_part('epoch', ${end} - ${start})`;
  const accept = span(sql`o.submitted_at`, sql`o.accepted_at`);
  const paused = sql`(SELECT coalesce(sum(date_part('epoch', least(coalesce(p.until_at, o.finished_at), o.finished_at) - greatest(p.from_at, o.arrived_at))), 0)
    FROM work_pause p WHERE p.order_kind = 'repair' AND p.order_id = o.id AND coalesce(p.clock_kind, 'resolution') = 'resolution'
      AND p.from_at < o.finished_at AND coalesce(p.until_at, o.finished_at) > o.arrived_at)`;
  const repair = sql`(${span(sql`o.arrived_at`, sql`o.finished_at`)} - ${paused})`;
  const downtime = sql`date_part('epoch', o.recovery_since - (SELECT min(a.raised_at) FROM repair_alarm x JOIN alarm a ON a.id = x.alarm_id WHERE x.order_id = o.id))`;
  const isMature = sql`o.status = 7 AND o.completed_at < ${now}::timestamptz - interval '30 days'`;
  const follows = sql`EXISTS (SELECT 1 FROM repair_order f WHERE f.status NOT IN (-1, 0) AND f.id <> o.id
    AND (f.parent_id = o.id OR (f.device_id = o.device_id AND f.fault_content = o.fault_content
      AND f.submitted_at > o.finished_at AND f.submitted_at < o.finished_at + interval '30 days')))`;
  const { key, name, name_en } = keys[by];
  const { rows } = await sql<RepairRow>`
    SELECT ${key} AS key, ${name} AS name, ${name_en} AS name_en, count(*)::int AS submitted,
      count(*) FILTER (WHERE o.status = 7)::int AS completed, count(*) FILTER (WHERE o.status = 0)::int AS revoked,
      count(*) FILTER (WHERE o.status IN (1, 2, 3) AND o.expected_at < ${now})::int AS overdue,
      ${quantile(0.5, accept)} AS accept_median, ${quantile(0.9, accept)} AS accept_p90,
      ${quantile(0.5, repair)} AS repair_median, ${quantile(0.9, repair)} AS repair_p90,
      ${quantile(0.5, downtime)} AS downtime_median, ${quantile(0.9, downtime)} AS downtime_p90,
      count(*) FILTER (WHERE ${isMature} AND o.failed_times = 0 AND NOT ${follows})::int AS first_time,
      count(*) FILTER (WHERE ${isMature})::int AS first_time_of,
      count(*) FILTER (WHERE o.status = 7 AND NOT (${isMature}))::int AS maturing,
      count(*) FILTER (WHERE o.failed_times > 0 OR o.parent_id IS NOT NULL)::int AS rework,
      count(*) FILTER (WHERE o.recovery_state = 'verified')::int AS verified,
      count(*) FILTER (WHERE o.finished_at IS NOT NULL)::int AS finished
    FROM repair_order o JOIN place_name pl ON pl.place_id = o.project_id
      LEFT JOIN device d ON d.id = o.device_id LEFT JOIN device_class c ON c.id = d.device_class_id
    WHERE o.project_id = ANY(${[...projectIds]}::int[]) AND o.submitted_at >= ${from} AND o.submitted_at < ${until}
    GROUP BY ${by === 'all' ? sql`()` : key} ORDER BY submitted DESC, 2`.execute(db);
  return rows;
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
