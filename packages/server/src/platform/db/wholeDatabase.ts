/** All tables of the database at once, without regard to their meaning: to be carried away as they stand, and put back. */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { type CopyOut, copyIn, copyOut } from './copyStreams.ts';

export interface TableShape {
  name: string;
  /** Those that are stored as they are given; what the database computes itself is left out. */
  columns: string[];
  /** Null: not cut into parts. */
  parts: { name: string; bounds: string }[] | null;
}

export interface SequenceState {
  name: string;
  value: number;
  isCalled: boolean;
}

/** Known by every database that was migrated; written by the migrations alone. */
const MIGRATION_TABLE = 'migration';

/** Tables with their columns in alphabetical order; parts are listed with the whole. */
export async function describeTables(client: ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `SELECT c.relname AS name,
       ARRAY(SELECT a.attname::text FROM pg_attribute a
             WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
             ORDER BY a.attnum) AS columns,
       CASE WHEN c.relkind = 'p' THEN coalesce((
         SELECT json_agg(json_build_object('name', part.relname, 'bounds', pg_get_expr(part.relpartbound, part.oid)) ORDER BY part.relname)
         FROM pg_inherits i JOIN pg_class part ON part.oid = i.inhrelid WHERE i.inhparent = c.oid), '[]') END AS parts
     FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> $1
     ORDER BY c.relname`,
    [MIGRATION_TABLE],
  );
  return rows;
}

export async function isEmpty(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')`,
  );
  return rows[0]!.count === 0;
}

export async function listMigrations(
  client: Pick<ClientBase, 'query'>,
): Promise<{ name: string; hash: string }[] | null> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('public.${MIGRATION_TABLE}') IS NOT NULL AS there`,
  );
  if (!found[0]!.there) return null;
  const { rows } = await client.query<{ name: string; hash: string }>(
    `SELECT name, hash FROM ${MIGRATION_TABLE} ORDER BY name`,
  );
  return rows;
}

/** Begins a transaction that sees the database as it is at this moment, and gives the name under which others see the same. */
export async function beginSnapshot(client: ClientBase): Promise<string> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { rows } = await client.query<{ name: string }>('SELECT pg_export_snapshot() AS name');
  return rows[0]!.name;
}

/** Begins a transaction that sees the same as another one that is still open. */
export async function joinSnapshot(client: ClientBase, name: string): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(`SET TRANSACTION SNAPSHOT '${name}'`);
}

/** The rows of a table in PostgreSQL's binary form: exact, and half the size of its text. */
export const rowsOf = (client: ClientBase, { name, columns }: TableShape): CopyOut =>
  client.query(
    copyOut(`COPY (SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)}) TO STDOUT (FORMAT binary)`),
  );

/** Read after the rows: a number that was given meanwhile is skipped rather than given twice. */
export async function readSequences(client: ClientBase): Promise<SequenceState[]> {
  const { rows: names } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY relname`,
  );
  const states: SequenceState[] = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ value: string; isCalled: boolean }>(
      `SELECT last_value AS value, is_called AS "isCalled" FROM ${quoted(name)}`,
    );
    states.push({ name, value: Number(rows[0]!.value), isCalled: rows[0]!.isCalled });
  }
  return states;
}

export interface LoadedTable extends TableShape {
  /** Opens what `rowsOf` gave. */
  open(): Readable[];
  rows: number;
}

/**
 * Fills a migrated database with other rows than its own, inside the caller's transaction. References between tables are
 * taken off meanwhile and put back, which proves every one of them; triggers have done their work when the rows were written.
 * All of it as the owner of the tables, who need not be superuser.
 *
 * @throws Error when a table has other rows than it should or a reference leads nowhere
 */
export async function fillDatabase(
  client: ClientBase,
  tables: readonly LoadedTable[],
  sequences: readonly SequenceState[],
): Promise<void> {
  const names = tables.map(({ name }) => quoted(name)).join(', ');
  const { rows: references } = await client.query<{ name: string; of: string; definition: string }>(
    `SELECT conname AS name, conrelid::regclass::text AS of, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace`,
  );
  for (const { name, of } of references) await client.query(`ALTER TABLE ${of} DROP CONSTRAINT ${quoted(name)}`);
  for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${names}`);
  for (const table of tables) await fillTable(client, table);
  for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
  for (const { name, of, definition } of references) {
    await client.query(`ALTER TABLE ${of} ADD CONSTRAINT ${quoted(name)} ${definition}`);
  }
  for (const { name, value, isCalled } of sequences) {
    await client.query('SELECT setval($1::regclass, $2, $3)', [quoted(name), value, isCalled]);
  }
}

async function fillTable(client: ClientBase, table: LoadedTable): Promise<void> {
  for (const part of table.parts ?? []) {
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${quoted(part.name)} PARTITION OF ${quoted(table.name)} ${part.bounds}`,
    );
  }
  const columns = table.columns.map(quoted).join(', ');
  const into = client.query(copyIn(`COPY ${quoted(table.name)} (${columns}) FROM STDIN (FORMAT binary)`));
  await pipeline([...table.open(), into]);
  if (into.rowCount !== table.rows) {
    throw new Error(`${table.name} has ${into.rowCount} rows where ${table.rows} were kept`);
  }
}

/** Statistics of what was filled in; without them the first questions would be answered slowly. */
export const analyze = async (client: Pick<ClientBase, 'query'>): Promise<void> => {
  await client.query('ANALYZE');
};

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Says in the database that it was restored, and when: what old rows would make dangerous waits for a person. */
export async function markRestored(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query(
    `INSERT INTO setting (name, value) VALUES ('backup:restoredAt', to_json(now()) #>> '{}')
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  );
}
