import type { ErrorCatalogue } from '../errors.ts';

/** Refusals about reports. Spec §4: only unpublished reports can be deleted, published ones cannot be changed. */
export const reportErrors = {
  published: {
    code: 409,
    zh: '报告已发布，不能修改或删除',
    en: 'A published report can be neither changed nor deleted.',
  },
  notGenerated: { code: 409, zh: '报告尚未生成', en: 'This report has not been generated yet.' },
  nameTaken: {
    code: 409,
    field: 'PolicyName',
    zh: '策略名称已存在',
    en: 'A report policy of this name exists already.',
  },
  periodNotOver: {
    code: 400,
    field: ['ReportIdList', 'Day'],
    zh: '该周期尚未结束，结束后才能生成报告',
    en: 'This period is not over yet. A report can be made once it is.',
  },
  exists: { code: 409, zh: '该周期的报告已存在', en: 'There is a report of this period already.' },
} as const satisfies ErrorCatalogue;
