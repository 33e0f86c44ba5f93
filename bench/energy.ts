/**
 * How long the pages of energy take, over HTTP, from the request to the answer's last byte, where a company has many meters.
 *
 * The world: one company with 1,000 meters in 40 projects, each with one that supplies the others, and their days of three years in five
 * time classes; beside it a second company of that size, so that a query which forgets the tenant shows in its time. PostgreSQL of its
 * own (fsync on) in a temporary folder.
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

const { values: options } = parseArgs({ options: { meters: { type: 'string', default: '1000' } } });
const meterCount = Number(options.meters);
const projectCount = Math.max(1, Math.round(meterCount / 25));
const dayCount = 3 * 365;
/** Quarters are asked for a day at a time; so many days of them are enough. */
const quarterDays = 60;
const rounds = 40;
const warmUpRounds = 5;
const targetMs = 50;

interface World {
  companyId: number;
  directorId: number;
  projectId: number;
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
    `INSERT INTO energy_meter (project_id, name, max_watts, created_at, settled_through)
     SELECT id, '总表', 500000, now(), '2100-01-01' FROM project WHERE company_id = $1`,
    [companyId],
  );
  await pool.query(
    `WITH root AS (
       SELECT m.id, m.project_id, row_number() OVER (ORDER BY m.id) - 1 AS n FROM energy_meter m JOIN project p ON p.id = m.project_id
       WHERE p.company_id = $1)
     INSERT INTO energy_meter (project_id, parent_id, name, max_watts, created_at, settled_through)
     SELECT root.project_id, root.id, '分表' || k, 100000, now(), '2100-01-01'
     FROM generate_series($2::int + 1, $3::int) k JOIN root ON root.n = k % $2::int`,
    [companyId, projectCount, meterCount],
  );
  await pool.query(
    `INSERT INTO energy_day (meter_id, day, wh, cost_micro, expected, measured, estimated, suspect_wh, peak_w, peak_at, is_provisional)
     SELECT m.id, current_date - d, ARRAY[0, 30000 + d % 7, 40000, 20000, 8000, 2000 + m.id % 50], ARRAY[9000000, 28000000, 21000000, 9600000, 500000],
       96, 95, 1, 0, 5000 + (m.id * 31 + d * 17) % 4000, (current_date - d) + time '10:00', d < 20
     FROM energy_meter m JOIN project p ON p.id = m.project_id AND p.company_id = $1, generate_series(0, $2::int - 1) d`,
    [companyId, dayCount],
  );
  await pool.query(
    `INSERT INTO energy_quarter (meter_id, day, wh, flags)
     SELECT m.id, current_date - d, array_fill(1000 + d, ARRAY[96]), repeat('m', 96)
     FROM energy_meter m JOIN project p ON p.id = m.project_id AND p.company_id = $1, generate_series(0, $2::int - 1) d`,
    [companyId, quarterDays],
  );
  const projectId = await one('SELECT min(id) AS id FROM project WHERE company_id = $1', [companyId]);
  return { companyId, directorId, projectId };
}

const folder = mkdtempSync(path.join(tmpdir(), 'wp-bench-energy-'));
const postgres = await startPostgres({
  dataDir: path.join(folder, 'postgres'),
  log: { info: () => {}, warn: console.warn, error: console.error },
});
const database = openDatabase(postgres.url, silentLog);
try {
  await migrate(database.pool);
  console.error(`Twice ${count(meterCount)} meters, ${count(dayCount)} days …`);
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

async function measureAll({ companyId, directorId, projectId }: World, url: string): Promise<void> {
  const sessionId = crypto.randomUUID();
  await database.pool.query('INSERT INTO session_family (id, user_id, created_at) VALUES ($1, $2, now())', [
    sessionId,
    directorId,
  ]);
  const tokens = createTokens(await installationSecret(database.db, 'tokens'), systemClock);
  const rows: string[][] = [['', 'median', 'p95', 'slowest', `target p95 ${targetMs} ms`]];

  type Name = 'getEnergySummary' | 'getEnergyLoad' | 'getEnergyMonths' | 'getEnergyByProject';
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
  await ask('project: month', 'getEnergySummary', { body: { ProjectId: projectId, ...last(31) } });
  await ask('project: year', 'getEnergySummary', { body: { ProjectId: projectId, ...last(365) } });
  await ask('project: two years', 'getEnergySummary', { body: { ProjectId: projectId, ...last(730) } });
  await ask('project: table of a year', 'getEnergyMonths', {
    body: { ProjectId: projectId, Year: Number(today.slice(0, 4)) - 1 },
  });
  await ask('project: load of a day', 'getEnergyLoad', { body: { ProjectId: projectId, Day: dayBefore(1) } });
  await ask('company: month', 'getEnergyByProject', { body: last(31) });
  await ask('company: year', 'getEnergyByProject', { body: last(365) });
  await ask('company: two years', 'getEnergyByProject', { body: last(730) });
  printTable(rows);
}
