import type { Bilingual } from '../call.ts';
import type { ErrorCatalogue } from '../errors.ts';

/** Refusals of an imported workbook as a whole. Spec §8, Import. */
export const sheetErrors = {
  unreadable: {
    field: 'file',
    code: 400,
    zh: '导入的文件无法解析，请上传未加密的 .xlsx 文件',
    en: 'The file cannot be read. Upload an .xlsx workbook without a password.',
  },
  tooLarge: {
    field: 'file',
    code: 413,
    zh: '文件内容过大，请拆分后导入',
    en: 'The workbook is too large. Split it and import the parts.',
  },
  tooManyRows: {
    field: 'file',
    code: 400,
    zh: '一次最多导入 {count} 行，请拆分后导入',
    en: 'At most {count} rows at a time. Split the file and import the parts.',
  },
  noRows: { code: 400, field: 'file', zh: '文件中没有数据行', en: 'The file has no rows below its header.' },
  columnsMissing: {
    field: 'file',
    code: 400,
    zh: '模板不正确，缺少列：{columns}。请下载模板后填写',
    en: 'Wrong template. Missing columns: {columns}. Download the template and fill it in.',
  },
  columnsUnknown: {
    field: 'file',
    code: 400,
    zh: '模板不正确，多出或重复的列：{columns}。请下载模板后填写',
    en: 'Wrong template. Unknown or repeated columns: {columns}. Download the template and fill it in.',
  },
} satisfies ErrorCatalogue;

/** What is said in and about single cells of a workbook. */
export const sheetText = {
  formula: { zh: '不能使用公式，请填写值', en: 'Formulas are not taken. Enter the value itself.' },
  problem: { zh: '问题', en: 'Problem' },
} as const satisfies Record<string, Bilingual>;
