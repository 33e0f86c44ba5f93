import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { DbOrTransaction } from './database.ts';

/** For what speaks SQL to a connection, the same database as handlers have it. */
export const clientOf = (db: DbOrTransaction): Pick<pg.ClientBase, 'query'> =>
  ({
    query: async (text: string, values: readonly unknown[] = []) =>
      db.executeQuery(CompiledQuery.raw(text, [...values])),
  }) as unknown as Pick<pg.ClientBase, 'query'>;
