import { sql } from 'kysely';
import type { SystemTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { Loss } from '../backTest/followLinks.ts';
import type { Client, WrittenAlarm } from '../evaluator/evaluator.store.ts';
import { gatewayOfPoint } from '../gatewayOfPoint.ts';
import type { Correction } from './differences.ts';

// Written in the transaction of the readings: a fixed number of statements however many points there are.

/** That samples of points came too late for their rules, from their earliest on; epoch ms. */
export async function markLate(
  _system: SystemTenant,
  client: Client,
  earliest: ReadonlyMap<number, number>,
): Promise<void> {
  if (earliest.size === 0) return;
  const rows = [...earliest].map(([point_id, from]) => ({ point_id, from_at: new Date(from) }));
  await client.query(
    `INSERT INTO alarm_late_stretch (point_id, from_at)
     SELECT point_id, from_at FROM jsonb_to_recordset($1) AS u(point_id int, from_at timestamptz) ORDER BY point_id
     ON CONFLICT (point_id) DO UPDATE SET from_at = least(alarm_late_stretch.from_at, excluded.from_at)`,
    [JSON.stringify(rows)],
  );
}

export async function forgetLate(_system: SystemTenant, client: Client, pointIds: readonly number[]): Promise<void> {
  if (pointIds.length > 0)
    await client.query('DELETE FROM alarm_late_stretch WHERE point_id = ANY($1::int[])', [pointIds]);
}

/** What was late at the last stop and is still to be judged. */
export const readLate = (_system: SystemTenant, db: DbOrTransaction): Promise<{ point_id: number; from_at: Date }[]> =>
  db.selectFrom('alarm_late_stretch').selectAll().execute();

export interface RecordedAlarm {
  id: number;
  rule_id: number;
  point_id: number;
  raised_at: Date;
  returned_at: Date | null;
  end_reason: string | null;
  severity: number;
  worst_severity: number;
  band: string | null;
  limit_value: number | null;
  extreme: number | null;
}

/** The alarms of points that were on at or after a moment, without those that were disproved. */
export async function recordedAlarms(
  _system: SystemTenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
  from: Date,
): Promise<RecordedAlarm[]> {
  const { rows } = await sql<RecordedAlarm>`
    SELECT id::float8 AS id, rule_id, subject_id AS point_id, raised_at, returned_at, end_reason, severity, worst_severity, band, limit_value, extreme
    FROM alarm WHERE point_id = ANY(${[...pointIds]}::int[]) AND subject_kind = 'point'
      AND (returned_at IS NULL OR returned_at >= ${from}) AND end_reason IS DISTINCT FROM 'disproved'
    ORDER BY raised_at, id`.execute(db);
  return rows;
}

/** Ends alarms that late data disproved; those that are over keep when that was. */
export async function disproveAlarms(
  _system: SystemTenant,
  client: Client,
  alarms: readonly { index: number; id: number }[],
  at: Date,
): Promise<WrittenAlarm[]> {
  if (alarms.length === 0) return [];
  const { rows } = await client.query<WrittenAlarm>(
    `UPDATE alarm a SET returned_at = coalesce(a.returned_at, greatest($2::timestamptz, a.raised_at)), end_reason = 'disproved', next_repeat_at = NULL
     FROM jsonb_to_recordset($1) AS u(index int, id bigint) WHERE a.id = u.id
     RETURNING u.index, a.id, a.company_id, a.project_id, a.device_id, a.point_id, a.severity, a.worst_severity, a.had_severities,
       a.returned_at, a.detected_late`,
    [JSON.stringify(alarms), at],
  );
  return rows;
}

/** Corrects when alarms were raised and returned, and how bad they were. What people did about them stays. */
export async function correctAlarms(
  _system: SystemTenant,
  client: Client,
  corrections: readonly (Correction & { index: number })[],
): Promise<WrittenAlarm[]> {
  if (corrections.length === 0) return [];
  const { rows } = await client.query<WrittenAlarm>(
    `UPDATE alarm a SET raised_at = u.raised_at, returned_at = u.returned_at, end_reason = u.end_reason,
       severity = coalesce(u.severity, a.severity), band = CASE WHEN u.severity IS NULL THEN a.band ELSE u.band END,
       worst_severity = u.worst_severity, had_severities = a.had_severities | u.had_severities,
       limit_value = CASE WHEN u.severity IS NULL THEN a.limit_value ELSE u.limit_value END,
       extreme = coalesce(u.extreme, a.extreme),
       sentence_zh = coalesce(u.sentence_zh, a.sentence_zh), sentence_en = coalesce(u.sentence_en, a.sentence_en),
       next_repeat_at = CASE WHEN u.returned_at IS NULL THEN a.next_repeat_at END
     FROM jsonb_to_recordset($1) AS u(index int, id bigint, raised_at timestamptz, returned_at timestamptz, end_reason text,
       severity smallint, worst_severity smallint, had_severities smallint, band text, limit_value float8, extreme float8, sentence_zh text, sentence_en text)
     WHERE a.id = u.id
     RETURNING u.index, a.id, a.company_id, a.project_id, a.device_id, a.point_id, a.severity, a.worst_severity, a.had_severities,
       a.returned_at, a.detected_late`,
    [JSON.stringify(corrections)],
  );
  return rows;
}

/**
 * By point, when its line is known not to have been there: before it first came. Whether a value was vouched for then is not known, so
 * that only its samples speak.
 */
export async function beforeFirstUp(
  _system: SystemTenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
): Promise<Map<number, Loss>> {
  const { rows } = await sql<{ point_id: number; first_up: Date | null }>`
    SELECT p.id AS point_id, (
      SELECT min(e.at) FROM gateway_event e WHERE e.gateway_id = ${gatewayOfPoint} AND e.slave_id IS NULL AND e.kind = 'up') AS first_up
    FROM point p WHERE p.id = ANY(${[...pointIds]}::int[]) AND ${gatewayOfPoint} IS NOT NULL`.execute(db);
  return new Map(rows.map(({ point_id, first_up }) => [point_id, { from: 0, to: first_up?.getTime() ?? null }]));
}
