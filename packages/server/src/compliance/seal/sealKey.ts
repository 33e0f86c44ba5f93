import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { system } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { createSecretBox } from '../../platform/secretBox.ts';
import { insertKey, newestKey } from './seal.store.ts';

export interface SealKey {
  readonly id: number;
  readonly privateKey: KeyObject;
}

/** The key that signs now; made when nothing was signed yet. Call it in the transaction that holds the sealing turn. */
export async function currentKey(transaction: DbOrTransaction, secretKey: string, now: Date): Promise<SealKey> {
  const found = await newestKey(system, transaction);
  if (found) return { id: found.id, privateKey: createPrivateKey(createSecretBox(secretKey).open(found.private_key)) };
  return newKey(transaction, secretKey, now);
}

/** A new key, with which everything from now on is signed. The keys before it stay. */
export async function newKey(transaction: DbOrTransaction, secretKey: string, now: Date): Promise<SealKey> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const id = await insertKey(system, transaction, {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey: createSecretBox(secretKey).seal(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
    at: now,
  });
  return { id, privateKey };
}
