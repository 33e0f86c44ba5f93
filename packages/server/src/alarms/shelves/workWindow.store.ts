import { hourMs } from '@watchpost/contract';
import { sql } from 'kysely';
import { deviceVisible, type Tenant, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { isItsHour, reaches, wallClock } from './shelfReach.store.ts';

/** Longest maintenance window of work on a device: nobody works longer without a break, and a forgotten one ends by itself. Our choice. */
export const longestWorkHours = 8;

/** The order by which somebody works on devices. */
export interface WorkOrder {
  readonly kind: 'repair' | 'maintenance';
  readonly id: number;
  readonly projectId: number;
}

const columnOf = ({ kind }: Pick<WorkOrder, 'kind'>) =>
  sql.ref(kind === 'repair' ? 'repair_order_id' : 'maintenance_order_id');

/** Work on a device, with the sentence that its window shows and who does it. */
export interface DeviceWork {
  readonly order: WorkOrder;
  readonly deviceId: number;
  readonly workerId: number;
  readonly reason: { readonly zh: string; readonly en: string };
}

/**
 * Begins the maintenance window of a device that somebody works on, unless the order has one. The order was found for the tenant.
 *
 * @returns false: there is no such device in the project, or the tenant may not see it
 */
export async function beginWorkWindow(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  { order, deviceId, workerId, reason }: DeviceWork,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    WITH found AS (SELECT p.company_id, d.project_id, d.id FROM device d JOIN project p ON p.id = d.project_id
      WHERE d.id = ${deviceId} AND d.project_id = ${order.projectId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}),
    begun AS (
      INSERT INTO alarm_shelf (company_id, project_id, kind, device_id, reason, reason_en, from_at, until_at, created_by, created_at, ${columnOf(order)})
      SELECT company_id, project_id, 'maintenance', id, ${reason.zh}, ${reason.en}, ${at}, ${new Date(at.getTime() + longestWorkHours * hourMs)},
        ${workerId}, ${at}, ${order.id} FROM found
      ON CONFLICT DO NOTHING)
    SELECT EXISTS (SELECT 1 FROM found) AS found`.execute(transaction);
  return rows[0]!.found;
}

/** Ends the windows of an order that was found for the tenant. @returns whether there was one */
export async function endWorkWindow(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  order: WorkOrder,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE alarm_shelf SET ended_at = least(${at}::timestamptz, until_at), ended_by = CASE WHEN until_at > ${at} THEN ${tenant.userId}::int END
    WHERE ${columnOf(order)} = ${order.id} AND ended_at IS NULL RETURNING id`.execute(transaction);
  return rows.length > 0;
}

export interface WorkWindow {
  device_id: number | null;
  device_name: string | null;
  device_name_en: string | null;
  from_at: Date;
  until_at: Date;
  /** Null: it is in force. */
  ended_at: Date | null;
}

/** The windows of an order that was found for the tenant, the last first. */
export async function workWindowsOf(
  _tenant: UserTenant,
  db: DbOrTransaction,
  order: WorkOrder,
  at: Date,
): Promise<WorkWindow[]> {
  const { rows } = await sql<WorkWindow>`
    SELECT s.device_id, d.name AS device_name, d.name_en AS device_name_en, s.from_at, s.until_at,
      coalesce(s.ended_at, CASE WHEN s.until_at <= ${at} THEN s.until_at END) AS ended_at
    FROM alarm_shelf s LEFT JOIN device d ON d.id = s.device_id WHERE ${columnOf(order)} = ${order.id} ORDER BY s.id DESC`.execute(
    db,
  );
  return rows;
}

/** A device whose alarms a maintenance window hides. */
export interface UnderMaintenance {
  device_id: number;
  /** Null: the window repeats weekly, and its end today is another than that of the series. */
  until_at: Date | null;
}

/** Devices of these, found for the tenant, that a maintenance window covers at a moment, with the end of the longest. */
export async function devicesUnderMaintenance(
  tenant: Tenant,
  db: DbOrTransaction,
  deviceIds: readonly number[],
  at: Date,
): Promise<Map<number, Date | null>> {
  if (deviceIds.length === 0) return new Map();
  const { rows } = await sql<UnderMaintenance>`
    SELECT d.id AS device_id, CASE WHEN bool_or(s.weekdays IS NOT NULL) THEN NULL ELSE max(s.until_at) END AS until_at
    FROM device d JOIN alarm_shelf s ON s.project_id = d.project_id AND s.kind = 'maintenance'
    JOIN project p ON p.id = s.project_id CROSS JOIN (SELECT ${at}::timestamptz AS at) asked ${sql.raw(wallClock(tenant, 'asked.at', 'p.time_zone'))}
    WHERE d.id = ANY(${[...deviceIds]}::int[]) AND s.created_at <= ${at} AND s.from_at <= ${at} AND s.until_at > ${at}
      AND (s.ended_at IS NULL OR s.ended_at > ${at})
      AND ${sql.raw(isItsHour)} AND ${sql.raw(reaches(tenant, 'NULL::int', 'd.id', 'd.area_id'))}
    GROUP BY d.id`.execute(db);
  return new Map(rows.map(({ device_id, until_at }) => [device_id, until_at]));
}
