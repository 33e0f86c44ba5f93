import type { ErrorCatalogue } from '../errors.ts';

/** Refusals about assets and their contracts. */
export const assetErrors = {
  codeTakenBy: { code: 409, field: 'AssetCode', zh: '资产编码已存在（{name}）', en: 'The asset code exists: {name}.' },
  codeTaken: {
    code: 409,
    field: 'AssetCode',
    zh: '资产编码已存在，其资产对您不可见',
    en: 'The asset code exists, on an asset that is closed to you.',
  },
  codeTwice: { code: 409, zh: '资产编码在表格中出现两次', en: 'The asset code appears twice in the sheet.' },
  unknownProject: {
    code: 400,
    zh: '没有此项目，或无权维护其资产',
    en: 'There is no such project, or its assets are not yours to keep.',
  },
  unknownDevice: { code: 400, zh: '项目中没有此设备', en: 'The project has no such device.' },
  deviceOfMany: {
    code: 400,
    zh: '项目中有多台同名设备，请留空后再关联',
    en: 'The project has several devices of this name: leave it empty and link it afterwards.',
  },
  deviceTwice: { code: 409, zh: '该设备在表格中出现两次', en: 'The device appears twice in the sheet.' },
  installedInFuture: {
    code: 400,
    field: 'InstallDate',
    zh: '安装日期不能晚于今天',
    en: 'The installation date must not be after today.',
  },
  warrantyBeforeInstall: {
    code: 400,
    field: 'WarrantyUntil',
    zh: '质保截止日期不能早于安装日期（{day}）',
    en: 'The warranty must not end before the installation ({day}).',
  },
  parentUnknown: {
    code: 400,
    field: 'ParentId',
    zh: '没有此上级资产',
    en: 'There is no such asset to be a part of.',
  },
  parentCircle: {
    code: 409,
    field: 'ParentId',
    zh: '上级资产不能是自身或其下级：{name}',
    en: 'An asset is no part of itself or of its own parts: {name}.',
  },
  parentTooDeep: {
    code: 409,
    field: 'ParentId',
    zh: '资产层级最多 {max} 级',
    en: 'Assets are parts of each other over at most {max} levels.',
  },
  tooManyAssetDocuments: {
    code: 409,
    zh: '一项资产最多保存 {count} 个文件，请先删除一些',
    en: 'An asset holds at most {count} documents. Delete some first.',
  },
  deviceElsewhere: {
    code: 400,
    field: 'ModelTreeId',
    zh: '该设备不在所选项目中',
    en: 'The device is not in the project chosen.',
  },
  deviceTaken: {
    code: 409,
    field: 'ModelTreeId',
    zh: '该设备已关联其他资产：{name}',
    en: 'The device belongs to another asset already: {name}.',
  },
  notComplete: {
    code: 409,
    zh: '请先补全型号和存放位置：{names}',
    en: 'Fill in model and storage location first: {names}.',
  },
  deletedByCompany: {
    code: 403,
    zh: '“{name}”已处置或关联设备，须由公司资产管理人员删除',
    en: '“{name}” was disposed of or is a device: people who keep the assets of the company delete it.',
  },
  hasOpenOrders: {
    code: 409,
    zh: '该资产有未完成工单',
    en: 'The asset has open orders.',
  },
  disposedInFuture: {
    code: 400,
    field: 'DisposeDate',
    zh: '处置日期不能晚于今天',
    en: 'The day of disposal must not be after today.',
  },
  disposedBeforeInstall: {
    code: 400,
    field: 'DisposeDate',
    zh: '处置日期不能早于安装日期（{day}）',
    en: 'The day of disposal must not be before the installation ({day}).',
  },
  disposed: {
    code: 409,
    zh: '资产已处置：{name}',
    en: 'The asset was disposed of: {name}.',
  },
  notDisposed: { code: 409, zh: '资产未处置', en: 'The asset was not disposed of.' },
  disposedLongAgo: {
    code: 409,
    zh: '处置已超过 30 天，不能撤销',
    en: 'A disposal can be taken back within 30 days.',
  },
  contractNumberTaken: { code: 409, field: 'ContractNumber', zh: '合同编号已存在', en: 'The contract number exists.' },
  endsBeforeStart: {
    code: 400,
    field: 'EndDate',
    zh: '结束日期不能早于开始日期',
    en: 'The end must not be before the start.',
  },
  noAddress: {
    code: 409,
    zh: '尚未设置本系统的访问地址；请联系管理员',
    en: 'The address of this installation is not set. Ask its administrator.',
  },
  labelsTooMany: {
    code: 400,
    field: 'AssetIdList',
    zh: '一次最多打印 {max} 张标签',
    en: 'At most {max} labels at once.',
  },
  noAssets: { code: 409, field: 'Location', zh: '此处没有资产可盘点', en: 'There are no assets to count here.' },
  stocktakeOver: { code: 409, zh: '盘点已结束', en: 'The stocktake is over.' },
  scannedMeanwhile: {
    code: 409,
    field: 'Missing',
    zh: '盘点结果已变化（未找到 {missing} 项，在别处 {elsewhere} 项，未知 {unknown} 项），请刷新后再结束',
    en: 'The stocktake has changed (missing: {missing}, elsewhere: {elsewhere}, unknown: {unknown}). Look again, then close it.',
  },
  saySomething: {
    code: 400,
    field: 'Note',
    zh: '有未找到或未知的项目，请填写说明',
    en: 'Something is missing or unknown: say what is known about it.',
  },
  closedByAnother: {
    code: 409,
    zh: '您开始了盘点或扫描过标签，请由未参与盘点的人员结束',
    en: 'You started this stocktake or scanned in it: a person who took no part closes it.',
  },
  notUnknown: {
    code: 409,
    zh: '只有未知标签可以留存照片',
    en: 'A photo is kept of unknown labels only.',
  },
  notElsewhere: {
    code: 400,
    field: 'MoveAssetIdList',
    zh: '只能移动盘点中登记在别处的资产',
    en: 'Only assets that this stocktake saw elsewhere are moved.',
  },
  deviceStays: {
    code: 409,
    field: 'MoveAssetIdList',
    zh: '这些资产关联了其他项目的设备，请先取消关联：{names}',
    en: 'These assets are devices of another project: take the link away first. {names}',
  },
} as const satisfies ErrorCatalogue;
