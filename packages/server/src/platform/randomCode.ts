import { randomBytes } from 'node:crypto';

const letters = 'abcdefghijklmnopqrstuvwxyz234567';

/** Random letters and digits (base32, 5 bits each). 26 of them hold 128 bits. */
export const randomCode = (length: number): string =>
  Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
