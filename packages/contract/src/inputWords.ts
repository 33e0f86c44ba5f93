import type { z } from 'zod';
import type { Bilingual, Language } from './call.ts';

type Issue = z.core.$ZodRawIssue;
/** What zod takes as `error`; without words of its own it leaves them to the map below it. */
type Sentence = ((issue: Issue) => undefined) & { readonly words: Words };
/** One sentence, or the one for what was typed. */
type Words = Bilingual | ((input: unknown) => Bilingual);

/** What is wrong, in words for the person who typed it: no expressions, no type names; each stands alone beside a field. */
export const inputText = {
  missing: { zh: '必填', en: 'Required' },
  wrongType: { zh: '类型不正确', en: 'Wrong type' },
  notWhole: { zh: (n: string) => `须为整数，不能是 ${n}`, en: (n: string) => `A whole number, not ${n}` },
  notNumber: { zh: '须为数字', en: 'Must be a number' },
  notObject: { zh: '须为对象', en: 'An object with fields' },
  notList: { zh: '须为列表', en: 'A list' },
  notBoolean: { zh: '须为 true 或 false', en: 'true or false' },
  notText: { zh: '须为文本', en: 'Text' },
  notTimeOfDay: { zh: '格式须为 HH:mm', en: 'A time of day as HH:mm' },
  notDay: { zh: '格式须为 YYYY-MM-DD', en: 'A day as YYYY-MM-DD' },
  notUuid: { zh: '须为 UUID', en: 'A UUID' },
  wrongFormat: { zh: '格式不正确', en: 'Wrong format' },
  unknownField: { zh: (names: string) => `没有字段 ${names}`, en: (names: string) => `There is no field ${names}` },
  notAllowed: { zh: '不是允许的值', en: 'Not one of the allowed values' },
  only: { zh: (value: string) => `须为 ${value}`, en: (value: string) => `Has to be ${value}` },
  oneOf: { zh: (values: string) => `须为以下之一：${values}`, en: (values: string) => `One of ${values}` },
  tooShort: { zh: (n: string) => `至少 ${n} 个字符`, en: (n: string) => `At least ${n} characters` },
  tooLong: { zh: (n: string) => `最多 ${n} 个字符`, en: (n: string) => `At most ${n} characters` },
  wrongLength: { zh: (n: string) => `须为 ${n} 个字符`, en: (n: string) => `Exactly ${n} characters` },
  tooFew: { zh: (n: string) => `至少选择 ${n} 项`, en: (n: string) => `Choose at least ${n}` },
  tooMany: { zh: (n: string) => `最多选择 ${n} 项`, en: (n: string) => `Choose at most ${n}` },
  tooSmall: { zh: (n: string) => `不能小于 ${n}`, en: (n: string) => `Not less than ${n}` },
  tooBig: { zh: (n: string) => `不能大于 ${n}`, en: (n: string) => `Not more than ${n}` },
  notAbove: { zh: (n: string) => `须大于 ${n}`, en: (n: string) => `More than ${n}` },
  notBelow: { zh: (n: string) => `须小于 ${n}`, en: (n: string) => `Less than ${n}` },
} as const;

/**
 * A sentence of its own for what a schema refuses, said by server and screen alike.
 *
 * @example z.string().regex(/^[a-z]+$/, { error: say({ zh: '只能包含小写字母', en: 'Lower-case letters only' }) })
 */
export const say = (words: Words): Sentence => Object.assign((_issue: Issue) => undefined, { words });

/** The sentence of the issue itself (`addIssue({ …, ...say(…) })`), else of the check that refused, else of its schema. */
function sentenceOf({ inst, schema, input, ...issue }: Issue): Bilingual | null {
  const own = (issue as Partial<Sentence>).words;
  if (own) return typeof own === 'function' ? own(input) : own;
  for (const owner of [inst, schema]) {
    const error = (owner?._zod.def as { error?: Partial<Sentence> } | undefined)?.error;
    if (error?.words) return typeof error.words === 'function' ? error.words(input) : error.words;
  }
  return null;
}

const typeWords: Readonly<Record<string, Bilingual>> = {
  number: inputText.notNumber,
  int: inputText.notNumber,
  boolean: inputText.notBoolean,
  string: inputText.notText,
  array: inputText.notList,
  object: inputText.notObject,
  record: inputText.notObject,
};

/** What a text had to be. What a pattern stands for is found out by what it takes: many say “a number” in their own way. */
function formatWords({
  format,
  pattern,
}: {
  readonly format: string;
  readonly pattern?: string | undefined;
}): Bilingual {
  if (format === 'uuid' || format === 'guid') return inputText.notUuid;
  const parts = /^\/(.*)\/([a-z]*)$/s.exec(typeof pattern === 'string' ? pattern : '');
  if (!parts) return inputText.wrongFormat;
  const expression = new RegExp(parts[1]!, parts[2]!.replace(/[gy]/g, ''));
  const takes = (text: string): boolean => expression.test(text);
  if (takes('x') || takes('X')) return inputText.wrongFormat;
  if (takes('7') || takes('7.5')) return inputText.notNumber;
  if (takes('2026-11-29')) return inputText.notDay;
  return takes('08:30') ? inputText.notTimeOfDay : inputText.wrongFormat;
}

/** Beyond so many, what is allowed is said where the call is described: this is a sentence beside a field. */
const maxValuesSaid = 30;

function notAllowed(values: readonly unknown[], language: Language): string {
  const said = [...new Set(values.map(String))].filter((value) => value !== '');
  if (said.length === 0 || said.length > maxValuesSaid) return inputText.notAllowed[language];
  if (said.length === 1) return inputText.only[language](said[0]!);
  return inputText.oneOf[language](said.join(language === 'zh' ? '、' : ', '));
}

/** What would have been right where several kinds of values are: some named ones, a number, or else unknown. */
function noneOfUnion(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>, language: Language): string {
  const ways = issue.errors.flatMap((way) => (way.length === 1 && way[0]!.path.length === 0 ? way : []));
  const values = ways.flatMap((way) => (way.code === 'invalid_value' ? way.values : []));
  if (values.length > 0) return notAllowed(values, language);
  for (const way of ways) {
    if (way.code === 'invalid_type' && way.expected === 'number') return inputText.notNumber[language];
    if (way.code === 'invalid_format') return formatWords(way)[language];
  }
  return inputText.wrongFormat[language];
}

const isList = (origin: string): boolean => origin === 'array' || origin === 'set';

function tooSmall({ origin, minimum, inclusive, exact }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>) {
  if (isList(origin)) return inputText.tooFew;
  if (origin !== 'string') return inclusive === false ? inputText.notAbove : inputText.tooSmall;
  return exact ? inputText.wrongLength : Number(minimum) === 1 ? inputText.missing : inputText.tooShort;
}

function tooBig({ origin, inclusive, exact }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>) {
  if (isList(origin)) return inputText.tooMany;
  if (origin !== 'string') return inclusive === false ? inputText.notBelow : inputText.tooBig;
  return exact ? inputText.wrongLength : inputText.tooLong;
}

/**
 * What one refusal of a schema says to the person who typed it: the schema's own sentence (`say`), else common words.
 *
 * @example schema.safeParse(value, { error: (issue) => inputWords(issue, language) })
 */
export function inputWords(issue: Issue, language: Language): string {
  const nothingGiven = issue.input === undefined || issue.input === null;
  const leftEmpty = nothingGiven || issue.input === '';
  const sentence = sentenceOf(issue);
  const isMissing = (nothingGiven && issue.code === 'invalid_type') || (leftEmpty && issue.code === 'invalid_format');
  if (sentence && !isMissing) return sentence[language];
  switch (issue.code) {
    case 'invalid_type':
      if (nothingGiven) return inputText.missing[language];
      // What was typed is said, for in a sheet of hundreds of rows nobody sees it beside the sentence.
      if (issue.expected === 'int' && typeof issue.input === 'number')
        return inputText.notWhole[language](String(issue.input));
      return (typeWords[String(issue.expected)] ?? inputText.wrongType)[language];
    case 'unrecognized_keys':
      return inputText.unknownField[language]((issue as { keys: string[] }).keys.join(', '));
    case 'invalid_union':
      if (leftEmpty) return inputText.missing[language];
      return noneOfUnion(issue as z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>, language);
    case 'invalid_format':
      return (
        leftEmpty ? inputText.missing : formatWords(issue as z.core.$ZodRawIssue<z.core.$ZodIssueInvalidStringFormat>)
      )[language];
    case 'invalid_value':
      if (leftEmpty) return inputText.missing[language];
      return notAllowed((issue as z.core.$ZodRawIssue<z.core.$ZodIssueInvalidValue>).values, language);
    case 'too_small': {
      const words = tooSmall(issue as z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>)[language];
      return typeof words === 'string' ? words : words(String(issue.minimum));
    }
    case 'too_big':
      return tooBig(issue as z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>)[language](String(issue.maximum));
    default:
      return inputText.wrongFormat[language];
  }
}
