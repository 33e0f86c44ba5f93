import type { CycleSource, Language, PointKind } from '@watchpost/contract';
import { sql } from 'kysely';
import { deviceVisible, inProjects, type UserTenant } from '../../access/index.ts';
import { type GatewayTenant, gatewayVisible } from '../../gateways/index.ts';
import { anyLevelVisible } from '../../notifications/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { rulesLookingAt } from '../lookingRules.store.ts';
import { type ModbusMapping, pointVisible } from '../store.ts';
import type { PointDraft, PointPlace } from './PointDraft.ts';

export interface SetUpPoint {
  id: number;
  company_id: number;
  project_id: number;
  kind: PointKind;
  name: string;
  name_en: string | null;
  point_type_id: number;
  type_zh: string;
  type_en: string;
  value_type: 'analog' | 'status';
  status_values: { value: number; zh: string; en: string }[];
  unit: string;
  decimals: number;
  level: number;
  writable: boolean;
  sampling_interval_seconds: number;
  cycle_source: CycleSource;
  range_low: number | null;
  range_high: number | null;
  error_values: number[];
  frozen_after_seconds: number | null;
  gateway_id: number | null;
  gateway_name: string | null;
  gateway_name_en: string | null;
  slave_id: number | null;
  slave_name: string | null;
  slave_address: number | null;
  modbus: ModbusMapping | null;
  mqtt_key: string | null;
  mqtt_device: string | null;
  formula: string | null;
  inputs: { name: string; id: number; pointName: string; pointNameEn: string | null; unit: string }[];
  /** As it was sent. */
  storage_space: unknown;
}

/** Those of the points that the tenant may see, with all that is set up about them, in the order of their ids. */
export async function findSetUp(
  tenant: UserTenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
): Promise<SetUpPoint[]> {
  const { rows } = await sql<SetUpPoint>`
    SELECT p.id, p.company_id, p.project_id, p.kind, p.name, p.name_en, p.point_type_id, t.name_zh AS type_zh, t.name_en AS type_en,
           t.value_type, t.status_values, p.unit, p.decimals, p.level, p.writable, p.sampling_interval_seconds, p.cycle_source, p.range_low, p.range_high,
           p.error_values, p.frozen_after_seconds, p.gateway_id, g.name AS gateway_name, g.name_en AS gateway_name_en,
           p.slave_id, s.name AS slave_name, s.address AS slave_address, p.modbus, p.mqtt_key, p.mqtt_device, p.formula, p.storage_space,
           coalesce((SELECT jsonb_agg(jsonb_build_object('name', i.name, 'id', i.input_id, 'pointName', input.name,
                       'pointNameEn', input.name_en, 'unit', input.unit) ORDER BY i.name)
                     FROM point_input i JOIN LATERAL (SELECT p.name, p.name_en, p.unit FROM point p WHERE p.id = i.input_id AND ${pointVisible(tenant)}) input ON true
                     WHERE i.point_id = p.id), '[]') AS inputs
    FROM point p JOIN point_type t ON t.id = p.point_type_id
    LEFT JOIN gateway g ON g.id = p.gateway_id LEFT JOIN slave s ON s.id = p.slave_id
    WHERE p.id = ANY(${[...pointIds]}::int[]) AND ${pointVisible(tenant)} ORDER BY p.id`.execute(db);
  return rows;
}

export interface Line {
  gateway_id: number;
  gateway_name: string;
  project_id: number;
  company_id: number;
  protocol: string;
  /** Null: asked for the gateway itself. */
  slave_id: number | null;
  slave_name: string | null;
  slave_address: number | null;
}

/** The slave with its gateway, where the tenant may open it. */
export async function findSlave(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  slaveId: number,
): Promise<Line | undefined> {
  const { rows } = await sql<Line>`
    SELECT g.id AS gateway_id, g.name AS gateway_name, g.project_id, g.company_id, g.protocol, s.id AS slave_id, s.name AS slave_name,
           s.address AS slave_address
    FROM slave s JOIN gateway g ON g.id = s.gateway_id WHERE s.id = ${slaveId} AND ${inProjects(tenant, 'g.project_id')}
      AND ${gatewayVisible(tenant)}`.execute(db);
  return rows[0];
}

export async function findGateway(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  gatewayId: number,
): Promise<Line | undefined> {
  const { rows } = await sql<Line>`
    SELECT g.id AS gateway_id, g.name AS gateway_name, g.project_id, g.company_id, g.protocol, NULL::int AS slave_id, NULL AS slave_name,
           NULL::int AS slave_address
    FROM gateway g WHERE g.id = ${gatewayId} AND ${inProjects(tenant, 'g.project_id')} AND ${gatewayVisible(tenant)}`.execute(
    db,
  );
  return rows[0];
}

/** Any number that no other advisory lock of ours uses as its first key. */
const pointsLock = 4_870_301;

/** Lets one change of a project's points happen at a time, until the transaction ends: two could make a circle of formulas. */
export async function lockPoints(_tenant: UserTenant, transaction: DbOrTransaction, projectId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${pointsLock}, ${projectId})`.execute(transaction);
}

/** What a place has already: names of a slave's points, names of those without gateway (tags aside), or keys of a gateway. */
export async function takenIn(
  _tenant: UserTenant,
  db: DbOrTransaction,
  { projectId, gatewayId, slaveId }: PointPlace,
): Promise<{ id: number; name: string; mqtt_key: string | null; mqtt_device: string | null }[]> {
  const { rows } = await sql<{ id: number; name: string; mqtt_key: string | null; mqtt_device: string | null }>`
    SELECT id, name, mqtt_key, mqtt_device FROM point
    WHERE project_id = ${projectId} AND gateway_id IS NOT DISTINCT FROM ${gatewayId} AND slave_id IS NOT DISTINCT FROM ${slaveId}
      AND kind <> 'tag'`.execute(db);
  return rows;
}

const columnsOf = (draft: PointDraft) => ({
  point_type_id: draft.typeId,
  name: draft.name,
  name_en: draft.nameEn,
  unit: draft.unit ?? '',
  decimals: draft.decimals,
  level: draft.level,
  writable: draft.writable,
  sampling_interval_seconds: draft.samplingIntervalSeconds,
  cycle_source: draft.cycleSource ?? 'declared',
  range_low: draft.rangeLow,
  range_high: draft.rangeHigh,
  error_values: [...draft.errorValues],
  frozen_after_seconds: draft.frozenAfterSeconds,
  modbus: draft.modbus && JSON.stringify(draft.modbus),
  mqtt_key: draft.mqttKey,
  mqtt_device: draft.mqttDevice,
  formula: draft.formula,
});

/** @returns ids in the order of the drafts */
export async function insertPoints(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  companyId: number,
  place: PointPlace,
  drafts: readonly PointDraft[],
): Promise<number[]> {
  const ids: number[] = [];
  // PostgreSQL takes 65,535 parameters at most.
  for (let from = 0; from < drafts.length; from += 500) {
    const rows = await transaction
      .insertInto('point')
      .values(
        drafts.slice(from, from + 500).map((draft) => ({
          ...columnsOf(draft),
          company_id: companyId,
          project_id: place.projectId,
          gateway_id: place.gatewayId,
          slave_id: place.slaveId,
        })),
      )
      .returning('id')
      .execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

export async function updatePoint(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  draft: PointDraft,
): Promise<void> {
  await transaction.updateTable('point').set(columnsOf(draft)).where('id', '=', id).execute();
}

/** How often points that were found for the tenant are expected to have a value, seconds. */
export async function setCycles(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  pointIds: readonly number[],
  seconds: number,
): Promise<void> {
  await sql`UPDATE point SET sampling_interval_seconds = ${seconds}, cycle_source = 'declared' WHERE id = ANY(${[...pointIds]}::int[])`.execute(
    transaction,
  );
}

export async function setInputs(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  { id, projectId }: { id: number; projectId: number },
  inputs: PointDraft['inputs'],
): Promise<void> {
  await transaction.deleteFrom('point_input').where('point_id', '=', id).execute();
  if (inputs.length === 0) return;
  await transaction
    .insertInto('point_input')
    .values(inputs.map((input) => ({ project_id: projectId, point_id: id, name: input.name, input_id: input.id })))
    .execute();
}

/** Every formula's inputs in a project. */
export async function inputsInProject(
  _tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<{ point_id: number; name: string; name_en: string | null; input_id: number }[]> {
  const { rows } = await sql<{ point_id: number; name: string; name_en: string | null; input_id: number }>`
    SELECT i.point_id, p.name, p.name_en, i.input_id FROM point_input i JOIN point p ON p.id = i.point_id
    WHERE i.project_id = ${projectId}`.execute(db);
  return rows;
}

export interface HangingOn {
  device_names: string[];
  devices: number;
  areas: number;
  alarm_rules: number;
  looking_rules: number;
  open_alarms: number;
  computed_names: string[];
}

/** The things that depend on these points, deleted with them or in the way. Only devices visible to the caller are named. */
export async function whatHangsOn(
  tenant: UserTenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
  language: Language,
): Promise<HangingOn> {
  const nameOf = (table: 'd' | 'p') =>
    sql.raw(language === 'en' ? `coalesce(${table}.name_en, ${table}.name)` : `${table}.name`);
  const ids = sql`${[...pointIds]}::int[]`;
  const { rows } = await sql<HangingOn>`
    SELECT
      ARRAY(SELECT ${nameOf('d')} FROM device d WHERE d.id IN (SELECT device_id FROM device_point WHERE point_id = ANY(${ids}))
            AND ${deviceVisible(tenant, 'd.project_id', 'd.id')} ORDER BY d.name LIMIT 20) AS device_names,
      (SELECT count(DISTINCT device_id) FROM device_point WHERE point_id = ANY(${ids})) AS devices,
      (SELECT count(DISTINCT area_id) FROM point_area WHERE point_id = ANY(${ids})) AS areas,
      (SELECT count(DISTINCT rule_id) FROM alarm_rule_subject WHERE subject_kind = 'point' AND subject_id = ANY(${ids})) AS alarm_rules,
      (SELECT count(*) FROM (${rulesLookingAt(tenant, sql`SELECT unnest(${ids})`)}) looking) AS looking_rules,
      (SELECT count(*) FROM open_alarm o WHERE o.point_id = ANY(${ids})
        AND ${anyLevelVisible(tenant, 'o')}) AS open_alarms,
      ARRAY(SELECT DISTINCT ${nameOf('p')} FROM point_input i JOIN point p ON p.id = i.point_id
            WHERE i.input_id = ANY(${ids}) AND NOT i.point_id = ANY(${ids})) AS computed_names`.execute(db);
  return rows[0]!;
}

export async function deletePoints(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  pointIds: readonly number[],
): Promise<void> {
  await transaction
    .deleteFrom('point')
    .where('id', 'in', [...pointIds])
    .execute();
}

/** Points of one project among these, for formulas. */
export async function pointsOfProject(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  pointIds: readonly number[],
): Promise<{ id: number; unit: string }[]> {
  const { rows } = await sql<{ id: number; unit: string }>`
    SELECT p.id, p.unit FROM point p WHERE p.id = ANY(${[...pointIds]}::int[]) AND p.project_id = ${projectId} AND ${pointVisible(tenant)}`.execute(
    db,
  );
  return rows;
}

/** All points of a gateway that the tenant may see. */
export async function pointsOfGateway(tenant: UserTenant, db: DbOrTransaction, gatewayId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM point p WHERE p.gateway_id = ${gatewayId} AND ${pointVisible(tenant)} ORDER BY p.id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Every point that is measured behind a slave, or, of a gateway, behind one of the devices it reports for (null: itself), in the
 * order of registers or keys. The caller may set it up.
 */
export async function setUpOfLine(
  tenant: UserTenant,
  db: DbOrTransaction,
  line: { slaveId: number } | { gatewayId: number; mqttDevice: string | null },
): Promise<SetUpPoint[]> {
  const here =
    'slaveId' in line
      ? sql`p.slave_id = ${line.slaveId} AND p.modbus IS NOT NULL`
      : sql`p.gateway_id = ${line.gatewayId} AND p.mqtt_key IS NOT NULL AND p.mqtt_device IS NOT DISTINCT FROM ${line.mqttDevice}`;
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM point p WHERE ${here}
    ORDER BY (p.modbus->>'functionCode')::int, (p.modbus->>'address')::int, p.mqtt_key, p.id LIMIT 500`.execute(db);
  const ids = rows.map(({ id }) => id);
  const byId = new Map((await findSetUp(tenant, db, ids)).map((point) => [point.id, point]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
