import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Paths of files that differ from a commit, those that git does not know yet included.
 *
 * @throws Error with git's words when there is no such commit
 */
export function changedSince(root: string, commit: string): string[] {
  const ask = (...args: string[]): string[] => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr.trim());
    return stdout.split('\0').filter((name) => name !== '');
  };
  return [
    ...ask('diff', '--name-only', '-z', commit, '--'),
    ...ask('ls-files', '--others', '--exclude-standard', '-z'),
  ];
}

/** The packages that build one feature together, each in a folder of its name. */
const layers = ['contract', 'server', 'web'];

/**
 * What to test after a change, as filters of paths for Vitest: the feature's folder in each layer, tests that lie beside a file
 * outside of features, and the checks of the whole.
 *
 * It follows names, not imports: nearly every test of the server starts the whole server, so imports would choose everything.
 *
 * @param isThere tells whether a path from the root exists
 */
export function testsOfChange(changed: readonly string[], isThere: (name: string) => boolean): string[] {
  const tests = new Set<string>();
  const add = (name: string) => {
    if (isThere(name)) tests.add(name);
  };
  for (const file of changed) {
    add('tools/');
    const [, name, folder] = /^packages\/(\w+)\/src\/(\w+)\//.exec(file) ?? [];
    if (folder && layers.includes(name!)) for (const layer of layers) add(`packages/${layer}/src/${folder}/`);
    else if (folder) add(`packages/${name}/src/${folder}/`);
    else if (/\.test\.tsx?$/.test(file)) add(file);
    else if (/\.tsx?$/.test(file)) for (const end of ['.test.ts', '.test.tsx']) add(file.replace(/\.tsx?$/, end));
  }
  return [...tests].sort();
}

/** The same for what lies in this folder now. */
export const testsSince = (root: string, commit: string): string[] =>
  testsOfChange(changedSince(root, commit), (name) => existsSync(path.join(root, name)));
