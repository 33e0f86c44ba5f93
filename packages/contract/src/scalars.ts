import { z } from 'zod';

/**
 * Scalars of the wire. Query strings and forms carry text, so these accept both `"3"` and `3`; `null` and the empty string
 * never become a number.
 */
const numeric = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^-?\d+(\.\d+)?$/),
]);

/** A row id: 1 to 2,147,483,647. */
export const id = numeric.pipe(z.coerce.number<string | number>().int().min(1).max(2_147_483_647));

/** An id of a table that outgrows 32 bits (alarms, pushes), still an exact JavaScript number. */
export const bigId = numeric.pipe(z.coerce.number<string | number>().int().min(1).max(Number.MAX_SAFE_INTEGER));

export const integer = numeric.pipe(z.coerce.number<string | number>().int());

export const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '0', '1'])])
  .transform((v) => v === true || v === 'true' || v === '1');

/** Optional text of a filter: trimmed, at most 100 characters, empty means not given. */
export const searchText = z
  .string()
  .trim()
  .max(100)
  .transform((v) => (v === '' ? undefined : v))
  .optional();

/** Several ids as a list, or as one comma-separated text, which is how the original writes lists into query strings. */
const listOf = (item: z.ZodType<number, unknown>, max: number) =>
  z.preprocess(
    (v) => (typeof v === 'string' ? (v.trim() === '' ? [] : v.split(',')) : typeof v === 'number' ? [v] : v),
    z.array(item).max(max),
  ) as unknown as z.ZodType<number[], readonly number[] | string>;

/** Up to 1,000 ids. */
export const idList = listOf(id, 1000);
export const bigIdList = listOf(bigId, 1000);
export const integerList = listOf(integer, 100);

/** Optional and empty both mean "no filter". */
export const idFilter = idList.optional().transform((v) => (v && v.length > 0 ? v : undefined));
export const integerFilter = integerList.optional().transform((v) => (v && v.length > 0 ? v : undefined));

/** Milliseconds since 1970 UTC. */
export const epochMs = z.number().int();

/** Whether the calendar has the day a text begins with: 31 September would quietly become 1 October. */
const isDayOfCalendar = (local: string): boolean => {
  const [year, month, day] = local.slice(0, 10).split('-').map(Number);
  return new Date(Date.UTC(year!, month! - 1, day)).toISOString().startsWith(local.slice(0, 10));
};

/** `YYYY-MM-DD HH:mm` with optional seconds, in the project's time zone; a day that the calendar has. */
export const localTime = z
  .string()
  .trim()
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, { abort: true })
  .refine(isDayOfCalendar);

/** Text that is JSON, of at most so many characters; handed on as it was sent. */
export const jsonText = (maxLength: number) => z.string().max(maxLength, { abort: true }).refine(isJson);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const pageIndex = numeric.pipe(z.coerce.number<string | number>().int().min(1).max(100_000)).default(1);
const pageSize = numeric.pipe(z.coerce.number<string | number>().int().min(1).max(500)).default(20);

/** Paging as most calls spell it. */
export const page = { PageIndex: pageIndex, PageSize: pageSize };
/** Paging as query strings spell it. */
export const queryPage = { pageIndex, pageSize };

/** A page of rows with the count of all rows. Spec §7: lists answer `Data.Data` and `Data.TotalCount`. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ Data: z.array(row), TotalCount: z.number().int() });
