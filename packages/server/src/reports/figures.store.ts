import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { AlarmFigures, RepairFigures } from './figures.wire.ts';

export interface ReportPoint {
  id: number;
  name: string;
  name_en: string | null;
  unit: string;
  decimals: number;
  sampling_interval_seconds: number;
  device_name: string;
  device_name_en: string | null;
}

/** Analog points of a project that are measured and serve a device. */
export async function measuredPoints(
  _system: SystemTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<ReportPoint[]> {
  const { rows } = await sql<ReportPoint>`
    SELECT p.id, p.name, p.name_en, p.unit, p.decimals, p.sampling_interval_seconds, d.name AS device_name, d.name_en AS device_name_en
    FROM point p JOIN point_type t ON t.id = p.point_type_id AND t.value_type = 'analog'
    JOIN LATERAL (SELECT d.name, d.name_en FROM device_point dp JOIN device d ON d.id = dp.device_id
      WHERE dp.point_id = p.id ORDER BY d.id LIMIT 1) d ON true
    WHERE p.project_id = ${projectId} AND p.kind IN ('modbus', 'mqtt', 'tag') AND NOT p.writable
    ORDER BY p.id`.execute(db);
  return rows;
}

/** Alarms that were raised in a period and shown to people. */
export async function alarmFigures(
  _system: SystemTenant,
  db: DbOrTransaction,
  projectId: number,
  from: Date,
  to: Date,
  inTimeMinutes: number,
): Promise<AlarmFigures> {
  const raised = sql`FROM alarm a WHERE a.project_id = ${projectId} AND a.raised_at >= ${from} AND a.raised_at < ${to} AND NOT a.never_shown`;
  const counted = await sql<{
    total: number;
    levels: number[];
    acknowledged: number;
    acknowledged_in_time: number;
    handled: number;
    mean_minutes: number | null;
  }>`
    SELECT count(*)::int AS total,
      ARRAY[count(*) FILTER (WHERE a.worst_severity = 1)::int, count(*) FILTER (WHERE a.worst_severity = 2)::int,
            count(*) FILTER (WHERE a.worst_severity = 3)::int, count(*) FILTER (WHERE a.worst_severity = 4)::int] AS levels,
      count(a.acknowledged_at)::int AS acknowledged,
      count(*) FILTER (WHERE a.acknowledged_at <= a.raised_at + make_interval(mins => ${inTimeMinutes}))::int AS acknowledged_in_time,
      count(a.handled_at)::int AS handled,
      (avg(extract(epoch FROM a.returned_at - a.raised_at)) / 60)::float8 AS mean_minutes
    ${raised}`.execute(db);
  const devices = await sql<{ name: string; name_en: string | null; count: number }>`
    SELECT a.device_name AS name, max(a.device_name_en) AS name_en, count(*)::int AS count ${raised} AND a.device_name <> ''
    GROUP BY a.device_id, a.device_name ORDER BY count(*) DESC, a.device_name LIMIT 10`.execute(db);
  const row = counted.rows[0]!;
  return {
    total: row.total,
    levels: row.levels,
    acknowledged: row.acknowledged,
    acknowledgedInTime: row.acknowledged_in_time,
    handled: row.handled,
    meanMinutes: row.mean_minutes === null ? null : Math.round(row.mean_minutes * 10) / 10,
    devices: devices.rows.map(({ name, name_en, count }) => ({ name, nameEn: name_en, count })),
  };
}

/** Repair orders that were submitted in a period; overdue: a target of theirs was missed, even where it was completed afterwards. */
export async function repairFigures(
  _system: SystemTenant,
  db: DbOrTransaction,
  projectId: number,
  from: Date,
  to: Date,
): Promise<RepairFigures> {
  const { rows } = await sql<RepairFigures>`
    SELECT count(*)::int AS submitted, count(o.completed_at)::int AS completed,
      count(*) FILTER (WHERE EXISTS (SELECT 1 FROM work_clock c WHERE c.order_kind = 'repair' AND c.order_id = o.id
        AND c.breached_at IS NOT NULL))::int AS overdue
    FROM repair_order o WHERE o.project_id = ${projectId} AND o.submitted_at >= ${from} AND o.submitted_at < ${to}`.execute(
    db,
  );
  return rows[0]!;
}
