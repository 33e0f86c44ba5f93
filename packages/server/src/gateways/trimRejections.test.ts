import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { system } from '../access/index.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { silentLog } from '../platform/log/log.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { aCompany, aGateway, aProject } from '../testing/factories.ts';
import { insertRejection, trimRejections } from './store.ts';

let testDb: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDb = await testDatabase();
  database = openDatabase(testDb.url, silentLog);
});
afterAll(async () => {
  await database.close();
  await testDb.close();
});
beforeEach(async () => {
  await testDb.pool.query('DELETE FROM gateway_rejection');
});

async function refuse(values: { gatewayId?: number; subject?: string; sender?: string }, times = 1): Promise<void> {
  const { gatewayId = null, subject = '', sender = null } = values;
  const rest = { at: 0, reason: 'unknownIdentity', head: Buffer.alloc(0), byteCount: 0 };
  for (let n = 0; n < times; n++) await insertRejection(system, database.db, { gatewayId, subject, sender, ...rest });
}
const trim = (kept: Partial<Parameters<typeof trimRejections>[2]> = {}) =>
  trimRejections(system, database.db, { ofGateway: 3, ofName: 2, ofSender: 4, ofStrangers: 6, ...kept });

/** How many are left, by name and address. */
async function left(): Promise<Record<string, number>> {
  const { rows } = await testDb.pool.query<{ of: string; n: number }>(
    "SELECT concat_ws(' ', gateway_id, nullif(subject, ''), sender) AS of, count(*)::int AS n FROM gateway_rejection GROUP BY 1",
  );
  return Object.fromEntries(rows.map(({ of, n }) => [of, n]));
}

test('a stranger who redials without end leaves what others said once, and what gateways are refused', async () => {
  const gatewayId = await aGateway(database.db, await aProject(database.db, await aCompany(database.db)));
  await refuse({ subject: 'WP24A7K9MY', sender: '10.0.0.1' });
  await refuse({ subject: 'WP24A7K9MX', sender: '10.0.0.2' }, 50);
  await refuse({ gatewayId, subject: 'v1/wrong' }, 5);
  await trim();
  expect(await left()).toEqual({
    'WP24A7K9MY 10.0.0.1': 1,
    'WP24A7K9MX 10.0.0.2': 2,
    [`${gatewayId} v1/wrong`]: 3,
  });
});

test('a sender with a new name each time displaces only its own; a nameless one is known by its address', async () => {
  await refuse({ subject: 'WP24A7K9MY', sender: '10.0.0.1' }, 2);
  await refuse({ sender: '10.0.0.1' }, 3);
  for (let n = 0; n < 20; n++) await refuse({ subject: `GUESS${n}`, sender: '10.0.0.2' });
  await refuse({ sender: '10.0.0.3' }, 3);
  await trim({ ofStrangers: 100 });
  expect(await left()).toEqual({
    'WP24A7K9MY 10.0.0.1': 2,
    '10.0.0.1': 2,
    ...{ 'GUESS19 10.0.0.2': 1, 'GUESS18 10.0.0.2': 1, 'GUESS17 10.0.0.2': 1, 'GUESS16 10.0.0.2': 1 },
    '10.0.0.3': 2,
  });
  await trim({ ofStrangers: 5 });
  expect(Object.keys(await left()).map((of) => of.split(' ').at(-1))).toEqual(
    expect.arrayContaining(['10.0.0.1', '10.0.0.2', '10.0.0.3']),
  );
});
