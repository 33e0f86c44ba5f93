import { type RawBuilder, sql } from 'kysely';
import { inWholeProjects, type Tenant, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { dayAfter } from '../../platform/zonedTime.ts';
import { supplying } from '../meters/meters.store.ts';

/** Sums of days of a meter, or of what supplies a project. */
export interface SumRow {
  /** Meter or project. */
  id: number;
  /** First day of the step. */
  step: string;
  wh: number[];
  cost_micro: number[];
  expected: number;
  measured: number;
  estimated: number;
  suspect_wh: number;
  is_provisional: boolean;
  peak_w: number | null;
}

export type Grain = 'day' | 'month';
export interface DayRange {
  /** `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
}
const figures = sql`wh, cost_micro, expected, measured, estimated, suspect_wh, is_provisional, peak_w, peak_at`;
const sumOf = (column: string, classes: number) =>
  sql.raw(`ARRAY[${Array.from({ length: classes }, (_, i) => `sum(d.${column}[${i + 1}]::float8)`).join(', ')}]`);
const sums = sql`
  ${sumOf('wh', 6)} AS wh, ${sumOf('cost_micro', 5)} AS cost_micro,
  sum(d.expected)::int AS expected, sum(d.measured)::int AS measured, sum(d.estimated)::int AS estimated,
  sum(d.suspect_wh)::float8 AS suspect_wh, bool_or(d.is_provisional) AS is_provisional, max(d.peak_w) AS peak_w`;

/** Days of a range as rows of `energy_day`, whole months of it as one row each: a year is twelve rows and at most 60 days. */
function stepsOf(meterIds: RawBuilder<unknown>, { from, to }: DayRange, grain: Grain): RawBuilder<unknown> {
  const days = (first: string, last: string) => sql`
    SELECT meter_id, day AS step, ${figures} FROM energy_day
    WHERE meter_id = ANY(${meterIds}) AND day BETWEEN ${first}::date AND ${last}::date`;
  if (grain === 'day') return days(from, to);
  const monthOf = (day: string, later = 0) => {
    const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
    first.setUTCMonth(first.getUTCMonth() + later);
    return first.toISOString().slice(0, 10);
  };
  const firstWhole = from.endsWith('-01') ? from : monthOf(from, 1);
  const afterWhole = monthOf(dayAfter(to, 1));
  if (afterWhole <= firstWhole) return days(from, to);
  return sql`
    SELECT meter_id, month AS step, ${figures} FROM energy_month
    WHERE meter_id = ANY(${meterIds}) AND month >= ${firstWhole}::date AND month < ${afterWhole}::date
    UNION ALL ${days(from, dayAfter(firstWhole, -1))} UNION ALL ${days(afterWhole, to)}`;
}
const stepOf = (grain: Grain) => (grain === 'day' ? sql`d.step` : sql`date_trunc('month', d.step)::date`);

/** By meter and step. */
export async function sumsOfMeters(
  _tenant: Tenant,
  db: DbOrTransaction,
  meterIds: readonly number[],
  range: DayRange,
  grain: Grain,
): Promise<SumRow[]> {
  const { rows } = await sql<SumRow>`
    SELECT d.meter_id AS id, ${stepOf(grain)}::text AS step, ${sums}
    FROM (${stepsOf(sql`${[...meterIds]}::int[]`, range, grain)}) d GROUP BY 1, 2 ORDER BY 1, 2`.execute(db);
  return rows;
}

/** The largest measured quarter of one of the meters; null: nothing was measured. */
export async function peakOf(
  _tenant: Tenant,
  db: DbOrTransaction,
  meterIds: readonly number[],
  range: DayRange,
): Promise<{ peak_w: number; peak_at: Date } | null> {
  const { rows } = await sql<{ peak_w: number; peak_at: Date }>`
    SELECT d.peak_w, d.peak_at FROM (${stepsOf(sql`${[...meterIds]}::int[]`, range, 'month')}) d
    WHERE d.peak_w IS NOT NULL ORDER BY d.peak_w DESC, d.step LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** By project and step, of the meters that supply each. */
export async function sumsOfProjects(
  tenant: Tenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
  range: DayRange,
  grain: Grain,
): Promise<SumRow[]> {
  const { rows } = await sql<SumRow>`
    SELECT m.project_id AS id, ${stepOf(grain)}::text AS step, ${sums}
    FROM (${stepsOf(supplying(tenant, projectIds), range, grain)}) d JOIN energy_meter m ON m.id = d.meter_id GROUP BY 1, 2 ORDER BY 1, 2`.execute(
    db,
  );
  return rows;
}

export interface SiteRow {
  id: number;
  name: string;
  name_en: string | null;
  square_metres: number | null;
  time_zone: string;
}

/** Projects with a meter of which the tenant sees everything. */
export async function sitesWithMeters(
  tenant: UserTenant,
  db: DbOrTransaction,
  only: readonly number[] | undefined,
): Promise<SiteRow[]> {
  const { rows } = await sql<SiteRow>`
    SELECT p.id, place.name, place.name_en, s.square_metres, p.time_zone
    FROM project p JOIN place_name place ON place.place_id = p.id LEFT JOIN energy_site s ON s.project_id = p.id
    WHERE ${inWholeProjects(tenant, 'p.id')} AND p.deleted_at IS NULL
      ${only ? sql`AND p.id = ANY(${[...only]}::int[])` : sql``}
      AND EXISTS (SELECT 1 FROM energy_meter m WHERE m.project_id = p.id)
    ORDER BY place.name, p.id`.execute(db);
  return rows;
}

export interface SubItemRow {
  id: number;
  parent_id: number | null;
  name: string;
  name_en: string | null;
  /** Meters of its devices that count, each as long as its device stands in it. */
  meters: MeterStretch[];
}

/** A meter from a local day to another, `YYYY-MM-DD`, both included; null: always, or until today. */
export interface MeterStretch {
  id: number;
  from: string | null;
  to: string | null;
}

/** Sums of meters by month, each as far as its stretch reaches into a range. @param whole of the whole range, by meter and month */
export async function sumsOfStretches(
  tenant: Tenant,
  db: DbOrTransaction,
  stretches: readonly MeterStretch[],
  range: DayRange,
  whole: readonly SumRow[],
): Promise<SumRow[]> {
  const rows: SumRow[] = [];
  for (const { id, ...stretch } of stretches) {
    const from = stretch.from !== null && stretch.from > range.from ? stretch.from : range.from;
    const to = stretch.to !== null && stretch.to < range.to ? stretch.to : range.to;
    if (from === range.from && to === range.to) rows.push(...whole.filter((row) => row.id === id));
    else if (from <= to) rows.push(...(await sumsOfMeters(tenant, db, [id], { from, to }, 'month')));
  }
  return rows;
}

/** Sub-items of a project with the meters that count for each; those above come first. */
export async function subItemsOf(_tenant: UserTenant, db: DbOrTransaction, projectId: number): Promise<SubItemRow[]> {
  const { rows } = await sql<SubItemRow>`
    WITH RECURSIVE below AS (
      SELECT i.*, 0 AS depth FROM sub_item i WHERE i.parent_id IS NULL
      UNION ALL SELECT i.*, below.depth + 1 FROM sub_item i JOIN below ON i.parent_id = below.id
    ) SELECT b.id, b.parent_id, b.name, b.name_en,
      ARRAY(SELECT DISTINCT jsonb_build_object('id', m.id, 'from', s.from_day, 'to', s.to_day)
        FROM (SELECT sub_item_id, project_id, device_id, in_summary, from_day, NULL AS to_day FROM sub_item_device
              UNION ALL SELECT sub_item_id, project_id, device_id, in_summary, from_day, to_day FROM sub_item_device_past) s
          JOIN energy_meter m ON m.device_id = s.device_id AND m.project_id = s.project_id
        WHERE s.sub_item_id = b.id AND s.project_id = ${projectId} AND s.in_summary) AS meters
    FROM below b WHERE b.project_id IS NULL OR b.project_id = ${projectId}
    ORDER BY depth, b.project_id IS NOT NULL, b.position, b.name, b.id`.execute(db);
  return rows;
}

export interface DayRow {
  meter_id: number;
  day: string;
  wh: number[];
  flags: string;
}

export async function quartersOfDays(
  _tenant: Tenant,
  db: DbOrTransaction,
  meterIds: readonly number[],
  days: readonly string[],
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    SELECT meter_id, day::text AS day, wh, flags FROM energy_quarter
    WHERE meter_id = ANY(${[...meterIds]}::int[]) AND day = ANY(${[...days]}::date[])`.execute(db);
  return rows;
}

export async function openEventsOf(_tenant: Tenant, db: DbOrTransaction, projectId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM energy_event e JOIN energy_meter m ON m.id = e.meter_id WHERE m.project_id = ${projectId} AND e.state = 'open'`.execute(
    db,
  );
  return rows[0]!.count;
}

/** A meter whose energy is not that of the meters below it; shares of its energy. */
export interface UnbalancedRow {
  meter_id: number;
  /** Of the last 7 on which it was so. */
  days: number;
  since: string;
  loss_share: number;
  limit_share: number;
}

export async function unbalancedOf(_tenant: Tenant, db: DbOrTransaction, projectId: number): Promise<UnbalancedRow[]> {
  const { rows } = await sql<UnbalancedRow>`
    SELECT meter_id, days, since::text AS since, loss_share, limit_share FROM energy_unbalanced WHERE project_id = ${projectId}`.execute(
    db,
  );
  return rows;
}
