import type { Bilingual, Language } from '@watchpost/contract';
import { observableValue, useObservable } from './ObservableValue.ts';

const cookieName = 'language';
const oneYearSeconds = 365 * 24 * 3600;

/** The stored choice, else the browser's first language that we speak, else English. Spec §1. */
export function chooseLanguage(cookies: string, browserLanguages: readonly string[]): Language {
  const stored = storedLanguage(cookies);
  if (stored) return stored;
  for (const tag of browserLanguages) {
    const primary = tag.toLowerCase().split('-')[0];
    if (primary === 'zh' || primary === 'en') return primary;
  }
  return 'en';
}

/** The language chosen in this browser before; null: never chosen. */
export function storedLanguage(cookies: string): Language | null {
  const value = /(?:^|;\s*)language=(zh|en)(?:;|$)/.exec(cookies)?.[1];
  return value === 'zh' || value === 'en' ? value : null;
}

const language = observableValue<Language>(
  typeof document === 'undefined'
    ? 'en'
    : chooseLanguage(document.cookie, navigator.languages ?? [navigator.language ?? 'en']),
);

const markDocument = () => {
  if (typeof document !== 'undefined') document.documentElement.lang = language.get() === 'zh' ? 'zh-CN' : 'en';
};
markDocument();
language.subscribe(markDocument);

export const getLanguage = (): Language => language.get();
export const useLanguage = (): Language => useObservable(language);
export const onLanguageChange = language.subscribe;

/** Keeps the choice in a cookie for a year; every text on the screen changes at once, nothing is reloaded. */
export function switchLanguage(next: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing outside HTTPS
  document.cookie = `${cookieName}=${next}; path=/; max-age=${oneYearSeconds}; samesite=lax`;
  language.set(next);
}

/** The text in the present language; for data that carries both, such as route titles. */
export const useBilingual = (): ((text: Bilingual) => string) => {
  const present = useLanguage();
  return (text) => text[present];
};
