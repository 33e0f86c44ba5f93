import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { endOrphan, type Postgres, startPostgres } from '../platform/db/embeddedPostgres.ts';
import { migrate } from '../platform/db/migrate.ts';
import { processExists } from '../platform/folderLock.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the run's cluster, as the server would have it. */
    testCluster: string;
    /** The same as the superuser, who makes databases. */
    testSuperuser: string;
  }
}

/** A database of its own for one test file: migrated, otherwise empty. */
export interface TestDatabase {
  /** Connection string; give it to what is under test. */
  url: string;
  /** A pool for the test's own looks and for stores under test. */
  pool: pg.Pool;
  /** Closes the pool. The database goes with the run: dropping one takes about a second. */
  close(): Promise<void>;
}

const TEMPLATE = 'watchpost_template';
/** `<prefix><pid>-<random>`: the pid tells a later run whether the folder is still somebody's. */
const FOLDER_PREFIX = 'watchpost-test-';

const quiet = { info: () => undefined, warn: () => undefined, error: (message: string) => console.error(message) };

/** Vitest runs this once before the server's tests: one cluster, one migrated template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweep();
  const folder = mkdtempSync(path.join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const postgres = await startPostgres({
      dataDir: path.join(folder, 'postgres'),
      log: quiet,
      fsync: false,
      // Nothing lives long enough here to be tidied up.
      settings: { max_connections: '300', shared_buffers: '128MB', autovacuum: 'off' },
    });
    const tearDown = async () => {
      await postgres.stop();
      remove();
    };
    try {
      await makeTemplate(postgres);
    } catch (error) {
      await tearDown();
      throw error;
    }
    project.provide('testCluster', postgres.url);
    project.provide('testSuperuser', postgres.superuserUrl);
    return tearDown;
  } catch (error) {
    remove();
    throw error;
  }
}

async function makeTemplate({ url, superuserUrl }: Postgres): Promise<void> {
  await runIn(superuserUrl, (pool) => pool.query(`CREATE DATABASE ${TEMPLATE} OWNER ${ownerIn(url)}`));
  await runIn(databaseUrl(url, TEMPLATE), (pool) => migrate(pool));
  // Tests play a forger, who writes beneath triggers.
  await runIn(superuserUrl, (pool) => pool.query(`GRANT SET ON PARAMETER session_replication_role TO ${ownerIn(url)}`));
  // A connection to the template, even PostgreSQL's own housekeeping, would hold up every clone.
  await runIn(superuserUrl, (pool) =>
    pool.query(`ALTER DATABASE ${TEMPLATE} IS_TEMPLATE true ALLOW_CONNECTIONS false`),
  );
}

async function runIn(url: string, work: (pool: pg.Pool) => Promise<unknown>): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    await work(pool);
  } finally {
    await pool.end();
  }
}

/**
 * Gives a fresh database with all migrations applied, in about a tenth of a second. Call it in `beforeAll`, `close` it in `afterAll`.
 */
export const testDatabase = (): Promise<TestDatabase> => databaseFrom(TEMPLATE);

/** A database without anything of ours, not even the tables. */
export const emptyDatabase = (): Promise<TestDatabase> => databaseFrom('template0');

async function databaseFrom(template: string): Promise<TestDatabase> {
  const clusterUrl = inject('testCluster');
  const name = `test_${process.pid}_${(databaseCount++).toString()}_${crypto.randomUUID().slice(0, 8)}`;
  // Copying a thousand small files takes an eighth of what writing them block by block through the log takes.
  await runIn(inject('testSuperuser'), (pool) =>
    pool.query(`CREATE DATABASE ${name} OWNER ${ownerIn(clusterUrl)} TEMPLATE ${template} STRATEGY file_copy`),
  );
  const url = databaseUrl(clusterUrl, name);
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  pool.on('error', () => undefined);
  return { url, pool, close: () => pool.end() };
}

let databaseCount = 0;

/** The account that a connection string names. */
const ownerIn = (url: string): string => new URL(url).username;

function databaseUrl(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Removes what runs left that were killed before they could clean up. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || processExists(Number(pid))) continue;
    const dataDir = path.join(tmpdir(), name, 'postgres');
    if (existsSync(dataDir)) await endOrphan(dataDir, quiet);
    rmSync(path.join(tmpdir(), name), { recursive: true, force: true });
  }
}
