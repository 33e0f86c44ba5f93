/**
 * How long the lists of assets and of a stocktake take, over HTTP, from the request to the answer's last byte, where a company has many.
 *
 * The world: one company with 50,000 assets in 20 projects, one in ten of no project, and a stocktake of all of them, half done; beside
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

const { values: options } = parseArgs({ options: { assets: { type: 'string', default: '50000' } } });
const assetCount = Number(options.assets);
const projectCount = 20;
const rounds = 40;
const warmUpRounds = 5;
const targetMs = 50;

interface World {
  companyId: number;
  directorId: number;
  projectId: number;
  stocktakeId: number;
}

/** Fills one company; half of the assets are verified, in 400 places and 30 categories. */
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
    `WITH p AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM project WHERE company_id = $1)
     INSERT INTO asset (company_id, project_id, name, code, category, model, factory_number, install_date, distributor, source, supplier,
       amount_fen, service_life_months, location, is_monitored, usage, verification, note, updated_at)
     SELECT $1, CASE WHEN a % 10 = 0 THEN NULL ELSE p.id END, (ARRAY['冷柜', '压缩机', '叉车', '货架'])[1 + a % 4] || a,
       'ZC-' || $1::int || '-' || lpad(a::text, 6, '0'), '制冷设备/' || a % 30, 'M' || a % 50, 'F' || a, current_date - a % 3000, '经销商',
       'purchase', '供应商' || a % 20, a * 100, 120, '位置' || a % 400, a % 2 = 0, 'inUse',
       CASE WHEN a % 2 = 0 THEN 'verified' ELSE 'toBeVerified' END, '', now() - a * interval '1 min'
     FROM generate_series(1, $2::int) a JOIN p ON p.n = a % $3::int`,
    [companyId, assetCount, projectCount],
  );
  const stocktakeId = await one(
    `INSERT INTO stocktake (company_id, client_key, name, location, state, opened_name, opened_at)
     VALUES ($1, gen_random_uuid(), '年终盘点', '', 'open', '主任', now()) RETURNING id`,
    [companyId],
  );
  await pool.query(
    `INSERT INTO stocktake_expected (stocktake_id, asset_id, code, name, project_id, location)
     SELECT $1, id, code, name, project_id, location FROM asset WHERE company_id = $2`,
    [stocktakeId, companyId],
  );
  await pool.query(
    `INSERT INTO stocktake_scan (stocktake_id, client_key, code, asset_id, name, project_id, location, expected, said_at, kept_at, user_name)
     SELECT $1, gen_random_uuid(), code, id, name, project_id, location, true, now(), now(), '主任' FROM asset WHERE company_id = $2 AND id % 2 = 0`,
    [stocktakeId, companyId],
  );
  const projectId = await one('SELECT min(id) AS id FROM project WHERE company_id = $1', [companyId]);
  return { companyId, directorId, projectId, stocktakeId };
}

const folder = mkdtempSync(path.join(tmpdir(), 'wp-bench-assets-'));
const postgres = await startPostgres({
  dataDir: path.join(folder, 'postgres'),
  log: { info: () => {}, warn: console.warn, error: console.error },
});
const database = openDatabase(postgres.url, silentLog);
try {
  await migrate(database.pool);
  console.error(`Twice ${count(assetCount)} assets …`);
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

async function measureAll({ companyId, directorId, projectId, stocktakeId }: World, url: string): Promise<void> {
  const sessionId = crypto.randomUUID();
  await database.pool.query('INSERT INTO session_family (id, user_id, created_at) VALUES ($1, $2, now())', [
    sessionId,
    directorId,
  ]);
  const tokens = createTokens(await installationSecret(database.db, 'tokens'), systemClock);
  const rows: string[][] = [['', 'median', 'p95', 'slowest', `target p95 ${targetMs} ms`]];

  type Name = 'getAssetPage' | 'getStocktakePage' | 'getStocktakeItemPage';
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
  const assets = (what: string, body: CallInput<AllCalls['getAssetPage']>['body']) =>
    ask(what, 'getAssetPage', { body });

  await assets('first page by code', {});
  await assets('of one project', { ProjectIdList: [projectId] });
  await assets('a page in the middle', { PageIndex: Math.ceil(assetCount / 40) });
  await assets('by name', { SortType: 'name' });
  await assets('newest change first', { SortType: 'updated', IsAsc: false });
  await assets('dearest first', { SortType: 'amount', IsAsc: false });
  await assets('installed last', { SortType: 'installDate', IsAsc: false });
  await assets('to be verified', { Verification: 'toBeVerified' });
  await assets('of a category', { CategoryList: ['制冷设备/7'] });
  await assets('of a level of categories', { CategoryList: ['制冷设备'] });
  await assets('part of a name', { Text: '叉车12' });
  await assets('a code', { Text: `ZC-${companyId}-000777` });
  await ask('stocktakes', 'getStocktakePage', { body: {} });
  await ask('a stocktake, what is missing', 'getStocktakeItemPage', {
    body: { StocktakeId: stocktakeId, Outcome: 'missing' },
  });
  await ask('a stocktake, a code', 'getStocktakeItemPage', { body: { StocktakeId: stocktakeId, Text: '000777' } });
  printTable(rows);
}
