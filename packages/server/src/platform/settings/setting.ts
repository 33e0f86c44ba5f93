import { z } from 'zod';

/** A row of the table of settings. */
export interface Setting<T> {
  /** As it stands in .env.example; empty means not set. */
  default: string;
  /** Comment in .env.example. */
  meaning: string;
  /** The message completes "NAME is …: ". */
  schema: z.ZodType<T, string>;
  /** Never printed. */
  secret?: true;
}

export const setting = <T>(row: Setting<T>): Setting<T> => row;

/** What was read of a table of settings; undefined: there is a problem with it, which was noted. */
export type ReadSettings<Table extends Readonly<Record<string, Setting<unknown>>>> = {
  readonly [S in keyof Table]: z.output<Table[S]['schema']> | undefined;
};

export const httpUrl = z
  .string()
  .refine(
    (value) => value === '' || (/^https?:\/\//.test(value) && URL.canParse(value)),
    'give an address such as https://example.com, or leave it empty',
  )
  .transform((value) => value || null);

/** A secret that is sent in a header; null: none. `what` it is called: a token, a key. */
export const withoutSpaces = (what: string) =>
  z
    .string()
    .refine((value) => /^[\x21-\x7e]*$/.test(value), `give a ${what} without spaces`)
    .transform((value) => value || null);

/** Any text; null: none. */
export const anyText = z.string().transform((value) => value || null);

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Two settings that only make sense together; undefined parts have a sentence of their own already. */
export function lonelyHalves(pair: Record<string, string | null | undefined>): string[] {
  const entries = Object.entries(pair);
  const missing = entries.find(([, value]) => value === null);
  const given = entries.find(([, value]) => typeof value === 'string');
  return missing && given ? [`${missing[0]} is not set, but ${given[0]} is: set both or neither.`] : [];
}
