import { randomUUID } from 'node:crypto';
import { assetErrors, fileErrors } from '@watchpost/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { aCompany, aDevice, aGateway, aMember, aPastAlarm, aPoint, aProject } from '../testing/factories.ts';
import { sheetOf } from '../testing/peopleOf.ts';
import { assetExporter } from './assetExporters.wire.ts';
import { pageAssets } from './register/asset.store.ts';
import { markDue, remindOfAssets } from './reminders/remindOfAssets.ts';

let app: TestApplication;
let ask: AskAs;
let keeper: number;
let owner: number;
let neighbour: number;
let stranger: number;
let companyId: number;
let projectId: number;
let otherProjectId: number;
let deviceId: number;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      otherProjectId = await aProject(db, companyId);
      deviceId = await aDevice(db, projectId, { name: '冷冻间1' });
      keeper = await aMember(db, companyId, -1, { permissions: ['companyAssets', 'allProjects'] });
      owner = await aMember(db, companyId, projectId, { permissions: ['assetsEdit'] });
      neighbour = await aMember(db, companyId, otherProjectId, { permissions: ['assetsEdit'] });
      stranger = await aMember(db, await aCompany(db), -1, { permissions: ['companyAssets', 'allProjects'] });
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());

const add = (userId: number, body: object) =>
  ask(userId, 'addAsset', { body: { AssetName: 'Case', ...body } as never });
const codes = async (userId: number, body: object = {}) =>
  (await ask(userId, 'getAssetPage', { body })).data.Data.map(({ AssetCode }) => AssetCode);

test('an asset is kept by its project, or by the company where it is of none; a code is given once in a company', async () => {
  const first = await add(owner, { AssetCode: 'A-1', ProjectId: projectId, ModelTreeId: deviceId, Amount: '28000.50' });
  expect(first.status).toBe(200);
  expect((await add(owner, { AssetCode: 'A-2' })).status).toBe(404);
  expect((await add(keeper, { AssetCode: 'A-2' })).status).toBe(200);
  const taken = await add(keeper, { AssetCode: 'a-1', ProjectId: projectId });
  expect(taken).toMatchObject({ status: 409, message: 'The asset code exists: Case.' });
  expect((await add(keeper, { AssetCode: 'Ａ－1', ProjectId: projectId })).message).toBe(taken.message);
  // Who does not see its holder is not told what it is called.
  expect((await add(neighbour, { AssetCode: 'A-1', ProjectId: otherProjectId })).message).toBe(
    assetErrors.codeTaken.en,
  );
  // Who sees it in another of their projects is.
  await aMember(app.database.db, companyId, otherProjectId, { userId: owner, permissions: ['assetsEdit'] });
  expect((await add(owner, { AssetCode: 'A-1', ProjectId: otherProjectId })).message).toBe(
    'The asset code exists: Case.',
  );
  expect((await add(stranger, { AssetCode: 'A-1' })).status).toBe(200);
  expect(await codes(owner)).toEqual(['A-1']);
  expect(await codes(keeper)).toEqual(['A-1', 'A-2']);
  expect(await codes(neighbour)).toEqual([]);
  expect(await codes(stranger)).toEqual(['A-1']);
  const [row] = (await ask(owner, 'getAssetPage', { body: {} })).data.Data;
  expect(row).toMatchObject({ Amount: 28000.5, ModelTreeName: '冷冻间1', Verification: 'toBeVerified', MayEdit: true });
  // A device is one asset.
  expect(await add(owner, { AssetCode: 'A-3', ProjectId: projectId, ModelTreeId: deviceId })).toMatchObject({
    status: 409,
    message: 'The device belongs to another asset already: Case.',
  });
  expect((await add(keeper, { AssetCode: 'A-3', ProjectId: otherProjectId, ModelTreeId: deviceId })).message).toBe(
    assetErrors.deviceElsewhere.en,
  );
  expect((await add(owner, { AssetCode: 'A-3', ProjectId: projectId, InstallDate: '2999-01-01' })).message).toBe(
    assetErrors.installedInFuture.en,
  );
});

test('of two assets that come at once with one device, one is refused by name', async () => {
  const device = await aDevice(app.database.db, projectId, { name: 'Wanted twice' });
  const both = await Promise.all(
    ['D-1', 'D-2'].map((AssetCode) => add(owner, { AssetCode, ProjectId: projectId, ModelTreeId: device })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)!.message).toBe('The device belongs to another asset already: Case.');
});

test('assets are listed by whether they are related to a device', async () => {
  const { db } = app.database;
  const place = await aProject(db, companyId);
  const device = await aDevice(db, place);
  await add(keeper, { AssetCode: 'RL-1', ProjectId: place, ModelTreeId: device });
  await add(keeper, { AssetCode: 'RL-2', ProjectId: place });
  const listed = (filter: object = {}) => codes(keeper, { ProjectIdList: [place], ...filter });
  expect([await listed({ Related: true }), await listed({ Related: false }), await listed()]).toEqual([
    ['RL-1'],
    ['RL-2'],
    ['RL-1', 'RL-2'],
  ]);
  expect((await ask(keeper, 'getAssetPage', { body: { Related: 'perhaps' } as never })).status).toBe(400);
});

test('an asset is read without waiting for somebody who changes it', async () => {
  const { AssetId } = (await add(owner, { AssetCode: 'RD-1', ProjectId: projectId })).data;
  const other = await app.database.pool.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM asset WHERE id = $1 FOR UPDATE', [AssetId]);
    expect((await ask(owner, 'getAssetLife', { query: { assetId: AssetId } })).status).toBe(200);
    expect((await ask(owner, 'getAssetRunTime', { query: { assetId: AssetId } })).status).toBe(200);
    expect((await ask(owner, 'findAsset', { query: { assetCode: 'RD-1' } })).data).toEqual({ AssetId });
    const labels = { AssetIdList: [AssetId], Address: 'https://watch.example' };
    expect((await ask(owner, 'getAssetLabels', { body: labels })).status).toBe(200);
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
});

test('a contract names the assets alone that its reader sees; the others stay in it when it is changed', async () => {
  const { db } = app.database;
  const here = (await add(keeper, { AssetCode: 'CT-1', ProjectId: projectId, AssetName: 'Secret case' })).data.AssetId;
  const there = (await add(keeper, { AssetCode: 'CT-2', ProjectId: otherProjectId })).data.AssetId;
  const { ContractId } = (
    await ask(keeper, 'addAssetContract', {
      body: {
        ...{ ContractNumber: 'CT', ContractName: 'Lease', Kind: 'lease', AssetIdList: [here, there] },
        ...{ StartDate: '2020-01-01', EndDate: '2899-12-31' },
      } as never,
    })
  ).data;
  // Keeps the contracts of the company, and one of its projects is open to them.
  const partial = await aMember(db, companyId, -1, { permissions: ['companyAssets'] });
  await aMember(db, companyId, otherProjectId, { userId: partial, permissions: ['assetsView'] });
  const listed = async (userId: number) => {
    const { data } = await ask(userId, 'getAssetContractPage', { body: { Text: 'CT' } });
    return data.Data[0]!.AssetList.map(({ AssetCode }) => AssetCode);
  };
  expect([await listed(keeper), await listed(partial)]).toEqual([['CT-1', 'CT-2'], ['CT-2']]);
  const edit = (AssetIdList: number[]) =>
    ask(partial, 'editAssetContract', { body: { ContractId, AssetIdList } as never });
  const change = (body: object) => ask(keeper, 'editAssetContract', { body: { ContractId, ...body } as never });
  // What two people put in and take out of it at once is all done.
  await Promise.all([change({ RemoveAssetIdList: [here] }), change({ AddAssetIdList: [here, there], Note: 'N' })]);
  await change({ AddAssetIdList: [here] });
  expect(await listed(keeper)).toEqual(['CT-1', 'CT-2']);
  expect((await edit([here])).status).toBe(404);
  expect((await edit([])).status).toBe(200);
  expect([await listed(keeper), await listed(partial)]).toEqual([['CT-1'], []]);
  await ask(keeper, 'deleteAssetContract', { body: { ContractIdList: [ContractId] } });
});

test('an asset is verified once model and place are known, and to be verified again when what identifies it changes', async () => {
  const { AssetId } = (await add(owner, { AssetCode: 'V-1', ProjectId: projectId })).data;
  const verify = () => ask(owner, 'verifyAssets', { body: { AssetIdList: [AssetId] } });
  const edit = (change: object) => ask(owner, 'editAsset', { body: { AssetId, ...change } as never });
  const state = async () => (await ask(owner, 'getAssetLife', { query: { assetId: AssetId } })).data.Asset.Verification;
  expect((await verify()).message).toBe('Fill in model and storage location first: Case.');
  await edit({ Model: 'ZB-15', Location: 'Roof' });
  expect((await verify()).data).toEqual({ Verified: 1 });
  expect(await state()).toBe('verified');
  await edit({ Note: 'Painted' });
  expect(await state()).toBe('verified');
  await edit({ Location: 'Cellar' });
  expect(await state()).toBe('toBeVerified');
  expect((await ask(neighbour, 'getAssetLife', { query: { assetId: AssetId } })).status).toBe(404);
});

test('the life of an asset tells the alarms of its device, its depreciation and its contracts', async () => {
  const { AssetId } = (
    await add(keeper, {
      ...{ AssetCode: 'L-1', ProjectId: projectId, Amount: 28_000, ServiceLife: 144, InstallDate: '2020-01-31' },
    })
  ).data;
  const contract = { ContractName: 'Service', Kind: 'service', AssetIdList: [AssetId] };
  const long = { StartDate: '2020-01-01', EndDate: '2899-12-31' };
  const added = await ask(keeper, 'addAssetContract', {
    body: { ...contract, ...long, ContractNumber: 'K-1' } as never,
  });
  expect(added.status).toBe(200);
  const again = { ...contract, ...long, ContractNumber: 'k-1' } as never;
  expect((await ask(keeper, 'addAssetContract', { body: again })).message).toBe(assetErrors.contractNumberTaken.en);
  const backwards = { ...contract, ContractNumber: 'K-2', StartDate: '2027-01-01', EndDate: '2026-01-01' } as never;
  expect((await ask(keeper, 'addAssetContract', { body: backwards })).message).toBe(assetErrors.endsBeforeStart.en);
  const life = (await ask(keeper, 'getAssetLife', { query: { assetId: AssetId } })).data;
  expect(life.Depreciation).toMatchObject({ MonthlyAmount: expect.closeTo(184.72, 1) });
  expect(life.Depreciation!.Accumulated + life.Depreciation!.BookValue).toBeCloseTo(28_000, 2);
  expect(life.ContractList).toEqual([expect.objectContaining({ ContractNumber: 'K-1' })]);
  expect(life.AlarmCount).toBeNull();
  // Contracts are of the company: who keeps a project does not hear of them.
  expect((await ask(owner, 'getAssetLife', { query: { assetId: AssetId } })).data.ContractList).toEqual([]);
  expect((await ask(owner, 'getAssetContractPage', { body: {} })).status).toBe(403);
  const { ContractId } = added.data;
  expect((await ask(keeper, 'editAssetContract', { body: { ContractId, AssetIdList: [] } as never })).status).toBe(200);
  const page = (await ask(keeper, 'getAssetContractPage', { body: { State: 'running' } })).data;
  expect(page.Data).toEqual([expect.objectContaining({ ContractNumber: 'K-1', AssetList: [] })]);
  expect((await ask(keeper, 'getAssetContractPage', { body: { State: 'ended' } })).data.TotalCount).toBe(0);
});

describe('a spreadsheet of assets', () => {
  const header = ['资产名称', 'Asset code', 'Project', 'Device', 'Source', '安装日期', 'Amount (CNY)', 'Monitored'];
  const bringIn = async (userId: number, query: object, rows: readonly (readonly string[])[], names = header) =>
    ask(userId, 'batchImportAsset', { query: query as never, files: [await sheetOf(names, rows)] });
  const place = async () =>
    (await app.database.pool.query<{ name: string }>('SELECT name FROM subarea WHERE id = $1', [projectId])).rows[0]!
      .name;
  const ofProject = header.filter((each) => each !== 'Project');

  test('is brought in whole, each row to its project and device, with words of either language', async () => {
    const device = await aDevice(app.database.db, projectId, { name: '陈列柜 7' });
    const rows = [
      ['Case 7', 'IMP-1', await place(), '陈列柜 7', '租赁', '2026-01-15', '12000.5', 'yes'],
      ['Forklift', 'IMP-2', '', '', 'Purchase', '', '', ''],
    ];
    const trial = await bringIn(keeper, { isDryRun: true }, rows);
    expect(trial.data).toMatchObject({ ImportedCount: 2, WrongCount: 0, IsDryRun: true });
    expect(await codes(keeper, { Text: 'IMP-' })).toEqual([]);
    expect((await bringIn(keeper, {}, rows)).data).toMatchObject({ ImportedCount: 2 });
    const { data } = await ask(keeper, 'getAssetPage', { body: { Text: 'IMP-' } });
    expect(data.Data).toMatchObject([
      {
        AssetCode: 'IMP-1',
        ProjectId: projectId,
        ModelTreeId: device,
        Source: 'lease',
        Amount: 12000.5,
        IsMonitor: true,
      },
      { AssetCode: 'IMP-2', ProjectId: null, ModelTreeId: null, Source: 'purchase', Usage: 'inUse', InstallDate: null },
    ]);
    const { rows: logged } = await app.database.pool.query(
      "SELECT count(*)::int AS count FROM operation_log WHERE subject_name IN ('Case 7', 'Forklift')",
    );
    expect(logged).toEqual([{ count: 2 }]);
  });

  test('brings in nothing while a row is wrong, and names each mistake with its column', async () => {
    const { data } = await bringIn(keeper, {}, [
      ['Right', 'BAD-1', '', '', '', '', '', ''],
      ['Taken', 'a-1', '', '', '', '', '', ''],
      ['Twice', 'BAD-1', '', '', '', '', '', ''],
      ['Nowhere', 'BAD-2', 'No such project', '', '', '', '', ''],
      ['Wrong device', 'BAD-3', '', 'No such device', '', '2999-01-01', '', ''],
      ['Words', 'BAD-4', '', '', 'stolen', '', '-5', 'perhaps'],
    ]);
    expect(data).toMatchObject({ ImportedCount: 0, WrongCount: 5 });
    expect(data.Rows.map(({ Row, Errors }) => [Row, Errors.map(({ Column }) => Column)])).toEqual([
      [3, ['Asset code']],
      [4, ['Asset code']],
      [5, ['Project']],
      [6, ['Installed on', 'Device']],
      [7, ['Source', 'Amount (CNY)', 'Monitored']],
    ]);
    expect(data.Rows[0]!.Errors[0]!.Message).toBe('The asset code exists: Case.');
    expect(await codes(keeper, { Text: 'BAD-' })).toEqual([]);
  });

  test('goes into the projects alone whose assets the person keeps', async () => {
    const row = ['Mine', 'OWN-1', '', '', '', '', ''];
    expect((await bringIn(owner, {}, [row], ofProject)).status).toBe(404);
    expect((await bringIn(neighbour, { projectId }, [row], ofProject)).status).toBe(403);
    expect((await bringIn(owner, { projectId }, [row], ofProject)).data).toMatchObject({ ImportedCount: 1 });
    expect(await codes(owner, { Text: 'OWN-1' })).toEqual(['OWN-1']);
    // Who does not see the holder of a code is not told what it is called.
    const taken = await bringIn(neighbour, { projectId: otherProjectId }, [row], ofProject);
    expect(taken.data.Rows[0]!.Errors[0]!.Message).toBe(assetErrors.codeTaken.en);
  });
});

test('what is exported is brought in again as it is', async () => {
  const { db } = app.database;
  const device = await aDevice(db, projectId, { name: '出口柜' });
  const place = (await app.database.pool.query('SELECT name FROM subarea WHERE id = $1', [projectId])).rows[0].name;
  const whole = (await add(keeper, { AssetCode: 'EX0' })).data.AssetId;
  const values = {
    ...{
      AssetName: 'Round trip',
      AssetCode: 'EX-1',
      ProjectId: projectId,
      ModelTreeId: device,
      Category: 'Cold/Cases',
    },
    ...{ Model: 'M', FactoryNumber: '7', InstallDate: '2024-02-29', Distributor: 'D', Source: 'lease', Supplier: 'S' },
    ...{ ReplacementCost: 20.5, WarrantyUntil: '2029-02-28', ParentId: whole },
    ...{ Amount: 12.34, ServiceLife: 120, Location: 'Roof', IsMonitor: true, Usage: 'idle', Note: 'N' },
  };
  const row = async () => {
    const { data } = await ask(keeper, 'getAssetPage', { body: { Text: 'EX-1' } });
    const { AssetId, UpdateEpoch: _, ...rest } = data.Data[0]!;
    return { id: AssetId, rest };
  };
  await add(keeper, values);
  const before = await row();
  const tenant = { kind: 'user', userId: keeper, companyId, projectIds: [projectId] } as const;
  const seesAll = { ...tenant, listedProjectIds: [], listedDeviceIds: [], hiddenAlarmLevels: [] };
  const viewer = { tenant: seesAll, ofCompany: true };
  const order = { by: 'code', ascending: true } as const;
  const page = await pageAssets(seesAll, db, viewer, { text: 'EX-1' }, order, { offset: 0, limit: 1 });
  await ask(keeper, 'deleteAsset', { body: { AssetIdList: [before.id] } });
  const { columns } = assetExporter({ db });
  for (const language of ['zh', 'en'] as const) {
    const cells = columns.map(({ value }) => String(value(page.rows[0]!, language) ?? ''));
    const file = await sheetOf(
      columns.map(({ header }) => header[language]),
      [cells],
    );
    const into = (query: object) => ask(keeper, 'batchImportAsset', { query: query as never, files: [file] });
    expect((await into({ isDryRun: true })).data).toMatchObject({ ImportedCount: 1, WrongCount: 0 });
    // Also into the project that it names, and into no other.
    expect((await into({ isDryRun: true, projectId })).data).toMatchObject({ WrongCount: 0 });
    expect((await into({ projectId: otherProjectId })).data.Rows[0]!.Errors[0]!.Message).toBe(
      assetErrors.unknownProject.en,
    );
    if (language === 'en') await into({});
  }
  expect((await row()).rest).toEqual(before.rest);
  expect(before.rest.ProjectName).toBe(place);
});

test('of 5,000 rows with 20 wrong ones none is kept, and the 20 are named by row and column', async () => {
  const wrong: Record<number, readonly [column: number, value: string]> = {};
  for (let i = 0; i < 20; i++)
    wrong[i * 250 + 7] = (
      [
        [0, ''],
        [1, 'LOT-1'],
        [2, '-5'],
        [3, '0'],
        [4, '2999-01-01'],
      ] as const
    )[i % 5]!;
  const rows = Array.from({ length: 5_000 }, (_, i) => {
    const cells = [`Case ${i}`, `LOT-${i}`, '120.50', '120', '2024-02-29'];
    const mistake = wrong[i];
    return mistake ? cells.with(mistake[0], mistake[1]) : cells;
  });
  const header = ['Asset name', 'Asset code', 'Amount (CNY)', 'Service life (months)', 'Installed on'];
  const file = await sheetOf(header, rows);
  const before = (await ask(keeper, 'getAssetPage', { body: {} })).data.TotalCount;
  const { data } = await ask(keeper, 'batchImportAsset', { query: { isDryRun: false }, files: [file] });
  expect(data).toMatchObject({ TotalCount: 5_000, ImportedCount: 0, WrongCount: 20 });
  expect(data.Rows.map(({ Row, Errors }) => [Row, Errors.map(({ Column }) => Column)])).toEqual(
    // The first row below the headings is 2.
    Object.entries(wrong).map(([i, [column]]) => [Number(i) + 2, [header[column]]]),
  );
  expect((await ask(keeper, 'getAssetPage', { body: {} })).data.TotalCount).toBe(before);
});

test('a category stands below another one, and is found with it', async () => {
  const tree = ['Cold/Cases/Upright', 'Cold／ Cases ', 'Cold', 'Colder', 'Office'];
  for (const [place, Category] of tree.entries()) await add(keeper, { AssetCode: `T-${place}`, Category });
  const found = (...CategoryList: string[]) => codes(keeper, { Text: 'T-', CategoryList });
  expect(await found('Cold')).toEqual(['T-0', 'T-1', 'T-2']);
  expect(await found('Cold/Cases', 'Office')).toEqual(['T-0', 'T-1', 'T-4']);
  expect(await found('Cold/')).toEqual([]);
  expect(await found('Col%')).toEqual([]);
  expect((await ask(keeper, 'getAssetCategories', { query: {} })).data).toContain('Cold/Cases');
  expect((await add(keeper, { AssetCode: 'T-9', Category: 'a/b/c/d/e/f' })).status).toBe(400);
});

test('all categories in use are there to be filtered by, also beyond 500; none that is closed to the reader', async () => {
  const { db, pool } = app.database;
  const company = await aCompany(db);
  const [mine, closed] = [await aProject(db, company), await aProject(db, company)];
  const reader = await aMember(db, company, mine, { permissions: ['assetsView'] });
  await pool.query(
    `INSERT INTO asset (company_id, project_id, name, code, category, model, factory_number, distributor, source, supplier, location,
       is_monitored, usage, verification, note, updated_at)
     SELECT $1, CASE WHEN n % 7 = 0 THEN $3::int ELSE $2::int END, 'Case', 'CG-' || n, CASE WHEN n > 700 THEN '' ELSE 'K' || lpad((n / 2)::text, 3, '0') END,
       '', '', '', 'purchase', '', '', false, 'inUse', 'toBeVerified', '', now() FROM generate_series(0, 1399) n`,
    [company, mine, closed],
  );
  await pool.query("UPDATE asset SET category = 'Closed' WHERE company_id = $1 AND code IN ('CG-0', 'CG-7')", [
    company,
  ]);
  await pool.query(
    "INSERT INTO asset (company_id, project_id, name, code, category, model, factory_number, distributor, source, supplier, location, is_monitored, usage, verification, note, updated_at) SELECT company_id, project_id, name, code || 'x' || n, category || '/' || n, '', '', '', 'purchase', '', '', false, 'inUse', 'toBeVerified', '', now() FROM asset, generate_series(1, 1) n WHERE company_id = $1 AND category <> ''",
    [company],
  );
  const { data } = await ask(reader, 'getAssetCategories', { query: {} });
  const { rows } = await pool.query(
    "SELECT DISTINCT category FROM asset WHERE company_id = $1 AND project_id = $2 AND category <> '' ORDER BY category",
    [company, mine],
  );
  expect(rows.length).toBeGreaterThan(500);
  expect(data).toEqual(rows.map(({ category }) => category));
  expect(data).not.toContain('Closed');
});

describe('parts of an asset', () => {
  const parent = (userId: number, AssetId: number, ParentId: number | null) =>
    ask(userId, 'editAsset', { body: { AssetId, ParentId: ParentId ?? '' } as never });
  const part = async (AssetCode: string, body: object = {}) =>
    (await add(keeper, { AssetCode, AssetName: `Part ${AssetCode}`, ProjectId: projectId, ...body })).data.AssetId;

  test('stand below it, in no circle and not too deep, and are named to those who see them', async () => {
    const ids: number[] = [];
    for (let level = 1; level <= 6; level++) ids.push(await part(`PT-${level}`));
    for (const [place, id] of ids.entries())
      if (place > 0) expect((await parent(keeper, id, ids[place - 1]!)).status).toBe(200);
    const [top, second] = ids as [number, number];
    expect((await parent(keeper, top, top)).message).toBe(
      'An asset is no part of itself or of its own parts: Part PT-1.',
    );
    expect((await parent(keeper, top, ids[5]!)).status).toBe(409);
    const above = await part('PT-0');
    expect((await parent(keeper, top, above)).message).toBe('Assets are parts of each other over at most 6 levels.');
    expect((await add(keeper, { AssetCode: 'PT-7', ParentId: ids[5] })).status).toBe(409);
    expect((await add(stranger, { AssetCode: 'PT-7', ParentId: top })).message).toBe(assetErrors.parentUnknown.en);
    const life = async (userId: number, assetId: number) =>
      (await ask(userId, 'getAssetLife', { query: { assetId } })).data;
    expect((await life(owner, top)).ChildList).toEqual([
      { AssetId: second, AssetName: 'Part PT-2', AssetCode: 'PT-2' },
    ]);
    expect((await life(owner, second)).Asset.Parent).toMatchObject({ AssetCode: 'PT-1' });
    // What stands in a project that is closed to the reader is not named.
    const closed = await part('PT-X', { ProjectId: otherProjectId });
    expect((await parent(keeper, second, closed)).status).toBe(200);
    expect((await life(keeper, second)).Asset.Parent).toMatchObject({ AssetCode: 'PT-X' });
    const limited = await aMember(app.database.db, companyId, projectId, { permissions: ['assetsEdit'] });
    expect((await life(limited, second)).Asset.Parent).toBeNull();
    expect((await parent(limited, ids[2]!, closed)).message).toBe(assetErrors.parentUnknown.en);
    expect((await parent(keeper, second, null)).status).toBe(200);
    expect((await life(keeper, second)).Asset.Parent).toBeNull();
  });

  test('come in with the same spreadsheet as what they are a part of', async () => {
    const bringIn = async (rows: readonly (readonly string[])[]) =>
      (
        await ask(keeper, 'batchImportAsset', {
          query: {} as never,
          files: [
            await sheetOf(
              ['Asset name', 'Asset code', 'Code of the parent asset', 'Warranty until', 'Installed on'],
              rows,
            ),
          ],
        })
      ).data;
    const wrong = await bringIn([
      ['Round 1', 'SH-1', 'SH-2', '', ''],
      ['Round 2', 'SH-2', 'sh-1', '', ''],
      ['Lost', 'SH-3', 'No such code', '', ''],
      ['Late', 'SH-4', '', '2023-12-31', '2024-01-01'],
    ]);
    expect(wrong.Rows.map(({ Row, Errors }) => [Row, Errors[0]!.Column, Errors[0]!.Message])).toEqual([
      [2, 'Code of the parent asset', 'An asset is no part of itself or of its own parts: SH-2.'],
      [3, 'Code of the parent asset', 'An asset is no part of itself or of its own parts: sh-1.'],
      [4, 'Code of the parent asset', assetErrors.parentUnknown.en],
      [5, 'Warranty until', 'The warranty must not end before the installation (2024-01-01).'],
    ]);
    const right = await bringIn([
      ['Fan', 'SH-6', 'ｓｈ－５', '2027-12-31', '2024-01-01'],
      ['Rack', 'SH-5', '', '', ''],
    ]);
    expect(right).toMatchObject({ ImportedCount: 2, WrongCount: 0 });
    const [fan] = (await ask(keeper, 'getAssetPage', { body: { Text: 'SH-6' } })).data.Data;
    expect(fan).toMatchObject({ Parent: { AssetCode: 'SH-5' }, WarrantyUntil: '2027-12-31' });
  });
});

test('documents are kept with an asset by those who edit it, and are shown to all who see it', async () => {
  const { AssetId } = (await add(owner, { AssetCode: 'DOC-1', ProjectId: projectId })).data;
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
  const keep = (userId: number, files: File[]) =>
    ask(userId, 'addAssetDocuments', { query: { assetId: AssetId }, files });
  const manual = new File([pdf], 'Manual.PDF');
  const reader = await aMember(app.database.db, companyId, projectId, { permissions: ['assetsView'] });
  expect((await keep(owner, [])).status).toBe(400);
  expect((await keep(owner, [manual, new File(['PK'], 'a.pdf')])).message).toBe(fileErrors.notADocument.en);
  expect((await keep(reader, [manual])).status).toBe(403);
  expect((await keep(neighbour, [manual])).status).toBe(404);
  expect((await keep(owner, [manual])).data).toEqual({ Added: 1 });
  const documents = async () => (await ask(reader, 'getAssetLife', { query: { assetId: AssetId } })).data.DocumentList;
  const [document] = await documents();
  expect(document).toMatchObject({ Name: 'Manual.pdf', Size: pdf.byteLength });
  expect((await fetch(new URL(document!.Url, app.url))).status).toBe(200);
  const remove = (userId: number) => ask(userId, 'deleteAssetDocument', { body: { DocumentId: document!.DocumentId } });
  expect((await remove(reader)).status).toBe(403);
  expect((await remove(neighbour)).status).toBe(404);
  expect((await remove(owner)).status).toBe(200);
  expect((await remove(owner)).status).toBe(404);
  expect(await documents()).toEqual([]);
});

describe('the life of an asset that is a device', () => {
  let assetId: number;
  let accountant: number;
  beforeAll(async () => {
    const { db } = app.database;
    accountant = await aMember(db, companyId, projectId, { permissions: ['assetsView', 'repairView', 'workCosts'] });
    const device = await aDevice(db, projectId, { name: '老压缩机' });
    // Its class: five others that failed once each.
    for (let peer = 0; peer < 5; peer++) await order(await aDevice(db, projectId, { name: `Peer ${peer}` }), 1);
    for (const status of [1, 1, 1, 0]) await order(device, status);
    // A revoked order neither counts nor costs.
    for (const status of [1, 0])
      await db
        .insertInto('cost_line')
        .values({
          ...{ project_id: projectId, order_kind: 'repair', order_id: await order(device, status) },
          ...{ kind: 'part', description: 'Fan', quantity_milli: 1000, price_fen: 630_000, amount_fen: 630_000 },
        })
        .execute();
    await db
      .updateTable('device')
      .set((set) => ({
        device_class_id: set.selectFrom('device as d').select('d.device_class_id').where('d.id', '=', device),
      }))
      .where('name', 'like', 'Peer %')
      .execute();
    const values = { AssetCode: 'LIFE-1', ProjectId: projectId, ModelTreeId: device, Amount: 28_000 };
    assetId = (await add(keeper, { ...values, InstallDate: '2020-01-10', ServiceLife: 144 })).data.AssetId;
  });
  const order = async (deviceId: number, status: number) =>
    (
      await app.database.db
        .insertInto('repair_order')
        .values({
          ...{ project_id: projectId, number: `R-${randomUUID()}`, status, severity: 2, source: 'manual' },
          ...{ device_id: deviceId, device_name: 'D', fault_content: 'F', service_type: 'onSite', applicant_name: 'A' },
          created_at: new Date(Date.now() - 86_400_000),
          submitted_at: new Date(Date.now() - 86_400_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const life = async (userId: number) => (await ask(userId, 'getAssetLife', { query: { assetId } })).data;

  test('tells what its repairs cost and how much speaks for replacing it, with each part', async () => {
    const { RepairCost, RepairCount, OpenRepairCount, Replace } = await life(accountant);
    expect(RepairCost).toEqual({ Recent: 6_300, Ever: 6_300 });
    expect([RepairCount, OpenRepairCount]).toEqual([4, 4]);
    const [cost, failures, age] = Replace!.PartList;
    expect(cost).toEqual({ ScorePart: 'cost', Weight: 40, Score: 45, Found: 6_300, Against: 28_000 });
    // Four orders that count, and a median of one in its class.
    expect(failures).toMatchObject({ ScorePart: 'failures', Score: 100, Found: 4, Against: 1 });
    expect(age).toMatchObject({ ScorePart: 'age', Against: 144 });
    const known = Replace!.PartList.flatMap(({ Score, Weight }) => (Score === null ? [] : [{ Score, Weight }]));
    // Nothing measures its energy.
    expect(Replace!.PartList[3]).toEqual({ ScorePart: 'energy', Weight: 20, Score: null, Found: null, Against: null });
    // What one like it costs a year, with interest.
    expect(Replace!.NewYearlyCost).toBe(3_256.77);
    expect(Replace!.Score).toBeCloseTo(known.reduce((sum, { Score, Weight }) => sum + Score * Weight, 0) / 80, 0);
    // A new one costs twice as much today.
    const price = (ReplacementCost: number | null) =>
      ask(keeper, 'editAsset', { body: { AssetId: assetId, ReplacementCost: ReplacementCost ?? '' } as never });
    await price(56_000);
    const dearer = (await life(accountant)).Replace!;
    expect(dearer.PartList[0]).toMatchObject({ Score: 22.5, Against: 56_000 });
    expect(dearer.NewYearlyCost).toBeCloseTo(2 * 3_256.77, 1);
    await price(null);
  });

  test('names no cost and no failure to those from whom they are kept', async () => {
    const { RepairCost, RepairCount, Replace } = await life(owner);
    expect([RepairCost, RepairCount]).toEqual([null, null]);
    expect(Replace!.PartList.map(({ ScorePart, Found }) => [ScorePart, Found === null])).toEqual([
      ['cost', true],
      ['failures', true],
      ['age', false],
      ['energy', true],
    ]);
  });

  test('holds its energy a day against measured devices of its class, of its model where five are; for those who see energy', async () => {
    const { db } = app.database;
    const { device_id } = await db
      .selectFrom('asset')
      .select('device_id')
      .where('id', '=', assetId)
      .executeTakeFirstOrThrow();
    const peers = await db.selectFrom('device').select('id').where('name', 'like', 'Peer %').orderBy('id').execute();
    const today = Date.now();
    const meter = async (deviceId: number, kWh: number, days = 25) => {
      const { id } = await db
        .insertInto('energy_meter')
        .values({
          ...{ project_id: projectId, device_id: deviceId, name: randomUUID(), max_watts: 50_000 },
          created_at: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('energy_day')
        .values(
          Array.from({ length: days }, (_, past) => ({
            ...{ meter_id: id, day: new Date(today - (past + 2) * 86_400_000).toISOString().slice(0, 10) },
            ...{ wh: sql<string[]>`ARRAY[0, ${kWh * 1000}, 0, 0, 0, 0]::bigint[]` as never },
            ...{ cost_micro: sql<string[]>`ARRAY[0, 0, 0, 0, 0]::bigint[]` as never },
            // Of one day too little is known: it does not count.
            ...{ expected: 96, measured: past === 0 ? 20 : 96, estimated: 0, suspect_wh: 0, is_provisional: false },
          })),
        )
        .execute();
    };
    await meter(device_id!, 118);
    for (const { id } of peers.slice(0, 4)) await meter(id, 100);
    // Measured for too few days to say anything.
    await meter(peers[4]!.id, 100, 10);
    const reader = await aMember(db, companyId, projectId, { permissions: ['assetsView', 'energyView'] });
    const energy = async (userId: number) => (await life(userId)).Replace!.PartList[3]!;
    expect(await energy(reader)).toMatchObject({ ScorePart: 'energy', Score: 37.1, Found: 118, Against: 100 });
    expect(await energy(owner)).toMatchObject({ Score: null, Found: null });
    // Five others of its model use as much as it does.
    for (const each of [0, 1, 2, 3, 4]) {
      const { device_class_id } = await db
        .selectFrom('device')
        .select('device_class_id')
        .where('id', '=', device_id)
        .executeTakeFirstOrThrow();
      const id = await aDevice(db, projectId, { name: `Twin ${each}` });
      await db.updateTable('device').set({ device_class_id, model: 'X1' }).where('id', '=', id).execute();
      await meter(id, 118);
    }
    await db.updateTable('device').set({ model: 'X1' }).where('id', '=', device_id).execute();
    expect(await energy(reader)).toMatchObject({ Score: 0, Found: 118, Against: 118 });
  });

  test('counts alarms that its list of past alarms shows for the same time', async () => {
    const { db } = app.database;
    const { device_id } = await db
      .selectFrom('asset')
      .select('device_id')
      .where('id', '=', assetId)
      .executeTakeFirstOrThrow();
    const alarm = { companyId, projectId, deviceId: device_id! };
    const [recent, old] = [await aPastAlarm(db, alarm), await aPastAlarm(db, alarm)];
    const at = async (id: number, daysAgo: number) =>
      db
        .updateTable('alarm')
        .set({
          raised_at: new Date(Date.now() - daysAgo * 86_400_000),
          returned_at: new Date(Date.now() - daysAgo * 86_400_000 + 60_000),
        })
        .where('id', '=', id)
        .execute();
    await at(recent, 29);
    await at(old, 31);
    const watcher = await aMember(db, companyId, projectId, { permissions: ['assetsView', 'alarmManage'] });
    const { AlarmCount, AlarmSpan } = await life(watcher);
    const { data } = await ask(watcher, 'getAlarmClear', {
      query: {},
      body: {
        ProjectId: projectId,
        Mtid: device_id,
        Cstime: AlarmSpan.From,
        Cetime: AlarmSpan.To,
      } as never,
    });
    expect([AlarmCount, (data as { TotalCount: number }).TotalCount]).toEqual([1, 1]);
    await db.deleteFrom('alarm').where('id', 'in', [recent, old]).execute();
  });

  test('tells alarms and run time to the people alone who watch the project', async () => {
    const { db } = app.database;
    const type = await db
      .insertInto('point_type')
      .values({
        company_id: companyId,
        code: 'runState',
        name_zh: '运行状态',
        name_en: 'Run state',
        value_type: 'status',
      })
      .onConflict((conflict) => conflict.columns(['company_id', 'code']).doUpdateSet({ name_en: 'Run state' }))
      .returning('id')
      .executeTakeFirstOrThrow();
    const { device_id } = await db
      .selectFrom('asset')
      .select('device_id')
      .where('id', '=', assetId)
      .executeTakeFirstOrThrow();
    const point = await aPoint(db, await aGateway(db, projectId), { deviceId: device_id!, name: 'Compressor' });
    await db.updateTable('point').set({ point_type_id: type.id }).where('id', '=', point).execute();
    const watcher = await aMember(db, companyId, projectId, { permissions: ['assetsView', 'monitorView'] });
    const told = async (userId: number) => {
      const { AlarmCount, OpenAlarmCount, MayWatch, Asset } = await life(userId);
      const page = (await ask(userId, 'getAssetPage', { body: { Text: 'LIFE-1' } })).data.Data;
      // The list says of its device what its life says.
      expect(page.map(({ ConnectStatus }) => ConnectStatus)).toEqual([Asset.ConnectStatus]);
      const { RunList } = (await ask(userId, 'getAssetRunTime', { query: { assetId } })).data;
      const runs = RunList.map(({ PointName }) => PointName);
      return { AlarmCount, OpenAlarmCount, MayWatch, ConnectStatus: Asset.ConnectStatus, runs };
    };
    const none = { AlarmCount: null, OpenAlarmCount: null, MayWatch: false, ConnectStatus: null, runs: [] };
    const seen = { AlarmCount: 0, OpenAlarmCount: 0, MayWatch: true, ConnectStatus: 0, runs: ['Compressor'] };
    expect(await told(watcher)).toEqual(seen);
    expect(await told(owner)).toEqual(none);
    const alarm = { companyId, projectId, deviceId: device_id! };
    const open = await aPastAlarm(db, alarm);
    await db.updateTable('alarm').set({ returned_at: null }).where('id', '=', open).execute();
    expect((await told(watcher)).ConnectStatus).toBe(2);
    await db.deleteFrom('alarm').where('id', '=', open).execute();
  });

  test('is its own: what replaces it inherits neither its orders, costs nor failures', async () => {
    const { db } = app.database;
    const lifeOf = async (id: number) => (await ask(accountant, 'getAssetLife', { query: { assetId: id } })).data;
    const { device_id } = await db
      .selectFrom('asset')
      .select('device_id')
      .where('id', '=', assetId)
      .executeTakeFirstOrThrow();
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const before = (await life(accountant)).RepairCost;
    await db
      .updateTable('repair_order')
      .set({ status: 7 })
      .where('device_id', '=', device_id)
      .where('status', '=', 1)
      .execute();
    await ask(keeper, 'disposeAsset', { body: { AssetId: assetId, DisposeDate: today, Reason: 'Worn out' } });
    const replacement = (
      await add(keeper, {
        AssetCode: 'LIFE-2',
        ProjectId: projectId,
        ModelTreeId: device_id,
        Amount: 30_000,
        InstallDate: today,
      })
    ).data.AssetId;
    const fresh = await lifeOf(replacement);
    expect([fresh.RepairCount, fresh.RepairCost, fresh.OwnSince]).toEqual([0, { Recent: 0, Ever: 0 }, today]);
    const found = Object.fromEntries(fresh.Replace!.PartList.map(({ ScorePart, Found }) => [ScorePart, Found]));
    expect([found.cost, found.failures]).toEqual([0, 0]);
    // What left keeps what it cost.
    const gone = await lifeOf(assetId);
    expect([gone.RepairCount, gone.RepairCost, gone.WasOtherDevice]).toEqual([4, before, true]);
    const next = await order(device_id!, 7);
    await db.updateTable('repair_order').set({ created_at: new Date() }).where('id', '=', next).execute();
    expect([(await lifeOf(replacement)).RepairCount, (await lifeOf(assetId)).RepairCount]).toEqual([1, 4]);
    // It is deleted, and another one follows: neither its own orders nor those before are of the third.
    await ask(keeper, 'deleteAsset', { body: { AssetIdList: [replacement] } });
    const third = (await add(keeper, { AssetCode: 'LIFE-3', ProjectId: projectId, ModelTreeId: device_id })).data
      .AssetId;
    expect((await lifeOf(third)).RepairCount).toBe(0);
    await ask(keeper, 'deleteAsset', { body: { AssetIdList: [third] } });
    await ask(keeper, 'undoDisposal', { body: { AssetId: assetId } });
    await db.deleteFrom('repair_order').where('id', '=', next).execute();
    await db
      .updateTable('repair_order')
      .set({ status: 1 })
      .where('device_id', '=', device_id)
      .where('status', '=', 7)
      .execute();
    expect((await life(accountant)).RepairCount).toBe(4);
  });

  test('tells its run time to those who see the asset alone', async () => {
    expect((await ask(owner, 'getAssetRunTime', { query: { assetId } })).data).toMatchObject({
      RunList: [],
      CounterList: [],
    });
    expect((await ask(stranger, 'getAssetRunTime', { query: { assetId } })).status).toBe(404);
  });
});

test('the end of a contract is told 60, 30 and 7 days before it, once each, and anew when the end moves', async () => {
  expect([90, 61, 60, 45, 30, 8, 7, 0].map(markDue)).toEqual([null, null, 60, 60, 30, 30, 7, 7]);
  const { db, pool } = app.database;
  await db.deleteFrom('asset_contract').execute();
  const day = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
  const contract = (ContractNumber: string, days: number) =>
    ask(keeper, 'addAssetContract', {
      body: {
        ContractName: 'Lease',
        Kind: 'lease',
        ContractNumber,
        StartDate: '2024-01-01',
        EndDate: day(days),
      } as never,
    });
  for (const days of [3, 45, 61, -1]) await contract(`END ${days}`, days);
  let woken = 0;
  const outbox = {
    available: { sms: false, voice: false, email: true, webhook: false },
    wake: () => {
      woken += 1;
    },
  };
  const remind = () =>
    remindOfAssets({ db, clock: { now: () => Date.now() } as never, outbox }, new AbortController().signal);
  const told = async () =>
    (
      await pool.query(
        'SELECT k.number, r.mark FROM asset_contract_reminded r JOIN asset_contract k ON k.id = r.contract_id ORDER BY k.number, r.valid_to',
      )
    ).rows.map(({ number, mark }) => [number, mark]);
  // Nobody can be mailed: nothing counts as told.
  await remind();
  expect([woken, await told()]).toEqual([0, []]);
  await db.updateTable('app_user').set({ email: 'keeper@example.com' }).where('id', '=', keeper).execute();
  await Promise.all([remind(), remind()]);
  await remind();
  expect(woken).toBe(1);
  expect(await told()).toEqual([
    ['END 3', 7],
    ['END 45', 60],
  ]);
  const page = (await ask(keeper, 'getAssetContractPage', { body: { Text: 'END 3' } })).data.Data;
  const body = { ContractId: page[0]!.ContractId, EndDate: day(25) } as never;
  await ask(keeper, 'editAssetContract', { body });
  await remind();
  expect(await told()).toEqual([
    ['END 3', 7],
    ['END 3', 30],
    ['END 45', 60],
  ]);
});

test('the end of a warranty is mailed as that of a contract is, unless the asset was disposed of', async () => {
  const { db, pool } = app.database;
  await db.updateTable('app_user').set({ email: 'keeper@example.com' }).where('id', '=', keeper).execute();
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  for (const days of [5, 40, 90]) await add(keeper, { AssetCode: `W-${days}`, WarrantyUntil: day(days) });
  const gone = (await add(keeper, { AssetCode: 'W-gone', WarrantyUntil: day(5) })).data.AssetId;
  await ask(keeper, 'disposeAsset', { body: { AssetId: gone, DisposeDate: day(-1), Reason: 'Sold' } });
  expect(
    (await add(keeper, { AssetCode: 'W-x', InstallDate: '2024-01-02', WarrantyUntil: '2024-01-01' })).message,
  ).toBe('The warranty must not end before the installation (2024-01-02).');
  const outbox = { available: { sms: false, voice: false, email: true, webhook: false }, wake: () => {} };
  const remind = () =>
    remindOfAssets({ db, clock: { now: () => Date.now() } as never, outbox }, new AbortController().signal);
  await Promise.all([remind(), remind()]);
  await remind();
  const { rows } = await pool.query(
    "SELECT a.code, r.mark FROM asset_warranty_reminded r JOIN asset a ON a.id = r.asset_id WHERE a.code LIKE 'W-%' ORDER BY a.code",
  );
  expect(rows.map(({ code, mark }) => [code, mark])).toEqual([
    ['W-5', 7],
    ['W-40', 60],
  ]);
});
