import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { strippedFile, strippedFolder } from './strippedSources.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = ['packages/{contract,demo,protocols,server,simulator}/src/**/*.ts', 'tools/endWithParent.ts'];

/**
 * Takes the types out of all sources that a process of the product may load (`loadStripped.mjs`), where that has not been done
 * yet: two seconds once, a tenth of one at each later start. Copies of sources that are no more are deleted. Where nothing can be
 * written the processes start all the same, and Node takes the types out in each of them.
 */
export function stripAhead(): void {
  try {
    mkdirSync(strippedFolder, { recursive: true });
    const wanted = globSync(sources, { cwd: root, exclude: ['**/*.test.ts'] }).map((name) =>
      strip(path.join(root, name)),
    );
    const kept = new Set(wanted.map((file) => path.basename(file)));
    for (const name of readdirSync(strippedFolder))
      if (!kept.has(name) && !isBeingWritten(name)) rmSync(path.join(strippedFolder, name), { force: true });
  } catch (error) {
    if (!cannotWrite.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** A name with a dot is a copy that a start is writing, or was writing when it was killed. */
const isBeingWritten = (name: string): boolean =>
  name.includes('.') &&
  Date.now() - (statSync(path.join(strippedFolder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0) < 3_600_000;

/** Read-only, another user's, or full. */
const cannotWrite = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOSPC']);

/** @returns the file that keeps the source without its types */
function strip(name: string): string {
  const source = readFileSync(name, 'utf8');
  const file = strippedFile(source);
  if (existsSync(file)) return file;
  // Beside and renamed: a server that starts at the same time never reads half of it.
  writeFileSync(`${file}.${process.pid}`, stripTypeScriptTypes(source));
  renameSync(`${file}.${process.pid}`, file);
  return file;
}
