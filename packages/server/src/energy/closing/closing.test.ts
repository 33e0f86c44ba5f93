import { type PermissionName, permissionsOf } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import { startTestApplication, type TestApplication } from '../../testing/application.ts';
import { askAs } from '../../testing/askAs.ts';
import { everyDay } from '../../testing/energyOf.ts';
import { aCompany, aMember, aProject } from '../../testing/factories.ts';
import { settleEnergy } from '../../testing/settleEnergy.ts';

/** Noon in Shanghai. */
const clock = manualClock(Date.UTC(2026, 10, 25, 4));
let app: TestApplication;
let projectId: number;
let owner: number;
let meterId: number;
let tariffId: number;
const ask = askAs(() => app, clock);
const settle = () => settleEnergy(app, clock);
const enter = (Time: string, Reading: number) =>
  ask(owner, 'addMeterReading', { body: { MeterId: meterId, Time, Reading } });
const priceOf = async (yuan: number): Promise<void> => {
  const body = {
    TariffId: tariffId,
    ValidFrom: '2026-01-01',
    PriceList: [yuan, null, yuan, null],
    SeasonList: everyDay,
  };
  const { VersionId } = (await ask(owner, 'saveTariffVersion', { body })).data;
  await ask(owner, 'activateTariffVersion', { body: { VersionId, Status: 'final' } });
};
const november = async () =>
  (await ask(owner, 'getEnergyClosings', { query: { projectId, year: 2026 } })).data.find(
    ({ Month }) => Month === '2026-11',
  )!;
const told = async () => {
  const body = { ProjectId: projectId, Start: '2026-11-01', End: '2026-11-30' };
  const { Wh, CostFen, Co2Grams } = (await ask(owner, 'getEnergySummary', { body })).data.Total;
  return { Wh, CostFen, Co2Grams };
};
const close = (Month = '2026-11', Reason = 'Invoiced to the tenants') =>
  ask(owner, 'closeEnergyMonth', { body: { ProjectId: projectId, Month, Reason } });
const reopen = (Reason: string) =>
  ask(owner, 'reopenEnergyMonth', { body: { ProjectId: projectId, Month: '2026-11', Reason } });

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
  const body = { ProjectId: projectId, MaxPower: 50, MeterName: 'Main', IsManual: true, StartReading: 0 };
  meterId = (await ask(owner, 'addEnergyMeter', { body: { ...body, InstalledTime: '2026-11-10 00:00' } })).data.MeterId;
  // 100 kWh a day.
  for (let day = 11; day <= 25; day++) await enter(`2026-11-${day} 00:00`, (day - 10) * 100);
  await settle();
});
afterAll(() => app.stop());

test('a month can be closed once it is over, settled and has energy', async () => {
  expect(await november()).toMatchObject({ State: 'running', ClosedEpoch: null });
  const early = await close();
  expect([early.status, early.message]).toEqual([409, '2026-11 is not over yet, or not all of it is settled.']);
  clock.set(Date.UTC(2026, 11, 2, 4));
  expect((await close()).status).toBe(409);
  await enter('2026-12-02 00:00', 2200);
  await settle();
  expect(await november()).toMatchObject({ State: 'open', Wh: 2_100_000, CostFen: 210_000, LaterDays: 0 });
  expect((await close('2026-10')).message).toBe('There is no energy of 2026-10.');
  expect((await close('2026-11', '')).status).toBe(400);
});

test('a closed month keeps energy, money and CO2, and says what later readings would change', async () => {
  const before = await told();
  expect((await close()).status).toBe(200);
  const again = await close();
  expect([again.status, again.message]).toEqual([409, '2026-11 is closed. Open it again first.']);
  expect(await november()).toMatchObject({ State: 'closed', Reason: 'Invoiced to the tenants', LaterDays: 0 });
  // A reading found later moves energy from the 13th to the 12th; another one takes some out of the month.
  await enter('2026-11-12 12:00', 300);
  await enter('2026-12-01 00:00', 2000);
  await settle();
  expect(await told()).toEqual(before);
  const later = await november();
  expect(later.LaterDays).toBeGreaterThan(1);
  expect([later.LaterWh, later.LaterFen]).toEqual([-100_000, -10_000]);
  // Neither do other prices or factors.
  await priceOf(2);
  const days = { ProjectId: projectId, Start: '2026-11-20', End: '2026-12-01' };
  const preview = (await ask(owner, 'previewRecalculate', { body: days })).data;
  expect(preview.ClosedMonthList).toEqual(['2026-11']);
  expect((await ask(owner, 'recalculateEnergy', { body: days })).data).toEqual(preview);
  await ask(owner, 'recalculateEnergy', { body: { ...days, FromReadings: true } });
  await ask(owner, 'saveEnergyFactor', { body: { Year: 2026, GramsPerKwh: 1 } });
  expect(await told()).toEqual(before);
});

test('nothing that a closed month is made of is changed or deleted', async () => {
  const refused: { status: number; message: string }[] = [
    await ask(owner, 'deleteEnergyMeter', { body: { MeterIdList: [meterId] } }),
    await ask(owner, 'saveSupplyTerms', {
      body: { MeterId: meterId, FromMonth: '2026-11', BasicFee: 'capacity', BasicPrice: 20, Capacity: 800 },
    }),
  ];
  const other = { ProjectId: projectId, MaxPower: 50, MeterName: 'Above', IsManual: true, StartReading: 0 };
  const { MeterId: ParentId } = (await ask(owner, 'addEnergyMeter', { body: other })).data;
  refused.push(await ask(owner, 'editEnergyMeter', { body: { MeterId: meterId, ParentId } }));
  for (const { status, message } of refused)
    expect([status, message]).toEqual([409, '2026-11 is closed. Open it again first.']);
  const terms = {
    MeterId: meterId,
    FromMonth: '2026-12',
    BasicFee: 'capacity',
    BasicPrice: 20,
    Capacity: 800,
  } as const;
  expect((await ask(owner, 'saveSupplyTerms', { body: terms })).status).toBe(200);
});

test('opened again for a reason, the month is settled by what is known now', async () => {
  expect((await reopen('Mistake')).status).toBe(400);
  expect((await reopen('The grid company corrected its invoice')).status).toBe(200);
  expect((await reopen('The grid company corrected its invoice')).message).toBe('2026-11 is not closed.');
  expect((await november()).State).toBe('running');
  await settle();
  expect(await november()).toMatchObject({ State: 'open', Wh: 2_000_000, LaterDays: 0 });
  expect((await told()).Co2Grams).toBe(2000);
});
