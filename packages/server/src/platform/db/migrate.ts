import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';

/** The database cannot be brought to this version. The message is one sentence that says which file and what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

export interface MigrateOptions {
  /** Folder of the .sql files; default: `migrations` beside the server's `src`. */
  folder?: string;
  /** Name of the last file to apply; default: all. For a database that is filled as an older version left it. */
  upTo?: string;
  /** Told each file name after it was committed. */
  onApplied?: (name: string) => void;
}

const FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Any number, the same in every process: two servers that start together take turns. */
const LOCK_KEY = 7_420_118;

interface Migration {
  name: string;
  sql: string;
  hash: string;
}

/**
 * Brings the database to this version: runs the files not yet applied, in the order of their names, each in a transaction
 * of its own together with the row that records it.
 *
 * A statement that cannot run in a transaction (`CREATE INDEX CONCURRENTLY`) has no place here.
 *
 * @returns names of the files applied now; empty when the database was up to date
 * @throws MigrationError when a file fails (nothing of it stays), when an applied file was edited or is missing, or when a
 *   new file sorts before one already applied
 */
export async function migrate(pool: Pool, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = FOLDER, upTo } = options;
  const migrations = readMigrations(folder).filter(({ name }) => upTo === undefined || name <= upTo);
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    try {
      await client.query(
        'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
      );
      const pending = findPending(migrations, await readApplied(client));
      for (const migration of pending) {
        await apply(client, migration);
        options.onApplied?.(migration.name);
      }
      return pending.map((migration) => migration.name);
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY]);
    }
  } catch (error) {
    broken = !(error instanceof MigrationError);
    throw error;
  } finally {
    // A connection in doubt may still hold the lock: closing it gives the lock back.
    client.release(broken);
  }
}

/** Of this version, in the order in which they are applied. */
export const knownMigrations = (): { name: string; hash: string }[] =>
  readMigrations(FOLDER).map(({ name, hash }) => ({ name, hash }));

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => {
    // Git may check files out with other line ends; that is not an edit.
    const sql = readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
  });
}

async function readApplied(client: PoolClient): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; hash: string }>('SELECT name, hash FROM migration');
  return new Map(rows.map((row) => [row.name, row.hash]));
}

function findPending(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  const known = new Set(migrations.map((migration) => migration.name));
  for (const name of applied.keys()) {
    if (known.has(name)) continue;
    throw new MigrationError(
      `The database was used by a newer version (it has ${name}, which this version does not know): start that version, or restore a backup.`,
    );
  }
  for (const { name, hash } of migrations) {
    if (!applied.has(name) || applied.get(name) === hash) continue;
    throw new MigrationError(
      `The migration ${name} was edited after it had been applied: put it back as it was and write the change into a new file.`,
    );
  }
  const pending = migrations.filter((migration) => !applied.has(migration.name));
  const last = [...applied.keys()].sort().at(-1);
  const late = pending.find((migration) => last !== undefined && migration.name < last);
  if (late) {
    throw new MigrationError(
      `The migration ${late.name} sorts before ${last}, which is already applied: give it a higher number.`,
    );
  }
  return pending;
}

async function apply(client: PoolClient, { name, sql, hash }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query('INSERT INTO migration (name, hash) VALUES ($1, $2)', [name, hash]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new MigrationError(`The migration ${name} failed${lineOf(sql, error)}: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

/** PostgreSQL counts characters from the start of what was sent; a person looks for a line. */
function lineOf(sql: string, error: unknown): string {
  const position = Number((error as { position?: string }).position);
  return Number.isInteger(position) ? ` at line ${sql.slice(0, position - 1).split('\n').length}` : '';
}
