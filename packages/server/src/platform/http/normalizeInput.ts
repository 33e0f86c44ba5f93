import type { Bilingual, CallSpec } from '@watchpost/contract';
import { z } from 'zod';
import { sentName } from './validate.ts';

/** Where a call counts, see authorize.ts. */
const tenantNames: ReadonlySet<string> = new Set(['companyid', 'projectid', 'project']);
/** What other clients may add to any call: the tenant, the language, which the header decides, and what keeps caches away. */
const knownEverywhere: ReadonlySet<string> = new Set([...tenantNames, 'language', '_']);

const words = {
  unknown: { zh: '没有这个字段', en: 'There is no such field' },
  turned: { zh: '不能包含改变文字方向的字符', en: 'Characters that turn text around are not taken' },
  control: { zh: '不能包含控制字符', en: 'Control characters are not taken' },
  undecodable: { zh: '含有无法解码的字符，请使用 UTF-8 编码', en: 'This is not UTF-8: some characters cannot be read' },
  givenTwice: { zh: '同一字段给出了两次，只能给出一次', en: 'Given twice. Give it once.' },
} satisfies Record<string, Bilingual>;

/** Signs that turn what follows around (U+202E and its kin): `gpj.exe` reads as `exe.jpg`. Languages written from the right need none. */
const turning = /[\u202A-\u202E\u2066-\u2069]/;

/** Signs that no text has, on however many lines: C0 but tab and line ends, DEL and C1. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/;
/** What a decoder puts in the place of bytes that are none of UTF-8. */
const undecodable = '\uFFFD';

/** Why this text is refused in any field; null: it is not. */
export function problemOfText(text: string): Bilingual | null {
  if (turning.test(text)) return words.turned;
  if (text.includes(undecodable)) return words.undecodable;
  return control.test(text) ? words.control : null;
}

export interface NormalizedPart {
  readonly value: unknown;
  /** Names of fields that were sent as one text and stand for a list: what is wrong with an item is wrong with the field. */
  readonly listedFields: ReadonlySet<string>;
  readonly problems: readonly { readonly field: string; readonly words: Bilingual }[];
  /** Names of fields as they were sent, by those of the schema: a refusal says what its reader sent. */
  readonly spelled: ReadonlyMap<string, string>;
}

interface Field {
  readonly name: string;
  readonly schema: z.core.$ZodType;
  readonly isOptional: boolean;
}

interface Shape {
  /** By their names in lower case; null: no object. */
  readonly fields: ReadonlyMap<string, Field> | null;
  /** The schema itself says what becomes of further fields. */
  readonly judgesFurtherFields: boolean;
  readonly item: z.core.$ZodType | null;
  readonly takesText: boolean;
  readonly takesNumber: boolean;
  readonly takesBoolean: boolean;
}

const isScalar = ({ takesText, takesNumber, takesBoolean }: Shape): boolean => takesText || takesNumber || takesBoolean;

const takes = (schema: z.core.$ZodType, value: unknown): boolean => z.safeParse(schema, value).success;
/** Company and project may stand in the query and in the body: many clients add them to every query. */
const isSamePlace = (name: string, one: unknown, other: unknown): boolean =>
  tenantNames.has(name.toLowerCase()) && (String(one) === String(other) || Number(one) === Number(other));
const isEmpty = (value: unknown): value is '' | null => value === '' || value === null;

/** The schemas that look at a value first, without what makes them optional or works on their results. */
function alternativesOf(schema: z.core.$ZodType): z.core.$ZodTypes[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return alternativesOf(def.innerType);
    case 'pipe':
      return alternativesOf(def.in._zod.def.type === 'transform' ? def.out : def.in);
    case 'union':
      return def.options.flatMap(alternativesOf);
    case 'lazy':
      return alternativesOf(def.getter());
    default:
      return [schema as z.core.$ZodTypes];
  }
}

const shapes = new WeakMap<z.core.$ZodType, Shape>();

function shapeOf(schema: z.core.$ZodType): Shape {
  const known = shapes.get(schema);
  if (known) return known;
  const defs = alternativesOf(schema).map(({ _zod }) => _zod.def);
  const objects = defs.filter((def) => def.type === 'object');
  const arrays = defs.filter((def) => def.type === 'array');
  const literals = defs.flatMap((def) => (def.type === 'literal' ? def.values : []));
  const shape: Shape = {
    fields: objects.length === 0 ? null : fieldsOf(objects.map((def) => def.shape)),
    judgesFurtherFields: objects.some(({ catchall }) => catchall !== undefined),
    item: oneOf(arrays.map((def) => def.element)),
    takesText:
      defs.some(({ type }) => type === 'string' || type === 'enum' || type === 'template_literal') ||
      literals.some((value) => typeof value === 'string'),
    takesNumber: defs.some(({ type }) => type === 'number') || literals.some((value) => typeof value === 'number'),
    takesBoolean: defs.some(({ type }) => type === 'boolean') || literals.some((value) => typeof value === 'boolean'),
  };
  shapes.set(schema, shape);
  return shape;
}

const oneOf = (schemas: readonly z.core.$ZodType[]): z.core.$ZodType | null =>
  schemas.length > 1 ? z.union(schemas) : (schemas[0] ?? null);

function fieldsOf(objects: readonly z.core.$ZodShape[]): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const [name, schema] of objects.flatMap((object) => Object.entries(object))) {
    const folded = name.toLowerCase();
    const before = fields.get(folded);
    if (before && before.name !== name) throw new Error(`${before.name} and ${name} differ only in case.`);
    fields.set(folded, {
      name,
      schema: before ? z.union([before.schema, schema]) : schema,
      isOptional: (before?.isOptional ?? false) || takes(schema, undefined),
    });
  }
  return fields;
}

const nothing = z.object({});

/** How a request was written. */
export interface InputForm {
  /** It came as a query or a form, in which everything is text; false: JSON. */
  readonly isText: boolean;
  /** What a write gets empty it clears where it may be empty; else it was not set. See `clearing` in the contract. */
  readonly clears: boolean;
}

type NamesOfCall = Pick<CallSpec, 'effect' | 'aliases' | 'ignores' | 'bareField' | 'query' | 'body'>;

/** Other names of fields, in lower case, and what they stand for, likewise. */
const aliasesOf = (spec: NamesOfCall): Map<string, string> =>
  new Map(Object.entries(spec.aliases ?? {}).map(([name, field]) => [name.toLowerCase(), field.toLowerCase()]));

/**
 * Both parts of a request as their schemas spell them. What a call takes in its body counts in the query, too, where the body does not
 * say it: a filter is never dropped for the place in which it was sent.
 *
 * @param sent query and body as they came
 */
export function normalizeParts(
  spec: NamesOfCall,
  sent: { readonly query: object; readonly body: unknown },
  { isText, clears }: InputForm,
): { query: NormalizedPart; body: NormalizedPart } {
  const { query, moved, doubled } = movedToBody(spec, sent);
  const inQuery = givenTwice(normalizePart(spec, 'query', query, { isText: true, clears }), doubled);
  const inBody = normalizePart(spec, 'body', sent.body, { isText, clears });
  if (Object.keys(moved).length === 0) return { query: inQuery, body: inBody };
  const also = normalizePart(spec, 'body', moved, { isText: true, clears });
  return {
    query: inQuery,
    body: {
      value: { ...(also.value as object), ...(inBody.value as object) },
      listedFields: new Set([...also.listedFields, ...inBody.listedFields]),
      problems: [...also.problems, ...inBody.problems],
      spelled: new Map([...also.spelled, ...inBody.spelled]),
    },
  };
}

/** With a problem for each of these fields, which another part says, too. */
export const givenTwice = (part: NormalizedPart, fields: readonly string[]): NormalizedPart => ({
  ...part,
  problems: [...part.problems, ...fields.map((field) => ({ field, words: words.givenTwice }))],
});

/**
 * A form with files says in its fields what it might say in the query: what the query takes and the body does not counts there.
 *
 * @returns both parts as they are meant, and the fields that both say
 */
export function fieldsOfForm(spec: NamesOfCall, sentQuery: object, form: object) {
  const [inQuery, inBody] = [spec.query, spec.body].map((schema) => (schema ? shapeOf(schema).fields : null));
  const aliases = aliasesOf(spec);
  const isOfQuery = (name: string): boolean =>
    [name.toLowerCase(), aliases.get(name.toLowerCase())].some(
      (each) => each !== undefined && inQuery?.has(each) && !inBody?.has(each),
    );
  const said = new Map(Object.entries(sentQuery).map(([name, value]) => [name.toLowerCase(), value]));
  const [query, body]: Record<string, unknown>[] = [{ ...sentQuery }, {}];
  const doubled: string[] = [];
  let isSaid = false;
  for (const [name, value] of Object.entries(form)) {
    if (!isOfQuery(name)) body![name] = value;
    else if (!isEmpty(value)) {
      const other = said.get(name.toLowerCase());
      isSaid = true;
      if (other === undefined || isEmpty(other)) query![name] = value;
      else if (!isSamePlace(name, other, value)) doubled.push(name);
    }
  }
  return { isSaid, query: query!, body: body!, doubled };
}

/** Entries of the query that are none of its own, but of the body, which does not have them; and fields that it has, too. */
function movedToBody(spec: NamesOfCall, sent: { readonly query: object; readonly body: unknown }) {
  const body = sent.body ?? {};
  const fields = spec.body ? shapeOf(spec.body).fields : null;
  if (fields === null || typeof body !== 'object' || Array.isArray(body))
    return { query: sent.query, moved: {}, doubled: [] };
  const own = spec.query ? shapeOf(spec.query).fields : null;
  const aliases = aliasesOf(spec);
  const nameOf = (name: string, known: ReadonlyMap<string, Field> | null): string | undefined =>
    [name.toLowerCase(), aliases.get(name.toLowerCase())].find((each) => each !== undefined && known?.has(each));
  const said = new Map(
    Object.entries(body).flatMap(([name, value]) => {
      const field = isEmpty(value) ? undefined : nameOf(name, fields);
      return field === undefined ? [] : [[field, value] as const];
    }),
  );
  const fieldOfBody = (name: string): string | undefined => {
    // Where a write counts may be another place than what it writes.
    if (spec.effect === 'write' && tenantNames.has(name.toLowerCase())) return undefined;
    return nameOf(name, own) === undefined ? nameOf(name, fields) : undefined;
  };
  const [query, moved]: Record<string, unknown>[] = [{}, {}];
  const doubled: string[] = [];
  for (const [name, value] of Object.entries(sent.query)) {
    const field = fieldOfBody(name);
    if (field === undefined) query![name] = value;
    else if (!said.has(field)) moved![name] = value;
    else if (!isEmpty(value) && !isSamePlace(name, said.get(field), value)) doubled.push(fields.get(field)!.name);
  }
  return { query: query!, moved: moved!, doubled };
}

/**
 * The field that a refusal is about, under the name that was sent.
 *
 * @param said one name, or those that it has in several calls
 * @param spelled names that were sent, by those of the schema
 */
export function fieldOfRefusal(
  spec: NamesOfCall & { readonly upload?: unknown },
  said: string | readonly string[] | undefined,
  spelled: ReadonlyMap<string, string>,
): string | undefined {
  if (said === undefined || typeof said === 'string') return said && sentName(said, spelled);
  const taken = said.filter((name) => (name === 'file' ? spec.upload !== undefined : takesField(spec, name)));
  const field = taken.find((name) => spelled.has(name)) ?? taken[0];
  return field && sentName(field, spelled);
}

const takesField = ({ query, body }: NamesOfCall, name: string): boolean =>
  [query, body].some(
    (schema) => schema !== undefined && shapeOf(schema).fields?.get(name.toLowerCase())?.name === name,
  );

/**
 * One part of a request as its schema spells it: names that differ only in case are folded, what was left empty is not set,
 * and text becomes the number, boolean or list that it stands for. Nothing else is decided here: what does not fit stays as
 * it was sent, for the schema to refuse.
 */
export function normalizePart(
  spec: NamesOfCall,
  part: 'query' | 'body',
  sent: unknown,
  { isText, clears }: InputForm,
): NormalizedPart {
  const schema = spec[part] ?? nothing;
  const problems: { field: string; words: Bilingual }[] = [];
  const aliases = aliasesOf(spec);
  const ignored = new Set(spec.ignores?.map((name) => name.toLowerCase()));
  const isWrite = spec.effect === 'write';
  const { fields, item } = shapeOf(schema);
  const none = fields ? {} : item ? [] : sent;
  const listedFields = new Set<string>();
  const spelled = new Map<string, string>();
  // A request without a body has set nothing.
  const given = (sent ?? null) === null ? none : item ? wholeList(sent, item) : withFieldNamed(sent);
  return { value: normalized(schema, given, []), problems, listedFields, spelled };

  function wholeList(whole: unknown, of: z.core.$ZodType): unknown {
    // A body that may be an object, too, is a list under places alone.
    if (fields && !(isText && isUnderPlaces(whole))) return withFieldNamed(whole);
    const list = asWholeList(whole, of, isText);
    if (typeof list !== 'string') return list;
    listedFields.add('');
    return listIn(list, of);
  }

  function withFieldNamed(whole: unknown): unknown {
    const { bareField } = spec;
    if (part !== 'body' || bareField === undefined) return whole;
    if (typeof whole !== 'object' || whole === null) return { [bareField]: whole };
    const [[name, value] = ['', undefined], ...others] = Object.entries(whole);
    const isNamed = fields?.has(name.toLowerCase()) || aliases.has(name.toLowerCase());
    if (others.length > 0 || value === undefined || isNamed) return whole;
    // A form that is nothing but the value: `7`, `=7`, `id=7`.
    if (isText && value === '' && /^\d+$/.test(name)) return { [bareField]: name };
    return /^$|id$/i.test(name) && !knownEverywhere.has(name.toLowerCase()) ? { [bareField]: value } : whole;
  }

  function normalized(of: z.core.$ZodType, asSent: unknown, path: readonly string[]): unknown {
    const shape = shapeOf(of);
    const { item } = shape;
    // Fields within a form, as JSON in the text of one.
    const value = isText && shape.fields && typeof asSent === 'string' ? objectIn(asSent) : asSent;
    // The empty list, however it is written; whether it may be empty says the schema.
    if (item && isEmpty(value) && !takes(of, value)) return [];
    const isOne = item !== null && typeof value === 'number' && shapeOf(item).takesNumber && !shape.takesNumber;
    const list = isOne ? [value] : item && isText && typeof value === 'string' ? listIn(value, item) : value;
    if (item && typeof value === 'string') listedFields.add(path.join('.'));
    // One value alone, under one name twice.
    if (isText && Array.isArray(list) && list.length > 1 && !item && isScalar(shape))
      problems.push({ field: path.join('.'), words: words.givenTwice });
    if (Array.isArray(list))
      return item ? list.map((one, index) => normalized(item, one, [...path, String(index)])) : list;
    if (typeof value === 'object' && value !== null)
      return shape.fields ? ofFields(shape.fields, value, path, shape.judgesFurtherFields) : value;
    if (typeof value !== 'string') return value;
    const problem = problemOfText(value);
    if (problem) problems.push({ field: path.join('.'), words: problem });
    return isText && !shape.takesText ? scalarIn(value, shape) : value;
  }

  function ofFields(
    fields: ReadonlyMap<string, Field>,
    value: object,
    path: readonly string[],
    judgesFurtherFields: boolean,
  ): object {
    const result = new Map<string, unknown>();
    const filled = new Set<string>();
    const said = new Set(Object.entries(value).flatMap(([key, part]) => (isEmpty(part) ? [] : key.toLowerCase())));
    for (const [key, part] of Object.entries(value)) {
      const sentName = key.toLowerCase();
      const alias = path.length === 0 && !fields.has(sentName) ? aliases.get(sentName) : undefined;
      // A name that other calls have, too, means nothing beside the field's own.
      if (alias !== undefined && said.has(alias) && ignored.has(sentName)) continue;
      const folded = alias !== undefined && fields.has(alias) ? alias : sentName;
      const field = fields.get(folded);
      const at = [...path, field?.name ?? key];
      if (field) {
        // The first spelling that says something.
        const isSpelled = filled.has(field.name) || (spelled.has(field.name) && isEmpty(part));
        if (path.length === 0 && !isSpelled) spelled.set(field.name, key);
        const isSet = !isEmpty(part) || !field.isOptional || meansSomething(field, part, path.length === 0);
        if (!isSet) continue;
        // Left empty in one spelling, it is said in the other.
        if (result.has(field.name) && isEmpty(part)) continue;
        // Another name may stand for one of what the field lists.
        const isItemOfList = folded !== sentName && typeof part === 'number' && shapeOf(field.schema).item !== null;
        const said = normalized(field.schema, isItemOfList ? [part] : part, at);
        if (filled.has(field.name)) problems.push({ field: at.join('.'), words: words.givenTwice });
        if (!isEmpty(part)) filled.add(field.name);
        result.set(field.name, said);
      } else {
        const isKnown =
          judgesFurtherFields || ignored.has(folded) || (path.length === 0 && knownEverywhere.has(folded));
        // A write that takes half of what was sent would say that it had taken it.
        if (isWrite && !isKnown) problems.push({ field: at.join('.'), words: words.unknown });
        result.set(key, part);
      }
    }
    return Object.fromEntries(result);
  }

  /** An empty remark takes one away, for a client that says so; an empty filter never asks for what is empty. */
  function meansSomething(field: Field, value: '' | null, isOutermost: boolean): boolean {
    if (!clears || (!isWrite && isOutermost)) return false;
    return takes(field.schema, value);
  }
}

/** `DownloadId`, `ids`, `PointIdList`, `body`; a field without a name is the body itself. */
const namesList = /^$|(ids?|list|body)$/i;

/** `0=7&1=8` */
const isUnderPlaces = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length > 0 &&
  Object.keys(value).every((place, index) => place === String(index));

/**
 * A body that is a list, however it was sent: in a form under places (`0=7&1=8`) or under one name of ids or of a list
 * (`DownloadId=7&DownloadId=8`), or one item alone. A form without a field is the empty list. Any other name is none of it: a page
 * number is no id of what is deleted.
 */
function asWholeList(sent: unknown, item: z.core.$ZodType, isText: boolean): unknown {
  if (typeof sent !== 'object' || sent === null) return typeof sent === 'string' ? sent : [sent];
  if (Array.isArray(sent)) return sent;
  const entries = Object.entries(sent);
  if (entries.length === 0) return isText ? [] : sent;
  if (isUnderPlaces(sent)) return isText ? Object.values(sent).filter((one) => one !== '' || entries.length > 1) : sent;
  const [[name, value]] = entries as [[string, unknown]];
  const isName = namesList.test(name) && !knownEverywhere.has(name.toLowerCase());
  if (entries.length > 1 || !isName || shapeOf(item).fields) return sent;
  if ((value ?? null) === null) return [];
  return Array.isArray(value) || typeof value === 'string' ? value : [value];
}

/** `1,2` as qs and our own client write lists, `["a","b"]` as others do, and one item alone. */
function listIn(text: string, item: z.core.$ZodType): unknown[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  if (trimmed.startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(trimmed);
      if (Array.isArray(parsed)) return parsed;
    } catch {
      // A text that only begins like a list.
    }
  }
  const parts = trimmed.split(',').map((part) => part.trim());
  // Of objects some may be said by an id or a name alone; any other text is meant as one of them.
  return shapeOf(item).fields && !parts.every((part) => takes(item, part)) ? [text] : parts;
}

/** `{"low":-25}` as what it says; any other text as it is. */
function objectIn(text: string): unknown {
  if (!text.trimStart().startsWith('{')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function scalarIn(text: string, { takesNumber, takesBoolean }: Shape): unknown {
  const trimmed = text.trim();
  if (takesNumber && /^-?\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed);
  if (takesBoolean && /^(true|1)$/i.test(trimmed)) return true;
  if (takesBoolean && /^(false|0)$/i.test(trimmed)) return false;
  return text;
}
