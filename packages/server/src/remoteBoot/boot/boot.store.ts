import type { BootEventKind } from '@watchpost/contract';
import { sql } from 'kysely';
import {
  type CompanyTenant,
  deviceVisible,
  type SystemTenant,
  type Tenant,
  type UserTenant,
} from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** Where a device of the tenant's stands, and those of its points that can be written to. */
export async function bootDeviceOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  deviceId: number,
): Promise<{ project_id: number; lock_point_ids: number[] } | null> {
  const { rows } = await sql<{ project_id: number; lock_point_ids: number[] }>`SELECT d.project_id,
      ARRAY(SELECT p.id FROM device_point dp JOIN point p ON p.id = dp.point_id WHERE dp.device_id = d.id AND p.writable) AS lock_point_ids
    FROM device d WHERE d.id = ${deviceId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}`.execute(db);
  return rows[0] ?? null;
}

export interface BootDevice {
  id: number;
  name: string;
  name_en: string | null;
  points: { id: number; name: string; name_en: string | null }[];
}

/** Devices of a project that the tenant sees, each with its points that can be written to. */
export async function bootDevicesOf(tenant: UserTenant, db: DbOrTransaction, projectId: number): Promise<BootDevice[]> {
  const { rows } = await sql<BootDevice>`SELECT d.id, d.name, d.name_en, coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'name_en', p.name_en) ORDER BY p.name, p.id)
      FROM device_point dp JOIN point p ON p.id = dp.point_id WHERE dp.device_id = d.id AND p.writable), '[]') AS points
    FROM device d WHERE d.project_id = ${projectId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
    ORDER BY d.name, d.id LIMIT 5000`.execute(db);
  return rows;
}

/** The pictures of a unit's installation: these and no others, and no letter of before. */
export async function setPhotos(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  unitId: number,
  fileIds: readonly string[],
  at: Date,
): Promise<void> {
  await sql`DELETE FROM boot_photo WHERE unit_id = ${unitId} AND (is_letter OR NOT file_id = ANY(${[...fileIds]}::text[]))`.execute(
    transaction,
  );
  await sql`INSERT INTO boot_photo (unit_id, file_id, at) SELECT ${unitId}, id, ${at} FROM unnest(${[...fileIds]}::text[]) AS id
    ON CONFLICT DO NOTHING`.execute(transaction);
}

/** Keeps pictures of the letter in which the maker accepts a deviation. */
export async function addLetters(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  unitId: number,
  fileIds: readonly string[],
  at: Date,
): Promise<void> {
  await sql`INSERT INTO boot_photo (unit_id, file_id, at, is_letter) SELECT ${unitId}, id, ${at}, true FROM unnest(${[...fileIds]}::text[]) AS id
    ON CONFLICT (unit_id, file_id) DO UPDATE SET is_letter = true`.execute(transaction);
}

/** The pictures of a unit that was found for the tenant, and whether each is of a letter. */
export async function photosOf(
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  unitId: number,
): Promise<{ file_id: string; is_letter: boolean }[]> {
  const { rows } = await sql<{ file_id: string; is_letter: boolean }>`
    SELECT file_id, is_letter FROM boot_photo WHERE unit_id = ${unitId} ORDER BY at, file_id`.execute(db);
  return rows;
}

export async function insertBootEvent(
  _tenant: CompanyTenant | SystemTenant,
  transaction: DbOrTransaction,
  event: { unitId: number; kind: BootEventKind; at: Date; userName: string | null; zh?: string; en?: string },
): Promise<void> {
  await transaction
    .insertInto('boot_event')
    .values({
      unit_id: event.unitId,
      kind: event.kind,
      at: event.at,
      user_name: event.userName,
      text_zh: event.zh ?? '',
      text_en: event.en ?? event.zh ?? '',
    })
    .execute();
}

/** The course of a unit that was found for the tenant, the latest first. */
export async function bootEventsOf(
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  unitId: number,
): Promise<{ kind: BootEventKind; at: Date; user_name: string | null; text_zh: string; text_en: string }[]> {
  const { rows } = await sql<never>`SELECT kind, at, user_name, text_zh, text_en FROM boot_event
    WHERE unit_id = ${unitId} ORDER BY id DESC LIMIT 200`.execute(db);
  return rows;
}

/** The latest of the course of a unit that was found for the tenant. */
export async function lastBootEvent(
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  unitId: number,
): Promise<{ kind: BootEventKind; text_zh: string; text_en: string } | null> {
  const { rows } = await sql<{ kind: BootEventKind; text_zh: string; text_en: string }>`
    SELECT kind, text_zh, text_en FROM boot_event WHERE unit_id = ${unitId} ORDER BY id DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

export interface WatchPoint {
  id: number;
  kind: 'run' | 'discharge' | 'superheat' | 'room' | 'setpoint' | 'current' | 'suction' | 'dischargePressure' | 'other';
  unit: string | null;
  /** Else it has states. */
  is_analog: boolean;
  sampling_interval_seconds: number;
}

/** Points of a device by what the first hour asks of them. */
export async function watchPointsOf(
  _tenant: CompanyTenant | SystemTenant,
  db: DbOrTransaction,
  deviceId: number,
): Promise<WatchPoint[]> {
  const { rows } =
    await sql<WatchPoint>`SELECT p.id, p.sampling_interval_seconds, p.unit, t.value_type = 'analog' AS is_analog,
      CASE WHEN t.code = 'runState' THEN 'run'
        WHEN t.value_type = 'analog' AND dp.role = 'superheat' THEN 'superheat'
        WHEN t.value_type = 'analog' AND dp.role = 'airTemperature' THEN 'room'
        WHEN t.value_type = 'analog' AND dp.role = 'temperatureSetpoint' THEN 'setpoint'
        WHEN t.value_type = 'analog' AND dp.role = 'suctionPressure' THEN 'suction'
        WHEN t.value_type = 'analog' AND dp.role = 'dischargePressure' THEN 'dischargePressure'
        WHEN t.value_type = 'analog' AND (dp.role = 'current' OR dp.role IS NULL AND t.code = 'current') THEN 'current'
        WHEN t.value_type = 'analog' AND dp.role = 'dischargeTemperature' THEN 'discharge'
        WHEN t.value_type = 'analog' AND p.unit IN ('°C', '℃') AND (p.name ~ '排气' OR p.name_en ~* 'discharge') THEN 'discharge'
        ELSE 'other' END AS kind
    FROM device_point dp JOIN point p ON p.id = dp.point_id JOIN point_type t ON t.id = p.point_type_id
    WHERE dp.device_id = ${deviceId} ORDER BY p.id`.execute(db);
  return rows;
}

/** Urgent and important alarms of a device that were raised in a time. */
export async function alarmsWithin(
  _tenant: Tenant,
  db: DbOrTransaction,
  deviceId: number,
  from: Date,
  to: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM alarm a
    WHERE a.device_id = ${deviceId} AND a.raised_at >= ${from} AND a.raised_at < ${to} AND a.severity <= 2`.execute(db);
  return rows[0]!.count;
}

export interface AwaitedUnit {
  id: number;
  company_id: number;
  time_zone: string;
  project_id: number | null;
  name: string;
  model: string;
  pipe_version_id: number | null;
  state: 'released' | 'booted';
  /** Null: it was deleted, or handed over with its project. */
  device_id: number | null;
  released_at: Date | null;
  booted_at: Date | null;
  /** Run states that were not known to be off when it was released, and have not been off since. */
  running_before: number[];
}

/** Units with a device that may start any moment, and all whose first hour is watched. */
export async function awaitedUnits(_system: SystemTenant, db: DbOrTransaction): Promise<AwaitedUnit[]> {
  const { rows } =
    await sql<AwaitedUnit>`SELECT b.id, b.company_id, c.time_zone, b.project_id, b.name, b.model, b.pipe_version_id, b.state, b.device_id,
      b.released_at, b.booted_at, b.running_before
    FROM boot_unit b JOIN company c ON c.id = b.company_id
    WHERE (b.state = 'released' AND b.device_id IS NOT NULL) OR b.watch_state = 'watching' ORDER BY b.id`.execute(db);
  return rows;
}

/**
 * Locks an awaited unit.
 *
 * @returns whether it still is what it was: another server may have been faster, or a person may have released it anew or chosen another
 *   device
 */
export async function lockAwaited(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  { id, state, device_id, released_at, booted_at }: AwaitedUnit,
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM boot_unit WHERE id = ${id} AND state = ${state}
    AND (state = 'released' OR watch_state = 'watching') AND device_id IS NOT DISTINCT FROM ${device_id}::int
    AND date_trunc('milliseconds', released_at) IS NOT DISTINCT FROM ${released_at}::timestamptz
    AND date_trunc('milliseconds', booted_at) IS NOT DISTINCT FROM ${booted_at}::timestamptz FOR UPDATE`.execute(
    transaction,
  );
  return rows.length > 0;
}
