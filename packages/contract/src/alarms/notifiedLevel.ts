import { z } from 'zod';
import { say } from '../inputWords.ts';
import { integer } from '../scalars.ts';
import { notifiedLevels } from './kinds.ts';

/** A level of which somebody is to be told. */
export const notifiedLevel = integer.pipe(
  z
    .number()
    .min(1)
    .max(notifiedLevels.length, {
      error: say({ zh: '“仅记录”级别不通知任何人', en: 'Nobody is notified of record-only alarms' }),
    }),
);
