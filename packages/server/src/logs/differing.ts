/** Of what is wanted only what is different: the log tells nothing else, and a form that changed nothing changes nothing. */
export function differing<Values extends object>(before: Values, wanted: Partial<Values>): Partial<Values> {
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([key, value]) => value !== undefined && asText(before[key as keyof Values]) !== asText(value),
    ),
  ) as Partial<Values>;
}

const asText = (value: unknown): string => JSON.stringify(Buffer.isBuffer(value) ? value.toString('hex') : value);

/** Said instead of what must not be told. */
const secretColumns: ReadonlySet<string> = new Set(['password_hash', 'access_token_hash']);

/** Where the column is not what people call it. */
const names: Readonly<Record<string, string>> = { cover_file_id: 'cover', class_id: 'deviceClass', area_id: 'area' };
const nameInLog = (column: string): string =>
  names[column] ?? column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What was before and is after a change, as the log tells it: bytes as hexadecimal digits, a password never. */
export function logged(before: object, changed: object): { before: object; after: object } {
  const told = (of: object) =>
    Object.fromEntries(
      Object.keys(changed)
        .filter((key) => !secretColumns.has(key))
        .map((key) => {
          const value = of[key as keyof typeof of] as unknown;
          return [nameInLog(key), Buffer.isBuffer(value) ? value.toString('hex') : (value ?? null)];
        }),
    );
  const password = Object.keys(changed).some((key) => secretColumns.has(key)) ? { password: '***' } : {};
  return { before: { ...told(before), ...password }, after: { ...told(changed), ...password } };
}
