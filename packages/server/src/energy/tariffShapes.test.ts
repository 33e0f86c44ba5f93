import { type PermissionName, permissionsOf } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { measure } from '../testing/equippedCompany.ts';
import { aCompany, aGateway, aMember, aPoint, aProject } from '../testing/factories.ts';
import { settleEnergy } from '../testing/settleEnergy.ts';

/**
 * Bills computed a second time by other means: the tariff as a table of words, the clock by `Intl`, money in whole 1e-11 ¥. Three shapes
 * as they are in force: seasons with a rush hour in summer (Shanghai), a fifth class at noon on holidays (Zhejiang), high and low tariff
 * by weekday across the night on which clocks are set back (Germany).
 */
const quarter = 900_000;
const clock = manualClock(Date.UTC(2026, 10, 2, 12));
const start = '2026-08-30';
const end = '2026-10-31';
const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun', 'holiday'];
/** The national holiday of 2026, and the Saturday on which it is worked for it. */
const holidays: Record<string, number> = { '2026-10-10': 5 };
for (let day = 1; day <= 7; day++) holidays[`2026-10-0${day}`] = 8;

interface Shape {
  name: string;
  timeZone: string;
  calendar: Record<string, number>;
  prices: Record<string, string>;
  /** Months, days, and hours with their class: v off-peak, f flat, p peak, r rush hour, d deep off-peak. */
  parts: [months: string, days: string, hours: string][];
}
const shapes: Shape[] = [
  {
    name: 'Shanghai',
    timeZone: 'Asia/Shanghai',
    calendar: holidays,
    prices: { v: '0.3187', f: '0.6724', p: '1.0621', r: '1.2745' },
    parts: [
      ['7 8', 'all', '0-6 v 6-8 f 8-12 p 12-14 r 14-15 p 15-18 f 18-21 p 21-22 f 22-24 v'],
      ['9', 'all', '0-6 v 6-8 f 8-15 p 15-18 f 18-21 p 21-22 f 22-24 v'],
      ['1 2 3 4 5 6 10 11 12', 'all', '0-6 v 6-8 f 8-11 p 11-18 f 18-21 p 21-22 f 22-24 v'],
    ],
  },
  {
    name: 'Zhejiang',
    timeZone: 'Asia/Shanghai',
    calendar: holidays,
    prices: { d: '0.22316719', v: '0.27895891', f: '0.6789', p: '1.12034567', r: '1.3444' },
    parts: [
      ['1 2 3 4 5 6 7 8 9 10 11 12', 'holiday', '0-8 v 8-10 f 10-14 d 14-22 p 22-24 f'],
      ['1 7 8 12', 'Mon Tue Wed Thu Fri Sat Sun', '0-8 v 8-9 p 9-11 r 11-13 v 13-15 p 15-17 r 17-23 p 23-24 v'],
      ['2 3 4 5 6 9 10 11', 'Mon Tue Wed Thu Fri Sat Sun', '0-8 v 8-11 p 11-13 v 13-17 r 17-22 p 22-24 f'],
    ],
  },
  {
    name: 'Germany',
    timeZone: 'Europe/Berlin',
    calendar: {},
    prices: { v: '0.2217', p: '0.28934999' },
    parts: [
      ['1 2 3 4 5 6 7 8 9 10 11 12', 'Mon Tue Wed Thu Fri', '0-6 v 6-22 p 22-24 v'],
      ['1 2 3 4 5 6 7 8 9 10 11 12', 'Sat Sun holiday', '0-24 v'],
    ],
  },
];
const classOf: Record<string, number> = { v: 1, f: 2, p: 3, r: 4, d: 5 };
const listOf = (text: string) => text.split(' ');
const daysOf = (text: string) => (text === 'all' ? dayNames : listOf(text)).map((name) => dayNames.indexOf(name) + 1);
const hoursOf = (text: string) =>
  [...text.matchAll(/(\d+)-(\d+) (\w)/g)].map(([, from, to, letter]) => ({
    From: Number(from) * 60,
    To: Number(to) * 60,
    Class: classOf[letter!]!,
  }));

let app: TestApplication;
let owner: number;
interface Site {
  shape: Shape;
  projectId: number;
  pointId: number;
  tariffId: number;
  readings: { at: number; value: number }[];
}
const sites: Site[] = [];
const ask = askAs(() => app, clock);
const done = async (...asked: Parameters<AskAs>) => {
  const { status, message, data } = await ask(...asked);
  expect([asked[1], status, message]).toEqual([asked[1], 200, expect.any(String)]);
  return data as unknown as Record<string, number>;
};

beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      const all: PermissionName[] = [...permissionsOf('company'), ...permissionsOf('project')];
      owner = await aMember(db, companyId, -1, { permissions: all });
      for (const shape of shapes) {
        const projectId = await aProject(db, companyId, { name: shape.name, timeZone: shape.timeZone });
        const pointId = await aPoint(db, await aGateway(db, projectId), { name: 'Energy', unit: 'kWh' });
        for (const [day, counts_as] of Object.entries(shape.calendar))
          await db
            .insertInto('project_calendar_day')
            .values({ project_id: projectId, day, counts_as, name: '' })
            .execute();
        sites.push({ shape, projectId, pointId, tariffId: 0, readings: [] });
      }
      await db.updateTable('point').set({ modbus: '{}', decimals: 2 }).execute();
    },
  });
});
afterAll(() => app.stop());

const localOf = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: '2-digit',
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
  return (at: number) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return {
      day: `${part.year}-${part.month!.padStart(2, '0')}-${part.day}`,
      month: Number(part.month),
      weekday: dayNames.indexOf(part.weekday!) + 1,
      minute: Number(part.hour) * 60 + Number(part.minute),
    };
  };
};

/** The whole number nearest to a / b, of two as near the greater one. */
const halfUp = (a: bigint, b: bigint): bigint => {
  const doubled = 2n * a + b;
  return doubled >= 0n || doubled % (2n * b) === 0n ? doubled / (2n * b) : doubled / (2n * b) - 1n;
};

/** Wh and fen by class, of the readings alone. */
function billOf({ shape, readings }: Site, prices = shape.prices) {
  const local = localOf(shape.timeZone);
  const lines = shape.parts.map(([months, days, hours]) => ({
    months: listOf(months).map(Number),
    days: daysOf(days),
    hours: hoursOf(hours),
  }));
  const wh = [0, 0, 0, 0, 0, 0];
  const byDay = new Map<string, bigint>();
  for (const [i, { at, value }] of readings.slice(0, -1).entries()) {
    const { day, month, weekday, minute } = local(at);
    if (day < start || day > end) continue;
    const kind = shape.calendar[day] ?? weekday;
    const line = lines.find(({ months, days }) => months.includes(month) && days.includes(kind))!;
    const { Class } = line.hours.find(({ From, To }) => From <= minute && minute < To)!;
    const passed = Math.round((readings[i + 1]!.value - value) * 1000);
    wh[Class]! += passed;
    byDay.set(`${Class} ${day}`, (byDay.get(`${Class} ${day}`) ?? 0n) + BigInt(passed));
  }
  // Half up to 1e-6 ¥ a class and day, then to fen a class.
  const micro = [0n, 0n, 0n, 0n, 0n];
  for (const [key, passed] of byDay) {
    const letter = Object.keys(classOf).find((each) => classOf[each] === Number(key[0]))!;
    const [whole, rest = ''] = prices[letter]!.split('.');
    const exact = passed * BigInt(whole! + rest.padEnd(8, '0'));
    micro[Number(key[0]) - 1]! += halfUp(exact, 100_000n);
  }
  const fen = micro.map((each) => Number(halfUp(each, 10_000n)));
  return { wh, fen };
}

const onTheWire = ({ parts }: Shape, prices: Record<string, string>) => ({
  PriceList: ['v', 'f', 'p', 'r', 'd'].map((letter) => (prices[letter] === undefined ? null : Number(prices[letter]))),
  SeasonList: parts.map(([months, days, hours]) => ({
    MonthList: listOf(months).map(Number),
    DayKindList: daysOf(days),
    PeriodList: hoursOf(hours),
  })),
});
async function putInForce({ shape, tariffId }: Site, prices: Record<string, string>): Promise<void> {
  const { VersionId } = await done(owner, 'saveTariffVersion', {
    body: { TariffId: tariffId, ValidFrom: '2026-01-01', ...onTheWire(shape, prices) },
  });
  await done(owner, 'activateTariffVersion', { body: { VersionId: VersionId!, Status: 'final' } });
}
const summaryOf = async ({ projectId }: Site) =>
  (await ask(owner, 'getEnergySummary', { body: { ProjectId: projectId, Start: start, End: end } })).data.Total;

test('two months of three real tariffs come to what a second calculation says, class by class, to the Wh and the fen', async () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const from = Date.UTC(2026, 7, 29, 12);
  for (const site of sites) {
    const { shape, projectId, pointId, readings } = site;
    let hundredths = 123_456_00;
    for (let at = from; at <= Date.UTC(2026, 10, 1, 12); at += quarter) {
      readings.push({ at, value: hundredths / 100 });
      hundredths += Math.floor(random() * 2_000);
    }
    await measure(
      app.application,
      readings.map((reading) => ({ pointId, ...reading })),
    );
    await done(owner, 'addEnergyMeter', {
      body: {
        ProjectId: projectId,
        MeterName: 'Main',
        MaxPower: 200,
        PointId: pointId,
        InstalledTime: '2026-08-29 16:00',
      } as never,
    });
    site.tariffId = (await done(owner, 'addTariff', { body: { TariffName: shape.name } })).TariffId!;
    await putInForce(site, shape.prices);
    await done(owner, 'assignTariff', {
      body: { ProjectId: projectId, TariffId: site.tariffId, FromDay: '2026-01-01' },
    });
  }
  await settleEnergy(app, clock);

  for (const site of sites) {
    const bill = billOf(site);
    const { ClassWhList, ClassFenList, CostFen, CoveragePercent } = await summaryOf(site);
    expect({ name: site.shape.name, ClassWhList, ClassFenList, CostFen, CoveragePercent }).toEqual({
      name: site.shape.name,
      ClassWhList: bill.wh,
      ClassFenList: bill.fen,
      CostFen: bill.fen.reduce((all, each) => all + each, 0),
      CoveragePercent: 100,
    });
    // The test would say little if a class were not used.
    for (const letter of Object.keys(site.shape.prices)) expect(ClassWhList[classOf[letter]!]).toBeGreaterThan(100_000);
  }
});

test('a tariff that is only thought of costs what a second calculation says, month by month, and changes nothing', async () => {
  const [site, other] = sites;
  const before = await summaryOf(site!);
  const prices = { d: '0.2', v: '0.29001', f: '0.7', p: '-0.01234567', r: '1.5' };
  const body = { ProjectId: site!.projectId, Start: start, End: end, ...onTheWire(other!.shape, prices) };
  const { status, data } = await ask(owner, 'simulateTariff', { body });
  expect(status).toBe(200);
  // The energy of the one by the tariff of the other: both stand in one zone and calendar.
  const bill = billOf({ ...site!, shape: other!.shape }, prices);
  const told = data as never as {
    NowFen: number;
    ThenFen: number;
    ThenClassWhList: number[];
    NowClassWhList: number[];
    MonthList: { Month: string; Wh: number }[];
  };
  expect(told.ThenClassWhList).toEqual(bill.wh);
  expect(told.ThenFen).toBe(bill.fen.reduce((all, each) => all + each, 0));
  expect([told.NowFen, told.NowClassWhList]).toEqual([before.CostFen, before.ClassWhList]);
  expect(told.MonthList.map(({ Month }) => Month)).toEqual(['2026-08', '2026-09', '2026-10']);
  expect(told.MonthList.reduce((all, { Wh }) => all + Wh, 0)).toBe(bill.wh.reduce((all, each) => all + each, 0));
  expect(await summaryOf(site!)).toEqual(before);
  const broken = await ask(owner, 'simulateTariff', { body: { ...body, PriceList: [0.3, null, null, null] } });
  expect(broken.status).toBe(400);
});

test('a recalculation with other prices comes to what its preview and a second calculation say', async () => {
  const site = sites[0]!;
  const prices = { v: '0.29001', f: '0.7', p: '-0.01234567', r: '1.5' };
  const before = await summaryOf(site);
  await putInForce(site, prices);
  expect(await summaryOf(site)).toEqual(before);
  const body = { ProjectId: site.projectId, Start: start, End: end };
  const preview = await ask(owner, 'previewRecalculate', { body });
  const bill = billOf(site, prices);
  const total = bill.fen.reduce((all, each) => all + each, 0);
  expect(preview.data).toMatchObject({
    OldFen: before.CostFen,
    NewFen: total,
    OldClassWhList: bill.wh,
    NewClassWhList: bill.wh,
    ChangedDays: 63,
  });
  expect(await summaryOf(site)).toEqual(before);
  expect((await ask(owner, 'recalculateEnergy', { body })).data).toEqual(preview.data);
  const { ClassWhList, ClassFenList, CostFen } = await summaryOf(site);
  expect({ ClassWhList, ClassFenList, CostFen }).toEqual({
    ClassWhList: bill.wh,
    ClassFenList: bill.fen,
    CostFen: total,
  });
});
