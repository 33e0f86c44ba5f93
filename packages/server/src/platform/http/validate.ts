import { commonErrors, type FieldErrors, type Language } from '@watchpost/contract';
import { z } from 'zod';
import { fillText } from './refusal.ts';

const wordsOf = { zh: z.locales.zhCN().localeError, en: z.locales.en().localeError } as const;

/** Bad input, with a message for each field in the caller's language. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
  readonly fields: FieldErrors['Fields'];
  readonly userMessage: string;

  constructor(fields: FieldErrors['Fields'], language: Language) {
    super('Invalid input');
    this.fields = fields;
    const separator = language === 'zh' ? '；' : '; ';
    const summary = fields
      .slice(0, 3)
      .map(({ Field, Message }) => (Field ? `${Field} ${Message}` : Message))
      .join(separator);
    this.userMessage = fillText(commonErrors.badInput, language, { fields: summary });
  }
}

/** Checks and coerces one part of a request. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, language: Language): z.output<S> {
  const result = schema.safeParse(value, { error: wordsOf[language] });
  if (result.success) return result.data;
  const fields = result.error.issues.map((issue) => ({ Field: issue.path.map(String).join('.'), Message: issue.message }));
  throw new InvalidInput(fields, language);
}
