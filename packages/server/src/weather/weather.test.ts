import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CallName, dayMs, weatherErrors } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log/log.ts';
import { createOutboundGuard } from '../platform/outboundGuard.ts';
import { createOpenMeteo } from '../platform/weather/openMeteo.ts';
import type { WeatherProvider } from '../platform/weather/weatherProvider.ts';
import { epochOfLocal, localOfEpoch } from '../platform/zonedTime.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { exportedSheet } from '../testing/exportedSheet.ts';
import { aCompany, aMember, aPointType, aProject } from '../testing/factories.ts';
import { tokenFor } from '../testing/tokenFor.ts';
import { keepWeather } from './index.ts';

/** 20:00 in Greenwich is the next day in Shanghai. */
const clock = manualClock(Date.UTC(2026, 10, 21, 20));
const asked: URLSearchParams[] = [];
let status = 200;
/** A latitude the service says it does not know. */
let unknown = '';
/** And one for which it gives something that is no weather. */
let garbled = '';
/** One at which it breaks down. */
let breaking = '';
/** After so many more questions it has had enough; and what it says then. */
let patience = Number.POSITIVE_INFINITY;
let retryAfter: string | null = null;

/** Every day is as cold as its number says; the second hour of each brings rain. */
const service = createServer((request, response) => {
  const question = new URL(request.url!, 'http://here').searchParams;
  asked.push(question);
  patience -= 1;
  if (patience < 0) {
    response.writeHead(429, retryAfter === null ? {} : { 'retry-after': retryAfter });
    response.end();
    return;
  }
  const days: string[] = [];
  for (let at = Date.parse(question.get('start_date')!); at <= Date.parse(question.get('end_date')!); at += dayMs)
    days.push(new Date(at).toISOString().slice(0, 10));
  const daily = {
    time: days,
    temperature_2m_min: days.map((day) => -Number(day.slice(8))),
    temperature_2m_max: days.map((day) => (day === '2026-11-26' ? null : 5.5)),
    wind_speed_10m_max: days.map(() => 21),
    weather_code: days.map(() => 3),
  };
  const asUnixTime = question.get('timeformat') === 'unixtime';
  const hourly = {
    time: days.flatMap((day) =>
      ['T00:00', 'T01:00'].map((hour) => (asUnixTime ? Date.parse(`${day}${hour}+08:00`) / 1000 : `${day}${hour}`)),
    ),
    weather_code: days.flatMap(() => [1, 61]),
    temperature_2m: days.flatMap(() => [0.5, 1.5]),
  };
  const latitude = question.get('latitude');
  response.writeHead(latitude === unknown ? 400 : latitude === breaking ? 500 : status, {
    'content-type': 'application/json',
  });
  response.end(latitude === garbled ? '{}' : JSON.stringify({ daily, hourly }));
});

let app: TestApplication;
let projectId: number;
let nowhereId: number;
let token: string;
let stranger: string;
let signIn: () => Promise<void>;
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1/forecast`;
  app = await startTestApplication({
    clock,
    config: { weather: { url, key: 'k3y' }, allowedPrivateHosts: ['127.0.0.1'] },
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      const temperature = await aPointType(db, companyId);
      await db
        .updateTable('point_type')
        .set({ units: ['°C'] })
        .where('id', '=', temperature)
        .execute();
      projectId = await aProject(db, companyId, { name: '一号库' });
      nowhereId = await aProject(db, companyId);
      await db.updateTable('project').set({ latitude: 31.21, longitude: 121.2 }).where('id', '=', projectId).execute();
      await db.updateTable('project').set({ latitude: null, longitude: null }).where('id', '=', nowhereId).execute();
      const userId = await aMember(db, companyId, projectId, { permissions: ['monitorView'] });
      await aMember(db, companyId, nowhereId, { userId, permissions: ['monitorView'] });
      const other = await aCompany(db);
      const strangerId = await aMember(db, other, await aProject(db, other), { permissions: ['monitorView'] });
      signIn = async () => {
        token = await tokenFor(db, userId, clock);
        stranger = await tokenFor(db, strangerId, clock);
      };
      await signIn();
    },
  });
});
afterAll(async () => {
  await app.stop();
  service.close();
});

/** How many readings were submitted at a time. */
const submitted: number[] = [];
const lastMeasured = new Map<number, number>();
const keep = (weather: WeatherProvider) =>
  keepWeather({
    db: app.database.db,
    clock,
    log: silentLog,
    weather,
    events: app.application.events,
    lastMeasured: (pointId) => lastMeasured.get(pointId) ?? null,
    submit: (columns) => {
      submitted.push(columns.length);
      for (let i = 0; i < columns.length; i++) lastMeasured.set(columns.pointIds[i]!, columns.measuredAt[i]!);
      return app.application.ingest.commit.submit(columns);
    },
  });

const ask = async (name: CallName, input: object, as = token) => {
  const { status: code, envelope } = await makeCall(app.url, name, input, { token: as, language: 'en' });
  return { code, data: envelope.Data, message: envelope.Message };
};

test('the week ahead begins with the project’s today, is asked for once an hour, and has no half days', async () => {
  const { data } = await ask('getWeatherOfDays', { query: { projectId, days: 7 } });
  expect(data).toHaveLength(6);
  expect((data as object[])[0]).toEqual({
    Date: '2026-11-22',
    MinTemperature: -22,
    MaxTemperature: 5.5,
    MinCode: 1,
    MaxCode: 61,
    Wind: 21,
  });
  expect(Object.fromEntries(asked[0]!)).toMatchObject({
    latitude: '31.21',
    longitude: '121.2',
    timezone: 'Asia/Shanghai',
    start_date: '2026-11-22',
    end_date: '2026-11-28',
    apikey: 'k3y',
  });
  const before = asked.length;
  expect((await ask('getWeather', { query: { projectId } })).data).toHaveLength(1);
  expect(asked).toHaveLength(before);
});

test('what was is kept, listed by day and month and exported, and the service may fail then', async () => {
  await ask('getWeatherBetween', { query: { projectId, start: '2026-10-30', end: '2026-11-21' } });
  status = 500;
  clock.advance(2 * 3_600_000);
  await signIn();
  const past = await ask('getWeatherBetween', { query: { projectId, start: '2026-10-31', end: '2026-11-02' } });
  expect((past.data as { Date: string }[]).map((row) => row.Date)).toEqual(['2026-10-31', '2026-11-01', '2026-11-02']);
  // Old, but better than nothing; of what was never known it is said.
  expect((await ask('getWeather', { query: { projectId } })).data).toHaveLength(1);
  expect(
    (await ask('getWeatherBetween', { query: { projectId, start: '2025-01-01', end: '2025-01-02' } })).message,
  ).toBe(weatherErrors.retryLater.en);
  status = 200;
  const body = { Address: '一号', TimeQuantum: '2026-10-01,2026-11-21', PageSize: 2 };
  const page = (await ask('getWeatherPage', { body })).data as { Data: object[]; TotalCount: number };
  expect(page.TotalCount).toBe(23);
  expect(page.Data[0]).toMatchObject({ ProjectName: '一号库', Date: '2026-11-21', MinTemperature: -21 });
  const months = (await ask('getWeatherPage', { body: { ...body, DateType: 1 } })).data as { Data: object[] };
  expect(months.Data).toMatchObject([
    { Date: '2026-11', MinTemperature: -21, Days: 21 },
    // Of a month of which little is known it is said.
    { Date: '2026-10', MinTemperature: -31, Days: 2 },
  ]);
  const { header, texts } = await exportedSheet(app.url, { token }, 'weather', {
    TimeQuantum: '2026-11-20,2026-11-21',
  });
  expect(header[2]).toBe('Date');
  expect(texts.map(([name, , day, , lowest]) => [name, day, lowest])).toEqual([
    ['一号库', '2026-11-21', -21],
    ['一号库', '2026-11-20', -20],
  ]);
});

test('a project without a position, a stranger and too long a range are told so', async () => {
  expect((await ask('getWeather', { query: { projectId: nowhereId } })).message).toBe(weatherErrors.noPosition.en);
  expect((await ask('getWeather', { query: { projectId } }, stranger)).code).toBe(403);
  const query = { projectId, start: '2024-01-01', end: '2026-01-01' };
  expect((await ask('getWeatherBetween', { query })).message).toBe('At most 366 days of weather at once.');
});

test('every project with a position gets its days kept by the hour', async () => {
  const { db } = app.database;
  await db.deleteFrom('weather_day').execute();
  const weather = createOpenMeteo({ url, key: null, guard: createOutboundGuard(['127.0.0.1']) });
  await keep(weather);
  const kept = await db.selectFrom('weather_day').where('project_id', '=', projectId).select('day').execute();
  // A month back, today and the week ahead without the half day.
  expect(kept).toHaveLength(37);
  // A week without the service: what was forecast of these days is no history. In Shanghai it is 18:00 of the 29th.
  clock.advance(7.5 * dayMs);
  await signIn();
  await keep(weather);
  const forecasts = await db
    .selectFrom('weather_day')
    .where('day', '<', '2026-11-29' as never)
    .where('fetched_at', '<', new Date(clock.now()))
    .where('day', '>', '2026-10-29' as never)
    .where('project_id', '=', projectId)
    .select('day')
    .execute();
  expect(forecasts.filter(({ day }) => new Date(day).getTime() >= Date.UTC(2026, 10, 22))).toEqual([]);
  const page = (await ask('getWeatherPage', { body: { PageSize: 1 } })).data as { Data: { Date: string }[] };
  expect(page.Data[0]!.Date).toBe('2026-11-29');
});

test('the hours that are over are readings of a point of the project, the coming ones are not, and none comes twice', async () => {
  const { db } = app.database;
  const weather = createOpenMeteo({ url, key: null, guard: createOutboundGuard(['127.0.0.1']) });
  await keep(weather);
  const { data } = await ask('getOutdoorPoint', { query: { projectId } });
  const { PointId } = data as { PointId: number };
  expect(PointId).toEqual(expect.any(Number));
  expect((await ask('getOutdoorPoint', { query: { projectId } }, stranger)).code).toBe(403);
  const today = localOfEpoch(clock.now(), 'Asia/Shanghai').slice(0, 10);
  const readings = async () => {
    const query = { start: `${today} 00:00`, end: localOfEpoch(clock.now(), 'Asia/Shanghai').slice(0, 19), tmes: 0 };
    const curve = await ask('getPointData', { query: { ...query, pointIdList: [PointId], ProjectId: projectId } });
    const [{ DataList }] = curve.data as [
      { DataList: { Time: number; Value: number | null; Temperature?: number | null }[] },
    ];
    // Of the point that keeps it, the temperature outside is the value itself.
    return DataList.filter(({ Value }) => Value !== null).map(({ Time, Value, Temperature }) => [
      Time,
      Value,
      Temperature,
    ]);
  };
  const midnight = epochOfLocal(`${today} 00:00`, 'Asia/Shanghai')!;
  const known = [
    [midnight, 0.5, 0.5],
    [midnight + 3_600_000, 1.5, 1.5],
  ];
  expect(await readings()).toEqual(known);
  submitted.length = 0;
  await keep(weather);
  expect(submitted).toEqual([]);
  const points = await db.selectFrom('point').where('project_id', '=', projectId).where('outdoor', '=', true).execute();
  expect(points).toHaveLength(1);
});

test('what the service does not say of one project keeps no other from its weather', async () => {
  const { db } = app.database;
  await db.updateTable('project').set({ latitude: 30, longitude: 120 }).where('id', '=', nowhereId).execute();
  await db.deleteFrom('weather_day').execute();
  clock.advance(dayMs / 24);
  await signIn();
  unknown = '31.21';
  expect((await ask('getWeather', { query: { projectId } })).message).toBe(weatherErrors.retryLater.en);
  expect((await ask('getWeather', { query: { projectId: nowhereId } })).data).toHaveLength(1);
  await db.deleteFrom('weather_day').execute();
  const weather = createOpenMeteo({ url, key: null, guard: createOutboundGuard(['127.0.0.1']) });
  const projects = () => db.selectFrom('weather_day').select('project_id').distinct().execute();
  await keep(weather);
  expect(await projects()).toEqual([{ project_id: nowhereId }]);
  [unknown, garbled] = ['', '31.21'];
  await db.deleteFrom('weather_day').execute();
  await keep(weather);
  expect(await projects()).toEqual([{ project_id: nowhereId }]);
});

test('a place at which the service breaks down keeps no other from its weather', async () => {
  const { db } = app.database;
  [unknown, garbled, breaking] = ['', '', '31.21'];
  await db.deleteFrom('weather_day').execute();
  await keep(createOpenMeteo({ url, key: null, guard: createOutboundGuard(['127.0.0.1']) }));
  breaking = '';
  expect(await db.selectFrom('weather_day').select('project_id').distinct().execute()).toEqual([
    { project_id: nowhereId },
  ]);
});

test('a service that answers nobody is left alone after three, and the next run begins with others', async () => {
  const { db } = app.database;
  const { company_id } = await db
    .selectFrom('project')
    .where('id', '=', projectId)
    .select('company_id')
    .executeTakeFirstOrThrow();
  for (const latitude of [41, 42, 43, 44]) {
    const id = await aProject(db, company_id);
    await db.updateTable('project').set({ latitude, longitude: 120 }).where('id', '=', id).execute();
  }
  await db.deleteFrom('weather_day').execute();
  const weather = createOpenMeteo({ url, key: null, guard: createOutboundGuard(['127.0.0.1']) });
  status = 503;
  asked.length = 0;
  await keep(weather);
  const latitudes = () => [...new Set(asked.map((question) => question.get('latitude')))];
  expect(latitudes()).toEqual(['31.21', '30', '41']);
  status = 200;
  asked.length = 0;
  clock.advance(dayMs / 24);
  await keep(weather);
  expect(latitudes()).toEqual(['42', '43', '44', '31.21', '30', '41']);
});

test('fresh weather is not requested again, and the place with the oldest weather comes first', async () => {
  const weather = createOpenMeteo({ url, key: null, guard: createOutboundGuard(['127.0.0.1']) });
  const days = () => asked.filter((question) => question.has('daily')).map((question) => question.get('latitude'));
  asked.length = 0;
  clock.advance(5 * 60_000);
  await keep(weather);
  expect(days()).toEqual([]);
  clock.advance(dayMs / 24);
  // Days and hours of two places.
  patience = 4;
  await keep(weather);
  expect(days()).toEqual(['31.21', '30', '41']);
  patience = Number.POSITIVE_INFINITY;
  asked.length = 0;
  clock.advance(dayMs / 24);
  await keep(weather);
  expect(days().slice(0, 4)).toEqual(['41', '42', '43', '44']);
});

test('a service that was asked too often is left alone for as long as it says, by people, too', async () => {
  const { db } = app.database;
  const weather = createOpenMeteo({ url, key: null, guard: createOutboundGuard(['127.0.0.1']) });
  await db.deleteFrom('weather_day').execute();
  [patience, retryAfter] = [0, '7200'];
  asked.length = 0;
  await keep(weather);
  expect(asked).toHaveLength(1);
  await keep(weather);
  clock.advance(1.9 * 3_600_000);
  await keep(weather);
  expect(asked).toHaveLength(1);
  patience = Number.POSITIVE_INFINITY;
  clock.advance(0.2 * 3_600_000);
  await keep(weather);
  expect(asked.length).toBeGreaterThan(6);
  // A person’s question is told the same.
  await db.deleteFrom('weather_day').execute();
  await signIn();
  patience = 0;
  const before = asked.length;
  const retryLater = { message: weatherErrors.retryLater.en };
  expect(await ask('getWeather', { query: { projectId } })).toMatchObject(retryLater);
  clock.advance(3_600_000);
  await signIn();
  expect(await ask('getWeather', { query: { projectId: nowhereId } })).toMatchObject(retryLater);
  expect(asked).toHaveLength(before + 1);
  patience = Number.POSITIVE_INFINITY;
  clock.advance(3_700_000);
  await signIn();
  expect((await ask('getWeather', { query: { projectId } })).data).toHaveLength(1);
});
