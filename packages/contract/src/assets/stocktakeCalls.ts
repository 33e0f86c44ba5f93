import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { orNone } from '../points/fields.ts';
import { clientKey, day, epochMs, flag, freeText, id, idFilter, nameOf, page, pageOf, searchText } from '../scalars.ts';
import {
  stocktakeClosingNames,
  stocktakeDecisionNames,
  stocktakeOutcomeNames,
  stocktakeResultNames,
  stocktakeStateNames,
} from './kinds.ts';

export const NewStocktake = z.object({
  StocktakeName: nameOf({ zh: '盘点名称', en: 'A stocktake name' }, 1, 50),
  ProjectId: orNone(id).describe('none: every asset of the company that the caller keeps'),
  Location: freeText(100).default('').describe('assets of this very location; empty: of all'),
  PlannedOn: orNone(day).describe(
    'planned for this day: what it expects is frozen when it begins. None: it begins now',
  ),
  ClientKey: clientKey,
});

export const StocktakeRow = z.object({
  StocktakeId: z.number().int(),
  StocktakeName: z.string(),
  ProjectId: z.number().int().nullable(),
  ProjectName: z.string().nullable(),
  Location: z.string(),
  State: z.enum(stocktakeStateNames),
  PlannedOn: day.nullable(),
  OpenName: z.string().describe('who began it; who planned it, until then'),
  OpenEpoch: epochMs,
  EndName: z.string().nullable().describe('who closed or cancelled it'),
  EndEpoch: epochMs.nullable(),
  EndNote: z.string(),
  ClosedAlone: z.boolean().describe('closed by a person who took part, because nobody else might'),
  Expected: z.number().int(),
  Found: z.number().int(),
  Missing: z.number().int(),
  Elsewhere: z.number().int(),
  Unknown: z.number().int(),
});
export type StocktakeRow = z.infer<typeof StocktakeRow>;

export const StocktakeItem = z.object({
  ItemKey: z.string(),
  Outcome: z.enum(stocktakeOutcomeNames),
  AssetId: z.number().int().nullable().describe('null: unknown, or deleted since'),
  AssetCode: z.string(),
  AssetName: z.string().nullable().describe('null: unknown'),
  ProjectName: z
    .string()
    .nullable()
    .describe('where the register has it: when the stocktake began, or when it was scanned'),
  Location: z.string(),
  ScanId: z.number().int().nullable(),
  ScanName: z.string().nullable(),
  ScanEpoch: epochMs.nullable().describe('as the phone said'),
  MovedTo: z.string().nullable().describe('where the register has it now, or had it at the end; null: as above'),
  HeardEpoch: epochMs
    .nullable()
    .describe('its device sent good data then: a hint, not a sighting. Null: not in the last 24 h'),
  PhotoUrl: z.string().nullable().describe('picture of an unknown label; shows it until the day after tomorrow'),
  IsDifference: z.boolean().describe('it takes a decision before the stocktake is closed'),
  Decision: z.enum(stocktakeResultNames).nullable().describe('null: undecided, or no difference'),
  DecideName: z.string().nullable(),
  Done: z.enum(['verified', 'moved']).nullable().describe('what closing the stocktake did with it'),
});
export type StocktakeItem = z.infer<typeof StocktakeItem>;

export const scansAtOnce = 200;
export const ScanResult = z.object({
  ClientKey: z.string(),
  ScanId: z.number().int(),
  Outcome: z.enum(stocktakeOutcomeNames),
  Repeated: z.boolean().describe('the label was scanned before: the first scan counts'),
  AssetCode: z.string(),
  AssetName: z.string().nullable(),
  ProjectName: z.string().nullable(),
  Location: z.string(),
});
export type ScanResult = z.infer<typeof ScanResult>;

const sees = ['assetsView', 'assetsEdit', 'companyAssets'] as const;
const count = z.number().int().min(0);
const edits = ['assetsEdit', 'companyAssets'] as const;

/** Stocktakes by labels of assets. The specification names no calls for them. */
export const stocktakeCalls = defineCalls({
  getAssetLocations: {
    method: 'GET',
    path: '/Stocktake/GetLocations',
    effect: 'read',
    access: edits,
    summary: { zh: '资产存放位置', en: 'Storage locations in use, for a stocktake of one' },
    query: z.object({ projectId: id.optional() }),
    data: z.array(z.object({ Location: z.string(), Count: z.number().int() })),
  },
  getStocktakePage: {
    method: 'POST',
    path: '/Stocktake/GetStocktakePage',
    effect: 'read',
    access: sees,
    summary: { zh: '盘点列表', en: 'Stocktakes, the latest first' },
    body: z.object({
      Text: searchText.describe('in name and location'),
      ProjectIdList: idFilter,
      State: z.enum(stocktakeStateNames).optional(),
      ...page,
    }),
    data: pageOf(StocktakeRow),
  },
  getStocktake: {
    method: 'GET',
    path: '/Stocktake/GetStocktake',
    effect: 'read',
    access: sees,
    summary: { zh: '盘点详情', en: 'A stocktake with its counts' },
    query: z.object({ stocktakeId: id }),
    data: StocktakeRow.extend({
      MayEdit: z.boolean(),
      Undecided: count.describe('differences without a decision, while it is in review; else 0'),
      Closing: z
        .enum(stocktakeClosingNames)
        .describe(
          '`another`: the caller started it or scanned in it, and a person who did neither closes it; `alone`: nobody else may',
        ),
    }),
  },
  getStocktakeItemPage: {
    method: 'POST',
    path: '/Stocktake/GetStocktakeItemPage',
    effect: 'read',
    access: sees,
    summary: { zh: '盘点明细', en: 'What a stocktake found, missed and saw elsewhere' },
    body: z.object({
      StocktakeId: id,
      Outcome: z.enum(stocktakeOutcomeNames).optional(),
      IsUndecided: flag.default(false).describe('only differences without a decision'),
      Text: searchText.describe('in code, name and location'),
      ...page,
    }),
    data: pageOf(StocktakeItem),
  },
  openStocktake: {
    method: 'POST',
    path: '/Stocktake/Open',
    effect: 'write',
    access: edits,
    encoding: 'json',
    summary: { zh: '开始或计划盘点', en: 'Start a stocktake, which freezes what it expects, or plan one' },
    body: NewStocktake,
    data: z.object({ StocktakeId: z.number().int(), Expected: z.number().int().describe('0: planned') }),
  },
  setStocktakeState: {
    method: 'POST',
    path: '/Stocktake/SetState',
    effect: 'write',
    access: edits,
    encoding: 'json',
    summary: {
      zh: '开始、复核或继续盘点',
      en: 'Begin a planned stocktake, start its review, or continue scanning, which drops decisions on what is missing or changed',
    },
    body: z.object({ StocktakeId: id, State: z.enum(['open', 'review']) }),
    data: z.null(),
  },
  scanLabels: {
    method: 'POST',
    path: '/Stocktake/Scan',
    effect: 'write',
    access: edits,
    encoding: 'json',
    summary: { zh: '盘点扫码', en: 'Record scanned labels; a label counts once' },
    body: z.object({
      StocktakeId: id,
      ScanList: z
        .array(
          z.object({
            ClientKey: clientKey,
            Label: z.string().trim().min(1).max(500).describe('what the code says, or the asset code as typed'),
            Epoch: epochMs.describe('when it was seen, by the phone'),
          }),
        )
        .min(1)
        .max(scansAtOnce),
    }),
    data: z.object({ ResultList: z.array(ScanResult) }),
  },
  removeScan: {
    method: 'POST',
    path: '/Stocktake/RemoveScan',
    effect: 'write',
    access: edits,
    encoding: 'json',
    summary: { zh: '撤销扫码', en: 'Take back a scan, such as a mistyped code' },
    body: z.object({ StocktakeId: id, ScanId: id }),
    data: z.null(),
  },
  setScanPhoto: {
    method: 'POST',
    path: '/Stocktake/SetScanPhoto',
    effect: 'write',
    access: edits,
    encoding: 'json',
    summary: { zh: '留存未知标签照片', en: 'Keep a photo of an unknown label, in place of the one before' },
    body: z.object({
      StocktakeId: id,
      ScanId: id,
      Photo: z.string().trim().min(1).max(500).describe('an uploaded picture, as its upload answered it'),
    }),
    data: z.null(),
  },
  decideDifferences: {
    method: 'POST',
    path: '/Stocktake/Decide',
    effect: 'write',
    access: edits,
    encoding: 'json',
    summary: { zh: '处理盘点差异', en: 'Decide differences of a stocktake in review; closing carries them out' },
    body: z.object({
      StocktakeId: id,
      Decision: z.enum(stocktakeDecisionNames),
      ItemKeyList: z
        .array(z.string().regex(/^[es]\d{1,9}$/))
        .min(1)
        .max(1000)
        .optional()
        .describe('absent: every undecided difference that the decision fits'),
    }),
    data: z.object({ Decided: count }),
  },
  closeStocktake: {
    method: 'POST',
    path: '/Stocktake/Close',
    effect: 'write',
    access: edits,
    encoding: 'json',
    summary: {
      zh: '结束盘点',
      en: 'Close a stocktake whose differences are decided, by a person who took no part in it; carries the decisions out',
    },
    body: z.object({
      StocktakeId: id,
      VerifyFound: flag.default(false).describe('marks what was found as verified, where model and location are known'),
      Note: freeText(200).default('').describe('required where something is missing or unknown'),
    }),
    data: z.object({ Verified: z.number().int(), Moved: z.number().int() }),
  },
  cancelStocktake: {
    method: 'POST',
    path: '/Stocktake/Cancel',
    effect: 'write',
    access: edits,
    encoding: 'json',
    summary: { zh: '取消盘点', en: 'Cancel a stocktake; nothing changes' },
    body: z.object({ StocktakeId: id, Note: nameOf({ zh: '原因', en: 'A reason' }, 2, 200) }),
    data: z.null(),
  },
});
