import { mutedDaysAfterFalse } from '@watchpost/contract';
import { defineText } from '../lib/defineText.ts';

export const text = defineText({
  tab: { zh: '故障预警', en: 'Fault warnings' },
  warnings: { zh: '故障预警', en: 'Fault warnings' },
  search: { zh: '搜索项目、设备或点位', en: 'Search project, device or point' },
  project: { zh: '项目', en: 'Project' },
  place: { zh: '区域', en: 'Place' },
  area: { zh: '区域', en: 'Area' },
  level: { zh: '级别', en: 'Level' },
  kind: { zh: '类型', en: 'Kind' },
  state: { zh: '状态', en: 'State' },
  holds: { zh: '持续中', en: 'Open' },
  over: { zh: '已结束', en: 'Ended' },
  device: { zh: '设备 · 点位', en: 'Device · point' },
  content: { zh: '内容', en: 'What is found' },
  began: { zh: '开始', en: 'Since' },
  ended: { zh: '结束', en: 'Until' },
  expected: { zh: '预计到达', en: 'Expected' },
  feedback: { zh: '服务部反馈', en: 'Feedback' },
  noFeedback: { zh: '未反馈', en: 'None yet' },
  give: { zh: '反馈', en: 'Feedback' },
  giveOf: { zh: (name: string) => `反馈：${name}`, en: (name: string) => `Feedback: ${name}` },
  details: { zh: '详情', en: 'Details' },
  detailsOf: { zh: (name: string) => `详情：${name}`, en: (name: string) => `Details: ${name}` },
  none: { zh: '没有故障预警', en: 'No fault warnings' },
  noneHint: {
    zh: '系统每天把同类设备相互比较，并与其自身过去几周比较；发现运行率、降温时间、化霜或传感器逐渐变化时显示在这里，即将越限的点位随时显示。',
    en: 'Every day the platform compares equipment with like equipment and with its own past weeks. Slow changes of cooling time, pull-down, defrosts and sensors are shown here, and at any time points that near a limit.',
  },
  inAbout: { zh: (time: string) => `约 ${time}后`, en: (time: string) => `in about ${time}` },
  reaches: {
    zh: (limit: string, time: string) => `约 ${time}后到达 ${limit}`,
    en: (limit: string, time: string) => `reaches ${limit} in about ${time}`,
  },
  reachesNow: { zh: (limit: string) => `即将到达 ${limit}`, en: (limit: string) => `reaches ${limit} any moment` },
  between: {
    zh: (from: string, to: string) => `${from} 至 ${to} 之间`,
    en: (from: string, to: string) => `between ${from} and ${to}`,
  },
  value: { zh: '最近', en: 'Now' },
  before: { zh: '此前', en: 'Before' },
  like: { zh: (n: number) => `${n} 台同类设备`, en: (n: number) => `${n} ${n === 1 ? 'peer' : 'peers'}` },
  comparedWith: { zh: '对比的设备', en: 'Compared with' },
  likeHidden: {
    zh: (n: number) => `另有 ${n} 台未列出：您无权查看、已删除，或数量过多。`,
    en: (n: number) => `${n} more not listed: not among your devices, deleted since, or too many.`,
  },
  howAlike: {
    zh: (kind: string, point: string, kelvin: number, least: number) =>
      `同类指：设备类型同为“${kind}”，有名称和单位相同的点位“${point}”，且温度相近（按温度排列，相邻相差不超过 ${kelvin} K）。本项目至少有 ${least} 台时只与本项目的对比，不足时也与企业其他项目的对比。`,
    en: (kind: string, point: string, kelvin: number, least: number) =>
      `Similar devices are those of the class “${kind}” with a point “${point}” in the same unit, at similar temperatures (in their order no step of more than ${kelvin} K). With at least ${least} of them in this project only these count, else those of the company’s other projects, too.`,
  },
  limit: { zh: '限值', en: 'Limit' },
  byDay: { zh: '逐日对比', en: 'Day by day' },
  thisDevice: { zh: '本设备', en: 'This device' },
  likeMiddle: { zh: '同类设备中位数', en: 'Median of peers' },
  day: { zh: '日期', en: 'Day' },
  curve: { zh: '点位曲线', en: 'Curve of the point' },
  toDevice: { zh: '打开设备', en: 'Open the device' },
  said: { zh: '反馈记录', en: 'Feedback' },
  saidNothing: { zh: '还没有反馈', en: 'Nothing yet' },
  somebody: { zh: '已注销用户', en: 'Somebody who left' },
  remark: { zh: '说明', en: 'Remark' },
  remarkHint: { zh: '查到了什么、做了什么', en: 'What was found, what was done' },
  what: { zh: '反馈', en: 'What is it?' },
  whatNeeded: { zh: '请选择反馈', en: 'Choose one' },
  save: { zh: '保存', en: 'Save' },
  cancel: { zh: '取消', en: 'Cancel' },
  close: { zh: '关闭', en: 'Close' },
  saved: { zh: '已保存反馈', en: 'Feedback saved' },
  ofDevice: { zh: '本设备的故障预警', en: 'Fault warnings of this device' },
});

/** What each feedback leads to. */
export const feedbackHints = defineText({
  watching: { zh: '继续观察，预警保留', en: 'Look again later; the warning stays' },
  confirmed: {
    zh: '情况属实，预警保留直到数据恢复',
    en: 'It is so; the warning stays until the figures are ordinary again',
  },
  done: { zh: '已维修或调整，数据恢复后自动结束', en: 'Repaired or adjusted; it ends once the figures say so' },
  false: {
    zh: `预警结束，${mutedDaysAfterFalse} 天内不再提示，此后偏离更多才提示`,
    en: `It ends; nothing like it for ${mutedDaysAfterFalse} days, then only what is farther out`,
  },
});
