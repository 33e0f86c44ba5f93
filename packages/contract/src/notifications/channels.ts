import type { Bilingual } from '../call.ts';

/** The ways to people, and to a company's own systems. */
export const channels = {
  app: { zh: '弹窗', en: 'Popup' },
  sms: { zh: '短信', en: 'SMS' },
  voice: { zh: '电话', en: 'Call' },
  email: { zh: '邮件', en: 'E-mail' },
  webhook: { zh: 'Webhook', en: 'Webhook' },
} as const satisfies Record<string, Bilingual>;
export type Channel = keyof typeof channels;

/** What a message says of its alarm. Spec §3; by `pushTypes`. */
export const pushKinds = [
  { zh: '触发', en: 'Triggered' },
  { zh: '重复', en: 'Repeated' },
  { zh: '升级', en: 'Escalated' },
  { zh: '恢复', en: 'Back to normal' },
  { zh: '结束（非恢复）', en: 'Ended otherwise' },
  { zh: '离线期间', en: 'While offline' },
] as const satisfies readonly Bilingual[];

/** Those that leave the house. */
export const outboundChannels = ['sms', 'voice', 'email', 'webhook'] as const;
export type OutboundChannel = (typeof outboundChannels)[number];

/** Where a message stands. `sent`: the provider took it; `delivered`: it said that it arrived; `skipped`: left out on purpose. */
export const sendStates = {
  waiting: { zh: '等待发送', en: 'Waiting' },
  sent: { zh: '已发送', en: 'Sent' },
  delivered: { zh: '已送达', en: 'Delivered' },
  read: { zh: '已读', en: 'Read' },
  failed: { zh: '发送失败', en: 'Failed' },
  skipped: { zh: '未发送', en: 'Not sent' },
} as const satisfies Record<string, Bilingual>;
export type SendState = keyof typeof sendStates;

/** Why somebody was not told, or not yet. */
export const notSentReasons = {
  acknowledged: { zh: '报警已确认', en: 'Acknowledged before it was sent' },
  answeredInVain: {
    zh: '已回复，但没有确认任何报警：已由他人确认、已升级或已无权限',
    en: 'Answered, but nothing was acknowledged: others were faster, it became worse, or the right is gone',
  },
  becameMilder: { zh: '发送前报警级别已降低', en: 'The alarm became milder before it was sent' },
  channelNotAvailable: { zh: '此通知方式未接入', en: 'This way is not available: no provider is connected' },
  eventOver: { zh: '发送前已恢复', en: 'Over before it was sent' },
  expired: { zh: '服务商长时间不可用，已放弃', en: 'Given up: the provider could not be reached for hours' },
  flood: { zh: '与其他报警合并发送', en: 'Waits a moment to be sent together with others' },
  hidden: { zh: '报警已搁置或停用', en: 'The alarm was shelved or out of service' },
  neverTold: { zh: '此前未通知过此报警', en: 'Had not been notified of the alarm by this channel' },
  noAddress: { zh: '未填写手机号或邮箱', en: 'No phone number or e-mail address' },
  noRight: { zh: '无权查看此报警', en: 'May not see this alarm' },
  notServed: { zh: '项目服务已到期或停用', en: 'The project’s service has ended' },
  onLeave: { zh: '休假中，无代班人', en: 'On leave, and nobody stands in' },
  outsidePeriod: { zh: '不在接收时段内', en: 'Outside the receive period' },
  projectDeleted: { zh: '项目已删除', en: 'The project was deleted' },
  quietHours: { zh: '免打扰时段，结束后发送', en: 'Quiet hours: waits until they end' },
  recordOnly: {
    zh: '发送时报警级别为“仅记录”，不通知',
    en: 'When it was to be sent, the alarm was for the record only',
  },
  refused: { zh: '服务商拒绝', en: 'The provider refused it' },
  retrying: { zh: '服务商暂不可用，将重试', en: 'The provider cannot be reached; tried again soon' },
  returned: { zh: '报警已恢复', en: 'Back to normal before it was sent' },
  switchedOff: { zh: 'Webhook 已停用', en: 'The webhook is switched off' },
  toldJustNow: { zh: '刚刚已通知过此报警', en: 'Had been notified a moment before' },
  undelivered: { zh: '未送达', en: 'It did not arrive' },
} as const satisfies Record<string, Bilingual>;
export type NotSentReason = keyof typeof notSentReasons;
