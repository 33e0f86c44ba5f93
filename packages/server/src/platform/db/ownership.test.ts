import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { soon } from '../../testing/soon.ts';
import { silentLog } from '../log/log.ts';
import { type Database, openDatabase } from './database.ts';
import { type Ownership, takeOwnership } from './ownership.ts';

let database: TestDatabase;
const release: (() => unknown)[] = [];
beforeEach(async () => {
  database = await testDatabase();
  release.push(() => database.close());
});
afterEach(async () => {
  for (const action of release.splice(0).reverse()) await action();
});

/** An owner with its connections, as a server has them. */
async function anOwner(options: { isOnlyServer?: boolean } = {}): Promise<Ownership & { own: Database }> {
  const owner = await takeOwnership({ url: database.url, log: silentLog, ...options });
  const own = openDatabase(database.url, silentLog, owner);
  release.push(
    () => owner.release(),
    () => own.close(),
  );
  return { ...owner, own };
}
const names = async () => (await database.pool.query('SELECT name FROM setting ORDER BY name')).rows;

test('a second server waits for the first and is told who that is; it has its turn when the first lets go', async () => {
  const first = await anOwner();
  const waiting = Promise.withResolvers<string>();
  const turn = takeOwnership({ url: database.url, log: silentLog, onWaiting: waiting.resolve });
  expect(await waiting.promise).toContain(`process ${process.pid}`);
  await first.release();
  const second = await turn;
  release.push(() => second.release());
  expect(second.epoch).toBe(first.epoch + 1);
  expect([first.holds(), second.holds()]).toEqual([false, true]);
});

test('a wait ends when the server stops', async () => {
  await anOwner();
  const stopping = new AbortController();
  const waiting = Promise.withResolvers<string>();
  const { signal } = stopping;
  const turn = takeOwnership({ url: database.url, log: silentLog, signal, onWaiting: waiting.resolve });
  await waiting.promise;
  stopping.abort(new Error('The server stops'));
  await expect(turn).rejects.toThrow('The server stops');
});

test('what the last owner has begun is taken back when another takes over, and it can write no more', async () => {
  const first = await anOwner();
  const begun = await first.own.pool.connect();
  await begun.query("BEGIN; SELECT assert_owner(1); INSERT INTO setting (name, value) VALUES ('begun', '1')");
  const second = await anOwner({ isOnlyServer: true });

  await expect(begun.query('COMMIT')).rejects.toThrow();
  begun.release(true);
  await expect(first.own.pool.query("INSERT INTO setting (name, value) VALUES ('later', '1')")).rejects.toThrow(
    'Another server has taken over this database',
  );
  await expect(first.own.db.selectFrom('setting').selectAll().execute()).rejects.toThrow(
    'Another server has taken over this database',
  );
  await vi.waitFor(() => expect(first.lost.aborted).toBe(true), soon);
  expect([first.holds(), second.holds()]).toEqual([false, true]);
  await second.own.pool.query("INSERT INTO setting (name, value) VALUES ('second', '1')");
  expect(await names()).toEqual([{ name: 'second' }]);
});

test('a transaction that asserts an epoch which is no longer the present one is refused', async () => {
  const { epoch } = await anOwner();
  await database.pool.query('SELECT assert_owner($1)', [epoch]);
  await expect(database.pool.query('SELECT assert_owner($1)', [epoch - 1])).rejects.toThrow(
    'another server has taken over this database',
  );
});

test('an owner whose connections are cut stays the owner and extends its lease', async () => {
  const owner = await anOwner();
  const leaseUntil = async () =>
    (await database.pool.query<{ at: Date }>('SELECT lease_until AS at FROM ownership')).rows[0]!.at.getTime();
  await database.pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  const before = await leaseUntil();
  await expect.poll(leaseUntil, soon).toBeGreaterThan(before);
  expect([owner.holds(), owner.lost.aborted]).toEqual([true, false]);
  await owner.own.pool.query('SELECT 1');
});
