/** The keys of an installation: what each is for, and how it is replaced. */
export { type KeyName, type KeyRow, KeysRefused, keys, keysInUse, rotateKey } from './keys.ts';
