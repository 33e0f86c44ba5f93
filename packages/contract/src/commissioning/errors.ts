import type { ErrorCatalogue } from '../errors.ts';

/** Refusals about commissioning orders. */
export const commissioningErrors = {
  openOnProject: {
    code: 409,
    zh: '该项目已有进行中的调试工单：{number}',
    en: 'A commissioning order is open for this project already: {number}',
  },
  endsBeforeStart: {
    code: 400,
    field: 'PlannedTo',
    zh: '结束日期不能早于开始日期',
    en: 'The end must not be before the start.',
  },
  personElsewhere: {
    code: 400,
    field: 'DebugPersonId',
    zh: '调试人员不是本企业成员',
    en: 'The debug person is no member of the company.',
  },
  bySystem: { code: 409, zh: '该项由系统自动检查', en: 'The system checks this item.' },
  requiredOpen: {
    code: 409,
    zh: '还有{n}项必检未通过，不能完成',
    en: '{n} required {n:item is|items are} open.',
  },
  launchOpen: {
    code: 409,
    field: 'Reason',
    zh: '不能投运：{open}。如仍需投运，请说明原因',
    en: 'Not ready for service: {open}. To put it into service all the same, say why.',
  },
  emptyStore: {
    code: 409,
    zh: '该项目没有区域和设备，不能生成模板',
    en: 'The project has neither areas nor devices to make a template of.',
  },
  notSealed: {
    code: 409,
    zh: '调试人员与现场负责人均签字后，才有封存文件',
    en: 'There is a sealed file once the engineer and who is on site have signed.',
  },
  storeTooLarge: { code: 409, zh: '模板最多{n}个区域和设备', en: 'A template has at most {n} areas and devices.' },
  storeTemplateTaken: {
    code: 409,
    field: 'TemplateName',
    zh: '模板名称已存在',
    en: 'A template has this name already.',
  },
  storeChanged: {
    code: 409,
    field: 'Seen',
    zh: '比较之后项目或模板已变更，请重新比较',
    en: 'The project or the template has changed since. Compare again.',
  },
  storeDiffers: {
    code: 409,
    zh: '以下名称的设备已存在但类型不同，请先改名：{names}',
    en: 'Devices of these names exist and are of another class. Rename them first: {names}',
  },
  classGone: { code: 409, zh: '模板中的设备类型已删除', en: 'A class of devices in the template was deleted.' },
  launched: { code: 409, zh: '门店已投运', en: 'The store is in service already.' },
  notAContact: {
    code: 400,
    field: 'ContactList',
    zh: '所选人员或方式不在该项目的报警策略中',
    en: 'One of them is not notified of alarms of this project by that channel.',
  },
  tooManyTests: {
    code: 429,
    zh: '一小时内最多发送{n}条测试消息',
    en: 'At most {n} test messages an hour.',
  },
  signedByRole: { code: 409, zh: '该角色已签字', en: 'This role has signed already.' },
  isDone: { code: 409, zh: '工单已完成', en: 'The order is done.' },
  isNotDone: { code: 409, zh: '工单尚未完成', en: 'The order is not done yet.' },
  tooLateToReopen: { code: 409, zh: '已超过30天', en: 'More than 30 days ago.' },
} as const satisfies ErrorCatalogue;
