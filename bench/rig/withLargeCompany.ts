import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startApplication } from '../../packages/server/src/application.ts';
import { loadConfig } from '../../packages/server/src/config.ts';
import { systemClock } from '../../packages/server/src/platform/clock.ts';
import { type Database, openDatabase } from '../../packages/server/src/platform/db/database.ts';
import { startPostgres } from '../../packages/server/src/platform/db/embeddedPostgres.ts';
import { migrate } from '../../packages/server/src/platform/db/migrate.ts';
import { takeOwnership } from '../../packages/server/src/platform/db/ownership.ts';
import { silentLog } from '../../packages/server/src/platform/log/log.ts';

/**
 * Measures a large company over HTTP, beside a second one of that size: a query that forgets the tenant shows in its time. PostgreSQL
 * of its own (fsync on) in a temporary folder, which is removed afterwards.
 *
 * @param bench names the folder
 * @param words what the world holds twice, for the console
 * @param fill fills one company
 * @param explainMs prints every statement that takes longer than so many milliseconds, with its plan; null: none
 * @param byTheClock whether the server does its work by the clock as well
 */
export async function withLargeCompany<World>(
  {
    bench,
    words,
    fill,
    explainMs = null,
    byTheClock = true,
  }: {
    bench: string;
    words: string;
    fill: (database: Database, name: string) => Promise<World>;
    explainMs?: number | null;
    byTheClock?: boolean;
  },
  measure: (world: World, served: { database: Database; url: string }) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), `wp-bench-${bench}-`));
  const postgres = await startPostgres({
    dataDir: path.join(folder, 'postgres'),
    log: { info: (text) => explainMs !== null && console.error(text), warn: console.warn, error: console.error },
  });
  const database = openDatabase(postgres.url, silentLog);
  try {
    await migrate(database.pool);
    console.error(`Twice ${words} …`);
    await fill(database, '他处');
    const world = await fill(database, '大企业');
    await database.pool.query('VACUUM ANALYZE');
    if (explainMs !== null) await explainSlow(postgres.superuserUrl, explainMs);
    const owner = await takeOwnership({ url: postgres.url, log: silentLog });
    const serving = openDatabase(postgres.url, silentLog, owner);
    const ports = { HTTP_PORT: '0', MQTT_PORT: 'off', DTU_PORT: 'off', SIM_PORT: 'off' };
    const config = loadConfig({ environment: { DATA_DIR: folder, LISTEN: '127.0.0.1', ...ports }, envFile: null });
    const application = await startApplication({
      ...{ config, database: serving, owner, byTheClock },
      ...{ clock: systemClock, log: silentLog },
    });
    try {
      await measure(world, { database, url: `http://127.0.0.1:${application.httpPort}` });
    } finally {
      await application.stop();
      await serving.close();
      await owner.release();
    }
  } finally {
    await database.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** For connections that are opened from here on. */
async function explainSlow(superuserUrl: string, minMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  for (const setting of [
    `session_preload_libraries = 'auto_explain'`,
    `auto_explain.log_min_duration = '${minMs}ms'`,
    'auto_explain.log_analyze = on',
    'auto_explain.log_timing = off',
    'auto_explain.log_parameter_max_length = 0',
  ])
    await client.query(`ALTER SYSTEM SET ${setting}`);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
}
