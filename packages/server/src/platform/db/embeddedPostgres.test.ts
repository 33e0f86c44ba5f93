import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Postgres, type PostgresOptions, startPostgres } from './embeddedPostgres.ts';
import { findBinaries } from './postgres/binaries.ts';
import { chooseRunAs } from './postgres/runAs.ts';

/** A database that was made once, in two seconds; most tests begin with a copy of it. */
let made: string;
let folder: string;
let running: Postgres[];
let children: ChildProcess[];
const said: string[] = [];
const note = (message: string) => void said.push(message);
const log = { info: note, warn: note, error: note };

beforeAll(async () => {
  made = mkdtempSync(path.join(tmpdir(), 'watchpost-pg-made-'));
  await (await startPostgres({ dataDir: path.join(made, 'postgres'), log, fsync: false })).stop();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

function withDatabase(): void {
  const dataDir = path.join(folder, 'postgres');
  cpSync(path.join(made, 'postgres'), dataDir, { recursive: true });
  // PostgreSQL starts in no folder that others may enter.
  chmodSync(dataDir, 0o700);
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'watchpost-pg-'));
  // As a person's own folder is: others may pass.
  chmodSync(folder, 0o755);
  running = [];
  children = [];
  said.length = 0;
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(running.map((postgres) => postgres.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: Partial<PostgresOptions> = {}): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), log, fsync: false, ...options });
  running.push(postgres);
  return postgres;
}

async function query(postgres: Postgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A server of its own process that is killed: it prints the postmaster's id once PostgreSQL runs. */
async function startInOtherProcess(dataDir: string): Promise<{ child: ChildProcess; postmaster: number }> {
  const module = new URL('./embeddedPostgres.ts', import.meta.url).href;
  const script = `
    import { startPostgres } from ${JSON.stringify(module)};
    const log = { info() {}, warn() {}, error() {} };
    const postgres = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log, fsync: false });
    console.log(postgres.pid);
    setInterval(() => {}, 1e6);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = await once(child.stdout!, 'data');
  return { child, postmaster: Number(String(line)) };
}

test('what was written is there after a stop and a start', async () => {
  withDatabase();
  const first = await start();
  await query(first, "CREATE TABLE kept AS SELECT '泵2'::text AS name");
  await first.stop();
  expect(first.pid).toBeNull();
  const second = await start();
  expect(await query(second, 'SELECT name FROM kept')).toEqual([{ name: '泵2' }]);
});

test('the database sorts Chinese names by sound and numbers by size', async () => {
  withDatabase();
  const postgres = await start();
  await query(postgres, "CREATE COLLATION by_name (provider = icu, locale = 'zh-u-co-pinyin-kn-true')");
  const sql =
    "SELECT string_agg(n, ' ' ORDER BY n COLLATE by_name) AS all FROM unnest(ARRAY['泵10','泵2','重庆','阿','王']) n";
  expect(await query(postgres, sql)).toEqual([{ all: '阿 泵2 泵10 重庆 王' }]);
});

test('nobody else on the machine can reach the database', async () => {
  withDatabase();
  const postgres = await start();
  const socketDir = new URL(postgres.url).searchParams.get('host')!;
  expect(statSync(socketDir).mode & 0o077).toBe(0);
  expect(await query(postgres, "SELECT current_setting('listen_addresses') AS at")).toEqual([{ at: '' }]);
});

test('the server owns its database and is no superuser', async () => {
  withDatabase();
  const postgres = await start();
  expect(
    await query(postgres, 'SELECT current_user AS name, rolsuper FROM pg_roles WHERE rolname = current_user'),
  ).toEqual([{ name: 'watchpost', rolsuper: false }]);
  await query(postgres, 'CREATE TABLE mine AS SELECT 1 AS one');
  await query(postgres, 'CREATE EXTENSION pg_trgm');
  await expect(query(postgres, "SELECT pg_read_file('pg_hba.conf')")).rejects.toThrow('permission denied');
});

test('by the socket the system says who asks, and another account of the database is refused to them', async ({
  skip,
}) => {
  // As root with a clone that no other user can read, PostgreSQL runs where it sees no users.
  skip(!chooseRunAs(findBinaries(), path.join(folder, 'postgres')).seesUsers);
  const postgres = await start();
  const [rule] = await query(
    { ...postgres, url: postgres.superuserUrl },
    "SELECT auth_method, options FROM pg_hba_file_rules WHERE type = 'local'",
  );
  expect(rule).toEqual({ auth_method: 'peer', options: ['map=server'] });
  const url = new URL(postgres.url);
  url.username = 'stranger';
  await expect(query({ ...postgres, url: url.href }, 'SELECT 1')).rejects.toThrow('Peer authentication failed');
});

test('a database of an earlier version, whose server is its superuser, is served as before', async () => {
  withDatabase();
  const dataDir = path.join(folder, 'postgres');
  const made = await start();
  await query({ ...made, url: made.superuserUrl }, 'DROP DATABASE watchpost');
  await query({ ...made, url: made.superuserUrl }, 'ALTER ROLE watchpost SUPERUSER');
  await made.stop();
  rmSync(path.join(dataDir, 'postgres.password'));
  expect(await query(await start(), 'SELECT current_user AS name')).toEqual([{ name: 'watchpost' }]);
});

test('on a port the database asks for a password', async () => {
  const postgres = await start({ listen: 'localhost' });
  expect(await query(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  const url = new URL(postgres.url);
  url.password = 'guess';
  await expect(query({ ...postgres, url: url.href }, 'SELECT 1')).rejects.toThrow('password authentication failed');
});

test('a database that is killed comes back on the same address with everything committed', async () => {
  withDatabase();
  const postgres = await start({ keepAlive: true, fsync: true });
  await query(postgres, 'CREATE TABLE kept AS SELECT 7 AS n');
  const killed = postgres.pid!;
  const ended = new Promise((resolve) => postgres.onExit(resolve));
  process.kill(killed, 'SIGKILL');
  expect(await ended).toEqual({ code: null, signal: 'SIGKILL' });
  await expect
    .poll(() => query(postgres, 'SELECT n FROM kept').catch(() => null), { timeout: 20_000 })
    .toEqual([{ n: 7 }]);
  expect(postgres.pid).not.toBe(killed);
  expect(said).toContain('the database ended unexpectedly (killed by SIGKILL)');
});

test('without keepAlive a killed database is told, and stop() still cleans up', async () => {
  withDatabase();
  const postgres = await start();
  const ended = new Promise((resolve) => postgres.onExit(resolve));
  process.kill(postgres.pid!, 'SIGKILL');
  await ended;
  await postgres.stop();
  expect(existsSync(new URL(postgres.url).searchParams.get('host')!)).toBe(false);
});

test('a database left behind by a killed server is stopped, then started anew', async () => {
  withDatabase();
  const dataDir = path.join(folder, 'postgres');
  const { child, postmaster } = await startInOtherProcess(dataDir);
  child.kill('SIGKILL');
  await once(child, 'exit');
  process.kill(postmaster, 0);
  const postgres = await start();
  expect(said).toContain(`stopping the database that a former run left behind (process ${postmaster})`);
  expect(await query(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a pid file whose number now belongs to another program does not keep the database from starting', async () => {
  withDatabase();
  await (await start()).stop();
  const pidFile = path.join(folder, 'postgres', 'postmaster.pid');
  writeFileSync(pidFile, `${process.ppid}\n${path.join(folder, 'postgres')}\n1\n5432\n/nowhere\n\n  1  1\nready\n`);
  const postgres = await start();
  expect(await query(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a second server on the same folder is refused and the first goes on', async () => {
  withDatabase();
  const dataDir = path.join(folder, 'postgres');
  const { child } = await startInOtherProcess(dataDir);
  await expect(start()).rejects.toThrow(`The database in ${dataDir} is already in use by process ${child.pid}`);
  expect(readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8')).toContain('ready');
  child.kill('SIGKILL');
  await once(child, 'exit');
  await start();
});

test('making the database broken off half-way is begun again', async () => {
  mkdirSync(path.join(folder, 'postgres.new', 'base'), { recursive: true });
  mkdirSync(path.join(folder, 'postgres'));
  const postgres = await start();
  expect(await query(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a folder with other files in it is left alone', async () => {
  mkdirSync(path.join(folder, 'postgres'));
  writeFileSync(path.join(folder, 'postgres', 'letter.txt'), 'mine');
  await expect(start()).rejects.toThrow('holds files but no database');
  expect(readFileSync(path.join(folder, 'postgres', 'letter.txt'), 'utf8')).toBe('mine');
});

test('a database of another PostgreSQL version is refused', async () => {
  withDatabase();
  await (await start()).stop();
  writeFileSync(path.join(folder, 'postgres', 'PG_VERSION'), '15\n');
  await expect(start()).rejects.toThrow('was made by PostgreSQL 15, which this version cannot read');
});

test('a data folder below a file is one clear sentence', async () => {
  writeFileSync(path.join(folder, 'file'), '');
  await expect(start({ dataDir: path.join(folder, 'file', 'postgres') })).rejects.toThrow('not a folder');
});

const canMount = process.getuid?.() === 0 && process.platform === 'linux';

test.skipIf(!canMount)('a read-only folder and a full disk are one clear sentence each', async () => {
  const disk = path.join(folder, 'disk');
  mkdirSync(disk);
  const mount = (...args: string[]) => spawnSync('mount', args, { encoding: 'utf8' });
  expect(mount('-t', 'tmpfs', '-o', 'size=8m,mode=755', 'none', disk).stderr).toBe('');
  try {
    const dataDir = path.join(disk, 'postgres');
    await expect(start({ dataDir })).rejects.toThrow(`The disk that holds ${dataDir} is full`);
    expect(existsSync(dataDir)).toBe(false);
    mount('-o', 'remount,ro', disk);
    await expect(start({ dataDir })).rejects.toThrow(`The folder ${disk} cannot be written`);
  } finally {
    spawnSync('umount', [disk]);
  }
});

test.skipIf(!canMount)('root with a clone that other users cannot enter still gets a database', async () => {
  chmodSync(folder, 0o700);
  const postgres = await start();
  expect(await query(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  // And after the folder was opened the same files are still good.
  await postgres.stop();
  chmodSync(folder, 0o755);
  await start();
});
