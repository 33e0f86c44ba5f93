import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { system } from '../../access/index.ts';
import { markLate } from '../../alarms/index.ts';
import type { DomainEvents } from '../../events.ts';
import { manualClock } from '../../platform/clock.ts';
import { clientOf } from '../../platform/db/clientOf.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { createEvents } from '../../platform/events/events.ts';
import { silentLog } from '../../platform/log/log.ts';
import { startCommitting } from '../../testing/committing.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { aCompany, aDevice, aProject, aRule, aStrategy } from '../../testing/factories.ts';
import { anMqttGateway, anMqttPoint } from '../../testing/fieldFactories.ts';
import { type MeasureCyclesDeps, proposeCycles, reviewCycles } from './measureCycles.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 10, 21, 4);

let testDb: TestDatabase;
let database: Database;
let site: Awaited<ReturnType<typeof startCommitting>>;
let logger: number;
let gateway: number;
let device: number;

beforeAll(async () => {
  testDb = await testDatabase();
  database = openDatabase(testDb.url, silentLog);
});
afterAll(async () => {
  await database.close();
  await testDb.close();
});

beforeEach(async () => {
  const { db, pool } = database;
  for (const table of ['company', 'sample_log', 'alarm_state', 'alarm_late_stretch', 'point_latest'])
    await pool.query(`DELETE FROM ${table}`);
  const company = await aCompany(db);
  const project = await aProject(db, company);
  gateway = await anMqttGateway(db, project, { userName: `truck ${project}`, password: 'Pw_Cycle_1' });
  device = await aDevice(db, project);
  logger = await unsaid('t');
  await aRule(
    db,
    await aStrategy(db, project),
    {
      ...{ kind: 'limit', bands: { high: { limit: -15, severity: 2 } }, deadband: 1 },
      ...{ onDelaySeconds: 300, offDelaySeconds: 0 },
    },
    { points: [logger] },
  );
  site = await startCommitting(database, noon);
});
afterEach(() => site.stop());

/** A point of which nobody said how often it reports. */
async function unsaid(key: string): Promise<number> {
  const id = await anMqttPoint(database.db, gateway, { key, deviceId: device });
  await database.db.updateTable('point').set({ cycle_source: 'assumed' }).where('id', '=', id).execute();
  return id;
}

/** Values at an even distance, in minutes before noon; at −5 °C from and until. */
const values = (
  pointId: number,
  every: number,
  from: number,
  until: number,
  warm: readonly [number, number] = [0, 0],
) =>
  Array.from({ length: (from - until) / every + 1 }, (_, i) => {
    const before = from - every * i;
    return { pointId, at: noon - before * minute, value: before <= warm[0] && before >= warm[1] ? -5 : -18 };
  });

async function at(
  now: number,
  job: typeof proposeCycles,
  judgeFrom: MeasureCyclesDeps['judgeFrom'] = (earliest) => site.alarms.judgeFrom(earliest),
): Promise<number[]> {
  const events = createEvents<DomainEvents>(silentLog);
  const told: number[] = [];
  events.on({}, 'configurationChanged', ({ ids }) => void told.push(...ids));
  const deps: MeasureCyclesDeps = {
    ...{ db: database.db, clock: manualClock(now), log: silentLog, events, history: site.history },
    markLate: (transaction, earliest) => markLate(system, clientOf(transaction), earliest),
    judgeFrom,
  };
  await job(deps, new AbortController().signal);
  await site.alarms.reload();
  return told;
}

const cycleOf = (pointId: number) =>
  database.db
    .selectFrom('point')
    .where('id', '=', pointId)
    .select(['sampling_interval_seconds as seconds', 'cycle_source as source'])
    .executeTakeFirstOrThrow();

async function alarms() {
  const rows = await database.db.selectFrom('alarm').select(['raised_at', 'returned_at']).execute();
  return rows.map(({ raised_at, returned_at }) => [
    (noon - raised_at.getTime()) / minute,
    returned_at && (noon - returned_at.getTime()) / minute,
  ]);
}

test('a logger of which nobody said that it stores every ten minutes: its cycle is measured, and its two warm hours are found', async () => {
  await site.send(values(logger, 10, 600, 0, [240, 120]));
  expect(await alarms()).toEqual([]);
  expect(await at(noon, proposeCycles)).toEqual([logger]);
  expect(await cycleOf(logger)).toEqual({ seconds: 600, source: 'measured' });
  await site.alarms.judgeLateNow();
  expect(await alarms()).toEqual([[235, 110]]);
  const rows = await database.db
    .selectFrom('point_cycle')
    .where('point_id', '=', logger)
    .orderBy('valid_from')
    .select(['valid_from', 'cycle_seconds'])
    .execute();
  expect(rows.map(({ valid_from, cycle_seconds }) => [valid_from.getTime(), cycle_seconds])).toEqual([
    [0, 60],
    [noon - 600 * minute, 600],
  ]);
});

test('a stop right after the cycle was measured does not forget that the past is to be judged by it', async () => {
  await site.send(values(logger, 10, 600, 0, [240, 120]));
  await at(noon, proposeCycles, () => Promise.reject(new Error('stopped')));
  const marks = await database.db.selectFrom('alarm_late_stretch').select(['point_id', 'from_at']).execute();
  expect(marks).toEqual([{ point_id: logger, from_at: new Date(noon - 600 * minute) }]);
});

test('fifty readings are too few, and what somebody said is not measured', async () => {
  const said = await anMqttPoint(database.db, gateway, { key: 'u', deviceId: device });
  await site.send([...values(logger, 10, 490, 0), ...values(said, 10, 600, 0)]);
  expect(await at(noon, proposeCycles)).toEqual([]);
  expect(await cycleOf(logger)).toEqual({ seconds: 60, source: 'assumed' });
  expect(await cycleOf(said)).toEqual({ seconds: 60, source: 'declared' });
});

test('a measured cycle stays through a burst, and is another after a day at another distance', async () => {
  await site.send(values(logger, 1, 60, 0));
  expect(await at(noon, proposeCycles)).toEqual([]);
  expect(await cycleOf(logger)).toEqual({ seconds: 60, source: 'measured' });
  await site.send(values(logger, 10, -10, -600));
  expect(await at(noon + 600 * minute, reviewCycles)).toEqual([]);
  await site.send(values(logger, 10, -610, -1500));
  expect(await at(noon + 1500 * minute, reviewCycles)).toEqual([logger]);
  expect(await cycleOf(logger)).toEqual({ seconds: 600, source: 'measured' });
});
