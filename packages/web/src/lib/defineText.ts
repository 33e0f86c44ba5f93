import type { Language } from '@watchpost/contract';
import { useLanguage } from './language.ts';

type Sentence = (...values: never[]) => string;
type Entry = { readonly zh: string | Sentence; readonly en: string | Sentence };

/** Both languages are of one kind: two texts, or two functions of the same parameters. */
type Matching<T> = {
  readonly [K in keyof T]: T[K] extends { zh: (...values: infer Values) => string }
    ? { readonly zh: (...values: Values) => string; readonly en: (...values: Values) => string }
    : { readonly zh: string; readonly en: string };
};

/** The table in one language. */
export type Text<T> = {
  readonly [K in keyof T]: T[K] extends { zh: infer Zh extends Sentence } ? Zh : string;
};

/**
 * A table of texts with both languages side by side. A missing language, or functions with different parameters, do not
 * compile.
 *
 * @example
 * const text = defineText({
 *   reject: { zh: '驳回', en: 'Reject' },
 *   picked: { zh: (n: number) => `已选 ${n} 项`, en: (n: number) => `${n} selected` },
 * });
 */
export const defineText = <const T extends Record<string, Entry>>(table: T & Matching<T>): T => table;

const inOneLanguage = new WeakMap<object, Partial<Record<Language, unknown>>>();

/** The table in the given language; the same object each time, so it may stand in a dependency list. */
export function textIn<T extends Record<string, Entry>>(table: T, language: Language): Text<T> {
  let known = inOneLanguage.get(table);
  if (!known) {
    known = {};
    inOneLanguage.set(table, known);
  }
  known[language] ??= Object.fromEntries(Object.entries(table).map(([key, entry]) => [key, entry[language]]));
  return known[language] as Text<T>;
}

/** The table in the user's language: `const t = useText(text); t.reject; t.picked(3)`. */
export const useText = <T extends Record<string, Entry>>(table: T): Text<T> => textIn(table, useLanguage());
