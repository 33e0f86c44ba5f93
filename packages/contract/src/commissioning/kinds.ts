import type { Bilingual } from '../call.ts';

/** Spec §4. Stored. */
export const debugStatuses = {
  doing: { zh: '调试中', en: 'In progress' },
  done: { zh: '已完成', en: 'Done' },
} as const satisfies Record<string, Bilingual>;
export type DebugStatus = keyof typeof debugStatuses;
export const debugStatusNames = Object.keys(debugStatuses) as [DebugStatus, ...DebugStatus[]];

export interface DebugCheck extends Bilingual {
  /** `system`: found in live data whenever somebody looks; `person`: ticked by who was there. */
  readonly by: 'system' | 'person';
  /** An order is not finished while it is open. */
  readonly required: boolean;
  /** What to do where it is open. */
  readonly cure: Bilingual;
}

/** What is checked before a project goes live, in the order in which it is mended. */
export const debugChecks = {
  located: {
    by: 'system',
    required: true,
    zh: '项目位置已设置',
    en: 'The project has a position',
    cure: { zh: '在“项目位置”中标出项目', en: 'Set it under “Project position”.' },
  },
  gatewaysOnline: {
    by: 'system',
    required: true,
    zh: '网关在线',
    en: 'Gateways are online',
    cure: { zh: '检查供电、通信卡与网关配置', en: 'Check power, communication card and gateway configuration.' },
  },
  slavesAnswer: {
    by: 'system',
    required: true,
    zh: '从站应答',
    en: 'Slaves answer',
    cure: { zh: '检查从站地址、接线与串口参数', en: 'Check address, wiring and serial parameters.' },
  },
  pointsHeard: {
    by: 'system',
    required: true,
    zh: '点位有数据',
    en: 'Points have data',
    cure: {
      zh: '在 Modbus 调试台核对寄存器，或检查上报的键',
      en: 'Compare registers in the workbench, or the keys that are sent.',
    },
  },
  pointsGood: {
    by: 'system',
    required: true,
    zh: '点位数据正常',
    en: 'Points have good quality',
    cure: { zh: '检查探头与量程', en: 'Check probe and range.' },
  },
  devicesBound: {
    by: 'system',
    required: true,
    zh: '设备已关联点位',
    en: 'Devices have points',
    cure: { zh: '在“点位配置”中为设备关联点位', en: 'Link points to the devices.' },
  },
  devicesWatched: {
    by: 'system',
    required: true,
    zh: '设备已配置报警',
    en: 'Devices are watched by alarm policies',
    cure: { zh: '为设备类型应用报警策略模板', en: 'Apply an alarm policy template of the class.' },
  },
  contactsNamed: {
    by: 'system',
    required: true,
    zh: '报警策略已指定通知人',
    en: 'Alarm policies name people to notify',
    cure: { zh: '在报警策略中添加通知人', en: 'Add people in the alarm policy.' },
  },
  contactsReached: {
    by: 'system',
    required: false,
    zh: '测试消息已送达通知人',
    en: 'Contacts were reached by a test message',
    cure: { zh: '在本页向通知人发送测试消息', en: 'Send them a test message on this page.' },
  },
  alarmConfirmed: {
    by: 'system',
    required: true,
    zh: '调试期间有报警并被确认',
    en: 'An alarm came and was acknowledged during commissioning',
    cure: { zh: '触发一次报警，由值班人员确认', en: 'Cause an alarm and let the person on duty acknowledge it.' },
  },
  camerasReachable: {
    by: 'system',
    required: false,
    zh: '摄像头可观看',
    en: 'Cameras can be watched',
    cure: { zh: '检查视频地址与网络', en: 'Check video address and network.' },
  },
  doorsTested: {
    by: 'person',
    required: true,
    zh: '开关门与门磁一致',
    en: 'Doors were opened and closed, and the contacts agree',
    cure: { zh: '逐个开关库门，对照页面状态', en: 'Open and close each door and compare the screen.' },
  },
  probesCompared: {
    by: 'person',
    required: true,
    zh: '温度探头已比对',
    en: 'Probes were compared with a reference',
    cure: { zh: '用标准温度计比对每个探头', en: 'Compare each probe with a reference thermometer.' },
  },
  defrostSeen: {
    by: 'person',
    required: false,
    zh: '已观察一次化霜',
    en: 'A defrost was watched',
    cure: { zh: '手动化霜一次并观察曲线', en: 'Start a defrost and watch the curve.' },
  },
  handedOver: {
    by: 'person',
    required: true,
    zh: '已向现场人员讲解',
    en: 'People on site were shown how to use it',
    cure: { zh: '讲解报警确认与手机使用', en: 'Show how to acknowledge alarms, on a phone, too.' },
  },
} as const satisfies Record<string, DebugCheck>;
export type DebugCheckName = keyof typeof debugChecks;
export const debugCheckNames = Object.keys(debugChecks) as [DebugCheckName, ...DebugCheckName[]];

/** `ok`: fulfilled; `open`: not yet; `waived`: let pass by who may; `none`: there is nothing to check. */
export const debugCheckStates = {
  ok: { zh: '通过', en: 'Passed' },
  open: { zh: '未通过', en: 'Open' },
  waived: { zh: '已豁免', en: 'Waived' },
  none: { zh: '不适用', en: 'Nothing to check' },
} as const satisfies Record<string, Bilingual>;
export type DebugCheckState = keyof typeof debugCheckStates;
export const debugCheckStateNames = Object.keys(debugCheckStates) as [DebugCheckState, ...DebugCheckState[]];

/** A finished order is opened again within so many days. */
export const debugReopenDays = 30;

/** By these ways a contact is sent a test message; a popup is shown with the alarm that is caused on site. */
export const testChannels = {
  sms: { zh: '短信', en: 'SMS' },
  voice: { zh: '电话', en: 'Call' },
  email: { zh: '邮件', en: 'Mail' },
} as const satisfies Record<string, Bilingual>;
export type TestChannel = keyof typeof testChannels;
export const testChannelNames = Object.keys(testChannels) as [TestChannel, ...TestChannel[]];
/** Test messages of one order within an hour, at most: a test, no flood. */
export const testsAnHour = 40;

/** Who signs the handover. Stored. */
export const handoverRoles = {
  engineer: { zh: '调试人员', en: 'Commissioning engineer' },
  store: { zh: '现场负责人', en: 'On site' },
} as const satisfies Record<string, Bilingual>;
export type HandoverRole = keyof typeof handoverRoles;
export const handoverRoleNames = Object.keys(handoverRoles) as [HandoverRole, ...HandoverRole[]];

/** What a store template holds. */
export const storeParts = {
  area: { zh: '区域', en: 'Area' },
  device: { zh: '设备', en: 'Device' },
} as const satisfies Record<string, Bilingual>;
export type StorePart = keyof typeof storeParts;
export const storePartNames = Object.keys(storeParts) as [StorePart, ...StorePart[]];

/** What becomes of a part of a template in a project. `differs`: a device of this name is of another class; nothing is applied. */
export const storeChanges = {
  added: { zh: '新增', en: 'Added' },
  present: { zh: '已有，不变', en: 'There already' },
  differs: { zh: '同名不同类', en: 'Same name, other class' },
} as const satisfies Record<string, Bilingual>;
export type StoreChange = keyof typeof storeChanges;
export const storeChangeNames = Object.keys(storeChanges) as [StoreChange, ...StoreChange[]];
