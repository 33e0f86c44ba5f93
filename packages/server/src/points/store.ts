import type { PointKind } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { deviceVisible, inProjects, type SystemTenant, type Tenant } from '../access/index.ts';
import { anyLevelVisible } from '../notifications/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { pointLine } from './pointLine.store.ts';

export interface StatusValue {
  value: number;
  zh: string;
  en: string;
}

export interface PointRow {
  id: number;
  project_id: number;
  name: string;
  name_en: string | null;
  unit: string;
  decimals: number;
  writable: boolean;
  sampling_interval_seconds: number;
  point_type_id: number;
  type_code: string;
  type_zh: string;
  type_en: string;
  value_type: 'analog' | 'status';
  status_values: StatusValue[];
  alarm_level: number | null;
  /** Since when its gateway or slave does not answer, the epoch: it never did; null: it answers. */
  silent_since: Date | null;
}

const pointTables = sql`(point p JOIN point_type t ON t.id = p.point_type_id JOIN ${pointLine} line ON line.point_id = p.id)`;

const pointColumns = sql`
  p.id, p.project_id, p.name, p.name_en, p.unit, p.decimals, p.writable, p.sampling_interval_seconds, p.point_type_id,
  t.code AS type_code, t.name_zh AS type_zh, t.name_en AS type_en, t.value_type, t.status_values,
  line.silent_since`;

/** The worst open alarm of a point that the tenant may see. */
const alarmLevel = (tenant: Tenant) => sql`
  (SELECT min(o.severity) FROM open_alarm o WHERE o.point_id = p.id AND ${anyLevelVisible(tenant, 'o')}) AS alarm_level`;

/** A point is visible through any device it serves; one that serves none belongs to those who see the whole project. */
export const pointVisible = (tenant: Tenant) =>
  sql<boolean>`(${inProjects(tenant, 'p.project_id')} AND ${pointNotHidden(tenant)})`;

/** Condition on a point `p`: it is none of those hidden from the tenant. For counts of who keeps something for all projects. */
export const pointNotHidden = (tenant: Tenant) =>
  tenant.kind === 'system' || tenant.listedProjectIds.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(NOT p.project_id = ANY(${[...tenant.listedProjectIds]}::int[]) OR EXISTS (
        SELECT 1 FROM device_point dp WHERE dp.point_id = p.id AND dp.device_id = ANY(${[...tenant.listedDeviceIds]}::int[])))`;

/** Those of the given points that the tenant may see, in the order asked for. */
export async function findPoints(
  tenant: Tenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
): Promise<PointRow[]> {
  const { rows } = await sql<PointRow>`
    SELECT ${pointColumns}, ${alarmLevel(tenant)}
    FROM unnest(${[...pointIds]}::int[]) WITH ORDINALITY AS asked(id, place)
    JOIN ${pointTables} ON p.id = asked.id
    WHERE ${pointVisible(tenant)}
    ORDER BY asked.place`.execute(db);
  return rows;
}

/** The projects of those of the given points that the tenant may see. */
export async function projectsOfPoints(
  tenant: Tenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ project_id: number }>`
    SELECT DISTINCT p.project_id FROM point p WHERE p.id = ANY(${[...pointIds]}::int[]) AND ${pointVisible(tenant)}`.execute(
    db,
  );
  return rows.map(({ project_id }) => project_id);
}

export type DevicePointRow = PointRow & { device_id: number; main: boolean };

/** Points of devices in the order of their cards. The caller has already checked that the devices are visible. */
export async function pointsOfDevices(
  tenant: Tenant,
  db: DbOrTransaction,
  deviceIds: readonly number[],
): Promise<DevicePointRow[]> {
  const { rows } = await sql<DevicePointRow>`
    SELECT ${pointColumns}, ${alarmLevel(tenant)}, dp.device_id, dp.main
    FROM device_point dp JOIN ${pointTables} ON p.id = dp.point_id
    WHERE dp.device_id = ANY(${[...deviceIds]}::int[]) AND ${inProjects(tenant, 'p.project_id')}
    ORDER BY dp.device_id, dp.position, p.name`.execute(db);
  return rows;
}

export interface FirstDevice {
  id: number;
  name: string;
  name_en: string | null;
}

/** Of each point the first device it serves that the tenant may see. */
export async function firstDevices(
  tenant: Tenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
): Promise<Map<number, FirstDevice>> {
  const { rows } = await sql<FirstDevice & { point_id: number }>`
    SELECT DISTINCT ON (dp.point_id) dp.point_id, d.id, d.name, d.name_en FROM device_point dp JOIN device d ON d.id = dp.device_id
    WHERE dp.point_id = ANY(${[...pointIds]}::int[]) AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
    ORDER BY dp.point_id, d.id`.execute(db);
  return new Map(rows.map(({ point_id, ...device }) => [point_id, device]));
}

/** What the installer configured; checked again by `defineModbusPoint` before it is polled. */
export interface ModbusMapping {
  functionCode: number;
  /** Wire address, 0-based. */
  address: number;
  format: string;
  byteOrder: string | null;
  bit: number | null;
  scaling: { rawLow: number; rawHigh: number; engLow: number; engHigh: number } | null;
  errorValues: number[];
  statusRegister: { address: number; faultValues: number[] } | null;
  /** Absent or null: 05 for a coil, 06 for one register, 16 for two. */
  writeFunctionCode?: 5 | 6 | 15 | 16 | null;
}

export interface PointFacts {
  id: number;
  company_id: number;
  project_id: number;
  kind: PointKind;
  /** 0: none, it is virtual, computed or of a tag. No gateway has this id. */
  gateway_id: number;
  slave_id: number | null;
  decimals: number;
  sampling_interval_seconds: number;
  value_type: 'analog' | 'status';
  status_values: StatusValue[];
  range_low: number | null;
  range_high: number | null;
  /** As they arrive, after mapping: a broken sensor. */
  error_values: number[];
  /** Exactly the same for so long is doubtful; null: not watched. */
  frozen_after_seconds: number | null;
  /** It keeps the temperature outside: the weather service says its values, nobody else. */
  outdoor: boolean;
  formula: string | null;
  /** What the letters of its formula stand for; an input that was deleted is missing. */
  inputs: { name: string; id: number }[];
  /** Since when its formula is as it is, epoch ms; null: it has none. */
  formula_since: number | null;
  modbus: ModbusMapping | null;
  mqtt_device: string | null;
  mqtt_key: string | null;
  /** What is added to what is measured, from a time on (epoch ms), in ascending order; of a tag that is calibrated. */
  offsets: { from: number; value: number }[];
  device_ids: number[];
}

const readPointFacts = async (db: DbOrTransaction, condition: RawBuilder<boolean>): Promise<PointFacts[]> => {
  const { rows } = await sql<PointFacts>`
    SELECT p.id, p.company_id, p.project_id, p.kind, coalesce(p.gateway_id, 0) AS gateway_id, p.slave_id, p.decimals, p.sampling_interval_seconds, t.value_type, t.status_values,
           p.range_low, p.range_high, p.error_values, p.frozen_after_seconds, p.outdoor, p.formula,
           CASE WHEN p.formula IS NULL THEN '[]'::jsonb ELSE coalesce((SELECT jsonb_agg(jsonb_build_object('name', i.name, 'id', i.input_id) ORDER BY i.name)
             FROM point_input i WHERE i.point_id = p.id), '[]') END AS inputs,
           floor(extract(epoch FROM p.formula_since) * 1000)::float8 AS formula_since,
           p.modbus, p.mqtt_device, p.mqtt_key,
           CASE WHEN p.kind <> 'tag' THEN '[]'::jsonb ELSE coalesce((SELECT jsonb_agg(jsonb_build_object('from', floor(extract(epoch FROM o.valid_from) * 1000), 'value', o.value)
             ORDER BY o.valid_from) FROM point_offset o WHERE o.point_id = p.id), '[]') END AS offsets,
           coalesce(d.ids, '{}') AS device_ids
    FROM point p JOIN point_type t ON t.id = p.point_type_id
    LEFT JOIN LATERAL (SELECT array_agg(device_id ORDER BY device_id) AS ids FROM device_point WHERE point_id = p.id) d ON true
    WHERE ${condition} ORDER BY p.id`.execute(db);
  const words = new Map<string, string>();
  for (const row of rows) shareEqual(row, words);
  return rows;
};

/** Nobody may add to it. */
const noEntries = Object.freeze([]) as unknown as never[];

/** What is equal in most points, of a million of them, is kept once: empty lists, and words by `words`. */
function shareEqual(row: PointFacts, words: Map<string, string>): void {
  const shared = <Text extends string>(text: Text): Text => {
    const known = words.get(text);
    if (known === undefined) words.set(text, text);
    return (known ?? text) as Text;
  };
  row.kind = shared(row.kind);
  row.value_type = shared(row.value_type);
  if (row.mqtt_key !== null) row.mqtt_key = shared(row.mqtt_key);
  if (row.mqtt_device !== null) row.mqtt_device = shared(row.mqtt_device);
  if (row.status_values.length === 0) row.status_values = noEntries;
  if (row.error_values.length === 0) row.error_values = noEntries;
  if (row.inputs.length === 0) row.inputs = noEntries;
  if (row.offsets.length === 0) row.offsets = noEntries;
  if (row.device_ids.length === 0) row.device_ids = noEntries;
}

/** Every point of every company, for ingest. */
export const allPoints = (_system: SystemTenant, db: DbOrTransaction): Promise<PointFacts[]> =>
  readPointFacts(db, sql<boolean>`true`);

/** Points that are, or hang on, any of these. */
export interface ConcernedPoints {
  pointIds: Iterable<number>;
  projectIds: Iterable<number>;
  gatewayIds: Iterable<number>;
  pointTypeIds: Iterable<number>;
  deviceIds: Iterable<number>;
}

export const concernedPoints = (
  _system: SystemTenant,
  db: DbOrTransaction,
  concerned: ConcernedPoints,
): Promise<PointFacts[]> =>
  readPointFacts(
    db,
    sql<boolean>`(p.id = ANY(${[...concerned.pointIds]}::int[]) OR p.project_id = ANY(${[...concerned.projectIds]}::int[])
      OR p.gateway_id = ANY(${[...concerned.gatewayIds]}::int[]) OR p.point_type_id = ANY(${[...concerned.pointTypeIds]}::int[])
      OR p.id IN (SELECT point_id FROM device_point WHERE device_id = ANY(${[...concerned.deviceIds]}::int[])))`,
  );
