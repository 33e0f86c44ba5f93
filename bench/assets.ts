/**
 * How long the lists of assets and of a stocktake take, over HTTP, from the request to the answer's last byte, where a company has many.
 *
 * The world: one company with 50,000 assets in 20 projects, one in ten of no project, four in five of the others a device, and a stocktake of all of them, half done; beside
 * it a second company of that size, so that a query which forgets the tenant shows in its time. PostgreSQL of its own (fsync on) in a
 * temporary folder.
 */
import { parseArgs } from 'node:util';
import type { AllCalls, CallInput } from '@watchpost/contract';
import type { Database } from '../packages/server/src/platform/db/database.ts';
import { foundCompany } from './rig/foundCompany.ts';
import { count } from './rig/table.ts';
import { timeCalls } from './rig/timeCalls.ts';
import { withLargeCompany } from './rig/withLargeCompany.ts';

const { values: options } = parseArgs({
  options: {
    assets: { type: 'string', default: '50000' },
    /** Only what is called so. */
    only: { type: 'string', default: '' },
    /** Prints every statement that takes longer than so many milliseconds, with its plan. */
    explain: { type: 'string', default: '' },
  },
});
const assetCount = Number(options.assets);
const projectCount = 20;
const targetMs = 50;

interface World {
  companyId: number;
  directorId: number;
  projectId: number;
  stocktakeId: number;
  /** One that is a device. */
  assetId: number;
}

/** Fills one company; half of the assets are verified, in 400 places and 30 categories. */
async function fill(database: Database, name: string): Promise<World> {
  const { pool } = database;
  const { companyId, directorId, projectId } = await foundCompany(database, name, projectCount);
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
  await pool.query(
    `WITH made AS (
       INSERT INTO device (company_id, project_id, device_class_id, name)
       SELECT company_id, project_id, (SELECT id FROM device_class WHERE code = 'freezerRoom'), code FROM asset
       WHERE company_id = $1 AND project_id IS NOT NULL AND id % 5 > 0
       RETURNING id, name)
     UPDATE asset a SET device_id = made.id FROM made WHERE a.company_id = $1 AND a.code = made.name`,
    [companyId],
  );
  const { rows: opened } = await pool.query<{ id: number }>(
    `INSERT INTO stocktake (company_id, client_key, name, location, state, expected, opened_name, opened_at)
     VALUES ($1, gen_random_uuid(), '年终盘点', '', 'open', $2, '主任', now()) RETURNING id`,
    [companyId, assetCount],
  );
  const stocktakeId = opened[0]!.id;
  await pool.query(
    `INSERT INTO stocktake_expected (stocktake_id, asset_id, code, name, project_id, location)
     SELECT $1, id, code, name, project_id, location FROM asset WHERE company_id = $2`,
    [stocktakeId, companyId],
  );
  await pool.query(
    `INSERT INTO stocktake_scan (stocktake_id, client_key, code, asset_id, name, project_id, location, expected_id, said_at, kept_at, user_name)
     SELECT stocktake_id, gen_random_uuid(), code, asset_id, name, project_id, location, id, now(), now(), '主任' FROM stocktake_expected
     WHERE stocktake_id = $1 AND asset_id % 2 = 0`,
    [stocktakeId],
  );
  const { rows: linked } = await pool.query<{ id: number }>(
    'SELECT max(id) AS id FROM asset WHERE company_id = $1 AND device_id IS NOT NULL',
    [companyId],
  );
  return { companyId, directorId, projectId, stocktakeId, assetId: linked[0]!.id };
}

await withLargeCompany(
  {
    bench: 'assets',
    words: `${count(assetCount)} assets`,
    fill,
    explainMs: options.explain === '' ? null : Number(options.explain),
    byTheClock: false,
  },
  async ({ companyId, directorId, projectId, stocktakeId, assetId }, served) => {
    const timer = await timeCalls({ ...served, companyId, targetMs, only: options.only });
    const assets = (what: string, body: CallInput<AllCalls['getAssetPage']>['body']) =>
      timer.ask(what, directorId, 'getAssetPage', { body });

    await assets('first page by code', {});
    await assets('of one project', { ProjectIdList: [projectId] });
    await assets('a page in the middle', { PageIndex: Math.ceil(assetCount / 40) });
    await assets('by name', { SortType: 'name' });
    await assets('newest change first', { SortType: 'updated', IsAsc: false });
    await assets('dearest first', { SortType: 'amount', IsAsc: false });
    await assets('installed last', { SortType: 'installDate', IsAsc: false });
    await assets('to be verified', { Verification: 'toBeVerified' });
    await assets('related to a device', { Related: true });
    await assets('not related to a device', { Related: false });
    await assets('of a category', { CategoryList: ['制冷设备/7'] });
    await assets('of a level of categories', { CategoryList: ['制冷设备'] });
    await timer.ask('categories in use', directorId, 'getAssetCategories', { query: {} });
    await assets('part of a name', { Text: '叉车12' });
    await assets('two letters of a name', { Text: '叉车' });
    await assets('a code', { Text: `ZC-${companyId}-000777` });
    await timer.ask('stocktakes', directorId, 'getStocktakePage', { body: {} });
    await timer.ask('a stocktake, what is missing', directorId, 'getStocktakeItemPage', {
      body: { StocktakeId: stocktakeId, Outcome: 'missing' },
    });
    await timer.ask('a stocktake, a page in the middle', directorId, 'getStocktakeItemPage', {
      body: { StocktakeId: stocktakeId, PageIndex: Math.ceil(assetCount / 40) },
    });
    await timer.ask('a stocktake, a code', directorId, 'getStocktakeItemPage', {
      body: { StocktakeId: stocktakeId, Text: '000777' },
    });
    // Its target is 300 ms.
    await timer.ask('the life of an asset', directorId, 'getAssetLife', { query: { assetId } }, false);
    // Half of the assets are missing, and no difference is decided. Details have 100 ms.
    await served.database.pool.query("UPDATE stocktake SET state = 'review' WHERE id = $1", [stocktakeId]);
    await timer.ask('a stocktake in review', directorId, 'getStocktake', { query: { stocktakeId } }, false);
    await timer.ask('a stocktake, what is undecided', directorId, 'getStocktakeItemPage', {
      body: { StocktakeId: stocktakeId, IsUndecided: true },
    });
    timer.print();
  },
);
