import type { ErrorCatalogue } from '../errors.ts';

export const footfallErrors = {
  rangeReversed: {
    code: 400,
    field: 'end',
    zh: '开始日期不能晚于结束日期',
    en: 'The first day must not be after the last.',
  },
  future: { code: 400, field: 'start', zh: '开始日期不能晚于今天', en: 'The first day must not be after today.' },
  rangeTooLong: {
    code: 400,
    field: 'end',
    zh: '一次最多查询 {days} 天的客流',
    en: 'At most {days} days of visitors at once.',
  },
} satisfies ErrorCatalogue;
