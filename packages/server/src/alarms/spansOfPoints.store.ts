import type { EndReason } from '@watchpost/contract';
import { sql } from 'kysely';
import type { Tenant } from '../access/index.ts';
import { alarmVisible } from '../notifications/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/** From when to when a point was in alarm. */
export interface AlarmSpan {
  id: number;
  point_id: number;
  strategy_id: number | null;
  /** By which it is listed: its present one, or the worst it was once it is over. */
  severity: number;
  raised_at: Date;
  /** Null: it still is. */
  returned_at: Date | null;
  end_reason: EndReason | null;
  sentence_zh: string;
  sentence_en: string;
}

/** The alarms of points that the tenant may see and that were on at any moment in [from, to), by point and beginning. */
export async function spansOfPoints(
  tenant: Tenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
  from: Date,
  to: Date,
): Promise<AlarmSpan[]> {
  const { rows } = await sql<AlarmSpan>`
    SELECT a.id::float8 AS id, a.point_id, a.strategy_id, a.effective_severity AS severity, a.raised_at, a.returned_at, a.end_reason, a.sentence_zh, a.sentence_en
    FROM alarm a
    WHERE a.point_id = ANY(${[...pointIds]}::int[]) AND a.raised_at < ${to} AND (a.returned_at IS NULL OR a.returned_at > ${from})
      AND ${alarmVisible(tenant)}
    ORDER BY a.point_id, a.raised_at, a.id`.execute(db);
  return rows;
}
