import { randomUUID } from 'node:crypto';
import { assetErrors } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { startTestApplication, type TestApplication } from '../../testing/application.ts';
import { type AskAs, askAs } from '../../testing/askAs.ts';
import { aCompany, aDevice, aMember, aProject } from '../../testing/factories.ts';

let app: TestApplication;
let ask: AskAs;
let keeper: number;
let owner: number;
let stranger: number;
let companyId: number;
let projectId: number;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      keeper = await aMember(db, companyId, -1, { permissions: ['companyAssets', 'allProjects'] });
      owner = await aMember(db, companyId, projectId, { permissions: ['assetsEdit'] });
      stranger = await aMember(db, await aCompany(db), -1, { permissions: ['companyAssets', 'allProjects'] });
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());

const today = (days = 0): string => localOfEpoch(Date.now() + days * 86_400_000, 'Asia/Shanghai').slice(0, 10);

test('an asset that is disposed of stays in the register, frees its device, and is taken back within 30 days', async () => {
  const { db, pool } = app.database;
  const deviceId = await aDevice(db, projectId);
  const add = async (AssetCode: string) => {
    const values = { AssetName: 'Case', AssetCode, ProjectId: projectId, Model: 'M', Location: 'L' };
    const more = { ModelTreeId: deviceId, Amount: 28_000, ServiceLife: 144, InstallDate: '2020-01-10' };
    return ask(keeper, 'addAsset', { body: { ...values, ...more } as never });
  };
  const { AssetId } = (await add('D-1')).data;
  const dispose = (body: object = {}, userId = keeper) =>
    ask(userId, 'disposeAsset', { body: { AssetId, DisposeDate: today(), Reason: 'Beyond repair', ...body } });
  const life = async () => (await ask(keeper, 'getAssetLife', { query: { assetId: AssetId } })).data;

  // Who keeps the assets of the project alone does not dispose of them.
  expect((await dispose({}, owner)).status).toBe(403);
  expect((await dispose({}, stranger)).status).toBe(404);
  expect((await dispose({ DisposeDate: today(2) })).message).toBe(assetErrors.disposedInFuture.en);
  expect((await dispose({ DisposeDate: '2020-01-09' })).message).toContain('2020-01-10');
  const order = await pool.query(
    `INSERT INTO repair_order (project_id, number, status, severity, source, device_id, device_name, fault_content, service_type,
       applicant_name, created_at, submitted_at) VALUES ($1, 'R-1', 1, 2, 'manual', $2, 'D', 'F', 'onSite', 'A', now(), now()) RETURNING id`,
    [projectId, deviceId],
  );
  expect((await dispose()).message).toBe(assetErrors.hasOpenOrders.en);
  await pool.query('UPDATE repair_order SET status = 0 WHERE id = $1', [order.rows[0].id]);
  expect((await life()).Asset).toMatchObject({ Usage: 'inUse', Disposal: null });

  expect((await dispose({ DisposeDate: '2023-05-20', Proceeds: 1200.5 })).status).toBe(200);
  const gone = await life();
  expect(gone.Asset).toMatchObject({ Usage: 'disposed', ModelTreeId: null, AssetCode: 'D-1' });
  expect(gone.Asset.Disposal).toEqual({
    ...{ DisposeDate: '2023-05-20', Reason: 'Beyond repair', Proceeds: 1200.5, MayUndo: true },
  });
  // 40 months after its installation; nothing of the present month.
  expect(gone.Depreciation).toEqual({ MonthlyAmount: 0, Accumulated: 7388.88, BookValue: 20_611.12, MonthsLeft: 0 });
  expect(gone.Replace).toBeNull();
  for (const again of [
    await dispose(),
    await ask(keeper, 'editAsset', { body: { AssetId, Location: 'Yard' } as never }),
    await ask(keeper, 'verifyAssets', { body: { AssetIdList: [AssetId] } }),
  ])
    expect(again.message).toBe('The asset was disposed of: Case.');
  // No stocktake looks for it.
  const stocktake = { StocktakeName: 'S', ProjectId: projectId, ClientKey: crypto.randomUUID() } as never;
  expect((await ask(keeper, 'openStocktake', { body: stocktake })).message).toBe(assetErrors.noAssets.en);

  // Another asset takes its device; taken back, it comes without it.
  const { AssetId: next } = (await add('D-2')).data;
  const undo = (userId = keeper) => ask(userId, 'undoDisposal', { body: { AssetId } });
  expect((await undo(stranger)).status).toBe(404);
  expect((await undo()).status).toBe(200);
  expect((await life()).Asset).toMatchObject({ Usage: 'inUse', ModelTreeId: null, Disposal: null });
  expect((await undo()).message).toBe(assetErrors.notDisposed.en);
  await ask(keeper, 'disposeAsset', { body: { AssetId: next, DisposeDate: today(), Reason: 'Sold' } });
  await pool.query("UPDATE asset_disposal SET said_at = said_at - interval '31 days'");
  const late = await ask(keeper, 'undoDisposal', { body: { AssetId: next } });
  expect(late.message).toBe(assetErrors.disposedLongAgo.en);
});

test('an asset that is a device, or was disposed of, is deleted by people alone who may dispose of it, and without open orders', async () => {
  const { db, pool } = app.database;
  const deviceId = await aDevice(db, projectId);
  const add = async (AssetCode: string, more: object = {}) => {
    const values = { AssetName: 'Case', AssetCode, ProjectId: projectId, Model: 'M', Location: 'L', ...more };
    return (await ask(keeper, 'addAsset', { body: values as never })).data.AssetId;
  };
  const remove = (userId: number, ...AssetIdList: number[]) => ask(userId, 'deleteAsset', { body: { AssetIdList } });
  const [plain, linked, gone] = [await add('DD-1'), await add('DD-2', { ModelTreeId: deviceId }), await add('DD-3')];
  await ask(keeper, 'disposeAsset', { body: { AssetId: gone, DisposeDate: today(), Reason: 'Sold' } });
  for (const AssetId of [linked, gone]) {
    const refused = await remove(owner, plain, AssetId);
    expect([refused.status, refused.message]).toEqual([403, assetErrors.deletedByCompany.en.replace('{name}', 'Case')]);
  }
  expect((await remove(owner, plain)).status).toBe(200);
  const order = await pool.query(
    `INSERT INTO repair_order (project_id, number, status, severity, source, device_id, device_name, fault_content, service_type,
       applicant_name, created_at, submitted_at) VALUES ($1, 'R-2', 1, 2, 'manual', $2, 'D', 'F', 'onSite', 'A', now(), now()) RETURNING id`,
    [projectId, deviceId],
  );
  expect((await remove(keeper, linked)).message).toBe(assetErrors.hasOpenOrders.en);
  await pool.query('UPDATE repair_order SET status = 0 WHERE id = $1', [order.rows[0].id]);
  expect((await remove(keeper, linked, gone)).data).toEqual({ Deleted: 2 });
});

test('a stocktake neither moves nor verifies what was disposed of', async () => {
  const add = async (AssetCode: string, Location: string) => {
    const values = { AssetName: 'Case', AssetCode, ProjectId: projectId, Model: 'M', Location };
    return (await ask(keeper, 'addAsset', { body: values as never })).data.AssetId;
  };
  const expected = await add('DS-1', 'Counted');
  const elsewhere = await add('DS-2', 'Far');
  const opened = await ask(keeper, 'openStocktake', {
    body: { StocktakeName: 'Count', ProjectId: projectId, Location: 'Counted', ClientKey: randomUUID() },
  });
  const { StocktakeId } = opened.data;
  const ScanList = ['DS-1', 'DS-2'].map((Label) => ({ ClientKey: randomUUID(), Epoch: Date.now(), Label }));
  await ask(keeper, 'scanLabels', { body: { StocktakeId, ScanList } });
  await ask(keeper, 'setStocktakeState', { body: { StocktakeId, State: 'review' } });
  const decide = (Decision: 'move' | 'stay', ItemKeyList?: string[]) =>
    ask(keeper, 'decideDifferences', { body: { StocktakeId, Decision, ItemKeyList } });
  await decide('move');
  for (const AssetId of [expected, elsewhere])
    await ask(keeper, 'disposeAsset', { body: { AssetId, DisposeDate: today(), Reason: 'Sold' } });
  const checker = await aMember(app.database.db, companyId, -1, { permissions: ['companyAssets', 'allProjects'] });
  const close = () => ask(checker, 'closeStocktake', { body: { StocktakeId, Note: '', VerifyFound: true } });
  const refused = await close();
  expect([refused.status, refused.message]).toEqual([409, 'The asset was disposed of: Case.']);
  const items = await ask(keeper, 'getStocktakeItemPage', { body: { StocktakeId, Outcome: 'elsewhere' } });
  const keys = items.data.Data.map(({ ItemKey }) => ItemKey);
  // What left is not moved by a decision, either.
  expect((await decide('move', keys)).status).toBe(409);
  expect((await decide('stay', keys)).data).toEqual({ Decided: 1 });
  expect((await close()).data).toEqual({ Verified: 0, Moved: 0 });
});
