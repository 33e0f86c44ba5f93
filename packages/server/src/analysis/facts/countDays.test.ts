import { afterAll, beforeAll, expect, test } from 'vitest';
import { proveAlarms } from '../../alarms/index.ts';
import { createHistoryShare, openHistory } from '../../history/index.ts';
import { manualClock } from '../../platform/clock.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { silentLog } from '../../platform/log/log.ts';
import { startCommitting } from '../../testing/committing.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { aCompany, aDevice, aGateway, aPoint, aProject, aRule, aStrategy } from '../../testing/factories.ts';
import { countDays } from './countDays.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Midnight in Shanghai: 21 November begins. */
const dayStart = Date.UTC(2026, 10, 20, 16);
/** How long a reading is trusted: three of its cycles of a minute. */
const trustedMs = 3 * minute;

let testDb: TestDatabase;
let database: Database;
let device: number;
let point: number;
let site: Awaited<ReturnType<typeof startCommitting>>;
const sent: { at: number; value: number }[] = [];

beforeAll(async () => {
  testDb = await testDatabase();
  database = openDatabase(testDb.url, silentLog);
  const { db } = database;
  const project = await aProject(db, await aCompany(db));
  device = await aDevice(db, project);
  point = await aPoint(db, await aGateway(db, project), { deviceId: device });
  await aRule(
    db,
    await aStrategy(db, project),
    {
      kind: 'limit',
      bands: { high: { limit: -15, severity: 2 } },
      deadband: 1,
      onDelaySeconds: 600,
      offDelaySeconds: 0,
    },
    { points: [point] },
  );
  site = await startCommitting(database, dayStart);
  // Warm from 22:00 until 02:00 of the next day, warmer by the hour; silent from 01:00 for half an hour.
  for (let m = -5; m < 30 * 60; m += 1) {
    if (m >= 25 * 60 && m < 25 * 60 + 30) continue;
    const warm = m >= 22 * 60 && m < 26 * 60;
    const reading = { at: dayStart + m * minute, value: warm ? -10 + Math.floor((m - 22 * 60) / 60) : -18 };
    sent.push(reading);
    site.clock.set(reading.at);
    await site.send([{ pointId: point, ...reading }]);
  }
}, 120_000);
afterAll(async () => {
  await site.stop();
  await database.close();
  await testDb.close();
});

/** Runs the nightly jobs at a time given in hours after the start of the first day. */
async function night(hours: number, work: typeof countDays | typeof proveAlarms): Promise<void> {
  const clock = manualClock(dayStart + hours * hour);
  const history = openHistory({ db: database.pool, clock, log: silentLog });
  await history.start();
  const deps = { db: database.db, clock, log: silentLog, history, historyShare: createHistoryShare() };
  await work(deps, new AbortController().signal);
  await history.stop();
}
const rows = async (text: string) => (await database.pool.query(text)).rows;

/** The plain way: second by second, the last reading that is still trusted. */
function plainDegrees(from: number, until: number): number {
  let area = 0;
  for (let at = from; at < until; at += 1000) {
    const last = sent.findLast((reading) => reading.at <= at);
    if (last && at - last.at < trustedMs) area += Math.max(0, last.value + 15);
  }
  return area;
}

test('degree-hours of an alarm over midnight are those of its samples, on the day on which they were', async () => {
  await night(30, countDays);
  const [alarm] = await rows('SELECT raised_at, returned_at FROM alarm');
  const [raised, returned] = [alarm.raised_at.getTime(), alarm.returned_at.getTime()];
  const midnight = dayStart + 24 * hour;
  expect([raised, returned].map((at) => (at - dayStart) / hour)).toEqual([
    expect.closeTo(22.17, 1),
    expect.closeTo(26, 1),
  ]);
  const first = await rows('SELECT day, device_id, alarms, excursion_seconds, degree_seconds FROM analysis_device_day');
  expect(first).toEqual([
    {
      ...{ day: '2026-11-21', device_id: device, alarms: 1, excursion_seconds: (midnight - raised) / 1000 },
      degree_seconds: expect.closeTo(plainDegrees(raised, midnight), -2),
    },
  ]);
  await night(54, countDays);
  const days = await rows(
    'SELECT day, alarms, excursion_seconds, degree_seconds FROM analysis_project_day ORDER BY day',
  );
  expect(days[1]).toEqual({
    ...{ day: '2026-11-22', alarms: 0, excursion_seconds: (returned - midnight) / 1000 },
    degree_seconds: expect.closeTo(plainDegrees(midnight, returned), -2),
  });
  expect(await rows('SELECT day, alarms, excursion_seconds, degree_seconds FROM analysis_project_month')).toEqual([
    {
      ...{ day: '2026-11-01', alarms: 1, excursion_seconds: (returned - raised) / 1000 },
      degree_seconds: days[0].degree_seconds + days[1].degree_seconds,
    },
  ]);
});

test('what was known of points comes with the comparison with history, also when that is made later or again', async () => {
  const known = () =>
    rows(
      'SELECT day, watched_seconds, offline_seconds, silent_seconds, bad_seconds FROM analysis_project_day ORDER BY day',
    );
  expect((await known()).map(({ watched_seconds }) => watched_seconds)).toEqual([0, 0]);
  await night(54, proveAlarms);
  await night(54, countDays);
  const [proof] = await rows("SELECT * FROM alarm_proof_point WHERE day = '2026-11-22'");
  expect((await known()).find(({ day }) => day === '2026-11-22')).toEqual({
    ...{
      day: '2026-11-22',
      watched_seconds: 86_400,
      offline_seconds: proof.offline_seconds,
      bad_seconds: proof.bad_seconds,
    },
    silent_seconds: proof.gap_seconds - proof.offline_seconds,
  });
  expect(proof.gap_seconds).toBeGreaterThan(20 * 60);
});

test('samples that come late make the day they belong to once more', async () => {
  const before = await rows("SELECT degree_seconds FROM analysis_project_day WHERE day >= '2026-11-21' ORDER BY day");
  for (let m = 25 * 60; m < 25 * 60 + 30; m += 1) sent.push({ at: dayStart + m * minute, value: -7 });
  sent.sort((a, b) => a.at - b.at);
  const late = sent.filter(({ at }) => at >= dayStart + 25 * hour && at < dayStart + 25.5 * hour);
  await site.send(late.map((reading) => ({ pointId: point, ...reading })));
  await night(54, countDays);
  const after = await rows("SELECT degree_seconds FROM analysis_project_day WHERE day >= '2026-11-21' ORDER BY day");
  expect(after[0]).toEqual(before[0]);
  const [alarm] = await rows('SELECT returned_at FROM alarm');
  expect(after[1].degree_seconds).toBeCloseTo(plainDegrees(dayStart + 24 * hour, alarm.returned_at.getTime()), -2);
  expect(after[1].degree_seconds).toBeGreaterThan(before[1].degree_seconds);
});

test('a project that another run is counting is left to it', async () => {
  await rows('DELETE FROM analysis_project_day');
  await rows('DELETE FROM analysis_through');
  const other = await database.pool.connect();
  await other.query('SELECT pg_advisory_lock(4870990, id) FROM project');
  const clock = manualClock(dayStart + 54 * hour);
  // Nothing is read of it.
  const history = openHistory({ db: database.pool, clock, log: silentLog });
  const deps = { db: database.db, clock, log: silentLog, history, historyShare: createHistoryShare() };
  await countDays(deps, new AbortController().signal);
  await other.query('SELECT pg_advisory_unlock(4870990, id) FROM project');
  other.release();
  expect(await rows('SELECT 1 FROM analysis_project_day')).toEqual([]);
});

test('a project that changes its clock is counted by its new one', async () => {
  await rows("UPDATE project SET time_zone = 'UTC'");
  await night(54, countDays);
  const days = await rows('SELECT day, alarms FROM analysis_project_day WHERE alarms > 0');
  expect(days).toEqual([{ day: '2026-11-21', alarms: 1 }]);
  expect(await rows('SELECT time_zone, through FROM analysis_through')).toEqual([
    { time_zone: 'UTC', through: '2026-11-21' },
  ]);
});
