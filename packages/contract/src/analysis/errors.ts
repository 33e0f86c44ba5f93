import type { ErrorCatalogue } from '../errors.ts';

/** Refusals about analysis. */
export const analysisErrors = {
  reversed: { code: 400, field: 'End', zh: '结束日期不能早于开始日期', en: 'The end must not be before the start.' },
  tooLong: { code: 400, field: 'End', zh: '时间范围不能超过 {days} 天', en: 'A period has {days} days at most.' },
} as const satisfies ErrorCatalogue;
