import type pg from 'pg';
import type { Tenant } from '../access/index.ts';

/** The days of a project that do not count as the weekday they are. */
export interface CalendarRow {
  project_id: number;
  /** `2026-10-01=8,2026-10-10=5`, in order; equal for projects with the same days. */
  days: string;
}

/**
 * The calendars of projects that were found for the tenant; of a project without such days none.
 *
 * @param range the first and the last day wanted, both included, `YYYY-MM-DD`; absent: all
 */
export async function readCalendarRows(
  _tenant: Tenant,
  client: Pick<pg.ClientBase, 'query'>,
  projectIds: readonly number[],
  range: { readonly from: string; readonly to: string } | null = null,
): Promise<CalendarRow[]> {
  if (projectIds.length === 0) return [];
  const { rows } = await client.query<CalendarRow>(
    `SELECT project_id, string_agg(day::text || '=' || counts_as, ',' ORDER BY day) AS days FROM day_of_project
     WHERE project_id = ANY($1::int[]) AND ($2::date IS NULL OR day BETWEEN $2::date AND $3::date) GROUP BY project_id`,
    [projectIds, range?.from ?? null, range?.to ?? null],
  );
  return rows;
}
