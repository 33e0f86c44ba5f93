import { isDeepStrictEqual } from 'node:util';

/** What is another afterwards, as it was and as it is, for the operation log; null: nothing. */
export function changesOf<Values extends object>(
  before: Values,
  after: Values,
): { before: Partial<Values>; after: Partial<Values> } | null {
  const changed = (Object.keys(after) as (keyof Values)[]).filter(
    (key) => !isDeepStrictEqual(before[key] ?? null, after[key] ?? null),
  );
  if (changed.length === 0) return null;
  const of = (values: Values) =>
    Object.fromEntries(changed.map((key) => [key, values[key] ?? null])) as Partial<Values>;
  return { before: of(before), after: of(after) };
}
