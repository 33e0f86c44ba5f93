import type { Language } from '@watchpost/contract';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js';

export interface Country {
  /** ISO 3166 alpha-2. */
  readonly code: string;
  /** Without `+`; several countries may share one. */
  readonly dialingCode: string;
  readonly name: string;
}

const home = 'CN';

const build = (language: Language): readonly Country[] => {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const { compare } = new Intl.Collator(language);
  return getCountries()
    .flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [{ code, dialingCode: getCountryCallingCode(code), name }];
    })
    .sort((a, b) => Number(b.code === home) - Number(a.code === home) || compare(a.name, b.name));
};

const lists = new Map<Language, readonly Country[]>();

/** Countries and territories that have phone numbers, by name in the language; China first. */
export function countries(language: Language): readonly Country[] {
  const list = lists.get(language) ?? build(language);
  lists.set(language, list);
  return list;
}
