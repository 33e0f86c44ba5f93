import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { silentLog } from '../log/log.ts';
import { type Database, openDatabase } from './database.ts';
import { sentTogether } from './sentTogether.ts';

let test_: TestDatabase;
let database: Database;
beforeAll(async () => {
  test_ = await testDatabase();
  database = openDatabase(test_.url, silentLog);
  await test_.pool.query('CREATE TABLE kept (id int PRIMARY KEY)');
});
afterAll(async () => {
  await database.close();
  await test_.close();
});

test('the first error is told, and nothing that followed it is kept', async () => {
  const client = await database.commitPool.connect();
  const keep = (id: number) => client.query('INSERT INTO kept VALUES ($1)', [id]);
  const keepTwo = async (first: number) => {
    await keep(first);
    await keep(first + 1);
  };
  try {
    const told = await sentTogether(client.query('BEGIN'), keepTwo(1), client.query('SELECT 1 / 0'), keepTwo(11)).catch(
      (error: Error) => error.message,
    );
    expect(told).toBe('division by zero');
    await client.query('ROLLBACK');
  } finally {
    client.release();
  }
  expect((await test_.pool.query('SELECT id FROM kept')).rows).toEqual([]);
});

test('answers come in the order of the statements', async () => {
  const client = await database.commitPool.connect();
  try {
    const [slow, quick] = await sentTogether(
      client.query<{ n: number }>('SELECT 1 AS n FROM pg_sleep(0.05)'),
      client.query<{ n: number }>('SELECT 2 AS n'),
    );
    expect([slow.rows, quick.rows]).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  } finally {
    client.release();
  }
});
