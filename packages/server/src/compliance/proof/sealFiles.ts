import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { system } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { SealDeps } from '../deps.ts';
import { signHash } from '../seal/canonical.ts';
import { publicKeys } from '../seal/seal.store.ts';
import { currentKey } from '../seal/sealKey.ts';

const verifier = readFileSync(new URL('./verify.mjs', import.meta.url));
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** A statement with the signature of the installation's key over its SHA-256. */
export interface SealedStatement {
  readonly statement: string;
  readonly keyId: number;
  readonly signature: Buffer;
}

/** Signs a statement, in the transaction that keeps it. */
export async function sealStatement(
  transaction: DbOrTransaction,
  secretKey: string,
  statement: string,
  now: Date,
): Promise<SealedStatement> {
  const key = await currentKey(transaction, secretKey, now);
  return { statement, keyId: key.id, signature: signHash(sha256(statement), key.privateKey) };
}

/**
 * Files with their hashes under one signature, and the program that checks them, as a zip.
 *
 * @param about what else the manifest says, for the program to check
 */
export async function sealFiles(
  { db, clock, secretKey }: Pick<SealDeps, 'db' | 'clock' | 'secretKey'>,
  files: readonly { readonly name: string; readonly content: Buffer }[],
  about: Readonly<Record<string, unknown>>,
): Promise<Buffer> {
  const madeAt = clock.now();
  const key = await db.transaction().execute((transaction) => currentKey(transaction, secretKey, new Date(madeAt)));
  const keys = await publicKeys(system, db);
  const all = [{ name: 'verify.mjs', content: verifier }, ...files];
  const manifest = JSON.stringify(
    {
      format: 'records-proof/1',
      madeAt,
      keys: keys.map(({ id, public_key }) => ({ id, publicKey: public_key })),
      ...{ points: [], seals: [], roots: [] },
      ...about,
      files: Object.fromEntries(all.map(({ name, content }) => [name, sha256(content).toString('hex')])),
    },
    null,
    1,
  );
  const signature = signHash(sha256(manifest), key.privateKey);
  const zip = new yazl.ZipFile();
  const mtime = new Date(madeAt);
  for (const { name, content } of all) zip.addBuffer(content, name, { mtime });
  zip.addBuffer(Buffer.from(manifest), 'manifest.json', { mtime });
  zip.addBuffer(
    Buffer.from(JSON.stringify({ key: key.id, signature: signature.toString('hex') })),
    'manifest.sig.json',
    {
      mtime,
    },
  );
  zip.end();
  return buffer(zip.outputStream);
}
