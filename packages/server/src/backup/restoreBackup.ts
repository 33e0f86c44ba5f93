import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type { Pool } from 'pg';
import { system } from '../access/index.ts';
import { inTransaction } from '../platform/db/inTransaction.ts';
import { knownMigrations, migrate } from '../platform/db/migrate.ts';
import { analyze, fillDatabase, isEmpty, markRestored } from '../platform/db/wholeDatabase.ts';
import { prepareJobs } from '../platform/jobs/jobs.ts';
import { damagedParts, storagesIn, storedKinds, tableFile } from './contents.ts';
import { BackupRefused, type Manifest, newer, readManifest } from './manifest.ts';
import { queueUnfinishedDownloads } from './store.ts';

/**
 * Reads a backup through and gives its manifest.
 *
 * @throws BackupRefused when it is damaged, unfinished, or of a version that this one cannot follow
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const known = new Map(knownMigrations().map(({ name, hash }) => [name, hash]));
  if (manifest.migrations.some(({ name }) => !known.has(name))) throw newer(folder, manifest.version);
  const last = manifest.migrations.at(-1)!.name;
  const here = [...known.keys()].filter((name) => name <= last);
  const isSame = manifest.migrations.every(({ name, hash }) => known.get(name) === hash);
  if (!isSame || here.length !== manifest.migrations.length) {
    throw new BackupRefused(
      `The backup in ${folder} was made by version ${manifest.version} with other migrations than this version has: restore it with that one. Nothing was restored.`,
    );
  }
  const damaged = await damagedParts(folder, manifest);
  if (damaged.length > 0) {
    const shown = damaged.slice(0, 5).join(', ') + (damaged.length > 5 ? ` and ${damaged.length - 5} more` : '');
    throw new BackupRefused(`The backup in ${folder} is damaged (${shown}): take another one. Nothing was restored.`);
  }
  return manifest;
}

/**
 * Puts a checked backup into an empty database and a folder: the tables as of its version, all of them or none, then brought
 * to this version.
 *
 * @throws BackupRefused when the database is not empty
 */
export async function restoreBackup(
  folder: string,
  manifest: Manifest,
  target: { pool: Pool; dataDir: string },
): Promise<void> {
  const { pool, dataDir } = target;
  if (!(await isEmpty(pool))) {
    throw new BackupRefused('The database is not empty: make an empty one and name it in DATABASE_URL.');
  }
  await restoreFiles(folder, manifest, dataDir);
  await migrate(pool, { upTo: manifest.migrations.at(-1)!.name });
  const tables = manifest.tables.map((table) => ({
    ...table,
    open: () => [createReadStream(tableFile(folder, table.name)), createZstdDecompress()],
  }));
  await inTransaction(pool, async (client) => {
    await fillDatabase(client, tables, manifest.sequences);
    await markRestored(client);
  });
  await migrate(pool);
  await prepareJobs(pool);
  await queueUnfinishedDownloads(system, pool);
  await analyze(pool);
}

async function restoreFiles(folder: string, manifest: Manifest, dataDir: string): Promise<void> {
  const [from, to] = [storagesIn(folder), storagesIn(dataDir)];
  for (const kind of storedKinds) {
    for (const { key } of manifest.stored[kind]) {
      const found = await from[kind].read(key);
      if (found) await to[kind].write(key, found.content);
    }
  }
  for (const { name } of manifest.notes) {
    const into = createWriteStream(path.join(dataDir, name), { mode: 0o600, flush: true });
    await pipeline(createReadStream(path.join(folder, name)), into);
  }
}
