import { type PermissionName, permissionsOf } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { askAs } from '../testing/askAs.ts';
import { everyDay } from '../testing/energyOf.ts';
import { aCompany, aMember, aProject } from '../testing/factories.ts';
import { settleEnergy } from '../testing/settleEnergy.ts';

/** Noon of 25 November 2026 in Shanghai. */
const clock = manualClock(Date.UTC(2026, 10, 25, 4));
let app: TestApplication;
let projectId: number;
let owner: number;
let mainId: number;
let doubleId: number;
let tariffId: number;
const ask = askAs(() => app, clock);
const settle = () => settleEnergy(app, clock);
const enter = async (Time: string, Reading: number) =>
  (await ask(owner, 'addMeterReading', { body: { MeterId: mainId, Time, Reading } })).data.ReadingId;
/** Puts one price of all hours in force. */
const priceOf = async (yuan: number): Promise<void> => {
  const { VersionId } = (
    await ask(owner, 'saveTariffVersion', {
      body: {
        TariffId: tariffId,
        ValidFrom: '2026-01-01',
        PriceList: [yuan, null, yuan, null],
        SeasonList: everyDay,
      },
    })
  ).data;
  await ask(owner, 'activateTariffVersion', { body: { VersionId, Status: 'final' } });
};
/** ¥ of days of November, as they are kept. */
const yuanOf = async (meterId: number, first: number, last: number): Promise<number[]> => {
  const { rows } = await app.database.pool.query(
    `SELECT (SELECT sum(c) FROM unnest(cost_micro) c)::float8 / 1e6 AS yuan FROM energy_day
     WHERE meter_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day`,
    [meterId, `2026-11-${first}`, `2026-11-${last}`],
  );
  return rows.map(({ yuan }) => yuan);
};

beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Corner shop' });
      const all: PermissionName[] = [...permissionsOf('company'), ...permissionsOf('project')];
      owner = await aMember(db, companyId, -1, { permissions: all });
    },
  });
  tariffId = (await ask(owner, 'addTariff', { body: { TariffName: 'Shops' } })).data.TariffId;
  await priceOf(1);
  await ask(owner, 'assignTariff', { body: { ProjectId: projectId, TariffId: tariffId, FromDay: '2026-01-01' } });
  const body = { ProjectId: projectId, MaxPower: 50 };
  mainId = (
    await ask(owner, 'addEnergyMeter', {
      body: { ...body, MeterName: 'Main', IsManual: true, StartReading: 0, InstalledTime: '2026-11-10 00:00' },
    })
  ).data.MeterId;
  // 100 kWh on each of ten days.
  for (let day = 11; day <= 20; day++) await enter(`2026-11-${day} 00:00`, (day - 10) * 100);
  doubleId = (
    await ask(owner, 'addCalculatedMeter', {
      body: { ProjectId: projectId, MeterName: 'Twice', TermList: [{ MeterId: mainId, Factor: 2 }] },
    })
  ).data.MeterId;
  await settle();
  await settle();
});
afterAll(() => app.stop());

test('days that are settled once more keep the prices that held for them, until a recalculation names them', async () => {
  expect(await yuanOf(mainId, 10, 14)).toEqual([100, 100, 100, 100, 100]);
  expect(await yuanOf(doubleId, 10, 11)).toEqual([200, 200]);
  await priceOf(2);
  // A reading that is found later changes how the 12th went, not what it came to.
  await enter('2026-11-12 06:00', 240);
  await settle();
  await settle();
  expect(await yuanOf(mainId, 10, 19)).toEqual(Array(10).fill(100));
  expect(await yuanOf(doubleId, 10, 19)).toEqual(Array(10).fill(200));
  // A mistake of one day is put right: that day has other energy, at its own price.
  await enter('2026-11-14 00:01', 401);
  await settle();
  await settle();
  expect((await yuanOf(mainId, 10, 19)).map(Math.round)).toEqual(Array(10).fill(100));

  const body = { ProjectId: projectId, Start: '2026-11-15', End: '2026-11-16', FromReadings: true };
  const preview = (await ask(owner, 'previewRecalculate', { body })).data;
  // Both meters, two days each.
  expect(preview).toMatchObject({ OldFen: 20_000, NewFen: 40_000, ChangedDays: 4 });
  expect((await ask(owner, 'recalculateEnergy', { body })).data).toEqual(preview);
  expect((await yuanOf(mainId, 10, 19)).map(Math.round)).toEqual([100, 100, 100, 100, 100, 200, 200, 100, 100, 100]);
  expect((await yuanOf(doubleId, 14, 17)).map(Math.round)).toEqual([200, 400, 400, 200]);
  // Nothing is left to settle that would undo it.
  await settle();
  await settle();
  expect((await yuanOf(mainId, 14, 17)).map(Math.round)).toEqual([100, 200, 200, 100]);
  expect((await yuanOf(doubleId, 14, 17)).map(Math.round)).toEqual([200, 400, 400, 200]);
});
