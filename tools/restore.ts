/** `npm run restore -- <folder>`: puts the state that a backup holds into DATA_DIR (and DATABASE_URL), with the product stopped. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import {
  BackupRefused,
  checkBackup,
  type Manifest,
  putInPlace,
  restoreBackup,
  takeDataFolder,
} from '../packages/server/src/backup/index.ts';
import { ConfigError, loadConfig, projectRoot } from '../packages/server/src/config.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import { PostgresStartError, startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';

const usage = `npm run restore -- /backups/monday             into a DATA_DIR that holds nothing yet (and an empty database, if DATABASE_URL names one)
npm run restore -- /backups/monday --replace   moves what DATA_DIR holds aside first
npm run restore -- /backups/monday --check     reads the backup through and restores nothing`;

const quiet = { info: () => {}, warn: console.warn, error: console.error };

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean' }, check: { type: 'boolean' } },
  });
  const [named] = positionals;
  if (named === undefined || positionals.length > 1) throw new BackupRefused(usage);
  const folder = path.resolve(projectRoot, named);
  const config = loadConfig();
  const manifest = await checkBackup(folder);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const held = `the state of ${manifest.takenAt} (version ${manifest.version}, ${manifest.migrations.at(-1)!.name}): ${rows} rows, ${manifest.stored.files.length} uploads, ${manifest.stored.downloads.length} exports`;
  if (values.check) {
    console.log(`${folder} is whole and holds ${held}.`);
    return;
  }
  const { staging, release } = await takeDataFolder(config.dataDir, { replace: values.replace === true, log: quiet });
  try {
    await fill(folder, manifest, staging, config.databaseUrl).catch((error: unknown) => {
      rmSync(staging, { recursive: true, force: true });
      throw error;
    });
    const aside = putInPlace(config.dataDir, staging, systemClock.now());
    console.log(`${config.dataDir} holds ${held}.`);
    if (aside !== null) console.log(`What it held before lies in ${aside}: delete it when nobody misses it.`);
  } finally {
    release();
  }
}

async function fill(folder: string, manifest: Manifest, staging: string, databaseUrl: string | null): Promise<void> {
  const own =
    databaseUrl === null ? await startPostgres({ dataDir: path.join(staging, 'postgres'), log: quiet }) : null;
  const pool = new pg.Pool({ connectionString: databaseUrl ?? own!.url, max: 3 });
  // PostgreSQL may be stopped before the last connection has said goodbye.
  pool.on('error', () => {});
  try {
    await restoreBackup(folder, manifest, { pool, dataDir: staging });
  } finally {
    await pool.end();
    await own?.stop();
  }
}

try {
  await run();
} catch (error) {
  const isOurs = [BackupRefused, ConfigError, PostgresStartError].some((kind) => error instanceof kind);
  const code = (error as NodeJS.ErrnoException).code ?? '';
  console.error(isOurs || code.startsWith('ERR_PARSE_ARGS') ? (error as Error).message : error);
  process.exitCode = 1;
}
