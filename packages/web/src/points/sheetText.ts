import { defineText } from '../lib/defineText.ts';

/** Words of imports from spreadsheets. */
export const sheetText = defineText({
  pointsTitle: { zh: (slave: string) => `导入“${slave}”的点位`, en: (slave: string) => `Import points of “${slave}”` },
  devicesTitle: { zh: '导入设备与点位', en: 'Import devices with their points' },
  step1: { zh: '下载模板并填写', en: 'Download the template and fill it in' },
  pointsHint: { zh: '每行一个点位；点类型须已存在。', en: 'One point a row; the point types must exist.' },
  devicesHint: {
    zh: '模板里已列出还未关联的点位，填写设备名称和设备类型即可；同名的行属于同一设备，其第一行是主点位。',
    en: 'It lists the points that no device has yet: fill in device name and class. Rows of the same name are one device, the first its main point.',
  },
  template: { zh: '下载模板', en: 'Download template' },
  example: { zh: '下载示例', en: 'Download example' },
  step2: { zh: '选择填好的文件', en: 'Choose the filled-in file' },
  step2Hint: {
    zh: (rows: number, size: string) => `.xlsx，最多 ${rows} 行、${size}。先检查，不会立即导入。`,
    en: (rows: number, size: string) =>
      `.xlsx, at most ${rows} rows and ${size}. It is checked first; nothing is imported yet.`,
  },
  choose: { zh: '选择文件', en: 'Choose file' },
  notExcel: { zh: '请选择 .xlsx 文件', en: 'Choose an .xlsx file' },
  tooLarge: {
    zh: (size: string) => `文件超过 ${size}，请拆分后导入`,
    en: (size: string) => `The file is larger than ${size}. Split it.`,
  },
  busy: { zh: '正在处理', en: 'Working' },
  allGood: {
    zh: (n: number) => `${n} 行全部正确，可以导入。`,
    en: (n: number) =>
      n === 1 ? 'The one row is right and can be imported.' : `All ${n} rows are right and can be imported.`,
  },
  someWrong: {
    zh: (wrong: number, total: number) => `${total} 行中有 ${wrong} 行需要修正，还没有导入任何内容。`,
    en: (wrong: number, total: number) =>
      `${wrong} of ${total} rows need${wrong === 1 ? 's' : ''} correcting. Nothing has been imported yet.`,
  },
  row: { zh: '行', en: 'Row' },
  name: { zh: '名称', en: 'Name' },
  comesTo: { zh: '导入后', en: 'What comes of it' },
  problem: { zh: '问题', en: 'Problem' },
  marked: { zh: '下载标出错误的表格', en: 'Download the sheet with mistakes marked' },
  corrections: { zh: '下载待修正的行', en: 'Download the rows to correct' },
  otherFile: { zh: '换一个文件', en: 'Another file' },
  importAll: { zh: (n: number) => `导入 ${n} 行`, en: (n: number) => `Import ${n} row${n === 1 ? '' : 's'}` },
  importRight: {
    zh: (n: number) => `只导入正确的 ${n} 行`,
    en: (n: number) => `Import only the ${n} right row${n === 1 ? '' : 's'}`,
  },
  done: { zh: (n: number) => `已导入 ${n} 行`, en: (n: number) => `${n} row${n === 1 ? '' : 's'} imported` },
  cancel: { zh: '取消', en: 'Cancel' },
  toPolicies: { zh: '下一步：报警策略', en: 'Next: alarm policies' },
});
