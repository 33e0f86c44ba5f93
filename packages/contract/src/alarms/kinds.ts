import type { Bilingual } from '../call.ts';

/** 1 urgent, 2 important, 3 general, 4 record only. Spec §3. */
export const alarmLevels = [1, 2, 3, 4] as const;

/** Those of which people and other systems are told. */
export const notifiedLevels = [1, 2, 3] as const;

/** What an alarm is about. */
export const alarmKinds = {
  limit: { zh: '超限报警', en: 'Limit alarm' },
  state: { zh: '状态量报警', en: 'State alarm' },
  frozen: { zh: '数值停滞报警', en: 'Frozen-value alarm' },
  rateOfChange: { zh: '变化率报警', en: 'Rate-of-change alarm' },
  deviation: { zh: '偏差报警', en: 'Deviation alarm' },
  noData: { zh: '数据中断报警', en: 'No-data alarm' },
  badQuality: { zh: '数据质量报警', en: 'Bad-quality alarm' },
  communicationLoss: { zh: '通讯中断报警', en: 'Communication loss' },
} as const satisfies Record<string, Bilingual>;
export type AlarmKindName = keyof typeof alarmKinds;
export const alarmKindNames = Object.keys(alarmKinds) as [AlarmKindName, ...AlarmKindName[]];

/** What an alarm is an alarm of. */
export const alarmSources = {
  point: { zh: '点位', en: 'Point' },
  slave: { zh: '从站', en: 'Slave' },
  gateway: { zh: '网关', en: 'Gateway' },
} as const satisfies Record<string, Bilingual>;
export type AlarmSource = keyof typeof alarmSources;
export const alarmSubjects = Object.keys(alarmSources) as [AlarmSource, ...AlarmSource[]];

/** 0 unconfirmed (even after its return to normal), 1 confirmed and active, 2 returned and confirmed. */
export const alarmStatus = { unconfirmed: 0, confirmed: 1, eliminated: 2 } as const;

/**
 * 0 trigger, 1 repeat, 2 escalation, 3 clear. Spec §3. And 4: it ended without having been over, because its rule, its time or its
 * cause is gone, or its subject. By phone and mail that goes to those notified of it; popups show it on the one there is. 5: it came and
 * went while its gateway was offline; contacts read of it in the app and by mail.
 */
export const pushTypes = { trigger: 0, repeat: 1, escalation: 2, clear: 3, ended: 4, offline: 5 } as const;

/** Why an alarm ended though its condition was not over: nobody knows that the value came back. */
export const endReasons = {
  outsidePeriod: { zh: '有效时段结束', en: 'outside its hours' },
  suppressedBySource: { zh: '上级通讯中断', en: 'source lost' },
  ruleEdited: { zh: '规则变更', en: 'rule changed' },
  ruleClosed: { zh: '规则关闭', en: 'rule closed' },
  ruleDeleted: { zh: '规则删除', en: 'rule deleted' },
  otherPointGone: { zh: '参照点位已删除', en: 'other point gone' },
  subjectDeleted: { zh: '监测对象已删除', en: 'subject deleted' },
  disproved: { zh: '补传数据否定', en: 'disproved by later data' },
} as const satisfies Record<string, Bilingual>;
export type EndReason = keyof typeof endReasons;
export const endReasonNames = Object.keys(endReasons) as [EndReason, ...EndReason[]];

/** What people decided about an alarm. Spec §4; none of them closes it: an alarm ends with its cause, its rule or its subject. */
export const followUpWords = {
  observing: { zh: '观察中', en: 'Observing' },
  pendingProcessing: { zh: '待处理', en: 'Pending' },
  noProcessingRequired: { zh: '无需处理', en: 'Nothing to do' },
  /** Only of one that is over. */
  alarmOff: { zh: '报警已解除', en: 'Alarm off' },
  humanIntervention: { zh: '需派人到场', en: 'Needs someone on site' },
  contactStore: { zh: '联系门店', en: 'Contact the store' },
} as const satisfies Record<string, Bilingual>;
export type FollowUp = keyof typeof followUpWords;
export const followUps = Object.keys(followUpWords) as [FollowUp, ...FollowUp[]];

/** Why an alarm is not shown though it is evaluated: by an operator for a time, for good until taken back, as planned. */
export const shelfKinds = {
  shelved: { zh: '已搁置', en: 'Shelved' },
  outOfService: { zh: '退出服务', en: 'Out of service' },
  maintenance: { zh: '检修窗口', en: 'Maintenance window' },
} as const satisfies Record<string, Bilingual>;
export type ShelfKind = keyof typeof shelfKinds;
export const shelfKindNames = Object.keys(shelfKinds) as [ShelfKind, ...ShelfKind[]];

/**
 * How long an alarm of each level can be shelved at most, in hours. What is urgent is looked at again in the same shift; the
 * longest is a week, so that nothing is forgotten.
 */
export const longestShelvingHours: Readonly<Record<number, number>> = { 1: 8, 2: 24, 3: 168, 4: 168 };
