import { defineText } from '../../lib/defineText.ts';

export const text = defineText({
  title: { zh: '与历史数据核对', en: 'Compared with history' },
  hint: {
    zh: '每天结束三小时后，系统用历史数据重新运行当天的报警规则，与报警记录比对；三天后为补传的数据再核对一次。',
    en: 'Three hours after each day the alarm rules are run over its history again and compared with the alarms on record; once more three days later, for what came late.',
  },
  none: { zh: '这段时间还没有核对过的日期。', en: 'No day of this period has been compared yet.' },
  allRight: {
    zh: (days: number) => `已核对 ${days} 天：报警记录与历史数据完全一致。`,
    en: (days: number) =>
      `${days === 1 ? '1 day' : `${days} days`} compared: the alarms on record are what history tells.`,
  },
  differ: {
    zh: (days: number, count: number) => `已核对 ${days} 天：有 ${count} 处不一致。`,
    en: (days: number, count: number) =>
      `${days === 1 ? '1 day' : `${days} days`} compared: ${count === 1 ? '1 difference' : `${count} differences`}.`,
  },
  judged: { zh: '每一分钟都作了判断。', en: 'Every minute was judged.' },
  explained: {
    zh: (time: string, reasons: string) => `每一分钟都作了判断或有说明：${time}无法判断（${reasons}）。`,
    en: (time: string, reasons: string) => `Every minute was judged or is explained: ${time} not judged (${reasons}).`,
  },
  unexplained: {
    zh: (time: string) => `其中 ${time}原因不明。`,
    en: (time: string) => `${time} of it cannot be explained.`,
  },
  offline: { zh: (time: string) => `线路中断 ${time}`, en: (time: string) => `line lost ${time}` },
  refused: { zh: (time: string) => `时间有误被拒收 ${time}`, en: (time: string) => `refused for their time ${time}` },
  bad: { zh: (time: string) => `质量差 ${time}`, en: (time: string) => `bad quality ${time}` },
  listComma: { zh: '，', en: ', ' },
  suppressedTime: {
    zh: (time: string) => `另有 ${time}按设计抑制（如开门、化霜）。`,
    en: (time: string) => `For ${time} conditions were suppressed by design, such as by a door or a defrost.`,
  },
  unjudged: {
    zh: (time: string, points: number) => `${points} 个点位共有 ${time}无法判断。`,
    en: (time: string, points: number) =>
      `${time} could not be judged, at ${points === 1 ? '1 point' : `${points} points`}.`,
  },
  waiting: {
    zh: (days: number) => `另有 ${days} 天未核对。`,
    en: (days: number) => `${days === 1 ? '1 more day was' : `${days} more days were`} not compared.`,
  },
  days: { zh: '每天的核对结果', en: 'Result of each day' },
  day: {
    zh: (day: string, points: number, alarms: string, differences: number, time: string) =>
      `${day}：${points} 个点位，${alarms}${differences} 处不一致，无法判断 ${time}`,
    en: (day: string, points: number, alarms: string, differences: number, time: string) =>
      `${day}: ${points === 1 ? '1 point' : `${points} points`}, ${alarms}${differences === 1 ? '1 difference' : `${differences} differences`}, not judged ${time}`,
  },
  alarms: {
    zh: (count: number) => `${count} 条报警，`,
    en: (count: number) => `${count === 1 ? '1 alarm' : `${count} alarms`}, `,
  },
  good: { zh: '一致，且都作了判断', en: 'As history tells, all judged' },
  over: {
    zh: (minutes: number) => `有点位超过 ${minutes} 分钟无法判断`,
    en: (minutes: number) => `A point not judged for over ${minutes} min`,
  },
  wrong: { zh: '记录与历史不一致', en: 'Record differs from history' },
  unjudgedTitle: { zh: '无法判断的时间', en: 'Not judged' },
  unjudgedHint: {
    zh: '没有数据，或数据质量差：这段时间里限值等规则无法判断。按设计抑制的时间不计入。',
    en: 'No data, or data of bad quality: rules about values could not judge. Time that was suppressed by design does not count.',
  },
  listed: {
    zh: (shown: number, all: number) => `显示 ${all} 个中的 ${shown} 个。`,
    en: (shown: number, all: number) => `${shown} of ${all} are shown.`,
  },
  point: { zh: '点位', en: 'Point' },
  noData: { zh: '没有数据', en: 'No data' },
  lineLost: { zh: '其中线路中断', en: 'Of it line lost' },
  wrongTime: { zh: '其中时间有误', en: 'Of it wrong time' },
  suppressed: { zh: '按设计抑制', en: 'Suppressed' },
  export: { zh: '导出每点每日', en: 'Export by point and day' },
  badData: { zh: '质量差', en: 'Bad quality' },
  worstDay: { zh: '最长的一天', en: 'Worst day' },
  differencesTitle: { zh: '不一致之处', en: 'Differences' },
  kind: { zh: '情况', en: 'What differs' },
  history: { zh: '按历史数据', en: 'By history' },
  record: { zh: '报警记录', en: 'On record' },
  nothing: { zh: '无', en: 'None' },
  lasting: { zh: '当天结束时未恢复', en: 'on at the end of the day' },
  open: { zh: '查看报警', en: 'Open alarm' },
});
