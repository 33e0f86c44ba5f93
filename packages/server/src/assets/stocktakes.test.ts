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
const setState = (userId: number, StocktakeId: number, State: 'open' | 'review') =>
  ask(userId, 'setStocktakeState', { body: { StocktakeId, State } });
const decide = (
  userId: number,
  StocktakeId: number,
  Decision: 'missing' | 'move' | 'stay' | 'ignore',
  ItemKeyList?: string[],
) => ask(userId, 'decideDifferences', { body: { StocktakeId, Decision, ItemKeyList } });
const keysOf = async (userId: number, StocktakeId: number) =>
  Object.fromEntries(
    (await ask(userId, 'getStocktakeItemPage', { body: { StocktakeId, PageSize: 200 } })).data.Data.map((item) => [
      item.AssetCode,
      item.ItemKey,
    ]),
  );
const close = (userId: number, StocktakeId: number, change: object = {}) =>
  ask(userId, 'closeStocktake', { body: { StocktakeId, Note: 'Looked at', ...change } });
/** Reviews a stocktake, moves these codes, leaves everything else as it is, and closes it. */
const closeMoving = async (id: number, codes: readonly string[] = [], change: object = {}) => {
  await setState(owner, id, 'review');
  if (codes.length > 0) {
    const keys = await keysOf(keeper, id);
    const moving = await decide(
      keeper,
      id,
      'move',
      codes.map((code) => keys[code]!),
    );
    if (moving.status !== 200) return moving;
  }
  for (const decision of ['missing', 'stay', 'ignore'] as const) await decide(keeper, id, decision);
  return close(checker, id, change);
};
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

test('an asset whose code is edited during a stocktake is found by its old label and its new one, once', async () => {
  const assetId = await add('RC-1', { Location: 'Renamed' });
  const spare = await add('RC-2', { Location: 'Renamed' });
  const other = await add('RC-3', { Location: 'Depot of others' });
  const { StocktakeId: id } = (await open(owner, { Location: 'Renamed' })).data;
  const rename = (AssetId: number, AssetCode: string) =>
    ask(keeper, 'editAsset', { body: { AssetId, AssetCode } as never });
  await rename(assetId, 'RC-1B');
  const result = async (label: string) => {
    const { Outcome, Repeated, AssetName } = (await scan(owner, id, label)).data.ResultList[0]!;
    return [Outcome, Repeated, AssetName];
  };
  expect(await result('rc-1b')).toEqual(['found', false, 'Asset RC-1']);
  expect(await result('RC-1')).toEqual(['found', true, 'Asset RC-1']);
  // The old label first, then the new one.
  expect(await result('RC-2')).toEqual(['found', false, 'Asset RC-2']);
  await rename(spare, 'RC-2B');
  expect(await result('RC-2B')).toEqual(['found', true, 'Asset RC-2']);
  // Nor is one of another place seen there twice.
  expect(await result('RC-3')).toEqual(['elsewhere', false, 'Asset RC-3']);
  await rename(other, 'RC-3B');
  expect(await result('RC-3B')).toEqual(['elsewhere', true, 'Asset RC-3']);
  expect(await outcomes(owner, id)).toEqual({ 'RC-1': 'found', 'RC-2': 'found', 'RC-3': 'elsewhere' });
  expect((await ask(owner, 'getStocktake', { query: { stocktakeId: id } })).data).toMatchObject({
    ...{ Found: 2, Missing: 0, Elsewhere: 1, Unknown: 0 },
  });
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

test('an unknown label of one project is registered as an asset of another', async () => {
  await add('Z-1', { ProjectId: otherProjectId, Location: 'Far' });
  const { StocktakeId } = (await open(keeper, { ProjectId: otherProjectId, Location: 'Far' })).data;
  const [label] = (await scan(keeper, StocktakeId, 'Z-new')).data.ResultList;
  const asset = { AssetName: 'New', AssetCode: 'Z-new', ProjectId: projectId, ScanId: label!.ScanId };
  expect((await ask(keeper, 'addAsset', { body: asset as never })).status).toBe(200);
});

test('a stocktake of no place moves nothing that it saw elsewhere; a code typed full-width is found', async () => {
  const { StocktakeId: id } = (await open(keeper, { ProjectId: null })).data;
  await add('Z-2', { Location: 'Later' });
  await scan(keeper, id, 'Ｚ－２');
  expect((await outcomes(keeper, id))['Z-2']).toBe('elsewhere');
  await setState(keeper, id, 'review');
  expect((await decide(keeper, id, 'move')).data).toEqual({ Decided: 0 });
  expect((await decide(keeper, id, 'stay')).data).toEqual({ Decided: 1 });
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

test('closing changes the register only where a difference was decided so, and says what it did', async () => {
  const found = await add('C-1', { Location: 'Close', Model: 'M' });
  const missing = await add('C-2', { Location: 'Close', Model: 'M' });
  const elsewhere = await add('C-3', { Location: 'Far', Model: 'M' });
  const left = await add('C-4', { Location: 'Far', Model: 'M' });
  // Verified where it stood; it is not where it is moved to.
  await ask(owner, 'verifyAssets', { body: { AssetIdList: [elsewhere] } });
  const { StocktakeId: id } = (await open(owner, { Location: 'Close' })).data;
  await scan(owner, id, 'C-1', 'C-3', 'C-4', 'C-none');
  await setState(owner, id, 'review');
  const undecided = async () =>
    (await ask(checker, 'getStocktakeItemPage', { body: { StocktakeId: id, IsUndecided: true } })).data.Data.map(
      ({ AssetCode }) => AssetCode,
    );
  const counted = async () => (await ask(checker, 'getStocktake', { query: { stocktakeId: id } })).data.Undecided;
  expect([await undecided(), await counted()]).toEqual([['C-2', 'C-3', 'C-4', 'C-none'], 4]);
  const refused = await close(checker, id);
  expect([refused.status, refused.message]).toEqual([409, 'Undecided differences: 4.']);
  const keys = await keysOf(owner, id);
  // A decision fits what it is about, all of what was chosen or nothing.
  for (const [decision, code] of [
    ['move', 'C-2'],
    ['missing', 'C-3'],
    ['ignore', 'C-3'],
    ['stay', 'C-none'],
    ['stay', 'C-1'],
  ] as const)
    expect((await decide(owner, id, decision, [keys[code]!])).status).toBe(409);
  expect((await decide(owner, id, 'stay', [keys['C-3']!, keys['C-1']!])).message).toContain('does not fit 1 of');
  expect(await counted()).toBe(4);
  expect((await decide(owner, id, 'stay', [keys['C-3']!, keys['C-4']!])).data).toEqual({ Decided: 2 });
  // The last word counts.
  expect((await decide(owner, id, 'move', [keys['C-3']!])).data).toEqual({ Decided: 1 });
  // All without a decision.
  expect((await decide(owner, id, 'missing')).data).toEqual({ Decided: 1 });
  expect(await undecided()).toEqual(['C-none']);
  expect((await close(checker, id)).message).toBe('Undecided differences: 1.');
  expect((await decide(owner, id, 'ignore')).data).toEqual({ Decided: 1 });
  expect((await close(checker, id, { Note: '' })).message).toBe(assetErrors.saySomething.en);
  expect(await assetNow(elsewhere)).toMatchObject({ Verification: 'verified', Location: 'Far' });
  expect((await close(checker, id, { VerifyFound: true })).data).toEqual({ Verified: 1, Moved: 1 });
  expect(await assetNow(found)).toMatchObject({ Verification: 'verified', Location: 'Close' });
  expect(await assetNow(missing)).toMatchObject({ Verification: 'toBeVerified', Location: 'Close' });
  expect(await assetNow(elsewhere)).toMatchObject({ Verification: 'toBeVerified', Location: 'Close' });
  expect(await assetNow(left)).toMatchObject({ Location: 'Far' });
  const report = (await ask(viewer, 'getStocktakeItemPage', { body: { StocktakeId: id } })).data.Data;
  expect(report.map(({ AssetCode, Decision, Done, MovedTo }) => [AssetCode, Decision, Done, MovedTo === null])).toEqual(
    [
      ['C-2', 'missing', null, true],
      ['C-3', 'move', 'moved', false],
      ['C-4', 'stay', null, true],
      ['C-none', 'ignore', null, true],
      ['C-1', null, 'verified', true],
    ],
  );
  expect(report[0]!.DecideName).toMatch(/./);
});

test('a stocktake goes from planned over open and review to its end, and each step only from where it belongs', async () => {
  await add('GRID-1', { Location: 'Grid', Model: 'M' });
  await add('GRID-2', { Location: 'Grid', Model: 'M' });
  const planned = async () => (await open(owner, { Location: 'Grid', PlannedOn: '2999-12-31' })).data.StocktakeId;
  const inState = {
    planned,
    async open() {
      const id = await planned();
      await setState(owner, id, 'open');
      await scan(owner, id, 'GRID-1', 'GRID-torn');
      return id;
    },
    async review() {
      const id = await inState.open();
      await setState(owner, id, 'review');
      await decide(owner, id, 'missing');
      await decide(owner, id, 'ignore');
      return id;
    },
    async closed() {
      const id = await inState.review();
      await close(checker, id);
      return id;
    },
    async cancelled() {
      const id = await inState.open();
      await ask(owner, 'cancelStocktake', { body: { StocktakeId: id, Note: 'By mistake' } });
      return id;
    },
  };
  const [kept] = (await ask(owner, 'newUpload', { files: [new File([picture], 'label.png', { type: 'image/png' })] }))
    .data;
  const scanIdOf = async (id: number) =>
    (await ask(owner, 'getStocktakeItemPage', { body: { StocktakeId: id } })).data.Data.find(
      ({ AssetCode }) => AssetCode === 'GRID-torn',
    )?.ScanId ?? 1;
  let codes = 0;
  const actions = {
    begin: (id: number) => setState(owner, id, 'open'),
    review: (id: number) => setState(owner, id, 'review'),
    scan: (id: number) => scan(owner, id, 'GRID-2'),
    undoScan: async (id: number) => ask(owner, 'removeScan', { body: { StocktakeId: id, ScanId: await scanIdOf(id) } }),
    photo: async (id: number) =>
      ask(owner, 'setScanPhoto', { body: { StocktakeId: id, ScanId: await scanIdOf(id), Photo: kept!.Url } }),
    register: async (id: number) =>
      ask(owner, 'addAsset', {
        body: {
          ...{ AssetName: 'Torn', AssetCode: `GRID-new-${++codes}`, ProjectId: projectId },
          ScanId: await scanIdOf(id),
        } as never,
      }),
    decide: (id: number) => decide(owner, id, 'missing'),
    close: (id: number) => close(checker, id),
    cancel: (id: number) => ask(owner, 'cancelStocktake', { body: { StocktakeId: id, Note: 'By mistake' } }),
  };
  const { notBegun, stillScanning, inReview, stocktakeOver, notUnknownOfStocktake } = assetErrors;
  const over = Object.fromEntries(Object.keys(actions).map((action) => [action, stocktakeOver.en]));
  const not = notUnknownOfStocktake.en;
  const begun = notBegun.en;
  const grid: Record<keyof typeof inState, Record<keyof typeof actions, string>> = {
    // biome-ignore format: a table is read by columns
    planned: { begin: 'open', review: begun, scan: begun, undoScan: begun, photo: begun, register: not, decide: begun, close: begun, cancel: 'cancelled' },
    // biome-ignore format: a table is read by columns
    open: { begin: 'open', review: 'review', scan: 'open', undoScan: 'open', photo: 'open', register: 'open', decide: stillScanning.en, close: stillScanning.en, cancel: 'cancelled' },
    // biome-ignore format: a table is read by columns
    review: { begin: 'open', review: 'review', scan: inReview.en, undoScan: inReview.en, photo: 'review', register: 'review', decide: 'review', close: 'closed', cancel: 'cancelled' },
    closed: { ...over, register: not } as never,
    cancelled: { ...over, register: not } as never,
  };
  for (const [state, make] of Object.entries(inState))
    for (const [action, act] of Object.entries(actions)) {
      const id = await make();
      const stateNow = async () => (await ask(owner, 'getStocktake', { query: { stocktakeId: id } })).data.State;
      expect([state, action, await stateNow()]).toEqual([state, action, state]);
      const answer = await act(id);
      const came = answer.status === 200 ? await stateNow() : answer.message;
      expect([state, action, came]).toEqual([
        state,
        action,
        grid[state as keyof typeof inState][action as keyof typeof actions],
      ]);
      if (answer.status !== 200) expect([state, action, await stateNow()]).toEqual([state, action, state]);
    }
});

test('a planned stocktake freezes what it expects when it begins, and only then; no day before today is planned', async () => {
  await add('PL-1', { Location: 'Plan' });
  expect((await open(owner, { Location: 'Plan', PlannedOn: '2020-01-01' })).message).toBe(assetErrors.plannedInPast.en);
  const { StocktakeId: id, Expected } = (await open(owner, { Location: 'Plan', PlannedOn: '2999-12-31' })).data;
  expect(Expected).toBe(0);
  await add('PL-2', { Location: 'Plan' });
  const now = async () => (await ask(owner, 'getStocktake', { query: { stocktakeId: id } })).data;
  expect(await now()).toMatchObject({ State: 'planned', PlannedOn: '2999-12-31', Expected: 0, Closing: 'free' });
  const planner = (await now()).OpenName;
  expect((await setState(viewer, id, 'open')).status).toBe(403);
  expect((await setState(stranger, id, 'open')).status).toBe(404);
  expect((await setState(keeper, id, 'open')).status).toBe(200);
  expect(await now()).toMatchObject({ State: 'open', Expected: 2 });
  expect((await now()).OpenName).not.toBe(planner);
  const nowhere = (await open(owner, { Location: 'No place yet', PlannedOn: '2999-12-31' })).data.StocktakeId;
  expect((await setState(owner, nowhere, 'open')).message).toBe(assetErrors.noAssets.en);
});

test('scanning goes on after a review: what was decided missing is decided anew, what was seen elsewhere stays decided', async () => {
  await add('R-1', { Location: 'Resume' });
  await add('R-2', { Location: 'Resume' });
  await add('R-3', { Location: 'Other room' });
  const { StocktakeId: id } = (await open(owner, { Location: 'Resume' })).data;
  await scan(owner, id, 'R-3');
  await setState(owner, id, 'review');
  for (const decision of ['missing', 'stay'] as const) await decide(owner, id, decision);
  await setState(owner, id, 'open');
  await scan(owner, id, 'R-1');
  await setState(owner, id, 'review');
  const items = (await ask(owner, 'getStocktakeItemPage', { body: { StocktakeId: id } })).data.Data;
  expect(items.map(({ AssetCode, Outcome, Decision }) => [AssetCode, Outcome, Decision])).toEqual([
    ['R-2', 'missing', null],
    ['R-3', 'elsewhere', 'stay'],
    ['R-1', 'found', null],
  ]);
});

test('an unknown label becomes an asset in review: it is decided by that, opens the asset, and is registered once', async () => {
  await add('U-1', { Location: 'Unknowns' });
  const { StocktakeId: id } = (await open(owner, { Location: 'Unknowns' })).data;
  const [known, torn] = (await scan(owner, id, 'U-1', 'U-torn')).data.ResultList;
  await setState(owner, id, 'review');
  const register = (userId: number, AssetCode: string, ScanId: number) =>
    ask(userId, 'addAsset', {
      body: { AssetName: 'Was not known', AssetCode, ProjectId: projectId, Location: 'Unknowns', ScanId } as never,
    });
  expect((await register(owner, 'U-2', known!.ScanId)).message).toBe(assetErrors.notUnknownOfStocktake.en);
  // Nothing half done.
  expect((await ask(keeper, 'findAsset', { query: { assetCode: 'U-2' } })).status).toBe(404);
  const { AssetId } = (await register(owner, 'U-2', torn!.ScanId)).data;
  expect((await register(owner, 'U-3', torn!.ScanId)).status).toBe(409);
  const [item] = (await ask(owner, 'getStocktakeItemPage', { body: { StocktakeId: id, Outcome: 'unknown' } })).data
    .Data;
  expect(item).toMatchObject({ AssetId, Decision: 'registered', DecideName: expect.stringMatching(/./) });
  const keys = await keysOf(owner, id);
  expect((await decide(owner, id, 'ignore', [keys['U-torn']!])).status).toBe(409);
  // Nothing is missing or unknown any more: that needs no words.
  expect((await close(checker, id, { Note: '' })).data).toEqual({ Verified: 0, Moved: 0 });
  expect(await assetNow(AssetId)).toMatchObject({ Verification: 'toBeVerified', Location: 'Unknowns' });
});

test('what was found and moved in the register meanwhile is a difference: it stays there, or goes back to where it was found', async () => {
  const stays = await add('MM-1', { Location: 'Here', Model: 'M' });
  const back = await add('MM-2', { Location: 'Here', Model: 'M' });
  const { StocktakeId: id } = (await open(owner)).data;
  await scan(owner, id, 'MM-1', 'MM-2');
  for (const AssetId of [stays, back])
    await ask(owner, 'editAsset', { body: { AssetId, Location: 'Moved away' } as never });
  await setState(owner, id, 'review');
  const keys = Object.fromEntries(
    (
      await ask(owner, 'getStocktakeItemPage', { body: { StocktakeId: id, Outcome: 'found', IsUndecided: true } })
    ).data.Data.map(({ AssetCode, ItemKey }) => [AssetCode, ItemKey]),
  );
  expect(Object.keys(keys)).toEqual(['MM-1', 'MM-2']);
  await decide(owner, id, 'missing');
  await decide(owner, id, 'stay', [keys['MM-1']!]);
  expect((await close(checker, id)).message).toBe('Undecided differences: 1.');
  await decide(owner, id, 'move', [keys['MM-2']!]);
  expect((await close(checker, id)).data).toEqual({ Verified: 0, Moved: 1 });
  expect(await assetNow(stays)).toMatchObject({ Location: 'Moved away' });
  expect(await assetNow(back)).toMatchObject({ Location: 'Here', Verification: 'toBeVerified' });
});

test('an asset that comes from another project leaves its place there behind; one that stands here already did not move', async () => {
  const comes = await add('MV-1', { ProjectId: otherProjectId, Location: 'Shelf of the other shop' });
  await add('MV-2', { Location: 'Moves' });
  const { StocktakeId: id } = (await open(owner, {})).data;
  await scan(keeper, id, 'MV-1');
  expect((await closeMoving(id, ['MV-1'])).data).toMatchObject({ Moved: 1 });
  expect(await assetNow(comes)).toMatchObject({ ProjectId: projectId, Location: '' });
  const own = await add('MV-3', { Location: 'Far away' });
  const { StocktakeId: next } = (await open(owner, { Location: 'Moves' })).data;
  await scan(owner, next, 'MV-3');
  await ask(keeper, 'editAsset', { body: { AssetId: own, Location: 'Moves' } as never });
  expect((await closeMoving(next, ['MV-3'])).data).toMatchObject({ Moved: 0 });
});

test('a stocktake is closed by a person who neither opened it nor scanned in it', async () => {
  await add('F-1', { Location: 'Four eyes' });
  const { StocktakeId: id } = (await open(owner, { Location: 'Four eyes' })).data;
  const closing = async (userId: number) =>
    (await ask(userId, 'getStocktake', { query: { stocktakeId: id } })).data.Closing;
  const scanned = (await scan(keeper, id, 'F-1')).data.ResultList[0]!;
  expect([await closing(owner), await closing(keeper), await closing(checker)]).toEqual(['another', 'another', 'free']);
  await setState(owner, id, 'review');
  for (const userId of [owner, keeper])
    expect(await close(userId, id)).toMatchObject({ status: 409, message: assetErrors.closedByAnother.en });
  // A scan that was taken back is no part in it.
  await setState(keeper, id, 'open');
  await ask(owner, 'removeScan', { body: { StocktakeId: id, ScanId: scanned.ScanId } });
  expect(await closing(keeper)).toBe('free');
  await setState(keeper, id, 'review');
  // Deciding is no part in the count.
  expect((await decide(keeper, id, 'missing')).data).toEqual({ Decided: 1 });
  expect((await close(keeper, id)).status).toBe(200);
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
  await setState(only, id, 'review');
  expect((await close(only, id)).status).toBe(200);
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
  // Nor does anything keep it once its scan is undone.
  await ask(owner, 'removeScan', { body: { StocktakeId: id, ScanId: unknown!.ScanId } });
  const { rows: left } = await app.database.pool.query('SELECT photo_file_id FROM stocktake_scan WHERE id = $1', [
    unknown!.ScanId,
  ]);
  expect(left[0].photo_file_id).toBeNull();
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
  await setState(keeper, id, 'review');
  await decide(keeper, id, 'stay');
  expect((await close(keeper, id)).status).toBe(200);
  expect([await movedTo(owner), await movedTo(keeper)]).toEqual([null, expect.stringContaining('Secret room')]);
});

test('an asset that moved in the register meanwhile is named and not marked as verified', async () => {
  const moved = await add('M-1', { Location: 'Old', Model: 'M' });
  const { StocktakeId: id } = (await open(owner, { Location: 'Old' })).data;
  await scan(owner, id, 'M-1');
  await ask(owner, 'editAsset', { body: { AssetId: moved, Location: 'New' } as never });
  const item = async () => (await ask(owner, 'getStocktakeItemPage', { body: { StocktakeId: id } })).data.Data[0]!;
  expect((await item()).MovedTo).toContain('New');
  expect((await closeMoving(id, [], { VerifyFound: true })).data).toEqual({ Verified: 0, Moved: 0 });
  expect(await item()).toMatchObject({ MovedTo: expect.stringContaining('New'), Done: null });
});

test('closing a stocktake of the company leaves alone what is closed to the person who closes it', async () => {
  const assetId = await add('N-1', { Location: 'Closed to some', Model: 'M' });
  const { StocktakeId: id } = (await open(keeper, { ProjectId: null, Location: 'Closed to some' })).data;
  await scan(keeper, id, 'N-1');
  await setState(keeper, id, 'review');
  expect((await close(bookkeeper, id, { VerifyFound: true })).data).toEqual({ Verified: 0, Moved: 0 });
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
  await setState(keeper, id, 'review');
  expect((await close(checker, id, { VerifyFound: true })).data).toEqual({ Verified: 0, Moved: 0 });
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
  expect((await ask(keeper, 'getStocktakePage', { body: { State: 'cancelled' } })).data.Data).toContainEqual(
    expect.objectContaining({ StocktakeId: id, EndNote: 'By mistake' }),
  );
});

test('a round of 500 finds the 10 errors planted in it, also where labels are scanned twice', async () => {
  const { pool } = app.database;
  await pool.query(
    `INSERT INTO asset (company_id, project_id, name, code, category, model, factory_number, distributor, source, supplier, location,
       is_monitored, usage, verification, note, updated_at)
     SELECT $1, $2, 'Case ' || n, 'RD-' || lpad(n::text, 3, '0'), '', 'M', '', '', 'purchase', '', CASE WHEN n > 500 THEN 'Depot' ELSE 'Round' END,
       false, 'inUse', 'toBeVerified', '', now() FROM generate_series(1, 503) n`,
    [oldCompanyId, projectId],
  );
  const { StocktakeId: id, Expected } = (await open(owner, { Location: 'Round' })).data;
  expect(Expected).toBe(500);
  const code = (n: number) => `RD-${String(n).padStart(3, '0')}`;
  const lost = [17, 230, 231, 499];
  const seen = Array.from({ length: 503 }, (_, i) => i + 1).filter((n) => !lost.includes(n));
  const labels = [...seen.map(code), 'RD-9OO', 'torn', 'RD-'];
  for (let first = 0; first < labels.length; first += 200) {
    await scan(owner, id, ...labels.slice(first, first + 200));
    await scan(keeper, id, ...labels.slice(first, first + 20));
  }
  await setState(owner, id, 'review');
  const { data } = await ask(owner, 'getStocktakeItemPage', {
    body: { StocktakeId: id, IsUndecided: true, PageSize: 100 },
  });
  expect(data.Data.map(({ AssetCode, Outcome }) => `${AssetCode} ${Outcome}`)).toEqual([
    ...lost.map((n) => `${code(n)} missing`),
    ...[501, 502, 503].map((n) => `${code(n)} elsewhere`),
    ...['RD-9OO', 'torn', 'RD-'].map((label) => `${label} unknown`),
  ]);
  const counts = (await ask(owner, 'getStocktake', { query: { stocktakeId: id } })).data;
  expect(counts).toMatchObject({ Found: 496, Missing: 4, Elsewhere: 3, Unknown: 3, Undecided: 10 });
});

test('what is undecided counts what it lists, by outcome and with a text, from the first decision to the last', async () => {
  const ids: number[] = [];
  for (const code of ['UD-1', 'UD-2', 'UD-3', 'UD-4']) ids.push(await add(code, { Location: 'Undecided' }));
  await add('UD-8', { Location: 'Elsewhere' });
  const { StocktakeId: id } = (await open(owner, { Location: 'Undecided' })).data;
  await scan(owner, id, 'UD-3', 'UD-4', 'UD-8', 'UD-none');
  await ask(owner, 'editAsset', { body: { AssetId: ids[3]!, Location: 'Another room' } as never });
  await setState(owner, id, 'review');
  const page = async (change: object) =>
    (await ask(owner, 'getStocktakeItemPage', { body: { StocktakeId: id, IsUndecided: true, ...change } })).data;
  const undecided = async () => {
    const all = await page({});
    for (const change of [
      { Outcome: 'missing' },
      { Outcome: 'elsewhere' },
      { Outcome: 'unknown' },
      { Outcome: 'found' },
      { Text: 'ud-' },
      { Text: 'ud-1' },
      { Text: 'ud-4', Outcome: 'found' },
    ]) {
      const { TotalCount, Data } = await page(change);
      expect([change, Data.length]).toEqual([change, TotalCount]);
    }
    expect(all.Data).toHaveLength(all.TotalCount);
    expect((await ask(owner, 'getStocktake', { query: { stocktakeId: id } })).data.Undecided).toBe(all.TotalCount);
    return all.Data.map(({ AssetCode }) => AssetCode);
  };
  expect(await undecided()).toEqual(['UD-1', 'UD-2', 'UD-8', 'UD-none', 'UD-4']);
  const keys = await keysOf(owner, id);
  const left = ['UD-1', 'UD-2', 'UD-8', 'UD-none', 'UD-4'];
  for (const [code, decision] of [
    ['UD-2', 'missing'],
    ['UD-4', 'stay'],
    ['UD-none', 'ignore'],
    ['UD-8', 'stay'],
    ['UD-1', 'missing'],
  ] as const) {
    await decide(owner, id, decision, [keys[code]!]);
    left.splice(left.indexOf(code), 1);
    expect(await undecided()).toEqual(left);
  }
  // A recount forgets what was decided.
  await setState(owner, id, 'open');
  await setState(owner, id, 'review');
  expect(await undecided()).toEqual(expect.arrayContaining(['UD-1', 'UD-2', 'UD-4']));
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
  expect(header).toContain('Decision');
  expect(texts.map((row) => row.slice(0, 5))).toEqual([
    ['Missing', 'FILE-2', 'Asset FILE-2', expect.any(String), 'File room'],
    ['Unknown label', 'NOBODY-7', null, null, null],
    ['Found', 'FILE-1', 'Asset FILE-1', expect.any(String), 'File room'],
  ]);
  expect((await sheet(keeper, { Outcome: 'missing' })).names).toEqual(['Missing']);
  expect((await ask(stranger, 'getStocktakeItemPage', { body: { StocktakeId } })).status).toBe(404);
});
