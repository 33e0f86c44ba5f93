/** `npm run backup -- <folder>`: keeps the state of this moment, beside the running product or without it. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BackupRefused, makeBackup } from '../packages/server/src/backup/index.ts';
import { ConfigError, loadConfig, projectRoot } from '../packages/server/src/config.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import {
  findRunningPostgres,
  PostgresInUse,
  PostgresStartError,
  startPostgres,
} from '../packages/server/src/platform/db/embeddedPostgres.ts';

const usage = `npm run backup -- /backups/monday   keeps database, uploads and exports in a folder that is empty or not there yet`;

/** The database of DATA_DIR is asked where the product runs it; else it is started for as long as the backup takes. */
async function reach(cluster: string): Promise<{ url: string; leave(): Promise<void> }> {
  if (!existsSync(path.join(cluster, 'PG_VERSION'))) {
    throw new BackupRefused(`There is no database in ${path.dirname(cluster)}: set DATA_DIR or DATABASE_URL.`);
  }
  try {
    const quiet = { info: () => {}, warn: console.warn, error: console.error };
    const own = await startPostgres({ dataDir: cluster, log: quiet });
    return { url: own.url, leave: () => own.stop() };
  } catch (error) {
    const url = error instanceof PostgresInUse ? findRunningPostgres(cluster) : null;
    if (url === null) throw error;
    return { url, leave: async () => {} };
  }
}

async function run(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [named] = positionals;
  if (named === undefined || positionals.length > 1) throw new BackupRefused(usage);
  const folder = path.resolve(projectRoot, named);
  const config = loadConfig();
  const database =
    config.databaseUrl === null
      ? await reach(path.join(config.dataDir, 'postgres'))
      : { url: config.databaseUrl, leave: async () => {} };
  const { version } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as { version: string };
  try {
    const source = { url: database.url, dataDir: config.dataDir, version, clock: systemClock };
    const made = await makeBackup(source, folder);
    const rows = made.tables.reduce((sum, table) => sum + table.rows, 0);
    const stored = [...made.stored.files, ...made.stored.downloads];
    const bytes = [...made.tables, ...stored].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    for (const key of made.missing) console.warn(`${key} is known and not there: it could not be kept.`);
    console.log(
      `${folder} holds the state of ${made.takenAt}: ${made.tables.length} tables with ${rows} rows, ${stored.length} files, ${(bytes / 1e6).toFixed(1)} MB. It holds secrets, too: keep it where nobody else reads.`,
    );
  } finally {
    await database.leave();
  }
}

try {
  await run();
} catch (error) {
  const isOurs = [BackupRefused, ConfigError, PostgresStartError].some((kind) => error instanceof kind);
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const isFull = ['ENOSPC', 'EDQUOT'].includes(code);
  if (isFull) console.error('The disk of the backup is full: what was written was removed again.');
  else console.error(isOurs || code.startsWith('ERR_PARSE_ARGS') ? (error as Error).message : error);
  process.exitCode = 1;
}
