import {
  assetErrors,
  assetSourceNames,
  assetSources,
  assetUsages,
  type Bilingual,
  commonErrors,
  halfWidth,
  keptUsageNames,
  type Language,
  maxAssetLevels,
  NewAsset,
  say,
} from '@watchpost/contract';
import { z } from 'zod';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { type ImportColumn, type ImportedRow, importRows } from '../../platform/excel/importRows.ts';
import type { Sheet } from '../../platform/excel/readSheet.ts';
import { inBothLanguages, Refusal } from '../../platform/http/refusal.ts';
import { nameAsKey, projectsByName } from '../../projects/index.ts';
import { type AssetViewer, assetsOfCodes, devicesByName, holdersOfCodes } from './asset.store.ts';

/** Columns of the spreadsheet of assets; project and device by name. */
// biome-ignore format: a table is read by columns
const columns: readonly ImportColumn[] = [
  { key: 'AssetName', header: { zh: '资产名称', en: 'Asset name' }, type: 'text', width: 24 },
  { key: 'AssetCode', header: { zh: '资产编码', en: 'Asset code' }, type: 'text', width: 18 },
  { key: 'ProjectName', header: { zh: '所属项目', en: 'Project' }, type: 'text', optional: true, width: 22 },
  { key: 'DeviceName', header: { zh: '关联设备', en: 'Device' }, type: 'text', optional: true, width: 22 },
  { key: 'Category', header: { zh: '资产类别', en: 'Category' }, type: 'text', optional: true, width: 14 },
  { key: 'Model', header: { zh: '型号', en: 'Model' }, type: 'text', optional: true, width: 18 },
  { key: 'FactoryNumber', header: { zh: '出厂编号', en: 'Factory number' }, type: 'text', optional: true, width: 18 },
  { key: 'InstallDate', header: { zh: '安装日期', en: 'Installed on' }, type: 'date', optional: true, width: 14 },
  { key: 'Distributor', header: { zh: '经销商', en: 'Distributor' }, type: 'text', optional: true, width: 18 },
  { key: 'Source', header: { zh: '资产来源', en: 'Source' }, type: 'text', optional: true, width: 12 },
  { key: 'Supplier', header: { zh: '供应商', en: 'Supplier' }, type: 'text', optional: true, width: 18 },
  { key: 'Amount', header: { zh: '金额（元）', en: 'Amount (CNY)' }, type: 'number', optional: true, width: 14 },
  { key: 'ServiceLife', header: { zh: '使用年限（月）', en: 'Service life (months)' }, type: 'number', optional: true, width: 18 },
  { key: 'ReplacementCost', header: { zh: '更换费用（元）', en: 'Replacement cost (CNY)' }, type: 'number', optional: true, width: 18 },
  { key: 'WarrantyUntil', header: { zh: '质保截止', en: 'Warranty until' }, type: 'date', optional: true, width: 14 },
  { key: 'ParentCode', header: { zh: '上级资产编码', en: 'Code of the parent asset' }, type: 'text', optional: true, width: 18 },
  { key: 'Location', header: { zh: '存放位置', en: 'Storage location' }, type: 'text', optional: true, width: 22 },
  { key: 'IsMonitor', header: { zh: '是否监控', en: 'Monitored' }, type: 'text', optional: true, width: 12 },
  { key: 'Usage', header: { zh: '使用状态', en: 'Usage' }, type: 'text', optional: true, width: 12 },
  { key: 'Note', header: { zh: '备注', en: 'Note' }, type: 'text', optional: true, width: 24 },
];
/** The heading of a column, so that what is exported is brought in again as it is. */
export const assetHeader = (key: (typeof columns)[number]['key']): Bilingual =>
  columns.find((column) => column.key === key)!.header;
/** What an export says besides, and an import decides by itself. */
export const relationHeader = { zh: '关联状态', en: 'Relation' } as const;
export const verificationHeader = { zh: '核实状态', en: 'Verification' } as const;
/** Columns to fill in: into a project the rows need not name it. */
export const assetColumns = (projectId: number | null): readonly ImportColumn[] =>
  projectId === null ? columns : columns.filter(({ key }) => key !== 'ProjectName');

/** A word of a catalogue in either language is its key; any other is left for the schema to refuse. */
const keyOf =
  (words: Readonly<Record<string, Bilingual>>) =>
  (said: unknown): unknown =>
    typeof said === 'string'
      ? (Object.keys(words).find((key) =>
          [words[key]!.zh, words[key]!.en].some((word) => nameAsKey(word) === nameAsKey(said)),
        ) ?? said)
      : said;
const yesOrNo = { true: { zh: '是', en: 'Yes' }, false: { zh: '否', en: 'No' } };

const name = z.string().trim().max(100).optional();
/** What a cell may say. */
const oneOf = (words: Readonly<Record<string, Bilingual>>) => {
  const said = Object.values(words);
  return {
    error: say({
      zh: `可填：${said.map(({ zh }) => zh).join('、')}`,
      en: `One of: ${said.map(({ en }) => en).join(', ')}`,
    }),
  };
};
const AssetOfSheet = NewAsset.omit({ ProjectId: true, ModelTreeId: true, ParentId: true }).extend({
  ParentCode: z.string().trim().max(50).overwrite(halfWidth).optional(),
  ProjectName: name,
  DeviceName: name,
  Source: z.preprocess(keyOf(assetSources), z.enum(assetSourceNames, oneOf(assetSources)).default('purchase')),
  Usage: z.preprocess(
    keyOf(assetUsages),
    z.enum(keptUsageNames, oneOf({ inUse: assetUsages.inUse, idle: assetUsages.idle })).default('inUse'),
  ),
  IsMonitor: z.preprocess(keyOf(yesOrNo), z.enum(['true', 'false'], oneOf(yesOrNo)).default('false')),
});
type SheetRow = z.output<typeof AssetOfSheet>;
/** An asset of a sheet; what it is a part of may stand in the sheet as well, and is named by its code. */
export type NewAssetRow = z.output<typeof NewAsset> & { readonly parentCode: string | null };

export interface AssetSheetQuestion {
  readonly viewer: AssetViewer;
  /** The same person in all of their projects, for whom the holder of a code is named. */
  readonly everywhere: AssetViewer;
  /** Null: each row names its project, or is of the company. */
  readonly projectId: number | null;
  readonly mayEditIn: (projectId: number | null) => boolean;
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly language: Language;
}

/** The rows of a spreadsheet of assets, each with its asset or with what is wrong with it. */
export async function rowsOfAssets(
  db: DbOrTransaction,
  sheet: Sheet,
  { viewer, everywhere, projectId, mayEditIn, today, language }: AssetSheetQuestion,
): Promise<{ rows: ImportedRow<SheetRow>[]; right: NewAssetRow[] }> {
  const rows = importRows(sheet, {
    columns,
    schema: AssetOfSheet,
    language,
    ignored: [verificationHeader, relationHeader],
  });
  const { tenant } = viewer;
  const said = (key: 'AssetCode' | 'ParentCode' | 'ProjectName' | 'DeviceName') =>
    rows.flatMap(({ readable }) => readable[key] ?? []);
  const holders = await holdersOfCodes(tenant, db, everywhere, said('AssetCode'));
  const projects = await projectsByName(tenant, db, said('ProjectName'));
  const devices = await devicesByName(tenant, db, said('DeviceName'));
  const registered = await assetsOfCodes(tenant, db, everywhere, said('ParentCode'));
  const whyNoPart = refusalOfParents(rows, registered);
  const seenCodes = new Set<string>();
  const seenDevices = new Set<number>();
  const right: NewAssetRow[] = [];
  for (const { value, readable, problems } of rows) {
    const refuse = (column: string, refusal: Refusal) => problems.push({ column, message: inBothLanguages(refusal) });
    const { AssetCode: code, ParentCode, ProjectName, DeviceName, InstallDate, WarrantyUntil } = readable;
    if (code !== undefined) {
      const holder = holders.get(code.toLowerCase());
      if (holder !== undefined)
        refuse(
          'AssetCode',
          holder === null ? new Refusal(assetErrors.codeTaken) : new Refusal(assetErrors.codeTakenBy, { name: holder }),
        );
      else if (seenCodes.has(code.toLowerCase())) refuse('AssetCode', new Refusal(assetErrors.codeTwice));
      seenCodes.add(code.toLowerCase());
    }
    const named = ProjectName === undefined ? projectId : (projects.get(nameAsKey(ProjectName)) ?? 0);
    const place = named === 'several' ? 0 : named;
    if (named === 'several') refuse('ProjectName', new Refusal(commonErrors.projectOfMany));
    else if (place === 0 || !mayEditIn(place) || (projectId !== null && place !== projectId))
      refuse('ProjectName', new Refusal(assetErrors.unknownProject));
    if (InstallDate != null && InstallDate > today) refuse('InstallDate', new Refusal(assetErrors.installedInFuture));
    if (InstallDate != null && WarrantyUntil != null && WarrantyUntil < InstallDate)
      refuse('WarrantyUntil', new Refusal(assetErrors.warrantyBeforeInstall, { day: InstallDate }));
    const noPart = whyNoPart(code, ParentCode);
    if (noPart) refuse('ParentCode', noPart);
    const found =
      DeviceName === undefined
        ? []
        : (devices.get(nameAsKey(DeviceName)) ?? []).filter((each) => each.project_id === place);
    const [device] = found;
    if (found.length > 1) refuse('DeviceName', new Refusal(assetErrors.deviceOfMany));
    else if (DeviceName !== undefined && !device) refuse('DeviceName', new Refusal(assetErrors.unknownDevice));
    else if (device?.asset_name != null)
      refuse('DeviceName', new Refusal(assetErrors.deviceTaken, { name: device.asset_name }));
    else if (device && seenDevices.has(device.id)) refuse('DeviceName', new Refusal(assetErrors.deviceTwice));
    if (device) seenDevices.add(device.id);
    if (value === null || problems.length > 0) continue;
    const { ProjectName: _project, DeviceName: _device, ParentCode: parentCode, ...asset } = value;
    right.push({
      ...asset,
      IsMonitor: asset.IsMonitor === 'true',
      ProjectId: place,
      ModelTreeId: device?.id ?? null,
      ParentId: null,
      parentCode: parentCode || null,
    });
  }
  return { rows, right };
}

/** Why a row is no part of what it names: nothing has the code, it would be a part of itself, or it stands too deep. */
function refusalOfParents(
  rows: readonly ImportedRow<SheetRow>[],
  registered: ReadonlyMap<string, { readonly level: number }>,
) {
  const keyed = (code: string | undefined): string | undefined => code?.toLowerCase() || undefined;
  const parents = new Map(
    rows.flatMap(({ readable: { AssetCode, ParentCode } }) =>
      AssetCode === undefined ? [] : [[keyed(AssetCode), keyed(ParentCode)] as const],
    ),
  );
  return (code: string | undefined, parentCode: string | undefined): Refusal | null => {
    let above = keyed(parentCode);
    if (above === undefined) return null;
    let levels = 1;
    while (above !== undefined && parents.has(above)) {
      if (above === keyed(code)) return new Refusal(assetErrors.parentCircle, { name: parentCode! });
      levels += 1;
      if (levels > maxAssetLevels) break;
      above = parents.get(above);
    }
    const top = above === undefined || parents.has(above) ? 0 : registered.get(above)?.level;
    if (top === undefined) return new Refusal(assetErrors.parentUnknown);
    return levels + top > maxAssetLevels ? new Refusal(assetErrors.parentTooDeep, { max: maxAssetLevels }) : null;
  };
}
