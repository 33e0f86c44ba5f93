import {
  type AllCalls,
  type CallData,
  type DeviceRow,
  dataStateOf,
  type PointStatistic,
  pointDataOf,
  qualityCode,
} from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ReadingColumnsBuilder } from '../history/index.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  aMember,
  aPoint,
  aPointType,
  aProject,
  aRule,
  aSlave,
  aStrategy,
  limitMember,
  serve,
} from '../testing/factories.ts';
import { tokenFor } from '../testing/tokenFor.ts';

let app: TestApplication;
let project: number;
let owner: number;
/** Sees the freezer next door, and of its alarms only level 2. */
let neighbour: number;
let gateway: number;
let slave: number;
/** Its air is read by the slave, its door by the gateway itself. */
let freezer: number;
let air: number;
let door: number;
let nextDoor: number;
/** Two points of which only the statistics are asked: a temperature and a compressor that is off or on. */
let core: number;
let compressor: number;
const now = Date.now();

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const company = await aCompany(db);
      project = await aProject(db, company);
      gateway = await aGateway(db, project);
      slave = await aSlave(db, gateway);
      freezer = await aDevice(db, project, { name: 'Freezer' });
      nextDoor = await aDevice(db, project, { name: 'Next door' });
      await aDevice(db, project, { name: 'Without points' });
      air = await aPoint(db, gateway, { slaveId: slave, deviceId: freezer, name: 'Air', samplingIntervalSeconds: 600 });
      door = await aPoint(db, gateway, { deviceId: freezer, name: 'Door', samplingIntervalSeconds: 600 });
      await serve(db, door, nextDoor);
      core = await aPoint(db, gateway, { name: 'Core', samplingIntervalSeconds: 60 });
      const offOrOn = [
        { value: 0, zh: '停', en: 'Off' },
        { value: 1, zh: '开', en: 'On' },
      ];
      const pointTypeId = await aPointType(db, company, { status: offOrOn });
      compressor = await aPoint(db, gateway, { name: 'Compressor', pointTypeId, samplingIntervalSeconds: 60 });
      const delayed = { deadband: 1, onDelaySeconds: 3600, offDelaySeconds: 0 };
      const strategy = await aStrategy(db, project);
      await aRule(
        db,
        strategy,
        { kind: 'limit', bands: { high: { limit: -15, severity: 3 } }, ...delayed },
        { points: [air] },
      );
      await aRule(
        db,
        strategy,
        { kind: 'limit', bands: { high: { limit: 50, severity: 2 } }, ...delayed, onDelaySeconds: 0 },
        { points: [door] },
      );
      await aRule(
        db,
        strategy,
        { kind: 'limit', bands: { high: { limit: -10, severity: 1 } }, ...delayed },
        { points: [core] },
      );
      // On holidays only, of which there are none: never in force, however much nearer it is.
      const holidays = { days: [8 as const], fromMinute: 0, untilMinute: 1440, endsNextDay: false };
      await aRule(
        db,
        await aStrategy(db, project),
        { kind: 'limit', bands: { high: { limit: -21, severity: 1 } }, ...delayed, periods: [holidays] },
        { points: [core] },
      );
      owner = await aMember(db, company, project);
      neighbour = await aMember(db, company, project);
      await limitMember(db, neighbour, project, { deviceIds: [nextDoor, freezer], alarmLevels: [2] });
    },
  });
});
afterAll(() => app.stop());

/** Later each time, because only what is newer than the last reading counts. */
let at = now - 300_000;
async function measure(...readings: [pointId: number, value: number, quality?: number][]): Promise<void> {
  at += 1_000;
  const columns = new ReadingColumnsBuilder(4);
  for (const [pointId, value, quality] of readings) columns.push(pointId, at, value, quality ?? qualityCode.good);
  await app.application.ingest.commit.submit(columns.take());
}
const setLines = async (lines: { silent?: boolean; offline?: boolean }): Promise<void> => {
  const { db } = app.database;
  const since = new Date(now - 60_000);
  await db
    .updateTable('gateway')
    .set({ online: !lines.offline, offline_since: lines.offline ? since : null })
    .where('id', '=', gateway)
    .execute();
  await db
    .updateTable('slave')
    .set({ silent_since: lines.silent ? since : null })
    .where('id', '=', slave)
    .execute();
};
beforeEach(async () => {
  await setLines({});
  await measure([air, -18.2], [door, 0]);
});

async function ask<Data>(name: keyof AllCalls, input: object, userId = owner): Promise<Data> {
  const { envelope } = await makeCall(app.url, name, input, { token: await tokenFor(app.database.db, userId) });
  expect(envelope.Code).toBe(200);
  return envelope.Data as Data;
}
/** Also holds the state in SQL against the contract's rule, which the screens apply to the same points. */
async function devices(filter: object = {}, userId = owner): Promise<Record<string, DeviceRow>> {
  const { Data } = await ask<{ Data: DeviceRow[] }>(
    'getTableListRead',
    { body: { ProjectId: project, ...filter } },
    userId,
  );
  for (const { MName, DataState, Points } of Data) {
    expect([MName, DataState]).toEqual([MName, dataStateOf(Points.map((point) => pointDataOf(point, Date.now())))]);
  }
  return Object.fromEntries(Data.map((device) => [device.MName, device]));
}
const totals = () =>
  ask<CallData<AllCalls['getModelTreeStatusTotal']>>('getModelTreeStatusTotal', { body: { ProjectId: project } });

test('a device whose points all answer is online, and nothing of it is missing', async () => {
  expect((await devices()).Freezer).toMatchObject({ ConnectStatus: 1, DataState: 'complete', OfflineSinceEPOCH: null });
});

test('a device with a silent slave is not normal: it is online, and a part of it is not known', async () => {
  await setLines({ silent: true });
  const { Freezer } = await devices();
  expect(Freezer).toMatchObject({ ConnectStatus: 1, DataState: 'incomplete', OfflineSinceEPOCH: null });
  expect(Freezer?.Points).toMatchObject([
    { PointId: air, SilentSinceEPOCH: now - 60_000 },
    { PointId: door, SilentSinceEPOCH: null },
  ]);
  expect(await totals()).toMatchObject({ Total: 3, Online: 2, Offline: 1, Incomplete: 1 });
});

test('a broken sensor makes its device incomplete until it measures again', async () => {
  await measure([air, Number.NaN, qualityCode.sensorFault]);
  expect((await devices()).Freezer).toMatchObject({ ConnectStatus: 1, DataState: 'incomplete' });
  await measure([air, -18]);
  expect((await devices()).Freezer).toMatchObject({ ConnectStatus: 1, DataState: 'complete' });
});

test('a device is offline when nothing of it can be read, since its last part fell silent', async () => {
  await setLines({ offline: true });
  const found = await devices();
  expect(found.Freezer).toMatchObject({ ConnectStatus: 0, DataState: 'offline', OfflineSinceEPOCH: now - 60_000 });
  // Nothing was ever heard of a device without points.
  expect(found['Without points']).toMatchObject({ ConnectStatus: 0, DataState: 'offline', OfflineSinceEPOCH: 0 });
  expect(Object.keys(await devices({ ConnectStatusList: [0] }))).toHaveLength(3);
  expect(await totals()).toMatchObject({ Total: 3, Online: 0, Offline: 3, Incomplete: 0 });
});

test('a device in alarm says so first, and that it is silent, too', async () => {
  await measure([door, 60]);
  await setLines({ offline: true });
  expect((await devices()).Freezer).toMatchObject({ ConnectStatus: 2, DataState: 'offline', AlarmLevel: 2 });
});

test('the alarm of a shared point is of each device that it serves', async () => {
  await measure([door, 60]);
  expect(await devices({}, neighbour)).toMatchObject({
    Freezer: { AlarmLevel: 2, AlarmCount: 1, ConnectStatus: 2 },
    'Next door': { AlarmLevel: 2, AlarmCount: 1, ConnectStatus: 2 },
  });
});

test('an alarm whose delay still runs shows with its due time, to those who see its level', async () => {
  await measure([air, -12]);
  const pending = [{ Kind: 'limit', Level: 3, SinceEPOCH: at, DueEPOCH: at + 3_600_000 }];
  const shown = async (userId?: number) =>
    (await devices({}, userId)).Freezer?.Points.find(({ PointId }) => PointId === air)?.Pending;
  expect(await shown()).toEqual(pending);
  expect(await shown(neighbour)).toEqual([]);
  const detail = await ask<{ Points: DeviceRow['Points'] }>('getModelTreeBaseInfo', {
    query: { modelTreeId: freezer, ProjectId: project },
  });
  expect(detail.Points).toMatchObject([{ Pending: pending }, { Pending: [] }]);
  await measure([air, -18]);
  expect(await shown()).toEqual([]);
});

test('statistics of a range say extremes, mean, limits and time beyond them, and how long each state lasted', async () => {
  const minute = 60_000;
  const start = Math.floor(now / 1000) * 1000 - 60 * minute;
  const columns = new ReadingColumnsBuilder(64);
  for (let i = 0; i < 40; i++) {
    columns.push(core, start + i * minute, i === 20 ? -8 : -20, i === 30 ? qualityCode.timeout : qualityCode.good);
    columns.push(compressor, start + i * minute, i >= 10 && i < 25 ? 1 : 0, qualityCode.good);
  }
  await app.application.ingest.commit.submit(columns.take());
  const local = (epochMs: number) => localOfEpoch(epochMs, 'Asia/Shanghai');
  const input = (ids: number[], from = start, to = start + 39 * minute) => ({
    query: { ProjectId: project, pointIdList: ids.join(), start: local(from), end: local(to) },
  });
  const token = await tokenFor(app.database.db, owner);
  const { envelope } = await makeCall(app.url, 'getPointStatisticData', input([core, compressor]), {
    token,
    language: 'en',
  });
  expect(envelope.Data).toMatchObject([
    {
      PointName: 'Core',
      PointType: 0,
      Max: -8,
      Min: -20,
      KnownMs: 38 * minute,
      BeyondMs: minute,
      Count: 38,
      BadCount: 1,
      UpperLimit: -10,
      LowerLimit: null,
      StateList: [],
    },
    {
      PointType: 1,
      Max: null,
      Avg: null,
      KnownMs: 39 * minute,
      Count: null,
      StateList: [
        { Key: 0, Value: 'Off', DurationMs: 24 * minute, Count: 2 },
        { Key: 1, Value: 'On', DurationMs: 15 * minute, Count: 1 },
      ],
    },
  ]);
  expect((envelope.Data as PointStatistic[])[0]?.Avg).toBeCloseTo(-20 + 12 / 38, 9);

  const refused = async (query: object, language: 'zh' | 'en' = 'en') =>
    (await makeCall(app.url, 'getPointStatisticData', query, { token, language })).envelope;
  const eleven = Array.from({ length: 11 }, (_, i) => core + i);
  expect(await refused(input(eleven))).toMatchObject({ Code: 500, Message: 'A curve takes at most 10 points.' });
  const years = 732 * 24 * 60 * minute;
  expect(await refused(input([core], now - years, now))).toMatchObject({
    Code: 500,
    Message: 'The maximum query range is two years.',
  });
  expect(await refused(input([core], now, now + 60 * minute), 'zh')).toMatchObject({
    Code: 500,
    Message: '不能查询未来的时间',
  });
});
