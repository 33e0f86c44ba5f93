import { sql } from 'kysely';
import type { Tenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { ReportRow } from './report.store.ts';

/** What is not there yet of what a report is made from. */
export interface Missing {
  /** Days with a point under a profile that is not sealed of them. */
  unsealedDays: number;
  /** Meters whose energy is not settled to the end of the period; 0 where the report says nothing of energy. */
  unsettledMeters: number;
}

/** @returns null: nothing is missing. @param to end of the period, epoch ms */
export async function missingOf(
  _tenant: Tenant,
  db: DbOrTransaction,
  report: Pick<ReportRow, 'project_id' | 'from_day' | 'until_day' | 'time_zone' | 'contents'>,
  to: number,
): Promise<Missing | null> {
  const { rows } = await sql<Missing>`
    SELECT (SELECT count(*)::int FROM generate_series(${report.from_day}::date::timestamp, ${report.until_day}::date::timestamp, interval '1 day') AS d (day)
        WHERE EXISTS (SELECT FROM compliance_assignment a JOIN point p ON p.id = a.point_id AND p.project_id = ${report.project_id}
          WHERE a.since <= d.day::timestamp AT TIME ZONE ${report.time_zone}::text
            AND (a.until IS NULL OR a.until >= (d.day + interval '1 day')::timestamp AT TIME ZONE ${report.time_zone}::text)
            AND NOT EXISTS (SELECT FROM record_seal s WHERE s.point_id = a.point_id AND s.day = d.day::date))) AS "unsealedDays",
      (SELECT count(*)::int FROM energy_meter m WHERE m.project_id = ${report.project_id} AND ${report.contents.includes('energy')}::boolean
        AND EXISTS (SELECT FROM energy_installation i WHERE i.meter_id = m.id AND i.removed_at IS NULL AND i.point_id IS NOT NULL)
        AND (m.settled_through IS NULL OR m.settled_through < ${new Date(to)}
          OR EXISTS (SELECT FROM energy_dirty e WHERE e.meter_id = m.id AND e.from_at < ${new Date(to)}))) AS "unsettledMeters"`.execute(
    db,
  );
  const missing = rows[0]!;
  return missing.unsealedDays + missing.unsettledMeters === 0 ? null : missing;
}
