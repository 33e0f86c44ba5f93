import { energyErrors, type PermissionName, permissionsOf } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { askAs } from '../testing/askAs.ts';
import { aCompany, aMember, aProject } from '../testing/factories.ts';
import { settleEnergy } from '../testing/settleEnergy.ts';
import { sumOfTerms } from './settle/calculatedDays.ts';

const clock = manualClock(Date.UTC(2026, 10, 25, 4));
let app: TestApplication;
let projectId: number;
let owner: number;
let stranger: number;
let mainId: number;
let lightsId: number;
let restId: number;
const ask = askAs(() => app, clock);
const settle = () => settleEnergy(app, clock);
const enter = async (MeterId: number, Time: string, Reading: number) =>
  (await ask(owner, 'addMeterReading', { body: { MeterId, Time, Reading } })).data.ReadingId;
const of = async (meterId: number, Start: string, End = Start) => {
  const { MeterList } = (await ask(owner, 'getEnergySummary', { body: { ProjectId: projectId, Start, End } })).data;
  return MeterList.find(({ MeterId }) => MeterId === meterId)!;
};

beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Corner shop' });
      const all: PermissionName[] = [...permissionsOf('company'), ...permissionsOf('project')];
      owner = await aMember(db, companyId, -1, { permissions: all });
      stranger = await aMember(db, await aCompany(db), -1, { permissions: all });
    },
  });
  const read = async (MeterName: string) =>
    (
      await ask(owner, 'addEnergyMeter', {
        body: {
          ProjectId: projectId,
          MeterName,
          MaxPower: 50,
          IsManual: true,
          StartReading: 0,
          InstalledTime: '2026-11-01 00:00',
        },
      })
    ).data.MeterId;
  mainId = await read('Main');
  lightsId = await read('Lights');
});
afterAll(() => app.stop());

test('a quarter of a sum is known no better than the worst of its terms', () => {
  const day = (wh: number[], flags: string) => ({ wh, flags });
  expect(
    sumOfTerms([
      { factor: 1, day: day([1000, 1000, 1000, 1001], 'mmmm') },
      { factor: -0.5, day: day([500, 400, 300, 1], 'mexm') },
    ]),
  ).toEqual({ wh: [750, 800, 0, 1001], flags: 'mexm' });
  expect(
    sumOfTerms([
      { factor: 1, day: day([1000, 1000], 'mm') },
      { factor: -1, day: null },
    ]),
  ).toEqual({ wh: [0, 0], flags: 'xx' });
});

test('a meter that is calculated from others has their difference, and follows when one of them changes', async () => {
  await enter(mainId, '2026-11-11 00:00', 240);
  await enter(lightsId, '2026-11-11 00:00', 40);
  await settle();
  const added = await ask(owner, 'addCalculatedMeter', {
    body: {
      ProjectId: projectId,
      MeterName: 'All but lights',
      ParentId: mainId,
      TermList: [
        { MeterId: mainId, Factor: 1 },
        { MeterId: lightsId, Factor: -1 },
      ],
    },
  });
  expect(added.status).toBe(200);
  restId = added.data.MeterId;
  await settle();
  expect(await of(restId, '2026-11-01', '2026-11-10')).toMatchObject({ Wh: 200_000, EstimatedQuarters: 960 });
  // What somebody enters later for an earlier day moves both.
  const readingId = await enter(lightsId, '2026-11-06 00:00', 10);
  await settle();
  expect((await of(restId, '2026-11-01', '2026-11-05')).Wh).toBe(120_000 - 10_000);
  expect((await of(restId, '2026-11-06', '2026-11-10')).Wh).toBe(120_000 - 30_000);
  await ask(owner, 'deleteMeterReading', { body: { ReadingId: readingId } });
  await settle();
  expect((await of(restId, '2026-11-01', '2026-11-05')).Wh).toBe(100_000);
  const { Data } = (await ask(owner, 'getEnergyMeterPage', { body: { ProjectId: projectId, Text: 'All but' } })).data;
  expect(Data[0]!.TermList).toEqual([
    { MeterId: mainId, MeterName: 'Main', Factor: 1 },
    { MeterId: lightsId, MeterName: 'Lights', Factor: -1 },
  ]);
});

test('a calculated meter without a parent adds nothing to the total that its terms are in already', async () => {
  const whole = async () => {
    const body = { ProjectId: projectId, Start: '2026-11-01', End: '2026-11-10' };
    return (await ask(owner, 'getEnergySummary', { body })).data.Total.Wh;
  };
  expect(await whole()).toBe(280_000);
  const copy = { ProjectId: projectId, MeterName: 'Main again', TermList: [{ MeterId: mainId, Factor: 1 }] };
  const { MeterId } = (await ask(owner, 'addCalculatedMeter', { body: copy })).data;
  await settle();
  expect((await of(MeterId, '2026-11-01', '2026-11-10')).Wh).toBe(240_000);
  expect(await whole()).toBe(280_000);
});

test('other factors count for three months back', async () => {
  const body = {
    MeterId: restId,
    TermList: [
      { MeterId: mainId, Factor: 1 },
      { MeterId: lightsId, Factor: -2 },
    ],
  };
  expect((await ask(owner, 'setMeterTerms', { body })).status).toBe(200);
  await settle();
  expect((await of(restId, '2026-11-01', '2026-11-10')).Wh).toBe(160_000);
});

test('what was settled more than three months ago stays with the terms that it had; nothing of the old ones is left since', async () => {
  const add = async (name: 'addEnergyMeter' | 'addCalculatedMeter', fields: object): Promise<number> =>
    (await ask(owner, name, { body: { ProjectId: projectId, ...fields } as never })).data.MeterId;
  const formerId = await add('addEnergyMeter', {
    MeterName: 'Former',
    MaxPower: 50,
    IsManual: true,
    StartReading: 0,
    InstalledTime: '2026-07-22 00:00',
  });
  // 10 kWh a day, ten days before and after the first of August.
  await enter(formerId, '2026-08-11 00:00', 200);
  const sumId = await add('addCalculatedMeter', { MeterName: 'Sum', TermList: [{ MeterId: formerId, Factor: 1 }] });
  await settle();
  const both = async () => [
    (await of(sumId, '2026-07-22', '2026-07-31')).Wh,
    (await of(sumId, '2026-08-01', '2026-08-10')).Wh,
  ];
  expect(await both()).toEqual([100_000, 100_000]);
  const become = (MeterId: number, Factor: number) =>
    ask(owner, 'setMeterTerms', { body: { MeterId: sumId, TermList: [{ MeterId, Factor }] } });
  await become(formerId, 2);
  await settle();
  expect(await both()).toEqual([100_000, 200_000]);
  // A reading of July that is found later does not bring the new terms to July.
  await enter(formerId, '2026-07-27 00:00', 60);
  await settle();
  await settle();
  expect((await both())[0]).toBe(100_000);
  await become(mainId, 1);
  await settle();
  expect(await both()).toEqual([100_000, 0]);
  expect((await of(sumId, '2026-11-01', '2026-11-10')).Wh).toBe(240_000);
  await ask(owner, 'deleteEnergyMeter', { body: { MeterIdList: [sumId, formerId] } });
});

test('what would make no sense is refused, and the meters of a sum are not deleted under it', async () => {
  const told = async (TermList: { MeterId: number; Factor: number }[], user = owner) => {
    const { status, message } = await ask(user, 'setMeterTerms', { body: { MeterId: restId, TermList } });
    return [status, message];
  };
  expect(await told([{ MeterId: restId, Factor: 1 }])).toEqual([
    400,
    'A calculated meter cannot be made of “All but lights”, which is calculated itself.',
  ]);
  const twice = [
    { MeterId: mainId, Factor: 1 },
    { MeterId: mainId, Factor: -1 },
  ];
  expect(await told(twice)).toEqual([400, 'The meter “Main” is chosen twice.']);
  expect((await told([{ MeterId: mainId, Factor: 0 }]))[0]).toBe(400);
  expect((await told([{ MeterId: mainId, Factor: 1 }], stranger))[0]).toBe(404);
  const deleted = await ask(owner, 'deleteEnergyMeter', { body: { MeterIdList: [lightsId] } });
  expect([deleted.status, deleted.message]).toEqual([
    409,
    'The calculated meter “All but lights” is made of it. Delete or change that one first.',
  ]);
  const replaced = await ask(owner, 'replaceEnergyMeter', {
    body: { MeterId: restId, Time: '2026-11-12 00:00', IsManual: true },
  });
  expect([replaced.status, replaced.message]).toEqual([409, energyErrors.isCalculated.en]);
  expect((await ask(owner, 'deleteEnergyMeter', { body: { MeterIdList: [restId, lightsId] } })).status).toBe(200);
});
