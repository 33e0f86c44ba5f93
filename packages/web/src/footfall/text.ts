import { defineText } from '../lib/defineText.ts';

export const footfallText = defineText({
  screens: { zh: '客流页面', en: 'Visitor screens' },
  overview: { zh: '今日', en: 'Today' },
  calendar: { zh: '日历', en: 'Calendar' },
  heatmap: { zh: '时段热力', en: 'By hour' },
  statistics: { zh: '出入口统计', en: 'By entrance' },
  none: { zh: '没有客流计数器', en: 'No people counter' },
  noneHint: {
    zh: '添加“客流计数器”设备，并关联单位为“人次”的点位：第一个计进入，第二个计离开。',
    en: 'Add a device of the class people counter with points of the unit 人次: the first counts in, the second out.',
  },
  figures: { zh: '客流指标', en: 'Visitor figures' },
  in: { zh: '进入人次', en: 'In' },
  out: { zh: '离开人次', en: 'Out' },
  inside: { zh: '估计在场', en: 'Inside, estimated' },
  insideLess: {
    zh: (percent: string) => `进出之差，已扣除计数器夜间剩余 ${percent}%`,
    en: (percent: string) => `In less out, without the ${percent} % that counters usually leave over at night`,
  },
  driftWarning: {
    zh: (percent: string) => `夜间无人时进出仍相差 ${percent}%（超过 5%），请检查计数器的安装与遮挡`,
    en: (percent: string) =>
      `At night, with nobody inside, in and out still differ by ${percent} % (more than 5 %). Check how the counters are mounted, and what covers them.`,
  },
  insideHint: { zh: '计数器有误差，仅供参考', en: 'Counters miss some, so this is an estimate' },
  compared: { zh: '与同星期日子相比', en: 'Against the same weekday' },
  comparedHint: {
    zh: (now: string, usual: string, hours: number, days: number) =>
      `前 ${hours} 小时 ${now}，近 ${days} 个同星期日子的中位数 ${usual}`,
    en: (now: string, usual: string, hours: number, days: number) =>
      `${now} in the first ${hours} h; median of ${days} such day${days === 1 ? '' : 's'}: ${usual}`,
  },
  notComparable: { zh: '历史数据不足，暂无对比', en: 'Too little history to compare with' },
  known: { zh: '数据完整率', en: 'Coverage' },
  knownHint: { zh: '有读数的小时占应有的比例', en: 'Hours with readings, of those that are over' },
  byHour: { zh: '今日逐时进入人次', en: 'In by hour, today' },
  hourWords: {
    zh: (hour: string, now: string, usual: string) => `${hour} 进入 ${now}，平常 ${usual}`,
    en: (hour: string, now: string, usual: string) => `${hour}: ${now} in, usually ${usual}`,
  },
  legend: { zh: '横线为同星期日子的中位数', en: 'The line is the median of the same weekday' },
  counters: { zh: '出入口', en: 'Entrances' },
  counter: { zh: '计数器', en: 'Counter' },
  area: { zh: '区域', en: 'Area' },
  noArea: { zh: '未分区', en: 'No area' },
  share: { zh: '占比', en: 'Share' },
  resets: { zh: '清零次数', en: 'Resets' },
  weeks: { zh: '周数', en: 'Weeks' },
  lastWeeks: { zh: (n: number) => `近 ${n} 周`, en: (n: number) => `Last ${n} weeks` },
  partly: { zh: (percent: string) => `数据 ${percent}%`, en: (percent: string) => `${percent} % known` },
  unknown: { zh: '无数据', en: 'No data' },
  meanHint: {
    zh: '每格为该星期、该小时的平均进入人次，只计数据完整的日子',
    en: 'Each cell is the mean number in of that weekday and hour, over the days on which it is fully known',
  },
  cell: {
    zh: (mean: string, days: number) => `平均 ${mean} 人次，${days} 天`,
    en: (mean: string, days: number) => `${mean} in on average, ${days} day${days === 1 ? '' : 's'}`,
  },
  period: { zh: '统计日期', en: 'Period' },
  by: { zh: '统计方式', en: 'By' },
  unplaced: {
    zh: (n: string) => `另有 ${n} 人次计于跨日的通讯中断期间，无法归入某一天`,
    en: (n: string) => `${n} more were counted during gaps that pass midnight, and belong to no single day`,
  },
});

/** Monday first. */
export const weekdays = [
  { zh: '周一', en: 'Mon' },
  { zh: '周二', en: 'Tue' },
  { zh: '周三', en: 'Wed' },
  { zh: '周四', en: 'Thu' },
  { zh: '周五', en: 'Fri' },
  { zh: '周六', en: 'Sat' },
  { zh: '周日', en: 'Sun' },
] as const;
