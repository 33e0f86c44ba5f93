import { energyErrors, type PermissionName, permissionsOf } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHistoryShare, openHistory } from '../history/index.ts';
import { manualClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log/log.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { askAs } from '../testing/askAs.ts';
import { everyDay } from '../testing/energyOf.ts';
import { measure } from '../testing/equippedCompany.ts';
import { aCompany, aGateway, aMember, aPoint, aProject } from '../testing/factories.ts';
import { ratiosOf } from './billing/reactiveOf.ts';
import { forecastDemand, watchDemand } from './billing/watchDemand.ts';
import { proveDays, settleMeters } from './index.ts';

const minute = 60_000;
const quarter = 15 * minute;
/** 1 October 2026, 00:00 in Shanghai. */
const october = Date.UTC(2026, 8, 30, 16);
const november = october + 31 * 96 * quarter;
const clock = manualClock(november + 60 * minute);
let app: TestApplication;
let projectId: number;
let owner: number;
let meterId: number;
let active: number;
let reactive: number;
const ask = askAs(() => app, clock);
const withHistory = async (work: (deps: Parameters<typeof watchDemand>[0]) => Promise<void>): Promise<void> => {
  const { db, pool } = app.database;
  const history = openHistory({ db: pool, clock, log: silentLog });
  await history.start();
  await work({ db, clock, log: silentLog, history, historyShare: createHistoryShare() });
  await history.stop();
};
const never = new AbortController().signal;
const terms = (fields: object) =>
  ask(owner, 'saveSupplyTerms', { body: { MeterId: meterId, FromMonth: '2026-09', ...fields } as never });
const billOf = async (Month: string) =>
  (await ask(owner, 'getEnergyBill', { body: { ProjectId: projectId, Month } })).data[0]!;

beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Cold store' });
      const gatewayId = await aGateway(db, projectId);
      active = await aPoint(db, gatewayId, { name: 'Energy', unit: 'kWh' });
      reactive = await aPoint(db, gatewayId, { name: 'Reactive energy', unit: 'kvarh' });
      await db.updateTable('point').set({ modbus: '{}', decimals: 2 }).execute();
      const all: PermissionName[] = [...permissionsOf('company'), ...permissionsOf('project')];
      owner = await aMember(db, companyId, -1, { permissions: all });
    },
  });
  const { TariffId } = (await ask(owner, 'addTariff', { body: { TariffName: 'Industry' } })).data;
  const { VersionId } = (
    await ask(owner, 'saveTariffVersion', {
      body: { TariffId, ValidFrom: '2026-01-01', PriceList: [0.3, null, 0.9, null], SeasonList: everyDay },
    })
  ).data;
  await ask(owner, 'activateTariffVersion', { body: { VersionId, Status: 'final' } });
  await ask(owner, 'assignTariff', { body: { ProjectId: projectId, TariffId, FromDay: '2026-01-01' } });
  meterId = (
    await ask(owner, 'addEnergyMeter', {
      body: {
        ProjectId: projectId,
        MeterName: 'Main',
        MaxPower: 1000,
        PointId: active,
        InstalledTime: '2026-09-30 23:00',
      },
    })
  ).data.MeterId;
  // 100 kW and 60 kvar all of October; one quarter of an hour, from 10:00 on the 15th, at 430 kW.
  const peak = 14 * 96 + 40;
  const readings = Array.from({ length: 31 * 96 + 5 }, (_, i) => i).flatMap((i) => [
    { pointId: active, at: october + i * quarter, value: 5000 + i * 25 + (i > peak ? 82.5 : 0) },
    { pointId: reactive, at: october + i * quarter, value: 700 + i * 15 },
  ]);
  await measure(app.application, readings);
  await withHistory((deps) => settleMeters(deps, never));
});
afterAll(() => app.stop());

test('a month is billed by energy, demand and power factor as the grid company does', async () => {
  const empty = await ask(owner, 'getEnergyBill', { body: { ProjectId: projectId, Month: '2026-10' } });
  expect(empty.data).toEqual([]);
  const told = async (fields: object) => {
    const { status, message } = await terms(fields);
    return [status, message];
  };
  expect(await told({ BasicFee: 'capacity', Capacity: 800 })).toEqual([400, energyErrors.basicPriceMissing.en]);
  expect(await told({ BasicFee: 'contractDemand', BasicPrice: 38.4 })).toEqual([
    400,
    energyErrors.contractDemandMissing.en,
  ]);
  expect(await told({ ReactivePointId: active })).toEqual([400, energyErrors.notReactive.en]);
  const registers = await ask(owner, 'getEnergyRegisters', { query: { projectId, reactive: true } });
  expect(registers.data.map(({ PointId }) => PointId)).toEqual([reactive]);

  const whole = {
    BasicFee: 'contractDemand',
    BasicPrice: 38.4,
    ContractDemand: 400,
    PowerFactorStandard: 90,
    ReactivePointId: reactive,
  };
  expect(await told(whole)).toEqual([200, expect.any(String)]);
  expect(await billOf('2026-10')).toMatchObject({
    MeterName: 'Main',
    IsComplete: true,
    Wh: 74_482_500,
    CoveragePercent: 100,
    CostFen: 744_000 + 4_471_425,
    PeakW: 430_000,
    // 400 kW, and twice what exceeds 420.
    BasicQuantity: 420_000,
    BasicFen: 1_612_800,
    ReactiveVarh: 44_640_000,
    ReactiveSuspect: false,
    // 0.8578 of the month.
    PowerFactor: 86,
    AdjustmentPercent: 2,
    AdjustmentFen: 136_565,
    TotalFen: 744_000 + 4_471_425 + 1_612_800 + 136_565,
  });
  const future = await ask(owner, 'getEnergyBill', { body: { ProjectId: projectId, Month: '2026-12' } });
  expect([future.status, future.message]).toEqual([400, energyErrors.future.en]);
});

test('other terms count from their month on, and those before count again when they are taken back', async () => {
  const { TermsId } = (await terms({ FromMonth: '2026-11', BasicFee: 'capacity', BasicPrice: 23, Capacity: 800 })).data;
  expect(await billOf('2026-10')).toMatchObject({ BasicFen: 1_612_800 });
  // 800 kVA at ¥ 23; nothing is said of a power factor.
  expect(await billOf('2026-11')).toMatchObject({
    IsComplete: false,
    BasicFen: 1_840_000,
    PowerFactor: null,
    AdjustmentFen: null,
  });
  expect((await ask(owner, 'deleteSupplyTerms', { body: { TermsId } })).status).toBe(200);
  expect(await billOf('2026-11')).toMatchObject({ BasicFee: 'contractDemand', PowerFactor: 86 });
});

test('each night the last days are compared with the register, and one that differs is settled once more', async () => {
  const { pool } = app.database;
  const differing = async () =>
    (await pool.query('SELECT day::text, (counted_wh - register_wh)::int AS wh FROM energy_proof_difference')).rows;
  const day = "meter_id = $1 AND day = '2026-10-30'";
  await withHistory((deps) => proveDays(deps, never));
  expect(await differing()).toEqual([]);
  await pool.query(`UPDATE energy_quarter SET wh[7] = wh[7] + 40 WHERE ${day}`, [meterId]);
  await withHistory((deps) => proveDays(deps, never));
  expect(await differing()).toEqual([{ day: '2026-10-30', wh: 40 }]);
  await withHistory((deps) => settleMeters(deps, never));
  await withHistory((deps) => proveDays(deps, never));
  expect(await differing()).toEqual([]);
  // A difference of long ago, and one of a day that an event fell into, do not stand for ever.
  const record =
    'INSERT INTO energy_proof_difference (meter_id, day, counted_wh, register_wh, found_at) VALUES ($1, $2, 40, 0, now())';
  await pool.query(record, [meterId, '2026-10-10']);
  await pool.query(record, [meterId, '2026-09-01']);
  await withHistory((deps) => proveDays(deps, never));
  expect(await differing()).toEqual([]);
});

test('reactive energy counts through the transformers of its time, also after an exchange of the meter', () => {
  const day = 96 * quarter;
  const [begin, change, end] = [october, october + 10 * day + 2 * quarter, october + 31 * day];
  const of = (multiplier: number, installed_at: number, removed_at: number | null) => ({
    multiplier,
    installed_at,
    removed_at,
  });
  const range = { from: begin, to: end };
  expect(ratiosOf([of(40, change + minute, null), of(20, 0, change + minute)], range)).toEqual([
    { multiplier: 20, from: begin, to: change },
    { multiplier: 40, from: change, to: end },
  ]);
  expect(ratiosOf([of(20, change, null), of(20, 0, change)], range)).toEqual([{ multiplier: 20, ...range }]);
  expect(ratiosOf([of(20, 0, begin - day)], range)).toEqual([]);
});

test('the demand of a quarter of an hour is forecast from what passed and the power of now', () => {
  const at = (minutes: number, wh: number) => ({ at: november + minutes * minute, wh });
  // 6 kW for five minutes, then 18 kW.
  const samples = [at(-1, 900), at(0, 1000), at(5, 1500), at(10, 3000)];
  expect(forecastDemand(samples, november + 10 * minute)).toBe((500 + 1500 + 1500) * 4);
  expect(forecastDemand(samples.slice(0, 2), november + minute)).toBeNull();
  expect(forecastDemand(samples, november + 14 * minute + 59_000)).toBe((500 + 1500 + 1500) * 4);
  expect(forecastDemand(samples, november + 16 * minute)).toBeNull();
});

test('a demand that will exceed the contract is noted before it does, and no longer once load was shed', async () => {
  const near = async () =>
    (await app.database.pool.query('SELECT meter_id, forecast_w::int AS w FROM energy_demand_near')).rows;
  const begin = november + 60 * minute;
  const reading = (minutes: number, value: number) => ({ pointId: active, at: begin + minutes * minute, value });
  const from = 5000 + (31 * 96 + 4) * 25 + 82.5;
  // 390 kW: 6.5 kWh a minute.
  await measure(
    app.application,
    [1, 2, 3, 4, 5].map((i) => reading(i, from + 6.5 * i)),
  );
  clock.set(begin + 5 * minute + 10_000);
  await withHistory((deps) => watchDemand(deps, never));
  expect(await near()).toEqual([{ meter_id: meterId, w: 390_000 }]);
  // A history that cannot be read clears nothing.
  await withHistory((deps) =>
    watchDemand({ ...deps, history: { raw: () => Promise.reject(new Error('disk')) } as never }, never),
  );
  expect(await near()).toEqual([{ meter_id: meterId, w: 390_000 }]);
  // 120 kW from then on.
  await measure(
    app.application,
    [6, 7, 8, 9, 10].map((i) => reading(i, from + 32.5 + 2 * (i - 5))),
  );
  clock.set(begin + 10 * minute + 10_000);
  await withHistory((deps) => watchDemand(deps, never));
  expect(await near()).toEqual([]);
});
