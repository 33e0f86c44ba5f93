import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type { ClientBase } from 'pg';
import type { Tables } from './tables.generated.ts';

/** Stores of other domains inside a transaction that was begun on a connection; the caller that began it ends it. */
export function transactionOn(client: ClientBase): Transaction<Tables> {
  const connection = { query: client.query.bind(client), release: () => undefined };
  const pool = { connect: async () => connection, end: async () => undefined };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) }) as Transaction<Tables>;
}
