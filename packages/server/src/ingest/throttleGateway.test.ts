import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DomainEvents } from '../events.ts';
import { manualClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { createEvents } from '../platform/events/events.ts';
import { silentLog } from '../platform/log/log.ts';
import { testDatabase } from '../testing/database.ts';
import { createGatewayThrottle } from './throttleGateway.ts';

let disposable: Awaited<ReturnType<typeof testDatabase>>;
let database: Database;
beforeAll(async () => {
  disposable = await testDatabase();
  database = openDatabase(disposable.url, silentLog);
});
afterAll(async () => {
  await database.close();
  await disposable.close();
});

test('guesses from another network do not delay a gateway; a flood of them is refused at once', async () => {
  const clock = manualClock(Date.UTC(2026, 10, 21, 4));
  const events = createEvents<DomainEvents>(silentLog);
  // As after a restart: nothing is known of who was in before.
  const throttle = createGatewayThrottle({ db: database.db, clock, events });
  const gateway = { id: 7, company_id: 1, serial_number: 'WPMQT26001' };
  const looked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<boolean>();
  let refused = 0;
  const guesses = Array.from({ length: 100 }, () =>
    throttle(gateway, '203.0.113.66', () => {
      looked.resolve();
      return goOn.promise;
    }).then(() => {
      refused += 1;
    }),
  );
  await looked.promise;
  expect(await throttle(gateway, '198.51.100.7', async () => true)).toBe('right');
  // One is looked at, and as many wait as may be wrong.
  expect(refused).toBe(100 - 1 - 20);
  goOn.resolve(false);
  await Promise.all(guesses);
  expect(await throttle(gateway, '203.0.113.66', async () => true)).toBe('throttled');
});
