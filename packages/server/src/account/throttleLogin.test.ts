import { accountErrors } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { system } from '../access/index.ts';
import type { DomainEvents } from '../events.ts';
import { manualClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { createEvents } from '../platform/events/events.ts';
import { silentLog } from '../platform/log/log.ts';
import { testDatabase } from '../testing/database.ts';
import { aUser } from '../testing/factories.ts';
import { insertSession } from './session.store.ts';
import { throttleLogin } from './throttleLogin.ts';

const clock = manualClock(Date.UTC(2026, 10, 21, 4));
const office = '198.51.100.7';
const elsewhere = '192.0.2.9';
const sessionId = '5f0f4f0e-6f3c-4f8e-9d4f-0a4a1f3f6a10';

let disposable: Awaited<ReturnType<typeof testDatabase>>;
let database: Database;
let userId: number;
beforeAll(async () => {
  disposable = await testDatabase();
  database = openDatabase(disposable.url, silentLog);
  userId = await aUser(database.db);
  const from = { address: office, userAgent: '' };
  await insertSession(system, database.db, { id: sessionId, userId, at: new Date(clock.now()), ...from });
});
afterAll(async () => {
  await database.close();
  await disposable.close();
});
beforeEach(() => database.db.deleteFrom('counted_call').execute());

function guess(address: string, verify: () => Promise<number | null>, session?: string): Promise<number> {
  const deps = { db: database.db, clock, events: createEvents<DomainEvents>(silentLog) };
  const from = { address, userAgent: '' };
  const asked = { whose: { userId }, from, wrong: accountErrors.wrongLogin };
  return throttleLogin(deps, session === undefined ? asked : { ...asked, sessionId: session }, verify);
}
const rightOne = async () => userId;

/** Guesses of strangers, of which the first is being looked at until it is told to go on. */
async function startGuessing(addresses: readonly string[]) {
  const looked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<null>();
  const wrong = () => {
    looked.resolve();
    return goOn.promise;
  };
  let refusedAtOnce = 0;
  const all = addresses.map((address) =>
    guess(address, wrong).catch(({ entry }) => {
      refusedAtOnce += entry.code === 429 ? 1 : 0;
    }),
  );
  await looked.promise;
  return {
    refusedAtOnce: () => refusedAtOnce,
    async end(): Promise<void> {
      goOn.resolve(null);
      await Promise.all(all);
    },
  };
}
const times = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, i) => item(i));

describe('while strangers guess', () => {
  const ofOneHost = times(300, () => '203.0.113.66');
  /** All lines that one customer of a provider may have. */
  const ofOneCustomer = times(300, (index) => `2001:db8:1:${index.toString(16)}::1`);

  test.each([
    ['one host', ofOneHost],
    ['one customer with many lines', ofOneCustomer],
  ])(
    'from %s, the owner signs in where they do as a rule, and proves who they are anywhere',
    async (_whose, addresses) => {
      const strangers = await startGuessing(addresses);
      try {
        expect(await guess(office, rightOne)).toBe(userId);
        expect(await guess(elsewhere, rightOne, sessionId)).toBe(userId);
      } finally {
        await strangers.end();
      }
    },
  );

  test('from one customer with many lines, most places before the account are left to others', async () => {
    const strangers = await startGuessing(ofOneCustomer);
    // Twenty at each of its three kinds of network wait for the account, six apart from it, and one is looked at.
    await expect.poll(strangers.refusedAtOnce).toBeGreaterThanOrEqual(300 - 60 - 6 - 1);
    const owner = guess(elsewhere, rightOne);
    await strangers.end();
    expect(await owner).toBe(userId);
  });
});

test('wrong passwords of somebody who is signed in are five, from however many networks', async () => {
  const wrongOne = (index: number) => guess(`203.0.113.${index}`, async () => null, sessionId);
  for (let i = 0; i < 5; i++) await expect(wrongOne(i)).rejects.toMatchObject({ entry: accountErrors.wrongLogin });
  await expect(wrongOne(5)).rejects.toMatchObject({ entry: accountErrors.loginLocked });
  expect(await guess(office, rightOne)).toBe(userId);
});
