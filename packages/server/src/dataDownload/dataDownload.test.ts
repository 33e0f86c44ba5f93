import { buffer } from 'node:stream/consumers';
import {
  type DataFormat,
  dataDownloadErrors,
  downloadErrors,
  historyErrors,
  maxCurveValues,
  maxValuesAtOnce,
  maxValuesOfPdf,
} from '@watchpost/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createHistoryShare,
  fillHistory,
  importSegments,
  ReadingColumnsBuilder,
  ValueBudget,
} from '../history/index.ts';
import { systemClock } from '../platform/clock.ts';
import { unzipBounded } from '../platform/excel/unzipBounded.ts';
import { localIntervals } from '../platform/localIntervals.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { measure } from '../testing/equippedCompany.ts';
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
  aStrategy,
  limitMember,
} from '../testing/factories.ts';
import { cellsOf, wordsOf } from '../testing/fileContents.ts';
import { soon } from '../testing/soon.ts';
import { tokenFor } from '../testing/tokenFor.ts';
import { contentOf, toldInHalves, whileWriting } from './content.ts';
import type { DataDownloadDeps, Plan, PlannedPoint } from './plan.ts';
import { readSeries } from './series.ts';

const minute = 60_000;
const hour = 60 * minute;
const zone = 'Asia/Shanghai';
/** Full hours, so that intervals of ten minutes stand where the readings do. */
const end = Math.floor(Date.now() / hour) * hour;
const begin = end - 3 * hour;
const local = (epochMs: number) => localOfEpoch(epochMs, zone);

const highLimit = {
  kind: 'limit',
  bands: { high: { limit: -15, severity: 2 } },
  deadband: 1,
  onDelaySeconds: 0,
  offDelaySeconds: 0,
} as const;

let app: TestApplication;
let projectId: number;
let doorId: number;
let roomId: number;
let otherRoomId: number;
let defrostId: number;
let outdoorsId: number;
let fifth: number;
let fifthId: number;
let watcher: string;
let limitedWatcher: string;
let berlinId: number;
let coldRoomId: number;
/** In each place a point that never stays the same. */
let drifting: { zone: string; ProjectId: number; pointId: number }[];
let contactId: number;
let keeper: string;
let token: string;
let withoutPdf: string;
let limited: string;
let stranger: string;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: '一号库' });
      const areaId = await anArea(db, projectId);
      const gatewayId = await aGateway(db, projectId);
      const [freezer, sister] = [
        await aDevice(db, projectId, { name: '冷冻间 3 号', nameEn: 'Freezer 3', areaId }),
        await aDevice(db, projectId, { name: '冷冻间 4 号', nameEn: 'Freezer 4', areaId }),
      ];
      const temperature = await aPointType(db, companyId);
      berlinId = await aProject(db, companyId, { name: 'Kühlhaus', timeZone: 'Europe/Berlin' });
      coldRoomId = await aPoint(db, await aGateway(db, berlinId), {
        pointTypeId: temperature,
        name: '冷库',
        nameEn: 'Cold room',
        deviceId: await aDevice(db, berlinId, { name: '冷库', nameEn: 'Cold room' }),
      });
      const type = { pointTypeId: temperature, name: '温度', nameEn: 'Temperature' };
      roomId = await aPoint(db, gatewayId, { ...type, deviceId: freezer });
      otherRoomId = await aPoint(db, gatewayId, { ...type, deviceId: sister });
      outdoorsId = await aPoint(db, gatewayId, { pointTypeId: temperature, name: '室外', nameEn: 'Outdoors' });
      const door = await aPointType(db, companyId, {
        status: [
          { value: 0, zh: '关', en: 'Closed' },
          { value: 1, zh: '开', en: 'Open' },
        ],
      });
      doorId = await aPoint(db, gatewayId, {
        pointTypeId: door,
        name: '门',
        nameEn: 'Door',
        unit: '',
        deviceId: freezer,
      });
      contactId = await aPoint(db, gatewayId, { pointTypeId: door, name: '触点', unit: '', deviceId: freezer });
      const defrost = await aPointType(db, companyId, {
        status: [
          { value: 0, zh: '未化霜', en: 'No defrost' },
          { value: 1, zh: '化霜中', en: 'Defrosting' },
        ],
      });
      defrostId = await aPoint(db, gatewayId, { pointTypeId: defrost, name: '化霜', unit: '', deviceId: freezer });
      await aRule(db, await aStrategy(db, projectId), highLimit, { points: [roomId] });
      const userId = await aMember(db, companyId, projectId, { permissions: ['historyExcel', 'historyPdfData'] });
      token = await tokenFor(db, userId);
      await aMember(db, companyId, berlinId, {
        userId,
        permissions: ['historyExcel', 'historyPdfData', 'monitorView'],
      });
      drifting = [];
      for (const place of ['Europe/Berlin', 'Asia/Kolkata', zone]) {
        const ProjectId = await aProject(db, companyId, { timeZone: place });
        await aMember(db, companyId, ProjectId, { userId, permissions: ['historyExcel', 'monitorView'] });
        const pointId = await aPoint(db, await aGateway(db, ProjectId), { pointTypeId: temperature });
        drifting.push({ zone: place, ProjectId, pointId });
      }
      withoutPdf = await tokenFor(db, await aMember(db, companyId, projectId, { permissions: ['historyExcelData'] }));
      const limitedId = await aMember(db, companyId, projectId, { permissions: ['historyExcel'] });
      await limitMember(db, limitedId, projectId, { deviceIds: [sister], alarmLevels: [1, 2, 3, 4] });
      limited = await tokenFor(db, limitedId);
      const keeperId = await aMember(db, companyId, projectId, { permissions: ['historyExcel'] });
      fifth = await aDevice(db, projectId, { name: '冷冻间 5 号', nameEn: 'Freezer 5', areaId });
      fifthId = await aPoint(db, gatewayId, { ...type, deviceId: fifth });
      await limitMember(db, keeperId, projectId, { deviceIds: [freezer, fifth], alarmLevels: [1, 2, 3, 4] });
      keeper = await tokenFor(db, keeperId);
      watcher = await tokenFor(db, await aMember(db, companyId, projectId, { permissions: ['monitorView'] }));
      const limitedWatcherId = await aMember(db, companyId, projectId, { permissions: ['monitorView'] });
      await limitMember(db, limitedWatcherId, projectId, { deviceIds: [sister], alarmLevels: [1, 2, 3, 4] });
      limitedWatcher = await tokenFor(db, limitedWatcherId);
      const elsewhere = await aCompany(db);
      stranger = await tokenFor(
        db,
        await aMember(db, elsewhere, await aProject(db, elsewhere), { permissions: ['historyExcel'] }),
      );
    },
  });
  // −18 °C, but for twenty minutes above the limit in the second hour; nothing at all in the last half hour.
  const readings = Array.from({ length: 150 }, (_, i) => begin + i * minute).flatMap((at) => {
    const isWarm = at >= begin + hour && at < begin + hour + 20 * minute;
    return [
      { pointId: roomId, at, value: isWarm ? -9.5 : -18 },
      { pointId: otherRoomId, at, value: -20 },
      { pointId: outdoorsId, at, value: 11 },
      { pointId: doorId, at, value: isWarm ? 1 : 0 },
      { pointId: defrostId, at, value: at >= begin + 20 * minute && at < begin + 40 * minute ? 1 : 0 },
    ];
  });
  await measure(app.application, readings);
});
afterAll(() => app.stop());

const wishOf = (fileType: DataFormat, more: object = {}) => ({
  start: local(begin),
  end: local(end),
  pointIdList: [roomId, otherRoomId],
  tmes: 10,
  fileType,
  ProjectId: projectId,
  ...more,
});
const download = async (
  fileType: DataFormat,
  more: object = {},
  { as = token, language = 'en' as 'zh' | 'en' } = {},
) => {
  const { status, envelope, file, headers } = await makeCall(
    app.url,
    'downHistoryDataToExcelOrPdf',
    { body: wishOf(fileType, more) },
    { token: as, language },
  );
  return { status, message: envelope.Message, file: file!, headers };
};

describe('last night’s excursion', () => {
  test('is marked on the curve with its alarm and the defrost of its device, for users who may see the device', async () => {
    const marks = async (as: string) => {
      const range = { start: local(begin), end: local(end), pointIdList: [roomId], ProjectId: projectId };
      const alarms = await makeCall(
        app.url,
        'getAlarmsOfPoints',
        { body: { ProjectId: projectId, PointIdList: [roomId], StartTime: range.start, EndTime: range.end } },
        { token: as, language: 'en' },
      );
      const defrosts = await makeCall(app.url, 'getDefrostsOfPoints', { query: range }, { token: as, language: 'en' });
      return { alarms: alarms.envelope.Data, defrosts: defrosts.envelope.Data, status: defrosts.status };
    };
    const { alarms, defrosts } = await marks(watcher);
    expect(alarms).toEqual([
      expect.objectContaining({
        PointId: roomId,
        Level: 2,
        ALARM_EPOCH: begin + hour,
        ALARM_EPOCH_CLEARED: begin + hour + 20 * minute,
      }),
    ]);
    expect(defrosts).toEqual([
      expect.objectContaining({
        ModelTreeName: 'Freezer 3',
        FromEpoch: begin + 20 * minute,
        ToEpoch: begin + 40 * minute,
      }),
    ]);
    expect(await marks(limitedWatcher)).toMatchObject({ alarms: [], status: 404 });
  });

  test('is on the curve of its door as it was: closed from where the range begins, and unknown once it fell silent', async () => {
    const from = begin + 10 * minute + 30_000;
    const curveOf = async (start: number, pointId: number) => {
      const query = { start: local(start), end: local(end), tmes: 0, pointIdList: [pointId], ProjectId: projectId };
      const { envelope } = await makeCall(app.url, 'getPointData', { query }, { token: watcher, language: 'en' });
      return (envelope.Data as [{ DataList: { Time: number; Value: number | null }[] }])[0].DataList;
    };
    const door = await curveOf(from, doorId);
    expect(door.slice(0, 2)).toMatchObject([
      { Time: from, Value: 0 },
      { Time: from + 30_000, Value: 0 },
    ]);
    const lastHeard = begin + 149 * minute;
    expect(door.slice(-2)).toMatchObject([
      { Time: lastHeard, Value: 0 },
      { Time: lastHeard + 3 * minute, Value: null },
    ]);
    // Of one that was silent before, nothing is known; and a temperature is drawn from value to value.
    expect(await curveOf(begin + 155 * minute, doorId)).toEqual([]);
    expect((await curveOf(from, roomId))[0]).toMatchObject({ Time: from + 30_000 });
  });

  test('is in the Excel file: a row a point and interval, with extremes, unit, time zone and the alarm', async () => {
    const { file, headers } = await download('excel', { isAlarmLacy: true });
    expect(decodeURIComponent(headers.get('content-disposition')!)).toMatch(
      /一号库 Freezer 3 .* and 1 more \d{4}-\d\d-\d\d \d{4} – \d{4}-\d\d-\d\d \d{4}\.xlsx$/,
    );
    const { header, rows } = await cellsOf(file);
    expect(header).toEqual([
      'Time (Asia/Shanghai)',
      'Device',
      'Point',
      'Average',
      'Minimum',
      'Maximum',
      'Unit',
      'Note',
      'Alarm',
      'Legend: Urgent',
      'Legend: Important',
      'Legend: General',
      'Legend: Record only',
    ]);
    // The last value held for two minutes, so an interval begins with it and the two after have none.
    const ofRoom = rows.filter((row) => row[1] === 'Freezer 3');
    expect(ofRoom).toHaveLength(16);
    expect(ofRoom[0]).toEqual([local(begin), 'Freezer 3', 'Temperature', -18, -18, -18, '°C', null, null]);
    expect(ofRoom[6]).toEqual([
      local(begin + hour),
      'Freezer 3',
      'Temperature',
      -9.5,
      -9.5,
      -9.5,
      '°C',
      null,
      'Important',
    ]);
    expect(ofRoom.filter((row) => row[8] !== null)).toHaveLength(2);
    expect(rows.filter((row) => row[1] === 'Freezer 4').every((row) => row[3] === -20 && row[8] === null)).toBe(true);
  });

  test('is in the merged sheet: a row a time with points side by side, gaps as empty cells, states in words', async () => {
    const { file } = await download(
      'excel',
      { isMerge: true, pointIdList: [roomId, doorId, otherRoomId] },
      { language: 'zh' },
    );
    const { header, rows } = await cellsOf(file);
    expect(header).toEqual([
      '时间（Asia/Shanghai）',
      '冷冻间 3 号 · 温度（°C）',
      '冷冻间 3 号 · 温度 最小值（°C）',
      '冷冻间 3 号 · 温度 最大值（°C）',
      '冷冻间 3 号 · 门',
      '冷冻间 4 号 · 温度（°C）',
      '冷冻间 4 号 · 温度 最小值（°C）',
      '冷冻间 4 号 · 温度 最大值（°C）',
      '说明',
    ]);
    expect(rows).toHaveLength(18);
    expect(rows[0]!.slice(0, 8)).toEqual([local(begin), -18, -18, -18, '关', -20, -20, -20]);
    expect(rows[6]!.slice(0, 6)).toEqual([local(begin + hour), -9.5, -9.5, -9.5, '开', -20]);
    expect(rows[17]!.slice(1).every((cell) => cell === null)).toBe(true);
  });

  test('is in a coarse merged sheet, too: as the highest value, and as a door that was also open', async () => {
    const wish = { isMerge: true, tmes: 120, start: local(begin - hour), pointIdList: [roomId, doorId] };
    const { header, rows } = await cellsOf((await download('excel', wish)).file);
    expect(header.slice(1, 5)).toEqual([
      'Freezer 3 · Temperature (°C)',
      'Freezer 3 · Temperature, minimum (°C)',
      'Freezer 3 · Temperature, maximum (°C)',
      'Freezer 3 · Door',
    ]);
    expect(rows.some(([, average, low, high]) => Number(average) < -9.5 && low === -18 && high === -9.5)).toBe(true);
    // It stands in the interval in which it was opened, or begins it.
    expect(rows.map((row) => row[4]).join()).toMatch(/Closed \(also: Open\)|Open \(also: Closed\)/);
  });

  test('is in the PDF: statistics, limits, the gap with its reason, alarms and values, in both languages', async () => {
    const english = await wordsOf((await download('pdf', { isAlarmLacy: true, pointIdList: [roomId] })).file);
    expect(english.text).toContain('Limits as set when this file was made');
    for (const words of [
      '一号库 · History report',
      'Time zone Asia/Shanghai',
      'Freezer 3 · Temperature (°C)',
      'Minimum Average Maximum',
      '−18.0',
      '−9.5',
      'High −15 °C',
      'No reading arrived',
      'Important',
      `${local(begin + hour).slice(0, 16)} −9.5 −9.5 −9.5`,
      'Page 1 of',
    ])
      expect(english.text).toContain(words);
    const chinese = await wordsOf(
      (await download('pdf', { isMerge: true, pointIdList: [roomId, doorId] }, { language: 'zh' })).file,
    );
    for (const words of ['历史数据报告', '冷冻间 3 号 · 温度', '统计', '最小值', '超限时长', '20 分钟', '开', '共'])
      expect(chinese.text).toContain(words);
  });

  test('is in the PDF of several points with the limits of all, the gaps and alarms of each, and alarms at the values', async () => {
    const merged = { isMerge: true, isAlarmLacy: true, pointIdList: [roomId, otherRoomId] };
    const english = await wordsOf((await download('pdf', merged)).file);
    for (const words of [
      'Limits Point High-high High Low Low-low',
      'Freezer 3 · Temperature (°C) – −15 – –',
      'Gaps · Freezer 3 · Temperature (°C)',
      'No reading arrived',
      'Alarms · Freezer 3 · Temperature (°C)',
      '20 min · Important',
      'Gaps · Freezer 4 · Temperature (°C)',
      'Alarms No alarms in this time Freezer 4 · Temperature (°C)',
      `${local(begin + hour).slice(0, 16)} −9.5 −9.5 −9.5 −20.0 −20.0 −20.0 Important 1`,
    ])
      expect(english.text).toContain(words);
    const chinese = await wordsOf((await download('pdf', merged, { language: 'zh' })).file);
    for (const words of [
      '报警限值',
      '上上限',
      '数据缺口 · 冷冻间 3 号 · 温度',
      '未收到任何读数',
      '报警 该时间内无报警 冷冻间 4 号 · 温度',
      '重要 1',
    ])
      expect(chinese.text).toContain(words);
  });

  test('is in the CSV, which a spreadsheet opens in Chinese', async () => {
    const { file, headers } = await download('csv', { pointIdList: [doorId] }, { language: 'zh' });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = Buffer.from(file).toString('utf8').split('\r\n');
    expect(lines[0]).toBe('\ufeff时间（Asia/Shanghai）,设备,点位,状态,说明');
    expect(lines.slice(1, 4)).toEqual([
      `${local(begin)},冷冻间 3 号,门,关,`,
      `${local(begin + hour)},冷冻间 3 号,门,开,`,
      `${local(begin + hour + 20 * minute)},冷冻间 3 号,门,关,`,
    ]);
  });

  test('comes as a zip with a file a point, or with the files that were named', async () => {
    const each = await unzipBounded(Buffer.from((await download('excel', { isZip: true })).file), 1e7);
    expect([...each.keys()]).toEqual(['Freezer 3 · Temperature.xlsx', 'Freezer 4 · Temperature.xlsx']);
    const named = await download('csv', {
      isZip: true,
      zipFileList: [{ FileName: 'a/b: 夜', PointIdList: [otherRoomId] }],
    });
    const files = await unzipBounded(Buffer.from(named.file), 1e7);
    expect([...files.keys()]).toEqual(['a b 夜.csv']);
    expect(Buffer.from(files.get('a b 夜.csv')!).toString()).toContain('Freezer 4');
  });
});

test('a point that serves no device is picked as one of the project, by users who see the whole of it, and taken away', async () => {
  const ask = async (name: 'getDownloadPoints' | 'getFreePoints', as: string) =>
    (await makeCall(app.url, name, { query: { ProjectId: projectId } }, { token: as, language: 'en' })).envelope.Data;
  const Points = [expect.objectContaining({ PointId: outdoorsId, PointName: 'Outdoors', Unit: '°C', PointType: 0 })];
  expect(((await ask('getDownloadPoints', token)) as object[]).at(-1)).toEqual({
    BigTypeId: 0,
    BigTypeName: 'Points of the project',
    Devices: [{ ModelTreeId: 0, ModelTreeName: 'Points of the project', Points }],
  });
  expect(await ask('getFreePoints', watcher)).toEqual(Points);
  expect(await ask('getFreePoints', limitedWatcher)).toEqual([]);
  const { rows } = await cellsOf((await download('excel', { pointIdList: [outdoorsId] })).file);
  expect(rows[0]).toEqual(expect.arrayContaining(['Outdoors', 11]));
});

test('a stretch that was filled in by hand says so, by whom and why, on the curve and in every file', async () => {
  const day = 24 * hour;
  const from = begin - 5 * day;
  const filled = new ReadingColumnsBuilder(20);
  for (let i = 0; i < 20; i++) filled.push(roomId, from + i * minute, -18, 0);
  const who = { now: begin - day, by: 'Wu', reason: 'logger' };
  await fillHistory(app.database.pool, roomId, filled.take(), who);
  const range = { start: local(from - 10 * minute), end: local(from + 40 * minute) };
  const query = { ...range, pointIdList: [roomId, otherRoomId], tmes: 10, ProjectId: projectId };
  const { envelope } = await makeCall(app.url, 'getPointData', { query }, { token: watcher, language: 'en' });
  const curves = envelope.Data as { CorrectionList?: unknown }[];
  expect(curves.map(({ CorrectionList }) => CorrectionList)).toEqual([
    [expect.objectContaining({ Kind: 'filled', FromEpoch: from, Count: 20, By: 'Wu', Reason: 'logger' })],
    undefined,
  ]);
  const said = `Filled in by Wu on ${local(begin - day).slice(0, 16)} (logger)`;
  const listed = await cellsOf((await download('excel', range)).file);
  expect(listed.rows.map((cells) => cells.includes(said))).toEqual([
    true,
    true,
    ...listed.rows.slice(2).map(() => false),
  ]);
  const merged = await cellsOf((await download('excel', { ...range, isMerge: true })).file);
  expect(merged.header).toContain('Note');
  const { text } = await wordsOf((await download('pdf', range, { language: 'zh' })).file);
  expect(text).toContain('由 Wu 补录（logger）');
});

describe('in a place whose clocks change', () => {
  const utc = (iso: string) => Date.parse(`${iso}:00Z`);
  const before = (iso: string, hours: number, value: number) =>
    Array.from({ length: hours * 12 }, (_, i) => ({ pointId: coldRoomId, at: utc(iso) + i * 5 * minute, value }));
  beforeAll(async () => {
    // Local days of 2025-10-25 to 27 and of 2026-03-28 to 30, each with a value of its own.
    await measure(app.application, [
      ...before('2025-10-24T22:00', 24, -25),
      ...before('2025-10-25T22:00', 25, -26),
      ...before('2025-10-26T23:00', 24, -27),
      ...before('2026-03-27T23:00', 24, -28),
      ...before('2026-03-28T23:00', 23, -29),
      ...before('2026-03-29T22:00', 24, -30),
    ]);
  });
  const rowsOf = async (start: string, end: string, tmes: number, more: object = {}) => {
    const range = { start: `${start}:00`, end: `${end}:00`, tmes, pointIdList: [coldRoomId], ProjectId: berlinId };
    const { header, rows } = await cellsOf((await download('excel', { ...range, ...more })).file);
    return { header, rows };
  };

  test('a day is a day of the calendar, of 25 hours in October and of 23 in March', async () => {
    const autumn = await rowsOf('2025-10-25 00:00', '2025-10-28 00:00', 1440);
    expect(autumn.header.slice(0, 2)).toEqual(['Time (Europe/Berlin)', 'UTC offset']);
    const facts = (row: (typeof autumn.rows)[number]) => [row[0], row[1], row[4], row[5], row[6]];
    expect(autumn.rows.map(facts)).toEqual([
      ['2025-10-25 00:00:00', 'UTC+02:00', -25, -25, -25],
      ['2025-10-26 00:00:00', 'UTC+02:00', -26, -26, -26],
      ['2025-10-27 00:00:00', 'UTC+01:00', -27, -27, -27],
    ]);
    const spring = await rowsOf('2026-03-28 00:00', '2026-03-31 00:00', 1440, { isMerge: true });
    expect(spring.rows).toEqual([
      ['2026-03-28 00:00:00', 'UTC+01:00', -28, -28, -28, null],
      ['2026-03-29 00:00:00', 'UTC+01:00', -29, -29, -29, null],
      ['2026-03-30 00:00:00', 'UTC+02:00', -30, -30, -30, null],
    ]);
  });

  test('a curve by days has the days of its place, too, and the statistics of its whole range', async () => {
    const daysOf = async (start: string, end: string) => {
      const query = { start, end, tmes: 1440, pointIdList: [coldRoomId], ProjectId: berlinId };
      const { envelope } = await makeCall(app.url, 'getPointData', { query }, { token });
      const [curve] = envelope.Data as { DataList: { Time: number; Value: number }[]; Avg: number; KnownMs: number }[];
      const days = curve!.DataList.map(({ Time, Value }) => [localOfEpoch(Time, 'Europe/Berlin'), Value]);
      return { days, Avg: curve!.Avg, KnownMs: curve!.KnownMs };
    };
    expect(await daysOf('2025-10-25 00:00:00', '2025-10-28 00:00:00')).toEqual({
      days: [
        ['2025-10-25 00:00:00', -25],
        ['2025-10-26 00:00:00', -26],
        ['2025-10-27 00:00:00', -27],
      ],
      Avg: (24 * -25 + 25 * -26 + 24 * -27) / 73,
      // Every five minutes a value that holds for three.
      KnownMs: (73 * hour * 3) / 5,
    });
    // After the end of its service a place has no days.
    const serviceEnd = (day: string | null) =>
      app.database.db.updateTable('project').set({ service_end: day }).where('id', '=', berlinId).execute();
    await serviceEnd('2025-09-30');
    expect((await daysOf('2025-10-25 00:00:00', '2025-10-28 00:00:00')).days).toEqual([]);
    await serviceEnd(null);
    expect((await daysOf('2026-03-28 12:00:00', '2026-03-31 00:00:00')).days).toEqual([
      ['2026-03-28 00:00:00', -28],
      ['2026-03-29 00:00:00', -29],
      ['2026-03-30 00:00:00', -30],
    ]);
  });

  test('two hours stay even hours, and the hour that comes twice is told by its offset', async () => {
    const times = ({ rows }: Awaited<ReturnType<typeof rowsOf>>) => rows.map((row) => `${row[0]}`.slice(11, 16));
    expect(times(await rowsOf('2025-10-26 00:00', '2025-10-26 08:00', 120))).toEqual([
      '00:00',
      '02:00',
      '04:00',
      '06:00',
    ]);
    const hours = await rowsOf('2025-10-26 01:00', '2025-10-26 04:00', 60, { isMerge: true });
    expect(hours.rows.map((row) => `${row[0]} ${row[1]}`)).toEqual([
      '2025-10-26 01:00:00 UTC+02:00',
      '2025-10-26 02:00:00 UTC+02:00',
      '2025-10-26 02:00:00 UTC+01:00',
      '2025-10-26 03:00:00 UTC+01:00',
    ]);
    const second = await rowsOf('2025-10-26 01:00', '2025-10-26 04:00', 60, { start: '2025-10-26 02:00:00+01:00' });
    expect(second.rows.map((row) => `${row[0]} ${row[1]}`)).toEqual([
      '2025-10-26 02:00:00 UTC+01:00',
      '2025-10-26 03:00:00 UTC+01:00',
    ]);
    const plain = await rowsOf('2025-10-27 00:00', '2025-10-27 08:00', 120);
    expect(plain.header.slice(0, 2)).toEqual(['Time (Europe/Berlin)', 'Device']);
    const ofPdf = {
      start: '2025-10-25 00:00:00',
      end: '2025-10-28 00:00:00',
      tmes: 60,
      pointIdList: [coldRoomId],
      ProjectId: berlinId,
    };
    const { text } = await wordsOf((await download('pdf', ofPdf)).file);
    for (const words of [
      '2025-10-26 02:00 +02:00 −26.0',
      '2025-10-26 02:00 +01:00 −26.0',
      'No interval is without a value',
    ])
      expect(text).toContain(words);
  });
});

describe('a curve and a file of one range and interval say the same', () => {
  const ranges = ['2025-10-25', '2026-03-28'];
  beforeAll(async () => {
    // A bucket that begins elsewhere has another average and other extremes.
    const readings = ranges.flatMap((day) =>
      Array.from({ length: 3 * 144 }, (_, i) => ({ at: Date.parse(`${day}T00:00Z`) - 12 * hour + i * 10 * minute, i })),
    );
    for (const { pointId } of drifting)
      await measure(
        app.application,
        readings.map(({ at, i }) => ({ pointId, at, value: -30 + (i % 97) * 0.5 })),
      );
  });
  const cases = ['Europe/Berlin', 'Asia/Kolkata', zone].flatMap((place) =>
    ranges.flatMap((day) => [30, 60, 120, 240, 1440].map((tmes) => [place, day, tmes] as const)),
  );

  test.each(cases)('in %s around %s by %i minutes', async (place, day, tmes) => {
    const { ProjectId, pointId } = drifting.find((one) => one.zone === place)!;
    const begun = Date.parse(`${day}T00:00Z`);
    const ended = localOfEpoch(begun + 2 * 24 * hour, 'UTC').slice(0, 10);
    const range = { start: `${day} 01:30:00`, end: `${ended} 20:30:00`, tmes, ProjectId, pointIdList: [pointId] };
    const { envelope } = await makeCall(app.url, 'getPointData', { query: range }, { token });
    const [curve] = envelope.Data as [
      {
        Decimals: number;
        DataList: { Time: number; Value: number | null; Min?: number; Max?: number }[];
      },
    ];
    // A sheet gives averages with one decimal more than the point has.
    const rounded = (value: number | null | undefined) =>
      value === null || value === undefined ? null : Number(value.toFixed(curve.Decimals + 1));
    const drawn = curve.DataList.map(({ Time, Value, Min, Max }) => [
      localOfEpoch(Time, place),
      rounded(Value),
      rounded(Min),
      rounded(Max),
    ]);
    const { header, rows } = await cellsOf((await download('excel', { ...range, isMerge: true })).file);
    const first = header[1] === 'UTC offset' ? 2 : 1;
    const filed = rows.map((row) => [row[0], ...row.slice(first, first + 3)]).filter((row) => row[1] !== null);
    expect(filed.length).toBeGreaterThan(1);
    expect(drawn).toEqual(filed);
  });
});

describe('a download is refused', () => {
  const day = 24 * hour;
  test.each([
    ['more than two years', { start: local(end - 732 * day) }, historyErrors.rangeTooLong.en],
    ['the future', { end: local(end + 2 * day) }, historyErrors.inTheFuture.en],
    ['a start after the end', { start: local(end), end: local(begin) }, historyErrors.rangeReversed.en],
    [
      'too short an interval',
      { start: local(end - 8 * day) },
      dataDownloadErrors.intervalTooShort.en.replace('{minutes}', '20'),
    ],
    ['no point', { pointIdList: [] }, dataDownloadErrors.noPoints.en],
    [
      '101 points',
      { pointIdList: Array.from({ length: 101 }, (_, i) => i + 1) },
      dataDownloadErrors.tooManyPoints.en.replace('{count}', '100'),
    ],
    [
      'alarms on states and numbers',
      () => ({ isAlarmLacy: true, pointIdList: [roomId, doorId] }),
      dataDownloadErrors.mixedKinds.en,
    ],
    [
      'a point outside the zip',
      () => ({ isZip: true, zipFileList: [{ FileName: 'x', PointIdList: [doorId] }] }),
      dataDownloadErrors.outsideZip.en,
    ],
    [
      'a time without data',
      { start: local(begin - day), end: local(begin - day + hour) },
      dataDownloadErrors.noPointData.en,
    ],
  ])('for %s', async (_, more, message) => {
    const { message: said } = await download('excel', typeof more === 'function' ? more() : more);
    expect(said).toBe(message);
  });

  test('to a user with the other permission only, and of somebody else’s points', async () => {
    expect((await download('pdf', {}, { as: withoutPdf })).status).toBe(403);
    expect((await download('csv', {}, { as: withoutPdf })).status).toBe(200);
    expect((await download('excel', {}, { as: stranger })).status).toBe(403);
    const { status, message } = await download('excel', {}, { as: limited });
    expect([status, message]).toEqual([400, dataDownloadErrors.pointsGone.en.replace('{count}', '1')]);
    const own = await download('excel', { pointIdList: [otherRoomId] }, { as: limited });
    expect(new Set((await cellsOf(own.file)).rows.map((row) => row[1]))).toEqual(new Set(['Freezer 4']));
    const { envelope } = await makeCall(
      app.url,
      'getDownloadPoints',
      { query: { ProjectId: projectId } },
      { token: limited, language: 'en' },
    );
    expect(envelope.Data).toMatchObject([
      { BigTypeName: 'Refrigeration', Devices: [{ ModelTreeName: 'Freezer 4', Points: [{ PointId: otherRoomId }] }] },
    ]);
  });
});

test('a user who leaves while a download is read ends the reading', async () => {
  const left = new AbortController();
  const asked: number[] = [];
  const buckets: DataDownloadDeps['history']['buckets'] = async (_points, from, _to, _minutes, _origin, signal) => {
    asked.push(from);
    left.abort(new Error('left'));
    signal!.throwIfAborted();
    return [];
  };
  const { db } = app.database;
  const history = {
    buckets,
    corrections: async () => [],
    knownBefore: async () => new Set<number>(),
    raw: async () => [],
  };
  const historyShare = createHistoryShare();
  const plan = {
    caller: { userId: 1 },
    from: 0,
    to: 62 * 24 * hour,
    edges: localIntervals(0, 62 * 24 * hour, hour, 'UTC'),
  };
  const point = { id: 1, kind: 'analog', samplingIntervalMs: minute };
  const read = readSeries(
    { db, clock: systemClock, history, historyShare, limitsOver: () => [] },
    plan as unknown as Plan,
    [point as unknown as PlannedPoint],
    { budget: new ValueBudget(10), signal: left.signal },
  );
  await expect(read.next()).rejects.toThrow('left');
  expect(asked).toEqual([0]);
  // The turn has ended, and the next one begins.
  await historyShare.long.run(1, new AbortController().signal, async () => {});
});

test('a zip says how far it is while each of its files is read', async () => {
  const { db } = app.database;
  const history = {
    buckets: async () => [],
    corrections: async () => [],
    knownBefore: async () => new Set<number>(),
    raw: async () => [],
  };
  const deps = { db, clock: systemClock, history, historyShare: createHistoryShare(), limitsOver: () => [] };
  const [from, to] = [0, 62 * 24 * hour];
  const points = [{ id: 1, kind: 'analog', samplingIntervalMs: minute }] as unknown as PlannedPoint[];
  const files = ['a', 'b'].map((name) => ({ name, points }));
  const plan = { caller: { userId: 1 }, from, to, edges: localIntervals(from, to, hour, 'UTC'), points, files };
  const told: number[] = [];
  const { signal } = new AbortController();
  const series = whileWriting(deps, plan as unknown as Plan, signal, async (part) => void told.push(part));
  for (const file of files) for await (const one of series(file.points)) expect(one.length).toBe(0);
  expect(told).toEqual([0.25, 0.5, 0.75, 1]);
});

test('a file says how far it is while its rows are written, and is ended in the middle of them', async () => {
  const points = [{ id: 1, kind: 'analog', decimals: 1, corrections: [] }] as unknown as PlannedPoint[];
  const length = 20_000;
  const edges = Float64Array.from({ length: length + 1 }, (_, i) => i * minute);
  const plan = {
    points,
    files: null,
    fileType: 'csv',
    language: 'en',
    timeZone: zone,
    edges,
    values: length,
    to: length * minute,
  };
  const times = edges.slice(0, length);
  const columns = {
    times,
    values: times,
    min: times,
    max: times,
    ends: edges.slice(1),
    badCounts: new Int32Array(length),
  };
  const series = async function* () {
    yield { ...columns, point: points[0]!, length, totals: null, alarms: [] };
  };
  const told: number[] = [];
  let most = 1;
  const write = async () => {
    const inHalves = toldInHalves(plan as unknown as Plan, async (part) => {
      if (part > most) throw new Error('deleted');
      told.push(part);
    });
    await inHalves.read(1);
    const { stream, rowCount } = contentOf({} as DataDownloadDeps, plan as unknown as Plan, series, inHalves);
    await buffer(stream).catch(({ message }: Error) => told.push(message as never));
    return rowCount();
  };
  expect(await write()).toBe(length);
  expect(told).toEqual([0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1]);
  most = 0.6;
  expect(await write()).toBe(6_000);
  expect(told.slice(-4)).toEqual([0.5, 0.55, 0.6, 'deleted']);
});

describe('in the background', () => {
  const rowOf = async (id: number) => {
    const { envelope } = await makeCall(app.url, 'getDownloadPage', { body: {} }, { token, language: 'en' });
    return (
      envelope.Data as {
        Data: {
          DownloadId: number;
          State: string;
          FileName: string;
          Kind: string;
          DownloadType: number;
          FailureReason: string;
        }[];
      }
    ).Data.find(({ DownloadId }) => DownloadId === id)!;
  };
  const over = async (id: number) => {
    await expect.poll(async () => (await rowOf(id)).State, soon).toMatch(/done|failed/);
    return rowOf(id);
  };

  test('a download lands in the download centre, and is made again, also for the month before', async () => {
    const { envelope } = await makeCall(
      app.url,
      'downHistoryDataToExcelOrPdfBack',
      { body: wishOf('pdf') },
      { token, language: 'en' },
    );
    const { DownloadId } = envelope.Data as { DownloadId: number };
    const row = await over(DownloadId);
    expect(row).toMatchObject({
      State: 'done',
      Kind: 'pointHistory',
      DownloadType: 1,
      FileName: expect.stringMatching(/^一号库 Freezer 3 .* and 1 more .* Point data .*\.pdf$/),
      Detail: expect.stringMatching(
        /^一号库 · Freezer 3 · Temperature, Freezer 4 · Temperature · 20.{14} – 20.{14} · every 10 min · PDF$/,
      ),
    });
    const { file, headers } = await makeCall(
      app.url,
      'getDownloadFile',
      { query: { downloadId: DownloadId } },
      { token },
    );
    expect(headers.get('content-type')).toBe('application/pdf');
    expect((await wordsOf(file!)).text).toContain('Freezer 4 · Temperature');

    const again = async (Id: number, Range: 'same' | 'lastMonth') =>
      (
        (await makeCall(app.url, 'repeatDownload', { body: { DownloadId: Id, Range } }, { token })).envelope.Data as {
          DownloadId: number;
        }
      ).DownloadId;
    expect(await over(await again(DownloadId, 'same'))).toMatchObject({ State: 'done' });
    // A point that never measured: on the first of a month the others did so in the month before.
    const { envelope: silent } = await makeCall(
      app.url,
      'downHistoryDataToExcelOrPdfBack',
      { body: wishOf('pdf', { pointIdList: [fifthId] }) },
      { token, language: 'en' },
    );
    const lastMonth = await again((silent.Data as { DownloadId: number }).DownloadId, 'lastMonth');
    expect(await over(lastMonth)).toMatchObject({ State: 'failed', FailureReason: 'No data to export.' });
    const { parameters } = await app.database.db
      .selectFrom('download')
      .where('id', '=', lastMonth)
      .select('parameters')
      .executeTakeFirstOrThrow();
    expect((parameters as { body: { start: string; tmes: number } }).body).toMatchObject({
      start: expect.stringMatching(/-01 00:00:00$/),
      tmes: 20,
    });
  });

  test('a file is handed out though a point in it and its device are deleted, and no more when one is no longer its owner’s', async () => {
    const { db } = app.database;
    const body = wishOf('csv', { pointIdList: [roomId, defrostId, fifthId] });
    const { envelope } = await makeCall(app.url, 'downHistoryDataToExcelOrPdfBack', { body }, { token: keeper });
    const query = { downloadId: (envelope.Data as { DownloadId: number }).DownloadId };
    const fetched = () => makeCall(app.url, 'getDownloadFile', { query }, { token: keeper, language: 'en' });
    await expect.poll(async () => (await fetched()).status, soon).toBe(200);
    await db.deleteFrom('point').where('id', '=', fifthId).execute();
    await db.deleteFrom('device').where('id', '=', fifth).execute();
    expect((await fetched()).status).toBe(200);
    await db.deleteFrom('device_point').where('point_id', '=', defrostId).execute();
    const refused = await fetched();
    expect([refused.status, refused.envelope.Message]).toEqual([403, downloadErrors.seesLess.en]);
  });

  test('a contact that flaps a million times is too much for a curve and for every download, and each says so, but for no statistics', async () => {
    const from = Date.parse('2026-02-01T00:00:00Z');
    const columns = new ReadingColumnsBuilder(1_000_100);
    for (let i = 0; i < 1_000_100; i += 1) columns.push(contactId, from + i * 60, i % 2, 0);
    await importSegments(app.database.pool, contactId, columns.take());
    const range = { start: local(from), end: local(from + 20 * hour), pointIdList: [contactId], ProjectId: projectId };
    const filled = (text: string, count: number) => text.replace('{count}', String(count));

    for (const tmes of [0, 10]) {
      const query = { ...range, tmes };
      const { envelope } = await makeCall(app.url, 'getPointData', { query }, { token: watcher, language: 'en' });
      expect(envelope.Message).toBe(filled(historyErrors.tooManyValues.en, maxCurveValues));
    }
    expect((await download('csv', range)).message).toBe(filled(dataDownloadErrors.tooMuchAtOnce.en, maxValuesAtOnce));
    expect((await download('pdf', range)).message).toBe(filled(dataDownloadErrors.tooMuchForPdf.en, maxValuesOfPdf));
    // What they come to is told all the same.
    const statistic = await makeCall(app.url, 'getPointStatisticData', { query: range }, { token: watcher });
    const [{ StateList }] = statistic.envelope.Data as [{ StateList: object[] }];
    expect(StateList.map((state) => ({ ...state, DurationMs: 0, Value: '' }))).toEqual(
      [0, 1].map((Key) => ({ Key, Value: '', DurationMs: 0, Count: 500_050 })),
    );
    const body = wishOf('csv', range);
    const { envelope } = await makeCall(
      app.url,
      'downHistoryDataToExcelOrPdfBack',
      { body },
      { token, language: 'en' },
    );
    expect(await over((envelope.Data as { DownloadId: number }).DownloadId)).toMatchObject({
      State: 'failed',
      FailureReason: filled(downloadErrors.tooManyRows.en, 1_000_000),
    });
  });
});
