/**
 * The number that was typed, as plain digits; null where it is none. Minus signs and digits of any keyboard count (−18, －１８), and so
 * do commas or blanks between groups of three (1,500). Any other is no number: 1,5 could be one and a half or a slip, and never is 15.
 */
export function readNumber(typed: string): string | null {
  const plain = typed.normalize('NFKC').replaceAll('。', '.').replace(/[−–]/g, '-').trim();
  const isNumber = /^[-+]?((\d+|\d{1,3}([, ]\d{3})+)(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(plain);
  return isNumber ? plain.replace(/[, ]/g, '').replace(/^\+/, '') : null;
}
