import { readFileSync } from 'node:fs';

const listed = new Set(
  readFileSync(new URL('commonPasswords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/** `abcdabcd`, `88888888` */
const repeated = /^(.{1,4})\1+$/;

const words =
  'a|aa|aaa|abc|abcd|account|admin|administrator|asdf|changeme|cisco|company|default|dell|guest|hello|huawei|iloveyou|lenovo|' +
  'letmein|login|manager|master|monitor|office|' +
  'pass|passw|passw0rd|password|p@ssw0rd|q|qaz|qwe|qwer|qwert|qwerty|root|super|sysadmin|system|test|user|' +
  'watchpost|welcome|woaini|xiaomi|zxcv';
const digits =
  '\\d{1,4}|12345|123456|1234567|12345678|112233|123123|123321|654321|666666|888888|520520|1314520|5201314';
/** `Admin@123`, `Huawei2026!`, `5201314a`: a word that everybody tries, with the digits that everybody adds, and a sign at most. */
const dressed = new RegExp(`^(?:(?:${words})[^a-z0-9]?(?:${digits})|(?:${digits})[^a-z0-9]?(?:${words}))[^a-z0-9]?$`);

/** `19900101`: a date, as of a birthday. */
const date = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;

/** `12345678`, `hgfedcba` */
function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.charCodeAt(0));
  return [1, -1].some((step) => codes.every((code, index) => index === 0 || code - codes[index - 1]! === step));
}

/** Digits and signs that stand for the letters they look like: the first thing that programs try after a word. */
const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** With letters in the place of what looks like them: `p@ssw0rd` is `password`. */
export const unleeted = (text: string): string => text.replace(/[013457@$!]/g, (sign) => lookAlikes[sign]!);

/** The beginnings of a password without some or all of the digits and signs at its end, the longest first. */
function beginningsOf(small: string): string[] {
  const tail = /[^a-z]*$/.exec(small)![0].length;
  return Array.from({ length: tail + 1 }, (_, cut) => small.slice(0, small.length - cut));
}

/** What may be the word in a password: it without some of the digits and signs at its end, and without those before it. */
export const coresOf = (small: string): string[] =>
  beginningsOf(small).flatMap((core) => [core, core.replace(/^[^a-z]+/, '')]);

/** At most this many characters around a word leave it the same password. */
const longestDress = 5;

/** Whether attackers try this password among their first, in upper or lower case. */
export function isCommonPassword(password: string): boolean {
  const small = password.toLowerCase();
  if (listed.has(small) || repeated.test(small) || dressed.test(small) || isSequence(small) || date.test(small))
    return true;
  const cores = coresOf(small).filter((core) => small.length - core.length <= longestDress);
  // Of eight letters at least, as the list has them: `0l1ver` is a name that has many bearers, and little else.
  if (cores.some((core) => core.length >= 8 && /[a-z]/.test(core) && isListed(core))) return true;
  return beginningsOf(small).some((begun) => dressed.test(unleeted(begun) + small.slice(begun.length)));
}

const isListed = (core: string): boolean => listed.has(core) || listed.has(unleeted(core));
