import { sql } from 'kysely';
import type { Tenant } from '../access/index.ts';
import { alarmVisible } from '../notifications/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { AlarmSpan } from './spansOfPoints.store.ts';

/** An alarm with how severe it was when, how far it went and what people did about it. */
export interface AlarmCourse extends AlarmSpan {
  worst_severity: number;
  /** The present one; of an alarm that is over, the one it had at its end. */
  last_severity: number;
  /** From when on it was how severe, by ascending time; empty where the journal of an old alarm is lost. */
  course: readonly { readonly at: number; readonly severity: number }[];
  /** The furthest value beyond the limit. */
  extreme: number | null;
  unit: string;
  decimals: number;
  acknowledged_at: Date | null;
  acknowledged_name: string | null;
  handled_at: Date | null;
  /** Who handled it and what was written then are for staff: see `readerOf`. */
  handled_name: string | null;
  follow_up: string | null;
  comment: string | null;
  measures: string | null;
  analysis_result: string | null;
}

/**
 * The alarms of points that the tenant may see and that were on at any moment in [from, to), by point and beginning. The times of
 * their course are those of the readings: what was confirmed, hidden or repeated says when somebody looked, not when it changed.
 */
export async function coursesOfPoints(
  tenant: Tenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
  from: Date,
  to: Date,
): Promise<AlarmCourse[]> {
  const { rows } = await sql<AlarmCourse>`
    SELECT a.id::float8 AS id, a.point_id, a.strategy_id, a.effective_severity AS severity, a.worst_severity, a.severity AS last_severity,
      a.raised_at, a.returned_at, a.sentence_zh, a.sentence_en, a.extreme, a.unit, a.decimals,
      a.acknowledged_at, acknowledger.nickname AS acknowledged_name, a.handled_at, handler.nickname AS handled_name,
      a.follow_up, a.comment, a.measures, a.analysis_result,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('at', extract(epoch FROM j.at) * 1000, 'severity', j.severity) ORDER BY j.at, j.id)
        FROM alarm_journal j
        WHERE j.alarm_id = a.id AND j.kind IN ('raised', 'severityChanged') AND j.severity IS NOT NULL), '[]') AS course
    FROM alarm a
    LEFT JOIN app_user acknowledger ON acknowledger.id = a.acknowledged_by
    LEFT JOIN app_user handler ON handler.id = a.handled_by
    WHERE a.point_id = ANY(${[...pointIds]}::int[]) AND a.raised_at < ${to} AND (a.returned_at IS NULL OR a.returned_at > ${from})
      AND ${alarmVisible(tenant)}
    ORDER BY a.point_id, a.raised_at, a.id`.execute(db);
  return rows;
}
