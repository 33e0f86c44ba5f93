import type { Bilingual, Language } from '@watchpost/contract';

/** A name as its owner gave it, or the English one where there is one and English is asked for. */
export const inLanguage = (name: string, nameEn: string | null, language: Language): string =>
  language === 'en' ? (nameEn ?? name) : name;

/** The same for a reader of either language. */
export const inBoth = (name: string, nameEn: string | null): Bilingual => ({ zh: name, en: nameEn ?? name });
