import type { Bilingual, ErrorEntry, Language } from '@watchpost/contract';

/** What fills the places of a refusal's words; a name that differs by language in both. */
export type RefusalParameters = Readonly<Record<string, string | number | Bilingual>>;

/** A refusal the caller should read: an entry of an error catalogue with its parameters filled in. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly entry: ErrorEntry;
  readonly parameters: RefusalParameters;
  /** Of an act on several things: which of them it is about; empty: it does not say. */
  readonly ids: readonly number[];

  constructor(entry: ErrorEntry, parameters: RefusalParameters = {}, ids: readonly number[] = []) {
    super(entry.en);
    this.entry = entry;
    this.parameters = parameters;
    this.ids = ids;
  }

  /** The same refusal, said of this field of the input. */
  about(field: string): Refusal {
    return new Refusal({ ...this.entry, field }, this.parameters, this.ids);
  }
}

/** What it says, in both languages, for what is kept. */
export const inBothLanguages = ({ entry, parameters }: Refusal): Bilingual => ({
  zh: fillText(entry, 'zh', parameters),
  en: fillText(entry, 'en', parameters),
});

export const fillText = (text: Bilingual, language: Language, parameters: RefusalParameters): string =>
  text[language].replace(
    /\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/g,
    (whole, name: string, one?: string, several?: string) =>
      one === undefined || several === undefined
        ? wordOf(parameters[name] ?? whole, language)
        : Number(parameters[name]) === 1
          ? one
          : several,
  );

const wordOf = (value: string | number | Bilingual, language: Language): string =>
  typeof value === 'object' ? value[language] : String(value);
