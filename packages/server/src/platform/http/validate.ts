import { commonErrors, type FieldErrors, type Language } from '@watchpost/contract';
import type { z } from 'zod';
import { fillText } from './refusal.ts';

type Issue = z.core.$ZodRawIssue;

/** What is wrong, in words for the person who typed it: no expressions, no type names. */
const words = {
  missing: { zh: '为必填项', en: 'is required' },
  wrongType: { zh: '类型不正确', en: 'has the wrong type' },
  wrongFormat: { zh: '格式不正确', en: 'has the wrong format' },
  notAllowed: { zh: '不是允许的值', en: 'is not one of the allowed values' },
  tooShort: { zh: (n: string) => `至少 ${n} 个字符`, en: (n: string) => `must have at least ${n} characters` },
  tooLong: { zh: (n: string) => `最多 ${n} 个字符`, en: (n: string) => `must have at most ${n} characters` },
  tooFew: { zh: (n: string) => `至少选择 ${n} 项`, en: (n: string) => `must have at least ${n} entries` },
  tooMany: { zh: (n: string) => `最多选择 ${n} 项`, en: (n: string) => `must have at most ${n} entries` },
  tooSmall: { zh: (n: string) => `不能小于 ${n}`, en: (n: string) => `must not be less than ${n}` },
  tooBig: { zh: (n: string) => `不能大于 ${n}`, en: (n: string) => `must not be greater than ${n}` },
} as const;

const isList = (origin: string): boolean => origin === 'array' || origin === 'set';

function wordsFor(issue: Issue, language: Language): string {
  switch (issue.code) {
    case 'invalid_type':
      return (issue.input === undefined ? words.missing : words.wrongType)[language];
    case 'invalid_union':
      return (issue.input === undefined ? words.missing : words.wrongFormat)[language];
    case 'invalid_format':
      return words.wrongFormat[language];
    case 'invalid_value':
      return (issue.input === undefined ? words.missing : words.notAllowed)[language];
    case 'too_small': {
      const text = issue.origin === 'string' ? words.tooShort : isList(issue.origin) ? words.tooFew : words.tooSmall;
      return text[language](String(issue.minimum));
    }
    case 'too_big': {
      const text = issue.origin === 'string' ? words.tooLong : isList(issue.origin) ? words.tooMany : words.tooBig;
      return text[language](String(issue.maximum));
    }
    default:
      return words.wrongFormat[language];
  }
}

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

/** PostgreSQL keeps every character in a text but U+0000. */
function pathsWithNul(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.includes('\0') ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => pathsWithNul(part, path === '' ? key : `${path}.${key}`));
}

/** Checks and coerces one part of a request. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, language: Language): z.output<S> {
  const result = schema.safeParse(value, { error: (issue) => wordsFor(issue, language) });
  if (result.success) {
    const unstorable = pathsWithNul(result.data).map((Field) => ({ Field, Message: words.wrongFormat[language] }));
    if (unstorable.length > 0) throw new InvalidInput(unstorable, language);
    return result.data;
  }
  const fields = result.error.issues.map((issue) => ({
    Field: issue.path.map(String).join('.'),
    Message: issue.message,
  }));
  throw new InvalidInput(fields, language);
}
