/**
 * Takes out each guard of what the alarms promise, one at a time, in a copy of the sources, and runs the test that speaks of it: a guard
 * whose test stays green is held by nobody.
 *
 * `npm run drill -- guards [--only late]`; it ends with code 1 when a test stayed green, or a guard is not found where it is said to be.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Guard, guards } from './rig/guards.ts';

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const root = fileURLToPath(new URL('..', import.meta.url));
const copy = mkdtempSync(path.join(tmpdir(), 'wp-drill-'));
for (const each of ['package.json', 'tsconfig.json', 'tsconfig.base.json', 'vitest.config.ts', 'tools', 'packages'])
  cpSync(path.join(root, each), path.join(copy, each), {
    recursive: true,
    // The runtime and what was built are looked for in the original, through the links below.
    filter: (from) => !/[/\\](node_modules|dist|runtime)$/.test(from),
  });
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
symlinkSync(path.join(root, 'tools/runtime'), path.join(copy, 'tools/runtime'));

/** Whether the tests that speak of a guard pass in the copy as it stands. */
function passes({ test, name }: Guard): boolean {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', test, '-t', name];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  if (!/\d+ passed|\d+ failed/.test(stdout)) throw new Error(`No test ran for “${name}” in ${test}:\n${stdout}`);
  return status === 0;
}

const violations: string[] = [];
for (const guard of guards.filter(({ promise, file }) => `${promise} ${file}`.includes(options.only))) {
  const { promise, file, guarded, without } = guard;
  const target = path.join(copy, file);
  const source = readFileSync(target, 'utf8');
  if (source.split(guarded).length !== 2) {
    violations.push(`${promise}: the guard does not stand once in ${file}`);
    continue;
  }
  writeFileSync(
    target,
    source.replace(guarded, () => without),
  );
  const isHeld = !passes(guard);
  writeFileSync(target, source);
  console.log(`${isHeld ? 'red, as it should be' : 'GREEN WITHOUT IT'}: ${promise}`);
  if (!isHeld) violations.push(`${promise}: no test misses it in ${file}`);
}
rmSync(copy, { recursive: true });
for (const each of violations) console.error(each);
process.exit(violations.length === 0 ? 0 : 1);
