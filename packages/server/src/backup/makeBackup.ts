import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import pg from 'pg';
import { system } from '../access/index.ts';
import { holdSealing } from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import {
  beginSnapshot,
  describeTables,
  joinSnapshot,
  listMigrations,
  readSequences,
  rowsOf,
  type TableShape,
} from '../platform/db/wholeDatabase.ts';
import { type StoredKind, storagesIn, storedKinds, Tally, tableFile } from './contents.ts';
import { BackupRefused, backupFormat, type Content, type Manifest, writeManifest } from './manifest.ts';
import { keysOfDownloads, keysOfFiles } from './store.ts';

export interface BackupSource {
  /** Of the database, which may be at work meanwhile. */
  url: string;
  dataDir: string;
  version: string;
  clock: Clock;
  /** Told once a table or kind of files is done. */
  progress?: (sentence: string) => void;
}

/**
 * Carries the state of one moment into an empty folder: every table, the uploads, the exports that can still be fetched. The
 * product goes on meanwhile: nothing is locked but the sealing of history, for as long as the unsealed log is copied.
 *
 * @throws BackupRefused when the folder is not empty or there is nothing to keep
 */
export async function makeBackup(source: BackupSource, folder: string): Promise<Manifest> {
  await takeEmpty(folder);
  const log = new pg.Client({ connectionString: source.url });
  const rest = new pg.Client({ connectionString: source.url });
  // What breaks is told by the statement that fails.
  for (const client of [log, rest]) client.on('error', () => {});
  try {
    await Promise.all([log.connect(), rest.connect()]);
    const manifest = await carry(source, folder, log, rest);
    await writeManifest(folder, manifest);
    return manifest;
  } catch (error) {
    for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true, force: true });
    throw error;
  } finally {
    await Promise.all([log.end(), rest.end()].map((ended) => ended.catch(() => {})));
  }
}

async function takeEmpty(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new BackupRefused(`The folder ${folder} cannot be made: ${(error as Error).message}.`);
  }
  if ((await readdir(folder)).length > 0) {
    throw new BackupRefused(`${folder} is not empty: name a folder that is, or one that is not there yet.`);
  }
  await mkdir(path.join(folder, 'tables'), { mode: 0o700 });
}

async function carry(source: BackupSource, folder: string, log: pg.Client, rest: pg.Client): Promise<Manifest> {
  const { progress = () => {} } = source;
  if ((await listMigrations(rest)) === null)
    throw new BackupRefused('The database is empty: there is nothing to keep.');
  const files = new KeptFiles(source.dataDir, folder);
  // Before the moment that is kept, too: what is deleted after it must be there already, and most of it is copied here.
  await files.add(await keysAt(rest, source.clock));

  const release = await holdSealing(log);
  const snapshot = await beginSnapshot(log);
  const takenAt = new Date(source.clock.now()).toISOString();
  await joinSnapshot(rest, snapshot);
  const shapes = await describeTables(log);
  const tables: Manifest['tables'] = [];
  const keep = async (client: pg.Client, shape: TableShape) => {
    const kept = { ...shape, ...(await writeTable(client, shape, tableFile(folder, shape.name))) };
    tables.push(kept);
    progress(`${kept.name}: ${kept.rows} rows, ${kept.sizeBytes} bytes`);
  };
  // Parts of the log vanish when they are sealed, and their readings with them: these first, while sealing waits.
  for (const shape of shapes) if (shape.parts !== null) await keep(log, shape);
  await log.query('COMMIT');
  await release();
  for (const shape of shapes) if (shape.parts === null) await keep(rest, shape);
  const migrations = (await listMigrations(rest))!;
  const sequences = await readSequences(rest);
  const keys = await keysAt(rest, source.clock);
  await rest.query('COMMIT');

  await files.add(keys);
  const { stored, missing } = await files.limitTo(keys);
  progress(`${stored.files.length} uploads, ${stored.downloads.length} exports`);
  const notes = await keepNotes(source.dataDir, folder);
  const { version } = source;
  return { format: backupFormat, version, takenAt, migrations, tables, sequences, stored, notes, missing };
}

const keysAt = async (client: pg.Client, clock: Clock): Promise<Record<StoredKind, string[]>> => ({
  files: await keysOfFiles(system, client),
  downloads: await keysOfDownloads(system, client, new Date(clock.now())),
});

async function writeTable(client: pg.Client, shape: TableShape, file: string): Promise<Content & { rows: number }> {
  const tally = new Tally();
  const rows = rowsOf(client, shape);
  await pipeline(
    rows,
    createZstdCompress(),
    (compressed: AsyncIterable<Buffer>) => tally.through(compressed),
    createWriteStream(file, { mode: 0o600, flush: true }),
  );
  return { rows: rows.rowCount, ...tally.take() };
}

/** Copies contents, which never change under their key. */
class KeptFiles {
  readonly #from: ReturnType<typeof storagesIn>;
  readonly #to: ReturnType<typeof storagesIn>;
  readonly #kept: Record<StoredKind, Map<string, Content>> = { files: new Map(), downloads: new Map() };

  constructor(dataDir: string, folder: string) {
    this.#from = storagesIn(dataDir);
    this.#to = storagesIn(folder);
  }

  async add(keys: Record<StoredKind, readonly string[]>): Promise<void> {
    for (const kind of storedKinds) {
      for (const key of keys[kind]) {
        if (this.#kept[kind].has(key)) continue;
        const found = await this.#from[kind].read(key);
        if (found === null) continue;
        const tally = new Tally();
        await this.#to[kind].write(key, Readable.from(tally.through(found.content)));
        this.#kept[kind].set(key, tally.take());
      }
    }
  }

  /** Lets go of everything else. */
  async limitTo(keys: Record<StoredKind, readonly string[]>): Promise<Pick<Manifest, 'stored' | 'missing'>> {
    const stored: Manifest['stored'] = { files: [], downloads: [] };
    const missing: string[] = [];
    for (const kind of storedKinds) {
      const kept = this.#kept[kind];
      for (const key of keys[kind]) {
        const content = kept.get(key);
        if (content) stored[kind].push({ key, ...content });
        else missing.push(`${kind}/${key}`);
        kept.delete(key);
      }
      for (const key of kept.keys()) await this.#to[kind].delete(key);
    }
    return { stored, missing };
  }
}

async function keepNotes(dataDir: string, folder: string): Promise<Manifest['notes']> {
  const names = (await readdir(dataDir).catch(() => [])).filter((name) => /^demo-[a-z]+\.json$/.test(name));
  const notes: Manifest['notes'] = [];
  for (const name of names.sort()) {
    const tally = new Tally();
    await pipeline(
      createReadStream(path.join(dataDir, name)),
      (content: AsyncIterable<Buffer>) => tally.through(content),
      createWriteStream(path.join(folder, name), { mode: 0o600, flush: true }),
    );
    notes.push({ name, ...tally.take() });
  }
  return notes;
}
