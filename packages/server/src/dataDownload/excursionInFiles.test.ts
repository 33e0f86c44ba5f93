import { type DataFormat, dataDownloadErrors } from '@watchpost/contract';
import { readXlsx } from 'hucre/xlsx';
import { getDocumentProxy } from 'unpdf';
import { OPS } from 'unpdf/pdfjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { measure } from '../testing/equippedCompany.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  aMember,
  aPoint,
  aPointType,
  aProject,
  aRule,
  aStrategy,
} from '../testing/factories.ts';
import { cellsOf, wordsOf } from '../testing/fileContents.ts';
import { tokenFor } from '../testing/tokenFor.ts';

const minute = 60_000;
const hour = 60 * minute;
const zone = 'Asia/Shanghai';
const end = Math.floor(Date.now() / hour) * hour;
const begin = end - 3 * hour;
/** Urgent from then, important seventeen minutes later, over after another quarter of an hour. */
const raised = begin + hour + 3 * minute;
const fell = raised + 17 * minute;
const returned = fell + 15 * minute;
/** The sister store's door stood open for a minute: its average hardly moves. */
const peak = begin + 154 * minute;
const local = (epochMs: number) => localOfEpoch(epochMs, zone);

let app: TestApplication;
let projectId: number;
let roomId: number;
let sisterId: number;
let doorId: number;
let token: string;
let staff: string;
let watcher: string;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: '一号库' });
      const gatewayId = await aGateway(db, projectId);
      const device = async (n: number) => aDevice(db, projectId, { name: `冷冻间 ${n} 号`, nameEn: `Freezer ${n}` });
      const [freezer, sister] = [await device(3), await device(4)];
      const type = { pointTypeId: await aPointType(db, companyId), name: '温度', nameEn: 'Temperature' };
      roomId = await aPoint(db, gatewayId, { ...type, deviceId: freezer });
      sisterId = await aPoint(db, gatewayId, { ...type, deviceId: sister });
      const status = [
        { value: 0, zh: '关', en: 'Closed' },
        { value: 1, zh: '开', en: 'Open' },
      ];
      const door = { pointTypeId: await aPointType(db, companyId, { status }), name: '门', nameEn: 'Door', unit: '' };
      doorId = await aPoint(db, gatewayId, { ...door, deviceId: freezer });
      const bands = { highHigh: { limit: -10, severity: 1 }, high: { limit: -15, severity: 2 } } as const;
      await aRule(
        db,
        await aStrategy(db, projectId),
        { kind: 'limit', bands, deadband: 0.5, onDelaySeconds: 0, offDelaySeconds: 0 },
        { points: [roomId] },
      );
      const taking = ['historyExcel', 'historyPdfData'] as const;
      token = await tokenFor(db, await aMember(db, companyId, projectId, { permissions: [...taking] }));
      staff = await tokenFor(db, await aMember(db, companyId, projectId, { permissions: [...taking, 'alarmHandle'] }));
      watcher = await tokenFor(db, await aMember(db, companyId, projectId, { permissions: ['monitorView'] }));
    },
  });
  const readings = Array.from({ length: 180 }, (_, i) => begin + i * minute).flatMap((at) => [
    { pointId: roomId, at, value: at < raised || at >= returned ? -18 : at < fell ? -4.5 : -12 },
    { pointId: sisterId, at, value: at === peak ? -2 : -20 },
    { pointId: doorId, at, value: at >= raised && at < fell ? 1 : 0 },
  ]);
  await measure(app.application, readings);
  const { db } = app.database;
  const { id: userId } = await db.selectFrom('app_user').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow();
  await db.updateTable('app_user').set({ nickname: 'Wu' }).where('id', '=', userId).execute();
  await db
    .updateTable('alarm')
    .set({
      acknowledged_at: new Date(returned),
      acknowledged_by: userId,
      handled_at: new Date(returned + hour),
      handled_by: userId,
      follow_up: 'observing',
      comment: 'unloading again',
    })
    .where('point_id', '=', roomId)
    .execute();
});
afterAll(() => app.stop());

const ask = async (fileType: DataFormat, more: object = {}, { as = token, language = 'en' as 'zh' | 'en' } = {}) => {
  const body = {
    start: local(begin),
    end: local(end),
    pointIdList: [roomId],
    tmes: 10,
    fileType,
    isAlarmLacy: true,
    ProjectId: projectId,
    ...more,
  };
  return makeCall(app.url, 'downHistoryDataToExcelOrPdf', { body }, { token: as, language });
};
const download = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).file!;

describe('an alarm that was urgent and fell to important', () => {
  const levels = [
    [begin + 60 * minute, 'Urgent'],
    [begin + 70 * minute, 'Urgent'],
    [fell, 'Important'],
    [begin + 90 * minute, 'Important'],
    [begin + 100 * minute, null],
  ] as const;

  test('stands in each row of a sheet as severe as it was then, whether rows are of a point or of a time', async () => {
    const of = async (more: object) => {
      const { header, rows } = await cellsOf(await download('excel', more));
      return new Map(rows.map((row) => [row[0], row[header.indexOf('Alarm')]]));
    };
    const listed = await of({});
    const merged = await of({ isMerge: true, pointIdList: [roomId, sisterId] });
    for (const [time, level] of levels) {
      expect([local(time), listed.get(local(time))]).toEqual([local(time), level]);
      expect(merged.get(local(time))).toBe(level && `Freezer 3 · Temperature: ${level}`);
    }
  });

  test('is told in the PDF with its worst severity and value, with who confirmed it and what came of it', async () => {
    const { text } = await wordsOf(await download('pdf'));
    for (const words of [
      '32 min · Urgent, at the end Important',
      'Worst value −4.5 °C',
      `Acknowledged ${local(returned).slice(0, 16)} by Wu`,
      `Handled ${local(returned + hour).slice(0, 16)}`,
      'Follow-up: Observing',
    ])
      expect(text).toContain(words);
    const chinese = await wordsOf(await download('pdf', {}, { language: 'zh' }));
    for (const words of ['紧急，结束时为重要', '最严重值', '由 Wu 确认', '处理结果：观察中'])
      expect(chinese.text).toContain(words);
  });

  test('says what staff wrote about it, and who handled it, to staff alone', async () => {
    const forAll = (await wordsOf(await download('pdf'))).text;
    expect(forAll).not.toContain('unloading again');
    expect(forAll).not.toContain(`Handled ${local(returned + hour).slice(0, 16)} by`);
    const forStaff = (await wordsOf(await download('pdf', {}, { as: staff }))).text;
    expect(forStaff).toContain('unloading again');
    expect(forStaff).toContain(`Handled ${local(returned + hour).slice(0, 16)} by Wu`);
  });
});

describe('an Excel file with alarms marked', () => {
  const marksOf = async (more: object, language: 'zh' | 'en' = 'en') => {
    const { sheets } = await readXlsx(await download('excel', more, { language }), { readStyles: true });
    const { rows, cells } = sheets[0]!;
    const fillAt = (row: number, column: number) => {
      const fill = cells?.get(`${row},${column}`)?.style?.fill;
      return fill?.type === 'pattern' && fill.pattern === 'solid' ? (fill.fgColor?.rgb ?? null) : null;
    };
    return { header: rows[0]!, fillsOf: (row: number) => rows[0]!.map((_, column) => fillAt(row, column)) };
  };
  const [urgent, important] = ['FFC7CE', 'FFDDB3'];

  test('colours the rows in alarm by their severity, and says in its head what the colours mean', async () => {
    const { header, fillsOf } = await marksOf({}, 'zh');
    expect(header.slice(-5)).toEqual(['报警', '图例：紧急', '图例：重要', '图例：一般', '图例：仅记录']);
    expect(fillsOf(0).slice(-5)).toEqual([null, urgent, important, 'FFF2B3', 'DCE6F1']);
    const all = (colour: string | null) => [...Array(9).fill(colour), null, null, null, null];
    // A row an interval of ten minutes, from the first below the head.
    expect([6, 7, 9, 10, 11].map(fillsOf)).toEqual([null, urgent, important, important, null].map(all));
  });

  test('colours beside several points the values of that which was in alarm, and none where alarms are only said', async () => {
    const { fillsOf } = await marksOf({ isMerge: true, pointIdList: [roomId, sisterId] });
    const [time, room, sister, note, alarm] = [urgent, urgent, null, null, urgent];
    expect(fillsOf(7).slice(0, 9)).toEqual([time, room, room, room, sister, sister, sister, note, alarm]);
    const said = await marksOf({ isMerge: true, pointIdList: [roomId, doorId], isAlarmLacy: false, isAlarmList: true });
    expect(said.fillsOf(7).every((fill) => fill === null)).toBe(true);
    expect(said.header.at(-1)).toBe('Alarm');
  });
});

describe('a peak of one minute', () => {
  const several = () => download('pdf', { isMerge: true, isAlarmLacy: false, pointIdList: [roomId, sisterId, doorId] });

  test('is in the values of a PDF of several points, as in a sheet, and a door that was also open', async () => {
    const { text } = await wordsOf(await several());
    const time = local(begin + 150 * minute).slice(0, 16);
    expect(text).toContain('Time 1 Avg Min Max 2 Avg Min Max 3');
    expect(text).toContain(`${time} −18.0 −18.0 −18.0 −18.2 −20.0 −2.0 Closed`);
    expect(text).toContain('Closed (also: Open)');
  });

  test('is on the curve of several points: each has its band from minimum to maximum, and their limits are drawn', async () => {
    const { text } = await wordsOf(await several());
    expect(text).toContain('Line: average; band: minimum to maximum; dashed: limits');
    const { fnArray, argsArray } = await (
      await (await getDocumentProxy(new Uint8Array(await several()))).getPage(1)
    ).getOperatorList();
    const bands = argsArray.filter((args) => JSON.stringify(args ?? '').includes('["ca",0.13]'));
    expect(bands).toHaveLength(2);
    const dashed = fnArray.filter((fn, at) => fn === OPS.setDash && argsArray[at]![0].length > 0);
    expect(dashed).toHaveLength(2);
  });
});

describe('of a temperature and a door together', () => {
  const both = () => ({ isMerge: true, isAlarmLacy: false, isAlarmList: true, pointIdList: [roomId, doorId] });

  test('alarms are said in words in every file, though they cannot be marked', async () => {
    const { header, rows } = await cellsOf(await download('excel', both()));
    const at = (time: number) => rows.find((row) => row[0] === local(time))![header.indexOf('Alarm')];
    expect(at(begin + 70 * minute)).toBe('Freezer 3 · Temperature: Urgent');
    expect(at(fell)).toBe('Freezer 3 · Temperature: Important');
    const listed = Buffer.from(await download('csv', { ...both(), isMerge: false })).toString();
    expect(listed).toContain('Freezer 3,Temperature,-4.5,-4.5,-4.5,,°C,,Urgent');
    const { text } = await wordsOf(await download('pdf', both()));
    expect(text).toContain('32 min · Urgent, at the end Important');
    expect(text).toContain('Alarms No alarms in this time Freezer 3 · Door');
    expect((await ask('pdf', { ...both(), isAlarmLacy: true })).envelope.Message).toBe(
      dataDownloadErrors.mixedKinds.en,
    );
  });
});

test('a PDF says of a door how long it was in each state and how often it came into it, as the screen does', async () => {
  const query = { start: local(begin), end: local(end), pointIdList: [doorId], ProjectId: projectId };
  const { envelope } = await makeCall(app.url, 'getPointStatisticData', { query }, { token: watcher, language: 'en' });
  const [{ StateList }] = envelope.Data as [{ StateList: { Value: string; DurationMs: number; Count: number }[] }];
  expect(StateList.map(({ Value, DurationMs, Count }) => [Value, DurationMs / minute, Count])).toEqual([
    ['Closed', 163, 2],
    ['Open', 17, 1],
  ]);
  const alone = await wordsOf(await download('pdf', { isAlarmLacy: false, pointIdList: [doorId] }));
  expect(alone.text).toContain('State In this state Times Closed 2 h 43 min (90.6%) 2 Open 17 min (9.4%) 1');
  const several = { isAlarmLacy: false, isMerge: true, pointIdList: [roomId, doorId] };
  expect((await wordsOf(await download('pdf', several))).text).toContain('Freezer 3 · Door Open 17 min (9.4%) 1');
  const chinese = await wordsOf(await download('pdf', several, { language: 'zh' }));
  expect(chinese.text).toContain('点位 状态 累计时长 进入次数 冷冻间 3 号 · 门 关 2 小时 43 分钟 (90.6%) 2');
});

test('a PDF writes numbers with the minus sign of the screen, a CSV with the hyphen that programs read', async () => {
  const { text } = await wordsOf(await download('pdf', { isMerge: true, pointIdList: [roomId, sisterId] }));
  // Of times and zones, the only others, each hyphen stands behind a digit.
  expect(text.match(/(?<![\d-])-\d/g)).toBeNull();
  for (const words of ['−10', '−15', '−20.0', '−18.0 −18.0 −18.0']) expect(text).toContain(words);
  const csv = Buffer.from(await download('csv')).toString();
  expect(csv).toContain(',-18,-18,-18,');
  expect(csv).not.toContain('−');
});

describe('a page of a PDF', () => {
  /** The texts of each page with where they stand, in points from the left and from the top. */
  const pagesOf = async (file: Uint8Array) => {
    const document = await getDocumentProxy(new Uint8Array(file));
    return Promise.all(
      Array.from({ length: document.numPages }, async (_, index) => {
        const { items } = await (await document.getPage(index + 1)).getTextContent();
        return items.flatMap((item) =>
          'str' in item && item.str.trim() !== ''
            ? [
                {
                  text: item.str,
                  x: item.transform[4],
                  right: item.transform[4] + item.width,
                  y: 842 - item.transform[5],
                },
              ]
            : [],
        );
      }),
    );
  };
  const foot = 790;

  test('has no heading at its foot: values stand below on the same page', async () => {
    // However far down it comes: with more points there is more above it.
    for (const count of [1, 2, 3]) {
      const pointIdList = [roomId, sisterId, doorId].slice(0, count);
      const pages = await pagesOf(await download('pdf', { isMerge: true, isAlarmLacy: false, pointIdList }));
      const page = pages.find((texts) => texts.some(({ text }) => text === 'Data'))!;
      const { y } = page.find(({ text }) => text === 'Data')!;
      const below = page.filter((one) => one.y > y && one.y < foot && /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(one.text));
      expect(below.length).toBeGreaterThan(0);
    }
  });

  test('is filled to its margins by tables, and its curve stands clear of what is above', async () => {
    const pages = await pagesOf(await download('pdf', { isMerge: true, pointIdList: [roomId, sisterId] }));
    const [first] = pages;
    const heads = pages.flat().filter(({ text }) => text === 'Alarm');
    expect(Math.max(...heads.map(({ x }) => x))).toBeGreaterThan(400);
    // No text leaves the page's margins.
    for (const { x, right } of pages.flat()) expect([x >= 39, right <= 556]).toEqual([true, true]);
    const place = (text: string) => first!.find((one) => one.text === text)!;
    const [made, axis] = [place('Made'), first!.find(({ text, x }) => text === '0' && x < 80)!];
    expect(axis.y - made.y).toBeGreaterThan(16);
  });
});
