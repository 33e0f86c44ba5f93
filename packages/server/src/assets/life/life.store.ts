import { sql } from 'kysely';
import { deviceVisible, inProjects, type UserTenant } from '../../access/index.ts';
import { anyLevelVisible } from '../../notifications/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** Of a repair order `r`: neither a draft nor revoked. */
const isOrder = sql<boolean>`r.status NOT IN (-1, 0)`;

export interface DeviceCounts {
  alarms: number;
  open_alarms: number;
  repairs: number;
  open_repairs: number;
}

/** Alarms that the tenant may see and repair orders of a device, since a moment, and how many are open now; neither drafts nor revoked ones. */
export async function countsOfDevice(
  tenant: UserTenant,
  db: DbOrTransaction,
  deviceId: number,
  since: Date,
): Promise<DeviceCounts> {
  const { rows } = await sql<DeviceCounts>`
    SELECT (SELECT count(*) FROM alarm a WHERE a.device_id = ${deviceId} AND a.raised_at >= ${since}
              AND ${anyLevelVisible(tenant, 'a')})::int AS alarms,
      (SELECT count(*) FROM open_alarm o WHERE o.device_id = ${deviceId} AND ${anyLevelVisible(tenant, 'o')})::int AS open_alarms,
      (SELECT count(*) FROM repair_order r WHERE r.device_id = ${deviceId} AND r.created_at >= ${since}
              AND ${isOrder})::int AS repairs,
      (SELECT count(*) FROM repair_order r WHERE r.device_id = ${deviceId} AND r.status IN (1, 2, 3, 4, 6))::int AS open_repairs`.execute(
    db,
  );
  return rows[0]!;
}

export interface DevicePoint {
  id: number;
  name: string;
  name_en: string | null;
  /** Says whether the device, or a part of it, runs. */
  is_run_state: boolean;
  /** A counter of running hours. */
  is_hours: boolean;
  sampling_interval_seconds: number;
}

/** Points of a device that the tenant sees, by name. */
export async function pointsOfDevice(
  tenant: UserTenant,
  db: DbOrTransaction,
  deviceId: number,
): Promise<DevicePoint[]> {
  const { rows } = await sql<DevicePoint>`
    SELECT p.id, p.name, p.name_en, t.code = 'runState' AS is_run_state, t.value_type = 'analog' AND p.unit IN ('h', '小时') AS is_hours,
      p.sampling_interval_seconds
    FROM device d JOIN device_point dp ON dp.device_id = d.id JOIN point p ON p.id = dp.point_id
      JOIN point_type t ON t.id = p.point_type_id
    WHERE d.id = ${deviceId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')} ORDER BY p.name, p.id`.execute(db);
  return rows;
}

/** The last day of the warranty of the asset that a device of the tenant's is; null: it is none, or has none. */
export async function warrantyOfDevice(
  tenant: UserTenant,
  db: DbOrTransaction,
  deviceId: number,
): Promise<string | null> {
  const { rows } = await sql<{ until: string | null }>`SELECT a.warranty_until::text AS until FROM asset a
    WHERE a.device_id = ${deviceId} AND a.company_id = ${tenant.companyId}`.execute(db);
  return rows[0]?.until ?? null;
}

/** What the repair orders of a device cost, in fen: those since a moment, and ever. */
export async function repairCostOf(
  _tenant: UserTenant,
  db: DbOrTransaction,
  deviceId: number,
  since: Date,
): Promise<{ recent: number; ever: number }> {
  const { rows } = await sql<{ recent: number; ever: number }>`
    SELECT coalesce(sum(c.amount_fen) FILTER (WHERE r.created_at >= ${since}), 0)::bigint AS recent,
      coalesce(sum(c.amount_fen), 0)::bigint AS ever
    FROM repair_order r JOIN cost_line c ON c.order_kind = 'repair' AND c.order_id = r.id
    WHERE r.device_id = ${deviceId} AND ${isOrder}`.execute(db);
  return { recent: Number(rows[0]!.recent), ever: Number(rows[0]!.ever) };
}

/** Fewer devices of a class say nothing of it. */
const minPeers = 5;

/**
 * Repair orders of a device since a moment, neither drafts nor revoked, and the median of them over the devices of its class in the
 * tenant's projects, itself among them; null: too few devices of its class.
 */
export async function failuresOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  deviceId: number,
  since: Date,
): Promise<{ failures: number; median: number } | null> {
  const { rows } = await sql<{ failures: number; median: number; peers: number }>`
    WITH peer AS (
      SELECT d.id, count(r.id)::int AS failures
      FROM device own JOIN device d ON d.device_class_id = own.device_class_id AND d.company_id = own.company_id
        LEFT JOIN repair_order r ON r.device_id = d.id AND r.created_at >= ${since} AND ${isOrder}
      WHERE own.id = ${deviceId} AND ${inProjects(tenant, 'd.project_id')} GROUP BY d.id)
    SELECT (SELECT failures FROM peer WHERE id = ${deviceId}) AS failures,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY failures) AS median, count(*)::int AS peers FROM peer`.execute(db);
  const [found] = rows;
  return !found || found.peers < minPeers || found.failures === null
    ? null
    : { failures: found.failures, median: Number(found.median) };
}
