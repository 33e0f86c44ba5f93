import { createHash, randomInt } from 'node:crypto';

/** As ThingsBoard makes them: firmware often has room for no more, and takes nothing but letters and digits. */
const tokenLength = 20;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 119 random bits: nobody guesses it, so a fast hash of it may be looked up. */
export const newAccessToken = (): string =>
  Array.from({ length: tokenLength }, () => letters[randomInt(letters.length)]).join('');

export const hashAccessToken = (token: string): string => createHash('sha256').update(token).digest('hex');
