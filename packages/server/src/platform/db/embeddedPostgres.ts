import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { FolderInUse, lockFolder } from '../folderLock.ts';
import { passwordOf, SERVER, superuserOf, writeWhoMayConnect } from './postgres/accounts.ts';
import { type Address, choosePort, openSocketDir, urlOfRunning } from './postgres/address.ts';
import { type Binaries, findBinaries } from './postgres/binaries.ts';
import { createCluster } from './postgres/createCluster.ts';
import { endOrphan, FAST_STOP_MS } from './postgres/orphan.ts';
import type { PostgresLog } from './postgres/PostgresLog.ts';
import { chooseRunAs, giveTo, type RunAs } from './postgres/runAs.ts';
import { explainOutput, folderError, PostgresInUse, PostgresStartError } from './postgres/startError.ts';

export { endOrphan, PostgresInUse, type PostgresLog, PostgresStartError };

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
  /** The superuser's, of the database `postgres`: for tests and benchmarks, which make databases and change settings. */
  readonly superuserUrl: string;
  /** Process id of the running postmaster; null while it is down. */
  readonly pid: number | null;
  /** Calls the listener each time PostgreSQL dies without being asked to; returns a function that removes it. */
  onExit(listener: (exit: PostgresExit) => void): () => void;
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. May be called twice. */
  stop(): Promise<void>;
}

const DATABASE = 'watchpost';

/** Connection string of the PostgreSQL that another process runs on this folder; null when none takes connections. */
export const findRunningPostgres = (dataDir: string): string | null => urlOfRunning(dataDir, DATABASE);

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
    writeWhoMayConnect(dataDir, runAs);
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
      throw new PostgresInUse(
        `The database in ${dataDir} is already in use by process ${error.pid}: stop that one first, or set DATA_DIR to another folder.`,
      );
    }
    throw folderError(dataDir, error);
  }
}

class Supervisor implements Postgres {
  readonly url: string;
  readonly superuserUrl: string;
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
    this.superuserUrl = address.url('postgres', superuserOf(dataDir));
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
      await this.#prepare();
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
    const client = new pg.Client({ connectionString: this.superuserUrl });
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

  /** Makes the account of the server and its database, as far as they are missing. */
  async #prepare(): Promise<void> {
    const client = new pg.Client({ connectionString: this.superuserUrl });
    client.on('error', () => undefined);
    await client.connect();
    try {
      const account = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [SERVER]);
      if (account.rowCount === 0)
        await client.query(
          `CREATE ROLE ${SERVER} LOGIN PASSWORD ${client.escapeLiteral(passwordOf(this.#dataDir, SERVER))}`,
        );
      const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
      if (database.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${SERVER}`);
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
