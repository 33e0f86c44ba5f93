import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { brotliCompress } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const web = path.join(root, 'packages', 'web');
const dist = path.join(web, 'dist');
const stamp = path.join(dist, '.built-from');
const run = promisify(execFile);

/** The web pages could not be built; the message ends with what the builder said. */
export class WebBuildError extends Error {
  override readonly name = 'WebBuildError';
}

/**
 * Builds packages/web/dist when its sources, the contract or a package have changed since it was built.
 *
 * @param onBuild told before the build begins; not called when there is nothing to do
 * @throws WebBuildError when the sources do not build
 */
export async function buildWebIfStale(onBuild: () => void): Promise<void> {
  const wanted = hashOfSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  onBuild();
  // Built beside and swapped in, so that a server that runs from this folder never serves half of it.
  const draft = path.join(root, 'node_modules', '.cache', `web-build.${process.pid}`);
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'];
  try {
    await run(process.execPath, args, { cwd: web, env: { ...process.env, NODE_ENV: 'production' } }).catch(
      (failure) => {
        throw new WebBuildError(`The web pages could not be built:\n${readable(`${failure.stdout}${failure.stderr}`)}`);
      },
    );
    await packFiles(draft);
    writeFileSync(path.join(draft, path.basename(stamp)), wanted);
    rmSync(dist, { recursive: true, force: true });
    renameSync(draft, dist);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Smaller files go as they are. */
const leastPackedBytes = 1_000;
const pack = promisify(brotliCompress);

/**
 * Puts a packed copy beside each file of text, which the server sends instead: packed once with all care it is a sixth smaller
 * than what can be packed while somebody waits.
 */
async function packFiles(folder: string): Promise<void> {
  const files = globSync('**/*.{js,mjs,css,html,svg,json}', { cwd: folder }).map((name) => path.join(folder, name));
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file);
      if (content.byteLength >= leastPackedBytes) writeFileSync(`${file}.br`, await pack(content));
    }),
  );
}

/** What the builder said, without colours and without the stack of its own insides. */
function readable(output: string): string {
  const lines = stripVTControlCharacters(output).trim().split('\n');
  return lines
    .filter((line) => !/^\s+at /.test(line))
    .slice(0, 40)
    .join('\n');
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  const files = globSync(['packages/web/**/*', 'packages/contract/src/**/*', 'package-lock.json'], {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist)$|\.test\.tsx?$/.test(name.replaceAll('\\', '/')),
  });
  for (const name of files.sort()) {
    const file = path.join(root, name);
    if (statSync(file, { throwIfNoEntry: false })?.isFile())
      hash.update(`${name}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}
