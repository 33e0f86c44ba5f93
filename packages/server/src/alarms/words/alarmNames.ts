import type { Bilingual } from '@watchpost/contract';

/** So many are named; a sentence with more of them nobody reads. */
const maxNamed = 5;

/** Alarms in a sentence, each by device and point in the reader's language. */
export function alarmNames(alarms: readonly { readonly name: string; readonly name_en: string }[]): Bilingual {
  const named = alarms.slice(0, maxNamed);
  const others = alarms.length - named.length;
  return {
    zh: named.map(({ name }) => name).join('、') + (others > 0 ? `，等 ${alarms.length} 条` : ''),
    en: named.map(({ name_en }) => name_en).join(', ') + (others > 0 ? ` and ${others} more` : ''),
  };
}
