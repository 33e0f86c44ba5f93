import type { ErrorCatalogue } from '../errors.ts';

/** Refusals of repair orders. */
export const repairErrors = {
  wrongStatus: {
    code: 409,
    zh: '工单{order}当前为“{status}”，不能{action}',
    en: '{order} is “{status}” now: “{action}” is not possible.',
  },
  onlyApplicant: {
    code: 403,
    zh: '仅报修人或派单员可执行此操作',
    en: 'Only the applicant or a dispatcher can do this.',
  },
  onlyDispatcher: { code: 403, zh: '仅派单员可执行此操作', en: 'Only a dispatcher can do this.' },
  onlyAssignee: { code: 403, zh: '仅该工单的维修人员可执行此操作', en: 'Only the assigned engineer can do this.' },
  onlyAcceptor: {
    code: 403,
    zh: '仅报修人或派单员可以验收，维修人员不能验收自己的维修',
    en: 'Only the applicant or a dispatcher accepts a repair, and nobody accepts their own.',
  },
  onlyInvolved: {
    code: 403,
    zh: '仅报修人、维修人员或派单员可执行此操作',
    en: 'Only the applicant, the engineer or a dispatcher can do this.',
  },
  onlyAccountant: { code: 403, zh: '您没有结算权限', en: 'You have no permission to settle costs.' },
  askDispatcher: {
    code: 409,
    zh: '工单已接单，请联系派单员撤回',
    en: 'Already accepted. Ask the dispatcher to revoke it.',
  },
  alreadyOpen: {
    code: 409,
    zh: '该设备已有未完成工单{order}，是否补充到该工单？',
    en: '{order} is already open for this device. Add to it instead?',
  },
  noSubject: { code: 400, zh: '请选择报修设备或区域', en: 'Choose a device or an area.' },
  alarmOfAnotherDevice: {
    code: 400,
    zh: '所选报警不属于该设备',
    en: 'This alarm is of another device.',
  },
  warningOfAnotherDevice: {
    code: 400,
    field: 'PreAlarmId',
    zh: '所选故障预警不属于该设备',
    en: 'This fault warning is of another device.',
  },
  tooManyPoints: { code: 400, zh: '最多观察20个点位', en: 'At most 20 points are watched.' },
  pointOfAnotherDevice: { code: 400, zh: '所选点位不属于该设备', en: 'This point is of another device.' },
  notARepairer: {
    code: 400,
    zh: '所选人员在该项目没有维修权限，或看不到该设备',
    en: 'This person cannot work on repairs here, or does not see the device.',
  },
  codeOfAnotherClass: {
    code: 400,
    zh: '所选故障代码不属于此类设备',
    en: 'This fault code is of another class of devices.',
  },
  codeUnused: { code: 400, zh: '故障代码“{code}”已停用', en: 'The fault code “{code}” is no longer used.' },
  codeOfAnotherKind: {
    code: 400,
    zh: '故障代码“{code}”不能用于此处',
    en: 'The fault code “{code}” does not fit here.',
  },
  codeExists: { code: 409, zh: '该故障代码已存在', en: 'This fault code exists already.' },
  builtInCode: {
    code: 409,
    zh: '系统自带的故障代码只能停用或启用',
    en: 'A fault code of the product can only be put in and out of use.',
  },
  teamEmpty: {
    code: 409,
    zh: '该单位没有可接单的人员',
    en: 'The team has nobody who could accept the order.',
  },
  notOfTeam: { code: 400, zh: '所选人员不属于该维修单位', en: 'This person does not belong to the team.' },
  teamDoesNotFit: {
    code: 400,
    zh: '该单位不负责此区域或服务方式，请说明原因',
    en: 'The team does not cover this area or service type. Say why.',
  },
  noSticker: {
    code: 404,
    zh: '二维码无效或已作废',
    en: 'This code is not valid, or was revoked.',
  },
  noReport: { code: 404, zh: '未找到该报修', en: 'No such report.' },
  formExpired: {
    code: 400,
    zh: '表单已过期，请重新扫码',
    en: 'The form has expired. Scan the code again.',
  },
  formTooQuick: { code: 400, zh: '提交过快，请稍候重试', en: 'Sent too quickly. Wait a moment and try again.' },
  reportedOften: {
    code: 429,
    zh: '报修过于频繁，请{seconds}秒后再试；紧急情况请直接联系门店人员',
    en: 'Reported too often. Try again in {seconds} s; if it is urgent, speak to the staff.',
  },
  noAddress: {
    code: 409,
    zh: '尚未设置本系统的访问地址；请联系管理员',
    en: 'The address of this installation is not set. Ask its administrator.',
  },
  stickersTooMany: { code: 400, zh: '一次最多{max}个设备', en: 'At most {max} devices at a time.' },
  noRemoteService: { code: 409, zh: '该单位不提供远程服务', en: 'The team offers no remote service.' },
  submittedStays: {
    code: 409,
    zh: '已提交的工单不能删除，请撤回',
    en: 'A submitted order cannot be deleted. Revoke it.',
  },
  reassignReason: {
    code: 400,
    zh: '转派原因不少于10个字',
    en: 'Say in at least 10 characters why it is reassigned.',
  },
  revokeReason: {
    code: 400,
    zh: '撤回原因不少于10个字',
    en: 'Say in at least 10 characters why it is revoked.',
  },
  farAway: { code: 400, zh: '距项目{km}公里，请说明原因', en: 'You are {km} km from the site. Say why.' },
  noPosition: { code: 400, zh: '未能定位，请说明原因', en: 'Your position is not known. Say why.' },
  isPaused: { code: 409, zh: '工单已暂停，请先继续', en: 'The order is paused. Resume it first.' },
  notPaused: { code: 409, zh: '工单未暂停', en: 'The order is not paused.' },
  notVerified: {
    code: 400,
    zh: '尚未验证恢复（{why}），请填写验收说明（不少于10个字）',
    en: 'Recovery is not verified ({why}). Say in at least 10 characters why you accept.',
  },
  ratedAlready: { code: 409, zh: '该工单已评价', en: 'This order has been rated.' },
  tooLateToRate: {
    code: 409,
    zh: '完成已超过30天，不能再评价',
    en: 'Completed more than 30 days ago: it can no longer be rated.',
  },
  settledAlready: { code: 409, zh: '该工单已结算', en: 'This order has been settled.' },
  costLineNeeded: { code: 400, zh: '付费结算至少需要一条费用', en: 'A paid order needs at least one cost line.' },
  freeHasNoCosts: { code: 400, zh: '免费结算不能带费用', en: 'A free order has no cost lines.' },
  tooLateForRework: {
    code: 409,
    zh: '已超过90天，请新建报修',
    en: 'More than 90 days ago. Report it anew.',
  },
  expectedBeforeNow: {
    code: 400,
    zh: '期望完成时间须晚于当前时间',
    en: 'The expected completion must be in the future.',
  },
  rangeTooLong: { code: 400, zh: '查询范围不能超过两年', en: 'The range is two years at most.' },
  endBeforeStart: { code: 400, zh: '结束时间须不早于开始时间', en: 'The end must not be before the start.' },
} satisfies ErrorCatalogue;
