import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Log } from '../log/log.ts';
import { assertEpoch, connectionName, type Ownership } from './ownership.ts';
import { PreparingClient } from './preparedStatement.ts';
import type { Tables } from './tables.generated.ts';

export type Db = Kysely<Tables>;
/** A pool for plain queries or a transaction; stores take either. */
export type DbOrTransaction = Kysely<Tables> | Transaction<Tables>;

// Row counts and ids of our tables stay far below 2^53; text for bigint would only spread Number() over the code.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A date has no time zone: as a JavaScript Date it would shift by the machine's offset.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export interface Database {
  /** For calls: a statement that takes longer than half a minute is given up. */
  db: Db;
  /** For history, alarms and jobs, whose statements may take their time. */
  pool: pg.Pool;
  /**
   * For the group commit alone: readings do not wait for a connection, with any number of calls. Its connections send statements
   * without waiting for the answer to the one before (see `sentTogether`).
   */
  commitPool: pg.Pool;
  close(): Promise<void>;
}

const callTimeoutMs = 30_000;
/** A commit takes milliseconds; after this long the connection is dead, even if TCP says otherwise. */
const commitTimeoutMs = 60_000;

/**
 * Connects lazily; a lost connection is replaced on the next query.
 *
 * @param owner opens no connection any more once another server has taken over; absent: for tools and tests, beside any server
 */
export function openDatabase(url: string, log: Log, owner?: Pick<Ownership, 'epoch'>): Database {
  let closing = false;
  const fenced = owner && {
    application_name: connectionName(owner.epoch),
    onConnect: (client: pg.ClientBase) => assertEpoch(client, owner.epoch),
  };
  const open = (options: pg.PoolConfig): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      ...fenced,
      ...options,
    });
    // Without a listener an idle connection that the server cuts would end the process.
    const tell = (error: Error) => {
      if (!closing) log.warn({ err: error }, 'A database connection was lost');
    };
    pool.on('error', tell);
    pool.on('connect', (client) => client.on('error', tell));
    return pool;
  };
  const callPool = open({ max: 10, statement_timeout: callTimeoutMs, Client: PreparingClient });
  // Seven of them hear of new jobs all the time: one for each group of slots.
  const pool = open({ max: 9 });
  const commitPool = open({ max: 2, query_timeout: commitTimeoutMs, pipeline: true });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: callPool }) });
  return {
    db,
    pool,
    commitPool,
    async close() {
      closing = true;
      await Promise.all([db.destroy(), pool.end(), commitPool.end()]);
    },
  };
}
