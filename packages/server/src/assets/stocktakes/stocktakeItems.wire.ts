import {
  type AllCalls,
  commonErrors,
  dayMs,
  type Language,
  type ParsedInput,
  qualityOf,
  type StocktakeItem,
  stocktakeOutcomes,
  stocktakeResults,
} from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { Exporter } from '../../downloads/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { AssetDeps } from '../deps.ts';
import { viewerOf } from '../register/handlers.ts';
import { type ItemRow, pageItems, pointsOfDevices } from './item.store.ts';
import { findStocktake, type StocktakeRow } from './stocktake.store.ts';

type ItemDeps = Pick<AssetDeps, 'db' | 'clock' | 'live' | 'fileUrls'>;
type ItemQuestion = Pick<
  ParsedInput<AllCalls['getStocktakeItemPage']>['body'],
  'StocktakeId' | 'Outcome' | 'IsUndecided' | 'Text'
>;

/** @throws Refusal `notFound` */
export async function needStocktake(caller: Caller, db: DbOrTransaction, id: number): Promise<StocktakeRow> {
  const found = await findStocktake(caller.tenant, db, viewerOf(caller), id);
  if (!found) throw new Refusal(commonErrors.notFound);
  return found;
}

/** When devices sent good data last, within a day; only those that did. */
async function heardOf(
  { db, clock, live }: ItemDeps,
  caller: Caller,
  rows: readonly ItemRow[],
): Promise<Map<number, number>> {
  const silent = rows.filter(({ outcome, device_id }) => outcome === 'missing' && device_id !== null);
  const points = await pointsOfDevices(
    caller.tenant,
    db,
    silent.map(({ device_id }) => device_id!),
  );
  const heard = new Map<number, number>();
  for (const [deviceId, pointIds] of points) {
    const times = pointIds.flatMap((pointId) => {
      const reading = live.get(pointId);
      return reading && reading.value !== null && qualityOf(reading.quality) !== 'bad' ? [reading.measuredAt] : [];
    });
    const last = Math.max(0, ...times);
    if (last >= clock.now() - dayMs) heard.set(deviceId, last);
  }
  return heard;
}

/** What a stocktake found, missed and saw elsewhere, in the order of its list. @throws Refusal `notFound` */
export async function stocktakeItems(
  deps: ItemDeps,
  caller: Caller,
  language: Language,
  { StocktakeId, Outcome, IsUndecided, Text }: ItemQuestion,
  range: { offset: number; limit: number },
): Promise<{ rows: StocktakeItem[]; total: number }> {
  const { db, fileUrls } = deps;
  const stocktake = await needStocktake(caller, db, StocktakeId);
  const filter = { outcome: Outcome, undecided: IsUndecided, text: Text };
  const { rows, total } = await pageItems(caller.tenant, db, viewerOf(caller), stocktake, filter, range);
  const heard = await heardOf(deps, caller, rows);
  const items = rows.map(
    (row): StocktakeItem => ({
      ItemKey: row.key,
      Outcome: row.outcome,
      AssetId: row.asset_id,
      AssetCode: row.code,
      AssetName: row.name,
      ProjectName: row.project_name && inLanguage(row.project_name, row.project_name_en, language),
      Location: row.location,
      ScanId: row.scan_id,
      ScanName: row.scan_name,
      ScanEpoch: row.said_at?.getTime() ?? null,
      MovedTo:
        row.now_location === null
          ? row.moved_to
          : [row.now_project && inLanguage(row.now_project, row.now_project_en, language), row.now_location]
              .filter(Boolean)
              .join(' · ') || '–',
      PhotoUrl: row.photo_file_id === null ? null : fileUrls.fileUrl(row.photo_file_id),
      HeardEpoch: (row.device_id !== null && heard.get(row.device_id)) || null,
      IsDifference: row.is_difference,
      Decision: row.decision,
      DecideName: row.decided_name,
      Done: row.done,
    }),
  );
  return { rows: items, total };
}

/** At once, so that what is scanned meanwhile puts none twice and leaves none out. */
const all = { offset: 0, limit: 1_000_000 };
const doneWords = {
  verified: { zh: '已标为核实', en: 'Marked as verified' },
  moved: { zh: '已改登记位置', en: 'Moved in the register' },
} as const;

export const stocktakeExporter = (deps: ItemDeps): Exporter<'stocktakeItems', StocktakeItem> => ({
  kind: 'stocktakeItems',
  columns: [
    {
      header: { zh: '结果', en: 'Result' },
      type: 'text',
      value: ({ Outcome }, language) => stocktakeOutcomes[Outcome][language],
    },
    { header: { zh: '资产编码', en: 'Asset code' }, type: 'text', width: 18, value: ({ AssetCode }) => AssetCode },
    { header: { zh: '资产名称', en: 'Asset' }, type: 'text', width: 26, value: ({ AssetName }) => AssetName },
    { header: { zh: '登记项目', en: 'Registered project' }, type: 'text', width: 24, value: (row) => row.ProjectName },
    {
      header: { zh: '登记位置', en: 'Registered location' },
      type: 'text',
      width: 24,
      value: (row) => row.Location || null,
    },
    { header: { zh: '扫码人', en: 'Scanned by' }, type: 'text', width: 16, value: ({ ScanName }) => ScanName },
    { header: { zh: '扫码时间', en: 'Scanned at' }, type: 'date', value: ({ ScanEpoch }) => ScanEpoch },
    { header: { zh: '现登记在', en: 'Registered now' }, type: 'text', width: 28, value: ({ MovedTo }) => MovedTo },
    { header: { zh: '设备最近数据', en: 'Last data of its device' }, type: 'date', value: (row) => row.HeardEpoch },
    {
      header: { zh: '处理方式', en: 'Decision' },
      type: 'text',
      width: 20,
      value: ({ Decision }, language) => Decision && stocktakeResults[Decision][language],
    },
    { header: { zh: '处理人', en: 'Decided by' }, type: 'text', width: 16, value: ({ DecideName }) => DecideName },
    {
      header: { zh: '结束盘点时', en: 'On closing' },
      type: 'text',
      value: ({ Done }, language) => Done && doneWords[Done][language],
    },
  ],
  count: async ({ caller, language, input: { body } }) =>
    (await stocktakeItems(deps, caller, language, body, { offset: 0, limit: 1 })).total,
  async *rows({ caller, language, input: { body } }) {
    yield* (await stocktakeItems(deps, caller, language, body, all)).rows;
  },
});
