import { nameOf } from '../scalars.ts';

/** Why a visit is moved or skipped, or a contract ends: a sentence, not a word. */
export const reason = nameOf({ zh: '原因', en: 'A reason' }, 10, 200);
