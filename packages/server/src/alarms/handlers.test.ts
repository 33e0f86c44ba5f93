import { readFileSync } from 'node:fs';
import {
  alarmCalls,
  alarmHealthCalls,
  backTestCalls,
  calls,
  clearing,
  notificationCalls,
  type RuleDefinition,
  whyCalls,
} from '@watchpost/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createAuthorize, system } from '../access/index.ts';
import type { DomainEvents } from '../events.ts';
import type { BucketHistory, HistoryPoint, RawChunk } from '../history/index.ts';
import { noOutbox, notificationHandlers } from '../notifications/index.ts';
import { manualClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { createEvents } from '../platform/events/events.ts';
import { createCallServer } from '../platform/http/callServer.ts';
import { silentLog } from '../platform/log/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createOutboundGuard } from '../platform/outboundGuard.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { evaluateAlarms } from '../testing/evaluateAlarms.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  aMember,
  anArea,
  aPastAlarm,
  aPoint,
  aPointType,
  aProject,
  aRule,
  aSlave,
  aStrategy,
  aUser,
  limitMember,
  serve,
} from '../testing/factories.ts';
import { lockWaits } from '../testing/lockWaits.ts';
import { watchedTurns } from '../testing/watchedTurns.ts';
import {
  type AlarmService,
  alarmHandlers,
  alarmHealthHandlers,
  backTestHandlers,
  keepRuleVersions,
  openAlarms,
  whyHandlers,
} from './index.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 9, 1, 4); // 2026-10-01 12:00 in Shanghai

const highLimit: RuleDefinition = {
  kind: 'limit',
  bands: { high: { limit: -15, severity: 2 }, highHigh: { limit: -10, severity: 1 } },
  deadband: 1,
  onDelaySeconds: 0,
  offDelaySeconds: 0,
};

const clock = manualClock(noon);
const events = createEvents<DomainEvents>(silentLog);
let test_: TestDatabase;
let database: Database;
let app: FastifyInstance;
let alarms: AlarmService;
const turns = watchedTurns();
/** How history was asked for what alarms come to. */
const asked = new Set<string>();

/** What was measured in a test, as history tells it. */
const measured: { pointId: number; at: number; value: number }[] = [];
async function* pastOf(ids: readonly number[], from: number, to: number): AsyncGenerator<RawChunk> {
  const points = ids.map((pointId) => {
    const own = measured.filter((each) => each.pointId === pointId && each.at >= from && each.at < to);
    return {
      pointId,
      length: own.length,
      measuredAt: Float64Array.from(own, ({ at }) => at),
      values: Float64Array.from(own, ({ value }) => value),
      quality: new Uint8Array(own.length),
    };
  });
  yield { from, to, points };
}

const knownBefore = async (ids: readonly number[], before: number) =>
  new Set(ids.filter((id) => measured.some(({ pointId, at }) => pointId === id && at < before)));

/** And by buckets. */
async function bucketsOf(
  points: readonly HistoryPoint[],
  from: number,
  to: number,
  minutes: number,
  _originMs?: number,
  signal?: AbortSignal,
) {
  asked.add(`${turns.areTaken() ? 'in turn' : 'between'}, ${signal ? 'until the caller leaves' : 'to the end'}`);
  return points.map(({ pointId }): BucketHistory => {
    const byBucket = Map.groupBy(
      measured.filter((each) => each.pointId === pointId && each.at >= from && each.at < to),
      ({ at }) => Math.floor(at / (minutes * minute)) * minutes * minute,
    );
    const starts = [...byBucket.keys()].sort((a, b) => a - b);
    const avg = Float64Array.from(starts, (at) => {
      const values = byBucket.get(at)!.map(({ value }) => value);
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    });
    const count = new Int32Array(starts.length);
    const totals = { min: 0, max: 0, avg: 0, knownMs: 0, beyondMs: null, count: 0, badCount: 0 };
    const columns = { startsAt: Float64Array.from(starts), min: avg, max: avg, avg, first: avg, last: avg };
    return { pointId, kind: 'analog', totals, length: starts.length, ...columns, count, badCount: count };
  });
}

beforeAll(async () => {
  test_ = await testDatabase();
  database = openDatabase(test_.url, silentLog);
  alarms = openAlarms({ db: database.db, pool: database.pool, clock, log: silentLog, events });
  await alarms.start();
  const deps = {
    db: database.db,
    clock,
    events,
    alarms,
    history: { rawChunks: pastOf, knownBefore, buckets: bucketsOf },
    historyShare: turns.share,
  };
  app = await createCallServer<
    typeof alarmCalls & typeof alarmHealthCalls & typeof backTestCalls & typeof notificationCalls & typeof whyCalls,
    Caller
  >({
    calls: { ...alarmCalls, ...alarmHealthCalls, ...backTestCalls, ...notificationCalls, ...whyCalls },
    handlers: {
      ...alarmHandlers(deps),
      ...alarmHealthHandlers(deps),
      ...backTestHandlers(deps),
      ...whyHandlers(deps),
      ...notificationHandlers({ ...deps, outbox: noOutbox, pictureGuard: createOutboundGuard([]), secretKey: 'test' }),
    },
    // The token of a test is the user's id; signing in has tests of its own.
    authorize: createAuthorize(
      database.db,
      async (token) => ({ userId: Number(token), sessionId: 'test' }),
      async () => false,
    ),
    log: silentLog,
    metrics: createMetrics(),
    trustProxy: false,
    tls: null,
    checkReplies: true,
  });
});
afterAll(async () => {
  await app.close();
  await alarms.stop();
  await database.close();
  await test_.close();
});

type Name =
  | keyof typeof alarmCalls
  | keyof typeof alarmHealthCalls
  | keyof typeof backTestCalls
  | keyof typeof notificationCalls
  | keyof typeof whyCalls;

/** Calls as a user; `data` is only looked at when the code is 200. */
async function call(
  userId: number,
  name: Name,
  input: { query?: Record<string, unknown>; body?: unknown; language?: 'zh' | 'en' } = {},
  // biome-ignore lint/suspicious/noExplicitAny: replies are checked against the contract by the server under test.
): Promise<{ code: number; data: any; message: string }> {
  const { method, path } = calls[name];
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
  );
  const response = await app.inject({
    method,
    url: `/api${path}?${query}`,
    headers: {
      [clearing.header]: clearing.value,
      authorization: `Bearer ${userId}`,
      language: input.language ?? 'zh',
    },
    ...(method === 'POST' && { payload: (input.body ?? {}) as object }),
  });
  const { Code, Data, Message } = response.json();
  return { code: Code, data: Data, message: Message };
}

// A project with two freezers; the first has a member's eye on it.
let company: number;
let project: number;
let gateway: number;
let area: number;
let device: number;
let point: number;
let otherDevice: number;
let otherPoint: number;
let strategy: number;
let member: number;
beforeEach(async () => {
  const { db } = database;
  // What the test before set going may still be on its way to people, whose rows go with the company.
  await alarms.peopleTold();
  await db.deleteFrom('company').execute();
  await db.deleteFrom('alarm_state').execute();
  clock.set(noon);
  measured.length = 0;
  company = await aCompany(db);
  project = await aProject(db, company, { name: '东区冷库' });
  gateway = await aGateway(db, project);
  area = await anArea(db, project, '一号库');
  device = await aDevice(db, project, { name: '冷冻间1', nameEn: 'Freezer 1', areaId: area });
  otherDevice = await aDevice(db, project, { name: '冷冻间2' });
  point = await aPoint(db, gateway, { deviceId: device, name: '库温', nameEn: 'Room temperature' });
  otherPoint = await aPoint(db, gateway, { deviceId: otherDevice, name: '库温2' });
  strategy = await aStrategy(db, project, { name: '冷冻间超温', nameEn: 'Freezer temperature', repeatMinutes: 5 });
  await aRule(db, strategy, highLimit, { points: [point, otherPoint] });
  member = await aMember(db, company, project, { nickname: '王强' });
  await alarms.reload();
});

const measure = (value: number, at: number, pointId = point): Promise<void> => {
  clock.set(at);
  measured.push({ pointId, at, value });
  return evaluateAlarms(alarms, database.pool, { now: at, samples: [{ pointId, at, value }] });
};

const onlyAlarmId = async (): Promise<number> =>
  (await database.db.selectFrom('alarm').select('id').executeTakeFirstOrThrow()).id;

const listed = async (userId: number, body: object = {}, status?: 0 | 1) => {
  const query = status === undefined ? {} : { status };
  const { code, data } = await call(userId, 'getAlarmAct', { query, body });
  expect(code).toBe(200);
  return data as {
    Data: { Id: number; PointId: number; Status: number; Level: number; HeldList: object[] }[];
    TotalCount: number;
  };
};

test('the list of current alarms speaks both languages and says what stands behind each', async () => {
  await measure(-12.4, noon);
  await measure(-11, noon + minute);
  clock.set(noon + 2 * minute);
  const zh = await call(member, 'getAlarmAct', { body: { ProjectId: project } });
  expect(zh.data.TotalCount).toBe(1);
  expect(zh.data.Data[0]).toMatchObject({
    ProjectId: project,
    ProjectName: '东区冷库',
    Mtid: device,
    MName: '冷冻间1',
    PointName: '库温',
    Area: '一号库',
    Level: 2,
    AlarmType: 'limit',
    ALARM_DESCRIBE: '−12.4 °C，高于上限 −15.0 °C',
    ALARM_EPOCH: noon,
    ALARM_EPOCH_CLEARED: null,
    ContinuedTime: 120,
    Status: 0,
    Active: true,
    MaxValue: -11,
    LimitValue: -15,
    NotifiedCount: 1,
  });
  const en = await call(member, 'getAlarmAct', { body: {}, language: 'en' });
  expect(en.data.Data[0]).toMatchObject({
    MName: 'Freezer 1',
    PointName: 'Room temperature',
    ALARM_DESCRIBE: '−12.4 °C above high limit −15.0 °C',
  });
});

test('an alarm that came and went at night can still be confirmed; then it leaves the list', async () => {
  await measure(-12, noon);
  await measure(-18, noon + minute);
  expect(await listed(member)).toMatchObject({ TotalCount: 1, Data: [{ Status: 0, Active: false }] });
  const id = await onlyAlarmId();
  const confirmed = await call(member, 'updateStatus', { query: { id } });
  expect(confirmed.data).toMatchObject({ Status: 2, AckedName: '王强', ALARM_EPOCH_ACKED: noon + minute });
  expect((await listed(member)).TotalCount).toBe(0);
  expect((await listed(member, {}, 1)).TotalCount).toBe(0);
});

test('confirming stops the repeats and moves the alarm among the confirmed ones', async () => {
  await measure(-12, noon);
  const changes: string[] = [];
  const owner = {};
  events.on(owner, 'alarmChanged', ({ kind }) => changes.push(kind));
  const { code } = await call(member, 'updateStatus', { query: { id: await onlyAlarmId() } });
  events.removeOwner(owner);
  expect(code).toBe(200);
  expect(changes).toEqual(['acknowledged']);
  await alarms.repeatDue(noon + 60 * minute);
  expect(await database.db.selectFrom('notification').select('step').execute()).toEqual([{ step: 'raised' }]);
  expect(await listed(member, {}, 1)).toMatchObject({ TotalCount: 1, Data: [{ Status: 1 }] });
});

test('who is second to confirm learns who was first', async () => {
  await measure(-12, noon);
  const id = await onlyAlarmId();
  const colleague = await aMember(database.db, company, project, { nickname: '赵磊' });
  await call(member, 'updateStatus', { query: { id } });
  const zh = await call(colleague, 'updateStatus', { query: { id } });
  expect(zh).toMatchObject({ code: 409, message: '请勿重复确认报警，该报警已由王强确认' });
  const en = await call(colleague, 'updateStatus', { query: { id }, language: 'en' });
  expect(en).toMatchObject({ code: 409, message: 'This alarm has already been acknowledged by 王强.' });
});

test('of two who confirm at the same moment only one wins', async () => {
  await measure(-12, noon);
  const id = await onlyAlarmId();
  const first = await database.pool.connect();
  await first.query('BEGIN');
  await first.query('UPDATE alarm SET acknowledged_at = $1, acknowledged_by = $2', [new Date(noon), member]);
  const second = call(await aMember(database.db, company, project), 'updateStatus', { query: { id } });
  while ((await lockWaits(database.pool)) === 0);
  await first.query('COMMIT');
  first.release();
  expect(await second).toMatchObject({ code: 409, message: '请勿重复确认报警，该报警已由王强确认' });
});

test('an alarm is confirmed first and handled then, and not twice the same way', async () => {
  await measure(-12, noon);
  const Id = await onlyAlarmId();
  const handle = (FollowUp: string, Comment = '') => call(member, 'upDetail', { body: { Id, FollowUp, Comment } });
  expect(await handle('observing')).toMatchObject({ code: 409, message: '请先确认报警' });
  await call(member, 'updateStatus', { query: { id: Id } });
  expect((await handle('observing', '门已关')).data).toMatchObject({
    FollowUp: 'observing',
    Comment: '门已关',
    CommentName: '王强',
  });
  expect(await handle('observing', '门已关')).toMatchObject({ code: 409, message: '请勿重复处理报警' });
  expect((await handle('humanIntervention')).data).toMatchObject({ FollowUp: 'humanIntervention', Comment: '' });
});

test('a decision about an alarm that a colleague handled meanwhile is refused with by whom, when and how; having seen that, one may decide otherwise', async () => {
  await measure(-12, noon);
  const Id = await onlyAlarmId();
  const colleague = await aMember(database.db, company, project, { nickname: '赵磊' });
  await call(member, 'updateStatus', { query: { id: Id } });
  const handle = (who: number, FollowUp: string, SeenEPOCH: number | null, language: 'zh' | 'en' = 'zh') =>
    call(who, 'upDetail', { body: { Id, FollowUp, Comment: FollowUp, SeenEPOCH }, language });
  clock.set(noon + 2 * minute);
  const first = await handle(colleague, 'humanIntervention', null);
  expect(first).toMatchObject({ code: 200, data: { COMMENT_TIME: noon + 2 * minute } });
  clock.set(noon + 3 * minute);
  expect(await handle(member, 'noProcessingRequired', null)).toMatchObject({
    code: 409,
    message: '赵磊已于 2026-10-01 12:02 处理该报警：需人工处理。请查看后再保存',
  });
  expect((await handle(member, 'noProcessingRequired', null, 'en')).message).toBe(
    '赵磊 handled this alarm at 2026-10-01 12:02: Needs someone on site. Look at that before you save.',
  );
  const detail = await call(member, 'getAlarmDetail', { query: { alarmId: Id } });
  expect(detail.data).toMatchObject({ FollowUp: 'humanIntervention', Comment: 'humanIntervention' });
  const later = await handle(member, 'noProcessingRequired', detail.data.COMMENT_TIME);
  expect(later).toMatchObject({ code: 200, data: { FollowUp: 'noProcessingRequired', CommentName: '王强' } });
});

test('a file of a list that holds nothing is refused, as an export of nothing is', async () => {
  for (const name of ['exportAlarm', 'exportAlarmAct', 'downloadAlarmClear'] as const)
    expect(await call(member, name, { body: {}, language: 'en' })).toMatchObject({
      code: 404,
      message: 'No data to export.',
    });
});

test('the lists offer everybody who acted on an alarm that the reader sees, also after they left, and nobody else', async () => {
  const { db } = database;
  await measure(-12, noon);
  await measure(-12, noon, otherPoint);
  const [own, other] = (await db.selectFrom('alarm').select('id').orderBy('point_id').execute()).map(
    ({ id }) => id,
  ) as [number, number];
  const boss = await aMember(db, company, -1, {
    nickname: '总经理',
    permissions: ['alarmHandle', 'alarmManage', 'allProjects'],
  });
  const colleague = await aMember(db, company, project, { nickname: '赵磊' });
  await aMember(db, company, project, { nickname: '没做过' });
  await call(boss, 'updateStatus', { query: { id: own } });
  await call(colleague, 'updateStatus', { query: { id: other } });
  await call(colleague, 'upDetail', { body: { Id: other, FollowUp: 'observing' } });
  await call(boss, 'addAlarmComment', { body: { Id: own, Comment: '门已关' } });
  await db.deleteFrom('membership').where('user_id', '=', colleague).execute();
  const names = async (user: number) => {
    const { data } = await call(user, 'getAlarmPeople', { query: { ProjectId: project } });
    return [data.ConfirmList, data.CommentList].map((list: { Value: string }[]) =>
      list.map(({ Value }) => Value).sort(),
    );
  };
  expect(await names(member)).toEqual([
    ['总经理', '赵磊'],
    ['总经理', '赵磊'],
  ]);
  await limitMember(db, member, project, { deviceIds: [device] });
  expect(await names(member)).toEqual([['总经理'], ['总经理']]);
  const viewer = await aMember(db, company, project, { permissions: ['monitorView'] });
  expect(await names(viewer)).toEqual([['总经理', '赵磊'], []]);
});

test('the planner of a window learns how many devices and standing alarms it would cover', async () => {
  await measure(-12, noon);
  await measure(-12, noon, otherPoint);
  const reach = async (place: object, user = member) => {
    const { code, data } = await call(user, 'getMaintenanceReach', { body: { ProjectId: project, ...place } });
    return code === 200 ? [data.DeviceCount, data.AlarmCount] : code;
  };
  expect(await reach({})).toEqual([2, 2]);
  expect(await reach({ AreaId: area })).toEqual([1, 1]);
  expect(await reach({ DeviceId: otherDevice })).toEqual([1, 1]);
  await shelve([(await listed(member)).Data.find(({ PointId }) => PointId === point)!.Id]);
  expect(await reach({})).toEqual([2, 1]);
  await limitMember(database.db, member, project, { deviceIds: [device] });
  expect(await reach({})).toEqual([1, 0]);
  expect(await reach({ DeviceId: otherDevice })).toBe(404);
});

test('the alarm of a slave names its gateway and the devices behind it that the reader sees', async () => {
  const { db } = database;
  const slave = await aSlave(db, gateway, { name: '一号机组' });
  await aPoint(db, gateway, { slaveId: slave, deviceId: device });
  await aPoint(db, gateway, { slaveId: slave, deviceId: otherDevice });
  const alarmId = await aPastAlarm(db, { companyId: company, projectId: project, name: '一号机组' });
  await db.updateTable('alarm').set({ subject_kind: 'slave', subject_id: slave }).where('id', '=', alarmId).execute();
  const source = async () => (await call(member, 'getAlarmDetail', { query: { alarmId } })).data.Source;
  expect(await source()).toMatchObject({
    Type: 'slave',
    Id: slave,
    GatewayId: gateway,
    DeviceList: [
      { Mtid: device, MName: '冷冻间1', Area: '一号库' },
      { Mtid: otherDevice, MName: '冷冻间2', Area: null },
    ],
  });
  await measure(-12, noon);
  const ofPoint = (await listed(member)).Data[0]!.Id;
  expect((await call(member, 'getAlarmDetail', { query: { alarmId: ofPoint } })).data.Source).toBeNull();
});

test('that an alarm is off is not said of one that is still on', async () => {
  await measure(-12, noon);
  const Id = await onlyAlarmId();
  await call(member, 'updateStatus', { query: { id: Id } });
  const off = () => call(member, 'upDetail', { body: { Id, FollowUp: 'alarmOff' }, language: 'en' });
  expect(await off()).toMatchObject({
    code: 409,
    message: '“Alarm off” cannot be said of an alarm that is still on: Freezer 1 · Room temperature.',
  });
  await measure(-18, noon + minute);
  expect(await off()).toMatchObject({ code: 200, data: { FollowUp: 'alarmOff' } });
});

test('what stands in the way of an act on several alarms is named in the caller’s language, with its number', async () => {
  await measure(-12, noon);
  await measure(-12, noon, otherPoint);
  const [first, second] = (await database.db.selectFrom('alarm').select('id').orderBy('point_id').execute()).map(
    (row) => row.id,
  ) as [number, number];
  const both = [first, second];
  const inEnglish = (name: Name, body: object) => call(member, name, { body, language: 'en' });
  await measure(-9, noon + minute, otherPoint);
  const asImportant = { AlarmList: both.map((Id) => ({ Id, Level: 2 })) };
  expect(await inEnglish('batchConfirmAlarm', asImportant)).toMatchObject({
    code: 409,
    message: 'These alarms have become more severe. Look at them again before you acknowledge: 冷冻间2 · 库温2.',
    data: { RefusedIds: [second] },
  });
  const handleBoth = () => inEnglish('batchHandleAlarm', { IdList: both, FollowUp: 'observing' });
  expect(await handleBoth()).toMatchObject({
    code: 409,
    message: 'Acknowledge these alarms first: Freezer 1 · Room temperature, 冷冻间2 · 库温2.',
    data: { RefusedIds: both },
  });
  await call(member, 'updateStatus', { query: { id: first } });
  expect(await handleBoth()).toMatchObject({ data: { RefusedIds: [second] } });
  expect(await inEnglish('batchConfirmAlarm', { AlarmList: both.map((Id) => ({ Id })) })).toMatchObject({
    message: 'Do not select alarms that were processed already: Freezer 1 · Room temperature.',
    data: { RefusedIds: [first] },
  });
  await measure(-18, noon + minute);
  expect(await inEnglish('shelveAlarm', { IdList: both, Minutes: 60, Reason: 'Fan' })).toMatchObject({
    message: 'The alarm is over, there is nothing to shelve: Freezer 1 · Room temperature.',
    data: { RefusedIds: [first] },
  });
});

test('an active alarm says when it becomes worse, or is over, where its trend allows', async () => {
  /** One value a minute up to a moment, at which the alarms are looked at. */
  const course = async (until: number, value: (minutesBefore: number) => number) => {
    measured.length = 0;
    for (let before = 40; before > 0; before--)
      measured.push({ pointId: point, at: until - before * minute, value: value(before) });
    await measure(value(0), until);
    const { data } = await call(member, 'getAlarmAct', { body: { ProjectId: project } });
    return data.Data[0].Ahead;
  };
  await measure(-14, noon - minute);
  // Three degrees below the high-high limit, a tenth warmer each minute.
  const worse = await course(noon, (before) => -13 - before / 10);
  expect(worse).toMatchObject({ Kind: 'worse', Limit: -10, Level: 1 });
  expect(worse.ExpectedEPOCH - noon).toBeCloseTo(30 * minute, -4);
  expect(worse.ExpectedFromEPOCH).toBeLessThanOrEqual(worse.ExpectedEPOCH);
  // On its way back it is over behind the deadband, two degrees from here.
  const back = await course(noon + 60 * minute, (before) => -14 + before / 10);
  expect(back).toMatchObject({ Kind: 'back', Limit: -16, Level: null });
  expect(back.ExpectedEPOCH - (noon + 60 * minute)).toBeCloseTo(20 * minute, -4);
  const detail = await call(member, 'getAlarmDetail', { query: { alarmId: await onlyAlarmId() } });
  expect(detail.data.Ahead).toEqual(back);
  // Up and down says nothing; of what has turned round counts what came since.
  expect(await course(noon + 120 * minute, (before) => -13 + (before % 9 < 4 ? 1 : 0))).toBeNull();
  const turned = await course(noon + 180 * minute, (before) => -13 - Math.abs(before - 15) / 10);
  expect(turned).toMatchObject({ Kind: 'back', Limit: -16 });
  expect(turned.ExpectedEPOCH - (noon + 180 * minute)).toBeCloseTo(15 * minute, -4);
  expect([...asked]).toEqual(['in turn, until the caller leaves']);
});

test('the detail names the points of the device that explain the alarm, and none of another device', async () => {
  const { db } = database;
  const status = await aPointType(db, company, { status: [{ value: 1, zh: '打开', en: 'Open' }] });
  const door = await aPoint(db, gateway, { deviceId: device, name: '库门', nameEn: 'Door', pointTypeId: status });
  await aPoint(db, gateway, { deviceId: device, name: '照明', pointTypeId: status });
  await aPoint(db, gateway, { deviceId: otherDevice, name: '库门2', pointTypeId: status });
  await aRule(db, strategy, { ...highLimit, bands: { high: { limit: 0.5, severity: 3 } } }, { points: [door] });
  await alarms.reload();
  await measure(-12, noon);
  const { data } = await call(member, 'getAlarmDetail', { query: { alarmId: await onlyAlarmId() }, language: 'en' });
  expect(data.PointList).toEqual([{ PointId: door, PointName: 'Door' }]);
});

test('the detail tells the rule, the story and who was told', async () => {
  await measure(-12, noon);
  await measure(-9, noon + minute);
  const id = await onlyAlarmId();
  await call(member, 'updateStatus', { query: { id } });
  const { data } = await call(member, 'getAlarmDetail', { query: { alarmId: id }, language: 'en' });
  expect(data).toMatchObject({
    Id: id,
    StrategyName: 'Freezer temperature',
    ALARM_SETTING:
      'Above high-high limit −10.0 °C (urgent) or above high limit −15.0 °C (important); clears 1.0 °C inside',
    SuperUpperLimit: -10,
    UpperLimit: -15,
    LowerLimit: null,
    SuperLowerLimit: null,
    Value: -9,
    Level: 1,
  });
  expect(data.Journal.map(({ Kind, UserName }: { Kind: string; UserName: string | null }) => [Kind, UserName])).toEqual(
    [
      ['raised', null],
      ['severityChanged', null],
      ['acknowledged', '王强'],
    ],
  );
  expect(data.Notified).toMatchObject([
    { UserName: '王强', PushType: 0, SendEPOCH: noon, ReadEPOCH: noon + minute },
    { UserName: '王强', PushType: 2, SendEPOCH: noon + minute, ReadEPOCH: noon + minute },
  ]);
});

test('confirming is reading: one’s popup goes, one’s messages are no longer unread, those of others are', async () => {
  const colleague = await aMember(database.db, company, project, { nickname: '赵磊' });
  await measure(-12, noon);
  const id = await onlyAlarmId();
  clock.set(noon + minute);
  await call(member, 'updateStatus', { query: { id } });
  expect((await call(member, 'getAlarmPlayScreenPage')).data.TotalCount).toBe(0);
  const { data } = await call(colleague, 'getAlarmDetail', { query: { alarmId: id } });
  const read = new Map(
    data.Notified.map((push: { UserName: string; ReadEPOCH: number }) => [push.UserName, push.ReadEPOCH]),
  );
  expect([read.get('王强'), read.get('赵磊')]).toEqual([noon + minute, null]);
});

test('a popup says who has confirmed meanwhile, and when the alarm returned', async () => {
  const colleague = await aMember(database.db, company, project);
  await measure(-12, noon);
  const popup = async () => (await call(colleague, 'getAlarmPlayScreenPage')).data.Data[0];
  expect(await popup()).toMatchObject({ AckedName: null, AckedEpoch: null, ClearedEpoch: null });
  clock.set(noon + minute);
  await call(member, 'updateStatus', { query: { id: await onlyAlarmId() } });
  expect(await popup()).toMatchObject({ PushType: 0, AckedName: '王强', AckedEpoch: noon + minute });
  await measure(-18, noon + 2 * minute);
  expect(await popup()).toMatchObject({ PushType: 3, AlarmEpoch: noon, ClearedEpoch: noon + 2 * minute });
});

test('an alarm that became more severe is not confirmed by someone who saw the lesser one', async () => {
  await measure(-12, noon); // important
  const id = await onlyAlarmId();
  await measure(-9, noon + minute); // urgent
  const refused = await call(member, 'updateStatus', { query: { id, level: 2 }, language: 'en' });
  expect(refused).toMatchObject({
    code: 409,
    message: 'This alarm has become more severe: it is now urgent. Look at it again before you acknowledge.',
  });
  expect((await call(member, 'updateStatus', { query: { id, level: 2 } })).message).toBe(
    '报警已升级为“紧急”，请查看后再确认',
  );
  expect((await listed(member)).Data).toMatchObject([{ Status: 0, Level: 1 }]);
  expect((await call(member, 'updateStatus', { query: { id, level: 1 } })).data).toMatchObject({ Status: 1, Level: 1 });
});

test('an alarm that became urgent, fell and returned is not confirmed by someone who only ever saw it as important', async () => {
  await measure(-12, noon);
  const { Id: id, Level: level } = (await listed(member)).Data[0]!;
  await measure(-9, noon + minute);
  await measure(-12, noon + 2 * minute);
  await measure(-18, noon + 3 * minute);
  expect(await call(member, 'updateStatus', { query: { id, level }, language: 'en' })).toMatchObject({
    code: 409,
    message: expect.stringContaining('it is now urgent'),
  });
  expect((await call(member, 'updateStatus', { query: { id, level: 1 } })).code).toBe(200);
});

test('an alarm that became less severe can be confirmed by someone who saw the worse one', async () => {
  await measure(-9, noon);
  const id = await onlyAlarmId();
  await measure(-12, noon + minute);
  expect((await call(member, 'updateStatus', { query: { id, level: 1 } })).data).toMatchObject({ Status: 1, Level: 2 });
});

test('someone who may only look sees state and times, not who was told nor what staff wrote', async () => {
  const viewer = await aMember(database.db, company, project, { permissions: ['monitorView'] });
  await measure(-12, noon);
  const id = await onlyAlarmId();
  await call(member, 'updateStatus', { query: { id } });
  await call(member, 'upDetail', { body: { Id: id, FollowUp: 'observing', Comment: '客户正在卸货' } });
  const seen = await call(viewer, 'getAlarmDetail', { query: { alarmId: id } });
  expect(seen.data).toMatchObject({
    Status: 1,
    FollowUp: 'observing',
    Comment: null,
    CommentName: null,
    COMMENT_TIME: noon,
    AckedName: '王强',
    Notified: null,
    NotifiedCount: 2,
  });
  expect(seen.data.Journal.at(-1)).toMatchObject({ Kind: 'handled', At: noon, Text: '已处理', UserName: null });
  expect(JSON.stringify(seen)).not.toContain('卸货');
  const list = await call(viewer, 'getAlarmAct', { body: {} });
  expect(list.data.Data[0]).toMatchObject({ Comment: null, CommentName: null, FollowUp: 'observing' });
  const staff = await call(member, 'getAlarmDetail', { query: { alarmId: id } });
  expect(staff.data).toMatchObject({ Comment: '客户正在卸货', CommentName: '王强' });
  expect(staff.data.Notified.length).toBeGreaterThanOrEqual(2);
  expect(staff.data.Notified[0]).toMatchObject({ Channel: 'app', ChannelName: '弹窗', PushType: 0, Explain: '' });
});

test('another company sees nothing of it, not even a count, and its id is as good as missing', async () => {
  await measure(-12, noon);
  const id = await onlyAlarmId();
  const otherCompany = await aCompany(database.db);
  const stranger = await aMember(database.db, otherCompany, await aProject(database.db, otherCompany));
  expect(await listed(stranger)).toEqual({ Data: [], TotalCount: 0 });
  expect((await call(stranger, 'getAlarmOverNum')).data).toMatchObject({ Total: 0, Unconfirmed: 0 });
  expect((await call(stranger, 'getAlarmMessageByUserId')).data).toEqual({ Data: [], TotalCount: 0 });
  expect((await call(stranger, 'getAlarmPlayScreenPage')).data).toEqual({ Data: [], TotalCount: 0 });
  const missing = await call(stranger, 'getAlarmDetail', { query: { alarmId: id + 1000 } });
  expect(missing.code).toBe(404);
  expect(await call(stranger, 'getAlarmDetail', { query: { alarmId: id } })).toEqual(missing);
  expect(await call(stranger, 'updateStatus', { query: { id } })).toEqual(missing);
  expect((await call(stranger, 'upDetail', { body: { Id: id, FollowUp: 'observing' } })).code).toBe(404);
  expect((await call(stranger, 'getAlarmAct', { body: { ProjectId: project } })).code).toBe(403);
  expect((await call(stranger, 'getAlarmAct', { query: { companyId: company }, body: {} })).code).toBe(403);
  const nowhere = await aUser(database.db);
  expect((await call(nowhere, 'getAlarmOverNum')).data).toMatchObject({ Total: 0 });
  expect((await call(nowhere, 'getAlarmPlayScreenPage')).data).toEqual({ Data: [], TotalCount: 0 });
});

test('a point that somebody may not see is not named to them by the alarm of one that is compared with it', async () => {
  const { db } = database;
  const vault = await aDevice(db, project, { name: '金库' });
  const secret = await aPoint(db, gateway, { deviceId: vault, name: '密点', nameEn: 'Secret' });
  const apart: RuleDefinition = {
    ...{ kind: 'deviation', from: { pointId: secret }, direction: 'either', limit: 2, deadband: 0, severity: 1 },
    ...{ onDelaySeconds: 0, offDelaySeconds: 0 },
  };
  await aRule(db, strategy, apart, { points: [point] });
  await alarms.reload();
  const limited = await aMember(db, company, project);
  await limitMember(db, limited, project, { deviceIds: [device] });
  await measure(-30, noon, secret);
  await measure(-20, noon + 1);
  const id = await onlyAlarmId();
  const said = async (userId: number, language: 'zh' | 'en') => {
    const ask = async (name: Name, input: object = {}) => (await call(userId, name, { ...input, language })).data;
    return JSON.stringify([
      await ask('getAlarmDetail', { query: { alarmId: id } }),
      await ask('getAlarmSchedule', { body: { AlarmId: id } }),
      await ask('getAlarmAct', { body: {} }),
      await ask('getAlarmMessageByUserId'),
      await ask('getAlarmPlayScreenPage'),
    ]);
  };
  expect(await said(limited, 'zh')).toContain('比参照点高 10.0');
  expect(await said(limited, 'en')).toContain('above the reference point, more than 2.0');
  for (const language of ['zh', 'en'] as const) expect(await said(limited, language)).not.toMatch(/密点|Secret/);
  for (const Acontent of ['密点', 'Secret'])
    expect((await call(limited, 'getAlarmAct', { body: { Acontent } })).data.TotalCount).toBe(0);
  // The all-clear, too, and by each way.
  await measure(-29, noon + 2);
  expect(await said(limited, 'zh')).not.toContain('密点');
  const { rows } = await database.pool.query(
    'SELECT text_zh, text_en FROM alarm_announcement UNION SELECT text_zh, text_en FROM notification',
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toMatch(/密点|Secret/);
  // A reader who sees the point finds in the rule which one it is.
  const detail = await call(member, 'getAlarmDetail', { query: { alarmId: id }, language: 'en' });
  expect(detail.data.ALARM_SETTING).toContain('Secret');
});

test('a member sees only their own devices and levels, in every list, count and detail', async () => {
  await measure(-12, noon); // important, first freezer
  await measure(-9, noon, otherPoint); // urgent, second freezer
  const [firstFreezer, urgentOnly] = [
    await aMember(database.db, company, project),
    await aMember(database.db, company, project),
  ];
  await limitMember(database.db, firstFreezer, project, { deviceIds: [device] });
  await limitMember(database.db, urgentOnly, project, { alarmLevels: [1] });
  expect((await listed(member)).Data.map(({ Level }) => Level)).toEqual([1, 2]);
  expect((await listed(firstFreezer)).Data).toMatchObject([{ PointId: point }]);
  expect((await listed(urgentOnly)).Data).toMatchObject([{ PointId: otherPoint }]);
  expect((await call(firstFreezer, 'getAlarmOverNum')).data.Total).toBe(1);
  expect((await call(urgentOnly, 'getAlarmMessageByUserId')).data.TotalCount).toBe(1);
  const rows = await database.db.selectFrom('alarm').select(['id', 'point_id']).execute();
  const idOf = (pointId: number) => rows.find(({ point_id }) => point_id === pointId)!.id;
  expect((await call(firstFreezer, 'getAlarmDetail', { query: { alarmId: idOf(otherPoint) } })).code).toBe(404);
  expect((await call(urgentOnly, 'updateStatus', { query: { id: idOf(point) } })).code).toBe(404);
});

test('a recipient of an urgent alarm alone keeps it until it ends, also while it is less severe; a lost device takes it at once', async () => {
  const urgentOnly = await aMember(database.db, company, project);
  await limitMember(database.db, urgentOnly, project, { alarmLevels: [1] });
  await measure(-8, noon);
  await alarms.peopleTold();
  const id = await onlyAlarmId();
  const seen = async () => ({
    listed: (await listed(urgentOnly)).Data.map(({ Level }) => Level),
    counted: (await call(urgentOnly, 'getAlarmOverNum')).data.Total,
    popups: (await call(urgentOnly, 'getAlarmPlayScreenPage', { body: {} })).data.TotalCount,
    opened: (await call(urgentOnly, 'getAlarmDetail', { query: { alarmId: id } })).code,
  });
  expect(await seen()).toEqual({ listed: [1], counted: 1, popups: 1, opened: 200 });
  await measure(-12, noon + minute);
  expect(await seen()).toEqual({ listed: [2], counted: 1, popups: 1, opened: 200 });
  expect((await call(urgentOnly, 'updateStatus', { query: { id, level: 2 } })).data).toMatchObject({ Status: 1 });
  // An alarm that never was urgent is none of theirs.
  await measure(-12, noon + minute, otherPoint);
  expect((await seen()).listed).toEqual([2]);

  await database.db.deleteFrom('member_scope').where('user_id', '=', urgentOnly).execute();
  await limitMember(database.db, urgentOnly, project, { alarmLevels: [1], deviceIds: [otherDevice] });
  expect(await seen()).toEqual({ listed: [], counted: 0, popups: 0, opened: 404 });
});

test('the alarm of a shared point is for everybody who sees one of its devices: notified, listed, counted, opened and confirmed', async () => {
  await serve(database.db, point, otherDevice);
  const second = await aMember(database.db, company, project, { nickname: '赵磊' });
  await limitMember(database.db, second, project, { deviceIds: [otherDevice] });
  const neither = await aMember(database.db, company, project);
  await limitMember(database.db, neither, project, { deviceIds: [await aDevice(database.db, project)] });
  await measure(-12, noon);
  await alarms.repeatDue(noon + 5 * minute);

  expect((await call(second, 'getAlarmPlayScreenPage')).data).toMatchObject({
    TotalCount: 1,
    Data: [{ PushType: 1, ModelTreeId: otherDevice, ModelTreeName: '冷冻间2' }],
  });
  const messages = await call(second, 'getAlarmMessageByUserId');
  expect(messages.data).toMatchObject({ TotalCount: 1, Data: [{ MName: '冷冻间2' }] });
  // Under the name of a device that the reader sees.
  expect((await listed(second)).Data).toMatchObject([{ PointId: point, Mtid: otherDevice, MName: '冷冻间2' }]);
  expect((await listed(second, { Mtid: otherDevice, MtName: '冷冻间2', Acontent: '冷冻间2' })).TotalCount).toBe(1);
  expect((await listed(second, { MtName: '冷冻间1' })).TotalCount).toBe(0);
  expect((await listed(member, { Mtid: otherDevice })).Data).toMatchObject([{ Mtid: device, MName: '冷冻间1' }]);
  expect((await call(second, 'getAlarmOverNum')).data.Total).toBe(1);
  const id = await onlyAlarmId();
  const { data } = await call(second, 'getAlarmDetail', { query: { alarmId: id } });
  expect(data.Notified.map((push: { UserName: string }) => push.UserName)).toContain('赵磊');
  expect((await call(second, 'updateStatus', { query: { id } })).data).toMatchObject({ AckedName: '赵磊' });

  expect((await call(neither, 'getAlarmPlayScreenPage')).data.TotalCount).toBe(0);
  expect((await listed(neither)).TotalCount).toBe(0);
  expect((await call(neither, 'getAlarmDetail', { query: { alarmId: id } })).code).toBe(404);
});

test('a member without the right to see alarms reads no open one and no count of them', async () => {
  const powerless = await aMember(database.db, company, project, { permissions: [] });
  const handler = await aMember(database.db, company, project, { permissions: ['alarmHandle'] });
  await measure(-12, noon);
  for (const userId of [powerless, handler]) {
    expect((await call(userId, 'getAlarmMessageByUserId')).data).toEqual({ Data: [], TotalCount: 0 });
    expect((await call(userId, 'getAlarmOverNum')).data).toMatchObject({ Total: 0, Unconfirmed: 0 });
    expect((await call(userId, 'getAlarmOverNum', { body: { ProjectId: project } })).data.Total).toBe(0);
  }
});

test('a popup that waits disappears with the right to see it', async () => {
  await measure(-12, noon);
  expect((await call(member, 'getAlarmPlayScreenPage')).data.TotalCount).toBe(1);
  await limitMember(database.db, member, project, { deviceIds: [otherDevice] });
  expect((await call(member, 'getAlarmPlayScreenPage')).data).toEqual({ Data: [], TotalCount: 0 });
});

test('a popup stays until it is closed, one for each alarm however often it was repeated', async () => {
  const colleague = await aMember(database.db, company, project);
  await measure(-12, noon);
  await alarms.repeatDue(noon + 5 * minute);
  const { data } = await call(member, 'getAlarmPlayScreenPage', {
    body: { UserId: member, CompanyId: company },
    language: 'en',
  });
  expect(data).toMatchObject({
    TotalCount: 1,
    Data: [
      {
        ModelTreeName: 'Freezer 1',
        PushType: 1,
        AlarmClassName: 'Limit alarm',
        Level: 2,
        AlarmEpoch: noon,
        AlarmSetting: '−12.0 °C above high limit −15.0 °C',
      },
    ],
  });
  const pushId = data.Data[0].AlarmPushId;
  // Each tries to close the other's.
  const theirs = (await call(colleague, 'getAlarmPlayScreenPage')).data.Data[0].AlarmPushId;
  await call(colleague, 'readAlarmPlayScreen', { body: [pushId] });
  await call(member, 'readAlarmPlayScreen', { body: [theirs] });
  expect((await call(member, 'getAlarmPlayScreenPage')).data.TotalCount).toBe(1);
  expect((await call(colleague, 'getAlarmPlayScreenPage')).data.TotalCount).toBe(1);
  await call(member, 'readAlarmPlayScreen', { body: [pushId] });
  expect((await call(member, 'getAlarmPlayScreenPage')).data.TotalCount).toBe(0);
});

test("nobody reads another person's popups", async () => {
  const { code, message } = await call(member, 'getAlarmPlayScreenPage', {
    body: { UserId: 120 + member },
    language: 'en',
  });
  expect([code, message]).toEqual([403, 'You do not have permission for this. Ask your administrator.']);
});

test('the fixed user id 120 of old clients means nobody: everyone reads their own popups', async () => {
  await measure(-12, noon);
  const own = await call(member, 'getAlarmPlayScreenPage');
  expect(own.data.TotalCount).toBe(1);
  expect(await call(member, 'getAlarmPlayScreenPage', { body: { UserId: 120 } })).toEqual(own);
  const stranger = await aMember(database.db, company, await aProject(database.db, company));
  const theirs = await call(stranger, 'getAlarmPlayScreenPage', { body: { UserId: 120 } });
  expect(theirs.data).toEqual({ Data: [], TotalCount: 0 });
});

test('popups of a project whose service has ended are not shown', async () => {
  await measure(-12, noon);
  await database.db.updateTable('project').set({ service_end: '2026-09-30' }).where('id', '=', project).execute();
  expect((await call(member, 'getAlarmPlayScreenPage')).data).toEqual({ Data: [], TotalCount: 0 });
  expect((await listed(member)).TotalCount).toBe(1);
  const { data } = await call(member, 'getAlarmDetail', { query: { alarmId: await onlyAlarmId() } });
  expect(data.Value).toBeNull();
});

test('a clear popup replaces the call it answers', async () => {
  await measure(-12, noon);
  await measure(-18, noon + minute);
  const { data } = await call(member, 'getAlarmPlayScreenPage');
  expect(data.Data).toMatchObject([{ PushType: 3 }]);
  expect(data.Data[0].AlarmSetting).toContain('已恢复至');
});

test('without a wish of the reader: unconfirmed first, then the worst, then the newest', async () => {
  const third = await aPoint(database.db, gateway, { deviceId: device });
  const rule = await database.db.selectFrom('alarm_rule').select('id').executeTakeFirstOrThrow();
  await database.db
    .insertInto('alarm_rule_subject')
    .values({ rule_id: rule.id, subject_kind: 'point', subject_id: third })
    .execute();
  await alarms.reload();
  await measure(-12, noon);
  await measure(-9, noon + minute, otherPoint);
  await measure(-12, noon + 2 * minute, third);
  const order = async (body: object = {}) => (await listed(member, body)).Data.map(({ PointId }) => PointId);
  expect(await order()).toEqual([otherPoint, third, point]);
  expect(await order({ SortType: 'time', IsAsc: true })).toEqual([point, otherPoint, third]);
  expect(await order({ SortType: 'duration' })).toEqual([point, otherPoint, third]);
  expect(await order({ SortType: 'level' })).toEqual([otherPoint, third, point]);
  const worst = await database.db
    .selectFrom('alarm')
    .where('point_id', '=', otherPoint)
    .select('id')
    .executeTakeFirstOrThrow();
  await call(member, 'updateStatus', { query: { id: worst.id } });
  expect(await order()).toEqual([third, point, otherPoint]);
});

test('every filter narrows the list', async () => {
  await measure(-12, noon);
  await measure(-9, noon + minute, otherPoint);
  const points = async (body: object) => (await listed(member, body)).Data.map(({ PointId }) => PointId);
  expect(await points({ Level: [1] })).toEqual([otherPoint]);
  expect(await points({ Area: [area] })).toEqual([point]);
  expect(await points({ Area: [project] })).toEqual([otherPoint, point]);
  expect(await points({ MtName: 'FREEZER' })).toEqual([point]);
  expect(await points({ Mtid: otherDevice })).toEqual([otherPoint]);
  expect(await points({ Acontent: '上上限' })).toEqual([otherPoint]);
  expect(await points({ Acontent: '%' })).toEqual([]);
  expect(await points({ AlarmClass: ['noData'] })).toEqual([]);
  expect(await points({ IsAck: true })).toEqual([]);
  expect(await points({ Cstime: '2026-10-01 12:01', Cetime: '2026-10-01 12:01' })).toEqual([otherPoint]);
  expect(await points({ Cetime: '2026-10-01 12:00:59' })).toEqual([point]);
  const page = await listed(member, { PageIndex: 2, PageSize: 1 });
  expect([page.TotalCount, page.Data.length]).toEqual([2, 1]);
});

test('times of a filter are those of the project, else of the company', async () => {
  const berlin = await aProject(database.db, company, { timeZone: 'Europe/Berlin' });
  const berliner = await aPoint(database.db, await aGateway(database.db, berlin));
  await aRule(database.db, await aStrategy(database.db, berlin), highLimit, { points: [berliner] });
  await aMember(database.db, company, berlin, { userId: member });
  await alarms.reload();
  await measure(-12, noon, berliner); // 06:00 in Berlin
  const hour = (start: string) => ({ Cstime: `2026-10-01 ${start}:00`, Cetime: `2026-10-01 ${start}:59` });
  expect((await listed(member, { ProjectId: berlin, ...hour('06') })).TotalCount).toBe(1);
  expect((await listed(member, { ProjectId: berlin, ...hour('12') })).TotalCount).toBe(0);
  expect((await listed(member, hour('12'))).TotalCount).toBe(1);
});

test('a range beyond 31 days, or a day that does not exist, is refused', async () => {
  const ask = (body: object) => call(member, 'getAlarmAct', { body });
  expect((await ask({ Cstime: '2026-09-01 00:00', Cetime: '2026-10-02 00:00' })).code).toBe(200);
  expect(await ask({ Cstime: '2026-09-01 00:00', Cetime: '2026-10-02 00:01' })).toMatchObject({
    code: 400,
    message: '报警查询最多 31 天',
  });
  expect((await ask({ Cstime: '2026-08-01 00:00' })).code).toBe(400);
  for (const [from, to] of [
    ['Cstime', 'Cetime'],
    ['Bstime', 'Betime'],
  ] as const) {
    const reversed = await ask({ [from]: '2026-09-10 00:00', [to]: '2026-09-09 00:00' });
    expect(reversed).toMatchObject({
      code: 400,
      data: { Fields: [{ Field: to, Message: '结束时间须不早于开始时间' }] },
    });
    expect((await ask({ [from]: '2026-09-10 08:00:30', [to]: '2026-09-10T08:00' })).code).toBe(200);
  }
  expect((await ask({ Cstime: '2026-09-31 00:00' })).code).toBe(400);
});

test('the numbers of the header count current alarms by level', async () => {
  await measure(-12, noon);
  await measure(-9, noon + minute, otherPoint);
  await call(member, 'updateStatus', { query: { id: await onlyAlarmId() } });
  const { data } = await call(member, 'getAlarmOverNum', { body: { ProjectId: project } });
  expect(data).toMatchObject({ Total: 2, Unconfirmed: 1 });
  expect(data.Levels).toEqual([
    { Level: 1, Count: 1, Unconfirmed: 1, Returned: 0, OldestEPOCH: noon + minute },
    { Level: 2, Count: 1, Unconfirmed: 0, Returned: 0, OldestEPOCH: noon },
    { Level: 3, Count: 0, Unconfirmed: 0, Returned: 0, OldestEPOCH: null },
    { Level: 4, Count: 0, Unconfirmed: 0, Returned: 0, OldestEPOCH: null },
  ]);
});

test('the message centre shows current alarms, newest first, of the places asked for', async () => {
  await measure(-12, noon);
  await measure(-9, noon + minute, otherPoint);
  const all = await call(member, 'getAlarmMessageByUserId', { query: { pageSize: 99 }, language: 'en' });
  expect(all.data.Data.map(({ PointName }: { PointName: string }) => PointName)).toEqual(['库温2', 'Room temperature']);
  const one = await call(member, 'getAlarmMessageByUserId', { query: { subareaIdList: area } });
  expect(one.data).toMatchObject({
    TotalCount: 1,
    Data: [{ ProjectName: '东区冷库', ALARM_LEVEL: 2, MName: '冷冻间1' }],
  });
});

// What people hide

const steps = async (userId = member) => {
  await alarms.peopleTold();
  const rows = await database.db
    .selectFrom('notification')
    .where('user_id', '=', userId)
    .select('step')
    .orderBy('id')
    .execute();
  return rows.map(({ step }) => step.replace(/:\d+/g, ''));
};
const counted = async (userId = member) => (await call(userId, 'getAlarmOverNum', { body: {} })).data;
const shelve = (IdList: number[], Minutes = 60, userId = member) =>
  call(userId, 'shelveAlarm', { body: { IdList, Minutes, Reason: '换风扇' } });
const lookAt = async (at: number) => {
  clock.set(at);
  await alarms.lookAtShelves();
};

test('why an alarm is hidden and by whom is read by staff alone, wherever it is said', async () => {
  const viewer = await aMember(database.db, company, project, { permissions: ['monitorView'] });
  await measure(-12, noon);
  const id = await onlyAlarmId();
  clock.set(noon + 1);
  await shelve([id]);
  await measure(-18, noon + 2);
  const said = async (userId: number) => {
    const asked = { body: { ProjectId: project, PointId: point, Time: '2026-10-01 12:10' } };
    return {
      detail: (await call(userId, 'getAlarmDetail', { query: { alarmId: id } })).data,
      course: (await call(userId, 'getAlarmSchedule', { body: { AlarmId: id } })).data,
      list: (await call(userId, 'getAlarmClear', { body: {} })).data.Data[0].Hidden,
      why: (await call(userId, 'explainAlarm', asked)).data,
    };
  };
  const asStaff = await said(member);
  expect(asStaff.detail).toMatchObject({ Hidden: { Reason: '换风扇', UserName: '王强' } });
  expect(asStaff.detail.Journal.at(1)).toMatchObject({ Kind: 'hidden', UserName: '王强' });
  for (const each of Object.values(asStaff)) expect(JSON.stringify(each)).toContain('换风扇');
  const seen = await said(viewer);
  const until = noon + 60 * minute + 1;
  expect(seen.detail.Hidden).toMatchObject({ Kind: 'shelved', UntilEPOCH: until, Reason: null, UserName: null });
  expect(seen.detail.Journal.at(1)).toMatchObject({ Kind: 'hidden', At: noon + 1, Text: '已隐藏', UserName: null });
  for (const each of Object.values(seen)) expect(JSON.stringify(each)).not.toMatch(/换风扇|王强/);
  // Nor who ended it; that it is shown again, and why, is for everybody.
  await call(member, 'endAlarmShelf', { body: { ShelfIdList: [asStaff.detail.Hidden.ShelfId] } });
  expect((await said(viewer)).detail.Journal.at(-1)).toMatchObject({
    Kind: 'shown',
    Text: '已取消搁置',
    UserName: null,
  });
  expect((await said(member)).detail.Journal.at(-1)).toMatchObject({ Kind: 'shown', UserName: '王强' });
});

test('a shelved alarm is neither listed nor told, is counted apart, and is told once when its time is over', async () => {
  await measure(-12, noon);
  const id = await onlyAlarmId();
  clock.set(noon + 1);
  expect(await shelve([id])).toMatchObject({ code: 200, data: { Count: 1 } });
  expect((await listed(member)).TotalCount).toBe(0);
  expect(await counted()).toMatchObject({ Total: 0, Hidden: 1 });
  expect((await call(member, 'getAlarmPlayScreenPage', { body: {} })).data.TotalCount).toBe(0);
  const hidden = await call(member, 'getAlarmHidden', { body: {} });
  expect(hidden.data.Data).toMatchObject([
    { Id: id, Hidden: { Kind: 'shelved', Reason: '换风扇', UserName: '王强', UntilEPOCH: noon + 60 * minute + 1 } },
  ]);
  // It ends, which its recipients are told, and begins again: still the same shelved alarm.
  await measure(-18, noon + minute);
  await measure(-12, noon + 2 * minute);
  expect(await counted()).toMatchObject({ Total: 0, Hidden: 1 });
  await alarms.repeatDue(noon + 30 * minute);
  expect(await steps()).toEqual(['raised', 'returned']);

  // A restart in between.
  const restarted = openAlarms({ db: database.db, pool: database.pool, clock, log: silentLog, events });
  await restarted.start();
  clock.set(noon + 60 * minute);
  await restarted.lookAtShelves();
  expect(await counted()).toMatchObject({ Total: 0 });
  // What people saw of that half hour stays what it was, also when the second one comes to their eyes after it.
  const health = async () => {
    const body = { StartTime: '2026-10-01 12:00', EndTime: '2026-10-01 12:30', ProjectId: project };
    return (await call(member, 'getAlarmHealth', { body })).data;
  };
  expect(await health()).toMatchObject({ Total: 1, Hidden: 1 });
  clock.set(noon + 60 * minute + 1);
  await restarted.lookAtShelves();
  await restarted.lookAtShelves();
  await restarted.peopleTold();
  await restarted.stop();
  expect(await counted()).toMatchObject({ Total: 2, Hidden: 0 });
  expect(await health()).toMatchObject({ Total: 1, Hidden: 0 });
  expect(await steps()).toEqual(['raised', 'returned', 'shown']);
  const { rows } = await database.pool.query(
    `SELECT n.text_zh, n.text_en FROM notification n WHERE n.step LIKE 'shown%'`,
  );
  expect(rows[0]).toEqual({
    text_zh: '搁置到期，仍在报警：−12.0 °C，高于上限 −15.0 °C',
    text_en: 'The time it was shelved for is over; still active: −12.0 °C above high limit −15.0 °C',
  });
});

test('a door that holds a limit back says so in its own alarm, at the point beside it, and in an alarm that was on before', async () => {
  const door = await aPoint(database.db, gateway, { deviceId: device, name: '库门', nameEn: 'Door' });
  const { rule_id } = await database.db.selectFrom('alarm_rule_subject').select('rule_id').executeTakeFirstOrThrow();
  const gated = {
    ...highLimit,
    onlyWhile: [{ point: { pointId: door }, values: [0], settleSeconds: 600, maxHiddenSeconds: 2700 }],
  };
  await sql`UPDATE alarm_rule SET definition = ${JSON.stringify(gated)}::jsonb WHERE id = ${rule_id}`.execute(
    database.db,
  );
  const doors = await aStrategy(database.db, project, { name: '门未关', nameEn: 'Door open' });
  await aRule(
    database.db,
    doors,
    { ...highLimit, bands: { high: { limit: 0.5, severity: 3 } }, deadband: 0 },
    { points: [door] },
  );
  await alarms.reload();
  await measure(0, noon, door);
  await measure(-18, noon);
  await measure(1, noon + minute, door);
  const until = noon + 46 * minute;
  const rows = async (userId = member) =>
    (await listed(userId)).Data.map(({ PointId, HeldList }) => [PointId, HeldList]);
  const others = [{ Kind: 'other', Name: '库温', SinceEPOCH: noon + minute, UntilEPOCH: until }];
  expect(await rows()).toEqual([[door, others]]);
  expect(alarms.pendingOnPoint(point)).toEqual([
    {
      kind: 'limit',
      severity: 1,
      since: noon + minute,
      dueAt: null,
      heldBy: { zh: '库门', en: 'Door', until, isSettling: false },
    },
  ]);
  // A reader who does not see the level of a suppressed alarm does not hear of it.
  const limited = await aMember(database.db, company, project);
  await limitMember(database.db, limited, project, { deviceIds: [device], alarmLevels: [3] });
  expect(await rows(limited)).toEqual([[door, []]]);

  // Closed: it waits its ten minutes, then alarms; open again, an active alarm gets no worse.
  await measure(0, noon + 2 * minute, door);
  expect(alarms.pendingOnPoint(point)).toMatchObject([{ heldBy: { until: noon + 12 * minute, isSettling: true } }]);
  clock.set(noon + 13 * minute);
  await measure(-12, noon + 13 * minute);
  expect(alarms.pendingOnPoint(point)).toEqual([]);
  await measure(1, noon + 14 * minute, door);
  expect((await rows()).find(([id]) => id === point)![1]).toMatchObject([
    { Kind: 'by', Name: '库门', SinceEPOCH: noon + 14 * minute },
  ]);

  // Of a door on a device that not everybody beside it may see, the name is not told.
  await sql`UPDATE device_point SET device_id = ${otherDevice} WHERE point_id = ${door}`.execute(database.db);
  await alarms.reload();
  await measure(-12, noon + 15 * minute);
  const names = (await rows()).flatMap(([, held]) => (held as { Name: string }[]).map(({ Name }) => Name));
  // The alarm that it suppresses beside it now has its name.
  expect(names).toEqual(['另一点位', '库温2']);
});

test('what becomes more severe than it was shelved at shows at once', async () => {
  await measure(-12, noon);
  await shelve([await onlyAlarmId()]);
  await measure(-9, noon + minute);
  expect(await listed(member)).toMatchObject({ TotalCount: 1, Data: [{ Level: 1 }] });
  expect(await steps()).toEqual(['raised', 'severity']);

  // Less severe again it is hidden again; what people saw of it comes back with the end of the shelf, also when it is over.
  await measure(-12, noon + 2 * minute);
  expect(await listed(member)).toMatchObject({ TotalCount: 0 });
  await measure(-20, noon + 3 * minute);
  await measure(-20, noon + 6 * minute);
  clock.set(noon + 120 * minute);
  await alarms.lookAtShelves();
  expect(await listed(member)).toMatchObject({ TotalCount: 1, Data: [{ Active: false, Level: 1, LastLevel: 2 }] });
});

test('what people saw of an alarm comes back after its shelf, also when its gateway’s clock runs ahead', async () => {
  const at = noon + 10 * minute;
  await evaluateAlarms(alarms, database.pool, { now: noon, samples: [{ pointId: point, at, value: -12 }] });
  await shelve([await onlyAlarmId()]);
  await evaluateAlarms(alarms, database.pool, {
    now: noon + minute,
    samples: [{ pointId: point, at: at + minute, value: -18 }],
  });
  expect(await listed(member)).toMatchObject({ TotalCount: 0 });
  await lookAt(noon + 120 * minute);
  expect(await listed(member)).toMatchObject({ TotalCount: 1, Data: [{ Active: false, Status: 0 }] });
});

test('alarms that earlier versions hid are told apart by what is known of them: seen, or never seen', async () => {
  await measure(-12, noon);
  await shelve([await onlyAlarmId()]);
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('ALTER TABLE alarm DROP COLUMN never_shown');
    await client.query('CREATE INDEX IF NOT EXISTS alarm_hidden_now ON alarm (project_id)');
    const copy = async (name: string, hiddenSince: number, shownLate: number | null = null) => {
      const { rows } = await client.query(
        `INSERT INTO alarm (company_id, project_id, rule_id, rule_definition, subject_kind, subject_id, subject_name, kind, severity, worst_severity,
           raised_at, returned_at, sentence_zh, sentence_en, hidden_by, hidden_since, shown_late_at)
         SELECT company_id, project_id, rule_id, '{}', 'point', 0, $1, kind, 2, 2, $2, $2, '', '', CASE WHEN $4::timestamptz IS NULL THEN hidden_by END, $3, $4
         FROM alarm WHERE subject_id <> 0 RETURNING id`,
        [name, new Date(noon), new Date(hiddenSince), shownLate && new Date(shownLate)],
      );
      const journal = (kind: string, at: number) =>
        client.query(
          `INSERT INTO alarm_journal (alarm_id, at, kind, severity, text_zh, text_en) VALUES ($1, $2, $3, 2, '', '')`,
          [rows[0].id, new Date(at), kind],
        );
      const told = () =>
        client.query(
          `INSERT INTO notification (company_id, project_id, alarm_id, user_id, push_type, step, severity, text_zh, text_en, channel, created_at, state)
           SELECT company_id, project_id, $1, user_id, push_type, step, severity, text_zh, text_en, channel, $2, state
           FROM notification WHERE alarm_id <> $1 LIMIT 1`,
          [rows[0].id, new Date(noon)],
        );
      return { journal, told };
    };
    await copy('hidden when it was raised', noon);
    await copy('hidden when it was raised, by the clock of then', noon + 50);
    const fell = await copy('seen, and fell below its shelf', noon);
    await fell.told();
    await fell.journal('severityChanged', noon + minute);
    await (await copy('seen, and hidden later', noon + minute)).journal('hidden', noon + minute);
    await (await copy('seen, and wrongly first shown later', noon, noon + minute)).told();
    await copy('first shown later', noon, noon + minute);
    await client.query(readFileSync(new URL('../../migrations/0401_never_shown.sql', import.meta.url), 'utf8'));
    const { rows } = await client.query(
      `SELECT subject_name, never_shown, extract(epoch FROM hidden_since)::float8 * 1000 - $1 AS since, shown_late_at IS NOT NULL AS late
       FROM alarm WHERE subject_id = 0 ORDER BY id`,
      [noon],
    );
    expect(rows.map(Object.values)).toEqual([
      ['hidden when it was raised', true, 0, false],
      ['hidden when it was raised, by the clock of then', true, 50, false],
      ['seen, and fell below its shelf', false, minute, false],
      ['seen, and hidden later', false, minute, false],
      ['seen, and wrongly first shown later', false, 0, false],
      ['first shown later', false, 0, true],
    ]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test('shelving one side of a limit leaves the other side to tell', async () => {
  const third = await aPoint(database.db, gateway, { deviceId: device, name: '送风' });
  const bands = { ...highLimit.bands, low: { limit: -28, severity: 2 as const } };
  await aRule(database.db, strategy, { ...highLimit, bands }, { points: [third] });
  await alarms.reload();
  await measure(-12, noon, third);
  await shelve([await onlyAlarmId()]);
  await measure(-18, noon + minute, third);
  await measure(-30, noon + 2 * minute, third);
  const tooCold = await listed(member);
  expect(tooCold).toMatchObject({ TotalCount: 1, Data: [{ MaxValue: -30 }] });
  expect(await steps()).toEqual(['raised', 'returned', 'raised']);
  const { id } = await database.db.selectFrom('alarm').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(await shelve([id])).toMatchObject({ code: 200 });
  expect((await call(member, 'getAlarmShelfPage', { body: {} })).data.TotalCount).toBe(2);
});

test('when a shelf is over, only what is active and unconfirmed is repeated, and what was confirmed waits to be solved', async () => {
  await measure(-12, noon);
  await measure(-12, noon, otherPoint);
  const ids = (await database.db.selectFrom('alarm').select('id').orderBy('id').execute()).map((row) => row.id);
  await call(member, 'updateStatus', { query: { id: ids[0]! } });
  await call(member, 'updateStatus', { query: { id: ids[1]! } });
  clock.set(noon + minute);
  await shelve(ids);
  await measure(-18, noon + 30 * minute, otherPoint);
  const toSolve = async () => (await call(member, 'getAlarmPendingSolve', { body: {} })).data.TotalCount;
  expect(await toSolve()).toBe(0);
  await lookAt(noon + 61 * minute);
  expect(await toSolve()).toBe(2);
  await alarms.repeatDue(noon + 120 * minute);
  // One is over, the other is active; both were confirmed.
  expect(await steps()).toEqual(['raised', 'raised', 'returned']);
});

test('who does not see the level an alarm was shelved at neither reads of the shelf nor ends it', async () => {
  await measure(-5, noon);
  await shelve([await onlyAlarmId()]);
  const { data } = await call(member, 'getAlarmShelfPage', { body: {} });
  const ShelfIdList = [data.Data[0].ShelfId];
  const limited = await aMember(database.db, company, project);
  await limitMember(database.db, limited, project, { alarmLevels: [3, 4] });
  expect((await call(limited, 'getAlarmShelfPage', { body: {} })).data).toEqual({ Data: [], TotalCount: 0 });
  expect((await call(limited, 'endAlarmShelf', { body: { ShelfIdList } })).code).toBe(404);
  expect((await call(member, 'endAlarmShelf', { body: { ShelfIdList } })).code).toBe(200);
  await alarms.peopleTold();
});

test('unshelving shows it at once; each level has its longest time, and an ended or hidden alarm is not shelved', async () => {
  await measure(-12, noon);
  const id = await onlyAlarmId();
  expect(await shelve([id], 24 * 60 + 1)).toMatchObject({ code: 400, message: '“重要”报警最多搁置 24 小时' });
  expect(await shelve([id], 24 * 60)).toMatchObject({ code: 200 });
  expect(await shelve([id])).toMatchObject({ code: 409, message: '报警已隐藏：冷冻间1 · 库温' });
  const page = await call(member, 'getAlarmShelfPage', { body: {}, language: 'en' });
  expect(page.data.Data).toMatchObject([
    {
      Kind: 'shelved',
      Target: 'alarm',
      TargetName: 'Freezer 1 · Room temperature · Limit alarm, high',
      State: 'inForce',
      HiddenCount: 1,
      Level: 2,
    },
  ]);
  const ShelfIdList = [page.data.Data[0].ShelfId];
  expect(await call(member, 'endAlarmShelf', { body: { ShelfIdList } })).toMatchObject({ code: 200 });
  expect(await call(member, 'endAlarmShelf', { body: { ShelfIdList } })).toMatchObject({ code: 409 });
  expect(await listed(member)).toMatchObject({ TotalCount: 1 });
  expect(await steps()).toEqual(['raised', 'shown']);
  const course = await call(member, 'getAlarmSchedule', { body: { AlarmId: id } });
  expect(course.data.map((line: { EventName: string; Text: string; NotifiedCount: number }) => line)).toMatchObject([
    { Event: 'trigger', NotifiedCount: 1 },
    { Event: 'hidden', Text: '已搁置，至 2026-10-02 12:00：换风扇', UserName: '王强' },
    { Event: 'shown', Text: '已取消搁置', NotifiedCount: 1 },
  ]);
  await measure(-18, noon + minute);
  expect(await shelve([id])).toMatchObject({ code: 409, message: '报警已恢复，无需搁置：冷冻间1 · 库温' });
});

test('out of service hides a device until it is put back, and nothing that came and went meanwhile needs confirming', async () => {
  const body = { DeviceId: device, Reason: '冬季停用', ReviewDate: '2026-10-01' };
  expect(await call(member, 'setOutOfService', { body: { ...body, ReviewDate: '2026-09-30' } })).toMatchObject({
    code: 400,
  });
  const { data } = await call(member, 'setOutOfService', { body });
  expect(await call(member, 'setOutOfService', { body })).toMatchObject({ code: 409, message: '冷冻间1已退出服务' });
  await measure(-12, noon);
  await measure(-18, noon + minute);
  await measure(-12, noon + 2 * minute);
  await measure(-12, noon + 2 * minute, otherPoint);
  expect(await counted()).toMatchObject({ Total: 1, Hidden: 1 });
  await lookAt(noon + 300 * 24 * 60 * minute);
  expect(await counted()).toMatchObject({ Total: 1, Hidden: 1 });
  const page = await call(member, 'getAlarmShelfPage', { body: { KindList: ['outOfService'] } });
  expect(page.data.Data).toMatchObject([{ Target: 'device', Overdue: true, UntilEPOCH: null }]);
  await call(member, 'endAlarmShelf', { body: { ShelfIdList: [data.ShelfId] } });
  expect(await counted()).toMatchObject({ Total: 2, Hidden: 0 });
  expect(
    (await call(member, 'getAlarmClear', { body: { Cstime: '2026-10-01 00:00', Cetime: '2026-10-02 00:00' } })).data,
  ).toMatchObject({
    TotalCount: 1,
    Data: [{ Status: 0, Hidden: { Kind: 'outOfService' } }],
  });
});

test('a maintenance window repeats weekly across midnight by the clock of the project', async () => {
  // 2026-10-01 is a Thursday.
  const window = {
    ProjectId: project,
    AreaId: area,
    StartTime: '2026-10-01 00:00',
    EndTime: '2026-12-31 00:00',
    Reason: '除霜',
  };
  const Weekly = { Weekdays: [4], From: '22:00', Until: '06:00' };
  expect(await call(member, 'addMaintenanceWindow', { body: { ...window, Weekly } })).toMatchObject({ code: 200 });
  expect(
    await call(member, 'addMaintenanceWindow', { body: { ...window, EndTime: '2026-09-30 00:00' } }),
  ).toMatchObject({
    code: 400,
    message: '结束时间须晚于开始时间',
  });
  const hour = 60 * minute;
  await measure(-12, noon);
  await measure(-12, noon, otherPoint);
  const seen = async (at: number) => {
    await lookAt(at);
    const { Total, Hidden } = await counted();
    return [Total, Hidden];
  };
  expect(await seen(noon + 9 * hour)).toEqual([2, 0]);
  // Moved: an hour earlier, and back.
  const { id: ShelfId } = await database.db.selectFrom('alarm_shelf').select('id').executeTakeFirstOrThrow();
  const moved = (body: object) => call(member, 'updateMaintenanceWindow', { body: { ShelfId, ...body } });
  expect(await moved({ EndTime: '2026-09-30 00:00' })).toMatchObject({ code: 400, message: '结束时间须晚于开始时间' });
  expect(await moved({ Weekly: { ...Weekly, From: '21:00' } })).toMatchObject({ code: 200 });
  expect(await counted()).toMatchObject({ Total: 1, Hidden: 1 });
  expect(await moved({ Weekly })).toMatchObject({ code: 200 });
  expect(await counted()).toMatchObject({ Total: 2, Hidden: 0 });
  // A message about an alarm that is hidden again before it went out is dropped.
  await alarms.peopleTold();
  expect(await seen(noon + 10 * hour)).toEqual([1, 1]);
  expect(await seen(noon + 18 * hour - 1)).toEqual([1, 1]);
  expect(await seen(noon + 18 * hour)).toEqual([2, 0]);
  expect(await seen(noon + 34 * hour)).toEqual([2, 0]);
  expect(await seen(noon + (7 * 24 + 10) * hour)).toEqual([1, 1]);
  // An alarm that nobody confirms for a week is notified again, at any look of the watch.
  expect((await steps()).filter((step) => step !== 'repeat')).toEqual(['raised', 'raised', 'shown', 'shown']);
});

test('who sees some devices hides only those, and nobody hides or sees anything of another company', async () => {
  await measure(-12, noon);
  await measure(-12, noon, otherPoint);
  const ids = (await database.db.selectFrom('alarm').select('id').orderBy('id').execute()).map((row) => row.id);
  const limited = await aMember(database.db, company, project, { nickname: '李' });
  await limitMember(database.db, limited, project, { deviceIds: [device] });
  expect(await shelve([ids[1]!], 60, limited)).toMatchObject({ code: 404 });
  const outOf = (DeviceId: number, userId: number) =>
    call(userId, 'setOutOfService', { body: { DeviceId, Reason: 'x', ReviewDate: '2026-12-01' } });
  expect(await outOf(otherDevice, limited)).toMatchObject({ code: 404 });
  const window = { ProjectId: project, StartTime: '2026-10-01 00:00', EndTime: '2026-10-02 00:00', Reason: 'x' };
  expect(await call(limited, 'addMaintenanceWindow', { body: window })).toMatchObject({ code: 403 });
  await outOf(otherDevice, member);
  expect((await call(limited, 'getAlarmShelfPage', { body: {} })).data.TotalCount).toBe(0);
  expect(await counted(limited)).toMatchObject({ Total: 1, Hidden: 0 });
  expect(await counted()).toMatchObject({ Total: 1, Hidden: 1 });

  const others = await aCompany(database.db);
  const stranger = await aMember(database.db, others, await aProject(database.db, others));
  expect(await shelve([ids[0]!], 60, stranger)).toMatchObject({ code: 404 });
  expect((await call(stranger, 'getAlarmShelfPage', { body: {} })).data.TotalCount).toBe(0);
  const [shelf] = await database.db.selectFrom('alarm_shelf').select('id').execute();
  expect(await call(stranger, 'endAlarmShelf', { body: { ShelfIdList: [shelf!.id] } })).toMatchObject({ code: 404 });
});

// The lists

test('one that stood for longer than a list reaches back is listed when it ends, and found by its number', async () => {
  await measure(-12, noon);
  const later = noon + 40 * 24 * 60 * minute;
  await measure(-18, later);
  const found = async (name: Name, body: object = {}) => (await call(member, name, { body })).data.TotalCount;
  expect([await found('getAlarmClear'), await found('getAlarmPendingSolve')]).toEqual([1, 1]);
  clock.set(later + 40 * 24 * 60 * minute);
  expect([await found('getAlarmClear'), await found('getAlarmPendingSolve')]).toEqual([0, 0]);
  expect(await found('getAlarmClear', { Id: await onlyAlarmId() })).toBe(1);
});

test('past alarms are found by when they came and went, how long they lasted, and what people did about them', async () => {
  await measure(-12, noon);
  const id = await onlyAlarmId();
  clock.set(noon + 5 * minute);
  await call(member, 'updateStatus', { query: { id } });
  await call(member, 'addAlarmComment', { body: { Id: id, Comment: '已派人' } });
  clock.set(noon + 9 * minute);
  const FollowUp = 'observing';
  await call(member, 'upDetail', {
    body: { Id: id, FollowUp, Comment: '门没关', Measures: '关门', AnalysisResult: '门磁坏' },
  });
  await measure(-18, noon + 20 * minute);
  clock.set(noon + 60 * minute);
  const past = async (body: object, userId = member) =>
    (await call(userId, 'getAlarmClear', { body })).data as { TotalCount: number; Data: object[] };
  expect(await past({})).toMatchObject({
    TotalCount: 1,
    Data: [
      {
        Id: id,
        ResponseTime: 300,
        ContinuedTime: 1200,
        Comment: '门没关',
        Measures: '关门',
        AnalysisResult: '门磁坏',
        CommentName: '王强',
      },
    ],
  });
  const day = { Cstime: '2026-10-01 12:00', Cetime: '2026-10-01 12:00' };
  const finds = [
    day,
    { Id: id },
    { Bstime: '2026-10-01 12:20', Betime: '2026-10-01 12:20' },
    { DurationMin: 20, DurationMax: 20 },
    { ResponseMin: 5, ResponseMax: 5 },
    { FirstCommentMinutes: 5 },
    { IsComment: true },
    { commentUser: [member] },
    { confirmUser: [member] },
    { subareaList: [project] },
    { Area: [area] },
    { Type: 'point' },
    { IsRepair: false },
  ];
  const misses = [
    { Cstime: '2026-10-01 12:01' },
    { Id: id + 1 },
    { Bstime: '2026-10-01 12:21' },
    { DurationMin: 21 },
    { DurationMax: 19 },
    { ResponseMin: 6 },
    { FirstCommentMinutes: 4 },
    { IsComment: false },
    { commentUser: [member + 1] },
    { confirmUser: [member + 1] },
    { Child: [999] },
    { Type: 'gateway' },
    { IsRepair: true },
  ];
  for (const body of finds) expect([body, (await past(body)).TotalCount]).toEqual([body, 1]);
  for (const body of misses) expect([body, (await past(body)).TotalCount]).toEqual([body, 0]);
  const long = await call(member, 'getAlarmClear', {
    body: { Bstime: '2026-08-01 00:00', Betime: '2026-10-01 00:00' },
  });
  expect(long).toMatchObject({ code: 400, message: '报警查询最多 31 天' });

  // Who only looks reads neither the words nor who wrote them, and cannot ask for them either.
  const viewer = await aMember(database.db, company, project, { permissions: ['monitorView'] });
  expect(await past({}, viewer)).toMatchObject({
    Data: [{ Measures: null, Comment: null, COMMENT_TIME: noon + 9 * minute }],
  });
  expect((await past({ commentUser: [member] }, viewer)).TotalCount).toBe(0);
  const detail = await call(viewer, 'getAlarmDetail', { query: { alarmId: id } });
  expect(detail.data.Comments).toBeNull();
  expect(JSON.stringify(detail.data)).not.toMatch(/已派人|关门|门没关/);
  expect((await call(member, 'getAlarmDetail', { query: { alarmId: id } })).data.Comments).toEqual([
    { At: noon + 5 * minute, UserName: '王强', Text: '已派人' },
  ]);
});

test('an alarm that was urgent and fell stands as important while it is active, and as urgent once it is over', async () => {
  await measure(-12, noon);
  await measure(-8, noon + minute);
  await measure(-12, noon + 11 * minute);
  clock.set(noon + 12 * minute);
  const active = (await listed(member)).Data[0]!;
  expect(active).toMatchObject({ Level: 2, WorstLevel: 1, LastLevel: 2, Active: true });
  expect(await listed(member, { Level: [1] })).toMatchObject({ TotalCount: 0 });
  const levelsNow = async () =>
    (await call(member, 'getAlarmOverNum', { body: {} })).data.Levels.map(({ Count }: { Count: number }) => Count);
  expect(await levelsNow()).toEqual([0, 1, 0, 0]);

  await measure(-18, noon + 20 * minute);
  clock.set(noon + 21 * minute);
  const past = async (userId: number, body: object = {}) =>
    (await call(userId, 'getAlarmClear', { body: { ProjectId: project, ...body } })).data.Data;
  expect(await past(member)).toMatchObject([{ Id: active.Id, Level: 1, WorstLevel: 1, LastLevel: 2, Active: false }]);
  expect(await past(member, { Level: [1] })).toHaveLength(1);
  expect(await past(member, { Level: [2] })).toEqual([]);
  // Nobody has confirmed yet that it was urgent.
  expect(await listed(member)).toMatchObject({ Data: [{ Level: 1 }] });
  expect(await levelsNow()).toEqual([1, 0, 0, 0]);
  const period = { StartTime: '2026-10-01 00:00', EndTime: '2026-10-01 23:59', ProjectId: project };
  const health = (await call(member, 'getAlarmHealth', { body: period })).data;
  expect(health.LevelList.map(({ Count }: { Count: number }) => Count)).toEqual([1, 0, 0]);
  expect(health.BadActorList).toMatchObject([{ Level: 1 }]);
  expect((await call(member, 'getAlarmDetail', { query: { alarmId: active.Id } })).data).toMatchObject({
    Level: 1,
    LastLevel: 2,
  });
  const marks = await call(member, 'getAlarmsOfPoints', {
    body: { ProjectId: project, PointIdList: [point], StartTime: '2026-10-01 00:00', EndTime: '2026-10-01 23:59' },
  });
  expect(marks.data).toMatchObject([{ AlarmId: active.Id, Level: 1 }]);

  // A reader of the one or the other level was notified of it and finds it.
  for (const level of [1, 2]) {
    const limited = await aMember(database.db, company, project);
    await limitMember(database.db, limited, project, { alarmLevels: [level] });
    expect(await past(limited)).toHaveLength(1);
  }
  const mild = await aMember(database.db, company, project);
  await limitMember(database.db, mild, project, { alarmLevels: [3, 4] });
  expect(await past(mild)).toEqual([]);
});

test('a reader of a level that an alarm had only for a while keeps it, and hears what becomes of it and what is done to it', async () => {
  const limited = await aMember(database.db, company, project);
  await limitMember(database.db, limited, project, { alarmLevels: [2] });
  const mild = await aMember(database.db, company, project);
  await limitMember(database.db, mild, project, { alarmLevels: [3, 4] });
  const heard: unknown[] = [];
  events.on(heard, 'alarmChanged', ({ kind, levels }) => heard.push([kind, ...levels]));
  await measure(-12, noon);
  await measure(-5, noon + minute);
  expect((await listed(limited)).TotalCount).toBe(1);
  expect((await listed(mild)).TotalCount).toBe(0);
  await measure(-20, noon + 2 * minute);
  await alarms.peopleTold();
  const popups = await call(limited, 'getAlarmPlayScreenPage', { body: {} });
  expect(popups.data.Data).toMatchObject([{ PushType: 3, Level: 2 }]);
  for (const [userId, count] of [
    [limited, 1],
    [mild, 0],
  ] as const) {
    expect((await listed(userId)).TotalCount).toBe(count);
    const past = await call(userId, 'getAlarmClear', { body: { ProjectId: project } });
    expect(past.data.TotalCount).toBe(count);
  }
  await call(member, 'updateStatus', { query: { id: await onlyAlarmId() } });
  events.removeOwner(heard);
  expect(heard).toEqual([
    ['raised', 2],
    ['severityChanged', 1, 2],
    ['returnedToNormal', 1, 2],
    ['acknowledged', 1, 2],
  ]);
});

test('what people do to an alarm, and that it comes back, is heard by who sees its worst level and who sees its last', async () => {
  await measure(-5, noon);
  await measure(-12, noon + minute);
  const id = await onlyAlarmId();
  const seen: unknown[] = [];
  events.on(seen, 'alarmChanged', ({ kind, levels }) => seen.push([kind, ...levels]));
  await shelve([id]);
  await measure(-20, noon + 2 * minute);
  await lookAt(noon + 61 * minute);
  await call(member, 'updateStatus', { query: { id } });
  events.removeOwner(seen);
  expect(seen).toEqual([
    ['hidden', 1, 2],
    ['returnedToNormal', 1, 2],
    ['shown', 1, 2],
    ['acknowledged', 1, 2],
  ]);
});

test('what is tried on the past says as many messages as people would have got', async () => {
  const bands = { high: { limit: -15, severity: 4 as const }, highHigh: { limit: -10, severity: 1 as const } };
  // A record that becomes urgent, falls back after seven minutes and ends half an hour later; and one that stays a record.
  const values: [number, number][] = [
    ...([
      [0, -18],
      [1, -12],
      [2, -5],
      [9, -12],
      [40, -18],
    ] as [number, number][]),
    ...([
      [50, -12],
      [60, -18],
    ] as [number, number][]),
  ];
  for (const [at, value] of values) measured.push({ pointId: point, at: noon + at * minute, value });
  clock.set(noon + 70 * minute);
  const { code, data } = await call(member, 'backTestAlarmRules', {
    body: {
      ...{ ProjectId: project, PointIdList: [point], RepeatMinutes: 5, NotifyOnClear: true },
      VariantList: [{ RuleList: [{ ...highLimit, bands }] }],
    },
  });
  expect(code).toBe(200);
  // It became urgent, one reminder, it ended.
  expect(data.ResultList).toMatchObject([{ AlarmCount: 2, MessageCount: 3 }]);
});

test('what no form takes is not tried on the past; a stored condition with too long a window is tried as it runs', async () => {
  const rise = { kind: 'rateOfChange', direction: 'rise', limit: 3, windowSeconds: 365 * 86_400, severity: 2 } as const;
  const delays = { onDelaySeconds: 0, offDelaySeconds: 0 };
  for (const [at, value] of [
    [0, -18],
    [20 * 60, -17],
    [30 * 60, -14.5],
  ] as const)
    measured.push({ pointId: point, at: noon + at * minute, value });
  clock.set(noon + 31 * 60 * minute);
  const tried = (definition: object) =>
    call(member, 'backTestAlarmRules', {
      body: { ProjectId: project, PointIdList: [point], VariantList: [{ RuleList: [definition] }] } as never,
    });
  expect((await tried({ ...rise, ...delays })).data.ResultList).toMatchObject([{ AlarmCount: 0 }]);
  const hours = Array.from({ length: 51 }, (_, place) => ({
    ...{ days: [1], fromMinute: place, untilMinute: place + 1, endsNextDay: false },
  }));
  expect(await tried({ ...rise, ...delays, windowSeconds: 600, periods: hours })).toMatchObject({
    code: 400,
    message: '报警条件不完整或互相矛盾，请先改正再试算',
  });
});

test('before a policy is saved it says which alarms would continue, end and begin', async () => {
  const silent = await aPoint(database.db, gateway, { deviceId: device, name: '回风' });
  await database.db.deleteFrom('alarm_strategy').execute();
  strategy = await aStrategy(database.db, project, { name: '冷冻间超温' });
  const rule = await aRule(database.db, strategy, highLimit, { points: [point, otherPoint, silent] });
  await alarms.reload();
  await measure(-5, noon - 9 * 24 * 60 * minute, silent);
  await measure(-12, noon);
  await measure(-16, noon, otherPoint);
  const editor = await aMember(database.db, company, project, { permissions: ['alarmManage', 'alarmStrategyEdit'] });
  const tried = async (change: object, language: 'zh' | 'en' = 'zh') =>
    (await call(editor, 'previewAlarmStrategy', { body: { StrategyId: strategy, ...change }, language })).data;
  const limitAt = (limit: number, more: object = {}) => ({
    RuleList: [{ RuleId: rule, Definition: { ...highLimit, bands: { high: { limit, severity: 2 } }, ...more } }],
  });
  const nothing = { ContinueCount: 0, EndCount: 0, BeginCount: 0, UnknownCount: 0, NotJudgedCount: 0, PointList: [] };
  // Nothing changes: two stand, one of which has said nothing for nine days.
  expect(await tried({})).toEqual({ ...nothing, ContinueCount: 2 });
  expect(await tried(limitAt(-17))).toEqual({
    ...nothing,
    ...{ ContinueCount: 1, BeginCount: 1, UnknownCount: 1, PointList: [{ PointId: otherPoint, Outcome: 'begins' }] },
  });
  expect(await tried(limitAt(-10))).toMatchObject({ EndCount: 1, PointList: [{ PointId: point, Outcome: 'ends' }] });
  expect(await tried({ Enabled: false })).toMatchObject({ ContinueCount: 0, EndCount: 2 });
  expect(await tried({ RemovePointIdList: [point] })).toMatchObject({ ContinueCount: 1, EndCount: 1 });
  expect(
    await tried({
      RemoveRuleIdList: [rule],
      RuleList: limitAt(-17).RuleList.map(({ Definition }) => ({ Definition })),
    }),
  ).toMatchObject({
    ...{ ContinueCount: 0, EndCount: 2, BeginCount: 2 },
  });
  // A reader without the right to edit is told nothing of edits.
  expect(await call(member, 'previewAlarmStrategy', { body: { StrategyId: strategy } })).toMatchObject({ code: 403 });
});

test('a trial of the past uses the line as it was: live it vouches for a value until the next, down it does not', async () => {
  measured.push(
    { pointId: point, at: noon - 10 * minute, value: -18 },
    { pointId: point, at: noon, value: -12 },
    { pointId: point, at: noon + 90 * minute, value: -18 },
  );
  clock.set(noon + 100 * minute);
  const alarmsFound = async () => {
    const VariantList = [{ RuleList: [{ ...highLimit, onDelaySeconds: 1800 }] }];
    const body = { ProjectId: project, PointIdList: [point], VariantList, RepeatMinutes: null, NotifyOnClear: false };
    return (await call(member, 'backTestAlarmRules', { body })).data.ResultList[0].AlarmCount;
  };
  expect(await alarmsFound()).toBe(1);
  const line = (at: number, kind: 'up' | 'down') => ({ gateway_id: gateway, at: new Date(at), kind });
  await database.db
    .insertInto('gateway_event')
    .values([line(noon + 5 * minute, 'down'), line(noon + 85 * minute, 'up')])
    .execute();
  expect(await alarmsFound()).toBe(0);
});

test('a trial proposes only what alarms less than the conditions as they are set, and never less delay than they have', async () => {
  /** Two hours each: warm for so many minutes, then cold. */
  const excursions = (...lengths: number[]) => {
    measured.length = 0;
    for (const [place, length] of lengths.entries())
      for (let m = 0; m < 120; m++)
        measured.push({
          pointId: point,
          at: noon + (place * 120 + m) * minute,
          value: (m < length ? -12 : -20) + (m % 2) / 10,
        });
    clock.set(noon + lengths.length * 120 * minute);
  };
  const tried = async (onDelaySeconds: number) => {
    const rule = { ...highLimit, deadband: 1, onDelaySeconds, offDelaySeconds: 600 };
    const { code, data } = await call(member, 'backTestAlarmRules', {
      body: { ProjectId: project, PointIdList: [point], VariantList: [{ RuleList: [rule] }], Propose: true },
    });
    expect(code).toBe(200);
    return data;
  };
  const proposed = ({ ResultList }: { ResultList: { Kind: string; AlarmCount: number; RuleList: unknown[] }[] }) =>
    ResultList.filter(({ Kind }) => Kind !== 'given');

  // One excursion of twenty minutes may well be a real one.
  excursions(0, 20);
  expect(await tried(0)).toMatchObject({ NoProposal: 'tooFew', ResultList: [{ Kind: 'given', AlarmCount: 1 }] });
  excursions(0, 0, 0, 0, 0, 0);
  expect(await tried(1800)).toMatchObject({ NoProposal: 'tooFew', ResultList: [{ Kind: 'given', AlarmCount: 0 }] });
  // All of them last: no delay takes one away, and a shorter one is no improvement.
  excursions(50, 50, 50, 50, 50, 50);
  expect(await tried(1200)).toMatchObject({ NoProposal: 'noneCalmer', ResultList: [{ Kind: 'given', AlarmCount: 6 }] });
  // What passes goes, what lasts stays; the longer delay of the way back is kept.
  excursions(8, 8, 8, 8, 8, 50);
  const found = await tried(300);
  expect(found).toMatchObject({ NoProposal: null, ResultList: [{ Kind: 'given', AlarmCount: 6 }, { AlarmCount: 1 }] });
  for (const { RuleList } of proposed(found))
    expect(RuleList).toMatchObject([{ onDelaySeconds: 600, offDelaySeconds: 600 }]);
});

test('several are confirmed and handled together or not at all, and never one that was done before', async () => {
  await measure(-12, noon);
  await measure(-12, noon, otherPoint);
  const [first, second] = (await database.db.selectFrom('alarm').select('id').orderBy('point_id').execute()).map(
    (row) => row.id,
  ) as [number, number];
  await call(member, 'updateStatus', { query: { id: first } });
  const both = { AlarmList: [first, second].map((Id) => ({ Id, Level: 2 })) };
  expect(await call(member, 'batchConfirmAlarm', { body: both })).toMatchObject({
    code: 409,
    message: '请勿选择已处理的报警：冷冻间1 · 库温',
  });
  expect((await listed(member, {}, 1)).TotalCount).toBe(1);
  const handling = { FollowUp: 'noProcessingRequired' };
  const handleBoth = () => call(member, 'batchHandleAlarm', { body: { IdList: [first, second], ...handling } });
  expect(await handleBoth()).toMatchObject({ code: 409, message: '请先确认报警：冷冻间2 · 库温2' });
  expect(await call(member, 'batchConfirmAlarm', { body: { AlarmList: [{ Id: second, Level: 2 }] } })).toMatchObject({
    data: { Count: 1 },
  });
  expect((await call(member, 'getAlarmPendingSolve', { body: {} })).data.TotalCount).toBe(2);
  expect(await handleBoth()).toMatchObject({ code: 200, data: { Count: 2 } });
  expect(await handleBoth()).toMatchObject({ code: 409 });
  expect((await call(member, 'getAlarmPendingSolve', { body: {} })).data.TotalCount).toBe(0);
});

test('the health of the alarms counts what the caller may see, names the worst and says what it left out', async () => {
  const { rule_id } = await database.db.selectFrom('alarm_rule_subject').select('rule_id').executeTakeFirstOrThrow();
  const insert = (pointId: number, deviceId: number, severity: number, count: number, every: string, lasting: string) =>
    sql`
    INSERT INTO alarm (company_id, project_id, strategy_id, rule_id, rule_definition, subject_kind, subject_id, point_id, device_id, subject_name,
      device_name, kind, severity, worst_severity, raised_at, returned_at, acknowledged_at, sentence_zh, sentence_en)
    SELECT ${company}, ${project}, ${strategy}, ${rule_id}, '{}', 'point', ${pointId}, ${pointId}, ${deviceId}, '库温', '冷冻间',
      'limit', ${severity}, ${severity}, at, at + ${lasting}::interval, at + interval '20 minutes', '高', 'high'
    FROM (SELECT to_timestamp(${(noon - 1440 * minute) / 1000}) + n * ${every}::interval AS at FROM generate_series(0, ${count - 1}) n) x`.execute(
      database.db,
    );
  // Chatters for a quarter of an hour; the other comes each two hours and stays; one is for the record only.
  await insert(point, device, 2, 30, '30 seconds', '10 seconds');
  await insert(otherPoint, otherDevice, 1, 10, '2 hours', '50 minutes');
  await insert(otherPoint, otherDevice, 4, 3, '1 hour', '1 minute');
  await measure(-12, noon - 40 * 60 * minute);
  clock.set(noon);

  const health = async (userId: number, body: object = {}) => {
    const range = { StartTime: '2026-09-30 12:00', EndTime: '2026-10-01 12:00', ProjectId: project };
    const { code, data } = await call(userId, 'getAlarmHealth', { body: { ...range, ...body } });
    expect(code).toBe(200);
    return data;
  };
  const all = await health(member);
  expect(all).toMatchObject({ Total: 40, PreviousTotal: 1, Recorded: 3, Hidden: 0, PerDay: 40, FloodCount: 1 });
  expect(all.FloodList).toMatchObject([{ From: noon - 1440 * minute, Count: 31, Peak: 21 }]);
  expect(all.LevelList.map(({ Percent }: { Percent: number }) => Percent)).toEqual([25, 75, 0]);
  expect(all.DurationList.map(({ Count }: { Count: number }) => Count)).toEqual([0, 10, 0, 0, 30]);
  expect(all.ResponseList.map(({ Count }: { Count: number }) => Count)).toEqual([0, 0, 0, 40, 0]);
  expect(all).toMatchObject({ MedianResponseSeconds: 1200, ChatteringCount: 1, StandingCount: 1, TopTenPercent: 100 });
  expect(all.BadActorList).toMatchObject([
    { PointId: point, Count: 30, Percent: 75, Chattering: 30, StrategyId: strategy, Definition: { kind: 'limit' } },
    { PointId: otherPoint, Count: 10, Chattering: 0, MedianSeconds: 3000, HasOwnLimits: false },
  ]);
  expect(all.DayList).toEqual([
    { Day: '2026-09-30', Urgent: 6, Important: 30, General: 0 },
    { Day: '2026-10-01', Urgent: 4, Important: 0, General: 0 },
  ]);
  expect(await health(member, { ProjectId: undefined, Operators: 4 })).toMatchObject({
    FloodCount: 0,
    PerDay: 10,
    ProjectList: [{ ProjectId: project, Count: 40, PreviousCount: 1, Urgent: 10, Standing: 1 }],
  });

  // One device, and not its own level: neither is in any figure.
  const limited = await aMember(database.db, company, project);
  await limitMember(database.db, limited, project, { deviceIds: [otherDevice], alarmLevels: [1] });
  expect(await health(limited)).toMatchObject({ Total: 10, Recorded: 0, StandingCount: 0, ChatteringCount: 0 });
  const viewer = await aMember(database.db, company, project, { permissions: ['monitorView'] });
  expect(
    await call(viewer, 'getAlarmHealth', { body: { StartTime: '2026-10-01 00:00', EndTime: '2026-10-01 12:00' } }),
  ).toMatchObject({ code: 403 });
  const stranger = await aMember(database.db, await aCompany(database.db), -1, { permissions: ['companyAnalysis'] });
  expect(await health(stranger, { ProjectId: undefined })).toMatchObject({
    Total: 0,
    BadActorList: [],
    StandingCount: 0,
  });
});

test('sources that differ only in their condition, or in the line they hang on, are told apart; from few alarms nothing is proposed', async () => {
  const lost: RuleDefinition = { kind: 'communicationLoss', severity: 2, onDelaySeconds: 60, offDelaySeconds: 0 };
  const gateways = [gateway, await aGateway(database.db, project)];
  const lines = await aRule(database.db, strategy, lost, { gateways });
  const other = await aRule(
    database.db,
    strategy,
    { ...highLimit, bands: { high: { limit: -5, severity: 2 } } },
    { points: [point] },
  );
  const first = await database.db
    .selectFrom('alarm_rule_subject')
    .select('rule_id')
    .orderBy('rule_id')
    .executeTakeFirstOrThrow();
  const insert = (ruleId: number, type: string, id: number, kind: string, count: number) =>
    sql`
    INSERT INTO alarm (company_id, project_id, strategy_id, rule_id, rule_definition, subject_kind, subject_id, point_id, device_id, subject_name,
      device_name, kind, severity, worst_severity, raised_at, returned_at, sentence_zh, sentence_en, unit)
    SELECT ${company}, ${project}, ${strategy}, ${ruleId}, '{}', ${type}, ${id}, CASE ${type} WHEN 'point' THEN ${point}::int END,
      CASE ${type} WHEN 'point' THEN ${device}::int END, '一号', '', ${kind}, 2, 2, at, at + interval '1 minute', '', '', '°C'
    FROM (SELECT to_timestamp(${(noon - 1440 * minute) / 1000}) + n * interval '1 hour' AS at FROM generate_series(1, ${count}::int) n) x`.execute(
      database.db,
    );
  await insert(lines, 'gateway', gateways[0]!, 'communicationLoss', 6);
  await insert(first.rule_id, 'point', point, 'limit', 3);
  await insert(other, 'point', point, 'limit', 2);
  await insert(lines, 'gateway', gateways[1]!, 'communicationLoss', 1);
  const body = { StartTime: '2026-09-30 12:00', EndTime: '2026-10-01 12:00', ProjectId: project };
  const { data } = await call(member, 'getAlarmHealth', { body, language: 'en' });
  expect(data.BadActorList).toMatchObject([
    { Type: 'gateway', SourceId: gateways[0], Count: 6, LineDelay: { Seconds: expect.any(Number), Count: 0 } },
    { SourceId: point, RuleId: first.rule_id, ALARM_SETTING: expect.stringContaining('high limit −15.0 °C') },
    { SourceId: point, RuleId: other, ALARM_SETTING: expect.stringContaining('high limit −5.0 °C') },
    { Type: 'gateway', SourceId: gateways[1], Count: 1, LineDelay: null },
  ]);
});

test('alarms that stood at the end of a past period are those that were not hidden then', async () => {
  const day = 1440 * minute;
  const standing = async (at: number) => {
    const local = (epoch: number) => new Date(epoch + 480 * minute).toISOString().slice(0, 16).replace('T', ' ');
    const body = { StartTime: local(at - day), EndTime: local(at - minute), ProjectId: project };
    return (await call(member, 'getAlarmHealth', { body })).data.StandingCount;
  };
  await measure(-12, noon);
  const out = async (at: number) => {
    clock.set(at);
    const body = { DeviceId: device, Reason: '大修', ReviewDate: '2026-12-01' };
    return (await call(member, 'setOutOfService', { body })).data.ShelfId;
  };
  const back = async (ShelfId: number, at: number) => {
    clock.set(at);
    await call(member, 'endAlarmShelf', { body: { ShelfIdList: [ShelfId] } });
  };
  await back(await out(noon + 3 * day), noon + 5 * day);
  const again = await out(noon + 7 * day);
  clock.set(noon + 9 * day);
  const days = [2, 4, 6, 8];
  const found = [];
  for (const each of days) found.push(await standing(noon + each * day));
  expect(found).toEqual([1, 0, 1, 0]);
  await back(again, noon + 9 * day);
  const later = [];
  for (const each of days) later.push(await standing(noon + each * day));
  expect(later).toEqual(found);
});

test('an alarm that is hidden or shown because its severity changed says so in what happened', async () => {
  await measure(-12, noon);
  const id = await onlyAlarmId();
  await shelve([id]);
  await measure(-9, noon + minute);
  await measure(-12, noon + 2 * minute);
  const { data } = await call(member, 'getAlarmDetail', { query: { alarmId: id }, language: 'en' });
  const turns = data.Journal.filter(({ Kind }: { Kind: string }) => Kind === 'hidden' || Kind === 'shown');
  expect(turns).toMatchObject([
    { Kind: 'hidden', UserName: '王强' },
    { Kind: 'shown', Text: 'More severe than it was shelved at: shown again', At: noon + minute },
    { Kind: 'hidden', Text: expect.stringContaining('Shelved until'), At: noon + 2 * minute },
  ]);
});

test('why a point did, or did not, alarm is told from what the engine sees on its history', async () => {
  const patient = await aStrategy(database.db, project, { name: '耐心的策略', nameEn: 'A patient one' });
  await aRule(database.db, patient, { ...highLimit, onDelaySeconds: 600 }, { points: [point] });
  await sql`UPDATE alarm_strategy SET created_at = ${new Date(noon - 1440 * minute)}, changed_at = ${new Date(noon - 1440 * minute)}`.execute(
    database.db,
  );
  await alarms.reload();
  for (let m = 0; m <= 20; m++) await measure(m >= 5 && m < 10 ? -12.5 : -18, noon + m * minute);

  const why = async (userId: number, time: string, language: 'zh' | 'en' = 'en') => {
    const body = { ProjectId: project, PointId: point, Time: `2026-10-01 ${time}` };
    return call(userId, 'explainAlarm', { body, language });
  };
  const reply = await why(member, '12:07:30');
  expect(reply).toMatchObject({ code: 200 });
  const during = reply.data;
  expect(during).toMatchObject({ PointName: 'Room temperature', MName: 'Freezer 1' });
  expect(during.TextList).toEqual(['The value was −12.5 °C (measured at 12:07:00, good)']);
  const [atOnce, delayed] = during.RuleList;
  expect(atOnce).toMatchObject({
    Verdict: 'alarming',
    StrategyName: 'Freezer temperature',
    AlarmId: await onlyAlarmId(),
  });
  expect(atOnce.TextList.join(' | ')).toContain('In alarm since 12:05:00');
  expect(delayed).toMatchObject({ Verdict: 'pending', AlarmId: null });
  expect(delayed.TextList).toEqual([
    'Limits in force: high-high limit −10.0 °C, high limit −15.0 °C',
    'Beyond the high limit since 12:05:00',
    '2 min 30 s of its delay of 10 min had passed, so it had not alarmed yet',
    'It was to alarm at 12:15:00 unless it went back',
    'Nor did it alarm in the 12 min 30 s after',
  ]);
  expect((await why(member, '12:07:30', 'zh')).data.RuleList[1].TextList[2]).toBe(
    '延时 10 分钟已过 2 分钟 30 秒，因此当时还没有报警',
  );
  expect((await why(member, '12:03')).data.RuleList[0]).toMatchObject({ Verdict: 'normal', AlarmId: null });
  expect((await why(member, '12:03')).data.RuleList[0].TextList.at(-1)).toBe(
    'It alarmed later, at 12:05:00 (important)',
  );

  // Closed after ten minutes, and out of service.
  await sql`UPDATE alarm_strategy SET enabled = false WHERE id = ${patient}`.execute(database.db);
  await keepRuleVersions(system, database.db, [patient], new Date(noon + 10 * minute));
  await sql`
    INSERT INTO alarm_shelf (company_id, project_id, kind, device_id, reason, from_at, created_by, created_at)
    VALUES (${company}, ${project}, 'outOfService', ${device}, '大修', ${new Date(noon)}, ${member}, ${new Date(noon)})`.execute(
    database.db,
  );
  const closed = (await why(member, '12:07:30')).data;
  expect(closed.RuleList[1]).toMatchObject({ Verdict: 'pending', ByPresentRule: false });
  expect((await why(member, '12:11')).data.RuleList[1]).toMatchObject({ Verdict: 'closed' });
  expect(closed.TextList[1]).toBe(
    'Out of service then (alarms): judged as ever, but neither shown nor announced, 王强, 大修',
  );

  // A level that this reader does not see is not mentioned; another device, and another company, are not there.
  const limited = await aMember(database.db, company, project, { permissions: ['monitorView'] });
  await limitMember(database.db, limited, project, { deviceIds: [device], alarmLevels: [1] });
  const told = (await why(limited, '12:07:30')).data;
  expect(told.RuleList[0]).toMatchObject({ Verdict: 'notYours', AlarmId: null });
  expect(told.TextList[1]).not.toContain('大修');
  const blind = await aMember(database.db, company, project);
  await limitMember(database.db, blind, project, { deviceIds: [otherDevice] });
  expect((await why(blind, '12:07:30')).code).toBe(404);
  expect((await why(await aMember(database.db, await aCompany(database.db), -1), '12:07:30')).code).not.toBe(200);
});

test('why tells no start that is only where it begins to look, and nothing of a policy before it was made', async () => {
  const dated = async (id: number, created: number, changed = created) => {
    await sql`UPDATE alarm_strategy SET created_at = ${new Date(created)}, changed_at = ${new Date(changed)} WHERE id = ${id}`.execute(
      database.db,
    );
    await sql`UPDATE alarm_rule_version SET valid_from = ${new Date(changed)} WHERE strategy_id = ${id}`.execute(
      database.db,
    );
  };
  const day = 1440 * minute;
  const old = await aStrategy(database.db, project, { name: '早有的策略', nameEn: 'Made long ago' });
  await aRule(database.db, old, highLimit, { points: [point] });
  await dated(old, noon - 30 * day);
  await sql`UPDATE alarm_strategy SET enabled = false WHERE id = ${old}`.execute(database.db);
  for (let m = 0; m <= 10; m++) await measure(-12.5, noon + m * minute);
  const late = await aStrategy(database.db, project, { name: '新策略', nameEn: 'Made late' });
  await aRule(database.db, late, { ...highLimit, onDelaySeconds: 120 }, { points: [point] });
  await dated(late, noon + 10.5 * minute);
  await alarms.reload();
  for (let m = 11; m <= 20; m++) await measure(-12.5, noon + m * minute);

  const ruleOf = async (time: string, name: string, language: 'zh' | 'en' = 'en') => {
    const body = { ProjectId: project, PointId: point, Time: time };
    const { data } = await call(member, 'explainAlarm', { body, language });
    return data.RuleList.find(({ StrategyName }: { StrategyName: string }) => StrategyName === name);
  };
  // It counts from when it was made, however long the value had been over by then.
  const waiting = await ruleOf('2026-10-01 12:12:00', 'Made late');
  expect(waiting).toMatchObject({ Verdict: 'pending', ByPresentRule: false });
  expect(waiting.TextList).toEqual(
    expect.arrayContaining(['The policy was made at 12:10:30', 'Beyond the high limit since 12:10:30']),
  );
  const on = await ruleOf('2026-10-01 12:15:00', 'Made late');
  expect(on).toMatchObject({ Verdict: 'alarming', AlarmId: expect.any(Number) });
  expect(on.TextList).toEqual(
    expect.arrayContaining(['In alarm since 12:13:00', expect.stringContaining('On record: since 12:13:00')]),
  );
  const before = await ruleOf('2026-10-01 12:05:00', 'Made late');
  expect(before).toMatchObject({ Verdict: 'notYet', ByPresentRule: true, AlarmId: null });
  expect(before.TextList.join(' | ')).not.toMatch(/in force|since|alarmed later/);
  expect(before.TextList).toContain('Its present limits: high-high limit −10.0 °C, high limit −15.0 °C');

  // Changed since: the answer uses the present rule.
  await dated(late, noon - day, noon + 18 * minute);
  await sql`DELETE FROM alarm WHERE strategy_id = ${late}`.execute(database.db);
  const changed = await ruleOf('2026-10-01 12:15:00', 'Made late');
  expect(changed).toMatchObject({ ByPresentRule: true });
  expect(changed.TextList.join(' | ')).not.toContain('in force');

  // Deleted since, it keeps its name.
  await database.db.deleteFrom('alarm_strategy').where('name_en', '=', 'Freezer temperature').execute();
  const gone = await ruleOf('2026-10-01 12:05:00', 'Freezer temperature');
  expect(gone).toMatchObject({ StrategyDeleted: true, Verdict: 'alarming' });
  expect(gone.TextList).toContain('In alarm since 12:00:00');

  // Where looking begins in the middle of it, that is no beginning.
  await sql`DELETE FROM alarm`.execute(database.db);
  await measure(-12.5, noon + day);
  await measure(-12.5, noon + day + minute);
  const edge = await ruleOf('2026-10-02 12:01:30', 'Made long ago');
  expect(edge.TextList.join(' | ')).toContain('or before');
});
