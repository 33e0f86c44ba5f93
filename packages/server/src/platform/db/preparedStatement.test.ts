import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { silentLog } from '../log/log.ts';
import { openDatabase } from './database.ts';
import { executePrepared } from './preparedStatement.ts';

test('a connection keeps one plan of a statement for all parameters, and answers what was asked', async () => {
  const own = await testDatabase();
  const { db, close } = openDatabase(own.url, silentLog);
  await db.transaction().execute(async (connection) => {
    for (const number of [3, 5]) {
      const doubled = sql<{ doubled: number }>`SELECT ${number}::int * 2 AS doubled`;
      expect(await executePrepared(connection, { compile: () => doubled.compile(connection) })).toEqual([
        { doubled: number * 2 },
      ]);
    }
    const { rows } = await sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(connection);
    expect(rows.map(({ statement }) => statement)).toEqual([expect.stringMatching(/SELECT \$1::int \* 2 AS doubled$/)]);
  });
  await close();
  await own.close();
});
