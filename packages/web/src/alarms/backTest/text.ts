import type { BackTestResult } from '@watchpost/contract';
import { defineText } from '../../lib/defineText.ts';

export const text = defineText({
  title: { zh: '历史试算', en: 'What the past says' },
  hint: {
    zh: '用同一报警引擎在真实历史数据上试算当前条件，保存前即可看到会报警多少次。',
    en: 'The same engine tries these conditions on the real past, before you save them.',
  },
  tryDays: { zh: (days: number) => `试算最近 ${days} 天`, en: (days: number) => `Try the last ${days} days` },
  incomplete: { zh: '请先填写完整条件并选择点位。', en: 'Complete the conditions and choose points first.' },
  firstOnly: {
    zh: (count: number) => `仅试算前 ${count} 个点位。`,
    en: (count: number) => `The first ${count} points were tried.`,
  },
  variant: { zh: '方案', en: 'Variant' },
  alarms: { zh: '报警', en: 'Alarms' },
  messages: { zh: '消息', en: 'Messages' },
  active: { zh: '报警时长', en: 'Time in alarm' },
  use: { zh: '采用', en: 'Use' },
  outdated: { zh: '条件已修改，结果为修改前的。', en: 'The conditions were changed since.' },
  failed: { zh: '试算失败', en: 'The trial failed' },
});

export const kindText = defineText({
  given: { zh: '当前条件', en: 'As set' },
  deadband: { zh: '加回差', en: 'With a deadband' },
  delay: { zh: '加延时', en: 'With a delay' },
  proposal: { zh: '建议', en: 'Proposed' },
} satisfies Record<BackTestResult['Kind'], { zh: string; en: string }>);

export const changeText = defineText({
  deadband: { zh: (value: string) => `回差 ${value}`, en: (value: string) => `deadband ${value}` },
  delay: { zh: (minutes: number) => `延时 ${minutes} 分钟`, en: (minutes: number) => `delay ${minutes} min` },
});
