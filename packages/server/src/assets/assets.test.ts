import { assetErrors } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { aCompany, aDevice, aMember, aProject } from '../testing/factories.ts';

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
