import type { ErrorCatalogue } from '../errors.ts';

/** Refusals about assets and their contracts. */
export const assetErrors = {
  codeTakenBy: { code: 409, field: 'AssetCode', zh: '资产编码已存在（{name}）', en: 'The asset code exists: {name}.' },
  codeTaken: { code: 409, field: 'AssetCode', zh: '资产编码已存在', en: 'The asset code exists.' },
  codeTwice: { code: 409, zh: '资产编码在表格中出现两次', en: 'The asset code stands in the sheet twice.' },
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
  deviceTwice: { code: 409, zh: '该设备在表格中出现两次', en: 'The device stands in the sheet twice.' },
  installedInFuture: {
    code: 400,
    zh: '安装日期不能晚于今天',
    en: 'The installation date must not be after today.',
  },
  deviceElsewhere: {
    code: 400,
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
  contractNumberTaken: { code: 409, field: 'ContractNumber', zh: '合同编号已存在', en: 'The contract number exists.' },
  endsBeforeStart: {
    code: 400,
    field: 'EndDate',
    zh: '结束日期不能早于开始日期',
    en: 'The end must not be before the start.',
  },
} as const satisfies ErrorCatalogue;
