import { dayMs, downloadKeptDays, hourMs } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { deleteDownloadsBefore, isToKeep } from './store.ts';

/** How long the list remembers what was exported, longer than the file. */
const rowsKeptDays = 30;

/** Deletes files that have expired, whose export was deleted, or that a crash left behind; later the lines of the list, too. */
export async function deleteOldDownloads({ db, clock, storage }: { db: Db; clock: Clock; storage: Storage }) {
  const now = clock.now();
  await deleteDownloadsBefore(system, db, new Date(now - Math.max(rowsKeptDays, downloadKeptDays) * dayMs));
  await storage.deleteLeftovers(now - dayMs);
  for await (const key of storage.writtenBefore(now - hourMs)) {
    const id = /^\d{1,15}$/.test(key) ? Number(key) : 0;
    if (!(await isToKeep(system, db, id, new Date(now)))) await storage.delete(key);
  }
}
