import { readFileSync } from 'node:fs';

const listed = new Set(
  readFileSync(new URL('commonPasswords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/** `abcdabcd`, `88888888` */
const repeated = /^(.{1,4})\1+$/;

/** `12345678`, `hgfedcba` */
function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.charCodeAt(0));
  return [1, -1].some((step) => codes.every((code, index) => index === 0 || code - codes[index - 1]! === step));
}

/** Whether attackers try this password among their first, whatever the case of its letters. */
export function isCommonPassword(password: string): boolean {
  const small = password.toLowerCase();
  return listed.has(small) || repeated.test(small) || isSequence(small);
}
