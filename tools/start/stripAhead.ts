import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { strippedFile, strippedFolder } from './strippedSources.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = ['packages/{contract,demo,protocols,server,simulator}/src/**/*.ts', 'tools/endWithParent.ts'];

/**
 * Takes the types out of all sources that a process of the product may load (`loadStripped.mjs`), where that has not been done
 * yet: two seconds once, a tenth of one at each later start. Copies of sources that are no more are deleted.
 */
export function stripAhead(): void {
  mkdirSync(strippedFolder, { recursive: true });
  const wanted = new Set<string>();
  for (const name of globSync(sources, { cwd: root, exclude: ['**/*.test.ts'] })) {
    const source = readFileSync(path.join(root, name), 'utf8');
    const file = strippedFile(source);
    wanted.add(path.basename(file));
    if (existsSync(file)) continue;
    // Beside and renamed: a server that starts at the same time never reads half of it.
    writeFileSync(`${file}.${process.pid}`, stripTypeScriptTypes(source));
    renameSync(`${file}.${process.pid}`, file);
  }
  for (const name of readdirSync(strippedFolder))
    if (!wanted.has(name)) rmSync(path.join(strippedFolder, name), { force: true });
}
