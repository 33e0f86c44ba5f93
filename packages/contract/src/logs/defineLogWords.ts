import type { Bilingual } from '../call.ts';

export type Words = Readonly<Record<string, Bilingual>>;

/** What a value in the log can point at by its number. */
export type NamedKind =
  | 'company'
  | 'place'
  | 'device'
  | 'deviceClass'
  | 'gateway'
  | 'mappingProfile'
  | 'point'
  | 'pointType'
  | 'role'
  | 'subsystem';

/** What a field of an operation is called. */
export interface LogField extends Bilingual {
  /** Its values are numbers of something that has a name. */
  readonly pointsAt?: NamedKind;
  /** What its values mean, where they are written for programs. */
  readonly values?: Words;
  /** People have named what it consists of. */
  readonly namesOwnParts?: true;
}

interface LogWords {
  /** What its operations are about: the kinds of `subject`. */
  readonly subjects: Words;
  /** What it logs in `before` and `after`. Tests refuse a field that has no name. */
  readonly fields: Readonly<Record<string, LogField>>;
}

/** Keeps the literal names of a domain's subjects while checking the shape of its words. */
export const defineLogWords = <const Of extends LogWords>(words: Of): Of => words;
