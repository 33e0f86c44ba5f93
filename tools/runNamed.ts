import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs `<folder>/<name>.ts` with the remaining arguments and ends this process with its code; without a known name it
 * lists the names there are.
 */
export function runNamed(folder: string, [name, ...args]: readonly string[]): never {
  const place = path.join(root, folder);
  const names = (existsSync(place) ? readdirSync(place) : [])
    .filter((file) => /^[^.]+\.ts$/.test(file))
    .map((file) => path.basename(file, '.ts'))
    .sort();
  if (name === undefined || !names.includes(name)) {
    console.error(name === undefined ? `Give a name: npm run ${folder} -- <name>` : `There is no ${folder} "${name}".`);
    console.error(names.length > 0 ? `There are: ${names.join(', ')}` : `The folder ${folder}/ holds none yet.`);
    process.exit(1);
  }
  const { status } = spawnSync(process.execPath, [path.join(folder, `${name}.ts`), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}
