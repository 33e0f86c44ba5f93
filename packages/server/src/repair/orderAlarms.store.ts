import { sql } from 'kysely';
import type { SystemTenant, Tenant, UserTenant } from '../access/index.ts';
import { alarmVisible } from '../notifications/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export interface AlarmOfOrder {
  id: number;
  device_id: number | null;
  device_ids: number[];
  point_id: number | null;
  rule_definition: unknown;
  /** The limit that was exceeded; null: the alarm is of another kind. */
  band: string | null;
  limit_value: number | null;
  severity: number;
  subject_name: string;
  subject_name_en: string | null;
  sentence_zh: string;
  sentence_en: string;
  raised_at: Date;
  returned_at: Date | null;
  acknowledged_at: Date | null;
}

const columns = sql`a.id, a.device_id, a.point_id, a.rule_definition, a.band, a.limit_value, a.effective_severity AS severity, a.subject_name, a.subject_name_en,
  a.sentence_zh, a.sentence_en, a.raised_at, a.returned_at, a.acknowledged_at,
  ARRAY(SELECT dp.device_id FROM device_point dp WHERE dp.point_id = a.point_id) AS device_ids`;

/** Those of the alarms that the tenant may see in the project. */
export async function findAlarms(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  ids: readonly number[],
): Promise<AlarmOfOrder[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AlarmOfOrder>`
    SELECT ${columns} FROM alarm a WHERE a.id = ANY(${[...ids]}::bigint[]) AND a.project_id = ${projectId} AND ${alarmVisible(tenant)}
    ORDER BY a.raised_at, a.id`.execute(db);
  return rows;
}

/** Alarms of an order that was found for the tenant, as far as they see them, in the order in which they were raised. */
export async function alarmsOfOrder(tenant: Tenant, db: DbOrTransaction, orderId: number): Promise<AlarmOfOrder[]> {
  const { rows } = await sql<AlarmOfOrder>`
    SELECT ${columns} FROM alarm a JOIN repair_alarm link ON link.alarm_id = a.id
    WHERE link.order_id = ${orderId} AND ${alarmVisible(tenant)} ORDER BY a.raised_at, a.id`.execute(db);
  return rows;
}

/** The alarms were found for the tenant. */
export async function linkAlarms(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  orderId: number,
  alarmIds: readonly number[],
): Promise<void> {
  if (alarmIds.length === 0) return;
  await sql`INSERT INTO repair_alarm (order_id, alarm_id) SELECT ${orderId}, id FROM unnest(${[...alarmIds]}::bigint[]) AS t(id)
    ON CONFLICT DO NOTHING`.execute(transaction);
}

export interface DeviceEvent {
  at: Date;
  action: 'alarmRaised' | 'alarmReturned' | 'written';
  text_zh: string;
  text_en: string;
  user_name: string | null;
}

/** What alarms and writes say of the order's device in a stretch of time, newest first. The order was found for the tenant. */
export async function eventsOfDevice(
  tenant: UserTenant,
  db: DbOrTransaction,
  { deviceId, orderId, from, to }: { deviceId: number | null; orderId: number; from: Date; to: Date },
): Promise<DeviceEvent[]> {
  const ofOrder = sql`(a.device_id = ${deviceId}::int OR EXISTS (
    SELECT 1 FROM repair_alarm link WHERE link.order_id = ${orderId} AND link.alarm_id = a.id))`;
  const { rows } = await sql<DeviceEvent>`
    SELECT a.raised_at AS at, 'alarmRaised' AS action, concat_ws(' · ', a.subject_name, a.sentence_zh) AS text_zh,
      concat_ws(' · ', coalesce(a.subject_name_en, a.subject_name), a.sentence_en) AS text_en, NULL AS user_name
    FROM alarm a WHERE ${ofOrder} AND a.raised_at BETWEEN ${from} AND ${to} AND ${alarmVisible(tenant)}
    UNION ALL
    SELECT a.returned_at, 'alarmReturned', a.subject_name, coalesce(a.subject_name_en, a.subject_name), NULL
    FROM alarm a WHERE ${ofOrder} AND a.returned_at BETWEEN ${from} AND ${to} AND ${alarmVisible(tenant)}
    UNION ALL
    SELECT w.requested_at, 'written', concat_ws(' ', w.point_name, '→', round(w.value::numeric, w.decimals), nullif(w.unit, '')),
      concat_ws(' ', coalesce(w.point_name_en, w.point_name), '→', round(w.value::numeric, w.decimals), nullif(w.unit, '')), w.user_name
    FROM write_record w WHERE w.device_id = ${deviceId}::int AND w.outcome IN ('succeeded', 'acknowledged') AND w.requested_at BETWEEN ${from} AND ${to}
    ORDER BY at DESC LIMIT 300`.execute(db);
  return rows;
}

/** Whether an alarm of the same rule and subject as one of the order's is active now. */
export async function isAlarming(_system: SystemTenant, db: DbOrTransaction, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM repair_alarm link JOIN alarm was ON was.id = link.alarm_id
    JOIN alarm a ON a.rule_id = was.rule_id AND a.subject_kind = was.subject_kind AND a.subject_id = was.subject_id
    WHERE link.order_id = ${orderId} AND a.returned_at IS NULL LIMIT 1`.execute(db);
  return rows.length > 0;
}
