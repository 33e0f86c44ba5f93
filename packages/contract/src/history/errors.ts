import type { ErrorCatalogue } from '../errors.ts';

export const historyErrors = {
  rangeTooLong: { code: 400, field: 'end', zh: '最大查询范围为两年', en: 'The maximum query range is two years.' },
  rangeReversed: { code: 400, field: 'end', zh: '开始时间必须早于结束时间', en: 'The start must be before the end.' },
  inTheFuture: { code: 400, field: 'end', zh: '不能查询未来的时间', en: 'Future dates cannot be queried.' },
  intervalTooShort: {
    code: 400,
    field: 'tmes',
    zh: '查询超出限制：该时间范围的间隔至少为 {minutes} 分钟',
    en: 'Query range exceeds limit: this range needs an interval of at least {minutes} minutes.',
  },
  tooManyValues: {
    code: 400,
    field: 'pointIdList',
    zh: '查询超出限制：该时间范围内超过 {count} 个数值，请缩短时间范围或减少点位',
    en: 'Query range exceeds limit: more than {count} values in this range. Choose a shorter range or fewer points.',
  },
  tooManyPoints: {
    code: 400,
    field: 'pointIdList',
    zh: '曲线最多选择 {count} 个点位',
    en: 'A curve takes at most {count} points.',
  },
} satisfies ErrorCatalogue;
