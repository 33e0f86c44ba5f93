import { energyErrors, type PermissionName, permissionsOf } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHistoryShare, importSegments, openHistory, ReadingColumnsBuilder } from '../history/index.ts';
import { manualClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log/log.ts';
import { dayAfter } from '../platform/zonedTime.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { askAs } from '../testing/askAs.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aProject } from '../testing/factories.ts';
import { fitLine, sumBand, t90 } from './baseline/leastSquares.ts';
import { watchDrift } from './baseline/watchDrift.ts';

const hour = 3_600_000;
/** Noon of 30 September 2026 in Shanghai. */
const clock = manualClock(Date.UTC(2026, 8, 30, 4));
const first = '2026-05-01';
const baselineDays = 100;
/** From this day on 15 % more is used than the weather explains. */
const spoiltFrom = '2026-09-11';
let app: TestApplication;
let projectId: number;
let otherProjectId: number;
let emptyProjectId: number;
let owner: number;
let stranger: number;
let outdoorId: number;
let humidityId: number;

const ask = askAs(() => app, clock);

/** °C of a half hour: warm days and cool ones, which follow no season. */
const temperatureAt = (day: number, halfHour: number): number =>
  22 + 7 * Math.sin(day / 5.3) + 3 * Math.sin(day * 2.1) + 4 * Math.sin(((halfHour - 16) / 48) * 2 * Math.PI);
const openHoursOf = (day: number): number => 10 + (day % 7 === 5 ? 3 : day % 7 === 6 ? 4 : 0);
/** Above 20 °C 4 kWh a degree day; 2.5 kWh an hour that the store is open; an error of a kWh or two. */
function whOf(day: number): number {
  let degrees = 0;
  for (let i = 0; i < 48; i++) degrees += Math.max(0, temperatureAt(day, i) - 20) / 48;
  const error = 1500 * Math.sin(day * 12.9898) + 900 * Math.sin(day * 78.233);
  return Math.round(80_000 + 4000 * degrees + 2500 * openHoursOf(day) + error);
}

beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db, pool }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Store' });
      emptyProjectId = await aProject(db, companyId, { name: 'Bare' });
      const gatewayId = await aGateway(db, projectId);
      const deviceId = await aDevice(db, projectId, { name: 'Rack' });
      outdoorId = await aPoint(db, gatewayId, { deviceId, name: 'Outdoor', unit: '°C' });
      humidityId = await aPoint(db, gatewayId, { deviceId, name: 'Humidity', unit: '%RH' });
      const otherId = await aCompany(db);
      otherProjectId = await aProject(db, otherId, { name: 'Other' });
      const all: PermissionName[] = [...permissionsOf('company'), ...permissionsOf('project')];
      owner = await aMember(db, companyId, -1, { permissions: all });
      stranger = await aMember(db, otherId, -1, { permissions: all });
      for (const project of [projectId, emptyProjectId]) {
        const { id } = await db
          .insertInto('energy_meter')
          .values({
            project_id: project,
            name: 'Main',
            max_watts: 100_000,
            created_at: new Date(clock.now()),
            settled_through: new Date(Date.UTC(2100, 0)),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        if (project === emptyProjectId) continue;
        const columns = new ReadingColumnsBuilder(8192);
        for (let day = 0; day < 152; day++) {
          const name = dayAfter(first, day);
          const wh = Math.round(whOf(day) * (name >= spoiltFrom ? 1.15 : 1));
          await db
            .insertInto('energy_day')
            .values({
              meter_id: id,
              day: name,
              wh: [wh, 0, 0, 0, 0, 0] as never,
              cost_micro: [0, 0, 0, 0, 0] as never,
              expected: 96,
              // A day on which the gateway was away most of the time.
              measured: day === 40 ? 30 : 96,
              estimated: day === 40 ? 66 : 0,
              suspect_wh: 0,
              is_provisional: false,
            })
            .execute();
          // Nobody wrote down when the store was open on one day.
          if (day !== 50)
            await db
              .insertInto('energy_variable')
              .values({ project_id: projectId, kind: 'openHours', day: name, value: openHoursOf(day) })
              .execute();
          for (let i = 0; i < 48; i++)
            columns.push(outdoorId, Date.parse(`${name}T00:00:00+08:00`) + i * (hour / 2), temperatureAt(day, i), 0);
        }
        await db
          .updateTable('point')
          .set({ sampling_interval_seconds: 1800, decimals: 2 })
          .where('id', '=', outdoorId)
          .execute();
        await importSegments(pool, outdoorId, columns.take());
      }
    },
  });
});
afterAll(() => app.stop());

const form = () => ({
  ProjectId: projectId,
  Start: first,
  End: dayAfter(first, baselineDays - 1),
  VariableList: ['cdd' as const, 'openHours' as const],
  OutdoorPointId: outdoorId,
});

test('a line is the one of the textbook, with its error and its certainty', () => {
  const days = [2.1, 3.9, 6.2, 7.8, 10.1].map((y, i) => ({ y, x: [i + 1] }));
  const line = fitLine(days)!;
  expect(line.coefficients.map((each) => Math.round(each * 1e6) / 1e6)).toEqual([0.05, 1.99]);
  expect([line.s, line.r2, line.t[0]].map((each) => each!.toFixed(3))).toEqual(['0.189', '0.997', '33.321']);
  expect(fitLine(days.map(({ y }) => ({ y, x: [3] })))).toBeNull();
  expect(fitLine(days.map(({ y, x }) => ({ y, x: [x[0]!, 2 * x[0]!] })))).toBeNull();
});

test('Student’s t is that of the tables', () => {
  expect([5, 10, 30, 1000].map((each) => t90(each).toFixed(2))).toEqual(['2.01', '1.81', '1.70', '1.65']);
});

test('days that err alike make the band of their sum wider', () => {
  const fit = { s: 10, n: 100, rho: 0, size: 1 };
  expect(sumBand(fit, 100)).toBeGreaterThan(2 * sumBand(fit, 30));
  expect(sumBand({ ...fit, rho: 0.6 }, 30)).toBeGreaterThan(1.2 * sumBand(fit, 30));
});

test('a baseline finds what a degree and an opening hour cost, and from which temperature on', async () => {
  const { status, data } = await ask(owner, 'fitBaseline', { body: form() });
  expect(status).toBe(200);
  const { Fit, DayList } = data as never as {
    Fit: { BaseCool: number; TermList: { WhPerUnit: number }[]; FaultList: string[]; R2: number; BaseWh: number };
    DayList: unknown[];
  };
  expect(Fit).toMatchObject({ DayCount: 98, LeftOutDays: 2, FaultList: [] });
  expect(Fit.BaseCool).toBeGreaterThanOrEqual(19);
  expect(Fit.BaseCool).toBeLessThanOrEqual(21);
  expect(Fit.TermList[0]!.WhPerUnit / 4000).toBeCloseTo(1, 1);
  expect(Fit.TermList[1]!.WhPerUnit / 2500).toBeCloseTo(1, 0);
  expect(DayList).toHaveLength(98);
});

test('a period that is too short, or that the weather does not explain, proves nothing and says why', async () => {
  const short = await ask(owner, 'fitBaseline', { body: { ...form(), End: dayAfter(first, 29) } });
  expect((short.data as never as { Fit: { FaultList: string[] } }).Fit.FaultList).toContain('fewDays');
  const { status, message } = await ask(owner, 'fitBaseline', { body: { ...form(), VariableList: ['turnover'] } });
  expect([status, message]).toEqual([400, energyErrors.baselineUndrawable.en.replace('{days}', '0')]);
  const humid = await ask(owner, 'fitBaseline', { body: { ...form(), OutdoorPointId: humidityId } });
  expect([humid.status, humid.message]).toEqual([400, energyErrors.notTemperature.en]);
  const none = await ask(owner, 'fitBaseline', { body: { ...form(), OutdoorPointId: undefined } });
  expect([none.status, none.message]).toEqual([400, energyErrors.outdoorMissing.en]);
});

test('energy is measured against the baseline in use, with its uncertainty, and a change is dated', async () => {
  const period = { ProjectId: projectId, Start: '2026-08-15', End: '2026-09-30' };
  expect((await ask(owner, 'getEnergyPerformance', { body: period })).data).toEqual([]);
  const saved = await ask(owner, 'saveBaseline', { body: { ...form(), StaticFactors: '1,200 m²' } });
  const { BaselineId } = saved.data as never as { BaselineId: number };
  expect((await ask(owner, 'getEnergyPerformance', { body: period })).data).toEqual([]);
  expect((await ask(owner, 'approveBaseline', { body: { BaselineId } })).status).toBe(200);
  expect((await ask(owner, 'approveBaseline', { body: { BaselineId } })).status).toBe(409);
  const [told] = (await ask(owner, 'getEnergyPerformance', { body: period })).data as never as {
    DayCount: number;
    Enpi: number;
    EnpiBand: number;
    SavedWh: number;
    DayList: { Day: string; CusumWh: number; Wh: number; ExpectedWh: number }[];
    ChangeDay: string;
  }[];
  // Today is not over.
  expect(told!.DayCount).toBe(46);
  expect(told!.DayList.at(-1)!.Day).toBe('2026-09-29');
  expect(told!.Enpi - 100).toBeGreaterThan(3 * told!.EnpiBand);
  expect(told!.SavedWh).toBe(-told!.DayList.at(-1)!.CusumWh);
  expect(Math.abs(Date.parse(told!.ChangeDay) - Date.parse(spoiltFrom))).toBeLessThanOrEqual(2 * 24 * hour);
  const look = async () => {
    const history = openHistory({ db: app.database.pool, clock, log: silentLog });
    await history.start();
    const { db } = app.database;
    const deps = { db, clock, log: silentLog, history, historyShare: createHistoryShare() };
    await watchDrift(deps, new AbortController().signal);
    await history.stop();
  };
  const drift = async () =>
    (await app.database.pool.query('SELECT since::text, excess_wh::int, found_at FROM energy_drift')).rows;
  await look();
  const [drifted] = await drift();
  expect(Math.abs(Date.parse(drifted.since) - Date.parse(spoiltFrom))).toBeLessThanOrEqual(2 * 24 * hour);
  expect(drifted.found_at).toEqual(new Date(clock.now()));
  expect(drifted.excess_wh).toBeGreaterThan(100_000);
  await app.database.pool.query('UPDATE energy_day SET wh[1] = round(wh[1] / 1.15) WHERE day >= $1', [spoiltFrom]);
  await look();
  expect(await drift()).toEqual([]);
  await app.database.pool.query('UPDATE energy_day SET wh[1] = round(wh[1] * 1.15) WHERE day >= $1', [spoiltFrom]);
  const before = { ...period, End: '2026-09-10' };
  const [fine] = (await ask(owner, 'getEnergyPerformance', { body: before })).data as never as (typeof told)[];
  expect(Math.abs(fine!.Enpi - 100)).toBeLessThan(2 * fine!.EnpiBand);
  expect(fine!.ChangeDay).toBeNull();

  const ranked = await ask(owner, 'getEnergyByProject', {
    body: { Start: '2026-09-11', End: '2026-09-29', SortType: 'enpi', IsAsc: false },
  });
  const [store, bare] = (ranked.data as never as { Data: { ProjectName: string; Performance: { Enpi: number } }[] })
    .Data;
  expect([store!.ProjectName, bare!.ProjectName, bare!.Performance]).toEqual(['Store', 'Bare', null]);
  expect(store!.Performance.Enpi).toBeGreaterThan(113);
  expect(store!.Performance.Enpi).toBeLessThan(117);
});

test('a baseline whose temperature is gone from the project says so, and names no point of another project', async () => {
  const { db, pool } = app.database;
  const { company_id } = await db
    .selectFrom('project')
    .select('company_id')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  const reader = await aMember(db, company_id, projectId, { permissions: ['energyView'] });
  const period = { ProjectId: projectId, Start: '2026-09-01', End: '2026-09-20' };
  const told = async () => (await ask(reader, 'getEnergyPerformance', { body: period })).data;
  const named = async () =>
    ((await ask(reader, 'getEnergyBaselines', { query: { projectId } })).data as never as object[])[0];
  expect(await told()).toMatchObject([{ IsTemperatureMissing: false, DayCount: 20 }]);
  expect(await named()).toMatchObject({ OutdoorPointId: outdoorId, OutdoorPointName: 'Outdoor' });

  await db.updateTable('point').set({ unit: 'K' }).where('id', '=', outdoorId).execute();
  expect(await told()).toMatchObject([{ IsTemperatureMissing: true, DayCount: 0, Enpi: null }]);
  await db.updateTable('point').set({ unit: '°C' }).where('id', '=', outdoorId).execute();

  // Its gateway went to another project.
  const move = (from: number, to: number) =>
    pool.query(
      `WITH moved AS (UPDATE gateway SET project_id = $2 WHERE project_id = $1)
       UPDATE point SET project_id = $2 WHERE gateway_id IN (SELECT id FROM gateway WHERE project_id = $1)`,
      [from, to],
    );
  await pool.query('DELETE FROM device_point WHERE project_id = $1', [projectId]);
  await move(projectId, emptyProjectId);
  expect(await told()).toMatchObject([{ IsTemperatureMissing: true }]);
  expect(await named()).toMatchObject({ OutdoorPointId: null, OutdoorPointName: null });
  await move(emptyProjectId, projectId);
});

test('a second baseline in use retires the first', async () => {
  const saved = await ask(owner, 'saveBaseline', { body: { ...form(), VariableList: ['openHours'] } });
  const { BaselineId } = saved.data as never as { BaselineId: number };
  await ask(owner, 'approveBaseline', { body: { BaselineId } });
  const rows = (await ask(owner, 'getEnergyBaselines', { query: { projectId } })).data as never as {
    BaselineId: number;
    State: string;
    Fit: { FaultList: string[] };
  }[];
  expect(rows.map(({ State }) => State).toSorted()).toEqual(['approved', 'retired']);
  expect(rows[0]).toMatchObject({ BaselineId, State: 'approved' });
  // Opening hours alone explain little: no savings are told.
  expect(rows[0]!.Fit.FaultList).toContain('weak');
  const [told] = (
    await ask(owner, 'getEnergyPerformance', { body: { ProjectId: projectId, Start: '2026-09-01', End: '2026-09-20' } })
  ).data as never as { IsFit: boolean; SavedWh: null }[];
  expect(told).toMatchObject({ IsFit: false, SavedWh: null });
  expect((await ask(owner, 'deleteBaseline', { body: { BaselineId } })).status).toBe(200);
});

test('another company reaches neither baselines nor what they are made of', async () => {
  const [row] = (await ask(owner, 'getEnergyBaselines', { query: { projectId } })).data as never as {
    BaselineId: number;
  }[];
  for (const call of ['approveBaseline', 'deleteBaseline'] as const)
    expect((await ask(stranger, call, { body: { BaselineId: row!.BaselineId } })).status).toBeGreaterThanOrEqual(403);
  const theirs = await ask(stranger, 'fitBaseline', { body: { ...form(), ProjectId: otherProjectId } });
  expect([theirs.status, theirs.message]).toEqual([400, energyErrors.notTemperature.en]);
});

test('budgets of months stand beside what was used', async () => {
  const target = (Month: string, Kwh: number | null) => ({ Month, Kwh, Yuan: null });
  const send = (list: object[]) =>
    ask(owner, 'saveEnergyTargets', { body: { ProjectId: projectId, TargetList: list as never } });
  await send([target('2026-05', 5000), target('2026-06', 4000.5), target('2027-01', 100)]);
  await send([target('2026-06', null)]);
  const of = async (year: string) =>
    (await ask(owner, 'getEnergyTargets', { query: { projectId, year } })).data as never as {
      BudgetWh: number | null;
      Wh: number | null;
    }[];
  const year = await of('2026');
  expect(year.map(({ BudgetWh }) => BudgetWh)).toEqual([...Array(4).fill(null), 5_000_000, ...Array(7).fill(null)]);
  const may = Array.from({ length: 31 }, (_, i) => whOf(i)).reduce((sum, each) => sum + each, 0);
  expect([year[0]!.Wh, year[4]!.Wh]).toEqual([null, may]);
  expect((await of('2027'))[0]).toMatchObject({ BudgetWh: 100_000, Wh: null });
});

test('two people change the two budgets of a month and undo nothing of each other', async () => {
  const send = (list: object[]) =>
    ask(owner, 'saveEnergyTargets', { body: { ProjectId: projectId, TargetList: list as never } });
  const of = async () =>
    ((await ask(owner, 'getEnergyTargets', { query: { projectId, year: '2028' } })).data as never as object[])[2];
  await Promise.all([send([{ Month: '2028-03', Kwh: 100 }]), send([{ Month: '2028-03', Yuan: 80 }])]);
  expect(await of()).toMatchObject({ BudgetWh: 100_000, BudgetFen: 8000 });
  await send([
    { Month: '2028-03', Kwh: 90 },
    { Month: '2028-03', Yuan: null },
  ]);
  expect(await of()).toMatchObject({ BudgetWh: 90_000, BudgetFen: null });
  await send([{ Month: '2028-03', Kwh: null }]);
  expect(await of()).toMatchObject({ BudgetWh: null, BudgetFen: null });
});

test('values by day are entered, corrected and taken back; none of a day to come', async () => {
  const send = (Day: string, Value: number | null) =>
    ask(owner, 'saveEnergyVariables', {
      body: { ProjectId: projectId, ValueList: [{ Day, Variable: 'turnover', Value }] },
    });
  await send('2026-09-01', 1200);
  await send('2026-09-01', 1300.5);
  await send('2026-09-02', 900);
  await send('2026-09-02', null);
  expect((await send('2026-10-02', 5)).status).toBe(400);
  expect((await send('2026-09-03', -1)).status).toBe(400);
  const { data } = await ask(owner, 'getEnergyVariables', {
    body: { ProjectId: projectId, Start: '2026-09-01', End: '2026-09-03' },
  });
  expect((data as never as { Variable: string }[]).filter(({ Variable }) => Variable === 'turnover')).toEqual([
    { Day: '2026-09-01', Variable: 'turnover', Value: 1300.5 },
  ]);
});
