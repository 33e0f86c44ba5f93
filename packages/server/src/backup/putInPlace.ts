import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endOrphan, type PostgresLog } from '../platform/db/embeddedPostgres.ts';
import { FolderInUse, lockFolder } from '../platform/folderLock.ts';
import { BackupRefused } from './manifest.ts';

/** What of DATA_DIR a restore replaces; logs and locks stay. */
const isOurs = (name: string): boolean =>
  ['postgres', 'files', 'downloads'].includes(name) || /^demo-[a-z]+\.json$/.test(name);

const stagingName = 'restoring';

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
    // What a restore before left half done is what stands there.
    finishPutInPlace(dataDir);
    const held = heldBy(dataDir);
    if (held.length > 0 && !replace) {
      throw new BackupRefused(
        `${dataDir} is not empty (${held.join(', ')}): set DATA_DIR to another folder, or say --replace, which moves what is there aside. Nothing was restored.`,
      );
    }
    const cluster = path.join(dataDir, 'postgres');
    if (existsSync(cluster)) await endOrphan(cluster, log);
    const staging = path.join(dataDir, stagingName);
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

/** Stands in DATA_DIR from the first move to the last, and says what was to be moved. */
const markName = 'restore-in-place.json';

interface Moves {
  /** Folder that takes what stood in DATA_DIR, and what that was; null: nothing stood there. */
  aside: string | null;
  held: string[];
}

/**
 * Moves what was put together in `staging` to where the product looks for it, and what stood there into a folder of its own.
 * When it is cut off in between, `finishPutInPlace` goes on.
 *
 * @returns that folder; null when there was nothing
 */
export function putInPlace(dataDir: string, staging: string, now: number): string | null {
  const held = heldBy(dataDir);
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(':', '');
  const moves: Moves = { aside: held.length > 0 ? `replaced-${stamp}` : null, held };
  const mark = path.join(dataDir, markName);
  // Whole or not there at all: half a mark would say nothing.
  writeFileSync(`${mark}.new`, JSON.stringify(moves), { flush: true });
  renameSync(`${mark}.new`, mark);
  return move(dataDir, staging, moves);
}

/**
 * Ends a restore that was cut off while it moved things: without it the database of one moment would stand beside the files
 * of another, or nothing where everything was. Called by the holder of DATA_DIR before anything of it is read.
 *
 * @returns whether there was one
 */
export function finishPutInPlace(dataDir: string): boolean {
  const mark = path.join(dataDir, markName);
  if (!existsSync(mark)) return false;
  move(dataDir, path.join(dataDir, stagingName), JSON.parse(readFileSync(mark, 'utf8')) as Moves);
  return true;
}

/** Each move that is not done yet, in their order; what was moved away goes all before anything comes. */
function move(dataDir: string, staging: string, { aside, held }: Moves): string | null {
  const folder = aside === null ? null : path.join(dataDir, aside);
  if (folder !== null) {
    mkdirSync(folder, { recursive: true });
    for (const name of held) {
      const [from, to] = [path.join(dataDir, name), path.join(folder, name)];
      if (!existsSync(to) && existsSync(from)) renameSync(from, to);
    }
  }
  if (existsSync(staging)) {
    for (const name of readdirSync(staging).filter(isOurs)) {
      renameSync(path.join(staging, name), path.join(dataDir, name));
    }
    rmSync(staging, { recursive: true, force: true });
  }
  rmSync(path.join(dataDir, markName));
  return folder;
}

const heldBy = (dataDir: string): string[] => readdirSync(dataDir).filter(isOurs).sort();
