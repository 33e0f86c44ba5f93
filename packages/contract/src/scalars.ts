import { z } from 'zod';
import type { Bilingual } from './call.ts';
import { inputText, say } from './inputWords.ts';
import { invisible, visible } from './visibleText.ts';

/**
 * Scalars of the wire. Query strings and forms carry text, so these accept both `"3"` and `3`; `null` and the empty string
 * never become a number.
 */
const numeric = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^-?\d+(\.\d+)?$/, { error: say(inputText.notNumber) }),
]);

/** A row id: 1 to 2,147,483,647. */
export const id = numeric.pipe(z.coerce.number<string | number>().int().min(1).max(2_147_483_647));

/** An id of a table that outgrows 32 bits (alarms, pushes), still an exact JavaScript number. */
export const bigId = numeric.pipe(z.coerce.number<string | number>().int().min(1).max(Number.MAX_SAFE_INTEGER));

export const integer = numeric.pipe(z.coerce.number<string | number>().int());

export const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '0', '1']), z.literal([0, 1])])
  .transform((v) => v === true || v === 'true' || v === '1' || v === 1);

/** The language of an answer, `zh` or `en`, read by the server for every call that reads; handlers use that of their context. */
export const answerLanguage = z.string().max(20).optional().describe('zh or en; none: of the header');

/** Optional text of a filter: trimmed, at most 100 characters, empty means not given. */
export const searchText = z
  .string()
  .trim()
  .max(100)
  .transform((v) => (v === '' ? undefined : v))
  .optional();

/**
 * A list, or one text with commas, which is how the original writes lists into query strings; an empty text is an empty list.
 *
 * @param list what the list has to be
 */
export const commaList = <Item, Input>(list: z.ZodType<Item[], Input[]>) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').flatMap((item) => item.trim() || []) : value),
    list,
  ) as unknown as z.ZodType<Item[], readonly Input[] | string>;

/** A filter by a list: without one, and by an empty one, nothing is filtered. */
export const listFilter = <Item, Input>(list: z.ZodType<Item[], Input[]>) =>
  commaList(list)
    .optional()
    .transform((items) => (items && items.length > 0 ? items : undefined));

/** Several ids; one alone may stand without its list. */
const listOf = (item: z.ZodType<number, unknown>, max: number, min = 0) =>
  z.preprocess(
    (value) => (typeof value === 'number' ? [value] : value),
    commaList(z.array(item).min(min).max(max)),
  ) as unknown as z.ZodType<number[], readonly number[] | string>;

/**
 * Something that is said in full, or by the id of it alone.
 *
 * @param full what it means when only the id was given
 */
export const idOr = <Schema extends z.ZodType>(schema: Schema, full: (id: number) => z.output<Schema>) =>
  z.union([id.transform(full), schema]) as unknown as z.ZodType<z.output<Schema>, z.input<Schema> | number>;

/**
 * Something that is said in full, or by the text of one of its fields alone.
 *
 * @param field what the text is; the others take their defaults
 */
export const textOr = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, field: keyof Shape & string) =>
  z.preprocess((value) => (typeof value === 'string' ? { [field]: value } : value), schema) as unknown as z.ZodType<
    z.output<typeof schema>,
    z.input<typeof schema> | string
  >;

/** Up to 1,000 ids. */
export const idList = listOf(id, 1000);
/** What somebody chose, to act on: at least one, up to 1,000. */
export const chosenIds = listOf(id, 1000, 1);
export const bigIdList = listOf(bigId, 1000);
/** The same, of ids beyond 32 bits that somebody chose. */
export const chosenBigIds = listOf(bigId, 1000, 1);
/** Small numbers of a classification, such as industries and levels: what a column of two bytes holds. */
export const integerList = listOf(integer.pipe(z.number().min(-32_768).max(32_767)), 100);

/** Optional and empty both mean "no filter". */
export const idFilter = idList.optional().transform((v) => (v && v.length > 0 ? v : undefined));
/** A filter by something that has an id, a code and a name in both languages: by whichever of them. */
export const idCodeOrName = z
  .union([z.number(), z.string().trim().max(100)])
  .transform((asked) => (asked === '' ? undefined : String(asked)))
  .optional();

/** A filter by places: ids of them, or names of areas in either language. */
export const areaFilter = z
  .preprocess(
    (value) => (typeof value === 'number' ? [value] : value),
    commaList(z.array(z.union([id, z.string().trim().min(1).max(100)])).max(1000)),
  )
  .optional()
  .transform((places) => (places && places.length > 0 ? places : undefined)) as unknown as z.ZodOptional<
  z.ZodType<(number | string)[] | undefined, readonly (number | string)[] | number | string>
>;
export const integerFilter = integerList.optional().transform((v) => (v && v.length > 0 ? v : undefined));

/** A client makes one for each intention and sends it again with each try: sent twice, done once. */
export const clientKey = z.uuid().describe('one for each intention: sent twice, done once');

/** Milliseconds since 1970 UTC. */
export const epochMs = z.number().int();

/**
 * Whether the calendar has the day a text begins with: 31 September would quietly become 1 October. Of years only those that
 * can be meant: 0000 is none to the database, and the end of 9999 is beyond what a date can hold in some time zones.
 */
const isDayOfCalendar = (local: string): boolean => {
  const [year, month, day] = local.slice(0, 10).split('-').map(Number);
  if (year! < 1900 || year! > 2999) return false;
  return new Date(Date.UTC(year!, month! - 1, day)).toISOString().startsWith(local.slice(0, 10));
};

const asDay = { abort: true, error: say({ zh: '格式须为 YYYY-MM-DD', en: 'A day as YYYY-MM-DD' }) } as const;
const asTime = {
  abort: true,
  error: say({
    zh: '格式须为 YYYY-MM-DD HH:mm:ss 或 YYYY-MM-DD HH:mm',
    en: 'A time as YYYY-MM-DD HH:mm:ss or YYYY-MM-DD HH:mm',
  }),
} as const;
const inCalendar = { error: say({ zh: '没有这一天', en: 'There is no such day' }) };
const dayText = z.string().trim().min(1, { abort: true });

/** `YYYY-MM-DD`, a day that the calendar has; clients of the specification write dates with a time, which is left out. */
export const day = dayText
  .overwrite((text) => text.replace(/^(\d{4}-\d\d-\d\d)[ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, '$1'))
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, asDay)
  .refine(isDayOfCalendar, inCalendar);

/** `YYYY-MM-DD HH:mm` with optional seconds, in the project's time zone; a day that the calendar has. */
export const localTime = dayText
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, asTime)
  .refine(isDayOfCalendar, inCalendar);

/**
 * Like `localTime`, with or without how far the clock is ahead of UTC: `2025-10-26 02:30:00+01:00` is the second of the two in a
 * night in which clocks go back; without it the first is meant.
 */
export const localMoment = dayText
  .regex(
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?(Z|[+-](0\d|1[0-4]):[0-5]\d)?$/,
    asTime,
  )
  .refine(isDayOfCalendar, inCalendar);

/** Text that is JSON, of at most so many characters; handed on as it was sent. */
export const jsonText = (maxLength: number) =>
  z
    .string()
    .max(maxLength, { abort: true })
    .refine(isJson, { error: say({ zh: '须为 JSON 文本', en: 'Text that is JSON' }) });

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

/**
 * The name of something: trimmed, from `min` to `max` characters, on one line. Empty is "required", anything else wrong says
 * which lengths are right.
 *
 * @example nameOf({ zh: '网关名称', en: 'A gateway name' }, 1, 25)
 */
export const nameOf = (what: Bilingual, min: number, max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u, {
      error: say({
        zh: `${what.zh}须在一行内，不能包含控制字符`,
        en: `${what.en} stands on one line, without control characters`,
      }),
    })
    // Empty is said once, above; it does not end the check, so that rules about other fields are told as well.
    .regex(new RegExp(`^(?:[^]{${min},${max}})?$`, 'u'), {
      error: say({
        zh: `${what.zh}须为 ${min}–${max} 个字符`,
        en: `${what.en} has ${min} to ${max} characters`,
      }),
    })
    .regex(visible, {
      error: say({
        zh: `${what.zh}含有看不见的字符，请重新输入`,
        en: `${what.en} has characters that cannot be seen. Type it again.`,
      }),
    });

/** Letters and digits of any language, spaces, and what stands inside names: `·` `.` `’` `'` `-` `_` and parentheses. */
const withoutSpecialCharacters = /^[\p{L}\p{M}\p{N} ·•.’'\-_()（）]*$/u;

const plainNameOf = (what: Bilingual, min: number, max: number) =>
  nameOf(what, min, max).regex(withoutSpecialCharacters, {
    error: say({
      zh: `${what.zh}不能包含特殊符号`,
      en: `${what.en} has no special characters`,
    }),
  });

/** The names of spec §5.3. */
export const placeName = nameOf({ zh: '分区或区域名称', en: 'The name of a partition or area' }, 1, 20);
/** An area by its way through those around it, five of them at most: "Hall / Row 2". */
export const areaWay = nameOf({ zh: '区域', en: 'An area' }, 1, 5 * 20 + 4 * ' / '.length);
export const groupName = nameOf({ zh: '分组名称', en: 'A group name' }, 1, 20);
/** The specification names no length; one line of the project selector. */
export const projectName = nameOf({ zh: '项目名称', en: 'A project name' }, 1, 50);
/** The specification has 1–50 in one reading and 1–15 in two others; the wider one refuses nobody's name. */
export const roleName = plainNameOf({ zh: '角色名称', en: 'A role name' }, 1, 50);
/** A person's real name. The specification names no length. */
export const personName = plainNameOf({ zh: '姓名', en: 'A name' }, 1, 50);

/** Letters that stand together in the languages of East Asia. */
const eastAsian = /[\p{sc=Latin}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}]/u;
const otherLetter = /(?![\p{sc=Latin}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}])\p{L}/u;
const alike = [/\p{sc=Cyrl}/u, /\p{sc=Grek}/u, /\p{sc=Armn}/u, /\p{sc=Cher}/u, /\p{sc=Copt}/u];

/** Whether a text mixes scripts that look alike: a Cyrillic е in a Latin name passes for the Latin one. */
const mixesScripts = (text: string): boolean =>
  otherLetter.test(text) && (eastAsian.test(text) || alike.filter((script) => script.test(text)).length > 1);

/** What a new account logs in with: 8 to 16 visible characters. Spec §5.3. */
export const accountName = z
  .string()
  .trim()
  .min(1, { abort: true })
  .regex(new RegExp(`^[^\\s\\p{C}${invisible}]{8,16}$`, 'u'), {
    abort: true,
    error: say({ zh: '用户名须为 8–16 个字符，不含空格', en: 'A username has 8 to 16 characters and no spaces' }),
  })
  .refine((text) => !mixesScripts(text), {
    error: say({
      zh: '用户名混用了形似的文字（如拉丁字母与西里尔字母），请重新输入',
      en: 'A username does not mix scripts that look alike, such as Latin and Cyrillic. Type it again.',
    }),
  });

/** A new password; never trimmed. Spec §5.3. */
export const password = z
  .string()
  .min(1, { abort: true })
  .regex(/^[A-Za-z0-9_~!@#$%^&*]{8,16}$/, {
    error: say({
      zh: '密码须为 8–16 位字母、数字或 _~!@#$%^&*',
      en: 'A password has 8 to 16 characters: letters, digits or _~!@#$%^&*',
    }),
  });

/**
 * A phone number that can receive messages: of mainland China as 11 digits, of any country as `+` with its dialling code
 * (E.164). Spaces, hyphens and parentheses are taken out.
 */
export const mobile = z
  .string()
  .trim()
  .min(1, { abort: true })
  .transform((text) => text.replace(/[\s\-()]/g, ''))
  .pipe(
    z.string().regex(/^(1[3-9]\d{9}|\+[1-9]\d{6,14})$/, {
      error: say({
        zh: '手机号格式不正确：11 位手机号，或以 + 和国家代码开头',
        en: 'Not a phone number: 11 digits in China, or + and the country code first',
      }),
    }),
  );

/** An e-mail address, trimmed, of at most 254 characters (the longest that SMTP delivers to). */
export const email = z
  .string()
  .trim()
  .min(1, { abort: true })
  .max(254, { abort: true })
  .regex(z.regexes.email, { error: say({ zh: '邮箱格式不正确', en: 'Not an e-mail address' }) });

/** Text on one line that people may write as they like, or leave empty; trimmed. */
export const freeText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, {
      error: say({ zh: '须在一行内，不能包含控制字符', en: 'On one line, without control characters' }),
    });

/** A text that may be left empty: then it counts as not given, else the schema decides. */
export const orEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional())
    .optional() as unknown as z.ZodOptional<z.ZodType<z.output<Schema> | undefined, z.input<Schema> | '' | null>>;
