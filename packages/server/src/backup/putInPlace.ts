import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { endOrphan, type PostgresLog } from '../platform/db/embeddedPostgres.ts';
import { FolderInUse, lockFolder } from '../platform/folderLock.ts';
import { BackupRefused } from './manifest.ts';

/** What of DATA_DIR a restore replaces; logs and locks stay. */
const isOurs = (name: string): boolean =>
  ['postgres', 'files', 'downloads'].includes(name) || /^demo-[a-z]+\.json$/.test(name);

export interface DataFolder {
  /** Where the restored state is put together; lies in DATA_DIR, so that moving it costs nothing. */
  staging: string;
  /** Lets go of DATA_DIR. */
  release(): void;
}

/**
 * Keeps the product away from DATA_DIR and makes an empty folder in it.
 *
 * @throws BackupRefused when the product runs on it, or when it holds something and `replace` was not said
 */
export async function takeDataFolder(
  dataDir: string,
  { replace, log }: { replace: boolean; log: PostgresLog },
): Promise<DataFolder> {
  mkdirSync(dataDir, { recursive: true });
  const locks: (() => void)[] = [];
  const release = () => {
    for (const unlock of locks.splice(0)) unlock();
  };
  try {
    for (const name of ['watchpost.lock', 'postgres.lock']) locks.push(lockFolder(path.join(dataDir, name)));
    const held = heldBy(dataDir);
    if (held.length > 0 && !replace) {
      throw new BackupRefused(
        `${dataDir} is not empty (${held.join(', ')}): set DATA_DIR to another folder, or say --replace, which moves what is there aside. Nothing was restored.`,
      );
    }
    const cluster = path.join(dataDir, 'postgres');
    if (existsSync(cluster)) await endOrphan(cluster, log);
    const staging = path.join(dataDir, 'restoring');
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging);
    return { staging, release };
  } catch (error) {
    release();
    if (!(error instanceof FolderInUse)) throw error;
    throw new BackupRefused(
      `Watchpost runs on the folder ${dataDir} (process ${error.pid}): stop it first, or set DATA_DIR to another folder. Nothing was restored.`,
    );
  }
}

/**
 * Moves what was put together in `staging` to where the product looks for it, and what stood there into a folder of its own.
 *
 * @returns that folder; null when there was nothing
 */
export function putInPlace(dataDir: string, staging: string, now: number): string | null {
  const held = heldBy(dataDir);
  const aside = path.join(dataDir, `replaced-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '')}`);
  if (held.length > 0) mkdirSync(aside);
  for (const name of held) renameSync(path.join(dataDir, name), path.join(aside, name));
  for (const name of readdirSync(staging).filter(isOurs)) {
    renameSync(path.join(staging, name), path.join(dataDir, name));
  }
  rmSync(staging, { recursive: true, force: true });
  return held.length > 0 ? aside : null;
}

const heldBy = (dataDir: string): string[] => readdirSync(dataDir).filter(isOurs).sort();
