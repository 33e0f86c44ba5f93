import { commonErrors, dayMs, hourMs, minuteMs, warningCalls } from '@watchpost/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createAuthorize } from '../access/index.ts';
import type { BucketHistory, HistoryPoint, RawHistory } from '../history/index.ts';
import { manualClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { createCallServer } from '../platform/http/callServer.ts';
import { silentLog } from '../platform/log/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  aMember,
  aPoint,
  aPointType,
  aProject,
  limitMember,
} from '../testing/factories.ts';
import { watchedTurns } from '../testing/watchedTurns.ts';
import { warningHandlers } from './handlers.ts';
import { type KeepWarningsDeps, keepWarnings } from './keepWarnings.ts';

const start = Date.UTC(2026, 9, 1, 3);

const clock = manualClock(start);
let test_: TestDatabase;
let database: Database;
let app: FastifyInstance;

/** What every point shows at a moment. */
let shows = new Map<number, (at: number) => number>();

/** History as its one interface gives it: by buckets, of states every change. */
const history = {
  async raw(pointIds: readonly number[], from: number, to: number): Promise<RawHistory[]> {
    return pointIds.map((pointId) => {
      const length = Math.floor((to - from) / minuteMs);
      const measuredAt = Float64Array.from({ length }, (_, i) => from + i * minuteMs);
      const values = measuredAt.map((each) => shows.get(pointId)?.(each) ?? Number.NaN);
      return { pointId, length, measuredAt, values, quality: new Uint8Array(length) };
    });
  },
  async buckets(points: readonly HistoryPoint[], from: number, to: number, minutes: number): Promise<BucketHistory[]> {
    return points.map(({ pointId, kind }): BucketHistory => {
      const step = (kind === 'state' ? 1 : minutes) * minuteMs;
      const at: number[] = [];
      for (let each = Math.ceil(from / step) * step; each < to; each += step) at.push(each);
      const values = at.map((each) => shows.get(pointId)?.(each) ?? Number.NaN);
      if (kind === 'state') {
        const places = values.flatMap((value, i) => (i === 0 || value !== values[i - 1] ? [i] : []));
        return {
          pointId,
          kind,
          length: places.length,
          measuredAt: Float64Array.from(places, (i) => at[i]!),
          values: Float64Array.from(places, (i) => values[i]!),
          quality: new Uint8Array(places.length),
        };
      }
      const avg = Float64Array.from(values);
      const count = new Int32Array(at.length);
      const totals = { min: 0, max: 0, avg: 0, knownMs: 0, beyondMs: null, count: 0, badCount: 0 };
      const startsAt = Float64Array.from(at);
      const columns = { length: at.length, startsAt, min: avg, max: avg, avg };
      return { pointId, kind, totals, ...columns, count, badCount: count };
    });
  },
};
let limits = new Map<number, { highHigh: null; high: number; low: null; lowLow: null }>();

beforeAll(async () => {
  test_ = await testDatabase();
  database = openDatabase(test_.url, silentLog);
  app = await createCallServer<typeof warningCalls, Caller>({
    calls: warningCalls,
    handlers: warningHandlers({ db: database.db, clock }),
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
  await database.close();
  await test_.close();
});

let companyId: number;
let projectId: number;
let userId: number;
/** Five freezers: each with the ids of its device, temperature and compressor. */
let freezers: { deviceId: number; air: number; cooling: number }[];

beforeEach(async () => {
  clock.set(start);
  shows = new Map();
  limits = new Map();
  const { db } = database;
  await database.pool.query('TRUNCATE device_figure, device_figure_day, fault_warning CASCADE');
  companyId = await aCompany(db);
  projectId = await aProject(db, companyId);
  userId = await aMember(db, companyId, projectId, { permissions: ['alarmManage', 'alarmHandle'] });
  const gatewayId = await aGateway(db, projectId);
  const typeId = await aPointType(db, companyId, {
    status: [
      { value: 0, zh: '停止', en: 'Stopped' },
      { value: 1, zh: '运行', en: 'Running' },
    ],
  });
  freezers = [];
  let classId: number | null = null;
  for (let i = 0; i < 5; i++) {
    const deviceId = await aDevice(db, projectId, { name: `Freezer ${i}`, nameEn: `Freezer ${i}` });
    const own = await db
      .selectFrom('device')
      .where('id', '=', deviceId)
      .select('device_class_id')
      .executeTakeFirstOrThrow();
    classId ??= own.device_class_id;
    await db.updateTable('device').set({ device_class_id: classId }).where('id', '=', deviceId).execute();
    const air = await aPoint(db, gatewayId, { deviceId, name: 'Air temperature' });
    const cooling = await aPoint(db, gatewayId, { deviceId, name: 'Compressor', pointTypeId: typeId, unit: '' });
    await db.updateTable('device_point').set({ main: true }).where('point_id', '=', air).execute();
    freezers.push({ deviceId, air, cooling });
    shows.set(air, (at) => -20 + 0.3 * Math.sin(at / hourMs + i));
    shows.set(cooling, (at) => runs(at, 45 + i));
  }
});

/** On for so much percent of each hour. */
const runs = (at: number, percent: number) => (at % hourMs < (percent / 100) * hourMs ? 1 : 0);
const turns = watchedTurns();
const keep = (more: Partial<KeepWarningsDeps> = {}) =>
  keepWarnings({
    ...{ db: database.pool, clock, log: silentLog, history, historyShare: turns.share },
    stopping: new AbortController().signal,
    limitsOfPoint: (id) => limits.get(id) ?? null,
    ...more,
  });

async function call(as: number, name: keyof typeof warningCalls, input: { query?: object; body?: object }) {
  const { method, path } = warningCalls[name];
  const query = new URLSearchParams(Object.entries(input.query ?? {}).map(([key, value]) => [key, String(value)]));
  const answer = await app.inject({
    method,
    url: `/api${path}?${query}`,
    headers: { authorization: `Bearer ${as}`, language: 'en', 'company-id': String(companyId) },
    ...(input.body && { payload: input.body }),
  });
  return answer.json() as { Code: number; Data: { Data: { ID: number }[] } & Record<string, unknown>; Message: string };
}
const list = async (as = userId, body: object = {}) =>
  (await call(as, 'preAlarmPage', { body })).Data.Data as unknown as Record<string, unknown>[];

test('a compressor that runs longer than its own past and its peers is reported, with its figures, to readers who see the device', async () => {
  const { deviceId, cooling } = freezers[2]!;
  const began = start - 6 * dayMs;
  shows.set(cooling, (at) => runs(at, at < began ? 47 : 75));
  await keep();
  const [warning, ...others] = await list();
  expect(others).toEqual([]);
  expect(warning).toMatchObject({
    Type: 'dutyCycle',
    Mtid: deviceId,
    MName: 'Freezer 2',
    LikeCount: 4,
    Level: 2,
    EndEPOCH: null,
  });
  expect(warning!.Content).toMatch(/^Cooled 7\d% of the day, before \d\d%; 4 peers \d\d%$/);
  // Begun as soon as two of three days said it, not when somebody first looked.
  expect(warning!.StartEPOCH).toBeLessThan(start - 3 * dayMs);

  const evidence = await call(userId, 'getPreAlarmEvidence', { query: { ID: warning!.ID } });
  const days = evidence.Data.DayList as { Day: string; DayEPOCH: number; Value: number; LikeValue: number }[];
  expect(days.length).toBeGreaterThan(20);
  // Days of the project, in Shanghai.
  expect(days.at(-1)).toMatchObject({ Day: '2026-09-30', DayEPOCH: Date.UTC(2026, 8, 29, 16) });
  expect(days.at(-1)!.Value).toBeGreaterThan(70);
  expect(days.at(-1)!.LikeValue).toBeLessThan(55);

  // The peers by name, and how far each of them is from it.
  const { Like } = evidence.Data as unknown as { Like: { List: { MName: string; Value: number }[] } };
  expect(Like).toMatchObject({ HiddenCount: 0, ClassName: expect.stringMatching(/./) });
  expect(Like.List.map(({ MName }) => MName)).toEqual(['Freezer 0', 'Freezer 1', 'Freezer 3', 'Freezer 4']);
  for (const { Value } of Like.List) expect(Math.abs(Value - 48)).toBeLessThan(5);
  const two = await aMember(database.db, companyId, projectId, { permissions: ['alarmManage'] });
  await limitMember(database.db, two, projectId, { deviceIds: [deviceId, freezers[0]!.deviceId] });
  const forTwo = await call(two, 'getPreAlarmEvidence', { query: { ID: warning!.ID } });
  expect(forTwo.Data.Like).toMatchObject({ List: [{ MName: 'Freezer 0' }], HiddenCount: 0 });

  const stranger = await aMember(database.db, await aCompany(database.db), -1, { permissions: ['alarmManage'] });
  const limited = await aMember(database.db, companyId, projectId, { permissions: ['alarmManage', 'alarmHandle'] });
  await limitMember(database.db, limited, projectId, { deviceIds: [freezers[0]!.deviceId] });
  expect(await list(limited)).toEqual([]);
  const said = { query: { ID: warning!.ID, feedback: 'false' } };
  for (const who of [stranger, limited])
    expect((await call(who, 'updatePraAlarmFeedback', said)).Code).toBeGreaterThanOrEqual(400);
  expect((await call(limited, 'getPreAlarmEvidence', { query: { ID: warning!.ID } })).Code).toBe(
    commonErrors.notFound.code,
  );
  expect(await list(userId, { IsOver: true })).toEqual([]);

  // Repaired: it ends by itself.
  shows.set(cooling, (at) => runs(at, at < began || at >= start - dayMs ? 47 : 75));
  clock.set(start + 3 * dayMs);
  await keep();
  expect(await list()).toMatchObject([{ ID: warning!.ID, EndReason: 'ordinary' }]);
});

test('history for warnings is read in turn with people', async () => {
  limits.set(freezers[0]!.air, { highHigh: null, high: -15, low: null, lowLow: null });
  const reads: string[] = [];
  await keep({
    history: {
      buckets: (...asked) => {
        reads.push(turns.areTaken() ? 'in turn' : 'between');
        return history.buckets(...(asked as Parameters<typeof history.buckets>));
      },
      raw: (...asked) => {
        reads.push(turns.areTaken() ? 'in turn' : 'between');
        return history.raw(...(asked as Parameters<typeof history.raw>));
      },
    },
  });
  expect(new Set(reads)).toEqual(new Set(['in turn']));
});

test('a server that stops ends the taking of figures at once; what is judged by then is not judged again, and the rest is at the next time', async () => {
  const { cooling } = freezers[2]!;
  shows.set(cooling, (at) => runs(at, at < start - 6 * dayMs ? 47 : 75));
  const daysDone = async () => (await database.pool.query('SELECT day FROM device_figure_day')).rows.length;
  const stopping = new AbortController();
  let reads = 0;
  const buckets: typeof history.buckets = (...asked) => {
    if (++reads === 3) stopping.abort(new Error('The server stops'));
    return history.buckets(...asked);
  };
  await keep({ history: { ...history, buckets: buckets as never }, stopping: stopping.signal });
  expect([reads, await daysDone()]).toEqual([3, 0]);

  // While it judges: the first limit is asked for on the first day.
  const stoppingLater = new AbortController();
  const limitsOfPoint = () => {
    stoppingLater.abort(new Error('The server stops'));
    return null;
  };
  await keep({ stopping: stoppingLater.signal, limitsOfPoint });
  expect(await daysDone()).toBe(1);
  expect(await list()).toEqual([]);

  await keep();
  expect(await daysDone()).toBeGreaterThan(20);
  expect(await list()).toMatchObject([{ Type: 'dutyCycle', EndEPOCH: null }]);
});

test('a day is the project’s own, also the one on which clocks change', async () => {
  await database.db.updateTable('project').set({ time_zone: 'Europe/Berlin' }).where('id', '=', projectId).execute();
  // Twenty-five hours from midnight to midnight it never stops.
  const [midnight, next] = [Date.UTC(2026, 9, 24, 22), Date.UTC(2026, 9, 25, 23)];
  const { cooling } = freezers[0]!;
  shows.set(cooling, (at) => (at >= midnight && at < next ? 1 : runs(at, 45)));
  clock.set(next + 24 * hourMs + hourMs);
  await keep();
  const figures = async () => {
    const { rows } = await database.pool.query<{ first_day: number; daily: number[] }>(
      "SELECT first_day, daily FROM device_figure WHERE point_id = $1 AND kind = 'dutyCycle'",
      [cooling],
    );
    const { first_day, daily } = rows[0]!;
    return Object.fromEntries(
      daily.map((value, i) => [new Date((first_day + i) * dayMs).toISOString().slice(0, 10), Math.round(value)]),
    );
  };
  expect(await figures()).toMatchObject({ '2026-10-24': 45, '2026-10-25': 100 });
  // The day after has ended, but more of it may still arrive.
  expect(await figures()).not.toHaveProperty('2026-10-26');
  clock.set(next + 27 * hourMs);
  await keep();
  expect(await figures()).toMatchObject({ '2026-10-25': 100, '2026-10-26': 45 });
});

test('figures and number of peers are for readers who see all of them', async () => {
  const { deviceId, cooling } = freezers[2]!;
  shows.set(cooling, (at) => runs(at, at < start - 6 * dayMs ? 47 : 75));
  await keep();
  const seenBy = async (deviceIds: number[] | null) => {
    const who = await aMember(database.db, companyId, projectId, { permissions: ['alarmManage'] });
    if (deviceIds) await limitMember(database.db, who, projectId, { deviceIds });
    const [warning] = await list(who);
    const { Data } = await call(who, 'getPreAlarmEvidence', { query: { ID: warning!.ID as number } });
    const { LikeCount, LikeValue, Content } = warning!;
    const days = Data.DayList as { LikeValue: number | null }[];
    return { LikeCount, LikeValue, says: /peers/.test(Content as string), byDay: days.at(-1)!.LikeValue !== null };
  };
  expect(await seenBy(null)).toMatchObject({ LikeCount: 4, LikeValue: expect.any(Number), says: true, byDay: true });
  expect(await seenBy([deviceId])).toEqual({ LikeCount: 0, LikeValue: null, says: false, byDay: false });
  // With three of the four, a reader gets their figures by day: they see these anyway.
  const three = [freezers[0]!, freezers[1]!, freezers[3]!].map((each) => each.deviceId);
  expect(await seenBy([deviceId, ...three])).toEqual({ LikeCount: 0, LikeValue: null, says: false, byDay: true });
});

test('"false" ends a warning, keeps who said it, and makes the platform wait and ask for more; "confirmed" keeps it', async () => {
  shows.set(freezers[1]!.cooling, (at) => runs(at, at < start - 5 * dayMs ? 46 : 62));
  await keep();
  const [warning] = await list();
  // Said after the end of a day that has not been looked at yet: it counts for that day, too.
  clock.set(start + 22.5 * hourMs);
  const say = (feedback: string, remark: string) =>
    call(userId, 'updatePraAlarmFeedback', { query: { ID: warning!.ID, feedback, remark } });
  expect((await say('confirmed', 'Condenser is dirty')).Data).toMatchObject({ Feedback: 'confirmed', EndEPOCH: null });
  expect((await say('false', 'New goods')).Data).toMatchObject({ Feedback: 'false', EndReason: 'false' });
  const { Data } = await call(userId, 'getPreAlarmEvidence', { query: { ID: warning!.ID } });
  expect(Data.FeedbackList).toMatchObject([{ Feedback: 'false', Remark: 'New goods' }, { Feedback: 'confirmed' }]);
  const { rows } = await database.pool.query(
    "SELECT before, after FROM operation_log WHERE subject_kind = 'faultWarning' ORDER BY id DESC LIMIT 1",
  );
  expect(rows[0]).toMatchObject({ before: { remarks: 'Condenser is dirty' }, after: { remarks: 'New goods' } });

  const open = async () => (await list(userId, { IsOver: false })).length;
  clock.set(start + dayMs);
  await keep();
  expect(await list()).toHaveLength(1);
  clock.set(start + 2 * dayMs);
  await keep();
  expect(await open()).toBe(0);
  // Weeks later ten more points of a hundred are not enough for this one, as they were; thirty-four are.
  const later = start + 40 * dayMs;
  const rise = (to: number) => shows.set(freezers[1]!.cooling, (at) => runs(at, at < later - 4 * dayMs ? 46 : to));
  rise(56);
  clock.set(later);
  await keep();
  expect(await open()).toBe(0);
  await database.pool.query('TRUNCATE device_figure, device_figure_day');
  rise(80);
  await keep();
  expect(await open()).toBe(1);
});

test('a warning is held while its device is away, and ends when that lasts for weeks', async () => {
  const { air, cooling } = freezers[2]!;
  const ran = (at: number) => runs(at, at < start - 6 * dayMs ? 47 : 75);
  shows.set(cooling, (at) => (at < start ? ran(at) : Number.NaN));
  shows.set(air, (at) => (at < start ? -20 : Number.NaN));
  await keep();
  clock.set(start + 4 * dayMs);
  await keep();
  expect(await list()).toMatchObject([{ Type: 'dutyCycle', EndEPOCH: null }]);
  clock.set(start + 20 * dayMs);
  await keep();
  expect(await list()).toMatchObject([{ Type: 'dutyCycle', EndReason: 'gone' }]);
});

test('a room that warms towards its limit is reported with when, and ends once the limit is reached', async () => {
  const { air, deviceId } = freezers[0]!;
  limits.set(air, { highHigh: null, high: -15, low: null, lowLow: null });
  shows.set(air, (at) => (at < start - 90 * minuteMs ? -20 : -20 + ((at - start) / minuteMs + 90) * 0.03));
  await keep();
  const [warning] = await list();
  // -17.3 now: 77 minutes of 0.03 K to -15.
  expect(warning).toMatchObject({ Type: 'limitSoon', Mtid: deviceId, LimitValue: -15 });
  const minutes = ((warning!.ExpectedEPOCH as number) - start) / minuteMs;
  expect(minutes).toBeGreaterThan(60);
  expect(minutes).toBeLessThan(95);
  clock.set(start + 90 * minuteMs);
  await keep();
  expect(await list()).toMatchObject([{ ID: warning!.ID, EndReason: 'reached' }]);
});
