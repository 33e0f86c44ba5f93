import type { Text } from '../lib/defineText.ts';
import type { exceptionText, functionText } from './frameText.ts';
import { twoDigits } from './numbers.ts';

/** `03 read holding registers`; a function that we do not know by its number. */
export const functionInWords = (code: number, words: Text<typeof functionText>): string => {
  const known = (words as Readonly<Record<string, string>>)[`f${code}`];
  return known ? `${twoDigits(code)} ${known}` : twoDigits(code);
};

/** `02 no such address`. */
export function exceptionInWords(code: number, words: Text<typeof exceptionText>): string {
  const known = (words as Readonly<Record<string, string>>)[`e${code}`];
  const said = known ?? (code >= 0x41 && code <= 0x4b ? words.gateway : words.unknown);
  return `${code.toString(16).toUpperCase().padStart(2, '0')} ${said}`;
}
