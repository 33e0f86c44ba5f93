import type { ErrorCatalogue } from '../errors.ts';

export const notificationErrors = {
  rotaNameTaken: {
    code: 409,
    field: 'RotaName',
    zh: '该项目已有同名值班表',
    en: 'The project has a rota of this name already.',
  },
  webhookNameTaken: {
    code: 409,
    field: 'WebhookName',
    zh: '已有同名 Webhook',
    en: 'There is a webhook of this name already.',
  },
  testedTooOften: {
    code: 429,
    zh: '测试过于频繁，请一分钟后再试',
    en: 'That is too many tests. Try again in a minute.',
  },
  tooManyForSheet: {
    code: 400,
    zh: '共 {count} 条，此文件最多 {max} 条；请缩小范围，或用“导出”在下载中心生成完整文件',
    en: '{count} rows; this file holds at most {max}. Narrow the filter, or export the whole in the download centre.',
  },
  rangeUpsideDown: {
    code: 400,
    field: ['EndTime', 'endTime'],
    zh: '结束时间早于开始时间：{from} – {to}',
    en: 'The end is before the beginning: {from} – {to}.',
  },
  /** Entered by somebody who sets up more of them, or by the person on leave. */
  leaveOfOthers: {
    code: 403,
    zh: '该休假在您不能设置值班的项目中也有效，只能由本人或有权设置这些项目的人修改',
    en: 'This leave also counts in projects whose notifications you do not set up. The person on leave can change it, or somebody who sets up all of them.',
  },
} satisfies ErrorCatalogue;

/** Beside a field. */
export const dutyWords = {
  stranger: { zh: '不是该项目可查看报警的人员', en: 'May not see alarms of this project' },
  overlaps: { zh: '与该人员已有的休假重叠', en: 'Overlaps leave that is entered already' },
  privateAddress: {
    zh: '不允许内网地址；需要时请管理员在 ALLOWED_PRIVATE_HOSTS 中放行',
    en: 'Addresses on private networks are not allowed, unless ALLOWED_PRIVATE_HOSTS names them',
  },
  unknownHost: { zh: '找不到该主机', en: 'There is no such host' },
  allOver: { zh: '休假已经结束', en: 'That leave is over already' },
} as const;
