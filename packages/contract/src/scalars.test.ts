import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import type { Language } from './call.ts';
import { inputWords, say } from './inputWords.ts';
import {
  accountName,
  areaWay,
  commaList,
  day,
  email,
  flag,
  groupName,
  id,
  listFilter,
  localTime,
  mobile,
  nameOf,
  orEmpty,
  password,
  personName,
  placeName,
  projectName,
  roleName,
} from './scalars.ts';

/** What a schema says of a value; null: nothing. */
const wordsOf = (schema: z.ZodType, value: unknown, language: Language): string | null =>
  schema
    .safeParse(value, { error: (issue) => inputWords(issue, language) })
    .error?.issues.map(({ message }) => message)
    .join(' + ') ?? null;

const long = (n: number) => '冷'.repeat(n);

/** Spec §5.3, one line a rule: schema, accepted, refused, what is said of the refused in both languages. */
const rules: [string, z.ZodType, good: string[], bad: string[], zh: string, en: string][] = [
  [
    'the name of a partition or area has 1 to 20 characters',
    placeName,
    ['A', long(20), '二层 冷库'],
    [long(21)],
    '分区或区域名称须为 1–20 个字符',
    'The name of a partition or area has 1 to 20 characters',
  ],
  [
    'an area is named by its way, of five names at most',
    areaWay,
    ['Hall / Row 2', long(112)],
    [long(113)],
    '区域须为 1–112 个字符',
    'An area has 1 to 112 characters',
  ],
  [
    'a group name has 1 to 20 characters',
    groupName,
    ['A', long(20)],
    [long(21)],
    '分组名称须为 1–20 个字符',
    'A group name has 1 to 20 characters',
  ],
  [
    'a project name has 1 to 50 characters',
    projectName,
    ['A', long(50), 'Store #7 / East'],
    [long(51)],
    '项目名称须为 1–50 个字符',
    'A project name has 1 to 50 characters',
  ],
  [
    'a name stands on one line',
    projectName,
    ['Store #7 / East'],
    ['two\nlines', 'a\u0007bell', 'a\u2028b'],
    '项目名称须在一行内，不能包含控制字符',
    'A project name stands on one line, without control characters',
  ],
  [
    'a role name has 1 to 50 characters',
    roleName,
    ['Q', long(50), '店长（夜班）'],
    [long(51)],
    '角色名称须为 1–50 个字符',
    'A role name has 1 to 50 characters',
  ],
  [
    'a role name has no special characters',
    roleName,
    ['Shift lead-2', "Night's watch"],
    ['<b>', 'a/b', '店长#1', 'a=1', '🙂'],
    '角色名称不能包含特殊符号',
    'A role name has no special characters',
  ],
  [
    'a real name has no special characters',
    personName,
    ['王强', 'Anne-Marie O’Neil', '买买提·艾力', 'José'],
    ['=1+1', 'a@b', '王*', '<i>'],
    '姓名不能包含特殊符号',
    'A name has no special characters',
  ],
  [
    'a name has nothing that cannot be seen or turns text around',
    nameOf({ zh: '网关名称', en: 'A gateway name' }, 1, 25),
    ['Freezer ❄️ 1', '冷库 1', 'Kühlraum Süd', 'غرفة التبريد', '家 👨‍👩‍👧'],
    ['\u202eevil', 'A\ufeffB', 'A\u200bB', 'A\u2066B', 'A\u3164B', 'A\ufe0fB', 'A\u2800', '\u00adA', 'A\u{e0041}'],
    '网关名称含有看不见的字符，请重新输入',
    'A gateway name has characters that cannot be seen. Type it again.',
  ],
  [
    'a username has 8 to 16 characters',
    accountName,
    ['abcdefgh', 'a1234567890123-x', 'wang.qiang@cold', '冷链管理员一二三'],
    ['abcdefg', 'abcdefghijklmnopq', 'with a space', 'zero\u200bwidth', 'filler\u3164name'],
    '用户名须为 8–16 个字符，不含空格',
    'A username has 8 to 16 characters and no spaces',
  ],
  [
    'a username mixes no scripts that look alike',
    accountName,
    ['王强wangqiang', 'wangqiang', 'админпавел', 'διαχειριστης', 'カメラ担当者wang'],
    ['linyuqing\u0435', '\u0430dministrator', 'админ\u03bf\u03bf\u03bf', 'αdministrator'],
    '用户名混用了形似的文字（如拉丁字母与西里尔字母），请重新输入',
    'A username does not mix scripts that look alike, such as Latin and Cyrillic. Type it again.',
  ],
  [
    'a password has 8 to 16 letters, digits and the stated symbols',
    password,
    ['abcdefgh', 'A1_~!@#$%^&*2345', '12345678'],
    ['abcdefg', 'abcdefghijklmnopq', 'pass word1', '密码密码密码密码', 'semi;colon', ' abcdefgh', 'a+bcdefgh'],
    '密码须为 8–16 位字母、数字或 _~!@#$%^&*',
    'A password has 8 to 16 characters: letters, digits or _~!@#$%^&*',
  ],
  [
    'a phone number is one of China, or begins with + and a country code',
    mobile,
    ['13800138000', '138 0013 8000', '+8613800138000', '+1 (415) 555-0101'],
    ['12800138000', '1380013800', '+0123456789', '8613800138000', 'phone', '+123456'],
    '手机号格式不正确：11 位手机号，或以 + 和国家代码开头',
    'Not a phone number: 11 digits in China, or + and the country code first',
  ],
  [
    'an e-mail address has its format',
    email,
    ['lin@cold.example', ' lin.w+a@sub.cold.example '],
    ['lin', 'lin@', '@cold.example', 'a b@cold.example', 'lin@cold'],
    '邮箱格式不正确',
    'Not an e-mail address',
  ],
];

describe('the rules for names and accounts (spec §5.3), in both languages', () => {
  test.each(rules)('%s', (_rule, schema, good, bad, zh, en) => {
    for (const value of good) expect(wordsOf(schema, value, 'en'), value).toBeNull();
    for (const value of bad) {
      expect(wordsOf(schema, value, 'zh'), value).toBe(zh);
      expect(wordsOf(schema, value, 'en'), value).toBe(en);
    }
  });

  test.each(rules)('%s; without one it is required', (_rule, schema) => {
    for (const value of ['', undefined, null]) {
      expect(wordsOf(schema, value, 'zh')).toBe('必填');
      expect(wordsOf(schema, value, 'en')).toBe('Required');
    }
  });
});

it('keeps a phone number without the signs people group it by', () => {
  expect(mobile.parse('+1 (415) 555-0101')).toBe('+14155550101');
});

it('counts characters as people do, not as memory does', () => {
  expect(wordsOf(placeName, '😀'.repeat(20), 'en')).toBeNull();
});

it('takes what may be left empty as not given, and still checks what is given', () => {
  const schema = z.object({ Email: orEmpty(email) });
  for (const left of [{}, { Email: '' }, { Email: null }]) expect(schema.parse(left).Email).toBeUndefined();
  expect(schema.parse({ Email: ' a@b.example ' }).Email).toBe('a@b.example');
  expect(wordsOf(schema, { Email: 'a@' }, 'zh')).toBe('邮箱格式不正确');
});

it('takes a list also as one text with commas; a filter by an empty list filters nothing', () => {
  const few = z.array(id).max(2);
  for (const written of ['3, 4', '3,,4', [3, 4], ['3', '4']]) expect(commaList(few).parse(written)).toEqual([3, 4]);
  expect(commaList(few).parse(' ')).toEqual([]);
  expect(commaList(few).safeParse('3,4,5').success).toBe(false);
  for (const none of ['', [], undefined]) expect(listFilter(few).parse(none)).toBeUndefined();
});

it('says a rule about two fields at the field that it names', () => {
  const schema = z.object({ a: z.number(), b: z.number() }).refine(({ a, b }) => a < b, {
    path: ['b'],
    error: say({ zh: '结束须晚于开始', en: 'The end comes after the start' }),
  });
  const { error } = schema.safeParse({ a: 2, b: 1 }, { error: (issue) => inputWords(issue, 'zh') });
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([[['b'], '结束须晚于开始']]);
});

it.each([
  [z.enum(['a', 'b']), 'c', '须为以下之一：a、b', 'One of a, b'],
  [z.literal(2), 3, '须为 2', 'Has to be 2'],
  [flag, 'x', '须为以下之一：0、1、true、false', 'One of 0, 1, true, false'],
  [day, '31.12.2026', '格式须为 YYYY-MM-DD', 'A day as YYYY-MM-DD'],
  [day, '', '必填', 'Required'],
  [localTime, '2026-02-30 10:00', '没有这一天', 'There is no such day'],
  [z.enum(['a', 'b']), '', '必填', 'Required'],
  [id, '', '必填', 'Required'],
  [id, 'x', '须为数字', 'Must be a number'],
  [id, 0, '不能小于 1', 'Not less than 1'],
  [z.number().gt(0), 0, '须大于 0', 'More than 0'],
  [z.string().length(6), '12', '须为 6 个字符', 'Exactly 6 characters'],
  [z.string().max(3), 'long', '最多 3 个字符', 'At most 3 characters'],
  [z.array(z.string()).min(1), [], '至少选择 1 项', 'Choose at least 1'],
  [z.number(), 'x', '须为数字', 'Must be a number'],
  [z.boolean(), 'x', '须为 true 或 false', 'true or false'],
  [z.object({}), 'x', '须为对象', 'An object with fields'],
  [z.array(z.number()), 'x', '须为列表', 'A list'],
  [z.string(), 7, '须为文本', 'Text'],
  [z.uuid(), 'x', '须为 UUID', 'A UUID'],
  [z.string().regex(/^\d+$/), 'x', '须为数字', 'Must be a number'],
  [z.string().regex(/^\d\d:\d\d$/), 'x', '格式须为 HH:mm', 'A time of day as HH:mm'],
  [z.string().regex(/^[a-f]+$/), 'x', '格式不正确', 'Wrong format'],
  [id, 7.5, '须为整数，不能是 7.5', 'A whole number, not 7.5'],
])('says in common words what a schema without its own sentence refuses (%#)', (schema, value, zh, en) => {
  expect(wordsOf(schema, value, 'zh')).toBe(zh);
  expect(wordsOf(schema, value, 'en')).toBe(en);
});
