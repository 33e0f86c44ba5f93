import { readFileSync } from 'node:fs';
import type { RuleDefinition } from '@watchpost/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DomainEvents } from '../../events.ts';
import { noOutbox, type Outbox } from '../../notifications/index.ts';
import { manualClock } from '../../platform/clock.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/inTransaction.ts';
import { createEvents } from '../../platform/events/events.ts';
import { silentLog } from '../../platform/log/log.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { type AlarmBatch, evaluateAlarms, evaluationOf } from '../../testing/evaluateAlarms.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  aMember,
  anArea,
  aPoint,
  aPointType,
  aProject,
  aRule,
  aSlave,
  aStrategy,
  limitMember,
} from '../../testing/factories.ts';
import type { PointCursor } from '../engine/index.ts';
import { readingsOf } from '../engine/testing/readingsOf.ts';
import { type AlarmService, openAlarms } from '../index.ts';
import type { AlarmServiceDeps } from './alarmService.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 9, 1, 4); // 12:00 in Shanghai

const highLimit: RuleDefinition = {
  kind: 'limit',
  bands: { high: { limit: -15, severity: 2 }, highHigh: { limit: -10, severity: 1 } },
  deadband: 1,
  onDelaySeconds: 0,
  offDelaySeconds: 0,
};

let test_: TestDatabase;
let database: Database;
beforeAll(async () => {
  test_ = await testDatabase();
  database = openDatabase(test_.url, silentLog);
});
afterAll(async () => {
  await database.close();
  await test_.close();
});

// One freezer of one project, watched by a member.
let company: number;
let project: number;
let gateway: number;
let area: number;
let device: number;
let point: number;
let member: number;
beforeEach(async () => {
  const { db } = database;
  await db.deleteFrom('company').execute();
  await db.deleteFrom('alarm_state').execute();
  company = await aCompany(db);
  project = await aProject(db, company);
  gateway = await aGateway(db, project);
  area = await anArea(db, project, '一号库');
  device = await aDevice(db, project, { name: '冷冻间1', nameEn: 'Freezer 1', areaId: area });
  point = await aPoint(db, gateway, { deviceId: device, name: '库温', nameEn: 'Room temperature' });
  member = await aMember(db, company, project);
});

const opened: AlarmService[] = [];
afterEach(async () => {
  for (const alarms of opened.splice(0)) await alarms.stop();
});

/** A server process's alarms; opening another one on the same database is a restart. */
async function startAlarms(outbox: Outbox = noOutbox, rest: Pick<AlarmServiceDeps, 'cursorOf' | 'historyOf'> = {}) {
  const events = createEvents<DomainEvents>(silentLog);
  const told: DomainEvents['alarmChanged'][] = [];
  const waiting: number[][] = [];
  events.on(told, 'alarmChanged', (event) => told.push(event));
  events.on(waiting, 'pushesWaiting', ({ userIds }) => waiting.push([...userIds]));
  const pending: DomainEvents['pendingChanged'][] = [];
  events.on(pending, 'pendingChanged', (event) => pending.push(event));
  const clock = manualClock(noon);
  const alarms = openAlarms({ db: database.db, pool: database.pool, clock, log: silentLog, events, outbox, ...rest });
  await alarms.start();
  opened.push(alarms);
  const run = (batch: AlarmBatch) => {
    clock.set(batch.now);
    return evaluateAlarms(alarms, database.pool, batch);
  };
  const measure = (value: number, at: number, pointId = point) => run({ now: at, samples: [{ pointId, at, value }] });
  return { alarms, told, waiting, pending, run, measure };
}

const readAlarms = () => database.db.selectFrom('alarm').selectAll().orderBy('id').execute();
const readOutbox = () => database.db.selectFrom('notification').selectAll().orderBy('id').execute();
const readStates = () => database.db.selectFrom('alarm_state').selectAll().execute();
const readJournal = () => database.db.selectFrom('alarm_journal').selectAll().orderBy('id').execute();

test('a value beyond its limit becomes an alarm, a journal line and one message to each person', async () => {
  const strategy = await aStrategy(database.db, project);
  await aRule(database.db, strategy, highLimit, { points: [point] });
  const colleague = await aMember(database.db, company, project);
  const { measure, told, waiting } = await startAlarms();

  await measure(-18, noon);
  await measure(-12.4, noon + minute);

  const [alarm, ...others] = await readAlarms();
  expect(others).toEqual([]);
  expect(alarm).toMatchObject({
    company_id: company,
    project_id: project,
    strategy_id: strategy,
    point_id: point,
    device_id: device,
    area_id: area,
    subject_name: '库温',
    subject_name_en: 'Room temperature',
    device_name: '冷冻间1',
    area_name: '一号库',
    unit: '°C',
    severity: 2,
    band: 'high',
    raised_at: new Date(noon + minute),
    value_at_raise: -12.4,
    limit_value: -15,
    returned_at: null,
    sentence_en: '−12.4 °C above high limit −15.0 °C',
  });
  expect(alarm?.sentence_zh).toContain('高于上限 −15.0 °C');
  expect(await readJournal()).toMatchObject([
    { alarm_id: alarm?.id, kind: 'raised', severity: 2, value: -12.4, limit_value: -15 },
  ]);
  expect(await readOutbox()).toMatchObject([
    { user_id: member, alarm_id: alarm?.id, push_type: 0, step: 'raised', severity: 2, read_at: null },
    { user_id: colleague, alarm_id: alarm?.id, push_type: 0, step: 'raised' },
  ]);
  expect(told).toMatchObject([
    { alarmId: alarm?.id, projectId: project, deviceId: device, kind: 'raised', levels: [2] },
  ]);
  expect(waiting.map((ids) => ids.sort())).toEqual([[member, colleague].sort()]);
});

test('a rollback leaves nothing, and the same readings then do the same', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const { alarms, told, run } = await startAlarms();
  const batch = { now: noon, samples: [{ pointId: point, at: noon, value: -12 }] };

  const client = await database.pool.connect();
  await client.query('BEGIN');
  await alarms.persist(client, evaluationOf(alarms, batch));
  expect((await client.query('SELECT count(*) FROM alarm')).rows).toEqual([{ count: 1 }]);
  await client.query('ROLLBACK');
  client.release();
  expect(await readAlarms()).toEqual([]);
  expect(told).toEqual([]);

  await run(batch);
  expect(await readAlarms()).toHaveLength(1);
  expect(await readOutbox()).toHaveLength(1);
  expect(told).toHaveLength(1);
});

test('a restart neither raises again nor tells again, and the alarm goes on where it stood', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const before = await startAlarms();
  await before.measure(-12, noon);

  const after = await startAlarms();
  await after.run({ now: noon + minute });
  await after.measure(-11, noon + 2 * minute);
  expect(await readAlarms()).toMatchObject([{ extreme: -11, returned_at: null }]);
  expect(await readOutbox()).toHaveLength(1);
  expect(after.told).toEqual([]);

  await after.measure(-18, noon + 3 * minute);
  expect(await readAlarms()).toMatchObject([
    { extreme: -11, returned_at: new Date(noon + 3 * minute), end_reason: null },
  ]);
});

test('notifications that were due when the server was killed go after its next start, once', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const before = await startAlarms();
  // Its look at the start must not still be under way: it would tell what is written next.
  await before.alarms.peopleTold();
  const evaluation = evaluationOf(before.alarms, { now: noon, samples: [{ pointId: point, at: noon, value: -12 }] });
  await inTransaction(database.pool, (client) => before.alarms.persist(client, evaluation));
  // Killed here: committed, and nobody has heard of it.
  expect(await readOutbox()).toEqual([]);

  const after = await Promise.all([startAlarms(), startAlarms()]);
  await Promise.all(after.map(({ alarms }) => alarms.peopleTold()));
  expect(await readOutbox()).toMatchObject([{ user_id: member, step: 'raised' }]);
  expect(after.flatMap(({ waiting }) => waiting)).toEqual([[member]]);
  await startAlarms().then(({ alarms }) => alarms.peopleTold());
  expect(await readOutbox()).toHaveLength(1);
});

test('the database holding up messages holds up no alarm, and they come when it answers again', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const { alarms, waiting } = await startAlarms();
  const evaluation = evaluationOf(alarms, { now: noon, samples: [{ pointId: point, at: noon, value: -12 }] });
  const blocker = await database.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE notification');
  await inTransaction(database.pool, (client) => alarms.persist(client, evaluation));
  alarms.committed(evaluation);
  expect(await readAlarms()).toHaveLength(1);
  expect(waiting).toEqual([]);
  await blocker.query('COMMIT');
  blocker.release();
  await alarms.peopleTold();
  expect(waiting).toEqual([[member]]);
});

test('a delay that was running when the server stopped goes on', async () => {
  await aRule(
    database.db,
    await aStrategy(database.db, project),
    { ...highLimit, onDelaySeconds: 120 },
    { points: [point] },
  );
  const before = await startAlarms();
  await before.measure(-12, noon);

  const after = await startAlarms();
  await after.measure(-12, noon + minute);
  expect(await readAlarms()).toEqual([]);
  await after.measure(-12, noon + 2 * minute);
  expect(await readAlarms()).toMatchObject([{ raised_at: new Date(noon + 2 * minute) }]);
});

test('a delay that a bad reading had stopped goes on after a restart as it does without one', async () => {
  const delayed: RuleDefinition = { ...highLimit, onDelaySeconds: 600 };
  await aRule(database.db, await aStrategy(database.db, project), delayed, { points: [point] });
  const before = await startAlarms();
  const goodAt = [6, 5, 4, 3, 2, 1].map((m) => noon - m * minute);
  for (const at of goodAt) await before.measure(-12, at);
  const badAt = noon - minute / 2;
  const bad = { pointId: point, at: badAt, value: Number.NaN, quality: 68 };
  await before.run({ now: badAt, samples: [bad] });
  await before.alarms.stop();

  const after = await startAlarms(noOutbox, {
    // The latest reading knows nothing of the one before.
    cursorOf: () => ({ lastSampleAt: badAt, lastGoodAt: null, heldValue: null }),
    historyOf: async (pointIds, from, to) =>
      pointIds.map((pointId) => {
        const times = [...goodAt, badAt].filter((at) => at >= from && at < to);
        const samples = times.map((at) => (at === badAt ? bad : { pointId, at, value: -12 }));
        return { pointId, ...readingsOf(samples) };
      }),
  });
  for (let m = 0; m <= 9; m++) await after.measure(-12, noon + m * minute);
  // Half a minute of bad readings does not count.
  expect(await readAlarms()).toMatchObject([{ raised_at: new Date(noon + 4.5 * minute) }]);
});

test('the database refuses a second open occurrence of a rule on a point, and the readings are not delayed by it', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const one = await startAlarms();
  const other = await startAlarms(); // A second process that knows nothing of the first.
  await one.measure(-12, noon);
  await other.measure(-12, noon);
  expect(await readAlarms()).toHaveLength(1);
  expect(await readJournal()).toHaveLength(1);
  expect(await readOutbox()).toHaveLength(1);
  const insertAgain = database.pool.query(
    `INSERT INTO alarm (company_id, project_id, rule_id, rule_definition, subject_kind, subject_id, subject_name, kind, severity, worst_severity, raised_at, sentence_zh, sentence_en)
     SELECT company_id, project_id, rule_id, rule_definition, subject_kind, subject_id, subject_name, kind, severity, worst_severity, raised_at, '', '' FROM alarm`,
  );
  await expect(insertAgain).rejects.toThrow('alarm_open');
});

test('an alarm that gets worse must be confirmed again and calls again; one that gets better does neither', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const { measure, told } = await startAlarms();
  await measure(-12, noon);
  const acknowledge = () =>
    database.db
      .updateTable('alarm')
      .set({ acknowledged_at: new Date(noon), acknowledged_by: member })
      .execute();
  await acknowledge();

  await measure(-9, noon + minute);
  expect(await readAlarms()).toMatchObject([
    { severity: 1, band: 'highHigh', limit_value: -10, acknowledged_at: null, acknowledged_by: null, extreme: -9 },
  ]);
  expect(await readOutbox()).toMatchObject([{ step: 'raised' }, { push_type: 2, severity: 1 }]);
  expect(told.at(-1)).toMatchObject({ kind: 'severityChanged', levels: [1, 2] });

  await acknowledge();
  await measure(-12, noon + 2 * minute);
  expect(await readAlarms()).toMatchObject([{ severity: 2, acknowledged_by: member, extreme: -9 }]);
  expect(await readOutbox()).toHaveLength(2);

  await measure(-9, noon + 3 * minute);
  expect(await readOutbox()).toHaveLength(3);
});

test('recipients of an alarm get an all-clear, if the strategy says so', async () => {
  const quiet = await aStrategy(database.db, project, { notifyOnClear: false });
  const talking = await aStrategy(database.db, project, { notifyOnClear: true });
  const other = await aPoint(database.db, gateway, { deviceId: device });
  await aRule(database.db, talking, highLimit, { points: [point] });
  await aRule(database.db, quiet, highLimit, { points: [other] });
  const { run } = await startAlarms();
  const both = (value: number, at: number) =>
    run({ now: at, samples: [point, other].map((pointId) => ({ pointId, at, value })) });
  await both(-12, noon);
  const latecomer = await aMember(database.db, company, project);
  await both(-20, noon + minute);

  const clear = (await readOutbox()).filter(({ step }) => step === 'returned');
  expect(clear).toMatchObject([{ user_id: member, push_type: 3 }]);
  expect(clear.some(({ user_id }) => user_id === latecomer)).toBe(false);
  expect((await readJournal()).map(({ kind }) => kind).sort()).toEqual([
    'raised',
    'raised',
    'returnedToNormal',
    'returnedToNormal',
  ]);
});

/** Every way out of the house is there; due messages wait. */
const everyWay: Outbox = { ...noOutbox, available: { sms: true, voice: true, email: true, webhook: true } };

/** Important or for the record above −15, urgent above −10; watched on the point. */
async function aLadder(values: { lower: 2 | 4; repeatMinutes?: number; escalateMinutes?: number }): Promise<number> {
  const { db } = database;
  const strategy = await aStrategy(db, project, { ...values, notifyOnClear: true });
  const bands = { high: { limit: -15, severity: values.lower }, highHigh: { limit: -10, severity: 1 as const } };
  await aRule(db, strategy, { ...highLimit, bands } as RuleDefinition, { points: [point] });
  if (values.escalateMinutes !== undefined)
    await db
      .updateTable('alarm_strategy')
      .set({ escalate_minutes: values.escalateMinutes })
      .where('id', '=', strategy)
      .execute();
  const mobile = `139${String(member).padStart(8, '0')}`;
  await db.updateTable('app_user').set({ mobile }).where('id', '=', member).execute();
  return strategy;
}

const aContact = (strategy: number, severities: number[], step = 0, userId = member) =>
  database.db
    .insertInto('alarm_strategy_contact')
    .values({ strategy_id: strategy, user_id: userId, severities, channels: ['sms'], step })
    .execute();

const aWebhook = (severities: number[]) =>
  database.db
    .insertInto('company_webhook')
    .values({
      ...{ company_id: company, name: 'Desk', url: 'http://desk/', secret: Buffer.from('x') },
      ...{ severities, created_at: new Date(noon) },
    })
    .execute();

/** `sms returned 1 waiting`: by which way, what, at which severity, and what became of it. */
const owed = async () =>
  (await readOutbox()).map(({ channel, step, severity, state, reason }) =>
    [channel, step.replace(/:\d+$/, ''), severity, state, reason].filter((part) => part !== null).join(' '),
  );

test('recipients of the worse severity get the all-clear at the severity they know', async () => {
  await aContact(await aLadder({ lower: 2 }), [1, 2]);
  await aWebhook([1]);
  await limitMember(database.db, member, project, { alarmLevels: [1] });
  const { alarms, measure } = await startAlarms(everyWay);
  await measure(-5, noon);
  await measure(-12, noon + minute);
  await measure(-20, noon + 2 * minute);
  await alarms.peopleTold();
  expect(await owed()).toEqual([
    ...['app raised 1 sent', 'sms raised 1 waiting', 'webhook raised 1 waiting'],
    ...['app returned 1 sent', 'sms returned 1 waiting', 'webhook returned 1 waiting'],
  ]);
});

test('an alarm that was for the record only in the end returns for its earlier recipients, and for nobody else', async () => {
  await aContact(await aLadder({ lower: 4 }), [1]);
  await aWebhook([1]);
  const { alarms, measure } = await startAlarms(everyWay);
  await measure(-5, noon);
  await measure(-12, noon + minute);
  await measure(-20, noon + 2 * minute);
  await alarms.peopleTold();
  const ofTheFirst = [
    ...['app raised 1 sent', 'sms raised 1 waiting', 'webhook raised 1 waiting'],
    ...['app returned 1 sent', 'sms returned 1 waiting', 'webhook returned 1 waiting'],
  ];
  expect(await owed()).toEqual(ofTheFirst);
  await measure(-12, noon + 3 * minute);
  await measure(-20, noon + 4 * minute);
  await alarms.peopleTold();
  expect(await owed()).toEqual(ofTheFirst);
});

test('the end of an alarm whose rule was switched off is told to its recipients, each by the way they know it from', async () => {
  const strategy = await aLadder({ lower: 2 });
  await aContact(strategy, [1, 2]);
  await aWebhook([1]);
  const { alarms, measure } = await startAlarms(everyWay);
  await measure(-5, noon);
  await measure(-12, noon + minute);
  await alarms.peopleTold();
  const before = await owed();
  await database.db.updateTable('alarm_strategy').set({ enabled: false }).where('id', '=', strategy).execute();
  await alarms.reload();
  await measure(-12, noon + 2 * minute);
  await alarms.peopleTold();
  expect(await readAlarms()).toMatchObject([{ end_reason: 'ruleClosed', severity: 2 }]);
  expect((await owed()).slice(before.length)).toEqual(['sms ended 1 waiting', 'webhook ended 1 waiting']);
});

test('an alarm that falls to the record only reminds nobody and escalates to nobody, until it becomes worse again', async () => {
  await aContact(await aLadder({ lower: 4, repeatMinutes: 5, escalateMinutes: 10 }), [1], 1);
  const other = await aPoint(database.db, gateway, { deviceId: device });
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [other] });
  const { alarms, measure } = await startAlarms(everyWay);
  await measure(-5, noon);
  await measure(-12, noon + minute);
  expect(await readAlarms()).toMatchObject([{ severity: 4, next_repeat_at: null }]);
  await alarms.repeatDue(noon + 30 * minute);
  // Another notification, so that the escalation step, which is due by now, is looked at.
  await measure(-12, noon + 31 * minute, other);
  await alarms.peopleTold();
  expect(await owed()).toEqual(['app raised 1 sent', 'app raised 2 sent']);

  await measure(-5, noon + 40 * minute);
  await alarms.repeatDue(noon + 46 * minute);
  await alarms.peopleTold();
  expect((await owed()).slice(2)).toEqual(['app severity:1 1 sent', 'app repeat 1 sent']);
});

test('after a smaller fall the next step and the reminded are told how it stands now, and contacts for the worse alone are not called', async () => {
  const strategy = await aLadder({ lower: 2, repeatMinutes: 30, escalateMinutes: 10 });
  await aContact(strategy, [2], 1);
  const urgentOnly = await aMember(database.db, company, project);
  await aContact(strategy, [1], 1, urgentOnly);
  const other = await aPoint(database.db, gateway, { deviceId: device });
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [other] });
  const { alarms, measure } = await startAlarms(everyWay);
  await measure(-5, noon);
  await measure(-12, noon + minute);
  // Another notification, so that the escalation step, which is due by now, is looked at.
  await measure(-12, noon + 11 * minute, other);
  await alarms.peopleTold();
  await alarms.repeatDue(noon + 31 * minute);
  const fell = 'Downgraded to important, 1 min after the first limit was exceeded: −12.0 °C above high limit −15.0 °C';
  const [alarm] = await readAlarms();
  const told = (await readOutbox()).filter(({ alarm_id, step }) => alarm_id === alarm?.id && step !== 'raised');
  expect(
    told.map(({ user_id, channel, step, severity, text_en }) => [user_id, channel, step, severity, text_en]).sort(),
  ).toEqual(
    [
      [member, 'sms', 'raised/1', 2, fell],
      [member, 'app', 'repeat:1', 2, fell],
      [urgentOnly, 'app', 'repeat:1', 2, fell],
      [member, 'sms', 'repeat:1', 2, fell],
    ].sort(),
  );
});

test('a recipient gets the all-clear, also after they were taken off the contacts', async () => {
  await aContact(await aLadder({ lower: 2 }), [1, 2]);
  const { alarms, measure } = await startAlarms(everyWay);
  await measure(-12, noon);
  await alarms.peopleTold();
  await database.db.deleteFrom('alarm_strategy_contact').execute();
  await measure(-20, noon + minute);
  await alarms.peopleTold();
  expect(await owed()).toEqual([
    ...['app raised 2 sent', 'sms raised 2 waiting'],
    ...['app returned 2 sent', 'sms returned 2 waiting'],
  ]);
});

test('an alarm that began and ended inside a late buffer is written down and calls nobody', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const { run, waiting } = await startAlarms();
  const samples = [-12, -11, -18].map((value, i) => ({ pointId: point, at: noon + i * minute, value }));
  await run({ now: noon + 60 * minute, samples });
  expect(await readAlarms()).toMatchObject([
    {
      detected_late: true,
      raised_at: new Date(noon),
      returned_at: new Date(noon + 2 * minute),
      extreme: -11,
      next_repeat_at: null,
    },
  ]);
  expect((await readJournal()).map(({ kind }) => kind)).toEqual(['raised', 'returnedToNormal']);
  expect(await readOutbox()).toEqual([]);
  expect(waiting).toEqual([]);
});

test.each([
  ['within a maintenance window that is over', 0, 30, { never_shown: true, hidden_since: new Date(noon + minute) }],
  ['before a maintenance window that is on when it comes', 50, 90, { hidden_by: null, hidden_since: null }],
])(
  'an alarm from a buffer that began and ended %s is held against the time it was measured at, in one batch or in several',
  async (_, from, until, expected) => {
    const shelf = { company_id: company, project_id: project, reason: '', created_at: new Date(noon) };
    const [from_at, until_at] = [new Date(noon + from * minute), new Date(noon + until * minute)];
    await database.db
      .insertInto('alarm_shelf')
      .values({ ...shelf, kind: 'maintenance', area_id: area, from_at, until_at })
      .execute();
    await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
    const { alarms, run } = await startAlarms();
    const come = noon + 60 * minute;
    await alarms.lookAtShelves();
    const sample = (value: number, after: number) => ({ pointId: point, at: noon + after * minute, value });
    await run({ now: come, samples: [sample(-12, 1), sample(-18, 2)] });
    // The same again, and what ends it comes later.
    await run({ now: come, samples: [sample(-12, 3)] });
    await run({ now: come + 1000, samples: [sample(-18, 4)] });
    await alarms.lookAtShelves();
    expect(await readAlarms()).toMatchObject([
      { returned_at: new Date(noon + 2 * minute), ...expected },
      {
        returned_at: new Date(noon + 4 * minute),
        ...expected,
        ...(from === 0 && { hidden_since: new Date(noon + 3 * minute) }),
      },
    ]);
    await alarms.peopleTold();
    expect(await readOutbox()).toEqual([]);
  },
);

test('the worst an alarm was is kept when it falls, also inside one late buffer, and when it ends both levels learn of it', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const { measure, run, told } = await startAlarms();
  await measure(-18, noon);
  await measure(-12, noon + minute);
  await measure(-8, noon + 2 * minute);
  await measure(-12, noon + 12 * minute);
  expect(await readAlarms()).toMatchObject([{ severity: 2, worst_severity: 1, effective_severity: 2 }]);
  await measure(-18, noon + 20 * minute);
  expect(await readAlarms()).toMatchObject([{ severity: 2, worst_severity: 1, effective_severity: 1 }]);
  expect(told.at(-1)).toMatchObject({ kind: 'returnedToNormal', levels: [1, 2] });

  const buffer = [-12, -8, -12, -18].map((value, n) => ({ pointId: point, at: noon + (30 + n) * minute, value }));
  await run({ now: noon + 120 * minute, samples: buffer });
  expect((await readAlarms())[1]).toMatchObject({ severity: 2, worst_severity: 1, effective_severity: 1 });
});

test('alarms stored by earlier versions get the worst they were from their journal', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const { measure } = await startAlarms();
  for (const [n, value] of [-18, -12, -8, -12, -18, -12].entries()) await measure(value, noon + n * minute);
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('DROP VIEW open_alarm');
    await client.query('ALTER TABLE alarm DROP COLUMN effective_severity, DROP COLUMN worst_severity');
    const old = ['alarm_current (id)', 'alarm_history (id)', 'alarm_returned (id)', 'alarm_unhandled (id)'];
    await client.query('DROP INDEX IF EXISTS alarm_current, alarm_history, alarm_returned, alarm_unhandled');
    for (const index of old) await client.query(`CREATE INDEX ${index.replace(' ', ' ON alarm ')}`);
    await client.query(readFileSync(new URL('../../../migrations/0400_worst_severity.sql', import.meta.url), 'utf8'));
    const { rows } = await client.query('SELECT severity, worst_severity, effective_severity FROM alarm ORDER BY id');
    expect(rows).toEqual([
      { severity: 2, worst_severity: 1, effective_severity: 1 },
      { severity: 2, worst_severity: 2, effective_severity: 2 },
    ]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test('alarms stored by earlier versions get the severities they had from their journal, and remind nobody of a record', async () => {
  await aLadder({ lower: 4 });
  const { measure } = await startAlarms();
  for (const [n, value] of [-8, -12, -18, -12].entries()) await measure(value, noon + n * minute);
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    const had = await client.query('SELECT had_severities FROM alarm ORDER BY id');
    expect(had.rows).toEqual([{ had_severities: 0b1_0010 }, { had_severities: 0b1_0000 }]);
    await client.query('DROP VIEW open_alarm');
    await client.query('ALTER TABLE alarm DROP COLUMN had_severities');
    await client.query('UPDATE alarm SET next_repeat_at = now()');
    for (const index of ['alarm_history', 'alarm_returned', 'alarm_unhandled'])
      await client.query(`CREATE INDEX ${index} ON alarm (id)`);
    await client.query(
      readFileSync(new URL('../../../migrations/0410_severities_it_had.sql', import.meta.url), 'utf8'),
    );
    const { rows } = await client.query('SELECT had_severities, next_repeat_at FROM alarm ORDER BY id');
    expect(rows).toEqual([
      { had_severities: 0b1_0010, next_repeat_at: null },
      { had_severities: 0, next_repeat_at: null },
    ]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test('contacts of earlier versions who wanted records, too, go on without them, and those who wanted nothing else are told nothing', async () => {
  const [strategy, other] = [await aStrategy(database.db, project), await aStrategy(database.db, project)];
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    for (const table of ['alarm_strategy_contact', 'company_webhook'])
      await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_severities_check,
        ADD CONSTRAINT ${table}_severities_check CHECK (severities <@ '{1,2,3,4}')`);
    await client.query(
      `INSERT INTO alarm_strategy_contact (strategy_id, user_id, severities, channels) VALUES ($1, $3, '{2,4}', '{sms}'), ($2, $3, '{4}', '{sms}')`,
      [strategy, other, member],
    );
    await client.query(
      `INSERT INTO company_webhook (company_id, name, url, secret, severities, created_at) SELECT $1, s, '', '', s::smallint[], now()
       FROM unnest('{"{1,4}","{4}"}'::text[]) s`,
      [company],
    );
    const migration = new URL('../../../migrations/0426_levels_that_are_told.sql', import.meta.url);
    await client.query(readFileSync(migration, 'utf8'));
    const contacts = await client.query('SELECT strategy_id, severities FROM alarm_strategy_contact');
    expect(contacts.rows).toEqual([{ strategy_id: strategy, severities: [2] }]);
    const webhooks = await client.query('SELECT severities, enabled FROM company_webhook ORDER BY name');
    expect(webhooks.rows).toEqual([
      { severities: [1], enabled: true },
      { severities: [3], enabled: false },
    ]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test('the time before a start is read for a few points at a time, for each as far back as its rules look', async () => {
  const { db } = database;
  const points = [point];
  while (points.length < 120) points.push(await aPoint(db, gateway, { deviceId: device }));
  const strategy = await aStrategy(db, project);
  const frozen = (hours: number): RuleDefinition => ({
    ...{ kind: 'frozen', severity: 3, tolerance: 0, afterSeconds: hours * 3600 },
  });
  await aRule(db, strategy, frozen(1), { points: points.slice(1) });
  await aRule(db, strategy, frozen(24), { points: [point] });
  const reads: { ids: readonly number[]; hours: number }[] = [];
  const alarms = openAlarms({
    ...{ db, pool: database.pool, clock: manualClock(noon), log: silentLog, events: createEvents(silentLog) },
    historyOf: async (ids, from, to) => {
      reads.push({ ids, hours: Math.round((to - from) / 3_600_000) });
      return [];
    },
  });
  opened.push(alarms);
  await alarms.start();
  expect(Math.max(...reads.map(({ ids }) => ids.length))).toBeLessThanOrEqual(50);
  expect(reads.flatMap(({ ids }) => ids).sort((a, b) => a - b)).toEqual(points.sort((a, b) => a - b));
  expect(reads.map(({ hours }) => hours)).toEqual([1, 1, 24]);
});

test.each([
  ['密点', 'Secret'],
  ['高 5 号柜，超过 3', 'Rack above 5, more than most'],
  ['与偏差过大的偏差', 'Aisle for 5 min; alarm lasted'],
  ['参照点', 'the other point'],
])(
  'the point that a deviation was held against is taken out of what earlier versions stored: %s, %s',
  async (zh, en) => {
    const from = await aPoint(database.db, gateway, { deviceId: device, name: '另一个', nameEn: 'Another' });
    const apart: RuleDefinition = {
      ...{ kind: 'deviation', from: { pointId: from }, direction: 'either', limit: 3, deadband: 0, severity: 1 },
      ...{ onDelaySeconds: 60, offDelaySeconds: 60 },
    };
    const atOnce: RuleDefinition = { ...apart, severity: 2, onDelaySeconds: 0, offDelaySeconds: 0 };
    const strategy = await aStrategy(database.db, project, { notifyOnClear: true });
    for (const rule of [apart, atOnce]) await aRule(database.db, strategy, rule, { points: [point] });
    const { alarms, run } = await startAlarms();
    const values = [-18, -10, -10, -18, -18];
    for (const [n, value] of values.entries()) {
      const at = noon + n * minute;
      const samples = [from, point].map((pointId) => ({ pointId, at, value: pointId === from ? -18 : value }));
      await run({ now: at, samples });
    }
    await alarms.peopleTold();
    const client = await database.pool.connect();
    const read = async () => {
      const tables = ['alarm', 'alarm_journal', 'alarm_announcement', 'notification', 'notification_message'];
      const all = [];
      for (const table of tables) all.push((await client.query(`SELECT * FROM ${table} ORDER BY id`)).rows);
      return all;
    };
    try {
      await client.query('BEGIN');
      const told = (await client.query('SELECT id, text_zh FROM notification ORDER BY id')).rows;
      expect(told).toHaveLength(4);
      for (const { id, text_zh } of told) {
        const values = [
          `key ${id}`,
          member,
          `【Watchpost 哨站】紧急报警：${text_zh}（10-01 12:00）。回复 123456 确认。`,
          noon,
        ];
        const sent = await client.query(
          `INSERT INTO notification_message (key, channel, user_id, address, severity, alarm_count, body, state, created_at)
         VALUES ($1, 'sms', $2, '', 1, 1, $3, 'sent', to_timestamp($4::float8 / 1000)) RETURNING id`,
          values,
        );
        await client.query('UPDATE notification SET message_id = $1 WHERE id = $2', [sent.rows[0].id, id]);
      }
      const now = await read();
      expect(JSON.stringify(now)).toContain('Back close to the reference point for 1 min; alarm lasted');
      // As it was stored before, when the point was named.
      const named = (column: string) => {
        const [ours, theirs] = column.endsWith('en') ? ['the reference point', en] : ['参照点', zh];
        return `${column} = replace(${column}, '${ours}', '${theirs}')`;
      };
      await client.query(`UPDATE alarm SET ${named('sentence_zh')}, ${named('sentence_en')}`);
      for (const table of ['alarm_journal', 'alarm_announcement', 'notification'])
        await client.query(`UPDATE ${table} SET ${named('text_zh')}, ${named('text_en')}`);
      await client.query(`UPDATE notification_message SET ${named('body')}`);
      const sql = readFileSync(
        new URL('../../../migrations/0440_reference_points_unnamed.sql', import.meta.url),
        'utf8',
      );
      await client.query(sql);
      expect(await read()).toEqual(now);
      // Of a message that was cut in the middle of the sentence, nothing of the name is left.
      await client.query(
        `UPDATE notification_message SET body = '【Watchpost 哨站】紧急报警：−10.0 °C，比${zh.slice(0, 1)}…。回复 123456 确认。'`,
      );
      await client.query(sql);
      const bodies = (await client.query('SELECT body FROM notification_message')).rows.map(({ body }) => body);
      for (const body of bodies) expect(body).toMatch(/^[^…]*参照点[^…]*$/);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  },
);

test('several occurrences inside one late buffer become several rows', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const { run, measure } = await startAlarms();
  await measure(-12, noon);
  const samples = [-18, -12, -18, -12].map((value, i) => ({ pointId: point, at: noon + (i + 1) * minute, value }));
  await run({ now: noon + 4 * minute, samples });
  expect((await readAlarms()).map(({ returned_at }) => returned_at !== null)).toEqual([true, true, false]);
});

test('an alarm from a late buffer that still lasts calls once, marked as detected late', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const { run, measure } = await startAlarms();
  const now = noon + 60 * minute;
  await run({ now, samples: [noon, now].map((at) => ({ pointId: point, at, value: -12 })) });
  await measure(-12, now + minute);
  expect(await readAlarms()).toMatchObject([{ detected_late: true, raised_at: new Date(noon), returned_at: null }]);
  expect(await readOutbox()).toMatchObject([{ step: 'raised', push_type: 0 }]);
  expect((await readJournal()).map(({ kind }) => kind)).toEqual(['raised', 'stillActive']);
});

test('nobody confirms: people are told again every interval, once, until somebody does', async () => {
  await aRule(database.db, await aStrategy(database.db, project, { repeatMinutes: 5 }), highLimit, { points: [point] });
  const { alarms, measure, told } = await startAlarms();
  await measure(-12, noon);
  await alarms.repeatDue(noon + 4 * minute);
  expect(await readOutbox()).toHaveLength(1);

  await Promise.all([alarms.repeatDue(noon + 5 * minute), alarms.repeatDue(noon + 5 * minute)]);
  expect((await readOutbox()).map(({ push_type, step }) => [push_type, step])).toEqual([
    [0, 'raised'],
    [1, 'repeat:1'],
  ]);
  expect((await readJournal()).map(({ kind }) => kind)).toEqual(['raised', 'repeated']);
  expect(told.at(-1)).toMatchObject({ kind: 'repeated' });

  await alarms.repeatDue(noon + 10 * minute);
  expect((await readOutbox()).at(-1)?.step).toBe('repeat:2');

  await measure(-18, noon + 11 * minute);
  await alarms.repeatDue(noon + 60 * minute);
  expect((await readOutbox()).at(-1)?.step).toBe('returned');
});

test('repeats that are asked for while an alarm is open begin then, and nobody waits longer than the interval as it is now', async () => {
  const [never, seldom] = [
    await aStrategy(database.db, project),
    await aStrategy(database.db, project, { repeatMinutes: 240 }),
  ];
  const others = [await aPoint(database.db, gateway), await aPoint(database.db, gateway)];
  await aRule(database.db, never, highLimit, { points: [point, ...others] });
  await aRule(database.db, seldom, highLimit, { points: [point] });
  const { alarms, measure, run } = await startAlarms();
  await measure(-12, noon);
  await measure(-12, noon, others[0]!);
  // Found in a buffer: whether it still lasts, and is told, is yet to be seen.
  await run({ now: noon, samples: [{ pointId: others[1]!, at: noon - 60 * minute, value: -12 }] });
  const confirmed = database.db.updateTable('alarm').set({ acknowledged_at: new Date(noon) });
  await confirmed.where('point_id', '=', others[0]!).execute();
  const stepsAt = async (at: number) => {
    await alarms.repeatDue(at);
    return (await readOutbox()).flatMap(({ step }) => (step.startsWith('repeat') ? [step] : []));
  };
  expect(await stepsAt(noon + 30 * minute)).toEqual([]);

  await database.db.updateTable('alarm_strategy').set({ repeat_minutes: 10 }).execute();
  expect(await stepsAt(noon + 40 * minute)).toEqual([]);
  expect(await stepsAt(noon + 49 * minute)).toEqual([]);
  expect(await stepsAt(noon + 50 * minute)).toEqual(['repeat:1', 'repeat:1']);
  expect(await stepsAt(noon + 60 * minute)).toEqual(['repeat:1', 'repeat:1', 'repeat:2', 'repeat:2']);

  await database.db.updateTable('alarm_strategy').set({ repeat_minutes: null }).execute();
  expect(await stepsAt(noon + 70 * minute)).toHaveLength(4);
  expect(await stepsAt(noon + 90 * minute)).toHaveLength(4);
});

test('an alarm that somebody is just acknowledging is not repeated', async () => {
  await aRule(database.db, await aStrategy(database.db, project, { repeatMinutes: 5 }), highLimit, { points: [point] });
  const { alarms, measure } = await startAlarms();
  await measure(-12, noon);
  const confirming = await database.pool.connect();
  await confirming.query('BEGIN');
  await confirming.query('SELECT 1 FROM alarm FOR UPDATE');
  await alarms.repeatDue(noon + 5 * minute);
  await confirming.query('ROLLBACK');
  confirming.release();
  expect(await readOutbox()).toHaveLength(1);
  await alarms.repeatDue(noon + 5 * minute);
  expect(await readOutbox()).toHaveLength(2);
});

test('someone limited to other devices or levels, or without a right to alarms, is not called', async () => {
  await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
  const otherDevice = await aDevice(database.db, project);
  const [elsewhere, here, urgentOnly] = [
    await aMember(database.db, company, project),
    await aMember(database.db, company, project),
    await aMember(database.db, company, project),
  ];
  await limitMember(database.db, elsewhere, project, { deviceIds: [otherDevice] });
  await limitMember(database.db, here, project, { deviceIds: [device] });
  await limitMember(database.db, urgentOnly, project, { alarmLevels: [1] });
  const bystander = await aMember(database.db, company, project, { permissions: [] });
  const suspended = await aMember(database.db, company, project, { active: false });
  const everywhere = await aMember(database.db, company, -1, { permissions: ['alarmManage', 'allProjects'] });
  const otherProject = await aMember(database.db, company, await aProject(database.db, company));
  const stranger = await aMember(database.db, await aCompany(database.db), -1, {
    permissions: ['alarmManage', 'allProjects'],
  });

  const { measure } = await startAlarms();
  await measure(-12, noon);
  const called = (await readOutbox()).map(({ user_id }) => user_id);
  expect(called.sort()).toEqual([member, here, everywhere].sort());
  for (const id of [elsewhere, urgentOnly, bystander, suspended, otherProject, stranger])
    expect(called).not.toContain(id);
});

test('a project whose service has ended is evaluated, and nobody is called', async () => {
  const expired = await aProject(database.db, company, { serviceEnd: '2026-09-30' });
  await aMember(database.db, company, expired);
  const expiredPoint = await aPoint(database.db, await aGateway(database.db, expired));
  await aRule(database.db, await aStrategy(database.db, expired, { repeatMinutes: 5 }), highLimit, {
    points: [expiredPoint],
  });
  const { alarms, measure } = await startAlarms();
  await measure(-12, noon, expiredPoint);
  await alarms.repeatDue(noon + 10 * minute);
  expect(await readAlarms()).toHaveLength(1);
  expect(await readOutbox()).toEqual([]);
  expect((await readJournal()).map(({ kind }) => kind)).toEqual(['raised']);
});

test('"record only" alarms are written down and call nobody', async () => {
  const recordOnly: RuleDefinition = { ...highLimit, bands: { high: { limit: -15, severity: 4 } } };
  await aRule(database.db, await aStrategy(database.db, project, { repeatMinutes: 5 }), recordOnly, {
    points: [point],
  });
  const { measure } = await startAlarms();
  await measure(-12, noon);
  expect(await readAlarms()).toMatchObject([{ severity: 4, next_repeat_at: null }]);
  expect(await readOutbox()).toEqual([]);
});

test('a dead gateway is one alarm, not one a point', async () => {
  const strategy = await aStrategy(database.db, project);
  const slave = await aSlave(database.db, gateway);
  const behind = [
    await aPoint(database.db, gateway, { slaveId: slave }),
    await aPoint(database.db, gateway, { slaveId: slave }),
  ];
  const delays = { onDelaySeconds: 60, offDelaySeconds: 0 };
  await aRule(
    database.db,
    strategy,
    { kind: 'communicationLoss', severity: 1, ...delays },
    { gateways: [gateway], slaves: [slave] },
  );
  await aRule(
    database.db,
    strategy,
    { kind: 'badQuality', severity: 2, onDelaySeconds: 0, offDelaySeconds: 0 },
    { points: behind },
  );
  const { run } = await startAlarms();
  const bad = (at: number) => behind.map((pointId) => ({ pointId, at, value: Number.NaN, quality: 68 }));
  const lost = () => ({ up: false, since: noon });
  await run({ now: noon, linkOf: () => ({ up: true, since: 0 }) });
  await run({ now: noon + 1000, linkOf: lost, samples: bad(noon + 1000) });
  await run({ now: noon + 2 * minute, linkOf: lost, samples: bad(noon + 2 * minute) });
  expect(await readAlarms()).toMatchObject([
    {
      kind: 'communicationLoss',
      subject_kind: 'gateway',
      subject_id: gateway,
      point_id: null,
      device_id: null,
      device_name: '',
      raised_at: new Date(noon + minute),
    },
  ]);
  await run({ now: noon + 3 * minute, linkOf: () => ({ up: true, since: noon + 3 * minute }) });
  expect(await readAlarms()).toMatchObject([{ returned_at: new Date(noon + 3 * minute) }]);
});

test('a slave that is still silent when its gateway comes back alarms again', async () => {
  const slave = await aSlave(database.db, gateway);
  const loss = { kind: 'communicationLoss', severity: 1, onDelaySeconds: 60, offDelaySeconds: 0 } as const;
  await aRule(database.db, await aStrategy(database.db, project), loss, { gateways: [gateway], slaves: [slave] });
  const { run } = await startAlarms();
  const silent = { up: false, since: noon };
  const line = (up: boolean, since: number) => (source: { type: string }) =>
    source.type === 'slave' ? silent : { up, since };
  await run({ now: noon + 2 * minute, linkOf: line(true, 0) });
  await run({ now: noon + 4 * minute, linkOf: line(false, noon + 3 * minute) });
  await run({ now: noon + 7 * minute, linkOf: line(true, noon + 5 * minute) });
  expect((await readAlarms()).filter(({ subject_kind }) => subject_kind === 'slave')).toMatchObject([
    { raised_at: new Date(noon + minute), returned_at: new Date(noon + 4 * minute) },
    { raised_at: new Date(noon + 6 * minute), returned_at: null },
  ]);
});

describe('a gateway that is gone and for whose loss no policy has a rule', () => {
  const silence: RuleDefinition = { kind: 'noData', afterSeconds: 60, severity: 2 };
  const loss = { kind: 'communicationLoss', severity: 1, onDelaySeconds: 60, offDelaySeconds: 0 } as const;
  const fallen = noon + minute;
  const line = (up: boolean, since: number) => (source: { type: string }) =>
    source.type === 'gateway' ? { up, since } : null;

  test('is one alarm of its own, as the company says, instead of one of each point, and no milder than those', async () => {
    const others = [await aPoint(database.db, gateway), await aPoint(database.db, gateway)];
    const all = [point, ...others];
    const strategy = await aStrategy(database.db, project);
    await aRule(database.db, await aStrategy(database.db, project), silence, { points: [point] });
    await aRule(database.db, strategy, silence, { points: others });
    await database.db.updateTable('company').set({ link_alarm_severity: 3, link_alarm_seconds: 300 }).execute();
    const { run } = await startAlarms();
    const samples = all.map((pointId) => ({ pointId, at: noon, value: -18 }));
    await run({ now: noon, live: [gateway], linkOf: line(true, noon), samples });
    for (let m = 2; m < 30; m++) await run({ now: noon + m * minute, gone: [gateway], linkOf: line(false, fallen) });
    expect(await readAlarms()).toMatchObject([
      {
        kind: 'communicationLoss',
        subject_kind: 'gateway',
        severity: 2,
        raised_at: new Date(fallen + 5 * minute),
        strategy_id: strategy,
      },
    ]);
    const back = noon + 30 * minute;
    await run({ now: back, live: [gateway], linkOf: line(true, back) });
    expect(await readAlarms()).toMatchObject([{ returned_at: new Date(back), end_reason: null }]);
  });

  test('is no alarm where nothing behind it would alarm for silence', async () => {
    await aRule(database.db, await aStrategy(database.db, project), highLimit, { points: [point] });
    const { run } = await startAlarms();
    await run({ now: noon, live: [gateway], linkOf: line(true, noon) });
    for (let m = 2; m < 30; m++) await run({ now: noon + m * minute, gone: [gateway], linkOf: line(false, fallen) });
    expect(await readAlarms()).toEqual([]);
  });

  test('is reported by its slave that has a rule, which then explains the points behind it', async () => {
    const slave = await aSlave(database.db, gateway);
    const behind = await aPoint(database.db, gateway, { slaveId: slave });
    const strategy = await aStrategy(database.db, project);
    await aRule(database.db, strategy, loss, { slaves: [slave] });
    await aRule(database.db, strategy, silence, { points: [point, behind] });
    const { run } = await startAlarms();
    const samples = [point, behind].map((pointId) => ({ pointId, at: noon, value: -18 }));
    await run({ now: noon, live: [gateway], linkOf: line(true, noon), samples });
    for (let m = 2; m < 60; m++) await run({ now: noon + m * minute, gone: [gateway], linkOf: line(false, fallen) });
    expect(await readAlarms()).toMatchObject([
      { kind: 'noData', point_id: point, raised_at: new Date(noon + minute) },
      { kind: 'communicationLoss', subject_kind: 'slave', subject_id: slave, raised_at: new Date(fallen + minute) },
    ]);
    const back = noon + 60 * minute;
    await run({ now: back, live: [gateway], linkOf: line(true, back) });
    expect((await readAlarms()).map(({ returned_at }) => returned_at)).toEqual([null, new Date(back)]);
  });
});

test('a gateway that is found dead after a restart keeps its alarm, and one found alive ends it', async () => {
  const loss: RuleDefinition = { kind: 'communicationLoss', severity: 1, onDelaySeconds: 0, offDelaySeconds: 0 };
  await aRule(database.db, await aStrategy(database.db, project), loss, { gateways: [gateway] });
  const before = await startAlarms();
  await before.run({ now: noon, linkOf: () => ({ up: false, since: noon }) });
  const after = await startAlarms();
  await after.run({ now: noon + minute });
  await after.run({ now: noon + 2 * minute, linkOf: () => ({ up: false, since: noon }) });
  expect(await readAlarms()).toMatchObject([{ returned_at: null }]);
  expect(await readOutbox()).toHaveLength(1);
  await after.run({ now: noon + 3 * minute, linkOf: () => ({ up: true, since: noon + 3 * minute }) });
  expect(await readAlarms()).toMatchObject([{ returned_at: new Date(noon + 3 * minute) }]);
});

test.each([
  ['gateway', (id: number) => ({ gateways: [id] })],
  ['slave', (id: number) => ({ slaves: [id] })],
] as const)('the time the server was away is no silence of a %s: its delay begins anew', async (type, subjects) => {
  const loss: RuleDefinition = { kind: 'communicationLoss', severity: 1, onDelaySeconds: 300, offDelaySeconds: 0 };
  const subject = type === 'gateway' ? gateway : await aSlave(database.db, gateway);
  await aRule(database.db, await aStrategy(database.db, project), loss, subjects(subject));
  const before = await startAlarms();
  await before.run({ now: noon, linkOf: () => ({ up: true, since: 0 }) });
  const fallen = noon + 1_000;
  await before.run({ now: fallen, linkOf: ({ type: of }) => ({ up: of !== type, since: of === type ? fallen : 0 }) });
  expect(await readStates()).toMatchObject([{ state: { phase: 'pendingOn' } }]);

  const after = await startAlarms();
  const startedAt = noon + 20 * minute;
  // A slave that was silent is known as such at once, its gateway has yet to come.
  const away = ({ type: of }: { type: string }) => (of === 'gateway' ? null : { up: false, since: fallen });
  await after.run({ now: startedAt, linkOf: away });
  expect([await readAlarms(), await readOutbox(), await readStates()]).toEqual([[], [], []]);

  const found = ({ type: of }: { type: string }) =>
    of !== type ? { up: true, since: startedAt } : { up: false, since: type === 'gateway' ? startedAt : fallen };
  await after.run({ now: startedAt + 2 * minute, linkOf: found });
  expect(await readAlarms()).toEqual([]);
  await after.run({ now: startedAt + 5 * minute, linkOf: found });
  expect(await readAlarms()).toMatchObject([{ raised_at: new Date(startedAt + 5 * minute), detected_late: false }]);
});

test('a gateway that had only just come back when the server stopped has not returned for good meanwhile', async () => {
  const loss: RuleDefinition = { kind: 'communicationLoss', severity: 1, onDelaySeconds: 0, offDelaySeconds: 300 };
  await aRule(database.db, await aStrategy(database.db, project), loss, { gateways: [gateway] });
  const before = await startAlarms();
  await before.run({ now: noon, linkOf: () => ({ up: false, since: noon }) });
  await before.run({ now: noon + minute, linkOf: () => ({ up: true, since: noon + minute }) });

  const after = await startAlarms();
  const startedAt = noon + 20 * minute;
  await after.run({ now: startedAt });
  await after.run({ now: startedAt + 2 * minute, linkOf: () => ({ up: false, since: startedAt }) });
  expect(await readAlarms()).toMatchObject([{ returned_at: null }]);
  const back = startedAt + 3 * minute;
  await after.run({ now: back, linkOf: () => ({ up: true, since: back }) });
  await after.run({ now: back + 5 * minute, linkOf: () => ({ up: true, since: back }) });
  expect(await readAlarms()).toMatchObject([{ returned_at: new Date(back + 5 * minute) }]);
});

test.each([
  [
    'ruleClosed',
    (strategy: number) =>
      database.db.updateTable('alarm_strategy').set({ enabled: false }).where('id', '=', strategy).execute(),
  ],
  ['ruleDeleted', (strategy: number) => database.db.deleteFrom('alarm_strategy').where('id', '=', strategy).execute()],
  [
    'ruleEdited',
    () =>
      database.db
        .updateTable('alarm_rule')
        .set({ definition: JSON.stringify({ ...highLimit, deadband: 2 }) })
        .execute(),
  ],
  ['subjectDeleted', () => database.db.deleteFrom('point').where('id', '=', point).execute()],
] as const)('an open alarm ends with the reason %s, whether the server was running or not', async (reason, change) => {
  const strategy = await aStrategy(database.db, project);
  await aRule(database.db, strategy, highLimit, { points: [point] });
  const running = await startAlarms();
  await running.measure(-12, noon);
  await change(strategy);
  const restarted = await startAlarms();

  await running.alarms.reload();
  const evaluation = evaluationOf(running.alarms, { now: noon + minute });
  expect(evaluation.writes).toMatchObject([{ endReason: reason }]);

  await restarted.run({ now: noon + minute });
  expect(await readAlarms()).toMatchObject([{ returned_at: new Date(noon + minute), end_reason: reason }]);
  expect((await readJournal()).at(-1)).toMatchObject({ kind: 'ended' });
  expect(await database.db.selectFrom('alarm_state').selectAll().execute()).toEqual([]);
  expect(await readOutbox()).toHaveLength(1);
});

test('a delay and an alarm that an earlier version remembered go on', async () => {
  const delayed = { ...highLimit, onDelaySeconds: 120 };
  await aRule(database.db, await aStrategy(database.db, project), delayed, { points: [point] });
  const upgraded = async () => {
    const { pool } = database;
    await pool.query(`UPDATE alarm_state SET state = state - 'bands' - 'risesFrozenAt' - 'acrossExtreme'`);
    await pool.query(
      readFileSync(new URL('../../../migrations/0510_a_delay_for_each_limit.sql', import.meta.url), 'utf8'),
    );
    return startAlarms();
  };
  const before = await startAlarms();
  await before.measure(-12, noon);
  await before.measure(-12, noon + minute);
  const after = await upgraded();
  await after.measure(-12, noon + 2 * minute);
  expect(await readAlarms()).toMatchObject([
    { raised_at: new Date(noon + 2 * minute), severity: 2, returned_at: null },
  ]);
  const again = await upgraded();
  await again.measure(-12, noon + 3 * minute);
  await again.measure(-20, noon + 4 * minute);
  expect(await readAlarms()).toMatchObject([{ returned_at: new Date(noon + 4 * minute), severity: 2 }]);
});

describe('a rule that is edited while its alarm is on', () => {
  const limits = (high: number, highHigh: number, onDelaySeconds = 0): RuleDefinition => ({
    kind: 'limit',
    bands: { high: { limit: high, severity: 2 }, highHigh: { limit: highHigh, severity: 1 } },
    ...{ deadband: 1, onDelaySeconds, offDelaySeconds: 0 },
  });
  const recorded: { pointId: number; at: number; value: number }[] = [];
  const historyOf: AlarmServiceDeps['historyOf'] = async (pointIds, from, to) =>
    pointIds.map((pointId) => {
      const own = recorded.filter((sample) => sample.pointId === pointId && sample.at >= from && sample.at < to);
      return { pointId, ...readingsOf(own) };
    });
  const cursorOf = (pointId: number): PointCursor | null => {
    const last = recorded.findLast((sample) => sample.pointId === pointId);
    return last === undefined ? null : { lastSampleAt: last.at, lastGoodAt: last.at, heldValue: last.value };
  };
  beforeEach(() => {
    recorded.length = 0;
  });

  async function aFreezerAt(value: number, definition: RuleDefinition, minutes: number) {
    await aRule(database.db, await aStrategy(database.db, project), definition, { points: [point] });
    const started = await startAlarms(noOutbox, { historyOf, cursorOf });
    const record = async (at: number, measured = value, by = started) => {
      recorded.push({ pointId: point, at, value: measured });
      await by.measure(measured, at);
    };
    for (let m = 0; m <= minutes; m++) await record(noon + m * minute);
    return { ...started, record };
  }
  const edit = (definition: RuleDefinition) =>
    database.db
      .updateTable('alarm_rule')
      .set({ definition: JSON.stringify(definition) })
      .execute();
  const acknowledge = () =>
    database.db
      .updateTable('alarm')
      .set({ acknowledged_at: new Date(noon), acknowledged_by: member })
      .execute();

  test('goes on as the same alarm, still acknowledged, with a line that says what changed', async () => {
    const { alarms, record } = await aFreezerAt(-5, limits(-15, -10), 3);
    await acknowledge();
    await edit(limits(-16, -11));
    await alarms.reload();
    await record(noon + 4 * minute);
    expect(await readAlarms()).toMatchObject([
      { raised_at: new Date(noon), returned_at: null, acknowledged_by: member, severity: 1, limit_value: -11 },
    ]);
    expect((await readJournal()).map(({ kind, text_en }) => [kind, text_en])).toEqual([
      ['raised', expect.any(String)],
      ['ruleChanged', 'Rule changed: high-high limit −10.0 °C → −11.0 °C, high limit −15.0 °C → −16.0 °C'],
    ]);
    expect(await readOutbox()).toHaveLength(1);
    await record(noon + 5 * minute, -20);
    expect(await readAlarms()).toMatchObject([{ returned_at: new Date(noon + 5 * minute), end_reason: null }]);
  });

  test('asks to be acknowledged again, and calls, only when it is more severe by the edited rule', async () => {
    const { alarms, record } = await aFreezerAt(-12, limits(-15, -10), 3);
    await acknowledge();
    await edit(limits(-15, -13));
    await alarms.reload();
    await record(noon + 4 * minute);
    expect(await readAlarms()).toMatchObject([
      { raised_at: new Date(noon), severity: 1, worst_severity: 1, acknowledged_at: null, limit_value: -13 },
    ]);
    expect(await readOutbox()).toMatchObject([{ severity: 2 }, { push_type: 2, severity: 1 }]);
    await acknowledge();
    await edit(limits(-15, -10));
    await alarms.reload();
    await record(noon + 5 * minute);
    expect(await readAlarms()).toMatchObject([{ severity: 2, acknowledged_by: member }]);
    expect(await readOutbox()).toHaveLength(2);
  });

  test('is not taken off the screens by a longer delay that history has outlasted', async () => {
    const { alarms, record } = await aFreezerAt(-5, limits(-15, -10, 10 * 60), 20);
    await edit(limits(-15, -10, 12 * 60));
    await alarms.reload();
    await record(noon + 21 * minute);
    expect(await readAlarms()).toMatchObject([{ raised_at: new Date(noon + 10 * minute), returned_at: null }]);
    expect((await readJournal()).at(-1)?.text_zh).toBe('规则已修改：报警延时 10 分钟 → 12 分钟');
  });

  test('ends with its reason what no longer holds, and the delay that has begun by history runs on', async () => {
    const { alarms, record } = await aFreezerAt(-5, limits(-15, -10), 3);
    await edit(limits(-15, -10, 10 * 60));
    await alarms.reload();
    await record(noon + 4 * minute);
    expect(await readAlarms()).toMatchObject([{ end_reason: 'ruleEdited' }]);
    for (let m = 5; m <= 10; m++) await record(noon + m * minute);
    expect(await readAlarms()).toMatchObject([
      { end_reason: 'ruleEdited' },
      { raised_at: new Date(noon + 10 * minute), returned_at: null },
    ]);
  });

  test('begins what the edited rule finds at the time at which it began, and tells of it at once', async () => {
    const { alarms, record } = await aFreezerAt(-15.5, limits(-15, -10, 60), 30);
    expect(await readAlarms()).toEqual([]);
    await edit(limits(-16, -10, 60));
    await alarms.reload();
    await record(noon + 31 * minute, -15.5);
    expect(await readAlarms()).toMatchObject([
      { raised_at: new Date(noon + minute), returned_at: null, detected_late: false, severity: 2, limit_value: -16 },
    ]);
    expect(await readOutbox()).toMatchObject([{ step: 'raised', severity: 2 }]);
  });

  test('goes on also when it was edited while the server was down', async () => {
    await aFreezerAt(-5, limits(-15, -10), 3);
    await acknowledge();
    await edit(limits(-16, -11));
    const after = await startAlarms(noOutbox, { historyOf, cursorOf });
    await after.measure(-5, noon + 5 * minute);
    expect(await readAlarms()).toMatchObject([
      { raised_at: new Date(noon), returned_at: null, acknowledged_by: member, limit_value: -11 },
    ]);
    expect((await readJournal()).map(({ kind }) => kind)).toEqual(['raised', 'ruleChanged']);
    const again = await startAlarms(noOutbox, { historyOf, cursorOf });
    await again.measure(-5, noon + 6 * minute);
    expect(await readJournal()).toHaveLength(2);
  });
});

/** A door of the freezer that the rule waits for, or by which its limit moves. */
const stands: RuleDefinition = { ...highLimit, bands: { high: { limit: -15, severity: 1 } } };
test.each([
  [
    'a door that it waited for',
    (door: number): RuleDefinition => ({
      ...stands,
      onlyWhile: [{ point: { pointId: door }, values: [0], settleSeconds: 0, maxHiddenSeconds: 3600 }],
    }),
    [{ end_reason: 'otherPointGone' }, { end_reason: null, returned_at: null, severity: 1, limit_value: -15 }],
  ],
  [
    'the point one of its limits moved with',
    (door: number): RuleDefinition => ({
      ...stands,
      bands: { high: { limit: -15, severity: 3 }, highHigh: { limit: -10, severity: 1, from: { pointId: door } } },
    }),
    [{ end_reason: 'otherPointGone' }, { end_reason: null, returned_at: null, severity: 3, limit_value: -15 }],
  ],
  [
    'the point it was compared with',
    (door: number): RuleDefinition => ({
      kind: 'deviation',
      ...{ from: { pointId: door }, direction: 'either', limit: 3, deadband: 0, severity: 1 },
      ...{ onDelaySeconds: 0, offDelaySeconds: 0 },
    }),
    [{ end_reason: 'otherPointGone' }],
  ],
] as const)(
  'when %s is deleted, the alarm ends for that reason and what the rest of the rule says is told anew, whether the server was running or not',
  async (_, ruleOf, expected) => {
    const door = await aPoint(database.db, gateway, { deviceId: device, name: '门', nameEn: 'Door' });
    await aRule(database.db, await aStrategy(database.db, project), ruleOf(door), { points: [point] });
    const running = await startAlarms();
    await running.run({
      now: noon,
      samples: [
        { pointId: door, at: noon, value: 0 },
        { pointId: point, at: noon, value: -5 },
      ],
    });
    expect(await readAlarms()).toMatchObject([{ returned_at: null, severity: 1 }]);
    await database.db.deleteFrom('point').where('id', '=', door).execute();
    const restarted = await startAlarms();
    await running.alarms.reload();
    const told = evaluationOf(running.alarms, {
      now: noon + minute,
      samples: [{ pointId: point, at: noon + minute, value: -5 }],
    });
    expect(told.writes.map(({ endReason }) => endReason)).toEqual(expected.map(({ end_reason }) => end_reason));

    await restarted.measure(-5, noon + minute);
    expect(await readAlarms()).toMatchObject(expected);
    expect((await readJournal()).find(({ kind }) => kind === 'ended')?.text_en).toContain('no longer there');
    await restarted.alarms.peopleTold();
    expect(await readOutbox()).toHaveLength(expected.length);
  },
);

test('an alarm whose shelf is deleted with its device is shown and told once, with a line that says why', async () => {
  const { db } = database;
  await aRule(db, await aStrategy(db, project), highLimit, { points: [point] });
  const shelf = {
    company_id: company,
    project_id: project,
    reason: '',
    from_at: new Date(noon),
    created_at: new Date(noon),
  };
  await db
    .insertInto('alarm_shelf')
    .values({ ...shelf, kind: 'outOfService', device_id: device })
    .execute();
  const { alarms, measure } = await startAlarms();
  await measure(-5, noon + minute);
  await alarms.peopleTold();
  expect(await readAlarms()).toMatchObject([{ never_shown: true, hidden_since: new Date(noon + minute) }]);
  expect(await readOutbox()).toEqual([]);

  await db.deleteFrom('device').where('id', '=', device).execute();
  await alarms.reload();
  await measure(-5, noon + 2 * minute);
  await alarms.lookAtShelves();
  await alarms.lookAtShelves();
  await alarms.peopleTold();
  const shown = { hidden_by: null, hidden_since: null, returned_at: null, shown_late_at: new Date(noon + 2 * minute) };
  expect(await readAlarms()).toMatchObject([shown]);
  expect(await readOutbox()).toMatchObject([{ user_id: member, push_type: 0 }]);
  expect(await readJournal()).toMatchObject([
    { kind: 'raised' },
    { kind: 'shown', text_en: expect.stringContaining('deleted') },
  ]);
});

test('a device without the point that a rule waits for is watched all the time', async () => {
  const defrost = await aPointType(database.db, company, { status: [{ value: 0, zh: '关', en: 'Off' }] });
  const gate = { values: [0], settleSeconds: 0, maxHiddenSeconds: 3600 };
  const definition: RuleDefinition = { ...highLimit, onlyWhile: [{ point: { pointTypeId: defrost }, ...gate }] };
  await aRule(database.db, await aStrategy(database.db, project), definition, { points: [point] });
  const { measure } = await startAlarms();
  await measure(-5, noon);
  expect(await readAlarms()).toMatchObject([{ severity: 1, returned_at: null }]);
});

test('a status alarm speaks in the words of its point type', async () => {
  const door = await aPointType(database.db, company, {
    status: [
      { value: 0, zh: '关', en: 'Closed' },
      { value: 1, zh: '开', en: 'Open' },
    ],
  });
  const doorPoint = await aPoint(database.db, gateway, {
    ...{ name: '库门', nameEn: 'Door', deviceId: device, pointTypeId: door, unit: '', decimals: 0 },
  });
  await aRule(
    database.db,
    await aStrategy(database.db, project),
    { kind: 'state', values: [1], severity: 2, onDelaySeconds: 30, offDelaySeconds: 0 },
    { points: [doorPoint] },
  );
  const { measure, run } = await startAlarms();
  await measure(1, noon, doorPoint);
  await run({ now: noon + 40_000, live: [gateway] });
  expect(await readAlarms()).toMatchObject([
    { sentence_en: 'Door open for more than 30 s', sentence_zh: '库门开已超过 30 秒' },
  ]);
});

test('the limits of a point are known to its card and curve', async () => {
  const strategy = await aStrategy(database.db, project);
  await aRule(database.db, strategy, highLimit, { points: [point] });
  await aRule(
    database.db,
    strategy,
    { ...highLimit, bands: { high: { limit: -16, severity: 3 }, low: { limit: -30, severity: 3 } } },
    { points: [point] },
  );
  const { alarms } = await startAlarms();
  expect(alarms.limitsOfPoint(point)).toEqual({ highHigh: -10, high: -16, low: -30, lowLow: null, isJudged: true });
  expect(alarms.limitsOfPoint(point + 1)).toBeNull();
});

test('limits stand while the state of another point suppresses them, and say that they are not judged', async () => {
  const { db } = database;
  const door = await aPoint(db, gateway, { deviceId: device, name: '门', nameEn: 'Door' });
  const strict = { ...highLimit, bands: { high: { limit: -18, severity: 2 as const } } };
  const everyDay = {
    days: [1, 2, 3, 4, 5, 6, 7] as (1 | 2 | 3 | 4 | 5 | 6 | 7)[],
    fromMinute: 0,
    untilMinute: 1440,
    endsNextDay: false,
  };
  const never = { ...everyDay, days: [8 as const] };
  await aRule(db, await aStrategy(db, project), highLimit, { points: [point] });
  await aRule(db, await aStrategy(db, project), { ...strict, periods: [never] }, { points: [point] });
  await aRule(
    db,
    await aStrategy(db, project),
    {
      ...strict,
      bands: { low: { limit: -25, severity: 2 } },
      periods: [everyDay],
      onlyWhile: [{ point: { pointId: door }, values: [0], settleSeconds: 0, maxHiddenSeconds: 7200 }],
    },
    { points: [point] },
  );
  const { alarms, measure } = await startAlarms();
  const usual = { highHigh: -10, high: -15, low: null, lowLow: null };
  await measure(0, noon, door);
  expect(alarms.limitsOfPoint(point)).toEqual({ ...usual, low: -25, isJudged: true });
  await measure(1, noon + minute, door);
  expect(alarms.limitsOfPoint(point)).toEqual({ ...usual, low: -25, isJudged: false });
  await measure(0, noon + 2 * minute, door);
  expect(alarms.limitsOfPoint(point)).toEqual({ ...usual, low: -25, isJudged: true });
  expect(alarms.limitsOver(point, noon, noon + minute)).toEqual([
    { from: noon, to: noon + minute, limits: { ...usual, low: -25 } },
  ]);
});

test('outside their hours limits are still known, and say that they are not judged', async () => {
  const holidays = { days: [8 as const], fromMinute: 0, untilMinute: 1440, endsNextDay: false };
  await aRule(
    database.db,
    await aStrategy(database.db, project),
    { ...highLimit, periods: [holidays] },
    { points: [point] },
  );
  const { alarms } = await startAlarms();
  expect(alarms.limitsOfPoint(point)).toEqual({ highHigh: -10, high: -15, low: null, lowLow: null, isJudged: false });
});

test('a rule the engine cannot run is left out and stops nothing else', async () => {
  const strategy = await aStrategy(database.db, project);
  await aRule(database.db, strategy, { ...highLimit, bands: {} }, { points: [point] });
  await aRule(database.db, strategy, highLimit, { points: [point], gateways: [gateway] });
  const { measure } = await startAlarms();
  await measure(-12, noon);
  expect(await readAlarms()).toHaveLength(1);
});

test('an alarm that is pending is known with its due time, told when it begins and ends, and survives a restart', async () => {
  const rule = { ...highLimit, onDelaySeconds: 600 };
  await aRule(database.db, await aStrategy(database.db, project), rule, { points: [point] });
  const before = await startAlarms();
  await before.measure(-18, noon);
  await before.measure(-12, noon + minute);
  const expected = { kind: 'limit', severity: 2, since: noon + minute, dueAt: noon + 11 * minute };
  expect(before.alarms.pendingOnPoint(point)).toEqual([expected]);
  expect(before.pending).toEqual([{ pointId: point, level: 2, pending: [expected] }]);
  await before.alarms.stop();

  const after = await startAlarms();
  expect(after.alarms.pendingOnPoint(point)).toEqual([expected]);
  await after.measure(-18, noon + 2 * minute);
  expect(after.alarms.pendingOnPoint(point)).toEqual([]);
  expect(after.pending).toEqual([{ pointId: point, level: 2, pending: [] }]);
});

test('a day that is made a holiday, and another time zone, count at once for rules with hours', async () => {
  const strategy = await aStrategy(database.db, project);
  const holiday = { days: [8 as const], fromMinute: 0, untilMinute: 1440, endsNextDay: false };
  const everyDay = ([1, 2, 3, 4, 5, 6, 7] as const).slice();
  const night = { days: everyDay, fromMinute: 1200, untilMinute: 360, endsNextDay: true };
  const onHolidays = await aRule(database.db, strategy, { ...highLimit, periods: [holiday] }, { points: [point] });
  const atNight = await aRule(database.db, strategy, { ...highLimit, periods: [night] }, { points: [point] });
  const { alarms, measure } = await startAlarms();
  await measure(-13, noon);
  expect(await readAlarms()).toEqual([]);
  const today = { project_id: project, day: '2026-10-01', counts_as: 8, name: '国庆节' };
  await database.db.insertInto('project_calendar_day').values(today).execute();
  await alarms.reload();
  await measure(-13, noon + minute);
  expect(await readAlarms()).toMatchObject([{ rule_id: onHolidays }]);
  await database.db.updateTable('project').set({ time_zone: 'UTC' }).where('id', '=', project).execute();
  await alarms.reload();
  await measure(-13, noon + 2 * minute);
  expect(await readAlarms()).toMatchObject([{ rule_id: onHolidays }, { rule_id: atNight }]);
});

test('a door that stands open alarms again when its strategy is opened again, though it reports nothing new', async () => {
  const strategy = await aStrategy(database.db, project);
  const open: RuleDefinition = { kind: 'state', values: [1], severity: 2, onDelaySeconds: 60, offDelaySeconds: 0 };
  await aRule(database.db, strategy, open, { points: [point] });
  const setOpen = async (enabled: boolean) => {
    await database.db.updateTable('alarm_strategy').set({ enabled }).where('id', '=', strategy).execute();
    await alarms.reload();
  };
  let reported: PointCursor | null = null;
  const { alarms, run } = await startAlarms(noOutbox, { cursorOf: () => reported });
  reported = { lastSampleAt: noon + minute, lastGoodAt: noon + minute, heldValue: 1 };
  await run({ now: noon + minute, samples: [{ pointId: point, at: noon + minute, value: 1 }], live: [gateway] });
  await run({ now: noon + 2 * minute, live: [gateway] });
  await setOpen(false);
  await run({ now: noon + 3 * minute, live: [gateway] });
  await setOpen(true);
  for (let m = 4; m < 200; m += 10) await run({ now: noon + m * minute, live: [gateway] });
  expect(await readAlarms()).toMatchObject([
    { raised_at: new Date(noon + 2 * minute), end_reason: 'ruleClosed' },
    { raised_at: new Date(noon + 5 * minute), end_reason: null },
  ]);
});

test('a rule that is closed while its alarm is pending takes that along', async () => {
  const strategy = await aStrategy(database.db, project);
  await aRule(database.db, strategy, { ...highLimit, onDelaySeconds: 600 }, { points: [point] });
  const { alarms, pending, measure, run } = await startAlarms();
  await measure(-12, noon);
  await database.db.updateTable('alarm_strategy').set({ enabled: false }).where('id', '=', strategy).execute();
  await alarms.reload();
  pending.length = 0;
  await run({ now: noon + minute });
  expect(alarms.pendingOnPoint(point)).toEqual([]);
  expect(pending).toContainEqual({ pointId: point, level: 2, pending: [] });
});
