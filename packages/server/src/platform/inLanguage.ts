import type { Language } from '@watchpost/contract';

/** A name as its owner gave it, or the English one where there is one and English is asked for. */
export const inLanguage = (name: string, nameEn: string | null, language: Language): string =>
  language === 'en' ? (nameEn ?? name) : name;
