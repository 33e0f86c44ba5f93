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
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type Caller, createAuthorize } from '../access/index.ts';
import {
  type AlarmService,
  alarmHandlers,
  alarmHealthHandlers,
  backTestHandlers,
  openAlarms,
  whyHandlers,
} from '../alarms/index.ts';
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
import { type TestDatabase, testDatabase } from './database.ts';
import { evaluateAlarms } from './evaluateAlarms.ts';
import { aCompany, aDevice, aGateway, aMember, anArea, aPoint, aProject, aRule, aStrategy } from './factories.ts';
import { watchedTurns } from './watchedTurns.ts';

/**
 * A running alarm service behind its calls, with a project of two freezers, made anew before each test of the file that imports it.
 * What is exported by `let` is that of the present test.
 */
export const minute = 60_000;
export const noon = Date.UTC(2026, 9, 1, 4); // 2026-10-01 12:00 in Shanghai

export const highLimit: Extract<RuleDefinition, { kind: 'limit' }> = {
  kind: 'limit',
  bands: { high: { limit: -15, severity: 2 }, highHigh: { limit: -10, severity: 1 } },
  deadband: 1,
  onDelaySeconds: 0,
  offDelaySeconds: 0,
};

export const clock = manualClock(noon);
export const events = createEvents<DomainEvents>(silentLog);
let test_: TestDatabase;
export let database: Database;
let app: FastifyInstance;
export let alarms: AlarmService;
const turns = watchedTurns();
/** How history was asked for what alarms come to. */
export const asked = new Set<string>();

/** What was measured in a test, as history tells it. */
export const measured: { pointId: number; at: number; value: number }[] = [];
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

const newest = async (ids: readonly number[], from: number, to: number) =>
  new Map(
    measured
      .filter(({ pointId, at }) => ids.includes(pointId) && at >= from && at < to)
      .sort((a, b) => a.at - b.at)
      .map(({ pointId, at, value }) => [pointId, { measuredAt: at, value, quality: 0 }] as const),
  );

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

export type Name =
  | keyof typeof alarmCalls
  | keyof typeof alarmHealthCalls
  | keyof typeof backTestCalls
  | keyof typeof notificationCalls
  | keyof typeof whyCalls;

/** Calls as a user; `data` is only looked at when the code is 200. */
export async function call(
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
export let company: number;
export let project: number;
export let gateway: number;
export let area: number;
export let device: number;
export let point: number;
export let otherDevice: number;
export let otherPoint: number;
export let strategy: number;
export let member: number;

export const measure = (value: number, at: number, pointId = point): Promise<void> => {
  clock.set(at);
  measured.push({ pointId, at, value });
  return evaluateAlarms(alarms, database.pool, { now: at, samples: [{ pointId, at, value }] });
};

export const onlyAlarmId = async (): Promise<number> =>
  (await database.db.selectFrom('alarm').select('id').executeTakeFirstOrThrow()).id;

export const listed = async (userId: number, body: object = {}, status?: 0 | 1) => {
  const query = status === undefined ? {} : { status };
  const { code, data } = await call(userId, 'getAlarmAct', { query, body });
  expect(code).toBe(200);
  return data as {
    Data: { Id: number; PointId: number; Status: number; Level: number; HeldList: object[] }[];
    TotalCount: number;
  };
};

export const steps = async (userId = member) => {
  await alarms.peopleTold();
  const rows = await database.db
    .selectFrom('notification')
    .where('user_id', '=', userId)
    .select('step')
    .orderBy('id')
    .execute();
  return rows.map(({ step }) => step.replace(/:\d+/g, ''));
};
export const counted = async (userId = member) => (await call(userId, 'getAlarmOverNum', { body: {} })).data;
export const shelve = (IdList: number[], Minutes = 60, userId = member) =>
  call(userId, 'shelveAlarm', { body: { IdList, Minutes, Reason: '换风扇' } });
export const lookAt = async (at: number) => {
  clock.set(at);
  await alarms.lookAtShelves();
};

/** To be called by a file of tests, once, at its top. */
export function setUpAlarmWorld(): void {
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
      history: { rawChunks: pastOf, knownBefore, newest, buckets: bucketsOf },
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
        ...notificationHandlers({
          ...deps,
          outbox: noOutbox,
          pictureGuard: createOutboundGuard([]),
          secretKey: 'test',
        }),
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
}
