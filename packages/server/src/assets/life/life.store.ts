import { type RawBuilder, sql } from 'kysely';
import { deviceVisible, inProjects, type UserTenant } from '../../access/index.ts';
import { anyLevelVisible } from '../../notifications/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { isOpenRepair } from '../../work/index.ts';
import type { OwnTime } from './ownTimes.ts';

/** Of a repair order `r`: neither a draft nor revoked. */
const isOrder = sql<boolean>`r.status NOT IN (-1, 0)`;

/** Whether a row that has a device and a moment belongs to one of the times. */
const within = (times: readonly OwnTime[], device: string, at: string): RawBuilder<boolean> => sql<boolean>`EXISTS (
  SELECT 1 FROM unnest(${times.map(({ deviceId }) => deviceId)}::int[], ${times.map(({ from }) => from && new Date(from))}::timestamptz[],
    ${times.map(({ to }) => to && new Date(to))}::timestamptz[]) AS own(device_id, since, until)
  WHERE own.device_id = ${sql.ref(device)} AND (own.since IS NULL OR ${sql.ref(at)} >= own.since) AND (own.until IS NULL OR ${sql.ref(at)} < own.until))`;
const devicesOf = (times: readonly OwnTime[]) => sql`${[...new Set(times.map(({ deviceId }) => deviceId))]}::int[]`;

/** Every link between the devices of an asset and assets, in the order in which they were made, and where each device stands now. */
export async function linksOf(
  _tenant: UserTenant,
  db: DbOrTransaction,
  assetId: number,
): Promise<
  {
    asset_id: number | null;
    device_id: number;
    project_id: number;
    linked_at: Date | null;
    unlinked_at: Date | null;
    install_date: string | null;
    disposed_on: string | null;
    is_first: boolean;
  }[]
> {
  const { rows } = await sql<Awaited<ReturnType<typeof linksOf>>[number]>`
    SELECT k.asset_id, k.device_id, d.project_id, k.linked_at, k.unlinked_at, a.install_date::text AS install_date,
      x.disposed_on::text AS disposed_on,
      NOT EXISTS (SELECT 1 FROM asset_device earlier WHERE earlier.asset_id = k.asset_id AND earlier.id < k.id) AS is_first
    FROM asset_device k JOIN device d ON d.id = k.device_id LEFT JOIN asset a ON a.id = k.asset_id
      LEFT JOIN asset_disposal x ON x.asset_id = k.asset_id
    WHERE k.device_id IN (SELECT device_id FROM asset_device WHERE asset_id = ${assetId}) ORDER BY k.id`.execute(db);
  return rows;
}

export interface DeviceCounts {
  alarms: number;
  open_alarms: number;
  repairs: number;
  open_repairs: number;
}

/**
 * Alarms that the tenant may see, raised within a span and over, and repair orders since a moment, both within the times; and how many
 * of both are open now at the device that an asset is; neither drafts nor revoked ones.
 */
export async function countsOfDevice(
  tenant: UserTenant,
  db: DbOrTransaction,
  times: readonly OwnTime[],
  deviceId: number | null,
  alarms: { from: Date; to: Date },
  since: Date,
): Promise<DeviceCounts> {
  const { rows } = await sql<DeviceCounts>`
    SELECT (SELECT count(*) FROM alarm a WHERE a.device_id = ANY(${devicesOf(times)}) AND a.raised_at BETWEEN ${alarms.from} AND ${alarms.to}
              AND a.returned_at IS NOT NULL AND ${within(times, 'a.device_id', 'a.raised_at')} AND ${anyLevelVisible(tenant, 'a')})::int AS alarms,
      (SELECT count(*) FROM open_alarm o WHERE o.device_id = ${deviceId} AND ${anyLevelVisible(tenant, 'o')})::int AS open_alarms,
      (SELECT count(*) FROM repair_order r WHERE r.device_id = ANY(${devicesOf(times)}) AND r.created_at >= ${since}
              AND ${within(times, 'r.device_id', 'r.created_at')} AND ${isOrder})::int AS repairs,
      (SELECT count(*) FROM repair_order r WHERE r.device_id = ${deviceId} AND ${isOpenRepair('r')})::int AS open_repairs`.execute(
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

/** What the repair orders of these times cost, in fen: those since a moment, and ever. */
export async function repairCostOf(
  _tenant: UserTenant,
  db: DbOrTransaction,
  times: readonly OwnTime[],
  since: Date,
): Promise<{ recent: number; ever: number }> {
  const { rows } = await sql<{ recent: number; ever: number }>`
    SELECT coalesce(sum(c.amount_fen) FILTER (WHERE r.created_at >= ${since}), 0)::bigint AS recent,
      coalesce(sum(c.amount_fen), 0)::bigint AS ever
    FROM repair_order r JOIN cost_line c ON c.order_kind = 'repair' AND c.order_id = r.id
    WHERE r.device_id = ANY(${devicesOf(times)}) AND ${within(times, 'r.device_id', 'r.created_at')} AND ${isOrder}`.execute(
    db,
  );
  return { recent: Number(rows[0]!.recent), ever: Number(rows[0]!.ever) };
}

/** Fewer devices of a class say nothing of it. */
const minPeers = 5;

/**
 * Repair orders of these times since a moment, neither drafts nor revoked, and the median of them over the devices of the class of a
 * device in the tenant's projects, itself among them; null: too few devices of its class.
 */
export async function failuresOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  times: readonly OwnTime[],
  deviceId: number,
  since: Date,
): Promise<{ failures: number; median: number } | null> {
  const { rows } = await sql<{ failures: number; median: number; peers: number }>`
    WITH peer AS (
      SELECT d.id, CASE WHEN d.id = own.id THEN (SELECT count(*) FROM repair_order r WHERE r.device_id = ANY(${devicesOf(times)})
          AND r.created_at >= ${since} AND ${within(times, 'r.device_id', 'r.created_at')} AND ${isOrder})
        ELSE (SELECT count(*) FROM repair_order r WHERE r.device_id = d.id AND r.created_at >= ${since} AND ${isOrder}) END::int AS failures
      FROM device own JOIN device d ON d.device_class_id = own.device_class_id AND d.company_id = own.company_id
      WHERE own.id = ${deviceId} AND ${inProjects(tenant, 'd.project_id')})
    SELECT (SELECT failures FROM peer WHERE id = ${deviceId}) AS failures,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY failures) AS median, count(*)::int AS peers FROM peer`.execute(db);
  const [found] = rows;
  return !found || found.peers < minPeers || found.failures === null
    ? null
    : { failures: found.failures, median: Number(found.median) };
}

/** Fewer known days say little of a device. */
const minEnergyDays = 20;

/**
 * Wh a day of a device since a day of its own by the meters that count for it, over whole days that are mostly known, and the median of its peers, itself among
 * them: devices of its model where enough of them are measured, or else of its class, in projects whose energy the reader sees; null: it
 * is not measured, or too few peers are.
 *
 * @param days `YYYY-MM-DD`, both included; `ownFrom`: the first that counts of the device itself
 */
export async function energyOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  deviceId: number,
  projectIds: readonly number[],
  { from, to, ownFrom }: { from: string; to: string; ownFrom: string },
): Promise<{ found: number; against: number } | null> {
  // A meter below another of the same device is counted with it.
  const { rows } = await sql<{
    own: number | null;
    of_model: number;
    of_class: number;
    median_model: number;
    median_class: number;
  }>`
    WITH peer AS (
      SELECT d.id, own.model <> '' AND d.model = own.model AND d.brand = own.brand AS same_model,
        sum(w.wh)::float8 / count(DISTINCT e.day) AS wh
      FROM device own JOIN device d ON d.device_class_id = own.device_class_id AND d.company_id = own.company_id
        JOIN energy_meter m ON m.device_id = d.id LEFT JOIN energy_meter above ON above.id = m.parent_id
        JOIN energy_day e ON e.meter_id = m.id AND e.day BETWEEN CASE WHEN d.id = own.id THEN ${ownFrom} ELSE ${from} END::date AND ${to}::date
          AND e.expected > 0 AND e.measured + e.estimated >= 0.9 * e.expected
        CROSS JOIN LATERAL (SELECT sum(each) AS wh FROM unnest(e.wh) each) w
      WHERE own.id = ${deviceId} AND d.project_id = ANY(${[...projectIds]}::int[])
        AND ${inProjects(tenant, 'd.project_id')} AND above.device_id IS DISTINCT FROM d.id
      GROUP BY d.id, own.id HAVING count(DISTINCT e.day) >= ${minEnergyDays})
    SELECT (SELECT wh FROM peer WHERE id = ${deviceId}) AS own, count(*)::int AS of_class,
      count(*) FILTER (WHERE same_model)::int AS of_model, percentile_cont(0.5) WITHIN GROUP (ORDER BY wh) AS median_class,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY wh) FILTER (WHERE same_model) AS median_model FROM peer`.execute(db);
  const [found] = rows;
  if (!found || found.own === null || found.of_class < minPeers) return null;
  return { found: found.own, against: found.of_model < minPeers ? found.median_class : found.median_model };
}
