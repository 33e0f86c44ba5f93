import { sql } from 'kysely';
import type { Tenant, UserTenant } from '../../access/index.ts';
import { alarmVisible, anyLevelVisible, seenDevice } from '../../notifications/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { OpenAlarm } from '../states/store.ts';

/** Hidden alarms count for nobody from then on. */
const stoodAt = (at: Date) =>
  sql`a.raised_at <= ${at} AND (a.returned_at IS NULL OR a.returned_at > ${at}) AND (a.hidden_by IS NULL OR a.hidden_since > ${at})`;

/** Alarms of a project that stood at a moment and that the tenant may see, as severe as they were then. */
export async function alarmsAt(tenant: Tenant, db: DbOrTransaction, projectId: number, at: Date): Promise<OpenAlarm[]> {
  const { rows } = await sql<OpenAlarm>`
    SELECT a.point_id,
           coalesce((SELECT j.severity FROM alarm_journal j
                      WHERE j.alarm_id = a.id AND j.severity IS NOT NULL AND j.user_id IS NULL AND j.at <= ${at}
                      ORDER BY j.at DESC, j.id DESC LIMIT 1), a.severity) AS severity,
           coalesce((SELECT array_agg(dp.device_id) FROM device_point dp WHERE dp.point_id = a.point_id),
                    CASE WHEN a.device_id IS NOT NULL THEN ARRAY[a.device_id] END, '{}') AS device_ids
    FROM alarm a
    WHERE a.project_id = ${projectId} AND ${stoodAt(at)} AND ${anyLevelVisible(tenant, 'a')}`.execute(db);
  return rows;
}

export interface MarkedAlarm {
  id: number;
  device_id: number | null;
  subject_name: string;
  subject_name_en: string | null;
  severity: number;
  raised_at: Date;
  returned_at: Date | null;
}

/** Alarms of a project that were active between two times and that the tenant may see, the most severe first; none for the record. */
export async function alarmsBetween(
  tenant: UserTenant,
  db: DbOrTransaction,
  { projectId, from, to, limit }: { projectId: number; from: Date; to: Date; limit: number },
): Promise<MarkedAlarm[]> {
  const { rows } = await sql<MarkedAlarm>`
    SELECT a.id, seen.id AS device_id, a.subject_name, a.subject_name_en, a.severity, a.raised_at, a.returned_at
    FROM alarm a ${seenDevice(tenant)}
    WHERE a.project_id = ${projectId} AND a.raised_at < ${to} AND (a.returned_at IS NULL OR a.returned_at > ${from})
      AND a.hidden_by IS NULL AND a.severity < 4 AND ${alarmVisible(tenant)}
    ORDER BY a.severity, a.raised_at DESC, a.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}
