import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Who holds a folder. `startedAt` is the process's own start mark, so that a reused pid is not taken for the owner. */
interface Owner {
  pid: number;
  startedAt: string | null;
}

/** The folder is held by another process that is alive. */
export class FolderInUse extends Error {
  readonly pid: number;

  constructor(lockFile: string, pid: number) {
    super(`held by process ${pid} (${lockFile})`);
    this.name = 'FolderInUse';
    this.pid = pid;
  }
}

/**
 * Takes a lock file that dies with its process: after a crash or a `kill -9` the next caller gets it at once.
 *
 * @param lockFile absolute path; its folder must exist and be writable
 * @returns a function that gives the lock back; calling it twice is harmless
 * @throws FolderInUse when a living process holds it; the file system's own error when the folder cannot be written
 */
export function lockFolder(lockFile: string): () => void {
  const mine = JSON.stringify({ pid: process.pid, startedAt: startMark(process.pid) } satisfies Owner);
  const draft = `${lockFile}.${process.pid}`;
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    // A link either appears whole or not at all; two processes cannot both succeed.
    while (!tryLink(draft, lockFile)) {
      const owner = readOwner(lockFile);
      if (owner !== null && isAlive(owner)) throw new FolderInUse(lockFile, owner.pid);
      setAside(lockFile, owner);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readText(lockFile) === mine) rmSync(lockFile, { force: true });
  };
}

function tryLink(draft: string, lockFile: string): boolean {
  try {
    linkSync(draft, lockFile);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves a dead owner's file away. Renaming first means that of two processes which saw the same dead owner one only acts. */
function setAside(lockFile: string, deadOwner: Owner | null): void {
  const aside = `${lockFile}.stale.${process.pid}`;
  try {
    renameSync(lockFile, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = readOwner(aside);
  // Between our look and the rename somebody else may have taken the lock for good: hand it back.
  if (moved !== null && moved.pid !== deadOwner?.pid && isAlive(moved)) tryLink(aside, lockFile);
  rmSync(aside, { force: true });
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function readOwner(lockFile: string): Owner | null {
  try {
    const owner = JSON.parse(readText(lockFile) ?? '') as Owner;
    return Number.isInteger(owner.pid) ? owner : null;
  } catch {
    return null;
  }
}

function isAlive(owner: Owner): boolean {
  if (!processExists(owner.pid)) return false;
  return owner.startedAt === null || owner.startedAt === startMark(owner.pid);
}

/** True while a process of that number exists, with any owner. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Boot ticks at which the process began (field 22 of its stat line), null where the system does not tell (not Linux). */
function startMark(pid: number): string | null {
  const stat = readText(`/proc/${pid}/stat`);
  // The command in parentheses may hold spaces; the fields after it do not.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}
