import { dayMs } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { deleteUnused, knownFiles } from './store.ts';

const keysAtOnce = 500;

/** Deletes images that nothing has referred to for a day, and bytes that no row knows, left by a crash in between. */
export async function deleteUnusedFiles({ db, clock, storage }: { db: Db; clock: Clock; storage: Storage }) {
  const before = clock.now() - dayMs;
  for (const id of await deleteUnused(system, db, new Date(before))) await storage.delete(id);
  await storage.deleteLeftovers(before);
  let keys: string[] = [];
  const sweep = async () => {
    const known = await knownFiles(system, db, keys);
    for (const key of keys) if (!known.has(key)) await storage.delete(key);
    keys = [];
  };
  for await (const key of storage.writtenBefore(before)) {
    keys.push(key);
    if (keys.length === keysAtOnce) await sweep();
  }
  await sweep();
}
