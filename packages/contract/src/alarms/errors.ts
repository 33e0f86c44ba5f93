import type { ErrorCatalogue } from '../errors.ts';

export const alarmErrors = {
  /** Often someone else was faster. */
  alreadyAcknowledged: {
    code: 409,
    zh: '请勿重复确认报警，该报警已由{name}确认',
    en: 'Do not process an alarm repeatedly: {name} has already acknowledged it.',
  },
  /** An alarm is acknowledged at the severity that the person saw. */
  becameMoreSevere: {
    code: 409,
    field: ['level', 'AlarmList'],
    zh: '报警已升级为“{zh}”，请查看后再确认',
    en: 'This alarm has become more severe: it is now {en}. Look at it again before you acknowledge.',
  },
  /** Several that were chosen are not confirmed yet. */
  acknowledgeTheseFirst: {
    code: 409,
    zh: '请先确认报警：{names}',
    en: 'Acknowledge these alarms first: {names}.',
  },
  /** Some of several that were chosen. */
  theseBecameMoreSevere: {
    code: 409,
    field: 'AlarmList',
    zh: '报警已升级，请查看后再确认：{names}',
    en: 'These alarms have become more severe. Look at them again before you acknowledge: {names}.',
  },
  /** A decision is made with the colleague's meanwhile in sight. */
  handledMeanwhile: {
    code: 409,
    field: 'SeenEPOCH',
    zh: '{name}已于 {time} 处理该报警：{followUp}。请查看后再保存',
    en: '{name} handled this alarm at {time}: {followUp}. Look at that before you save.',
  },
  /** What it says would not be true. */
  stillActive: {
    code: 409,
    zh: '报警仍在持续，不能记为“报警已解除”：{names}',
    en: '“Alarm off” cannot be said of an alarm that is still on: {names}.',
  },
  alreadyHandled: { code: 409, zh: '请勿重复处理报警', en: 'This alarm has already been handled.' },
  /** One of several that were chosen was done by somebody else meanwhile. Spec §8. */
  selectedProcessed: {
    code: 409,
    zh: '请勿选择已处理的报警：{names}',
    en: 'Do not select alarms that were processed already: {names}.',
  },
  shelvedTooLong: {
    code: 400,
    field: 'Minutes',
    zh: '“{zh}”报警最多搁置 {hours} 小时',
    en: 'An alarm that is {en} can be shelved for at most {hours} hours.',
  },
  /** Over or taken back; or what it hides was, before it could be shelved. */
  nothingToShelve: {
    code: 409,
    zh: '报警已恢复，无需搁置：{names}',
    en: 'The alarm is over, there is nothing to shelve: {names}.',
  },
  alreadyHidden: { code: 409, zh: '报警已隐藏：{names}', en: 'The alarm is hidden already: {names}.' },
  alreadyOutOfService: { code: 409, zh: '{name}已退出服务', en: '{name} is out of service already.' },
  oneOfPointAndDevice: {
    code: 400,
    field: 'PointId',
    zh: '请选择一个点位或一台设备',
    en: 'Choose one point or one device.',
  },
  reviewInThePast: {
    code: 400,
    field: 'ReviewDate',
    zh: '复核日期不能早于今天',
    en: 'The day of review must not be in the past.',
  },
  reviewTooFar: {
    code: 400,
    field: 'ReviewDate',
    zh: '复核日期最晚为一年后（{day}）',
    en: 'The day of review is at most a year ahead ({day}).',
  },
  areaOrDevice: {
    code: 400,
    field: 'DeviceId',
    zh: '请选择一个区域或一台设备，不能同时选择',
    en: 'Choose an area or a device, not both.',
  },
  windowUpsideDown: {
    code: 400,
    field: 'EndTime',
    zh: '结束时间须晚于开始时间',
    en: 'The end must be after the start.',
  },
  windowOver: { code: 400, field: 'EndTime', zh: '检修窗口已经过去', en: 'That maintenance window is over already.' },
  windowTooLong: {
    code: 400,
    field: 'EndTime',
    zh: '检修窗口最长 {days} 天；每周重复的最长一年',
    en: 'A maintenance window lasts at most {days} days, one that repeats weekly a year.',
  },
  wholeProjectOnly: {
    code: 403,
    zh: '您只能查看部分设备，不能隐藏整个区域或项目的报警',
    en: 'You see only some of the devices and cannot hide the alarms of a whole area or project.',
  },
  shelfOver: { code: 409, zh: '已经结束', en: 'It has ended already.' },
  tooManyToExport: {
    code: 400,
    zh: '共 {count} 条报警，单个文件最多 {max} 条，请缩小筛选范围',
    en: '{count} alarms; one file holds at most {max}. Narrow the filter.',
  },
  acknowledgeFirst: { code: 409, zh: '请先确认报警', en: 'Acknowledge the alarm first.' },
  rangeTooLong: { code: 400, zh: '报警查询最多 31 天', en: 'Alarms can be queried for at most 31 days.' },
} satisfies ErrorCatalogue;
