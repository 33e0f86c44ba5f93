import type { ErrorCatalogue } from '../errors.ts';

/** Refusals of weather calls. Spec §7.8. */
export const weatherErrors = {
  retryLater: {
    code: 503,
    zh: '暂时没有天气数据，请稍后再试',
    en: 'There is no weather at the moment. Try again later.',
  },
  noPosition: {
    code: 400,
    field: 'projectId',
    zh: '该项目没有坐标，请先在项目配置中定位',
    en: 'This project has no position. Set it in the project settings first.',
  },
  rangeTooLong: {
    code: 400,
    field: 'end',
    zh: '一次最多查询 {days} 天的天气',
    en: 'At most {days} days of weather at once.',
  },
  tooManyToExport: {
    code: 400,
    zh: '共 {count} 行，直接导出最多 {max} 行，请缩小范围或在后台导出',
    en: '{count} rows are more than the {max} of one file. Narrow the filters, or export in the background.',
  },
  rangeReversed: {
    code: 400,
    field: ['end', 'TimeQuantum'],
    zh: '开始日期不能晚于结束日期',
    en: 'The first day must not be after the last.',
  },
} satisfies ErrorCatalogue;
