import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Log } from '../log/log.ts';
import type { Tables } from './tables.generated.ts';

export type Db = Kysely<Tables>;
/** A pool for plain queries or a transaction; stores take either. */
export type DbOrTransaction = Kysely<Tables> | Transaction<Tables>;

// Row counts and ids of our tables stay far below 2^53; text for bigint would only spread Number() over the code.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A date has no time zone: as a JavaScript Date it would shift by the machine's offset.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export interface Database {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Connects lazily; a lost connection is replaced on the next query. */
export function openDatabase(url: string, log: Log): Database {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 });
  // Without a listener an idle connection that the server cuts would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'A database connection was lost'));
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'A database connection was lost')),
  );
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}
