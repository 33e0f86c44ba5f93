import type { Bilingual } from '../call.ts';

/** Where the service of a customer stands on a day; `lost` is stored, the others follow from the end. */
export const customerStates = {
  running: { zh: '服务中', en: 'In service' },
  due: { zh: '即将到期', en: 'Due' },
  expired: { zh: '已到期', en: 'Expired' },
  lost: { zh: '已流失', en: 'Lost' },
} as const satisfies Record<string, Bilingual>;
export type CustomerState = keyof typeof customerStates;
export const customerStateNames = Object.keys(customerStates) as [CustomerState, ...CustomerState[]];

/** When the service of a customer that is not lost ends, counted from today. */
export const renewalBands = {
  expired: { zh: '已到期', en: 'Expired' },
  within30: { zh: '30 天内', en: 'Within 30 days' },
  within60: { zh: '31–60 天', en: '31 to 60 days' },
  within90: { zh: '61–90 天', en: '61 to 90 days' },
  later: { zh: '90 天以后', en: 'After 90 days' },
} as const satisfies Record<string, Bilingual>;
export type RenewalBand = keyof typeof renewalBands;
export const renewalBandNames = Object.keys(renewalBands) as [RenewalBand, ...RenewalBand[]];

/** Without a rule of its own a company is reminded so: from 30 days before the end, every 7 days. */
export const usualReminder = { daysBefore: 30, every: 7 } as const;

/** How many documents a customer holds at most. */
export const maxCustomerDocuments = 100;

/** How long a renewal can be undone, in days. Our choice. */
export const renewalUndoDays = 30;

/** Why a customer did not renew. Stored. */
export const lostReasons = {
  price: { zh: '价格', en: 'Price' },
  closed: { zh: '门店关闭', en: 'Shop closed' },
  competitor: { zh: '选择其他服务商', en: 'Another provider' },
  service: { zh: '服务不满意', en: 'Not content with the service' },
  other: { zh: '其他', en: 'Other' },
} as const satisfies Record<string, Bilingual>;
export type LostReason = keyof typeof lostReasons;
export const lostReasonNames = Object.keys(lostReasons) as [LostReason, ...LostReason[]];

/** What stands in the course of a customer. Stored. */
export const customerEventKinds = {
  renewed: { zh: '续约', en: 'Renewed' },
  renewalUndone: { zh: '撤销续约', en: 'Renewal undone' },
  lost: { zh: '流失', en: 'Lost' },
  notLost: { zh: '撤销流失', en: 'Not lost after all' },
  controlled: { zh: '设为受控', en: 'Controlled' },
  uncontrolled: { zh: '设为非受控', en: 'Uncontrolled' },
  documentAdded: { zh: '添加文件', en: 'Document added' },
  documentDeleted: { zh: '删除文件', en: 'Document deleted' },
  reminded: { zh: '到期提醒', en: 'Reminder of the end' },
} as const satisfies Record<string, Bilingual>;
export type CustomerEventKind = keyof typeof customerEventKinds;
export const customerEventKindNames = Object.keys(customerEventKinds) as [CustomerEventKind, ...CustomerEventKind[]];

/** What happened in the projects of a customer. */
export const customerWorkKinds = {
  alarm: { zh: '报警', en: 'Alarm' },
  repair: { zh: '维修工单', en: 'Repair order' },
  maintenance: { zh: '维保工单', en: 'Maintenance order' },
  commissioning: { zh: '调试工单', en: 'Commissioning order' },
} as const satisfies Record<string, Bilingual>;
export type CustomerWorkKind = keyof typeof customerWorkKinds;
export const customerWorkKindNames = Object.keys(customerWorkKinds) as [CustomerWorkKind, ...CustomerWorkKind[]];

/** What the health of a customer is made of. */
export const healthParts = {
  connected: { zh: '数据可用率（30 天）', en: 'Data availability (30 days)' },
  acknowledged: { zh: '15 分钟内确认的报警（30 天）', en: 'Alarms acknowledged within 15 min (30 days)' },
  alarms: { zh: '每台设备每月报警 / 同行业中位数', en: 'Alarms per device and month / median of its industry' },
  users: { zh: '活跃用户（30 天）', en: 'Active users (30 days)' },
  orders: { zh: '按时完成的维修（90 天）', en: 'Repairs on time (90 days)' },
  maintenance: { zh: '已完成的维保（90 天）', en: 'Maintenance visits done (90 days)' },
} as const satisfies Record<string, Bilingual>;
export type HealthPart = keyof typeof healthParts;
export const healthPartNames = Object.keys(healthParts) as [HealthPart, ...HealthPart[]];
/** Below this score a customer needs somebody. Our choice. */
export const lowHealth = 50;
