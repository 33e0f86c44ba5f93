import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A content that stays as it is, of known size. */
export interface StillContent {
  readonly sizeBytes: number;
  from(byte: number): Readable;
}

/** Bytes kept under keys. A key is made by us, never by a user, and a content never changes under its key. */
export interface Storage {
  /**
   * Keeps a content under a key, whole or not at all, on disk when it returns; what stood there before is replaced.
   *
   * @param signal ends the writing with an error, and destroys the content
   * @returns its size in bytes
   */
  write(key: string, content: Uint8Array | Readable, signal?: AbortSignal): Promise<number>;
  /** Null when there is nothing under the key; else the content is read to its end or destroyed. */
  read(key: string): Promise<{ content: Readable; sizeBytes: number } | null>;
  /** Null when there is nothing under the key; else a content to be read from any byte on, or not at all. */
  find(key: string): Promise<StillContent | null>;
  /** Nothing under the key is no error. */
  delete(key: string): Promise<void>;
  /** Keys whose content was written before that moment. */
  writtenBefore(epochMs: number): AsyncIterable<string>;
  /** Removes what writes that were cut off before that moment left behind. */
  deleteLeftovers(epochMs: number): Promise<void>;
}

const keyPattern = /^[A-Za-z0-9_-]{1,64}$/;
const draftsFolder = 'drafts';

/** Keeps contents as files in a folder of the machine; made when first needed, readable by nobody else. */
export function createStorage(folder: string): Storage {
  const drafts = path.join(folder, draftsFolder);
  // Two hex digits of their own hash would spread better; the keys are random or count up, so their ends do.
  const folderOf = (key: string): string => path.join(folder, key.slice(-2).padStart(2, '0').toLowerCase());
  const fileOf = (key: string): string => {
    if (!keyPattern.test(key)) throw new Error('Not a key of this storage');
    return path.join(folderOf(key), key);
  };

  return {
    async write(key, content, signal) {
      const file = fileOf(key);
      await mkdir(drafts, { recursive: true, mode: 0o700 });
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const draft = path.join(drafts, `${key}.${randomBytes(6).toString('hex')}`);
      try {
        const source = content instanceof Readable ? content : Readable.from([content]);
        await pipeline(source, createWriteStream(draft, { mode: 0o600, flush: true }), { signal });
        const { size } = await stat(draft);
        await rename(draft, file);
        await syncFolder(path.dirname(file));
        return size;
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },

    async read(key) {
      const handle = await open(fileOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (!handle) return null;
      const { size } = await handle.stat();
      return { content: createReadStream('', { fd: handle }), sizeBytes: size };
    },

    async find(key) {
      const file = fileOf(key);
      const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      return found && { sizeBytes: found.size, from: (byte) => createReadStream(file, { start: byte }) };
    },

    async delete(key) {
      await rm(fileOf(key), { force: true });
    },

    async *writtenBefore(epochMs) {
      for (const name of await listed(folder)) {
        if (name === draftsFolder) continue;
        for (const key of await listed(path.join(folder, name))) {
          if (await isOlder(path.join(folder, name, key), epochMs)) yield key;
        }
      }
    },

    async deleteLeftovers(epochMs) {
      for (const name of await listed(drafts)) {
        const draft = path.join(drafts, name);
        if (await isOlder(draft, epochMs)) await rm(draft, { force: true });
      }
    },
  };
}

const listed = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

/** What is gone meanwhile is not older. */
const isOlder = async (file: string, epochMs: number): Promise<boolean> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs < epochMs,
    () => false,
  );

/** A rename is lost with the power unless its folder is written, too; systems that cannot (Windows) do not need it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
