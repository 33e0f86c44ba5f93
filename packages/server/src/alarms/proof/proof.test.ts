import type { RuleDefinition } from '@watchpost/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { system } from '../../access/index.ts';
import { insertRejection } from '../../gateways/index.ts';
import { openHistory } from '../../history/index.ts';
import { manualClock } from '../../platform/clock.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { silentLog } from '../../platform/log/log.ts';
import { startCommitting } from '../../testing/committing.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { aCompany, aDevice, aGateway, aPoint, aProject, aRule, aStrategy } from '../../testing/factories.ts';
import { keepRuleVersions } from '../ruleVersions/ruleVersions.store.ts';
import { foundLately, readProvedDays } from './proof.store.ts';
import { proveAlarms } from './proveAlarms.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Midnight in Shanghai: the day that is proved begins. */
const dayStart = Date.UTC(2026, 10, 20, 16);

const tooWarm: RuleDefinition = {
  kind: 'limit',
  bands: { high: { limit: -15, severity: 2 } },
  deadband: 1,
  onDelaySeconds: 600,
  offDelaySeconds: 0,
};

let testDb: TestDatabase;
let database: Database;
let point: number;
let gateway: number;
let device: number;
let strategy: number;
let site: Awaited<ReturnType<typeof startCommitting>>;

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
  for (const table of ['company', 'app_user', 'sample_log', 'alarm_state', 'alarm_late_stretch', 'point_latest'])
    await pool.query(`DELETE FROM ${table}`);
  const project = await aProject(db, await aCompany(db));
  gateway = await aGateway(db, project);
  device = await aDevice(db, project);
  point = await aPoint(db, gateway, { deviceId: device });
  strategy = await aStrategy(db, project);
  await aRule(db, strategy, tooWarm, { points: [point] });
  site = await startCommitting(database, dayStart);
});
afterEach(() => site.stop());

/** The day by the minute; warm between minutes of it, silent between others. */
async function live({
  warm = [0, 0],
  silent = [0, 0],
  beside = [],
}: {
  warm?: readonly [number, number];
  silent?: readonly [number, number];
  /** Other points, with their values by minute. */
  beside?: readonly { readonly pointId: number; readonly valueAt: (minute: number) => number }[];
}) {
  const within = (m: number, [from, until]: readonly [number, number]) => m >= from && m < until;
  for (let m = -5; m < 1440 + 60; m++) {
    const at = dayStart + m * minute;
    site.clock.set(at);
    const own = within(m, silent) ? [] : [{ pointId: point, at, value: within(m, warm) ? -5 : -18 }];
    await site.send([...own, ...beside.map(({ pointId, valueAt }) => ({ pointId, at, value: valueAt(m) }))]);
  }
}

/** The night's comparison, so many hours after the day began. */
async function prove(hours: number): Promise<void> {
  const clock = manualClock(dayStart + hours * hour);
  const history = openHistory({ db: database.pool, clock, log: silentLog });
  await history.start();
  await proveAlarms({ db: database.db, clock, log: silentLog, history }, new AbortController().signal);
  await history.stop();
}
async function proof() {
  const { rows } = await database.pool.query(
    `SELECT made.is_final, f.rules, f.alarms, f.gap_seconds / 60 AS gap, f.bad_seconds / 60 AS bad
     FROM alarm_proof made JOIN alarm_proof_point f USING (project_id, day) WHERE made.day = '2026-11-21' AND f.point_id = $1`,
    [point],
  );
  return rows;
}
async function differences() {
  const { rows } = await database.pool.query<{ kind: string; raised_at: Date | null; recorded_raised: Date | null }>(
    "SELECT kind, raised_at, recorded_raised FROM alarm_proof_difference WHERE day = '2026-11-21'",
  );
  const minuteOf = (at: Date | null) => at && (at.getTime() - dayStart) / minute;
  return rows.map(({ kind, raised_at, recorded_raised }) => [kind, minuteOf(raised_at), minuteOf(recorded_raised)]);
}

test('a day whose alarms are as history tells them is proved without a difference, once it has been over for three hours', async () => {
  await live({ warm: [600, 660] });
  await prove(26);
  expect(await proof()).toEqual([]);
  await prove(27.1);
  expect(await proof()).toEqual([{ is_final: false, rules: 1, alarms: 1, gap: 0, bad: 0 }]);
  expect(await differences()).toEqual([]);
});

test('an alarm that is not on record is named as one that should have been', async () => {
  await live({ warm: [600, 660] });
  await database.pool.query('DELETE FROM alarm');
  await prove(28);
  expect(await differences()).toEqual([['missing', 610, null]]);
});

test('an alarm that history does not show, and one of other times, are named with what the record says', async () => {
  await live({ warm: [600, 660] });
  await database.pool.query("UPDATE alarm SET raised_at = raised_at + interval '20 minutes'");
  await database.pool.query(
    `INSERT INTO alarm (company_id, project_id, rule_id, rule_definition, subject_kind, subject_id, point_id, device_id, subject_name,
       device_name, kind, severity, worst_severity, sentence_zh, sentence_en, raised_at, returned_at, end_reason)
     SELECT company_id, project_id, rule_id, rule_definition, subject_kind, subject_id, point_id, device_id, subject_name,
       device_name, kind, severity, worst_severity, sentence_zh, sentence_en, $1, $2, end_reason FROM alarm`,
    [new Date(dayStart + 100 * minute), new Date(dayStart + 120 * minute)],
  );
  await prove(28);
  expect((await differences()).sort()).toEqual([
    ['extra', null, 100],
    ['other', 610, 630],
  ]);
});

test('an alarm that goes on over midnight differs in nothing, before and after', async () => {
  await live({ warm: [1400, 1480] });
  await prove(28);
  expect(await proof()).toMatchObject([{ alarms: 1 }]);
  expect(await differences()).toEqual([]);
});

test('minutes without a value are counted, and what comes late takes them back at the second comparison', async () => {
  await live({ silent: [300, 400], warm: [330, 370] });
  await prove(28);
  expect(await proof()).toMatchObject([{ is_final: false, alarms: 0, gap: 98 }]);
  const late = Array.from({ length: 100 }, (_, i) => 300 + i);
  await site.send(
    late.map((m) => ({ pointId: point, at: dayStart + m * minute, value: m >= 330 && m < 370 ? -5 : -18 })),
  );
  await site.alarms.judgeLateNow();
  await prove(50);
  expect(await proof()).toMatchObject([{ is_final: false }]);
  await prove(24 * 4 + 4);
  expect(await proof()).toEqual([{ is_final: true, rules: 1, alarms: 1, gap: 0, bad: 0 }]);
  expect(await differences()).toEqual([]);
});

test('how long a point may be left unjudged on a day is what its company says', async () => {
  const { db } = database;
  await live({ silent: [300, 400] });
  await prove(28);
  const question = { projectId: null, from: '2026-11-21', until: '2026-11-21' };
  const found = async () => [
    (await readProvedDays(system, db, question)).map(({ over_budget }) => over_budget),
    (await foundLately(system, db, new Date(dayStart + 29 * hour))).unjudged,
  ];
  // Of the six days before there are no values at all.
  expect(await found()).toEqual([[1], 1 + 6]);
  await db.updateTable('company').set({ unjudged_minutes: 98 }).execute();
  expect(await found()).toEqual([[0], 6]);
});

test('minutes that were not judged are told apart: line lost, refused for their time, and suppressed while the door was open', async () => {
  const { db, pool } = database;
  const door = await aPoint(db, gateway, { deviceId: device });
  const whileShut = { point: { pointId: door }, values: [0], settleSeconds: 300, maxHiddenSeconds: 3600 };
  await aRule(db, strategy, { ...tooWarm, onlyWhile: [whileShut] }, { points: [point] });
  await site.stop();
  site = await startCommitting(database, dayStart);
  await live({ silent: [300, 400], beside: [{ pointId: door, valueAt: (m) => Number(m >= 600 && m < 620) }] });
  for (const [kind, m] of [
    ['down', 310],
    ['up', 340],
  ] as const)
    await pool.query('INSERT INTO gateway_event (gateway_id, at, kind) VALUES ($1, $2, $3)', [
      gateway,
      new Date(dayStart + m * minute),
      kind,
    ]);
  const refusal = {
    gatewayId: gateway,
    reason: 'fromTheFuture',
    subject: 't',
    head: Buffer.of(),
    byteCount: 1,
    sender: null,
  };
  for (const m of [350, 351, 356]) await insertRejection(system, db, { ...refusal, at: dayStart + m * minute });
  await prove(28);
  const { rows } = await pool.query(
    `SELECT gap_seconds / 60 AS gap, offline_seconds / 60 AS offline, refused_seconds / 60 AS refused, bad_seconds / 60 AS bad,
       suppressed_seconds / 60 AS suppressed FROM alarm_proof_point WHERE point_id = $1 AND day = '2026-11-21'`,
    [point],
  );
  expect(rows).toEqual([{ gap: 98, offline: 30, refused: 13, bad: 0, suppressed: 25 }]);
});

test('an alarm of missing data that is not on record is named, where the line spoke of other points all the time', async () => {
  const { db, pool } = database;
  const other = await aPoint(db, gateway, { deviceId: device });
  await aRule(db, strategy, tooWarm, { points: [other] });
  await aRule(db, strategy, { kind: 'noData', afterSeconds: 1800, severity: 2 }, { points: [point] });
  await site.stop();
  site = await startCommitting(database, dayStart);
  await live({ silent: [300, 400], beside: [{ pointId: other, valueAt: () => -18 }] });
  await pool.query("DELETE FROM alarm WHERE kind = 'noData'");
  await prove(28);
  expect(await differences()).toEqual([['missing', 329, null]]);
});

test('a policy that was closed before midnight is proved for the day on which it judged', async () => {
  const { db } = database;
  await live({ warm: [600, 660] });
  await db.updateTable('alarm_strategy').set({ enabled: false }).execute();
  await keepRuleVersions(system, db, [strategy], new Date(dayStart + 1439 * minute));
  await database.pool.query('DELETE FROM alarm');
  await prove(28);
  expect(await proof()).toMatchObject([{ rules: 1, alarms: 1 }]);
  expect(await differences()).toEqual([['missing', 610, null]]);
});

test('comparisons are kept for two years', async () => {
  const { pool } = database;
  const inDays = (back: number) => new Date(dayStart - back * 24 * hour).toISOString().slice(0, 10);
  for (const back of [728, 732])
    await pool.query(
      'INSERT INTO alarm_proof (project_id, day, proved_at, is_final) SELECT id, $1, now(), true FROM project',
      [inDays(back)],
    );
  await live({});
  await prove(28);
  const { rows } = await pool.query<{ day: string }>('SELECT day::text FROM alarm_proof ORDER BY day');
  expect(rows.map(({ day }) => day)).toContain(inDays(728));
  expect(rows.map(({ day }) => day)).not.toContain(inDays(732));
});
