import type { ErrorCatalogue } from '../errors.ts';

/** Refusals that every kind of order may answer. */
export const workErrors = {
  staleRevision: {
    code: 409,
    field: 'Revision',
    zh: '修改状态失败：{name}已于{time}{action}，请刷新后再操作',
    en: 'Status not changed: {name}: {action} at {time}. Refresh and try again.',
  },
  keyOfAnother: {
    code: 409,
    field: 'ClientKey',
    zh: '该请求编号已用于其他操作，请重新提交',
    en: 'This request key was used for something else. Submit again.',
  },
  numberFailed: {
    code: 503,
    zh: '获取工单编号失败，请稍后再试',
    en: 'The order number could not be obtained. Try later.',
  },
  serviceEnded: {
    code: 403,
    zh: '项目监测已到期，请联系客户经理',
    en: 'The project’s monitoring has expired. Contact your account manager.',
  },
} satisfies ErrorCatalogue;
