import { setImmediate as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { system } from '../access/index.ts';
import { openAlarms } from '../alarms/index.ts';
import type { DomainEvents, ReadingColumns } from '../events.ts';
import { allGateways, GatewayLinks } from '../gateways/index.ts';
import { openHistory, ReadingColumnsBuilder } from '../history/index.ts';
import { manualClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { type Ownership, takeOwnership } from '../platform/db/ownership.ts';
import { createEvents } from '../platform/events/events.ts';
import { silentLog } from '../platform/log/log.ts';
import { LiveValues } from '../points/index.ts';
import { type BreakablePool, breakablePool } from '../testing/breakablePool.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aProject, aRule, aStrategy } from '../testing/factories.ts';
import { soon } from '../testing/soon.ts';
import { tcpRelay } from '../testing/tcpRelay.ts';
import { GroupCommit } from './groupCommit.ts';

const noon = Date.UTC(2026, 10, 21, 4);

let test_: TestDatabase;
let database: Database;
let owner: Ownership;
beforeAll(async () => {
  test_ = await testDatabase();
  owner = await takeOwnership({ url: test_.url, log: silentLog });
  database = openDatabase(test_.url, silentLog);
});
afterAll(async () => {
  await owner.release();
  await database.close();
  await test_.close();
});

// A freezer that alarms above −15 °C, and a member who is told.
let point: number;
beforeEach(async () => {
  const { db } = database;
  // Far quicker than TRUNCATE, which makes every table's file anew.
  for (const table of ['company', 'app_user', 'sample_log', 'alarm_state', 'history_segment', 'point_latest']) {
    await test_.pool.query(`DELETE FROM ${table}`);
  }
  const project = await aProject(db, await aCompany(db));
  const gateway = await aGateway(db, project);
  const device = await aDevice(db, project);
  point = await aPoint(db, gateway, { deviceId: device });
  const bands = { high: { limit: -15, severity: 2 as const } };
  const rule = { kind: 'limit', bands, deadband: 1, onDelaySeconds: 0, offDelaySeconds: 0 } as const;
  await aRule(db, await aStrategy(db, project), rule, { points: [point] });
  const owner = await db.selectFrom('project').where('id', '=', project).select('company_id').executeTakeFirstOrThrow();
  await aMember(db, owner.company_id, project);
});

const release: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const action of release.splice(0).reverse()) await action();
});

/** History, alarms and the commit as the server puts them together; the commit on a pool that can be made to fail. */
async function startCommitting(
  { pool, onCommit }: BreakablePool = breakablePool(database.commitPool),
  startedAt = noon,
) {
  const clock = manualClock(startedAt);
  const events = createEvents<DomainEvents>(silentLog);
  const history = openHistory({ db: database.pool, clock, log: silentLog });
  await history.start();
  const live = new LiveValues();
  live.apply(await history.latest());
  const cursorOf = (pointId: number) => {
    const reading = live.get(pointId);
    return reading && { lastSampleAt: reading.measuredAt, lastGoodAt: reading.measuredAt, heldValue: reading.value };
  };
  const alarms = openAlarms({ db: database.db, pool: database.pool, clock, log: silentLog, events, cursorOf });
  await alarms.start();
  const links = new GatewayLinks(await allGateways(system, database.db), noon, () => commit.wake());
  const commit: GroupCommit = new GroupCommit({
    pool,
    owner,
    clock,
    log: silentLog,
    events,
    history,
    alarms,
    live,
    links,
  });
  const told: number[] = [];
  events.on(told, 'readingsCommitted', ({ columns }) => told.push(columns.length));
  commit.start();
  release.push(
    () => history.stop(),
    () => alarms.stop(),
    () => commit.stop(),
  );
  // The state of the lines at the start is a commit of its own.
  await expect.poll(() => links.hasChanges || commit.commits === 0, soon).toBe(false);
  return { commit, live, links, events, told, onCommit, history, clock };
}

function readings(...values: number[]): ReadingColumns {
  const columns = new ReadingColumnsBuilder(16);
  values.forEach((value, i) => {
    columns.push(point, noon - (values.length - i) * 1000, value, 0);
  });
  return columns.take();
}

async function stored() {
  const { rows } = await test_.pool.query(
    `SELECT (SELECT count(*) FROM sample_log)::int AS batches, (SELECT coalesce(sum(sample_count), 0) FROM sample_log)::int AS samples,
            (SELECT count(*) FROM alarm)::int AS alarms, ((SELECT count(*) FROM notification) + (SELECT count(*) FROM alarm_announcement))::int AS messages`,
  );
  return rows[0] as { batches: number; samples: number; alarms: number; messages: number };
}
const nothing = { batches: 0, samples: 0, alarms: 0, messages: 0 };

/** A promise with what it has come to so far. */
function watched(promise: Promise<void>) {
  const state = { done: false, promise };
  void promise.then(() => {
    state.done = true;
  });
  return state;
}
/** Something that holds until it is let go, at the latest after the test. */
function gate() {
  const held = Promise.withResolvers<void>();
  release.push(async () => held.resolve());
  return held;
}

/** Ends every other connection to the database, as an administrator or a restart does. */
const terminateBackends = () =>
  test_.pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );

test('readings are acknowledged, shown and told about only after they are in the database', async () => {
  const { commit, live, told, onCommit } = await startCommitting();
  const held = gate();
  const committing = onCommit({ kind: 'hold', until: held.promise });
  const submitted = watched(commit.submit(readings(-18, -19)));
  await committing;
  expect(await stored()).toEqual(nothing);
  expect([submitted.done, live.get(point), told]).toEqual([false, null, []]);

  held.resolve();
  await submitted.promise;
  expect(await stored()).toMatchObject({ batches: 1, samples: 2 });
  expect(live.get(point)).toMatchObject({ value: -19 });
  expect(told).toEqual([2]);
});

test('that a gateway fell silent is told only after it is in the database', async () => {
  const { links, events } = await startCommitting();
  const { id } = await database.db
    .updateTable('gateway')
    .set({ online: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  const wasOnline = new Promise((tell) =>
    events.on(tell, 'linesChanged', ({ changes }) => {
      if (!changes.some(({ up }) => !up)) return;
      tell(database.db.selectFrom('gateway').where('id', '=', id).select('online').executeTakeFirstOrThrow());
    }),
  );
  links.gatewayUp(id, noon, false);
  links.gatewayDown(id, noon + 1_000);
  expect(await wasOnline).toEqual({ online: false });
});

test('what arrives during a commit goes together with the next one', async () => {
  const { commit, onCommit } = await startCommitting();
  const held = gate();
  const committing = onCommit({ kind: 'hold', until: held.promise });
  const first = commit.submit(readings(-18));
  await committing;
  const rest = Array.from({ length: 20 }, (_, i) => commit.submit(readings(-18 - i / 10)));
  expect(commit.waitingSamples).toBe(20);
  held.resolve();
  await Promise.all([first, ...rest]);
  expect(await stored()).toMatchObject({ batches: 2, samples: 21 });
  expect(commit.waitingSamples).toBe(0);
});

test('a reading, the alarm it raises and the message about it become true at the same moment', async () => {
  const { commit, onCommit } = await startCommitting();
  const held = gate();
  const committing = onCommit({ kind: 'hold', until: held.promise });
  const submitted = commit.submit(readings(-18, -5));
  await committing;
  expect(await stored()).toEqual(nothing);
  held.resolve();
  await submitted;
  expect(await stored()).toEqual({ batches: 1, samples: 2, alarms: 1, messages: 1 });
});

test('what takes long waits for alarms that are being written, and for nothing else', async () => {
  const { commit, onCommit } = await startCommitting();
  // The second time it says nothing new.
  for (const isAlarm of [true, false]) {
    const held = gate();
    const committing = onCommit({ kind: 'hold', until: held.promise });
    const acknowledged = commit.submit(readings(-12));
    await committing;
    const long = watched(commit.alarmsFirst());
    await pause();
    expect(long.done).toBe(!isAlarm);
    held.resolve();
    await Promise.all([acknowledged, long.promise]);
  }
});

test('a database that ends all connections in the middle of a commit loses nothing and repeats nothing', async () => {
  const { commit, told, onCommit } = await startCommitting();
  const held = gate();
  const committing = onCommit({ kind: 'hold', until: held.promise });
  const submitted = watched(commit.submit(readings(-18, -5)));
  await committing;
  await terminateBackends();
  held.resolve();
  await submitted.promise;
  expect(await stored()).toEqual({ batches: 1, samples: 2, alarms: 1, messages: 1 });
  expect(told).toEqual([2]);
  expect(commit.failedSince).toBeNull();
});

test('while the database cannot be reached readings wait; when it is back they are stored once', async () => {
  const { host, port, user, password, database: name } = new pg.Client(test_.url);
  const relay = await tcpRelay(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  const overRelay = openDatabase(`postgres://${user}:${password}@127.0.0.1:${relay.port}/${name}`, silentLog);
  release.push(
    () => relay.close(),
    () => overRelay.close(),
  );
  const { commit, live } = await startCommitting(breakablePool(overRelay.commitPool));

  await relay.cut();
  const submitted = [watched(commit.submit(readings(-18, -5))), watched(commit.submit(readings(-4)))];
  await expect.poll(() => commit.failedSince, soon).toBe(noon);
  expect(submitted.some(({ done }) => done)).toBe(false);
  expect(live.get(point)).toBeNull();

  await relay.mend();
  await Promise.all(submitted.map(({ promise }) => promise));
  expect(await stored()).toMatchObject({ samples: 3, alarms: 1, messages: 1 });
  expect(commit.failedSince).toBeNull();
});

test('once another server has taken over nothing is stored, raised or acknowledged', async () => {
  const { commit, live } = await startCommitting();
  await test_.pool.query('UPDATE ownership SET epoch = epoch + 1');
  try {
    const submitted = watched(commit.submit(readings(-18, -5)));
    await expect.poll(() => commit.failedSince, soon).toBe(noon);
    await commit.stop();
    expect(submitted.done).toBe(false);
    expect(await stored()).toEqual(nothing);
    expect(live.get(point)).toBeNull();
  } finally {
    await test_.pool.query('UPDATE ownership SET epoch = epoch - 1');
  }
});

test('a commit whose answer was lost is not repeated', async () => {
  const { commit, live, told, onCommit, history } = await startCommitting();
  void onCommit({ kind: 'answerLost' });
  await commit.submit(readings(-18, -5));
  expect(await stored()).toEqual({ batches: 1, samples: 2, alarms: 1, messages: 1 });
  expect(told).toEqual([2]);
  expect(live.get(point)).toMatchObject({ value: -5 });
  const [raw] = await history.raw([point], noon - 60_000, noon);
  expect(Array.from(raw!.values)).toEqual([-18, -5]);
});

test.each(['while it runs', 'while it is stopped'])(
  'a server whose clock was an hour fast and is set right %s shows and judges the next reading',
  async (when) => {
    const before = await startCommitting();
    const report = async ({ commit, clock }: typeof before, value: number) => {
      const columns = new ReadingColumnsBuilder(16);
      columns.push(point, clock.now(), value, 0);
      await commit.submit(columns.take());
    };
    await report(before, -18);
    const right = noon - 3_600_000;
    let server = before;
    if (when === 'while it is stopped') {
      await before.commit.stop();
      server = await startCommitting(undefined, right);
    } else before.clock.set(right);

    server.clock.advance(5_000);
    await report(server, -5);
    expect(server.live.get(point)).toMatchObject({ value: -5, measuredAt: right + 5_000 });
    expect(await stored()).toMatchObject({ samples: 2, alarms: 1, messages: 1 });
    server.clock.advance(5_000);
    await report(server, -19);
    expect(server.live.get(point)).toMatchObject({ value: -19 });
    const { rows } = await test_.pool.query('SELECT returned_at FROM alarm');
    expect(rows).toEqual([{ returned_at: new Date(right + 10_000) }]);
  },
);

test('stopping stores what was handed over', async () => {
  const { commit, onCommit } = await startCommitting();
  const held = gate();
  const committing = onCommit({ kind: 'hold', until: held.promise });
  const first = commit.submit(readings(-18));
  await committing;
  const second = commit.submit(readings(-19));
  const stopped = commit.stop();
  held.resolve();
  await Promise.all([first, second, stopped]);
  expect(await stored()).toMatchObject({ samples: 2 });
});
