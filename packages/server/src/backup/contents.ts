import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { createStorage, type Storage } from '../platform/storage/storage.ts';
import type { Content, Manifest } from './manifest.ts';

/** The folders of DATA_DIR that hold bytes under keys. */
export const storedKinds = ['files', 'downloads'] as const;
export type StoredKind = (typeof storedKinds)[number];

export const storagesIn = (folder: string): Record<StoredKind, Storage> => ({
  files: createStorage(path.join(folder, 'files')),
  downloads: createStorage(path.join(folder, 'downloads')),
});

export const tableFile = (folder: string, table: string): string => path.join(folder, 'tables', `${table}.copy.zst`);

/** Counts and sums up what passes. */
export class Tally {
  readonly #hash: Hash = createHash('sha256');
  #sizeBytes = 0;

  async *through(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      this.#hash.update(chunk);
      this.#sizeBytes += chunk.byteLength;
      yield chunk;
    }
  }

  /** Once, at the end. */
  take(): Content {
    return { sizeBytes: this.#sizeBytes, sha256: this.#hash.digest('hex') };
  }
}

async function isWhole(stream: Readable, { sizeBytes, sha256 }: Content): Promise<boolean> {
  const tally = new Tally();
  try {
    for await (const _ of tally.through(stream));
  } catch {
    // Not there or not readable: as good as damaged.
    return false;
  }
  const found = tally.take();
  return found.sizeBytes === sizeBytes && found.sha256 === sha256;
}

/** Reads everything once. @returns what is not as it was written, by the path inside the backup */
export async function damagedParts(folder: string, manifest: Manifest): Promise<string[]> {
  const damaged: string[] = [];
  for (const table of manifest.tables) {
    const file = tableFile(folder, table.name);
    if (!(await isWhole(createReadStream(file), table))) damaged.push(path.relative(folder, file));
  }
  const storages = storagesIn(folder);
  for (const kind of storedKinds) {
    for (const one of manifest.stored[kind]) {
      const found = await storages[kind].read(one.key);
      if (found === null || !(await isWhole(found.content, one))) damaged.push(`${kind}/…/${one.key}`);
    }
  }
  for (const note of manifest.notes) {
    if (!(await isWhole(createReadStream(path.join(folder, note.name)), note))) damaged.push(note.name);
  }
  return damaged;
}
