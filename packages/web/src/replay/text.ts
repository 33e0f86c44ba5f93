import { defineText } from '../lib/defineText.ts';

export const text = defineText({
  replay: { zh: '回放', en: 'Replay' },
  replayHint: { zh: '查看过去某一时刻的数值与报警', en: 'See values and alarms of a moment in the past' },
  bar: { zh: '历史回放', en: 'Replay of the past' },
  showing: { zh: (time: string) => `回放 ${time}`, en: (time: string) => `Replay ${time}` },
  live: { zh: '返回实时', en: 'Back to live' },
  play: { zh: '播放', en: 'Play' },
  pause: { zh: '暂停', en: 'Pause' },
  speed: { zh: '速度', en: 'Speed' },
  perSecond: {
    zh: (minutes: number) => `每秒 ${minutes} 分钟`,
    en: (minutes: number) => `${minutes} min a second`,
  },
  day: { zh: '日期', en: 'Day' },
  moment: { zh: '时刻', en: 'Moment' },
  lastAlarm: { zh: '上一条报警', en: 'Previous alarm' },
  nextAlarm: { zh: '下一条报警', en: 'Next alarm' },
  beforeData: { zh: '此刻之前没有任何数据', en: 'No data is kept from before this moment' },
  noAlarm: { zh: '当天没有报警', en: 'No alarms on this day' },
  alarms: { zh: (count: number) => `当天 ${count} 条报警`, en: (count: number) => `Alarms on this day: ${count}` },
  more: {
    zh: (count: number) => `当天报警较多，仅标出最紧急的 ${count} 条`,
    en: (count: number) => `Only the ${count} most severe alarms of this day are marked`,
  },
});
