import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { soon } from '../../testing/soon.ts';
import { silentLog } from '../log/log.ts';
import { becomeOnlyServer, DatabaseInUse } from './onlyServer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('a second server on the same database is refused in a sentence, until the first is gone', async () => {
  const first = await becomeOnlyServer(database.url, silentLog, () => {});
  await expect(becomeOnlyServer(database.url, silentLog, () => {})).rejects.toThrow(DatabaseInUse);
  await first.release();
  const second = await becomeOnlyServer(database.url, silentLog, () => {});
  await second.release();
});

test('the lock is taken again after the database cut its connection', async () => {
  const first = await becomeOnlyServer(database.url, silentLog, () => {});
  const holder =
    "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
  const before = (await database.pool.query(holder)).rows[0].pid;
  await database.pool.query('SELECT pg_terminate_backend($1)', [before]);
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query(holder);
    expect(rows[0]?.pid).toBeDefined();
    expect(rows[0].pid).not.toBe(before);
  }, soon);
  await first.release();
});
