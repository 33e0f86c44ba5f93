import type { RuleDefinition } from '@watchpost/contract';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { AlarmServiceDeps } from '../alarms/evaluator/alarmService.ts';
import { type AlarmService, openAlarms } from '../alarms/index.ts';
import type { DomainEvents } from '../events.ts';
import { noOutbox, type Outbox } from '../notifications/index.ts';
import { manualClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { createEvents } from '../platform/events/events.ts';
import { silentLog } from '../platform/log/log.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { type AlarmBatch, evaluateAlarms } from './evaluateAlarms.ts';
import { aCompany, aDevice, aGateway, aMember, anArea, aPoint, aProject, aRule, aStrategy } from './factories.ts';

/**
 * An alarm service on a database of its own, with a project of one freezer, made anew before each test of the file that imports it.
 * What is exported by `let` is that of the present test.
 */
export const minute = 60_000;
export const noon = Date.UTC(2026, 9, 1, 4); // 12:00 in Shanghai

export const highLimit: Extract<RuleDefinition, { kind: 'limit' }> = {
  kind: 'limit',
  bands: { high: { limit: -15, severity: 2 }, highHigh: { limit: -10, severity: 1 } },
  deadband: 1,
  onDelaySeconds: 0,
  offDelaySeconds: 0,
};

let test_: TestDatabase;
export let database: Database;

// One freezer of one project, watched by a member.
export let company: number;
export let project: number;
export let gateway: number;
export let area: number;
export let device: number;
export let point: number;
export let member: number;

export const opened: AlarmService[] = [];

/** A server process's alarms; opening another one on the same database is a restart. */
export async function startAlarms(
  outbox: Outbox = noOutbox,
  rest: Pick<AlarmServiceDeps, 'cursorOf' | 'historyOf'> = {},
) {
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

export const readAlarms = () => database.db.selectFrom('alarm').selectAll().orderBy('id').execute();
export const readOutbox = () => database.db.selectFrom('notification').selectAll().orderBy('id').execute();
export const readStates = () => database.db.selectFrom('alarm_state').selectAll().execute();
export const readJournal = () => database.db.selectFrom('alarm_journal').selectAll().orderBy('id').execute();

export const everyWay: Outbox = { ...noOutbox, available: { sms: true, voice: true, email: true, webhook: true } };

/** Important or for the record above −15, urgent above −10; watched on the point. */
export async function aLadder(values: {
  lower: 2 | 4;
  repeatMinutes?: number;
  escalateMinutes?: number;
}): Promise<number> {
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

export const aContact = (strategy: number, severities: number[], step = 0, userId = member) =>
  database.db
    .insertInto('alarm_strategy_contact')
    .values({ strategy_id: strategy, user_id: userId, severities, channels: ['sms'], step })
    .execute();

export const aWebhook = (severities: number[]) =>
  database.db
    .insertInto('company_webhook')
    .values({
      ...{ company_id: company, name: 'Desk', url: 'http://desk/', secret: Buffer.from('x') },
      ...{ severities, created_at: new Date(noon) },
    })
    .execute();

/** `sms returned 1 waiting`: by which way, what, at which severity, and what became of it. */
export const owed = async () =>
  (await readOutbox()).map(({ channel, step, severity, state, reason }) =>
    [channel, step.replace(/:\d+$/, ''), severity, state, reason].filter((part) => part !== null).join(' '),
  );

/** To be called by a file of tests, once, at its top. */
export function setUpAlarmServiceWorld(): void {
  beforeAll(async () => {
    test_ = await testDatabase();
    database = openDatabase(test_.url, silentLog);
  });
  afterAll(async () => {
    await database.close();
    await test_.close();
  });
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
  afterEach(async () => {
    for (const alarms of opened.splice(0)) await alarms.stop();
  });
}
