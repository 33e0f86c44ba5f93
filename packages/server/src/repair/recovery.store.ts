import type { RecoveryState } from '@watchpost/contract';
import { sql } from 'kysely';
import { deviceVisible, type SystemTenant, type Tenant, type UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { PointSource } from './recoveryEvidence.ts';

export interface WatchedRow {
  point_id: number;
  name: string;
  name_en: string | null;
  unit: string;
  decimals: number;
  sampling_interval_seconds: number;
  high: number | null;
  low: number | null;
  state: RecoveryState | null;
  since_at: Date | null;
  worst_value: number | null;
  worst_at: Date | null;
  /** How it was read at the report; null: not known. */
  source: PointSource | null;
  source_now: PointSource;
  /** Measured by hand at the finish. */
  hand_value: number | null;
}

/** How a point `p` is read. Its error values do not count: they say what is no reading. */
const sourceOfPoint = sql`jsonb_build_object('register', p.modbus - 'scaling' - 'errorValues', 'scaling', p.modbus -> 'scaling',
  'origin', jsonb_build_object('gateway', p.gateway_id, 'slave', p.slave_id, 'device', p.mqtt_device, 'key', p.mqtt_key, 'formula', p.formula),
  'serial', (SELECT string_agg(d.serial_number, ' ' ORDER BY d.id) FROM device_point l JOIN device d ON d.id = l.device_id WHERE l.point_id = p.id))`;

/** Points of an order that was found for the tenant. */
export async function watchedPoints(_tenant: Tenant, db: DbOrTransaction, orderId: number): Promise<WatchedRow[]> {
  const { rows } = await sql<WatchedRow>`
    SELECT w.point_id, p.name, p.name_en, p.unit, p.decimals, p.sampling_interval_seconds, w.high, w.low, w.state, w.since_at, w.worst_value, w.worst_at,
      w.source, ${sourceOfPoint} AS source_now, w.hand_value
    FROM repair_point w JOIN point p ON p.id = w.point_id WHERE w.order_id = ${orderId} ORDER BY p.name, p.id`.execute(
    db,
  );
  return rows;
}

/** Analog points of a device that the tenant sees; of these, when some are named, only they. */
export async function pointsOfDevice(
  tenant: UserTenant,
  db: DbOrTransaction,
  deviceId: number,
  pointIds: readonly number[] | null,
): Promise<number[]> {
  const { rows } = await sql<{ point_id: number }>`
    SELECT dp.point_id FROM device_point dp JOIN device d ON d.id = dp.device_id
    WHERE dp.device_id = ${deviceId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
      AND ${pointIds ? sql`dp.point_id = ANY(${[...pointIds]}::int[])` : sql`true`} ORDER BY dp.position`.execute(db);
  return rows.map(({ point_id }) => point_id);
}

export interface NewWatched {
  readonly pointId: number;
  readonly high: number | null;
  readonly low: number | null;
}

/** The points were found for the tenant. */
export async function watchPoints(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  orderId: number,
  points: readonly NewWatched[],
): Promise<void> {
  for (const { pointId, high, low } of points)
    await sql`INSERT INTO repair_point (order_id, point_id, high, low, source)
      SELECT ${orderId}, p.id, ${high}, ${low}, ${sourceOfPoint} FROM point p WHERE p.id = ${pointId}
      ON CONFLICT DO NOTHING`.execute(transaction);
}

/** What was measured by hand at watched points of an order that was found for the tenant; what was measured before goes. */
export async function writeHandValues(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  orderId: number,
  readings: readonly { readonly pointId: number; readonly value: number }[],
): Promise<void> {
  await sql`UPDATE repair_point w SET hand_value = (
      SELECT g.value FROM unnest(${readings.map(({ pointId }) => pointId)}::int[], ${readings.map(({ value }) => value)}::float8[]) AS g(point_id, value)
      WHERE g.point_id = w.point_id)
    WHERE w.order_id = ${orderId}`.execute(transaction);
}

export interface PointOfDevice {
  id: number;
  name: string;
  name_en: string | null;
  unit: string;
  decimals: number;
  sampling_interval_seconds: number;
  type_code: string;
  value_type: 'analog' | 'status';
  role: string | null;
  main: boolean;
}

/** Every point of a device, whose readings are evidence beside those of the watched ones. */
export async function evidenceOfDevice(
  _system: SystemTenant,
  db: DbOrTransaction,
  deviceId: number,
): Promise<PointOfDevice[]> {
  const { rows } = await sql<PointOfDevice>`
    SELECT p.id, p.name, p.name_en, p.unit, p.decimals, p.sampling_interval_seconds, t.code AS type_code, t.value_type, l.role, l.main
    FROM device_point l JOIN point p ON p.id = l.point_id JOIN point_type t ON t.id = p.point_type_id
    WHERE l.device_id = ${deviceId} ORDER BY l.position, p.id`.execute(db);
  return rows;
}

/** What was found at the points of an order; absent ones stay. */
export async function writePointVerdicts(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  orderId: number,
  verdicts: readonly {
    readonly pointId: number;
    readonly state: RecoveryState;
    readonly since: Date | null;
    readonly worst: { readonly value: number; readonly at: Date } | null;
  }[],
): Promise<void> {
  for (const { pointId, state, since, worst } of verdicts)
    await sql`UPDATE repair_point SET state = ${state}, since_at = ${since}, worst_value = coalesce(${worst?.value ?? null}::float8, worst_value),
        worst_at = coalesce(${worst?.at ?? null}::timestamptz, worst_at)
      WHERE order_id = ${orderId} AND point_id = ${pointId}`.execute(transaction);
}

/** Orders whose recovery is still open: repaired, or accepted before they were verified and repaired since a moment. */
export async function observedOrders(_system: SystemTenant, db: DbOrTransaction, since: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM repair_order WHERE (status = 6 OR (status = 7 AND finished_at > ${since}))
      AND recovery_state IN ('waiting', 'observing', 'notRecovered') ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Orders that are repaired and verified and wait to be accepted, with how often and when somebody was reminded since the repair. */
export async function waitingForAcceptance(
  _system: SystemTenant,
  db: DbOrTransaction,
  id: number | null = null,
): Promise<{ id: number; told: number; told_at: Date | null }[]> {
  const { rows } = await sql<{ id: number; told: number; told_at: Date | null }>`
    SELECT r.id, count(j.id)::int AS told, max(j.at) AS told_at FROM repair_order r
    LEFT JOIN work_journal j ON j.order_kind = 'repair' AND j.order_id = r.id AND j.action = 'acceptanceDue' AND j.at >= r.finished_at
    WHERE r.status = 6 AND r.recovery_state = 'verified' AND r.finished_at IS NOT NULL ${id === null ? sql`` : sql`AND r.id = ${id}`}
    GROUP BY r.id ORDER BY r.id`.execute(db);
  return rows;
}
