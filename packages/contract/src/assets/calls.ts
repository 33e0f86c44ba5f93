import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { KeptDocument, maxDocumentBytes, maxImagesAtOnce } from '../files/calls.ts';
import { say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { decimal, orNone } from '../points/fields.ts';
import { SheetResult } from '../points/pointImportCalls.ts';
import {
  chosenIds,
  day,
  epochMs,
  flag,
  freeText,
  id,
  idFilter,
  integer,
  nameOf,
  page,
  pageOf,
  searchText,
} from '../scalars.ts';
import {
  assetContractKindNames,
  assetContractStateNames,
  assetSourceNames,
  assetUsageNames,
  assetVerificationNames,
  keptUsageNames,
  replacePartNames,
  replaceVerdictNames,
} from './kinds.ts';
import { halfWidth } from './labelCalls.ts';

/** Yuan to the fen. */
export const yuan = decimal.refine(
  (value) => value >= 0 && value <= 9_999_999_999 && Math.abs(value * 100 - Math.round(value * 100)) < 1e-4,
  { error: say({ zh: '请输入不小于 0、最多两位小数的金额', en: 'An amount from 0, with two decimals at most' }) },
);

/** Up to five levels, each below the one before: `Refrigeration/Display cases`. */
const categoryPath = freeText(60)
  .transform((path) =>
    path
      .split(/[/／]/)
      .map((level) => level.trim())
      .filter((level) => level !== '')
      .join('/'),
  )
  .refine((path) => path.split('/').length <= 5, {
    error: say({ zh: '类别最多 5 级，以“/”分隔', en: 'A category has at most 5 levels, with “/” between them' }),
  });

const assetFields = {
  AssetName: nameOf({ zh: '资产名称', en: 'An asset name' }, 1, 50),
  AssetCode: nameOf({ zh: '资产编码', en: 'An asset code' }, 1, 50).overwrite(halfWidth),
  Category: categoryPath.default('').describe('levels with “/” between them'),
  Model: freeText(50).default(''),
  FactoryNumber: freeText(50).default(''),
  InstallDate: orNone(day),
  Distributor: freeText(50).default(''),
  Source: z.enum(assetSourceNames).default('purchase'),
  Supplier: freeText(50).default(''),
  Amount: orNone(yuan).describe('yuan'),
  ServiceLife: orNone(integer.pipe(z.number().min(1).max(1200))).describe('months'),
  ReplacementCost: orNone(yuan).describe('yuan that a new one costs today; none: its amount counts'),
  WarrantyUntil: orNone(day).describe('last day of its warranty'),
  ParentId: orNone(id).describe('the asset that it is a part of'),
  Location: freeText(100).default('').describe('where it is kept'),
  IsMonitor: flag.default(false),
  Usage: z.enum(keptUsageNames).default('inUse'),
  ProjectId: orNone(id).describe('none: of the company'),
  ModelTreeId: orNone(id).describe('the device that it is; in the project'),
  Note: freeText(200).default(''),
};
export const NewAsset = z.object(assetFields);
export const AssetChange = z.object({ AssetId: id, ...partsOf(assetFields) });

/** An asset as others name it. */
export const AssetName = z.object({ AssetId: z.number().int(), AssetName: z.string(), AssetCode: z.string() });

export const AssetRow = z.object({
  AssetId: z.number().int(),
  AssetName: z.string(),
  AssetCode: z.string(),
  Category: z.string(),
  Model: z.string(),
  FactoryNumber: z.string(),
  InstallDate: day.nullable(),
  Distributor: z.string(),
  Source: z.enum(assetSourceNames),
  Supplier: z.string(),
  Amount: z.number().nullable().describe('yuan'),
  ServiceLife: z.number().int().nullable(),
  ReplacementCost: z.number().nullable().describe('yuan'),
  WarrantyUntil: day.nullable(),
  Parent: AssetName.nullable().describe(
    'what it is a part of; null: of nothing, or of one that is closed to the caller',
  ),
  Location: z.string(),
  IsMonitor: z.boolean(),
  Usage: z.enum(assetUsageNames),
  Verification: z.enum(assetVerificationNames),
  ProjectId: z.number().int().nullable(),
  ProjectName: z.string().nullable(),
  ModelTreeId: z.number().int().nullable(),
  ModelTreeName: z.string().nullable(),
  ConnectStatus: z
    .number()
    .int()
    .nullable()
    .describe('of its device: 0 offline, 1 online, 2 in alarm; null: no device, or its values are not for the caller'),
  Disposal: z
    .object({
      DisposeDate: day,
      Reason: z.string(),
      Proceeds: z.number().nullable().describe('yuan'),
      MayUndo: z.boolean().describe('whether it is taken back yet, by the caller'),
    })
    .nullable()
    .describe('null: it was not disposed of'),
  Note: z.string(),
  UpdateEpoch: epochMs,
  MayEdit: z.boolean().describe('one that was disposed of is deleted by the same people, and not edited'),
});
export type AssetRow = z.infer<typeof AssetRow>;

export const AssetRunTime = z.object({
  FromEpoch: epochMs.describe('30 days ago, or since when it is the device'),
  RunList: z.array(
    z.object({
      PointName: z.string(),
      RunHours: z.number().describe('since `FromEpoch`'),
      UnknownHours: z.number().describe('of which nothing is known; it may have run'),
    }),
  ),
  CounterList: z.array(z.object({ PointName: z.string(), Hours: z.number(), Epoch: epochMs })),
});

export const AssetLife = z.object({
  Asset: AssetRow,
  AlarmCount: z
    .number()
    .int()
    .nullable()
    .describe(
      'alarms within `AlarmSpan` that are over, while it was their device; null: never a device, or not for the caller',
    ),
  AlarmSpan: z
    .object({ From: z.string(), To: z.string() })
    .describe('the last 30 days of its own, wall clock of its project: a list of alarms spans no more than 31'),
  CountedFrom: day.describe('first of the 365 days in which repairs are counted, or the first of its own'),
  OwnSince: day
    .nullable()
    .describe(
      'since when it is its device: what happened before belongs to another asset; null: no device, or not known',
    ),
  WasOtherDevice: z.boolean().describe('whether its figures count another device too, or one that it is no longer'),
  OpenAlarmCount: z.number().int().nullable(),
  RepairCount: z
    .number()
    .int()
    .nullable()
    .describe(
      'repair orders since `CountedFrom`, while it was their device, neither drafts nor revoked; null: never a device, or not for the caller',
    ),
  OpenRepairCount: z.number().int().nullable(),
  HeardEpoch: epochMs
    .nullable()
    .describe('newest good reading of its device; null: no device, none since the start, or not for the caller'),
  MayWatch: z.boolean().describe('whether it has a device whose values are open to the caller'),
  RepairCost: z
    .object({ Recent: z.number().describe('yuan, of the last 365 days'), Ever: z.number() })
    .nullable()
    .describe('of orders while it was their device; null: never a device, or costs are not for the caller'),
  Replace: z
    .object({
      Score: z.number().describe('0 to 100, of the known parts by their weights'),
      Verdict: z.enum(replaceVerdictNames),
      NewYearlyCost: z
        .number()
        .nullable()
        .describe(
          'yuan a year that a new one costs over its life, with 6 % interest, at the replacement cost or else the amount; null: neither is known, or the life is not, or it is leased',
        ),
      PartList: z.array(
        z.object({
          ScorePart: z.enum(replacePartNames),
          Weight: z.number(),
          Score: z.number().nullable().describe('0 to 100; null: not known'),
          Found: z.number().nullable().describe('yuan, orders, months or kWh a day'),
          Against: z.number().nullable(),
        }),
      ),
    })
    .nullable()
    .describe('whether to repair or to replace; null: nothing is known'),
  Depreciation: z
    .object({
      MonthlyAmount: z.number().describe('yuan of the present month'),
      Accumulated: z.number(),
      BookValue: z.number(),
      MonthsLeft: z.number().int(),
    })
    .nullable()
    .describe(
      'straight-line from the month after installation; null where amount, life or date are missing, or it is leased',
    ),
  ContractList: z.array(z.object({ ContractId: z.number().int(), ContractNumber: z.string(), EndDate: day })),
  ChildList: z.array(AssetName).describe('assets that are a part of it and open to the caller, by code; at most 200'),
  DocumentList: z.array(KeptDocument).describe('the newest first'),
});
export type AssetLife = z.infer<typeof AssetLife>;

const contractFields = {
  ContractNumber: nameOf({ zh: '合同编号', en: 'A contract number' }, 1, 50),
  ContractName: nameOf({ zh: '合同名称', en: 'A contract name' }, 1, 50),
  Kind: z.enum(assetContractKindNames),
  Supplier: freeText(50).default(''),
  StartDate: day,
  EndDate: day,
  Amount: orNone(yuan).describe('yuan'),
  AssetIdList: z.array(id).max(500).default([]),
  Note: freeText(200).default(''),
};
export const NewAssetContract = z.object(contractFields);
export const AssetContractChange = z.object({
  ContractId: id,
  ...partsOf(contractFields),
  AddAssetIdList: z
    .array(id)
    .max(500)
    .optional()
    .describe('instead of the whole list: what others put in meanwhile stays'),
  RemoveAssetIdList: z.array(id).max(500).optional(),
});
export const AssetContractRow = z.object({
  ContractId: z.number().int(),
  ContractNumber: z.string(),
  ContractName: z.string(),
  Kind: z.enum(assetContractKindNames),
  Supplier: z.string(),
  StartDate: day,
  EndDate: day,
  State: z.enum(assetContractStateNames),
  Amount: z.number().nullable().describe('yuan'),
  AssetList: z.array(AssetName).describe('those that are open to the caller'),
  Note: z.string(),
  UpdateEpoch: epochMs,
});
export type AssetContractRow = z.infer<typeof AssetContractRow>;

export const assetImportMaxRows = 5_000;
const upload = { maxBytes: 5 * 1024 * 1024, maxFiles: 1 };
const imported = { projectId: id.optional().describe('none: each row names its project, or is of the company') };

const sees = ['assetsView', 'assetsEdit', 'companyAssets'] as const;
const edits = ['assetsEdit', 'companyAssets'] as const;
const ofCompany = ['companyAssets'] as const;

/** The specification names no calls for assets. */
export const assetCalls = defineCalls({
  getAssetPage: {
    method: 'POST',
    path: '/Asset/GetAssetPage',
    effect: 'read',
    access: sees,
    summary: { zh: '资产列表', en: 'Assets' },
    body: z.object({
      Text: searchText.describe('in name, code, model, factory number and location'),
      ProjectId: id.optional(),
      ProjectIdList: idFilter,
      CategoryList: z.array(z.string().trim().min(1).max(60)).max(100).optional().describe('each with those below it'),
      SourceList: z.array(z.enum(assetSourceNames)).max(assetSourceNames.length).optional(),
      Usage: z.enum(assetUsageNames).optional(),
      Verification: z.enum(assetVerificationNames).optional(),
      IsMonitor: flag.optional(),
      Related: flag.optional().describe('whether an asset is related to a device'),
      SortType: z.enum(['code', 'name', 'installDate', 'amount', 'updated']).default('code'),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(AssetRow),
  },
  getAssetLife: {
    method: 'GET',
    path: '/Asset/GetLife',
    effect: 'read',
    access: sees,
    summary: { zh: '资产履历', en: 'An asset with what its device has been through' },
    query: z.object({ assetId: id }),
    data: AssetLife,
  },
  getAssetRunTime: {
    method: 'GET',
    path: '/Asset/GetRunTime',
    effect: 'read',
    access: sees,
    summary: { zh: '资产运行时间', en: 'How long the device of an asset ran in the last 30 days of its own' },
    query: z.object({ assetId: id }),
    data: AssetRunTime,
  },
  getAssetCategories: {
    method: 'GET',
    path: '/Asset/GetCategories',
    effect: 'read',
    access: sees,
    summary: { zh: '资产类别', en: 'Categories in use' },
    query: z.object({}),
    data: z.array(z.string()),
  },
  isAssetCodeExist: {
    method: 'GET',
    path: '/Asset/IsAssetCodeExist',
    effect: 'read',
    access: edits,
    summary: { zh: '资产编码是否已存在', en: 'Whether an asset code exists' },
    query: z.object({
      assetCode: assetFields.AssetCode,
      assetId: id.optional().describe('leaves out this one'),
    }),
    data: z.boolean(),
  },
  getAssetTemplate: {
    method: 'GET',
    path: '/Asset/GetTemplate',
    effect: 'read',
    access: edits,
    summary: { zh: '资产导入模板', en: 'The spreadsheet of assets to fill in' },
    query: z.object(imported),
    data: 'file',
  },
  batchImportAsset: {
    method: 'POST',
    path: '/Asset/BatchImport',
    effect: 'write',
    access: edits,
    encoding: 'multipart',
    upload,
    summary: { zh: '导入资产', en: 'Add the assets of a spreadsheet; none while a row is wrong' },
    query: z.object({ ...imported, isDryRun: flag.default(false) }),
    data: SheetResult,
  },
  correctImportAsset: {
    method: 'POST',
    path: '/Asset/CorrectImport',
    effect: 'read',
    access: edits,
    encoding: 'multipart',
    upload,
    summary: {
      zh: '下载待修正的资产行',
      en: 'The wrong rows of the same spreadsheet of assets, each with what is wrong',
    },
    query: z.object(imported),
    data: 'file',
  },
  addAsset: {
    method: 'POST',
    path: '/Asset/AddAsset',
    effect: 'write',
    access: edits,
    summary: { zh: '新增资产', en: 'Add an asset' },
    body: NewAsset.extend({
      ScanId: orNone(id).describe('the unknown label of a stocktake, open or in review, that it registers'),
    }),
    data: z.object({ AssetId: z.number().int() }),
  },
  editAsset: {
    method: 'POST',
    path: '/Asset/EditAsset',
    effect: 'write',
    access: edits,
    summary: { zh: '修改资产', en: 'Change an asset; what identifies it has to be verified again' },
    body: AssetChange,
    data: z.null(),
  },
  deleteAsset: {
    method: 'POST',
    path: '/Asset/DeleteAsset',
    effect: 'write',
    access: edits,
    summary: { zh: '删除资产', en: 'Delete assets' },
    body: z.object({ AssetIdList: chosenIds }),
    data: z.object({ Deleted: z.number().int() }),
  },
  disposeAsset: {
    method: 'POST',
    path: '/Asset/DisposeAsset',
    effect: 'write',
    access: ofCompany,
    summary: {
      zh: '处置资产',
      en: 'Dispose of an asset: it stays in the register, its depreciation ends, and its device is free for another asset',
    },
    body: z.object({
      AssetId: id,
      DisposeDate: day.describe('not after today, and not before its installation'),
      Reason: nameOf({ zh: '处置原因', en: 'A reason' }, 2, 200),
      Proceeds: orNone(yuan).describe('yuan that it brought'),
    }),
    data: z.null(),
  },
  undoDisposal: {
    method: 'POST',
    path: '/Asset/UndoDisposal',
    effect: 'write',
    access: ofCompany,
    summary: { zh: '撤销处置', en: 'Take a disposal back, within 30 days' },
    body: z.object({ AssetId: id }),
    data: z.null(),
  },
  verifyAssets: {
    method: 'POST',
    path: '/Asset/VerifyAssets',
    effect: 'write',
    access: edits,
    summary: { zh: '核实资产', en: 'Mark assets as verified' },
    body: z.object({ AssetIdList: chosenIds }),
    data: z.object({ Verified: z.number().int() }),
  },
  addAssetDocuments: {
    method: 'POST',
    path: '/Asset/AddDocuments',
    effect: 'write',
    access: edits,
    encoding: 'multipart',
    // A little above what is taken, so that the handler says the limit in its own words.
    upload: { maxBytes: 2 * maxDocumentBytes, maxFiles: maxImagesAtOnce },
    summary: { zh: '添加资产文件', en: 'Keep documents with an asset, PDF or image; all of them, or none' },
    query: z.object({ assetId: id }),
    data: z.object({ Added: z.number().int() }),
  },
  deleteAssetDocument: {
    method: 'POST',
    path: '/Asset/DeleteDocument',
    effect: 'write',
    access: edits,
    summary: { zh: '删除资产文件', en: 'Delete a document of an asset' },
    body: z.object({ DocumentId: id }),
    data: z.null(),
  },
  getAssetContractPage: {
    method: 'POST',
    path: '/AssetContract/GetAssetContractPage',
    effect: 'read',
    access: ofCompany,
    summary: { zh: '资产合同列表', en: 'Contracts of assets' },
    body: z.object({
      Text: searchText.describe('in number, name and supplier'),
      KindList: z.array(z.enum(assetContractKindNames)).max(assetContractKindNames.length).optional(),
      State: z.enum(assetContractStateNames).optional(),
      SortType: z.enum(['number', 'start', 'end', 'amount']).default('end'),
      IsAsc: flag.default(true),
      ...page,
    }),
    data: pageOf(AssetContractRow),
  },
  addAssetContract: {
    method: 'POST',
    path: '/AssetContract/Add',
    effect: 'write',
    access: ofCompany,
    encoding: 'json',
    summary: { zh: '新增资产合同', en: 'Add a contract of assets' },
    body: NewAssetContract,
    data: z.object({ ContractId: z.number().int() }),
  },
  editAssetContract: {
    method: 'POST',
    path: '/AssetContract/Edit',
    effect: 'write',
    access: ofCompany,
    encoding: 'json',
    summary: { zh: '修改资产合同', en: 'Change a contract of assets' },
    body: AssetContractChange,
    data: z.null(),
  },
  deleteAssetContract: {
    method: 'POST',
    path: '/AssetContract/Delete',
    effect: 'write',
    access: ofCompany,
    summary: { zh: '删除资产合同', en: 'Delete contracts of assets' },
    body: z.object({ ContractIdList: chosenIds }),
    data: z.object({ Deleted: z.number().int() }),
  },
});
