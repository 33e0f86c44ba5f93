import type { AssetContractRow, AssetRow } from '@watchpost/contract';
import { expect, it } from 'vitest';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, type, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { AssetsPage } from './AssetsPage.tsx';
import { ContractsPage } from './ContractsPage.tsx';

pagesInEnglish();

const asset: AssetRow = {
  ...{ AssetId: 5, AssetName: 'Case 1', AssetCode: 'SB-0001', Category: 'Display case', Model: 'BC-12' },
  ...{ FactoryNumber: 'F1', InstallDate: '2024-05-01', Distributor: '', Source: 'purchase', Supplier: 'North' },
  ...{ Amount: 28_000, ServiceLife: 144, Location: 'Aisle 2', IsMonitor: true, Usage: 'inUse' },
  ...{ Verification: 'toBeVerified', ProjectId: 1, ProjectName: 'Store 1', ModelTreeId: 3, ModelTreeName: 'Case 1' },
  ...{ Note: '', UpdateEpoch: 0, MayEdit: true },
};

it('shows what an asset has been through and what it is worth, and edits what changed alone', async () => {
  const { bodyOf } = await showPage(
    <AssetsPage path="/assetManagement/assetList" title={{ zh: '资产', en: 'Assets' }} subsystems={undefined} />,
    {
      held: ['companyAssets'],
      answers: {
        getAssetPage: () => ({ Data: [asset], TotalCount: 1 }),
        getAssetCategories: () => ['Display case'],
        getModelTreeAndPointTypeDropdown: () => ({ ModelTreeDropdown: [], PointTypeDropdown: [] }) as never,
        getAssetLife: () => ({
          Asset: asset,
          ...{ AlarmCount: 7, OpenAlarmCount: 1, RepairCount: 2, OpenRepairCount: 0 },
          Depreciation: { MonthlyAmount: 184.72, Accumulated: 5_541.6, BookValue: 22_458.4, MonthsLeft: 114 },
          ContractList: [],
        }),
        editAsset: () => null,
      },
    },
  );
  await click(await until(() => byRole(document.body, 'button', 'Edit: Case 1')));
  await type(await until(() => byRole(document.body, 'textbox', 'Location')), 'Aisle 3');
  await click(byRole(document.body, 'button', 'Save'));
  await until(() => said().includes('Saved'));
  expect(bodyOf('editAsset')).toEqual({ AssetId: '5', Location: 'Aisle 3' });
  await click(await until(() => document.querySelector<HTMLElement>('tbody tr td:nth-child(2)')));
  await until(() => said().includes('7 · 1 active now'));
  expect(said()).toContain('22,458.40 · 114 months left');
});

const contract: AssetContractRow = {
  ...{ ContractId: 2, ContractNumber: 'ZL-7', ContractName: 'Lease of cases', Kind: 'lease', Supplier: 'North' },
  ...{ StartDate: '2026-01-01', EndDate: '2026-12-31', State: 'ending', Amount: null, Note: '', UpdateEpoch: 0 },
  AssetList: [{ AssetId: 5, AssetName: 'Case 1', AssetCode: 'SB-0001' }],
};

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
