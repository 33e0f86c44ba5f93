import { z } from 'zod';
import { integer, nameOf } from '../scalars.ts';

/** Why a visit is moved or skipped, or a contract ends: a sentence, not a word. */
export const reason = nameOf({ zh: '原因', en: 'A reason' }, 10, 200);

/** Of a contract or of the draft of a template, as it was read. */
export const revision = integer
  .pipe(z.number().min(1).max(2_147_483_647))
  .optional()
  .describe('as it was read; another one is refused with what was changed since. Left out: they are not compared');
