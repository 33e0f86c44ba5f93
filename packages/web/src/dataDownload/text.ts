import { defineText } from '../lib/defineText.ts';

export const text = defineText({
  subtitle: {
    zh: (project: string) => `${project} · 选择点位和时间，导出历史数据`,
    en: (project: string) => `${project} · choose points and a period to export`,
  },
  points: { zh: '点位', en: 'Points' },
  chosen: {
    zh: (n: number, max: number) => `已选 ${n} / ${max}`,
    en: (n: number, max: number) => `${n} of ${max} chosen`,
  },
  clear: { zh: '清空', en: 'Clear' },
  search: { zh: '搜索设备或点位', en: 'Search devices or points' },
  type: { zh: '点类型', en: 'Point type' },
  typeChosen: { zh: (name: string) => `点类型：${name}`, en: (name: string) => `Point type: ${name}` },
  nothingFound: { zh: '没有符合条件的点位', en: 'No points match' },
  noPoints: { zh: '该项目没有可下载的点位', en: 'This project has no points to download' },
  noPointsHint: {
    zh: '点位关联到设备后会显示在这里。',
    en: 'Points appear here once they are linked to devices.',
  },
  range: { zh: '时间范围', en: 'Range' },
  '24h': { zh: '24 小时', en: '24 h' },
  '7d': { zh: '7 天', en: '7 d' },
  '30d': { zh: '30 天', en: '30 d' },
  lastMonth: { zh: '上个月', en: 'Last month' },
  custom: { zh: '自定义', en: 'Custom' },
  from: { zh: '开始时间', en: 'From' },
  to: { zh: '结束时间', en: 'To' },
  zone: { zh: (zone: string) => `时区：${zone}`, en: (zone: string) => `Time zone: ${zone}` },
  interval: { zh: '间隔', en: 'Interval' },
  minutes: { zh: (n: number) => `${n} 分钟`, en: (n: number) => `${n} min` },
  hours: { zh: (n: number) => `${n} 小时`, en: (n: number) => `${n} h` },
  day: { zh: '1 天', en: '1 d' },
  intervalHint: {
    zh: (n: number) => `该时间范围的间隔至少 ${n} 分钟`,
    en: (n: number) => `This range needs at least ${n} minutes`,
  },
  format: { zh: '格式', en: 'Format' },
  layout: { zh: '排列', en: 'Layout' },
  listed: { zh: '逐点列出', en: 'Point by point' },
  listedHint: {
    zh: '每个点位和时间一行，含平均、最小、最大值',
    en: 'One row a point and time, with average, minimum and maximum',
  },
  merged: { zh: '点位并排', en: 'Side by side' },
  mergedHint: {
    zh: '每个时间一行，各点位并排：平均值、最小值与最大值；状态点位：当时的状态，及区间内的其他状态',
    en: 'One row a time with all points beside each other: average, minimum and maximum; of states the one then, and others within the interval',
  },
  more: { zh: '选项', en: 'Options' },
  zip: { zh: '打包为 ZIP，每个点位一个文件', en: 'Zip with one file a point' },
  alarms: { zh: '标注报警', en: 'Mark alarms' },
  alarmsHint: { zh: '所选点位须为同一种点类型', en: 'Needs points of one point type' },
  size: { zh: '预计', en: 'About' },
  sizeOf: {
    zh: (values: string, bytes: string) => `${values} 个数值，约 ${bytes}`,
    en: (values: string, bytes: string) => `${values} values, ${bytes}`,
  },
  statesVary: {
    zh: '状态点每次变化一行，可能更多或更少',
    en: 'State points have a row each change: it may be more or less',
  },
  now: { zh: '立即下载', en: 'Download now' },
  background: { zh: '后台下载', en: 'In the background' },
  begun: {
    zh: '已开始生成，完成后会通知您',
    en: 'It is being made. You will be notified when the file is ready.',
  },
  toCentre: { zh: '下载中心', en: 'Download centre' },
  choosePoints: { zh: '请选择点位', en: 'Choose points' },
  tooMany: {
    zh: (max: number) => `最多选择 ${max} 个点位，请取消一部分`,
    en: (max: number) => `A download takes at most ${max} points. Take some out.`,
  },
  mendFirst: { zh: '请先修改上面标出的选项', en: 'Mend what is marked above first.' },
  chooseRange: { zh: '请选择时间范围', en: 'Choose a range' },
  tooLong: {
    zh: '最大查询范围为两年，请缩短时间范围',
    en: 'The maximum query range is two years. Choose a later start or an earlier end.',
  },
  reversed: { zh: '开始时间必须早于结束时间', en: 'The start must be before the end.' },
  inFuture: {
    zh: '不能查询未来的时间，结束时间最晚为现在',
    en: 'Future dates cannot be queried. End it now or earlier.',
  },
  mixed: {
    zh: (types: readonly string[]) =>
      `标注报警时只能选择同一种点类型，当前选择了：${types.slice(0, 3).join('、')}${types.length > 3 ? ` 等 ${types.length} 种` : ''}。请只保留一种，或取消标注`,
    en: (types: readonly string[]) =>
      `With alarms marked, choose points of one point type. You chose ${types.slice(0, 3).join(', ')}${types.length > 3 ? ` and ${types.length - 3} more` : ''}: keep one, or leave alarms out.`,
  },
  tooMuchNow: { zh: '数据量较大，请后台下载', en: 'Too much to wait for: download in the background' },
  tooMuchPdf: {
    zh: (max: string) => `PDF 最多容纳 ${max} 个数值，请减少点位、缩短范围、加大间隔，或改用 Excel`,
    en: (max: string) =>
      `A PDF holds at most ${max} values. Choose fewer points, a shorter range or a longer interval, or take Excel.`,
  },
  selections: { zh: '选择模板', en: 'Selections' },
  openSelection: { zh: '打开模板', en: 'Open a selection' },
  noSelections: { zh: '尚无模板：先选好点位，再在此保存', en: 'None yet: choose points, then keep them here' },
  selectionName: { zh: '模板名称', en: 'Name of the selection' },
  save: { zh: '保存', en: 'Save' },
  saved: { zh: (name: string) => `已保存模板“${name}”`, en: (name: string) => `Kept the selection “${name}”` },
  nameTooLong: {
    zh: (max: number, n: number) => `名称最多 ${max} 个字，现在有 ${n} 个字`,
    en: (max: number, n: number) => `A name has at most ${max} characters; this one has ${n}.`,
  },
  replaceSure: {
    zh: (name: string) => `替换模板“${name}”？`,
    en: (name: string) => `Replace the selection “${name}”?`,
  },
  replaceWhat: {
    zh: '已有同名模板，其中的点位和选项将被现在的替换。',
    en: 'It exists already: its points and options give way to the present ones.',
  },
  replace: { zh: '替换', en: 'Replace' },
  anotherName: { zh: '换个名称', en: 'Another name' },
  remove: { zh: (name: string) => `删除模板“${name}”`, en: (name: string) => `Delete the selection “${name}”` },
  removeSure: { zh: (name: string) => `删除模板“${name}”？`, en: (name: string) => `Delete the selection “${name}”?` },
  delete: { zh: '删除', en: 'Delete' },
  keep: { zh: '保留', en: 'Keep' },
  missing: {
    zh: (n: number) => `模板中有 ${n} 个点位已删除或不再对您开放`,
    en: (n: number) => `${n} point${n === 1 ? '' : 's'} of the selection are gone or hidden from you`,
  },
});
