import {
  type CallName,
  type CallSpec,
  calls,
  commonErrors,
  type FieldErrors,
  type Language,
} from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { normalizePart } from './platform/http/normalizeInput.ts';
import { readForm, readQuery } from './platform/http/readForm.ts';
import { InvalidInput, parsePart } from './platform/http/validate.ts';
import { startTestApplication, type TestApplication } from './testing/application.ts';
import { anEquippedCompany, type Ids } from './testing/equippedCompany.ts';
import { expectedCode } from './testing/expectedCode.ts';
import { sampleInputs } from './testing/sampleInputs.ts';
import { tokenFor } from './testing/tokenFor.ts';

const allCalls = Object.keys(calls) as CallName[];
const specOf = (name: CallName): CallSpec => calls[name];

let app: TestApplication;
let ids: Ids;
let token: string;
beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const company = await anEquippedCompany(db, 'Ours');
      ids = { ...company, alarmId: 1, confirmedAlarmId: 2, popupId: 1, refreshToken: 'none' };
    },
  });
  token = await tokenFor(app.database.db, ids.userId);
});
afterAll(() => app.stop());

type Part = 'query' | 'body';
interface Case {
  name: CallName;
  part: Part;
  field: string;
}

/** Every field of every call; a list that is a body has none of its own. */
const fields: Case[] = allCalls.flatMap((name) =>
  (['query', 'body'] as const).flatMap((part) => {
    const schema = objectIn(specOf(name)[part]);
    return schema ? Object.keys(schema.shape).map((field) => ({ name, part, field })) : [];
  }),
);
const jsonBodies = allCalls.filter((name) => specOf(name).encoding === 'json');

function objectIn(schema: z.ZodType | undefined): z.ZodObject | null {
  if (schema instanceof z.ZodDefault) return objectIn(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodObject ? schema : null;
}

/** Sends a question as bytes: what a typed client could never send, too. */
async function send(
  name: CallName,
  { query = '', body, type }: { query?: string; body?: string; type?: string },
  language: Language,
) {
  const spec = specOf(name);
  const isMultipart = spec.encoding === 'multipart' && type === undefined;
  const contentType = type ?? (spec.encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded');
  const sent = isMultipart ? formWithFiles(name, body) : body;
  const reply = await fetch(`${app.url}/api${spec.path}?${query}`, {
    method: spec.method,
    headers: {
      language,
      authorization: `Bearer ${token}`,
      ...(sent === undefined || isMultipart ? {} : { 'content-type': contentType }),
    },
    ...(sent === undefined ? {} : { body: sent }),
  });
  // A file: the question was a good one after all.
  if (reply.headers.get('content-disposition'))
    return { status: reply.status, Code: reply.status, Data: null, Message: '' };
  const envelope = (await reply.json()) as { Code: number; Data: FieldErrors | null; Message: string };
  expect(Object.keys(envelope)).toEqual(['Code', 'Data', 'Message']);
  expect(envelope.Code).toBe(expectedCode(spec, reply.status, envelope.Data));
  return { ...envelope, status: reply.status };
}

/** The fields of a form as it was written, and the files of the good question. */
function formWithFiles(name: CallName, fields = ''): FormData {
  const form = new FormData();
  for (const [field, value] of new URLSearchParams(fields)) form.append(field, value);
  const { files = [] } = sampleInputs[name](ids);
  for (const file of files) form.append('file', file);
  return form;
}

/** As forms and query strings write it: `a=1&b[]=2&b[]=3&c[x]=4`. */
function asForm(value: unknown): string {
  const pairs: [string, string][] = [];
  const add = (key: string, part: unknown): void => {
    if (Array.isArray(part)) for (const item of part) add(`${key}[]`, item);
    else if (typeof part === 'object' && part !== null) {
      for (const [name, item] of Object.entries(part)) add(key === '' ? name : `${key}[${name}]`, item);
    } else if (part !== undefined) pairs.push([key, String(part)]);
  };
  add('', value);
  return new URLSearchParams(pairs).toString();
}

/** Without the parameter that names the language of the answer: these tests ask by the header. */
const inNoLanguage = (input: object): object =>
  Object.fromEntries(
    Object.entries(input).map(([part, value]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [part, value];
      return [part, Object.fromEntries(Object.entries(value).filter(([name]) => name.toLowerCase() !== 'language'))];
    }),
  );

/** The good question of a call with one part replaced. */
function requestWith(name: CallName, part: Part, value: unknown): { query?: string; body?: string } {
  const good = inNoLanguage(sampleInputs[name](ids)) as Record<Part, unknown>;
  const { query, body }: Record<Part, unknown> = { ...good, [part]: value };
  const encode = specOf(name).encoding === 'json' ? (json: unknown) => JSON.stringify(json) : asForm;
  return {
    ...(query === undefined ? {} : { query: asForm(query) }),
    ...(body === undefined ? {} : { body: encode(body) }),
  };
}
const withField = ({ name, part, field }: Case, junk: unknown) => {
  const good = (inNoLanguage(sampleInputs[name](ids)) as Record<Part, object | undefined>)[part];
  return requestWith(name, part, { ...good, [field]: junk });
};

/** Sent as text in query strings, as itself in JSON. A query of more than 16 KB would not even reach us. */
const junkFor = ({ name, part }: Case): [what: string, junk: unknown, Language][] => [
  ['an object', { a: { b: 1 } }, 'en'],
  ['an object', { a: { b: 1 } }, 'zh'],
  ['a list of objects', [{ a: 1 }], 'en'],
  ['a text without end', 'x'.repeat(part === 'query' ? 5_000 : (specOf(name).maxBodyBytes ?? 140_000) / 2), 'zh'],
];

/** What the server makes of one part of a request before anybody looks at it; the route itself is asked once a call, below. */
function refusalOf({ name, part }: Case, request: { query?: string; body?: string }, language: Language) {
  const sent = request[part] ?? '';
  const isText = part === 'query' || specOf(name).encoding !== 'json';
  const asWritten = part === 'query' ? readQuery : isText ? readForm : JSON.parse;
  try {
    parsePart(
      specOf(name)[part],
      normalizePart(specOf(name), part, asWritten(sent), { isText, clears: true }),
      language,
    );
    return null;
  } catch (error) {
    if (error instanceof InvalidInput) return error;
    throw error;
  }
}

function expectFieldNamed(
  field: string,
  language: Language,
  refusal: { message: string; fields: FieldErrors['Fields'] } | null,
  what: string,
): void {
  expect(
    refusal?.fields.map(({ Field }) => Field.split('.')[0]),
    what,
  ).toContain(field);
  expect(refusal?.message, what).toMatch(language === 'en' ? /^Check your input: / : /^输入有误：/);
  for (const { Message } of refusal?.fields ?? []) {
    expect(Message, what).toMatch(language === 'en' ? /^[\x20-\x7e‘’“”]+$/ : /[\u4e00-\u9fff]/);
  }
}

test.each(fields)('$name refuses junk in $field and names it, in both languages', (field) => {
  for (const [what, junk, language] of junkFor(field)) {
    const refusal = refusalOf(field, withField(field, junk), language);
    expectFieldNamed(
      field.field,
      language,
      refusal && { message: refusal.userMessage, fields: [...refusal.fields] },
      what,
    );
  }
});

/** It looks at its token before it reads anything else. */
const readsTokenFirst = ({ name, part }: Case) => name === 'sendReport' && part === 'body';
const firstFields = [...Map.groupBy(fields, ({ name, part }) => `${name} ${part}`).values()]
  .map(([first]) => first!)
  .filter((field) => !readsTokenFirst(field));
test.each(firstFields)('junk in the $part of $name is refused with what is wrong, in both languages', async (field) => {
  for (const [what, junk, language] of junkFor(field)) {
    const { status, Data, Message } = await send(field.name, withField(field, junk), language);
    expect(status, what).toBe(400);
    expectFieldNamed(field.field, language, { message: Message, fields: Data?.Fields ?? [] }, what);
  }
});

/** PostgreSQL stores no NUL, half a character or number beyond its types: that is the caller's mistake, not ours. */
test.each(fields)('$name survives what no database can store in $field', async (field) => {
  // Ten digits are a good password, and would be set.
  const isFreeText = /pwd/i.test(field.field) || refusalOf(field, withField(field, "' OR 1=1 --"), 'en') === null;
  const beyondTypes = ['40000', '3000000000', '0000-05-05', '0000-05-05 00:00', '9999-12-31', '9999-12-31 23:59'];
  const unstorable = ['a\u0000b', '\ud800', { 'a\u0000': 1 }, '99999999999999999999', "' OR 1=1 --"];
  for (const junk of [...unstorable, ...(isFreeText ? [] : beyondTypes)]) {
    const request = withField(field, junk);
    // What is refused on arrival reaches no database.
    if (refusalOf(field, request, 'en')) continue;
    const { status, Message } = await send(field.name, request, 'en');
    expect(status, JSON.stringify(junk)).toBeLessThan(500);
    expect(Message).not.toMatch(/SELECT|invalid byte|integer out of range/);
  }
});

test.each(allCalls)('the sample of %s is a good question', (name) => {
  for (const part of ['query', 'body'] as const) {
    const refusal = refusalOf({ name, part, field: '' }, requestWith(name, part, sampleInputs[name](ids)[part]), 'en');
    expect(refusal?.userMessage ?? '', 'say it by hand in testing/samples').toBe('');
  }
});

const needed = fields.filter(({ name, part, field }) => {
  const schema = objectIn(specOf(name)[part]);
  return schema?.shape[field] !== undefined && !(schema.shape[field] as z.ZodType).safeParse(undefined).success;
});
test.each(needed)('$name says that $field is missing', (field) => {
  const refusal = refusalOf(field, withField(field, undefined), 'en');
  expect(refusal?.fields.map(({ Field }) => Field)).toContain(field.field);
});

test.each(jsonBodies)('%s refuses a body of another shape', async (name) => {
  const { body: schema } = specOf(name);
  const isList = !objectIn(schema);
  const shapes = isList ? ['{}', '{"0":1}'] : ['[]', '[{}]', '17'];
  // One item alone stands for its list; of tags that is a number, which is a text.
  if (!schema?.safeParse(['text']).success) shapes.push('"text"');
  for (const body of [...shapes, '[[[[[[[[1]]]]]]]]', '{', '{"a":1}}', '{"__proto__":{"ProjectId":1}}']) {
    const { status, Message } = await send(name, { ...requestWith(name, 'body', {}), body }, 'en');
    expect(status, body).toBe(400);
    expect(Message, body).toMatch(/^Check your input: ./);
  }
});

test.each([
  ['start', '2026-09-31 00:00'],
  ['end', '2026-02-30 10:00:00'],
])('a curve whose %s is no day of the calendar is told so, not that it ends before it starts', async (field, local) => {
  const request = withField({ name: 'getPointData', part: 'query', field }, local);
  const { status, Code, Data } = await send('getPointData', request, 'en');
  expect([status, Code, Data]).toEqual([400, 500, { Fields: [{ Field: field, Message: 'There is no such day' }] }]);
});

test('two megabytes and other encodings are refused', async () => {
  const huge = await send('getTableListRead', { body: JSON.stringify({ Text: 'x'.repeat(2_000_000) }) }, 'zh');
  expect(huge).toEqual({ status: 413, Code: 413, Data: null, Message: commonErrors.bodyTooLarge.zh });
  const xml = await send('getTableListRead', { body: '<a/>', type: 'application/xml' }, 'en');
  expect(xml.Code).toBe(400);
});

test('a body that is not UTF-8 is refused or read as text, never an error of ours', async () => {
  const reply = await fetch(`${app.url}/api/ModelTree/GetTableListRead`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: Buffer.from([
      ...Buffer.from(`{"ProjectId":${ids.projectId},"ModelTreeName":"`),
      0xff,
      0xfe,
      ...Buffer.from('"}'),
    ]),
  });
  expect(reply.status).toBeLessThan(500);
});
