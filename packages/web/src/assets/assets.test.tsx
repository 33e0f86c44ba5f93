import type { AssetContractRow, AssetLife, AssetRow } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { Refusal } from '../testing/fakeApi.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { act, byRole, click, type, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { AssetOfLabelPage } from './AssetOfLabelPage.tsx';
import { AssetsPage } from './AssetsPage.tsx';
import { ContractsPage } from './ContractsPage.tsx';
import { categoryTree } from './categoryTree.ts';
import { StocktakesPage } from './StocktakesPage.tsx';

pagesInEnglish();

const list = (
  <AssetsPage path="/assetManagement/assetList" title={{ zh: '资产', en: 'Assets' }} subsystems={undefined} />
);
const asset: AssetRow = {
  ...{ AssetId: 5, AssetName: 'Case 1', AssetCode: 'SB-0001', Category: 'Display case', Model: 'BC-12' },
  ...{ FactoryNumber: 'F1', InstallDate: '2024-05-01', Distributor: '', Source: 'purchase', Supplier: 'North' },
  ...{ Amount: 28_000, ServiceLife: 144, Location: 'Aisle 2', IsMonitor: true, Usage: 'inUse' },
  ...{ ReplacementCost: null, WarrantyUntil: '2027-05-01', Parent: null },
  ...{ Verification: 'toBeVerified', ProjectId: 1, ProjectName: 'Store 1', ModelTreeId: 3, ModelTreeName: 'Case 1' },
  ...{ Note: '', UpdateEpoch: 0, MayEdit: true, ConnectStatus: 2, Disposal: null },
};

const life: AssetLife = {
  Asset: asset,
  ...{ OwnSince: null, WasOtherDevice: false },
  ...{ AlarmSpan: { From: '2026-10-31 09:00', To: '2026-11-30 09:00' }, CountedFrom: '2025-11-30' },
  ...{ AlarmCount: 7, OpenAlarmCount: 1, RepairCount: 2, OpenRepairCount: 0 },
  Depreciation: { MonthlyAmount: 184.72, Accumulated: 5_541.6, BookValue: 22_458.4, MonthsLeft: 114 },
  ContractList: [],
  ChildList: [{ AssetId: 9, AssetName: 'Fan', AssetCode: 'SB-0009' }],
  DocumentList: [
    {
      DocumentId: 3,
      Name: 'Manual.pdf',
      Url: '/f/3',
      ContentType: 'application/pdf',
      Size: 2048,
      Epoch: 0,
      UserName: 'Mei',
    },
  ],
  HeardEpoch: null,
  MayWatch: true,
  RepairCost: { Recent: 6_300, Ever: 9_000 },
  Replace: {
    ...{ Score: 55.8, Verdict: 'watch' as const, NewYearlyCost: 3_256.77 },
    PartList: [
      { ScorePart: 'cost', Weight: 40, Score: 45, Found: 6_300, Against: 28_000 },
      { ScorePart: 'failures', Weight: 25, Score: null, Found: null, Against: null },
      { ScorePart: 'energy', Weight: 20, Score: 37.1, Found: 118, Against: 100 },
    ],
  },
};

it('shows what an asset has been through and what it is worth, and edits what changed alone', async () => {
  const { bodyOf } = await showPage(list, {
    held: ['companyAssets'],
    answers: {
      getAssetPage: () => ({ Data: [asset], TotalCount: 1 }),
      getAssetCategories: () => ['Display case'],
      getModelTreeAndPointTypeDropdown: () => ({ ModelTreeDropdown: [], PointTypeDropdown: [] }) as never,
      getAssetLife: () => life,
      getAssetRunTime: () => ({
        FromEpoch: Date.now() - 30 * 86_400_000,
        RunList: [{ PointName: 'Compressor', RunHours: 412.5, UnknownHours: 8 }],
        CounterList: [{ PointName: 'Hours run', Hours: 1204, Epoch: Date.UTC(2026, 2, 5, 6) }],
      }),
      editAsset: () => null,
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'Edit: Case 1')));
  await type(await until(() => byRole(document.body, 'textbox', 'Location')), 'Aisle 3');
  await click(byRole(document.body, 'button', 'Save'));
  await until(() => said().includes('Saved'));
  expect(bodyOf('editAsset')).toEqual({ AssetId: '5', Location: 'Aisle 3' });
  await click(await until(() => document.querySelector<HTMLElement>('tbody tr td:nth-child(2)')));
  await until(() => said().includes('7 · 1 active now'));
  // Each figure leads to its rows.
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.asset-facts a')].map(({ textContent, href }) => [
    textContent,
    href.replace(/^.*(\?)/, '$1'),
  ]);
  expect(links).toContainEqual(['7', '?tab=past&device=3&project=1&from=2026-10-31+09%3A00&to=2026-11-30+09%3A00']);
  expect(links).toContainEqual(['1 active now', '?tab=current&device=3&project=1']);
  expect(links.find(([words]) => words === '2')?.[1]).toMatch(/^\?device=3&project=1&status=.*&from=2025-11-30&to=20/);
  expect(links.find(([words]) => words === '¥ 6,300.00')?.[1]).toMatch(/&from=2025-11-30&to=20/);
  expect(links.find(([words]) => words === '¥ 9,000.00')?.[1]).not.toContain('from=');
  expect(said()).toContain('22,458.40 · 114 months left');
  expect(said()).toContain('Fan (SB-0009)');
  expect(said()).toContain('Manual.pdf');
  expect(said()).toContain('2027-05-01');
  expect(said()).toContain('2 of 3 parts known');
  expect(said()).toContain('45.0 · ¥ 6,300.00 of ¥ 28,000.00');
  expect(said()).toContain('not known, left out');
  expect(said()).toContain('37.1 · 118.0 kWh, median 100.0 kWh');
  expect(said()).toContain('A new one at its price costs ¥ 3,256.77 a year');
  await until(() => said().includes('412.5 h, and 8.0 h without data'));
  expect(said()).toContain('In alarm');
  // A counter may have been read long ago: it says when.
  expect(said()).toMatch(/1,204 h \(.*2026.*\)/);
});

it('says since when an asset is its device, counts from there, and leads to no rows of what was before', async () => {
  await showPage(list, {
    held: ['companyAssets'],
    answers: {
      getAssetPage: () => ({ Data: [asset], TotalCount: 1 }),
      getAssetCategories: () => [],
      getAssetLife: () => ({ ...life, OwnSince: '2026-11-20', CountedFrom: '2026-11-20' }),
      getAssetRunTime: () => ({
        FromEpoch: Date.now() - 10 * 86_400_000,
        RunList: [{ PointName: 'Compressor', RunHours: 100, UnknownHours: 0 }],
        CounterList: [],
      }),
    },
  });
  await click(await until(() => document.querySelector<HTMLElement>('tbody tr td:nth-child(2)')));
  await until(() => said().includes('It has been this device since 2026-11-20'));
  await until(() => said().includes('Run time counted since'));
  const ever = [...document.querySelectorAll<HTMLAnchorElement>('.asset-facts a')].find(
    ({ textContent }) => textContent === '¥ 9,000.00',
  );
  expect(ever!.href).toContain('from=2026-11-20');
});

it('does not edit an asset that was disposed of, and takes the disposal back', async () => {
  const gone: AssetRow = {
    ...{ ...asset, Usage: 'disposed', ModelTreeId: null, ModelTreeName: null, ConnectStatus: null },
    Disposal: { DisposeDate: '2026-02-03', Reason: 'Sold', Proceeds: 120, MayUndo: true },
  };
  const { bodyOf } = await showPage(list, {
    held: ['companyAssets'],
    answers: {
      getAssetPage: () => ({ Data: [gone], TotalCount: 1 }),
      getAssetCategories: () => [],
      undoDisposal: () => null,
    },
  });
  await until(() => said().includes('Disposed of'));
  await click(byRole(document.body, 'button', 'More actions: Case 1'));
  await click(await until(() => byRole(document.body, 'menuitem', 'Take disposal back')));
  expect([...document.querySelectorAll('[role=menuitem], button')].map((each) => each.textContent)).not.toContain(
    'Edit',
  );
  await until(() => said().includes('Disposal taken back'));
  expect(bodyOf('undoDisposal')).toEqual({ AssetId: '5' });
});

const contract: AssetContractRow = {
  ...{ ContractId: 2, ContractNumber: 'ZL-7', ContractName: 'Lease of cases', Kind: 'lease', Supplier: 'North' },
  ...{ StartDate: '2026-01-01', EndDate: '2026-12-31', State: 'ending', Amount: null, Note: '', UpdateEpoch: 0 },
  AssetList: [{ AssetId: 5, AssetName: 'Case 1', AssetCode: 'SB-0001' }],
};

it('offers no asset that was disposed of as what another is a part of', async () => {
  await showPage(list, {
    held: ['companyAssets'],
    answers: {
      getAssetPage: () => ({
        Data: [
          asset,
          { ...asset, AssetId: 6, AssetName: 'Rack 6', AssetCode: 'SB-0006' },
          { ...asset, AssetId: 7, AssetName: 'Rack 7', AssetCode: 'SB-0007', Usage: 'disposed' as const },
        ],
        TotalCount: 3,
      }),
      getAssetCategories: () => ['Display case'],
      getModelTreeAndPointTypeDropdown: () => ({ ModelTreeDropdown: [], PointTypeDropdown: [] }) as never,
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'Edit: Case 1')));
  const parent = await until(() => byRole(document.body, 'combobox', 'Part of'));
  await act(() => void parent.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })));
  await until(() => said().includes('Rack 6 (SB-0006)'));
  expect(said()).not.toContain('Rack 7 (SB-0007)');
});

it('says in a word which contract ends soon', async () => {
  await showPage(<ContractsPage />, {
    held: ['companyAssets'],
    answers: {
      getAssetContractPage: () => ({ Data: [contract], TotalCount: 1 }),
      getAssetPage: () => ({ Data: [asset], TotalCount: 1 }),
    },
  });
  await until(() => said().includes('Ends soon'));
  await click(byRole(document.body, 'button', 'Edit: Lease of cases'));
  await until(() => said().includes('Case 1 (SB-0001)'));
});

it('makes a tree of categories, with the levels between', () => {
  expect(categoryTree(['Cold/Cases/Upright', 'Cold/Rooms', 'Office'])).toEqual([
    {
      ...{ value: 'Cold', label: 'Cold' },
      children: [
        {
          ...{ value: 'Cold/Cases', label: 'Cases' },
          children: [{ value: 'Cold/Cases/Upright', label: 'Upright', children: [] }],
        },
        { value: 'Cold/Rooms', label: 'Rooms', children: [] },
      ],
    },
    { value: 'Office', label: 'Office', children: [] },
  ]);
});

it('says of a label that no asset has its code, and of a server without an answer that it has none', async () => {
  let refusal = new Refusal(500, 'Please try again later.');
  await showPage(<AssetOfLabelPage />, { at: '/a/SB-0001', answers: { findAsset: () => refusal } });
  await until(() => said().includes('Please try again later.'));
  expect(said()).not.toContain('No asset has the code');
  refusal = new Refusal(404, 'There is no such asset.');
  await click(byRole(document.body, 'button', 'Try again'));
  await until(() => said().includes('No asset has the code “SB-0001”'));
});

const stocktake = {
  ...{ StocktakeId: 7, StocktakeName: 'Year end', ProjectId: 1, ProjectName: 'Store 1', Location: 'Aisle 2' },
  ...{ PlannedOn: null, OpenName: 'Lin', OpenEpoch: 0, EndName: null, EndEpoch: null, EndNote: '' },
  ...{ Expected: 2, Found: 1, Missing: 1, Elsewhere: 2, Unknown: 0, MayEdit: true, Undecided: 0 },
  ...{ Closing: 'alone' as const, ClosedAlone: false },
};
const difference = {
  ...{ AssetId: 9, AssetCode: 'SB-0009', ProjectName: 'Store 1', Location: 'Yard', ScanId: 3, ScanName: 'Lin' },
  ...{ ScanEpoch: 0, MovedTo: null, HeardEpoch: null, PhotoUrl: null, Done: null },
  ...{ IsDifference: true, Decision: null, DecideName: null },
};

it('counts a label that is typed, and says where it is registered; a review ends scanning only after a question', async () => {
  const { bodyOf, received } = await showPage(
    <StocktakesPage path="/assetManage/stocktake" title={{ zh: '盘点', en: 'Stocktakes' }} subsystems={undefined} />,
    {
      held: ['assetsEdit'],
      at: '/assetManage/stocktake?id=7',
      answers: {
        getStocktake: () => ({ ...stocktake, State: 'open' as const }),
        getStocktakeItemPage: () => ({ Data: [], TotalCount: 0 }),
        scanLabels: ({ body }) => ({
          ResultList: (body as { ScanList: { ClientKey: string }[] }).ScanList.map(({ ClientKey }) => ({
            ...{ ClientKey, ScanId: 4, Outcome: 'elsewhere' as const, Repeated: true, AssetCode: 'SB-0009' },
            ...{ AssetName: 'Case 9', ProjectName: 'Store 1', Location: 'Yard' },
          })),
        }),
        setStocktakeState: () => null,
      },
    },
  );
  await type(await until(() => byRole(document.body, 'textbox', 'Or type the asset code')), 'SB-0009');
  await click(byRole(document.body, 'button', 'Count'));
  await until(() => said().includes('SB-0009 · Store 1 · Yard · scanned before'));
  await click(byRole(document.body, 'button', 'Review differences'));
  await until(() => said().includes('Scanning ends, and each difference is decided'));
  expect(received).not.toContain('setStocktakeState');
  await click(byRole(document.querySelector('[role=dialog]')!, 'button', 'Review differences'));
  await until(() => received.includes('setStocktakeState'));
  expect(bodyOf('setStocktakeState')).toEqual({ StocktakeId: 7, State: 'review' });
});

it('decides differences one by one, several, or all that are left, and says what each decision does; only then it closes', async () => {
  const items = [
    { ...difference, ItemKey: 'e1', Outcome: 'missing' as const, AssetName: 'Case 1', AssetCode: 'SB-0001' },
    { ...difference, ItemKey: 's2', Outcome: 'elsewhere' as const, AssetName: 'Case 2', AssetCode: 'SB-0002' },
    { ...difference, ItemKey: 's3', Outcome: 'elsewhere' as const, AssetName: 'Case 3', AssetCode: 'SB-0003' },
    { ...difference, ItemKey: 'e4', Outcome: 'found' as const, AssetName: 'Case 4', IsDifference: false },
  ];
  let undecided = 3;
  const { bodyOf } = await showPage(
    <StocktakesPage path="/assetManage/stocktake" title={{ zh: '盘点', en: 'Stocktakes' }} subsystems={undefined} />,
    {
      held: ['assetsEdit'],
      at: '/assetManage/stocktake?id=7',
      answers: {
        getStocktake: () => ({ ...stocktake, State: 'review' as const, Undecided: undecided }),
        getStocktakeItemPage: () => ({ Data: items, TotalCount: 4 }),
        decideDifferences: () => {
          undecided -= 1;
          return { Decided: 1 };
        },
        closeStocktake: () => ({ Verified: 0, Moved: 1 }),
      },
    },
  );
  await until(() => said().includes('3 differences are undecided'));
  const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')!;
  const decide = async (choice: string) => {
    await click(
      [...dialog().querySelectorAll<HTMLElement>('label')].find(({ textContent }) => textContent!.startsWith(choice))!,
    );
    await click(byRole(dialog(), 'button', 'Decide'));
    await until(() => document.querySelector('[role=dialog]') === null);
  };
  // One: only what fits it.
  await click(await until(() => byRole(document.body, 'button', 'Decide: Case 2')));
  await until(() => dialog().textContent!.includes('Decide on “Case 2”'));
  expect(dialog().textContent).toContain('On closing, the register has it where it was seen');
  expect(dialog().textContent).not.toContain('Stays missing');
  await decide('Register where it was seen');
  expect(bodyOf('decideDifferences')).toEqual({ StocktakeId: 7, Decision: 'move', ItemKeyList: ['s2'] });
  // Several: each decision goes to those it fits.
  for (const name of ['Case 1', 'Case 2', 'Case 3'])
    await click(
      [...document.querySelectorAll('tr')]
        .find(({ textContent }) => textContent!.includes(name))!
        .querySelector<HTMLElement>('input[type=checkbox]')!,
    );
  await click(byRole(document.querySelector('.list-batch')!, 'button', 'Decide'));
  await until(() => dialog().textContent!.includes('Leave as registered (2)'));
  await decide('Leave as registered');
  expect(bodyOf('decideDifferences')).toEqual({ StocktakeId: 7, Decision: 'stay', ItemKeyList: ['s2', 's3'] });
  // All that are left.
  await click(byRole(document.body, 'button', 'Decide all undecided'));
  await until(() => dialog().textContent!.includes('Applies to every undecided difference'));
  await decide('Stays missing');
  expect(bodyOf('decideDifferences')).toEqual({ StocktakeId: 7, Decision: 'missing' });
  await click(await until(() => byRole(document.body, 'button', 'Close stocktake')));
  await until(() => said().includes('1 found, 1 missing'));
  expect(said()).toContain('Your name is written in its report');
  await type(byRole(document.body, 'textbox', 'Note'), 'Lent out');
  await click(byRole(dialog(), 'button', 'Close stocktake'));
  await until(() => said().includes('Closed: 0 verified, 1 moved'));
  expect(bodyOf('closeStocktake')).toEqual({ StocktakeId: 7, VerifyFound: false, Note: 'Lent out' });
});

it('begins a stocktake that was planned', async () => {
  const { bodyOf, received } = await showPage(
    <StocktakesPage path="/assetManage/stocktake" title={{ zh: '盘点', en: 'Stocktakes' }} subsystems={undefined} />,
    {
      held: ['assetsEdit'],
      at: '/assetManage/stocktake?id=7',
      answers: {
        getStocktake: () => ({ ...stocktake, State: 'planned' as const, PlannedOn: '2026-12-31' }),
        setStocktakeState: () => null,
      },
    },
  );
  await until(() => said().includes('Planned for 2026-12-31'));
  await click(byRole(document.body, 'button', 'Start stocktake'));
  await click(byRole(await until(() => document.querySelector('[role=dialog]')!), 'button', 'Start stocktake'));
  await until(() => received.includes('setStocktakeState'));
  expect(bodyOf('setStocktakeState')).toEqual({ StocktakeId: 7, State: 'open' });
});

it('leaves closing to another person', async () => {
  await showPage(
    <StocktakesPage path="/assetManage/stocktake" title={{ zh: '盘点', en: 'Stocktakes' }} subsystems={undefined} />,
    {
      held: ['assetsEdit'],
      at: '/assetManage/stocktake?id=7',
      answers: {
        getStocktake: () => ({ ...stocktake, State: 'review' as const, Closing: 'another' as const }),
        getStocktakeItemPage: () => ({ Data: [], TotalCount: 0 }),
      },
    },
  );
  await until(() => said().includes('A person who took no part closes it.'));
  expect(document.querySelector('.stocktake-actions .ant-btn-primary')).toBeNull();
});

it('keeps a photo of an unknown label, and registers it with its code', async () => {
  const item = {
    ...{ ItemKey: 's1', Outcome: 'unknown' as const, AssetId: null, AssetCode: 'torn', AssetName: null },
    ...{ ProjectName: null, Location: '', ScanId: 3, ScanName: 'Lin', ScanEpoch: 0 },
    ...{ MovedTo: null, HeardEpoch: null, Done: null, IsDifference: true, Decision: null, DecideName: null },
  };
  let photo: string | null = null;
  let finishUpload = () => {};
  const uploaded = new Promise<void>((resolve) => {
    finishUpload = resolve;
  });
  const { bodyOf, received } = await showPage(
    <StocktakesPage path="/assetManage/stocktake" title={{ zh: '盘点', en: 'Stocktakes' }} subsystems={undefined} />,
    {
      held: ['assetsEdit'],
      at: '/assetManage/stocktake?id=7',
      answers: {
        getStocktake: () => ({ ...stocktake, State: 'open' as const }),
        getStocktakeItemPage: () => ({ Data: [{ ...item, PhotoUrl: photo }], TotalCount: 1 }),
        getAssetCategories: () => [],
        getModelTreeAndPointTypeDropdown: () => ({ ModelTreeDropdown: [], PointTypeDropdown: [] }) as never,
        newUpload: async () => {
          await uploaded;
          return [
            {
              ...{ FileId: 'label', Url: '/file/label', Path: 'label', Name: 'label.png', ContentType: 'image/png' },
              ...{ Size: 1, Width: 1, Height: 1 },
            },
          ];
        },
        removeScan: () => null,
        addAsset: () => ({ AssetId: 12 }),
        setScanPhoto: () => {
          photo = '/file/label';
          return null;
        },
      },
    },
  );
  await click(await until(() => byRole(document.body, 'button', 'Keep a photo: torn')));
  const field = document.querySelector<HTMLInputElement>('input[type=file][aria-label="Photo of the label"]')!;
  Object.defineProperty(field, 'files', { value: [new File(['x'], 'label.png', { type: 'image/png' })] });
  field.dispatchEvent(new Event('change', { bubbles: true }));
  await until(() => byRole(document.body, 'button', 'Keep a photo: torn').classList.contains('ant-btn-loading'));
  finishUpload();
  await until(() => document.querySelector('img[alt="Photo of the label"]'));
  expect(bodyOf('setScanPhoto')).toMatchObject({ StocktakeId: 7, ScanId: 3, Photo: '/file/label' });
  // A second one takes its place; the scan is not undone with its photo before a question.
  await until(() => byRole(document.body, 'button', 'Replace photo: torn'));
  await click(byRole(document.body, 'button', 'More actions: torn'));
  await click(await until(() => byRole(document.body, 'menuitem', 'Undo scan')));
  await until(() => said().includes('Undo the scan of “torn”?'));
  expect(received).not.toContain('removeScan');
  await click(byRole(document.querySelector('[role=dialog]')!, 'button', 'Undo scan'));
  await until(() => said().includes('Scan undone'));
  expect(bodyOf('removeScan')).toMatchObject({ StocktakeId: 7, ScanId: 3 });
  // What nobody knows is registered with the code of its label.
  await click(byRole(document.body, 'button', 'More actions: torn'));
  await click(await until(() => byRole(document.body, 'menuitem', 'Register as asset')));
  expect(((await until(() => byRole(document.body, 'textbox', 'Code'))) as HTMLInputElement).value).toBe('torn');
  await type(byRole(document.body, 'textbox', 'Asset'), 'Ladder');
  await click(byRole(document.querySelector('[role=dialog]')!, 'button', 'Save'));
  await until(() => received.includes('addAsset'));
  expect(bodyOf('addAsset')).toMatchObject({ AssetCode: 'torn', AssetName: 'Ladder', ScanId: '3' });
});
