import { afterAll, beforeAll, expect, test } from 'vitest';
import { system } from '../access/index.ts';
import { manualClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { silentLog } from '../platform/log/log.ts';
import { testDatabase } from '../testing/database.ts';
import { createCountMinute } from './countMinute.ts';
import { deleteOldMinutes } from './requestMinute.store.ts';

const clock = manualClock(Date.UTC(2026, 10, 21, 4));
let disposable: Awaited<ReturnType<typeof testDatabase>>;
let database: Database;
/** As two processes, or one before and after its restart. */
const processes = () => [0, 1].map(() => createCountMinute({ db: database.db, clock }));

beforeAll(async () => {
  disposable = await testDatabase();
  database = openDatabase(disposable.url, silentLog);
});
afterAll(async () => {
  await database.close();
  await disposable.close();
});

test('what a network has had of a minute counts in every process, and after a restart, until the minute is over', async () => {
  const [one, other] = processes();
  expect(await one!('login', '203.0.113.9', 2)).toBeNull();
  expect(await other!('login', '203.0.113.9', 2)).toBeNull();
  expect(await one!('login', '203.0.113.9', 2)).toBe(60_000);
  expect(await other!('login', '203.0.113.9', 2)).toBe(60_000);
  expect(await one!('login', '203.0.113.10', 2)).toBeNull();
  expect(await one!('refreshToken', '203.0.113.9', 2)).toBeNull();
  clock.advance(60_000);
  expect(await other!('login', '203.0.113.9', 2)).toBeNull();
});

test('a server whose clock is a second behind counts in the minute of the others', async () => {
  const full = Math.ceil(clock.now() / 60_000) * 60_000;
  const [ahead, behind] = [full + 500, full - 500].map((at) =>
    createCountMinute({ db: database.db, clock: manualClock(at) }),
  );
  const granted = [];
  for (const count of [ahead!, behind!, ahead!, behind!]) granted.push(await count('login', '203.0.113.12', 2));
  expect(granted.map((wait) => wait === null)).toEqual([true, true, false, false]);
});

test('requests of one moment are granted no more than the share of their network', async () => {
  const asked = await Promise.all(
    processes().flatMap((count) => Array.from({ length: 20 }, () => count('getWallNews', '203.0.113.11', 7))),
  );
  expect(asked.filter((wait) => wait === null)).toHaveLength(7);
});

test('a line of an IPv6 network that is refused uses up nothing of the others', async () => {
  const [count] = processes();
  const ask = async (address: string) => (await count!('exists', address, 2)) === null;
  const ofOneLine = [];
  for (let time = 0; time < 10; time++) ofOneLine.push(await ask(`2001:db8:1:100::${time + 1}`));
  expect(ofOneLine.filter(Boolean)).toHaveLength(2);
  const ofCustomer = [];
  for (let line = 2; line < 10; line++) ofCustomer.push(await ask(`2001:db8:1:${line}00::1`));
  expect(ofCustomer.filter(Boolean)).toHaveLength(4);
});

test('rows of minutes that are over go with the housekeeping', async () => {
  clock.advance(60_000);
  await deleteOldMinutes(system, database.db, Math.floor(clock.now() / 60_000));
  expect(await database.db.selectFrom('request_minute').selectAll().execute()).toEqual([]);
});
