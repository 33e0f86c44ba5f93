import type { ErrorCatalogue } from '../errors.ts';

/** Other clients show the words of code 500 alone. Spec §8. */
const shown = { code: 400, envelopeCode: 500 } as const;

export const historyErrors = {
  rangeTooLong: { ...shown, field: 'end', zh: '最大查询范围为两年', en: 'The maximum query range is two years.' },
  rangeReversed: { ...shown, field: 'end', zh: '开始时间必须早于结束时间', en: 'The start must be before the end.' },
  inTheFuture: { ...shown, field: 'end', zh: '不能查询未来的时间', en: 'Future dates cannot be queried.' },
  intervalTooShort: {
    ...shown,
    field: 'tmes',
    zh: '查询超出限制：该时间范围的间隔至少为 {minutes} 分钟',
    en: 'Query range exceeds limit: this range needs an interval of at least {minutes} minutes.',
  },
  tooManyValues: {
    ...shown,
    field: 'pointIdList',
    zh: '查询超出限制：该时间范围内超过 {count} 个数值，请缩短时间范围或减少点位',
    en: 'Query range exceeds limit: more than {count} values in this range. Choose a shorter range or fewer points.',
  },
  tooManyPoints: {
    ...shown,
    field: 'pointIdList',
    zh: '曲线最多选择 {count} 个点位',
    en: 'A curve takes at most {count} points.',
  },
} satisfies ErrorCatalogue;
