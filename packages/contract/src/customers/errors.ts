import type { ErrorCatalogue } from '../errors.ts';

/** Refusals about customers. */
export const customerErrors = {
  frequencyTooHigh: {
    code: 400,
    field: 'Every',
    zh: '提醒频率不能大于到期前天数',
    en: 'The frequency must not exceed the days before expiry.',
  },
  endsBeforeStart: {
    code: 400,
    field: 'EndDate',
    zh: '结束日期不能早于开始日期',
    en: 'The end must not be before the start.',
  },
  projectTaken: {
    code: 409,
    field: 'ProjectIdList',
    zh: '项目“{project}”已属于其他客户',
    en: 'The project “{project}” belongs to another customer already.',
  },
  contractNumberTaken: {
    code: 409,
    field: 'ContractNumber',
    zh: '服务合同编号已存在',
    en: 'The service contract number exists.',
  },
  contractNumberTwice: {
    code: 409,
    zh: '服务合同编号在表格中出现两次',
    en: 'The service contract number appears twice in the sheet.',
  },
  projectUnknown: {
    code: 400,
    zh: '没有此项目：{project}（每行填写一个）',
    en: 'There is no such project: {project}. Write one project a line.',
  },
  projectTwice: {
    code: 409,
    zh: '项目“{project}”在表格中属于两个客户',
    en: 'The project “{project}” stands with two customers of the sheet.',
  },
  tooManyDocuments: {
    code: 409,
    zh: '一个客户最多保存 {count} 个文件，请先删除一些',
    en: 'A customer holds at most {count} documents. Delete some first.',
  },
  endByRenewal: {
    code: 409,
    field: 'EndDate',
    zh: '到期日由续约延长，不能直接修改',
    en: 'A renewal moves the end; it is not edited.',
  },
  renewedMeanwhile: {
    code: 409,
    field: 'FromEnd',
    zh: '该客户的到期日已变为 {end}，请刷新后再续约',
    en: 'The service runs to {end} by now. Refresh, then renew.',
  },
  notRenewed: {
    code: 409,
    zh: '没有可撤销的续约：仅最近一次续约可在 {days} 天内撤销',
    en: 'Only the latest renewal can be undone, within {days} days.',
  },
  endNotLater: { code: 409, field: 'EndDate', zh: '新到期日须晚于原到期日', en: 'The new end must be later.' },
  endInPast: {
    code: 400,
    field: 'EndDate',
    zh: '新到期日不能早于今天',
    en: 'The new end must not be before today.',
  },
  notDue: { code: 409, zh: '服务尚未到期，不能标记流失', en: 'The service is not due, so the customer is not lost.' },
  notLost: { code: 409, zh: '该客户未标记流失', en: 'The customer is not marked as lost.' },
  lostAlready: { code: 409, zh: '该客户已标记流失', en: 'The customer is marked as lost already.' },
} as const satisfies ErrorCatalogue;
