import type { AlarmKindName, Bilingual, EndReason } from '@watchpost/contract';
import { sql } from 'kysely';
import type { UserTenant } from '../../access/index.ts';
import { alarmVisible } from '../../notifications/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { pointVisible } from '../../points/index.ts';
import { isItsHour, reaches, wallClock } from '../shelves/shelfReach.store.ts';
import type { ShelvedSide } from '../shelves/shelvedKind.ts';
import { strategyNames } from '../store.ts';

export interface RuleOfPointRow {
  rule_id: number;
  definition: unknown;
  strategy_id: number;
  strategy_name: string;
  strategy_name_en: string | null;
  enabled: boolean;
  created_at: Date;
  changed_at: Date;
}

/** Every rule on a point that the tenant sees, of closed strategies too. */
export async function rulesOfPoint(
  tenant: UserTenant,
  db: DbOrTransaction,
  pointId: number,
): Promise<RuleOfPointRow[]> {
  const { rows } = await sql<RuleOfPointRow>`
    SELECT r.id AS rule_id, coalesce(s.definition, r.definition) AS definition, st.id AS strategy_id, st.name AS strategy_name,
      st.name_en AS strategy_name_en, st.enabled, st.created_at, st.changed_at
    FROM alarm_rule_subject s JOIN alarm_rule r ON r.id = s.rule_id JOIN alarm_strategy st ON st.id = r.strategy_id
    JOIN point p ON p.id = s.subject_id
    WHERE s.subject_kind = 'point' AND s.subject_id = ${pointId} AND ${pointVisible(tenant)} ORDER BY st.id, r.id`.execute(
    db,
  );
  return rows;
}

export interface PointThenRow {
  device_id: number | null;
  device_name: string | null;
  device_name_en: string | null;
  unit: string;
  status_values: ({ value: number } & Bilingual)[];
}

/** What the point and its first device are called. */
export async function findPointThen(
  tenant: UserTenant,
  db: DbOrTransaction,
  pointId: number,
): Promise<PointThenRow | null> {
  const { rows } = await sql<PointThenRow>`
    SELECT d.id AS device_id, d.name AS device_name, d.name_en AS device_name_en, p.unit, t.status_values
    FROM point p JOIN point_type t ON t.id = p.point_type_id
    LEFT JOIN LATERAL (SELECT min(device_id) AS device_id FROM device_point WHERE point_id = p.id) first ON true
    LEFT JOIN device d ON d.id = first.device_id
    WHERE p.id = ${pointId} AND ${pointVisible(tenant)}`.execute(db);
  return rows[0] ?? null;
}

export interface AlarmThenRow {
  id: number;
  rule_id: number;
  rule_definition: unknown;
  strategy_name: string | null;
  strategy_name_en: string | null;
  strategy_deleted: boolean;
  raised_at: Date;
  returned_at: Date | null;
  end_reason: EndReason | null;
  subject_kind: string;
  subject_name: string;
  subject_name_en: string | null;
  severity: number;
}

/** The alarms the tenant may see that were on at a moment, of the point and of the gateway and slave it hangs on. */
export async function alarmsThen(
  tenant: UserTenant,
  db: DbOrTransaction,
  pointId: number,
  at: Date,
): Promise<AlarmThenRow[]> {
  const { rows } = await sql<AlarmThenRow>`
    SELECT a.id::float8 AS id, a.rule_id, a.rule_definition, ${strategyNames}, a.strategy_id IS NULL AS strategy_deleted,
      a.raised_at, a.returned_at, a.end_reason, a.subject_kind, a.subject_name, a.subject_name_en, a.severity
    FROM alarm a LEFT JOIN alarm_strategy st ON st.id = a.strategy_id
    WHERE ${alarmVisible(tenant)} AND a.raised_at <= ${at} AND (a.returned_at IS NULL OR a.returned_at > ${at})
      AND (a.point_id = ${pointId} OR EXISTS (
        SELECT 1 FROM point p WHERE p.id = ${pointId} AND a.project_id = p.project_id
          AND ((a.subject_kind = 'gateway' AND a.subject_id = p.gateway_id) OR (a.subject_kind = 'slave' AND a.subject_id = p.slave_id))))
    ORDER BY a.raised_at, a.id`.execute(db);
  return rows;
}

export interface ShelfThenRow {
  kind: 'shelved' | 'outOfService' | 'maintenance';
  /** Null: all kinds. */
  alarm_kind: AlarmKindName | null;
  side: ShelvedSide;
  reason: string;
  reason_en: string | null;
  until_at: Date | null;
  ended_at: Date | null;
  user_name: string | null;
}

/** What hid alarms of a point that the tenant sees at a moment, by the clock of its project. */
export async function shelvesThen(
  tenant: UserTenant,
  db: DbOrTransaction,
  pointId: number,
  at: Date,
): Promise<ShelfThenRow[]> {
  const { rows } = await sql<ShelfThenRow>`
    SELECT s.kind, s.alarm_kind, s.side, s.reason, s.reason_en, s.until_at, s.ended_at, u.nickname AS user_name
    FROM point p JOIN alarm_shelf s ON s.project_id = p.project_id JOIN project_zone z ON z.project_id = p.project_id
    LEFT JOIN app_user u ON u.id = s.created_by
    LEFT JOIN LATERAL (SELECT min(device_id) AS id FROM device_point WHERE point_id = p.id) own ON true
    LEFT JOIN device d ON d.id = own.id
    CROSS JOIN (SELECT ${at}::timestamptz AS at) asked ${sql.raw(wallClock(tenant, 'asked.at', 'z.time_zone'))}
    WHERE p.id = ${pointId} AND ${pointVisible(tenant)} AND s.created_at <= ${at} AND s.from_at <= ${at}
      AND (s.until_at IS NULL OR s.until_at > ${at}) AND (s.ended_at IS NULL OR s.ended_at > ${at}) AND ${sql.raw(isItsHour)}
      AND CASE s.kind WHEN 'shelved' THEN s.subject_kind = 'point' AND s.subject_id = p.id
        ELSE ${sql.raw(reaches(tenant, 'p.id', 'd.id', 'd.area_id'))} END
    ORDER BY s.kind DESC, s.id`.execute(db);
  return rows;
}
