import type { Bilingual, ErrorEntry, Language } from '@watchpost/contract';

/** A refusal the caller should read: an entry of an error catalogue with its parameters filled in. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly entry: ErrorEntry;
  readonly parameters: Readonly<Record<string, string | number>>;

  constructor(entry: ErrorEntry, parameters: Readonly<Record<string, string | number>> = {}) {
    super(entry.en);
    this.entry = entry;
    this.parameters = parameters;
  }
}

/** What it says, in both languages, for what is kept. */
export const inBothLanguages = ({ entry, parameters }: Refusal): Bilingual => ({
  zh: fillText(entry, 'zh', parameters),
  en: fillText(entry, 'en', parameters),
});

export const fillText = (
  text: Bilingual,
  language: Language,
  parameters: Readonly<Record<string, string | number>>,
): string => text[language].replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole));
