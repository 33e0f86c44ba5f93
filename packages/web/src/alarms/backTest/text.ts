import type { BackTestResult } from '@watchpost/contract';
import { defineText } from '../../lib/defineText.ts';

export const text = defineText({
  title: { zh: '历史试算', en: 'Back-test' },
  hint: {
    zh: '用同一报警引擎在真实历史数据上试算当前条件，保存前即可看到会报警多少次。',
    en: 'Test these conditions on real history before saving.',
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
  onCurve: { zh: '曲线', en: 'Curve' },
  wouldRaise: {
    zh: (variant: string) => `这些条件会报警（${variant}）：`,
    en: (variant: string) => `These conditions would raise (${variant}):`,
  },
  didRaise: { zh: '现有策略实际报警：', en: 'The policy as saved raised:' },
  count: { zh: (count: number) => `${count} 次`, en: (count: number) => `${count}` },
  inWords: { zh: '逐条列出', en: 'List them' },
  still: { zh: '仍在报警', en: 'still on' },
  noneRaised: { zh: '没有报警', en: 'None' },
  firstListed: {
    zh: (count: number) => `仅列出前 ${count} 条。`,
    en: (count: number) => `The first ${count} are listed.`,
  },
  notTried: { zh: '该点位不在试算范围内。', en: 'This point was not among those tried.' },
  capped: { zh: '报警太多，仅标出最早的一部分。', en: 'Too many to mark: only the earliest are.' },
  historyBegins: {
    zh: (day: string, known: number, whole: number) => `历史数据始于 ${day}：试算了 ${whole} 天中的 ${known} 天。`,
    en: (day: string, known: number, whole: number) =>
      `History begins on ${day}: ${known} of the ${whole} days were tried.`,
  },
  noHistory: { zh: '这段时间没有历史数据。', en: 'There is no history of that time.' },
  notKnown: {
    zh: '试算不考虑当时的搁置、停用与服务重启；迟到的数据按测量时间判断；单独设置了限值的点位也按此处的条件试算。',
    en: 'A trial knows nothing of shelves, out of service and restarts of that time; readings that came late are judged as of when they were measured, and points with limits of their own by the conditions here.',
  },
  tooFewToPropose: {
    zh: (least: number) => `不足 ${least} 次报警，不作建议：偶发的报警可能正是真实的超限。`,
    en: (least: number) =>
      `Fewer than ${least} alarms: nothing is proposed, for what comes seldom may well be a real excursion.`,
  },
  noneCalmer: {
    zh: '更大的死区或更长的延时都不会减少报警，不作建议。',
    en: 'Neither a larger deadband nor a longer delay would alarm less: nothing is proposed.',
  },
  failed: { zh: '试算失败', en: 'The trial failed' },
});

export const kindText = defineText({
  given: { zh: '当前条件', en: 'As set' },
  deadband: { zh: '加死区', en: 'With a deadband' },
  delay: { zh: '加延时', en: 'With a delay' },
  proposal: { zh: '建议', en: 'Proposed' },
} satisfies Record<BackTestResult['Kind'], { zh: string; en: string }>);

export const changeText = defineText({
  deadband: { zh: (value: string) => `死区 ${value}`, en: (value: string) => `deadband ${value}` },
  delay: { zh: (minutes: number) => `延时 ${minutes} 分钟`, en: (minutes: number) => `delay ${minutes} min` },
});
