const han = /\p{Script=Han}/u;
const wordEdge = /[\p{L}\p{N}]/u;

/** Punctuation between parts that are all English now. */
const punctuation: readonly (readonly [RegExp, string])[] = [
  [/\s*[，、]\s*/g, ', '],
  [/\s*；\s*/g, '; '],
  [/\s*：\s*/g, ': '],
  [/\s*。\s*/g, '. '],
  [/\s*（\s*/g, ' ('],
  [/\s*）/g, ')'],
];

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The texts of one company and their English, one to one. */
export class TextPairs {
  readonly #english: ReadonlyMap<string, string>;
  readonly #typed: ReadonlyMap<string, string>;
  readonly #parts: RegExp;

  constructor(pairs: readonly (readonly [text: string, english: string])[]) {
    this.#english = new Map(pairs);
    this.#typed = new Map(pairs.map(([text, english]) => [english, text]));
    const longestFirst = pairs.map(([text]) => text).sort((a, b) => b.length - a.length);
    this.#parts = new RegExp(longestFirst.map(escaped).join('|'), 'gu');
  }

  /** A text that is known, or all of whose Chinese parts are known, in English; any other as it is. */
  inEnglish(text: string): string {
    if (!han.test(text)) return text;
    const whole = this.#english.get(text);
    if (whole !== undefined) return whole;
    const said = text.replace(this.#parts, (part, at: number) => {
      const before = wordEdge.test(text[at - 1] ?? '') ? ' ' : '';
      const after = /[A-Za-z0-9]/.test(text[at + part.length] ?? '') ? ' ' : '';
      return `${before}${this.#english.get(part)}${after}`;
    });
    // Half a sentence in English helps nobody, and what a person typed stays as typed.
    if (han.test(said)) return text;
    return punctuation.reduce((words, [mark, instead]) => words.replace(mark, instead), said).trim();
  }

  /**
   * A text of an English screen as it was typed at first; one that is not known as it is. Words without a capital letter may be codes
   * of the contract, so they stay.
   */
  asTyped(text: string): string {
    return /^[a-z]/.test(text) ? text : (this.#typed.get(text) ?? text);
  }
}
