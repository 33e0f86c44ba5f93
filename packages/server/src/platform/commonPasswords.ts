import { readFileSync } from 'node:fs';

const listed = new Set(
  readFileSync(new URL('commonPasswords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/** `abcdabcd`, `88888888` */
const repeated = /^(.{1,4})\1+$/;

const words =
  'a|aa|aaa|abc|abcd|admin|administrator|asdf|cisco|default|dell|guest|hello|huawei|iloveyou|lenovo|login|manager|master|' +
  'pass|passw|passw0rd|password|p@ssw0rd|q|qaz|qwe|qwer|qwert|qwerty|root|secret|super|sysadmin|system|test|user|' +
  'wang|watchpost|welcome|woaini|xiaomi|zxcv';
const digits =
  '\\d{1,4}|12345|123456|1234567|12345678|112233|123123|123321|654321|666666|888888|520520|1314520|5201314';
/** `Admin@123`, `Huawei2026!`, `5201314a`: a word that everybody tries, with the digits that everybody adds, and a sign at most. */
const dressed = new RegExp(`^(?:(?:${words})[^a-z0-9]?(?:${digits})|(?:${digits})[^a-z0-9]?(?:${words}))[^a-z0-9]?$`);

/** `12345678`, `hgfedcba` */
function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.charCodeAt(0));
  return [1, -1].some((step) => codes.every((code, index) => index === 0 || code - codes[index - 1]! === step));
}

/** Whether attackers try this password among their first, whatever the case of its letters. */
export function isCommonPassword(password: string): boolean {
  const small = password.toLowerCase();
  return listed.has(small) || repeated.test(small) || dressed.test(small) || isSequence(small);
}
