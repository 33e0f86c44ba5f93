/** `npm run keys -- list` and `npm run keys -- rotate <name>`: the keys of this installation, with the product stopped for `rotate`. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ConfigError, loadConfig } from '../packages/server/src/config.ts';
import { type KeyName, KeysRefused, keys, keysInUse, rotateKey } from '../packages/server/src/keys/index.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import {
  findRunningPostgres,
  PostgresInUse,
  PostgresStartError,
  startPostgres,
} from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { leaseMs, takeOwnership } from '../packages/server/src/platform/db/ownership.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';

const usage = `npm run keys -- list            what each key is for, and when it was replaced last
npm run keys -- rotate tokens   replaces one, with the product stopped; servers use the new one from their next start`;

const stopFirst = 'A server works on this database and holds its keys: stop it first, then try again.';
const quiet = { info: () => {}, warn: console.warn, error: console.error };

interface Reached {
  readonly url: string;
  /** The database of DATA_DIR, which nobody else reaches while it is ours. */
  readonly isOurs: boolean;
  leave(): Promise<void>;
}

async function reach(mayRun: boolean): Promise<Reached> {
  const { databaseUrl, dataDir } = loadConfig();
  if (databaseUrl !== null) return { url: databaseUrl, isOurs: false, leave: async () => {} };
  const cluster = path.join(dataDir, 'postgres');
  if (!existsSync(path.join(cluster, 'PG_VERSION')))
    throw new KeysRefused(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL.`);
  try {
    const own = await startPostgres({ dataDir: cluster, log: quiet });
    return { url: own.url, isOurs: true, leave: () => own.stop() };
  } catch (error) {
    if (!(error instanceof PostgresInUse)) throw error;
    const url = findRunningPostgres(cluster);
    if (!mayRun || url === null) throw new KeysRefused(stopFirst);
    return { url, isOurs: false, leave: async () => {} };
  }
}

async function list(pool: pg.Pool): Promise<void> {
  const rows = (await keysInUse(pool)).map(({ name, purpose, isMade, rotatedAt }) => {
    const since = rotatedAt ? `rotated ${rotatedAt.toISOString().slice(0, 10)}` : isMade ? 'as made' : 'not made yet';
    return `${name.padEnd(14)}${since.padEnd(20)}${purpose}`;
  });
  console.log(rows.join('\n'));
}

async function rotate(pool: pg.Pool, { url, isOurs }: Reached, name: string): Promise<void> {
  // As a server does: no other begins meanwhile, and what a former one had begun is ended.
  const signal = AbortSignal.timeout(2 * leaseMs);
  const owner = await takeOwnership({ url, log: silentLog, signal, isOnlyServer: isOurs }).catch((error: unknown) => {
    throw signal.aborted ? new KeysRefused(stopFirst) : error;
  });
  try {
    const { resealed } = await rotateKey(pool, name, new Date(systemClock.now()));
    console.log(
      `The key ${name} is new${resealed > 0 ? `; ${resealed} values were sealed with it` : ''}. ${keys[name as KeyName].afterwards}`,
    );
  } finally {
    await owner.release();
  }
}

async function run(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [command, name, ...more] = positionals;
  const isList = command === 'list' && name === undefined;
  if (!isList && (command !== 'rotate' || name === undefined || more.length > 0)) throw new KeysRefused(usage);
  const reached = await reach(isList);
  const pool = new pg.Pool({ connectionString: reached.url, max: 2 });
  // PostgreSQL may be stopped before the last connection has said goodbye.
  pool.on('error', () => {});
  try {
    if (name === undefined) await list(pool);
    else await rotate(pool, reached, name);
  } finally {
    await pool.end();
    await reached.leave();
  }
}

try {
  await run();
} catch (error) {
  const isOurs = [KeysRefused, ConfigError, PostgresStartError].some((kind) => error instanceof kind);
  const code = (error as NodeJS.ErrnoException).code ?? '';
  console.error(isOurs || code.startsWith('ERR_PARSE_ARGS') ? (error as Error).message : error);
  process.exitCode = 1;
}
