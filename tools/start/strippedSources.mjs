// Where sources without their types are kept. Plain JavaScript: the preload below it runs before anything can take types out.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const strippedFolder = fileURLToPath(new URL('../../node_modules/.cache/stripped-sources', import.meta.url));

/** The file that keeps this source without its types, made or not: another source or another Node has another file. */
export const strippedFile = (/** @type {string} */ source) =>
  path.join(strippedFolder, createHash('sha256').update(`${process.version}\0`).update(source).digest('hex'));
