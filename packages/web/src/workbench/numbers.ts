import { dash, formatNumber } from '../lib/numbers.ts';

/** A number of any size in few characters: `−18`, `24.27`, `1.2e−38`; a dash for null. */
export function shortNumber(value: number | null): string {
  if (value === null) return dash;
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e15) return formatNumber(value).replaceAll(',', '\u202f');
  if (size >= 1e9 || size < 1e-4) return value.toExponential(1).replaceAll('-', '−');
  const digits = Number(value.toPrecision(6));
  return String(digits).replace('-', '−');
}

/** `41 C2`. */
export const wordHex = (raw: number): string =>
  raw
    .toString(16)
    .toUpperCase()
    .padStart(4, '0')
    .replace(/(..)(..)/, '$1 $2');

/** `03`. */
export const twoDigits = (code: number): string => String(code).padStart(2, '0');

/** Milliseconds as people compare them: tenths below ten. */
export const milliseconds = (ms: number | null): string => (ms === null ? dash : formatNumber(ms, ms < 10 ? 1 : 0));
