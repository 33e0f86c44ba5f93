import type pg from 'pg';
import { madeSecrets, type RotatedSecret, rotateSecret, type SealedColumn } from '../platform/db/rotateSecret.ts';

/** What an operator asked for and cannot have, in one sentence. */
export class KeysRefused extends Error {
  override readonly name = 'KeysRefused';
}

interface Key {
  readonly purpose: string;
  /** What people notice after it was replaced. */
  readonly afterwards: string;
  /** What was sealed with it. */
  readonly sealed: readonly SealedColumn[];
}

/** Secrets of the installation by name (`installationSecret`), all in the table `setting`. A test holds the columns to the schema. */
export const keys = {
  tokens: {
    purpose: 'signs access tokens, hashes codes',
    afterwards: 'Browsers fetch a new access token by themselves; codes that were sent before are wrong.',
    sealed: [],
  },
  files: {
    purpose: 'signs addresses of files',
    afterwards: 'Addresses of files that were copied from pages stop working; pages fetch new ones.',
    sealed: [],
  },
  cameras: {
    purpose: 'signs tickets to pictures of cameras',
    afterwards: 'Pictures that were running begin again when their page is loaded anew.',
    sealed: [],
  },
  repairReports: {
    purpose: 'signs forms behind stickers',
    afterwards: 'Forms that were open in a browser are loaded anew; stickers stay as they are.',
    sealed: [],
  },
  receipts: {
    purpose: 'is presented by the simulator of the demo',
    afterwards: 'The simulator takes the new one.',
    sealed: [],
  },
  secrets: {
    purpose: 'seals camera addresses, VPN and webhook secrets, boot keys, seal keys',
    afterwards: 'Backups from before hold the old one with what it opens: keep them as safe as before, or delete them.',
    sealed: [
      { table: 'boot_key', column: 'master' },
      { table: 'camera', column: 'address' },
      { table: 'camera_session', column: 'sealed' },
      { table: 'company_webhook', column: 'secret' },
      { table: 'seal_key', column: 'private_key' },
      { table: 'vpn_entry', column: 'secret' },
    ],
  },
} as const satisfies Record<string, Key>;

export type KeyName = keyof typeof keys;

export interface KeyRow {
  readonly name: KeyName;
  readonly purpose: string;
  readonly isMade: boolean;
  /** Null: it is as it was made. */
  readonly rotatedAt: Date | null;
}

export async function keysInUse(pool: pg.Pool): Promise<KeyRow[]> {
  const made = await madeSecrets(pool);
  return Object.entries(keys).map(([name, { purpose }]) => ({
    name: name as KeyName,
    purpose,
    isMade: made.has(name),
    rotatedAt: made.get(name) ?? null,
  }));
}

/**
 * Replaces one key while no server works on the database.
 *
 * @throws KeysRefused when there is no such key, or it was not made yet
 */
export async function rotateKey(pool: pg.Pool, name: string, at: Date): Promise<RotatedSecret> {
  const key: Key | undefined = Object.hasOwn(keys, name) ? keys[name as KeyName] : undefined;
  if (!key) throw new KeysRefused(`There is no key “${name}”. There are: ${Object.keys(keys).join(', ')}.`);
  const rotated = await rotateSecret(pool, name, key.sealed, at);
  if (!rotated) throw new KeysRefused(`The key ${name} was not made yet: a server makes it when it first needs it.`);
  return rotated;
}
