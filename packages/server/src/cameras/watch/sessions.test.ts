import { expect, test } from 'vitest';
import { system } from '../../access/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { silentLog } from '../../platform/log/log.ts';
import { testDatabase } from '../../testing/database.ts';
import { createSessionKeeper } from './sessions.store.ts';

test('running sessions are remembered in a form that says nothing to who has the table, until they end or the key is changed', async () => {
  const empty = await testDatabase();
  const database = openDatabase(empty.url, silentLog);
  try {
    const { db } = database;
    const keeperBy = (secretKey: string) => createSessionKeeper(system, { db, clock: systemClock, secretKey });
    const session = (n: number) => ({
      ticket: `ticket ${n}`,
      address: 'http://root:sesame@media.example/live',
      href: `http://media.example/whep/${n}`,
    });
    const keeper = keeperBy('a');
    await keeper.keep(session(1));
    await keeper.keep(session(2));
    await keeper.keep(session(2));
    expect(await keeper.all()).toEqual([session(1), session(2)]);
    const rows = await db.selectFrom('camera_session').selectAll().execute();
    expect(JSON.stringify(rows.map(({ key, sealed }) => key + sealed.toString('latin1')))).not.toMatch(
      /sesame|ticket|whep/,
    );
    await keeper.forget(session(1).href);
    expect(await keeper.all()).toEqual([session(2)]);
    expect(await keeperBy('b').all()).toEqual([]);
    expect(await keeper.all()).toEqual([]);
  } finally {
    await database.close();
    await empty.close();
  }
});
