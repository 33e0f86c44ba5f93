import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import { PostgresStartError } from './startError.ts';

/** PostgreSQL refuses to run as root. This is how its processes are started instead, and who owns its files. */
export interface RunAs {
  name: string;
  /** Whether its processes can tell other users of the system apart. */
  seesUsers: boolean;
  /** Owner its files need; null when they stay ours. */
  owner: { uid: number; gid: number } | null;
  wrap(command: string, args: readonly string[]): { command: string; args: string[]; uid?: number; gid?: number };
  spawn(command: string, args: readonly string[], cwd: string): ChildProcess;
}

function runAs(name: string, owner: RunAs['owner'], wrap: RunAs['wrap'], seesUsers = true): RunAs {
  return {
    name,
    seesUsers,
    owner,
    wrap,
    spawn(command, args, cwd) {
      const { command: file, args: rest, ...identity } = wrap(command, args);
      return spawn(file, rest, {
        ...identity,
        cwd: existsSync(cwd) ? cwd : path.dirname(cwd),
        // A group of its own: Ctrl-C in the terminal must reach the server first, which stops PostgreSQL when it is ready.
        detached: true,
        windowsHide: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        ...cleanEnvironment(),
      });
    },
  };
}

/** PGDATA, PGPORT and friends of the person's shell are meant for another PostgreSQL. Windows cannot start without its own. */
function cleanEnvironment(): { env?: NodeJS.ProcessEnv } {
  if (process.platform === 'win32') return {};
  return {
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  };
}

const asOurselves = runAs('ourselves', null, (command, args) => ({ command, args: [...args] }));

/** In a user namespace without mappings root is nobody to itself, yet its files stay root's: works below a 0700 home. */
const inNamespace = runAs(
  'user namespace',
  null,
  (command, args) => ({ command: 'unshare', args: ['--user', command, ...args] }),
  false,
);

function asUser(owner: { uid: number; gid: number }): RunAs {
  return runAs(`uid ${owner.uid}`, owner, (command, args) => ({ command, args: [...args], ...owner }));
}

/** Another user that may still read every folder: for containers that forbid namespaces and hold the clone below /root. */
function asUserWhoMayRead(owner: { uid: number; gid: number }): RunAs {
  const identity = ['--reuid', String(owner.uid), '--regid', String(owner.gid), '--clear-groups'];
  const rights = ['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override'];
  return runAs(`uid ${owner.uid} with read access`, owner, (command, args) => ({
    command: 'setpriv',
    args: [...identity, ...rights, command, ...args],
  }));
}

export function chooseRunAs(binaries: Binaries, dataDir: string): RunAs {
  if (process.getuid?.() !== 0) return hasName() ? asOurselves : inNamespace;
  const users = candidates(dataDir);
  const ways = [...users.map(asUser), inNamespace, ...users.map(asUserWhoMayRead)];
  // A cluster made in the namespace belongs to root: keep to that way, so that its files need not change hands.
  if (ownerOf(dataDir)?.uid === 0) ways.unshift(inNamespace);
  const way = ways.find((candidate) => canRun(candidate, binaries, path.dirname(dataDir)));
  if (way) return way;
  throw new PostgresStartError(
    `PostgreSQL refuses to run as root and no other user can reach ${path.dirname(dataDir)}: start as an ordinary user, or set DATABASE_URL.`,
  );
}

/** initdb looks its user up by number; in a container started with a bare number there is none. */
function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** The user who owns the cluster already, else `postgres`, else `nobody`. */
function candidates(dataDir: string): { uid: number; gid: number }[] {
  const owner = ownerOf(dataDir);
  const found = owner && owner.uid !== 0 ? [owner] : [];
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields) found.push({ uid: Number(fields[2]), gid: Number(fields[3]) });
  }
  return found;
}

function ownerOf(folder: string): { uid: number; gid: number } | null {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat ? { uid: stat.uid, gid: stat.gid } : null;
}

/** Tries for real: enter the data folder's parent and load PostgreSQL with its libraries. */
function canRun(way: RunAs, binaries: Binaries, parent: string): boolean {
  const script = 'cd "$1" && exec "$2" --version';
  const { command, args, ...identity } = way.wrap('/bin/sh', ['-c', script, 'sh', parent, binaries.postgres]);
  return spawnSync(command, args, { ...identity, cwd: '/', stdio: 'ignore', ...cleanEnvironment() }).status === 0;
}

/** Hands a file or a folder with all it holds to the user PostgreSQL runs as. */
export function giveTo(runner: RunAs, file: string): void {
  const { owner } = runner;
  // Files that were another user's come back to root when the way of running has changed to the namespace.
  const target = owner ?? (process.getuid?.() === 0 ? { uid: 0, gid: 0 } : null);
  if (target === null || ownerOf(file)?.uid === target.uid) return;
  chownTree(file, target);
}

function chownTree(file: string, owner: { uid: number; gid: number }): void {
  const stat = lstatSync(file);
  if (stat.isDirectory()) for (const name of readdirSync(file)) chownTree(path.join(file, name), owner);
  // Children first: when this is cut short, the folder's own owner still says that it is not done.
  lchownSync(file, owner.uid, owner.gid);
}

/** True when the user PostgreSQL runs as can pass into the folder. */
export function canEnter(runner: RunAs, folder: string): boolean {
  const { command, args, ...identity } = runner.wrap('/bin/sh', ['-c', 'cd "$1"', 'sh', folder]);
  return spawnSync(command, args, { ...identity, cwd: '/', stdio: 'ignore', ...cleanEnvironment() }).status === 0;
}
