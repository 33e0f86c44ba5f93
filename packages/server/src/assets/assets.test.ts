import { assetErrors } from '@watchpost/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { aCompany, aDevice, aMember, aProject } from '../testing/factories.ts';
import { sheetOf } from '../testing/peopleOf.ts';

let app: TestApplication;
let ask: AskAs;
let keeper: number;
let owner: number;
let neighbour: number;
let stranger: number;
let projectId: number;
let otherProjectId: number;
let deviceId: number;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
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
  // Who does not see its holder is not told what it is called.
  expect((await add(neighbour, { AssetCode: 'A-1', ProjectId: otherProjectId })).message).toBe(
    assetErrors.codeTaken.en,
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
    expect(taken.data.Rows[0]!.Errors[0]!.Message).toBe('The asset code exists.');
  });
});
