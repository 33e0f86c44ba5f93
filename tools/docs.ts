/**
 * `npm run docs`: makes what is derived from code and committed: docs/openapi.json, docs/routes.json and the table types
 * of the server. Tests compare the committed files with a fresh run.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { generateTables } from '../packages/server/src/platform/db/generateTables.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';

const root = path.resolve(import.meta.dirname, '..');
const write = (file: string, text: string) => {
  writeFileSync(path.join(root, file), text);
  console.log(`wrote ${file}`);
};

const folder = mkdtempSync(path.join(tmpdir(), 'watchpost-docs-'));
const quiet = { info: () => {}, warn: console.warn, error: console.error };
const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), log: quiet, fsync: false });
try {
  const pool = new pg.Pool({ connectionString: postgres.url });
  // PostgreSQL may be stopped before the last connection has said goodbye.
  pool.on('error', () => {});
  await migrate(pool);
  write('packages/server/src/platform/db/tables.generated.ts', await generateTables(pool));
  await pool.end();
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

const { openApi } = await import('../packages/contract/src/openApi.ts');
write('docs/openapi.json', `${JSON.stringify(openApi(), null, 2)}\n`);

const { routeList } = await import('./routeList.ts');
write('docs/routes.json', `${JSON.stringify(await routeList(), null, 2)}\n`);
