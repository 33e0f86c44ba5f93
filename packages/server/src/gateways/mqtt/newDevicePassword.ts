import { randomBytes } from 'node:crypto';

/** Of a machine: 18 random bytes, which nobody guesses and somebody may have to type once. */
export const newDevicePassword = (): string => randomBytes(18).toString('base64url');
