/**
 * How long the analysis for a director takes, over HTTP, from the request to the answer's last byte.
 *
 * The world: one company with 500 projects and 10,000 devices in ten classes, and two alarms a device and month over two years; beside
 * it a second company of that size, so that a query which forgets the tenant shows in its time. PostgreSQL of its own (fsync on) in a
 * temporary folder.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type AllCalls, type CallInput, calls } from '@watchpost/contract';
import { createTokens } from '../packages/server/src/account/index.ts';
import { startApplication } from '../packages/server/src/application.ts';
import { loadConfig } from '../packages/server/src/config.ts';
import { addDefaultRoles } from '../packages/server/src/people/index.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import { type Database, openDatabase } from '../packages/server/src/platform/db/database.ts';
import { startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { installationSecret } from '../packages/server/src/platform/db/installationSecret.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { takeOwnership } from '../packages/server/src/platform/db/ownership.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';
import { count, ms, printTable, quantile } from './rig/table.ts';

const { values: options } = parseArgs({
  options: { devices: { type: 'string', default: '10000' }, projects: { type: 'string', default: '500' } },
});
const deviceCount = Number(options.devices);
const projectCount = Number(options.projects);
/** Two a device and month, over two years. */
const alarmCount = deviceCount * 2 * 24;
const rounds = 12;
const warmUpRounds = 2;
const targetMs = 300;

interface World {
  companyId: number;
  directorId: number;
  classId: number;
}

async function fill({ db, pool }: Database, name: string): Promise<World> {
  const one = async (text: string, values: unknown[]): Promise<number> =>
    (await pool.query<{ id: number }>(text, values)).rows[0]!.id;
  const companyId = await one('INSERT INTO company (name, industry) VALUES ($1, 1) RETURNING id', [name]);
  const roles = await addDefaultRoles({ companyId }, db);
  const directorId = await one(
    `WITH person AS (INSERT INTO app_user (account, nickname) VALUES ('director' || $1::int, '主任') RETURNING id, nickname),
       member AS (INSERT INTO membership (company_id, user_id, real_name) SELECT $1::int, id, nickname FROM person)
     SELECT id FROM person`,
    [companyId],
  );
  await pool.query('INSERT INTO role_entry (user_id, role_id, company_id, project_id) VALUES ($1, $2, $3, -1)', [
    directorId,
    roles.companyAdministrator,
    companyId,
  ]);
  await pool.query(
    `WITH place AS (
       INSERT INTO subarea (company_id, kind, name, position) SELECT $1, 'project', '门店' || n, n FROM generate_series(1, $2::int) n
       RETURNING id, company_id)
     INSERT INTO project (id, company_id, industry) SELECT id, company_id, 1 FROM place`,
    [companyId, projectCount],
  );
  await pool.query(
    `WITH class AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM device_class ORDER BY id LIMIT 10),
       home AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM project WHERE company_id = $1)
     INSERT INTO device (company_id, project_id, device_class_id, name, brand, model)
     SELECT $1, home.id, class.id, '冷柜' || k, 'brand ' || k % 7, 'model ' || k % 60
     FROM generate_series(1, $2::int) k JOIN home ON home.n = k % $3::int JOIN class ON class.n = k % 10`,
    [companyId, deviceCount, projectCount],
  );
  await pool.query(
    `WITH d AS (SELECT id, project_id, name, row_number() OVER (ORDER BY id) - 1 AS n FROM device WHERE company_id = $1)
     INSERT INTO alarm (company_id, project_id, device_id, device_name, rule_id, rule_definition, subject_kind, subject_id, subject_name, kind,
       severity, worst_severity, raised_at, returned_at, acknowledged_at, sentence_zh, sentence_en)
     SELECT $1, d.project_id, d.id, d.name, 0, '{"kind":"limit","high":-15}', 'point', k, '库温', 'limit', 1 + k % 4, 1 + k % 4, at,
       at + k % 300 * interval '1 minute', CASE WHEN k % 5 > 0 THEN at + k % 90 * interval '1 minute' END,
       '库温 -12.3 °C，高于上限 -15 °C', 'Room temperature −12.3 °C, above the high limit of −15 °C'
     FROM generate_series(1, $2::int) k JOIN d ON d.n = k % $3::int,
       LATERAL (SELECT now() - interval '1 day' - (k::bigint * 7919 % 63072000) * interval '1 second' AS at) moment`,
    [companyId, alarmCount, deviceCount],
  );
  const classId = await one('SELECT min(device_class_id) AS id FROM device WHERE company_id = $1', [companyId]);
  return { companyId, directorId, classId };
}

const folder = mkdtempSync(path.join(tmpdir(), 'wp-bench-analysis-'));
const postgres = await startPostgres({
  dataDir: path.join(folder, 'postgres'),
  log: { info: () => {}, warn: console.warn, error: console.error },
});
const database = openDatabase(postgres.url, silentLog);
try {
  await migrate(database.pool);
  console.error(`Twice ${count(deviceCount)} devices, ${count(alarmCount)} alarms …`);
  await fill(database, '他处');
  const world = await fill(database, '大企业');
  await database.pool.query('VACUUM ANALYZE');
  const environment = { DATA_DIR: folder, HTTP_PORT: '0', MQTT_PORT: 'off', DTU_PORT: 'off', LISTEN: '127.0.0.1' };
  const config = loadConfig({ environment, envFile: null });
  const owner = await takeOwnership({ url: postgres.url, log: silentLog });
  const application = await startApplication({
    config,
    database,
    owner,
    clock: systemClock,
    log: silentLog,
    byTheClock: false,
  });
  try {
    await measureAll(world, `http://127.0.0.1:${application.httpPort}`);
  } finally {
    await application.stop();
    await owner.release();
  }
} finally {
  await database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measureAll({ companyId, directorId, classId }: World, url: string): Promise<void> {
  const sessionId = crypto.randomUUID();
  await database.pool.query('INSERT INTO session_family (id, user_id, created_at) VALUES ($1, $2, now())', [
    sessionId,
    directorId,
  ]);
  const tokens = createTokens(await installationSecret(database.db, 'tokens'), systemClock);
  const rows: string[][] = [['', 'median', 'p95', 'slowest', `target p95 ${targetMs} ms`]];

  type Name = 'getHomeAnalysis' | 'getDeviceAnalysis' | 'getServiceStatistics';
  const ask = async <Call extends Name>(what: string, name: Call, input: CallInput<AllCalls[Call]>) => {
    // One for each measurement: on a busy machine all of them outlast a token.
    const { token } = await tokens.issueAccess(directorId, sessionId);
    const took: number[] = [];
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      const startedAt = performance.now();
      const reply = await fetch(`${url}/api${calls[name].path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'company-id': String(companyId),
          'content-type': 'application/json',
          'accept-encoding': 'identity',
        },
        body: JSON.stringify((input as { body?: unknown }).body ?? {}),
      });
      const text = await reply.text();
      if (reply.status !== 200) throw new Error(`${what}: ${text.slice(0, 300)}`);
      if (round >= warmUpRounds) took.push(performance.now() - startedAt);
    }
    const p95 = quantile(took, 0.95);
    console.error(`${what}: p95 ${ms(p95)}`);
    rows.push([what, ms(quantile(took, 0.5)), ms(p95), ms(Math.max(...took)), p95 <= targetMs ? 'met' : 'MISSED']);
  };
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const today = dayBefore(0);
  const last = (days: number) => ({ Start: dayBefore(days - 1), End: today });
  await ask('home: month', 'getHomeAnalysis', { body: last(31) });
  await ask('home: year', 'getHomeAnalysis', { body: last(365) });
  for (const Group of ['class', 'brand', 'model'] as const)
    await ask(`devices by ${Group}: year`, 'getDeviceAnalysis', { body: { ...last(365), Group } });
  await ask('devices of a class: year', 'getDeviceAnalysis', {
    body: { ...last(365), Group: 'model', SmallTypeId: classId },
  });
  await ask('service: year', 'getServiceStatistics', { body: last(365) });
  printTable(rows);
}
