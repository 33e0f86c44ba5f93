import type { Bilingual } from '@watchpost/contract';
import type { Severity } from '../engine/index.ts';

const words: Readonly<Record<Severity, Bilingual>> = {
  1: { zh: '紧急', en: 'urgent' },
  2: { zh: '重要', en: 'important' },
  3: { zh: '一般', en: 'general' },
  4: { zh: '仅记录', en: 'record only' },
};

/** A level 1–4 inside a sentence. Spec §3. */
export const severityText = (severity: Severity): Bilingual => words[severity];
