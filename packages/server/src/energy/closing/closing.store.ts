import { sql } from 'kysely';
import { inWholeProjects, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { supplying } from '../meters/meters.store.ts';

export interface ClosedMonth {
  /** `YYYY-MM`. */
  month: string;
  closed_at: Date;
  closed_name: string | null;
  reason: string;
  grams_per_kwh: number;
}

/** Closed months of projects, by project. */
export async function closedMonthsOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
): Promise<Map<number, ClosedMonth[]>> {
  const { rows } = await sql<ClosedMonth & { project_id: number }>`
    SELECT c.project_id, to_char(c.month, 'YYYY-MM') AS month, c.closed_at, person.name AS closed_name, c.reason, c.grams_per_kwh
    FROM energy_closed_month c LEFT JOIN person ON person.user_id = c.closed_by
    WHERE c.project_id = ANY(${[...projectIds]}::int[]) AND ${inWholeProjects(tenant, 'c.project_id')}`.execute(db);
  return Map.groupBy(rows, ({ project_id }) => project_id);
}

export async function insertClosedMonth(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
  { month, at, reason, gramsPerKwh }: { month: string; at: Date; reason: string; gramsPerKwh: number },
): Promise<void> {
  await sql`
    INSERT INTO energy_closed_month (project_id, month, closed_at, closed_by, reason, grams_per_kwh)
    VALUES (${projectId}, ${`${month}-01`}::date, ${at}, ${tenant.userId}, ${reason}, ${gramsPerKwh})`.execute(
    transaction,
  );
}

/** Opens a month again; what was found since is found once more when it is settled. */
export async function deleteClosedMonth(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
  month: string,
): Promise<void> {
  const first = sql`${`${month}-01`}::date`;
  await sql`DELETE FROM energy_closed_month WHERE project_id = ${projectId} AND month = ${first}`.execute(transaction);
  await sql`
    DELETE FROM energy_day_later l USING energy_meter m
    WHERE m.id = l.meter_id AND m.project_id = ${projectId} AND l.day >= ${first} AND l.day < ${first} + interval '1 month'`.execute(
    transaction,
  );
}

export interface LaterSums {
  month: string;
  days: number;
  wh: number;
  cost_micro: number;
}

/** By how much closed months would change: days of all meters, energy and money of those that supply the project. */
export async function laterSums(tenant: UserTenant, db: DbOrTransaction, projectId: number): Promise<LaterSums[]> {
  const total = (column: string) =>
    sql`(SELECT coalesce(sum(each), 0) FROM unnest(l.${sql.ref(column)}) each) - coalesce((SELECT sum(each) FROM unnest(d.${sql.ref(column)}) each), 0)`;
  const { rows } = await sql<LaterSums>`
    SELECT to_char(l.day, 'YYYY-MM') AS month, count(*) AS days,
      coalesce(sum(${total('wh')}) FILTER (WHERE m.id = ANY(${supplying(tenant, [projectId])})), 0)::float8 AS wh,
      coalesce(sum(${total('cost_micro')}) FILTER (WHERE m.id = ANY(${supplying(tenant, [projectId])})), 0)::float8 AS cost_micro
    FROM energy_day_later l JOIN energy_meter m ON m.id = l.meter_id LEFT JOIN energy_day d ON d.meter_id = l.meter_id AND d.day = l.day
    WHERE m.project_id = ${projectId} AND ${inWholeProjects(tenant, 'm.project_id')} GROUP BY 1`.execute(db);
  return rows;
}

/** The newest closed month, from one on, that holds days of one of the meters, `YYYY-MM`; null: there is none. */
export async function closedMonthWith(
  _tenant: UserTenant,
  db: DbOrTransaction,
  meterIds: readonly number[],
  fromMonth: string,
): Promise<string | null> {
  const { rows } = await sql<{ month: string }>`
    SELECT to_char(c.month, 'YYYY-MM') AS month
    FROM energy_month e JOIN energy_meter m ON m.id = e.meter_id
      JOIN energy_closed_month c ON c.project_id = m.project_id AND c.month = e.month
    WHERE m.id = ANY(${[...meterIds]}::int[]) AND c.month >= ${`${fromMonth}-01`}::date ORDER BY c.month DESC LIMIT 1`.execute(
    db,
  );
  return rows[0]?.month ?? null;
}
