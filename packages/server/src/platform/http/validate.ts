import {
  type Bilingual,
  commonErrors,
  type FieldErrors,
  inputText,
  inputWords,
  type Language,
} from '@watchpost/contract';
import type { z } from 'zod';
import { given } from '../given.ts';
import type { NormalizedPart } from './normalizeInput.ts';
import { fillText } from './refusal.ts';

/** What to call a body that has no fields: a list, or one value. */
const wholeBody = 'body';

/** Bad input, with a message for each field in the caller's language. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
  readonly fields: FieldErrors['Fields'];
  readonly userMessage: string;
  private readonly language: Language;

  constructor(fields: FieldErrors['Fields'], language: Language) {
    super('Invalid input');
    this.language = language;
    // One sentence a field: the first, which is what the others often follow from.
    this.fields = fields.filter(({ Field }, index) => fields.findIndex((other) => other.Field === Field) === index);
    const [colon, separator] = language === 'zh' ? ['：', '；'] : [': ', '; '];
    const summary = this.fields
      .slice(0, 3)
      .map(({ Field, Message }) => (Field === '' || Field === wholeBody ? Message : `${Field}${colon}${Message}`))
      .join(separator);
    this.userMessage = fillText(commonErrors.badInput, language, { fields: summary });
  }

  /** The same with the names that fields were sent under, by those that the schema has. */
  spelledAs(names: ReadonlyMap<string, string>): InvalidInput {
    const fields = this.fields.map(({ Field, Message }) => ({ Field: sentName(Field, names), Message }));
    return new InvalidInput(fields, this.language);
  }

  /** What no schema could see is wrong with one field. */
  static inField(field: string, words: Bilingual, language: Language): InvalidInput {
    return new InvalidInput([{ Field: field, Message: words[language] }], language);
  }
}

/** `subareaName` for `SubareaName`, where it was sent so; what follows a dot stays. */
export function sentName(field: string, names: ReadonlyMap<string, string>): string {
  const [first = '', ...rest] = field.split('.');
  return [names.get(first) ?? first, ...rest].join('.');
}

/** PostgreSQL keeps every character in a text but U+0000, and in JSON no half of a surrogate pair. */
export function pathsOfUnstorable(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const at = path === '' ? key : `${path}.${key}`;
    return [...(pathsOfUnstorable(key).length > 0 ? [path] : []), ...pathsOfUnstorable(part, at)];
  });
}

/**
 * What comes of something when a call changes parts of it: as it stands, with what was sent, by the rules of the whole. Parts that
 * two people changed one after the other may not go together; the second is told beside the field.
 */
export function parseChanged<S extends z.ZodType>(
  whole: S,
  present: z.input<S> & object,
  sent: object,
  language: Language,
): z.output<S> {
  return parseInput(whole, { ...present, ...given(sent) }, language);
}

/** Checks and coerces a part of a request by its schema; undefined when the call has no such part. */
export function parsePart(
  schema: z.ZodType | undefined,
  { value, problems, listedFields }: NormalizedPart,
  language: Language,
): unknown {
  const fields = problems.map(({ field, words }) => ({ Field: field, Message: words[language] }));
  try {
    const parsed = schema ? parseInput(schema, value, language) : undefined;
    if (fields.length === 0) return parsed;
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    fields.push(...error.fields);
  }
  const named = fields.map(({ Field, Message }) => ({ Field: asSent(Field, listedFields), Message }));
  throw new InvalidInput(named, language);
}

/** The name of a field as its sender has it: `Level` of `Level=1,urgent`, not `Level.1`. */
function asSent(field: string, listedFields: ReadonlySet<string>): string {
  const list = field.replace(/\.?\d+$/, '');
  return (list !== field && listedFields.has(list) ? list : field) || wholeBody;
}

/** Checks and coerces by a schema what is spelled as it has it. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, language: Language): z.output<S> {
  const result = schema.safeParse(value, { error: (issue) => inputWords(issue, language) });
  if (result.success) {
    const unstorable = pathsOfUnstorable(result.data).map((Field) => ({
      Field,
      Message: inputText.wrongFormat[language],
    }));
    if (unstorable.length > 0) throw new InvalidInput(unstorable, language);
    return result.data;
  }
  const fields = result.error.issues.map((issue) => ({
    Field: issue.path.map(String).join('.'),
    Message: issue.message,
  }));
  throw new InvalidInput(fields, language);
}
