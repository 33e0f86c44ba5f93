import { dayFilterWords, expressionInWords, type ScheduleJobRow } from '@watchpost/contract';
import { useCallback } from 'react';
import { useBilingual, useLanguage } from '../lib/language.ts';

type Due = Pick<ScheduleJobRow, 'JobTimeExpression' | 'DayFilter'>;

/** Says when a task is due, with the days that count: `Every day at 22:00 · Working days only`. */
export function useDueInWords(): (job: Due) => string {
  const language = useLanguage();
  const inWords = useBilingual();
  return useCallback(
    ({ JobTimeExpression, DayFilter }) => {
      const due = expressionInWords(JobTimeExpression, language);
      return DayFilter === 'all' ? due : `${due} · ${inWords(dayFilterWords[DayFilter])}`;
    },
    [language, inWords],
  );
}
