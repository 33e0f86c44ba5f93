import { hashSync } from '@node-rs/argon2';
import type { RuleDefinition } from '../../packages/contract/src/index.ts';
import { system } from '../../packages/server/src/access/index.ts';
import { hashPassword, insertUser } from '../../packages/server/src/account/index.ts';
import { keepRuleVersions } from '../../packages/server/src/alarms/index.ts';
import { finishSeeding } from '../../packages/server/src/demo/seeding.store.ts';
import type { Database } from '../../packages/server/src/platform/db/database.ts';
import { aCompany, aDevice, aMember, aProject, aRule, aStrategy } from '../../packages/server/src/testing/factories.ts';
import type { GatewayLogin } from './GatewayConnection.ts';

export interface FleetGateway extends GatewayLogin {
  id: number;
  deviceId: number;
  /** In the order of their keys: `p0`, `p1` … */
  pointIds: number[];
}

export interface Fleet {
  companyId: number;
  projectId: number;
  gateways: FleetGateway[];
  /** Sees the whole project and gets its popups. */
  viewer: { userId: number; account: string; password: string };
}

export interface FleetOptions {
  gateways: number;
  pointsPerGateway: number;
  /** How many of each gateway's last points are doors (1 is open) instead of temperatures. Default 0. */
  doors?: number;
}

const timeZone = 'UTC';
const viewerPassword = 'Viewer_of_1';

/**
 * A company with one project in which every gateway is one MQTT gateway with a device of its own and the same keys
 * `p0`, `p1` …: what tells them apart is their login alone. The database must be migrated and no server may run on it yet:
 * a server reads its gateways at the start.
 */
export async function insertFleet({ db, pool }: Database, options: FleetOptions): Promise<Fleet> {
  const { gateways, pointsPerGateway, doors = 0 } = options;
  const companyId = await aCompany(db, { timeZone });
  const projectId = await aProject(db, companyId, { timeZone });
  const firstDevice = await aDevice(db, projectId, { name: 'Cold room 0' });
  // Checking a password takes 20 ms by design. Signing in is not what is measured, and all gateways share this one.
  const password = 'gateway-password';
  const passwordHash = hashSync(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

  await pool.query(
    `INSERT INTO device (company_id, project_id, device_class_id, name)
     SELECT d.company_id, d.project_id, d.device_class_id, 'Cold room ' || i FROM device d, generate_series(1, $2::int - 1) i WHERE d.id = $1`,
    [firstDevice, gateways],
  );
  await pool.query(
    `INSERT INTO gateway (company_id, project_id, serial_number, registration_identity, name, protocol, user_name, password_hash)
     SELECT $1, $2, s.serial, s.serial, 'Gateway ' || i, 'MQTT', s.serial, $4
     FROM generate_series(1, $3::int) i, LATERAL (SELECT 'B' || lpad(i::text, 9, '0') AS serial) s`,
    [companyId, projectId, gateways, passwordHash],
  );
  await pool.query(
    `INSERT INTO point_type (company_id, code, name_zh, name_en, value_type, status_values)
     VALUES ($1, 'temperature', '温度', 'Temperature', 'analog', '[]'),
            ($1, 'door', '门', 'Door', 'status', '[{"value":0,"zh":"关","en":"Closed"},{"value":1,"zh":"开","en":"Open"}]')`,
    [companyId],
  );
  await pool.query(
    `INSERT INTO point (company_id, project_id, gateway_id, point_type_id, name, unit, mqtt_key)
     SELECT $1, $2, g.id, t.id, g.name || ' p' || k, CASE t.code WHEN 'door' THEN '' ELSE '°C' END, 'p' || k
     FROM gateway g, generate_series(0, $3::int - 1) k
     JOIN point_type t ON t.company_id = $1 AND t.code = CASE WHEN k >= $3::int - $4::int THEN 'door' ELSE 'temperature' END
     WHERE g.project_id = $2 ORDER BY g.id, k`,
    [companyId, projectId, pointsPerGateway, doors],
  );
  await pool.query(
    `INSERT INTO device_point (project_id, device_id, point_id)
     SELECT $1, d.id, p.id FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM gateway WHERE project_id = $1) g
     JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM device WHERE project_id = $1) d ON d.place = g.place
     JOIN point p ON p.gateway_id = g.id`,
    [projectId],
  );
  const { rows } = await pool.query<Omit<FleetGateway, 'password'>>(
    `SELECT g.id, g.user_name AS "userName", min(dp.device_id) AS "deviceId",
            array_agg(p.id ORDER BY substr(p.mqtt_key, 2)::int) AS "pointIds"
     FROM gateway g JOIN point p ON p.gateway_id = g.id JOIN device_point dp ON dp.point_id = p.id
     WHERE g.project_id = $1 GROUP BY g.id ORDER BY g.id`,
    [projectId],
  );

  const account = 'bench-viewer';
  const userId = await insertUser(system, db, {
    account,
    passwordHash: await hashPassword(viewerPassword),
    nickname: 'Viewer',
  });
  await aMember(db, companyId, projectId, { userId });
  // Companies without this mark are taken for a demo whose making was killed, and cleared away.
  await finishSeeding(system, db);
  return {
    companyId,
    projectId,
    gateways: rows.map((row) => ({ ...row, password })),
    viewer: { userId, account, password: viewerPassword },
  };
}

/** One strategy with one rule on any number of points; returns the rule's id. */
export async function insertRule(
  { db, pool }: Database,
  projectId: number,
  definition: RuleDefinition,
  pointIds: readonly number[],
): Promise<number> {
  const strategyId = await aStrategy(db, projectId);
  const ruleId = await aRule(db, strategyId, definition, {});
  await pool.query(
    `INSERT INTO alarm_rule_subject (rule_id, subject_kind, subject_id) SELECT $1, 'point', id FROM unnest($2::int[]) id`,
    [ruleId, pointIds],
  );
  await keepRuleVersions(system, db, [strategyId], new Date(0));
  return ruleId;
}

const limits: Extract<RuleDefinition, { kind: 'limit' }> = {
  kind: 'limit',
  bands: {
    highHigh: { limit: -8, severity: 1 },
    high: { limit: -12, severity: 2 },
    low: { limit: -28, severity: 3 },
    lowLow: { limit: -32, severity: 2 },
  },
  deadband: 0.5,
  onDelaySeconds: 0,
  offDelaySeconds: 0,
};

/** Of each ten points of a gateway this one, counted from 0, alarms without a delay. */
export const undelayedPlace = 5;
export const isUndelayed = (place: number): boolean => place % 10 === undelayedPlace;

/** Four limits on six in ten points: five with delays, as most are in the field, one without. */
export async function insertLimits(database: Database, { projectId, gateways }: Fleet): Promise<void> {
  const pointsWhere = (isChosen: (place: number) => boolean) =>
    gateways.flatMap(({ pointIds }) => pointIds.filter((_, place) => isChosen(place)));
  const delayed = pointsWhere((place) => place % 2 === 0);
  await insertRule(database, projectId, { ...limits, onDelaySeconds: 300, offDelaySeconds: 60 }, delayed);
  await insertRule(database, projectId, limits, pointsWhere(isUndelayed));
}
