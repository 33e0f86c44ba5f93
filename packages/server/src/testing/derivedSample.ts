import { type CallName, type CallSpec, calls } from '@watchpost/contract';
import { z } from 'zod';
import type { Ids } from './equippedCompany.ts';
import { local } from './sampleValues.ts';

export interface Sample {
  query?: unknown;
  body?: unknown;
  files?: readonly File[] | undefined;
}

/** What the wire calls by another name than the fixtures, in small letters. */
const wireNames: Readonly<Record<string, string>> = {
  area: 'areaid',
  bigtypeid: 'subsystemid',
  equipmentid: 'deviceid',
  locationid: 'areaid',
  modeltreeid: 'deviceid',
  mtid: 'deviceid',
  project: 'projectid',
  pwd: 'password',
  sensorid: 'tagid',
  smalltypeid: 'classid',
  subarea: 'projectid',
  subareaid: 'projectid',
};

/** What stands somewhere in a question about these ids. */
type Of<Value> = (ids: Ids) => Value;
const always =
  (value: unknown): Of<unknown> =>
  () =>
    value;

const derived = new Map<CallName, Of<Sample>>();

/**
 * A question for a call, as its schema and the names of its fields say it. Each id of the fixtures stands in the field that is called
 * like it: `planId` in `PlanId` and `PlanIdList`, `sparePlanId` there when the call deletes. What may be left out, a read names where it
 * is an id, kinds to filter by or an order; a write names the company alone. A text to search is said by hand where it finds something.
 */
export function derivedSample(name: CallName, ids: Ids): Sample {
  let sample = derived.get(name);
  if (!sample) {
    const { query, body }: CallSpec = calls[name];
    const [ofQuery, ofBody] = [query, body].map((part) => part && partOf(name, part, ids));
    sample = (these) => ({ ...(ofQuery && { query: ofQuery(these) }), ...(ofBody && { body: ofBody(these) }) });
    derived.set(name, sample);
  }
  return sample(ids);
}

function partOf(name: CallName, schema: z.ZodType, ids: Ids): Of<object> | undefined {
  if (schema instanceof z.ZodDefault) return partOf(name, schema.unwrap() as z.ZodType, ids);
  if (!(schema instanceof z.ZodObject)) return undefined;
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([field, each]) => {
    const value = valueFor(name, field, each, ids);
    return value ? [[field, value] as const] : [];
  });
  return (these) => Object.fromEntries(fields.map(([field, value]) => [field, value(these)]));
}

function valueFor(name: CallName, field: string, schema: z.ZodType, ids: Ids): Of<unknown> | undefined {
  const firstOf = (candidates: readonly Of<unknown>[]) =>
    candidates.find((value) => value(ids) !== undefined && schema.safeParse(value(ids)).success);
  const isId = /(id|ids|idList)$/i.test(field);
  const isNeeded = !schema.safeParse(undefined).success;
  const isRead = calls[name].effect === 'read';
  const key = isNeeded || (isId && (isRead || /^companyId$/i.test(field))) ? keyOf(name, field, ids) : undefined;
  if (key) {
    const known = [(these: Ids) => these[key], (these: Ids) => [these[key]]];
    const fitting = firstOf(/List$/.test(field) ? known.reverse() : known);
    if (fitting) return fitting;
  }
  // No other number stands for an id.
  if (isId) return undefined;
  const kinds = kindsOf(schema);
  if (isNeeded) {
    if (schema instanceof z.ZodObject) return partOf(name, schema, ids);
    const daysBack = /^(start|from)|from$/i.test(field) ? 20 : 0;
    const isTime = /start|end|from|until|to$|day|date|time|month|year/i.test(field);
    const moments = (isTime ? [19, 10, 7, 4] : []).map(
      (length) => () => local(Date.now() - daysBack * 86_400_000).slice(0, length),
    );
    const plain = [1, 10, 'Sample', 'A sample of more than ten characters', []];
    return firstOf([...[kinds[0], [kinds[0]], true].map(always), ...moments, ...plain.map(always)]);
  }
  if (!isRead) return undefined;
  if (/^sortType$/i.test(field)) return firstOf([always(kinds.at(-1))]);
  if (/^isAsc$/i.test(field)) return always(true);
  return kinds.length > 0 ? firstOf([always(kinds)]) : undefined;
}

/** Under which name, in any case, the fixtures have what a field names. */
function keyOf(name: CallName, field: string, ids: Ids): keyof Ids | undefined {
  const own = field.replace(/List$/, '').replace(/Ids$/, 'Id').toLowerCase();
  const key = wireNames[own] ?? own;
  const wanted = [...(/delete|remove/i.test(name) ? [`spare${key}`] : []), `free${key}`, key];
  const named = new Map((Object.keys(ids) as (keyof Ids)[]).map((each) => [each.toLowerCase(), each]));
  return named.get(wanted.find((each) => named.has(each)) ?? '');
}

/** The values that a schema lists, of one or of several; none when it takes others as well. */
function kindsOf(schema: z.ZodType): readonly unknown[] {
  type Json = { enum?: unknown[]; items?: Json; anyOf?: Json[] };
  const listed = ({ enum: values, items, anyOf }: Json): readonly unknown[] =>
    values ?? (items && listed(items)) ?? anyOf?.map(listed).find((found) => found.length > 0) ?? [];
  return listed(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json);
}
