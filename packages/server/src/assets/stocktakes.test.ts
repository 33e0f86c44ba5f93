import { randomUUID } from 'node:crypto';
import { assetErrors } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { picture } from '../testing/equippedCompany.ts';
import { exportedSheet } from '../testing/exportedSheet.ts';
import { aCompany, aMember, aProject } from '../testing/factories.ts';
import { tokenFor } from '../testing/tokenFor.ts';

let app: TestApplication;
let ask: AskAs;
let keeper: number;
let owner: number;
let viewer: number;
let stranger: number;
let projectId: number;
let otherProjectId: number;
let leavingProjectId: number;
let oldCompanyId: number;
let newCompanyId: number;
/** Keeps assets of the company and opens no project. */
let bookkeeper: number;
let mover: number;
/** Keeps the same assets as the keeper, and counts none of them. */
let checker: number;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      otherProjectId = await aProject(db, companyId);
      keeper = await aMember(db, companyId, -1, { permissions: ['companyAssets', 'allProjects'] });
      owner = await aMember(db, companyId, projectId, { permissions: ['assetsEdit'] });
      viewer = await aMember(db, companyId, projectId, { permissions: ['assetsView'] });
      newCompanyId = await aCompany(db);
      stranger = await aMember(db, newCompanyId, -1, { permissions: ['companyAssets', 'allProjects'] });
      leavingProjectId = await aProject(db, companyId);
      bookkeeper = await aMember(db, companyId, -1, { permissions: ['companyAssets'] });
      checker = await aMember(db, companyId, -1, { permissions: ['companyAssets', 'allProjects'] });
      mover = await aMember(db, companyId, -1, { permissions: ['projectsEdit'] });
      await aMember(db, newCompanyId, -1, { userId: mover, permissions: ['projectsEdit'] });
      oldCompanyId = companyId;
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());

const add = async (code: string, change: object = {}) =>
  (
    await ask(keeper, 'addAsset', {
      body: { AssetName: `Asset ${code}`, AssetCode: code, ProjectId: projectId, ...change } as never,
    })
  ).data.AssetId;
const open = (userId: number, change: object = {}) =>
  ask(userId, 'openStocktake', {
    body: { StocktakeName: 'Count', ProjectId: projectId, ClientKey: randomUUID(), ...change } as never,
  });
const scan = (userId: number, stocktakeId: number, ...labels: (string | { Label: string; ClientKey: string })[]) =>
  ask(userId, 'scanLabels', {
    body: {
      StocktakeId: stocktakeId,
      ScanList: labels.map((label) => ({
        ClientKey: randomUUID(),
        Epoch: Date.now(),
        ...(typeof label === 'string' ? { Label: label } : label),
      })),
    },
  });
const outcomes = async (userId: number, stocktakeId: number) =>
  Object.fromEntries(
    (await ask(userId, 'getStocktakeItemPage', { body: { StocktakeId: stocktakeId } })).data.Data.map((item) => [
      item.AssetCode,
      item.Outcome,
    ]),
  );
const assetNow = async (assetId: number) => (await ask(keeper, 'getAssetLife', { query: { assetId } })).data.Asset;

test('labels are a sheet of A4, of the caller’s assets alone, and their code opens the asset', async () => {
  const assetId = await add('L 1/2', { Location: 'Room' });
  const body = { AssetIdList: [assetId], Address: 'https://watch.example/' };
  const sheet = await ask(owner, 'getAssetLabels', { body });
  expect(sheet.file!.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await ask(stranger, 'getAssetLabels', { body })).status).toBe(404);
  expect((await ask(owner, 'findAsset', { query: { assetCode: 'l 1/2' } })).data).toEqual({ AssetId: assetId });
  expect((await ask(stranger, 'findAsset', { query: { assetCode: 'L 1/2' } })).status).toBe(404);
});

test('a stocktake tells what is found, missing, registered elsewhere and unknown; a label counts once', async () => {
  await add('S-1', { Location: 'North' });
  await add('S-2', { Location: 'North' });
  await add('S-3', { Location: 'South' });
  await add('S-9', { ProjectId: otherProjectId });
  const opened = (await open(owner, { Location: 'North' })).data;
  expect(opened.Expected).toBe(2);
  // Registered later: the expected assets were frozen when it began.
  await add('S-4', { Location: 'North' });
  const id = opened.StocktakeId;
  const first = await scan(owner, id, 'https://watch.example/a/S-1', 's-3', 'S-9', 'torn label');
  expect(first.data.ResultList.map(({ AssetCode, Outcome, Repeated }) => [AssetCode, Outcome, Repeated])).toEqual([
    ['S-1', 'found', false],
    ['S-3', 'elsewhere', false],
    // Of a project that is closed to the person.
    ['S-9', 'unknown', false],
    ['torn label', 'unknown', false],
  ]);
  expect((await scan(owner, id, 'S-1')).data.ResultList[0]).toMatchObject({ Outcome: 'found', Repeated: true });
  expect(await outcomes(viewer, id)).toEqual({
    'S-1': 'found',
    'S-2': 'missing',
    'S-3': 'elsewhere',
    'S-9': 'unknown',
    'torn label': 'unknown',
  });
  const { data } = await ask(viewer, 'getStocktake', { query: { stocktakeId: id } });
  expect(data).toMatchObject({ Expected: 2, Found: 1, Missing: 1, Elsewhere: 1, Unknown: 2, MayEdit: false });
  expect((await ask(stranger, 'getStocktake', { query: { stocktakeId: id } })).status).toBe(404);
  expect((await scan(stranger, id, 'S-2')).status).toBe(404);
  expect((await scan(viewer, id, 'S-2')).status).toBe(403);
});

test('what is sent twice is done once: a stocktake opened, a label scanned, a scan taken back', async () => {
  await add('I-1', { Location: 'Twice' });
  const ClientKey = randomUUID();
  const [one, two] = [
    await open(owner, { Location: 'Twice', ClientKey }),
    await open(owner, { Location: 'Twice', ClientKey }),
  ];
  expect(two.data).toEqual(one.data);
  const id = one.data.StocktakeId;
  const label = { Label: 'I-1', ClientKey: randomUUID() };
  const sent = await scan(owner, id, label);
  expect((await scan(owner, id, label)).data).toEqual(sent.data);
  const body = { StocktakeId: id, ScanId: sent.data.ResultList[0]!.ScanId };
  expect((await ask(owner, 'removeScan', { body })).status).toBe(200);
  expect((await ask(owner, 'removeScan', { body })).status).toBe(404);
  // A phone that sends the scan again, late, does not bring it back; a new look at the label counts.
  await scan(owner, id, label);
  expect(await outcomes(owner, id)).toEqual({ 'I-1': 'missing' });
  await scan(owner, id, 'I-1');
  expect(await outcomes(owner, id)).toEqual({ 'I-1': 'found' });
});

test('someone sees no more of a stocktake than of the register', async () => {
  await add('P-1', { Location: 'Shared' });
  await add('P-9', { ProjectId: otherProjectId, AssetName: 'Secret case', Location: 'Secret room' });
  const { StocktakeId: id } = (await open(owner, { Location: 'Shared' })).data;
  const byKeeper = await scan(keeper, id, 'P-9');
  expect(byKeeper.data.ResultList[0]).toMatchObject({ Outcome: 'elsewhere', AssetName: 'Secret case' });
  const items = (await ask(owner, 'getStocktakeItemPage', { body: { StocktakeId: id, Outcome: 'elsewhere' } })).data;
  expect(items.Data).toEqual([
    expect.objectContaining({ AssetId: null, AssetName: null, ProjectName: null, Location: '' }),
  ]);
  expect(JSON.stringify((await scan(owner, id, 'P-9')).data)).not.toContain('Secret');
  const search = { StocktakeId: id, Text: 'Secret' };
  expect((await ask(owner, 'getStocktakeItemPage', { body: search })).data.TotalCount).toBe(0);
});

test('closing changes the register only where the person says so, and says what it did', async () => {
  const found = await add('C-1', { Location: 'Close', Model: 'M' });
  const missing = await add('C-2', { Location: 'Close', Model: 'M' });
  const elsewhere = await add('C-3', { Location: 'Far', Model: 'M' });
  const left = await add('C-4', { Location: 'Far', Model: 'M' });
  // Verified where it stood; it is not where it is moved to.
  await ask(owner, 'verifyAssets', { body: { AssetIdList: [elsewhere] } });
  const { StocktakeId: id } = (await open(owner, { Location: 'Close' })).data;
  await scan(owner, id, 'C-1', 'C-3', 'C-4');
  const close = (change: object) =>
    ask(checker, 'closeStocktake', { body: { StocktakeId: id, Missing: 1, Note: 'Sold in May', ...change } as never });
  expect((await close({ Note: '' })).message).toBe(assetErrors.saySomething.en);
  expect((await close({ Missing: 0 })).message).toBe(
    'The stocktake has changed (missing: 1, elsewhere: 2, unknown: 0). Look again, then close it.',
  );
  // Also where as many are missing as before, and somebody saw something else meanwhile.
  for (const count of [{ Elsewhere: 1 }, { Unknown: 1 }])
    expect((await close(count)).message).toContain('The stocktake has changed');
  expect((await close({ MoveAssetIdList: [missing] })).message).toBe(assetErrors.notElsewhere.en);
  expect((await close({ VerifyFound: true, MoveAssetIdList: [elsewhere] })).data).toEqual({ Verified: 1, Moved: 1 });
  expect((await close({})).message).toBe(assetErrors.stocktakeOver.en);
  expect(await assetNow(found)).toMatchObject({ Verification: 'verified', Location: 'Close' });
  expect(await assetNow(missing)).toMatchObject({ Verification: 'toBeVerified', Location: 'Close' });
  expect(await assetNow(elsewhere)).toMatchObject({ Verification: 'toBeVerified', Location: 'Close' });
  expect(await assetNow(left)).toMatchObject({ Location: 'Far' });
  const report = (await ask(viewer, 'getStocktakeItemPage', { body: { StocktakeId: id } })).data.Data;
  expect(report.map(({ AssetCode, Done, MovedTo }) => [AssetCode, Done, MovedTo === null])).toEqual([
    ['C-2', null, true],
    ['C-3', 'moved', false],
    ['C-4', null, true],
    ['C-1', 'verified', true],
  ]);
  expect((await scan(owner, id, 'C-2')).message).toBe(assetErrors.stocktakeOver.en);
});

test('an asset that comes from another project leaves its place there behind; one that stands here already did not move', async () => {
  const comes = await add('MV-1', { ProjectId: otherProjectId, Location: 'Shelf of the other shop' });
  await add('MV-2', { Location: 'Moves' });
  const { StocktakeId: id } = (await open(owner, {})).data;
  await scan(keeper, id, 'MV-1');
  const { Missing } = (await ask(owner, 'getStocktake', { query: { stocktakeId: id } })).data;
  const body = { StocktakeId: id, Missing, Note: 'Not counted', MoveAssetIdList: [comes] };
  expect((await ask(checker, 'closeStocktake', { body })).data).toMatchObject({ Moved: 1 });
  expect(await assetNow(comes)).toMatchObject({ ProjectId: projectId, Location: '' });
  const own = await add('MV-3', { Location: 'Far away' });
  const { StocktakeId: next } = (await open(owner, { Location: 'Moves' })).data;
  await scan(owner, next, 'MV-3');
  await ask(keeper, 'editAsset', { body: { AssetId: own, Location: 'Moves' } as never });
  const again = { StocktakeId: next, Missing: 1, Note: 'Not counted', MoveAssetIdList: [own] };
  expect((await ask(checker, 'closeStocktake', { body: again })).data).toMatchObject({ Moved: 0 });
});

test('a stocktake is closed by a person who neither opened it nor scanned in it', async () => {
  await add('F-1', { Location: 'Four eyes' });
  const { StocktakeId: id } = (await open(owner, { Location: 'Four eyes' })).data;
  const closing = async (userId: number) =>
    (await ask(userId, 'getStocktake', { query: { stocktakeId: id } })).data.Closing;
  const close = (userId: number) => ask(userId, 'closeStocktake', { body: { StocktakeId: id, Missing: 0 } });
  const scanned = (await scan(keeper, id, 'F-1')).data.ResultList[0]!;
  expect([await closing(owner), await closing(keeper), await closing(checker)]).toEqual(['another', 'another', 'free']);
  for (const userId of [owner, keeper])
    expect(await close(userId)).toMatchObject({ status: 409, message: assetErrors.closedByAnother.en });
  // A scan that was taken back is no part in it.
  await ask(owner, 'removeScan', { body: { StocktakeId: id, ScanId: scanned.ScanId } });
  expect(await closing(keeper)).toBe('free');
  await scan(owner, id, 'F-1');
  expect((await close(keeper)).status).toBe(200);
  expect((await ask(owner, 'getStocktake', { query: { stocktakeId: id } })).data.ClosedAlone).toBe(false);
});

test('where nobody else in the company may close it, the person who counted does, and that is written down', async () => {
  const { db, pool } = app.database;
  const companyId = await aCompany(db);
  const only = await aMember(db, companyId, -1, { permissions: ['companyAssets'] });
  await aMember(db, companyId, -1, { permissions: ['membersView'] });
  await ask(only, 'addAsset', { body: { AssetName: 'Safe', AssetCode: 'ONE-1' } as never });
  const { StocktakeId: id } = (await open(only, { ProjectId: null })).data;
  await scan(only, id, 'ONE-1');
  const now = async () => (await ask(only, 'getStocktake', { query: { stocktakeId: id } })).data;
  expect((await now()).Closing).toBe('alone');
  expect((await ask(only, 'closeStocktake', { body: { StocktakeId: id, Missing: 0 } })).status).toBe(200);
  expect(await now()).toMatchObject({ State: 'closed', ClosedAlone: true, EndName: expect.stringMatching(/./) });
  const { rows } = await pool.query(
    "SELECT row_to_json(l)::text AS line FROM operation_log l WHERE company_id = $1 AND subject_id = $2 AND subject_kind = 'stocktake'",
    [companyId, String(id)],
  );
  expect(rows.some(({ line }) => line.includes('stocktakeAlone'))).toBe(true);
});

test('a photo is kept of a label that no asset has, and of no other', async () => {
  await add('PH-1', { Location: 'Photos' });
  const { StocktakeId: id } = (await open(owner, { Location: 'Photos' })).data;
  const [known, unknown] = (await scan(owner, id, 'PH-1', 'torn')).data.ResultList;
  const [kept] = (await ask(owner, 'newUpload', { files: [new File([picture], 'label.png', { type: 'image/png' })] }))
    .data;
  const keep = (userId: number, ScanId: number, Photo = kept!.Url) =>
    ask(userId, 'setScanPhoto', { body: { StocktakeId: id, ScanId, Photo } });
  expect((await keep(owner, known!.ScanId)).message).toBe(assetErrors.notUnknown.en);
  expect((await keep(stranger, unknown!.ScanId)).status).toBe(404);
  expect((await keep(viewer, unknown!.ScanId)).status).toBe(403);
  expect((await keep(owner, unknown!.ScanId, 'https://elsewhere.example/a.png')).status).toBe(400);
  expect((await keep(owner, unknown!.ScanId)).status).toBe(200);
  const items = (await ask(viewer, 'getStocktakeItemPage', { body: { StocktakeId: id } })).data.Data;
  const photo = items.find(({ AssetCode }) => AssetCode === 'torn')!.PhotoUrl!;
  expect((await fetch(new URL(photo, app.url))).headers.get('content-type')).toContain('image/');
  expect(items.find(({ AssetCode }) => AssetCode === 'PH-1')!.PhotoUrl).toBeNull();
  // It is in use: no file that anything keeps is swept away.
  const { rows } = await app.database.pool.query(
    'SELECT count(*)::int AS count FROM file_in_use JOIN stocktake_scan s ON s.photo_file_id = file_id WHERE s.id = $1',
    [unknown!.ScanId],
  );
  expect(rows[0].count).toBeGreaterThan(0);
});

test('a page of a stocktake goes on where the one before ended, from what is missing to what was found; a text counts in each', async () => {
  for (const code of ['Q-1', 'Q-2', 'Q-3', 'Q-4']) await add(code, { Location: 'Queue' });
  await add('Q-8', { Location: 'Elsewhere' });
  const { StocktakeId: id } = (await open(owner, { Location: 'Queue' })).data;
  await scan(owner, id, 'Q-2', 'Q-8', 'Q-none', 'Q-4');
  const page = async (change: object) => {
    const { data } = await ask(owner, 'getStocktakeItemPage', { body: { StocktakeId: id, ...change } });
    return [data.TotalCount, ...data.Data.map(({ AssetCode, Outcome }) => `${AssetCode} ${Outcome}`)];
  };
  const all = ['Q-1 missing', 'Q-3 missing', 'Q-8 elsewhere', 'Q-none unknown', 'Q-2 found', 'Q-4 found'];
  expect(await page({})).toEqual([6, ...all]);
  for (const [place, item] of all.entries())
    expect(await page({ PageIndex: place + 1, PageSize: 1 })).toEqual([6, item]);
  expect(await page({ PageIndex: 2, PageSize: 4 })).toEqual([6, ...all.slice(4)]);
  expect(await page({ PageIndex: 3, PageSize: 4 })).toEqual([6]);
  expect(await page({ Outcome: 'found', PageIndex: 2, PageSize: 1 })).toEqual([2, 'Q-4 found']);
  expect(await page({ Text: 'q-' })).toEqual([6, ...all]);
  expect(await page({ Text: 'q-8' })).toEqual([1, 'Q-8 elsewhere']);
  expect(await page({ Text: 'QUEUE' })).toEqual([4, ...all.filter((item) => /Q-[1-4]/.test(item))]);
  expect(await page({ Text: 'QUEUE', Outcome: 'missing' })).toEqual([2, 'Q-1 missing', 'Q-3 missing']);
});

test('what a stocktake of the company expects of a project that is closed to somebody is a code to them, also as they scan it', async () => {
  await add('V-1', { Location: 'Vault', AssetName: 'Secret safe' });
  const { StocktakeId: id } = (await open(keeper, { ProjectId: null, Location: 'Vault' })).data;
  const scanned = await scan(bookkeeper, id, 'V-1');
  expect(scanned.data.ResultList).toEqual([
    expect.objectContaining({ Outcome: 'found', AssetCode: 'V-1', AssetName: null, ProjectName: null, Location: '' }),
  ]);
  for (const [userId, count] of [
    [keeper, 1],
    [bookkeeper, 0],
  ] as const) {
    const body = { StocktakeId: id, Text: 'secret' };
    expect((await ask(userId, 'getStocktakeItemPage', { body })).data.TotalCount).toBe(count);
  }
});

test('where an asset had moved to by the end is named to nobody who does not see that project', async () => {
  const assetId = await add('W-1', { Location: 'Before' });
  const { StocktakeId: id } = (await open(owner, { Location: 'Before' })).data;
  await scan(owner, id, 'W-1');
  const edited = await ask(keeper, 'editAsset', {
    body: { AssetId: assetId, ProjectId: otherProjectId, Location: 'Secret room' } as never,
  });
  expect(edited.status).toBe(200);
  const movedTo = async (userId: number) =>
    (await ask(userId, 'getStocktakeItemPage', { body: { StocktakeId: id } })).data.Data[0]!.MovedTo;
  expect([await movedTo(owner), await movedTo(keeper)]).toEqual([null, expect.stringContaining('Secret room')]);
  await ask(keeper, 'closeStocktake', { body: { StocktakeId: id, Missing: 0 } });
  expect([await movedTo(owner), await movedTo(keeper)]).toEqual([null, expect.stringContaining('Secret room')]);
});

test('an asset that moved in the register meanwhile is named and not marked as verified', async () => {
  const moved = await add('M-1', { Location: 'Old', Model: 'M' });
  const { StocktakeId: id } = (await open(owner, { Location: 'Old' })).data;
  await scan(owner, id, 'M-1');
  await ask(owner, 'editAsset', { body: { AssetId: moved, Location: 'New' } as never });
  const item = async () => (await ask(owner, 'getStocktakeItemPage', { body: { StocktakeId: id } })).data.Data[0]!;
  expect((await item()).MovedTo).toContain('New');
  const body = { StocktakeId: id, Missing: 0, VerifyFound: true };
  expect((await ask(checker, 'closeStocktake', { body })).data).toEqual({ Verified: 0, Moved: 0 });
  expect(await item()).toMatchObject({ MovedTo: expect.stringContaining('New'), Done: null });
});

test('closing a stocktake of the company leaves alone what is closed to the person who closes it', async () => {
  const assetId = await add('N-1', { Location: 'Closed to some', Model: 'M' });
  const { StocktakeId: id } = (await open(keeper, { ProjectId: null, Location: 'Closed to some' })).data;
  await scan(keeper, id, 'N-1');
  const body = { StocktakeId: id, Missing: 0, VerifyFound: true };
  expect((await ask(bookkeeper, 'closeStocktake', { body })).data).toEqual({ Verified: 0, Moved: 0 });
  expect(await assetNow(assetId)).toMatchObject({ Verification: 'toBeVerified' });
});

test('closing a stocktake neither verifies nor names assets that another company has by now', async () => {
  const { pool } = app.database;
  const there = { ProjectId: leavingProjectId, Location: 'Leaving', Model: 'M' };
  const stays = await add('H-1', there);
  const moves = await add('H-2', there);
  const { StocktakeId: id } = (await open(keeper, { ProjectId: null, Location: 'Leaving' })).data;
  await scan(keeper, id, 'H-1', 'H-2');
  const handOver = { CompanyId: newCompanyId, OldCompanyId: oldCompanyId, ProjectIdList: [leavingProjectId] };
  expect((await ask(mover, 'updateProjectCompany', { body: handOver, inCompany: oldCompanyId } as never)).status).toBe(
    200,
  );
  const edit = (AssetId: number, change: object) =>
    ask(stranger, 'editAsset', { body: { AssetId, ...change } as never });
  expect((await edit(stays, { AssetName: 'Newcomer case' })).status).toBe(200);
  expect((await edit(moves, { Location: 'Newcomer room' })).status).toBe(200);
  const body = { StocktakeId: id, Missing: 0, VerifyFound: true };
  expect((await ask(checker, 'closeStocktake', { body })).data).toEqual({ Verified: 0, Moved: 0 });
  const { rows: items } = await pool.query(
    'SELECT moved_to, done FROM stocktake_expected WHERE stocktake_id = $1 UNION SELECT moved_to, done FROM stocktake_scan WHERE stocktake_id = $1',
    [id],
  );
  expect(items).toEqual([{ moved_to: null, done: null }]);
  const { rows: log } = await pool.query(
    'SELECT row_to_json(l)::text AS line FROM operation_log l WHERE company_id = $1',
    [oldCompanyId],
  );
  expect(log.filter(({ line }) => line.includes('Newcomer'))).toEqual([]);
});

test('a stocktake of nothing is not opened, one that is cancelled changes nothing', async () => {
  expect((await open(owner, { Location: 'No such place' })).message).toBe(assetErrors.noAssets.en);
  expect((await open(owner, { ProjectId: null })).status).toBe(404);
  expect((await open(viewer)).status).toBe(403);
  const { StocktakeId: id } = (await open(keeper, { ProjectId: null })).data;
  const body = { StocktakeId: id, Note: 'By mistake' };
  expect((await ask(owner, 'cancelStocktake', { body })).status).toBe(404);
  expect((await ask(keeper, 'cancelStocktake', { body })).status).toBe(200);
  expect((await ask(keeper, 'cancelStocktake', { body })).message).toBe(assetErrors.stocktakeOver.en);
  expect((await ask(keeper, 'getStocktakePage', { body: { State: 'cancelled' } })).data.Data).toEqual([
    expect.objectContaining({ StocktakeId: id, EndNote: 'By mistake' }),
  ]);
});

test('a stocktake is a file: each item with its result, who scanned it, and what closing did; strangers get none', async () => {
  await add('FILE-1', { Location: 'File room' });
  await add('FILE-2', { Location: 'File room' });
  const { StocktakeId } = (await open(keeper, { Location: 'File room' })).data;
  await scan(keeper, StocktakeId, 'FILE-1', 'NOBODY-7');
  const sheet = async (userId: number, body: object = {}) =>
    exportedSheet(app.url, { token: await tokenFor(app.database.db, userId) }, 'stocktakeItems', {
      StocktakeId,
      ...body,
    });
  const { header, texts } = await sheet(keeper);
  expect(header.slice(0, 3)).toEqual(['Result', 'Asset code', 'Asset']);
  expect(texts.map((row) => row.slice(0, 5))).toEqual([
    ['Missing', 'FILE-2', 'Asset FILE-2', expect.any(String), 'File room'],
    ['Unknown label', 'NOBODY-7', null, null, null],
    ['Found', 'FILE-1', 'Asset FILE-1', expect.any(String), 'File room'],
  ]);
  expect((await sheet(keeper, { Outcome: 'missing' })).names).toEqual(['Missing']);
  expect((await ask(stranger, 'getStocktakeItemPage', { body: { StocktakeId } })).status).toBe(404);
});
