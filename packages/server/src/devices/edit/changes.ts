/** Only what really differs: the operation log tells nothing else, and a form that changed nothing changes nothing. */
export function differing<Values extends object>(before: Values, wanted: Partial<Values>): Partial<Values> {
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([key, value]) => value !== undefined && JSON.stringify(before[key as keyof Values]) !== JSON.stringify(value),
    ),
  ) as Partial<Values>;
}

const names: Readonly<Record<string, string>> = { cover_file_id: 'cover', class_id: 'deviceClass', area_id: 'area' };
const nameInLog = (column: string): string =>
  names[column] ?? column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What was before and what is after a change, as the operation log tells it. */
export function logged(before: object, changed: object): { before: object; after: object } {
  const told = (of: object) =>
    Object.fromEntries(Object.keys(changed).map((key) => [nameInLog(key), of[key as keyof typeof of] ?? null]));
  return { before: told(before), after: told(changed) };
}
