import type { Bilingual } from '../call.ts';

/** What of the platform an event is about: the system type of the specification (§3, event notice). */
export const eventSystems = {
  gateway: { zh: '网关与从站', en: 'Gateways and slaves' },
  card: { zh: '通信卡', en: 'Communication cards' },
  platform: { zh: '平台任务', en: 'Work of the platform' },
  work: { zh: '工单', en: 'Work orders' },
  energy: { zh: '能耗与电表', en: 'Energy and meters' },
  transport: { zh: '运输车辆', en: 'Vehicles' },
} as const satisfies Record<string, Bilingual>;
export type EventSystem = keyof typeof eventSystems;
export const eventSystemNames = Object.keys(eventSystems) as [EventSystem, ...EventSystem[]];

export interface EventType extends Bilingual {
  readonly system: EventSystem;
  /** Happens and is over: there is nothing to recover. */
  readonly once?: true;
}

/** Everything that the platform finds by itself. Stored with events and notices: never reuse a name. */
export const eventTypes = {
  gatewayOffline: { system: 'gateway', zh: '网关离线', en: 'Gateway offline' },
  slaveSilent: { system: 'gateway', zh: '从站无应答', en: 'Slave does not answer' },
  configurationPending: { system: 'gateway', zh: '网关配置未生效', en: 'Gateway has not taken its configuration' },
  identityClash: {
    system: 'gateway',
    zh: '另有设备使用网关的身份',
    en: 'Another device under the name of a gateway',
    once: true,
  },
  cardStopped: { system: 'card', zh: '通信卡停机', en: 'Communication card stopped' },
  cardTraffic: { system: 'card', zh: '通信卡流量将用完', en: 'Communication card nearly used up' },
  cardExpiring: { system: 'card', zh: '通信卡即将到期', en: 'Communication card about to expire' },
  downloadFailed: { system: 'platform', zh: '导出失败', en: 'Export failed', once: true },
  messagesStuck: { system: 'platform', zh: '报警消息发不出去', en: 'Alarm messages do not go out' },
  messageFailed: { system: 'platform', zh: '报警消息发送失败', en: 'Alarm message not delivered', once: true },
  returnFailed: {
    system: 'platform',
    zh: '临时写入的值未能恢复',
    en: 'Value written for a time not taken back',
    once: true,
  },
  alarmsDiffer: { system: 'platform', zh: '报警记录与历史不符', en: 'Alarms differ from history', once: true },
  notJudged: { system: 'platform', zh: '点位长时间无法判断报警', en: 'Point not judged for long', once: true },
  jobMissed: { system: 'platform', zh: '计划任务错过执行', en: 'Scheduled task missed', once: true },
  jobSuspended: { system: 'platform', zh: '计划任务被停用', en: 'Scheduled task switched off by the platform' },
  displayDark: { system: 'platform', zh: '墙面屏幕无响应', en: 'Wall display is dark' },
  certificateExpiring: {
    system: 'platform',
    zh: '校准证书即将到期',
    en: 'Calibration certificate about to end',
    once: true,
  },
  sealBroken: { system: 'platform', zh: '数据与封存记录不一致', en: 'Sealed records do not match', once: true },
  reportFailed: { system: 'platform', zh: '报告未能生成', en: 'Report could not be generated' },
  orderOverdue: { system: 'work', zh: '工单超时', en: 'Work order overdue' },
  faultReturned: { system: 'work', zh: '维修后故障复发', en: 'Fault back after a repair', once: true },
  maintenanceOverdue: { system: 'work', zh: '维保逾期', en: 'Maintenance overdue' },
  warrantyEnding: { system: 'work', zh: '资产质保即将到期', en: 'Warranty of an asset about to end', once: true },
  bootRejected: { system: 'work', zh: '机组开机被拒', en: 'Unit did not start', once: true },
  firstHourFailed: { system: 'work', zh: '机组首小时异常', en: 'First hour of a unit failed', once: true },
  energyReadingSuspect: { system: 'energy', zh: '电表示数异常', en: 'Register event to decide' },
  energyDiffers: { system: 'energy', zh: '用电量与示数不符', en: 'Energy differs from the register' },
  demandNear: { system: 'energy', zh: '需量将超过合同值', en: 'Demand about to exceed the contract' },
  vehicleArrived: { system: 'transport', zh: '车辆到达围栏', en: 'Vehicle arrived at a geofence', once: true },
  vehicleLeft: { system: 'transport', zh: '车辆离开围栏', en: 'Vehicle left a geofence', once: true },
  vehicleDoorOpen: { system: 'transport', zh: '行驶中厢门打开', en: 'Door open while driving' },
  waybillLate: { system: 'transport', zh: '运单超时未到', en: 'Waybill late' },
  tagLost: { system: 'transport', zh: '在途标签失联', en: 'Tag silent on the way' },
  vehicleSilent: { system: 'transport', zh: '车辆失联', en: 'Vehicle silent' },
  lowBalance: { system: 'energy', zh: '预付费余额不足', en: 'Prepaid balance low' },
  tariffPriceMissing: { system: 'energy', zh: '电量没有电价', en: 'Energy without a price' },
  energyGap: { system: 'energy', zh: '电表示数中断', en: 'Register without readings' },
  energyUnbalanced: { system: 'energy', zh: '电量不平衡', en: 'Meters below do not add up' },
  energyDrift: { system: 'energy', zh: '能耗偏离基准', en: 'More energy than the baseline expects' },
  meterTripped: { system: 'energy', zh: '预付费电表已拉闸', en: 'Prepaid meter switched off', once: true },
  tripsDisarmed: { system: 'energy', zh: '恢复备份后拉闸停用', en: 'Cuts disarmed after a restored backup' },
} as const satisfies Record<string, EventType>;
export type EventTypeName = keyof typeof eventTypes;
export const eventTypeNames = Object.keys(eventTypes) as [EventTypeName, ...EventTypeName[]];

/** The types of one system, in their order. */
export const eventTypesOf = (system: EventSystem): EventTypeName[] =>
  eventTypeNames.filter((name) => eventTypes[name].system === system);

/** How people are told of events. */
export const eventChannelNames = ['sms', 'voice', 'email'] as const;
