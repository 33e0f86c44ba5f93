import { defineText } from '../lib/defineText.ts';

/** Words of the import of members from a spreadsheet. */
export const importText = defineText({
  title: { zh: '从 Excel 导入成员', en: 'Import members from Excel' },
  titleOfProject: {
    zh: (project: string) => `导入成员到“${project}”`,
    en: (project: string) => `Import members into “${project}”`,
  },
  step1: { zh: '下载模板并填写', en: 'Download the template and fill it in' },
  step1Hint: {
    zh: '第二个工作表列出可填的内容并附示例。每人一行，手机号或初始密码至少填一项。',
    en: 'Its second sheet lists what may be typed, with an example. One person a row; phone number or first password, at least one of them.',
  },
  template: { zh: '下载模板', en: 'Download template' },
  step2: { zh: '选择填好的文件', en: 'Choose the filled-in file' },
  step2Hint: {
    zh: (rows: string, size: string) => `.xlsx，最多 ${rows} 行、${size}。先检查，不会立即导入。`,
    en: (rows: string, size: string) =>
      `.xlsx, at most ${rows} rows and ${size}. It is checked first; nothing is imported yet.`,
  },
  choose: { zh: '选择文件', en: 'Choose file' },
  orDrop: { zh: '或将文件拖到这里', en: 'or drop it here' },
  onlyMembers: { zh: '只导入已是企业成员的人，不新建账号', en: 'Only people who are members already; no new accounts' },
  tooLarge: {
    zh: (size: string) => `文件超过 ${size}，请拆分后导入`,
    en: (size: string) => `The file is larger than ${size}. Split it.`,
  },
  notExcel: { zh: '请选择 .xlsx 文件', en: 'Choose an .xlsx file' },
  checking: { zh: (name: string) => `正在检查 ${name}`, en: (name: string) => `Checking ${name}` },
  importing: { zh: '正在导入', en: 'Importing' },
  allGood: {
    zh: (n: number) => `${n} 行全部正确，可以导入。`,
    en: (n: number) =>
      n === 1 ? 'The one row is right and can be imported.' : `All ${n} rows are right and can be imported.`,
  },
  someWrong: {
    zh: (wrong: number, total: number) => `${total} 行中有 ${wrong} 行需要修正。`,
    en: (wrong: number, total: number) => `${wrong} of ${total} rows need${wrong === 1 ? 's' : ''} correcting.`,
  },
  nothingYet: { zh: '还没有导入任何人。', en: 'Nobody has been imported yet.' },
  row: { zh: '行', en: 'Row' },
  who: { zh: '姓名', en: 'Name' },
  account: { zh: '用户名', en: 'Username' },
  problem: { zh: '问题', en: 'Problem' },
  corrections: { zh: '下载待修正的行', en: 'Download the rows to correct' },
  correctionsHint: {
    zh: '下载的文件只含有问题的行，并写明原因；修正后直接导入该文件。',
    en: 'That file holds only the wrong rows, each with its problem. Correct it and import it as it is.',
  },
  otherFile: { zh: '换一个文件', en: 'Another file' },
  importAll: { zh: (n: number) => `导入 ${n} 人`, en: (n: number) => `Import ${n}` },
  importRight: {
    zh: (n: number) => `只导入正确的 ${n} 行`,
    en: (n: number) => (n === 1 ? 'Import only the one right row' : `Import only the ${n} right rows`),
  },
  done: { zh: (n: number) => `已导入 ${n} 名成员`, en: (n: number) => `${n} member${n === 1 ? '' : 's'} imported` },
  stop: { zh: '。', en: '.' },
  left: {
    zh: (n: number) => `${n} 行未导入，修正后再导入一次即可。`,
    en: (n: number) =>
      `${n} row${n === 1 ? ' was' : 's were'} left out. Correct and import ${n === 1 ? 'it' : 'them'} again.`,
  },
  close: { zh: '关闭', en: 'Close' },
  cancel: { zh: '取消', en: 'Cancel' },
  finish: { zh: '完成', en: 'Done' },
});
