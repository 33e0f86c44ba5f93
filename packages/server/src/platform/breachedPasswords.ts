import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Whether a password stands in a list of stolen ones. */
export type IsBreached = (password: string) => Promise<boolean>;

/** A line is 40 digits, a colon and a count: two of them fit. */
const pieceBytes = 256;

/**
 * Looks passwords up in a file of SHA-1 hashes in rising order, as Have I Been Pwned offers it: `000000005AD76BD5…:10` on each line.
 * The file has tens of gigabytes, so it is never read whole: forty short reads find a line, or that there is none.
 *
 * @param file null: there is no list, and no password stands in it
 */
export const createIsBreached = (file: string | null): IsBreached =>
  file === null
    ? async () => false
    : async (password) => {
        const handle = await open(file, 'r');
        try {
          return await holds(handle, createHash('sha1').update(password).digest('hex').toUpperCase());
        } finally {
          await handle.close();
        }
      };

async function holds(handle: FileHandle, wanted: string): Promise<boolean> {
  let from = 0;
  let to = (await handle.stat()).size;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const { start, text } = await lineFrom(handle, middle);
    if (text === '' || start >= to) {
      to = middle;
      continue;
    }
    const hash = text.slice(0, wanted.length).toUpperCase();
    if (hash === wanted) return true;
    if (hash < wanted) from = start + text.length;
    else to = middle;
  }
  return false;
}

/** The first line that begins at this place or after it; empty text: none does. */
async function lineFrom(handle: FileHandle, place: number): Promise<{ start: number; text: string }> {
  // The byte before tells whether a line begins right here.
  const at = Math.max(0, place - 1);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(pieceBytes), 0, pieceBytes, at);
  const piece = buffer.toString('latin1', 0, bytesRead);
  const begin = place === 0 ? 0 : piece.indexOf('\n') + 1;
  if (place > 0 && begin === 0) return { start: at + bytesRead, text: '' };
  const end = piece.indexOf('\n', begin);
  return { start: at + begin, text: piece.slice(begin, end === -1 ? undefined : end + 1) };
}

/** Whether a file begins with a hash, and lines at twenty places of it stand in rising order: one by how common they are does not. */
export function isListOfHashes(name: string): boolean {
  let handle: number;
  try {
    if (!statSync(name).isFile()) return false;
    handle = openSync(name, 'r');
  } catch {
    return false;
  }
  try {
    const { size } = fstatSync(handle);
    const piece = Buffer.alloc(256);
    let before = '';
    for (let part = 0; part < 20; part++) {
      const at = Math.floor((size * part) / 20);
      const length = readSync(handle, piece, 0, piece.length, at);
      // Not the line in whose middle the place lies.
      const hash = /^([0-9A-F]{40})(?:[:\r\n]|$)/im.exec(
        piece.toString('latin1', 0, length).slice(part === 0 ? 0 : piece.indexOf('\n') + 1),
      )?.[1];
      if (part === 0 && !/^[0-9A-F]{40}/i.test(piece.toString('latin1', 0, 40))) return false;
      if (hash === undefined) continue;
      if (hash.toUpperCase() < before) return false;
      before = hash.toUpperCase();
    }
    return true;
  } finally {
    closeSync(handle);
  }
}
