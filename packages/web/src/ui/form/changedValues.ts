import type { z } from 'zod';
import { onlyKnown } from './onlyKnown.ts';

/** A value as it is compared: by what it would be on the wire. */
const written = (value: unknown): string => JSON.stringify(value) ?? '';

/**
 * Of what stands in a form only what must be sent: the keys, and what is not as it was loaded.
 *
 * @param together groups of fields that are sent whole when one of them was changed
 */
export function changedValues(
  before: Readonly<Record<string, unknown>>,
  after: object,
  { schema, keys, together }: { schema: z.ZodType; keys: readonly string[]; together: readonly (readonly string[])[] },
): object {
  const isChanged = (name: string): boolean =>
    written(before[name]) !== written((after as Record<string, unknown>)[name]);
  const isSent = (name: string): boolean =>
    keys.includes(name) ||
    isChanged(name) ||
    together.some((group) => group.includes(name) && group.some((other) => isChanged(other)));
  const { shape } = schema as unknown as { shape?: Readonly<Record<string, z.ZodType>> };
  return Object.fromEntries(
    Object.entries(after)
      .filter(([name]) => isSent(name))
      // What is absent stays as it is; a field that was emptied says so.
      .map(([name, value]) => [name, value === undefined && shape?.[name]?.safeParse(null).success ? null : value]),
  );
}

/** The values with the parts alone that their schemas have; the outermost fields are the form's own. */
export function partsKnown(schema: z.ZodType, values: object): object {
  const { shape } = schema as unknown as { shape?: Readonly<Record<string, z.ZodType>> };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, shape?.[name] ? onlyKnown([shape[name]], value) : value]),
  );
}

export interface ListChange<Item> {
  readonly added: Item[];
  readonly removed: Item[];
}

/** What is in one of two lists only; items are the same when they say the same. No list is an empty one. */
export function listChange<Item>(before: readonly Item[], after: readonly Item[]): ListChange<Item> {
  const [was, is] = [before, after].map((list) => new Map(list.map((item) => [written(item), item])));
  const only = (list: Map<string, Item>, other: Map<string, Item>) =>
    [...list].flatMap(([key, item]) => (other.has(key) ? [] : [item]));
  return { added: only(is!, was!), removed: only(was!, is!) };
}
