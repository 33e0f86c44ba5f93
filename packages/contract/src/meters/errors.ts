import type { ErrorCatalogue } from '../errors.ts';

/** Refusals about prepaid meters. */
export const prepaidErrors = {
  hasAccount: {
    code: 409,
    field: 'MeterId',
    zh: '该电表已有预付费账户',
    en: 'This meter has a prepaid account already.',
  },
  closed: { code: 409, zh: '账户已销户', en: 'The account is closed.' },
  chargedAlready: {
    code: 400,
    field: 'ChargeFrom',
    zh: '计费起始日须晚于 {day}，该电表上一账户已计费至该日',
    en: 'Choose a day after {day}; the last account of this meter is charged through it.',
  },
  otherOrder: {
    code: 409,
    field: 'OrderNumber',
    zh: '该充值单号已用于另一笔充值',
    en: 'This order number stands for another recharge already.',
  },
  paidTwice: {
    code: 409,
    field: 'ExternalId',
    zh: '该支付流水号已入账',
    en: 'This payment has been credited already.',
  },
  tooMuch: {
    code: 400,
    field: 'Amount',
    zh: '充值后余额将超过上限 {limit} 元',
    en: 'The balance would exceed the limit of ¥{limit}.',
  },
  notReversible: {
    code: 409,
    zh: '该充值当前不能冲正',
    en: 'This recharge cannot be reversed as it stands.',
  },
  spent: { code: 409, zh: '余额不足，不能冲正', en: 'The balance is too small to take the recharge back.' },
  notDeliverable: {
    code: 409,
    zh: '该充值当前不需要下发',
    en: 'There is nothing to deliver of this recharge.',
  },
  countUnknown: {
    code: 409,
    zh: '电表的购电次数未知，暂不能下发；请等待电表上线',
    en: 'The number of purchases in the meter is not known; wait until it is heard.',
  },
  deliveryPending: {
    code: 409,
    zh: '上一笔充值的结果尚未确认',
    en: 'What became of an earlier delivery is not known yet.',
  },
  notDisarmed: { code: 409, zh: '拉闸已启用', en: 'Cuts are armed already.' },
  twoPeople: {
    code: 409,
    field: 'LoadClass',
    zh: '受保护负荷须由两人改为可中断：一人申请并说明原因，另一人在 24 小时内同意',
    en: 'A protected load takes two people: one asks that it may be switched off and says why, another one agrees within 24 hours.',
  },
  switchStays: {
    code: 409,
    field: 'SwitchPointId',
    zh: '受保护负荷的开关点位不能更换或取消；请先由两人将其改为可中断',
    en: 'The switch of a protected load is not changed. First two people make it a load that may be switched off.',
  },
  notProtected: { code: 409, zh: '该负荷已是可中断负荷', en: 'This load may be switched off already.' },
  loosenAsked: {
    code: 409,
    zh: '{name} 已提出申请，请由另一人同意',
    en: '{name} has asked for this already; another person agrees.',
  },
  loosenOwn: {
    code: 409,
    zh: '申请人不能自己同意，请由另一位有权限的人员操作',
    en: 'The person who asked cannot agree. Somebody else with the permission does.',
  },
  loosenOver: {
    code: 409,
    zh: '没有待同意的申请，或申请已超过 24 小时',
    en: 'Nothing waits for agreement: it was decided, or is older than 24 hours.',
  },
  noSwitch: { code: 409, zh: '该账户没有设置开关点位', en: 'No switch is set up for this account.' },
  gateClosed: { code: 409, zh: '不能拉闸：{gates}', en: 'Power is not cut; not met: {gates}' },
  lineBusy: {
    code: 409,
    zh: '线路繁忙，拉闸条件已过时，没有发送',
    en: 'The line was busy for too long; nothing was sent. Try again.',
  },
  pointsNeeded: {
    code: 400,
    field: 'AmountPointId',
    zh: '表内计费须选择充值金额点位和购电次数点位',
    en: 'A meter that holds the money needs a point for the amount and one for the number of purchases.',
  },
  pointTaken: {
    code: 409,
    field: ['SwitchPointId', 'AmountPointId', 'CountPointId'],
    zh: '该点位已用于一个预付费账户',
    en: 'This point belongs to a prepaid account already.',
  },
  notWritable: {
    code: 400,
    field: 'SwitchPointId',
    zh: '该点位不属于本项目或不支持写入',
    en: 'This point is none of the project, or cannot be written.',
  },
} as const satisfies ErrorCatalogue;
