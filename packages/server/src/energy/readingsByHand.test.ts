import { energyErrors, type PermissionName, permissionsOf } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { askAs } from '../testing/askAs.ts';
import { aCompany, aGateway, aMember, aPoint, aProject } from '../testing/factories.ts';
import { lockWaits } from '../testing/lockWaits.ts';
import { settleEnergy } from '../testing/settleEnergy.ts';

const clock = manualClock(Date.UTC(2026, 10, 25, 4));
let app: TestApplication;
let projectId: number;
let owner: number;
let stranger: number;
let pointId: number;
let meterId: number;
const ask = askAs(() => app, clock);
const settle = () => settleEnergy(app, clock);
const enter = (Time: string, Reading: number) =>
  ask(owner, 'addMeterReading', { body: { MeterId: meterId, Time, Reading } });
const total = async (Start: string, End = Start) =>
  (await ask(owner, 'getEnergySummary', { body: { ProjectId: projectId, Start, End } })).data.Total;

beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Corner shop' });
      pointId = await aPoint(db, await aGateway(db, projectId), { name: 'Energy', unit: 'kWh' });
      await db.updateTable('point').set({ modbus: '{}', decimals: 2 }).execute();
      const all: PermissionName[] = [...permissionsOf('company'), ...permissionsOf('project')];
      owner = await aMember(db, companyId, -1, { permissions: all });
      stranger = await aMember(db, await aCompany(db), -1, { permissions: all });
    },
  });
});
afterAll(() => app.stop());

test('a meter that people read counts between its readings, and says that the shape is estimated', async () => {
  const body = { ProjectId: projectId, MeterName: 'Shop', MaxPower: 50 };
  const neither = await ask(owner, 'addEnergyMeter', { body });
  expect([neither.status, neither.message]).toEqual([400, energyErrors.pointMissing.en]);
  const added = await ask(owner, 'addEnergyMeter', {
    body: { ...body, IsManual: true, StartReading: 1000, Multiplier: 2, InstalledTime: '2026-11-01 00:00' },
  });
  meterId = added.data.MeterId;
  expect((await enter('2026-11-11 00:00', 1240)).status).toBe(200);
  await settle();
  // 240 on the register, times 2, over ten days.
  expect(await total('2026-11-01', '2026-11-10')).toMatchObject({
    Wh: 480_000,
    CoveragePercent: 0,
    EstimatedQuarters: 960,
  });
  expect((await total('2026-11-05')).Wh).toBe(48_000);
  expect(await total('2026-11-11')).toMatchObject({ Wh: 0, EstimatedQuarters: 0 });
});

test('what is entered later for an earlier time moves the shape, not the total', async () => {
  expect((await enter('2026-11-06 00:00', 1040)).status).toBe(200);
  await settle();
  expect((await total('2026-11-01', '2026-11-05')).Wh).toBe(80_000);
  expect((await total('2026-11-06', '2026-11-10')).Wh).toBe(400_000);
  const { Data } = (await ask(owner, 'getMeterReadings', { body: { MeterId: meterId } })).data;
  expect(Data.map(({ Reading, Wh }) => [Reading, Wh])).toEqual([
    [1240, 400_000],
    [1040, 80_000],
  ]);
});

test('a reading that cannot be is refused with the reading that it contradicts, and nothing is kept of it', async () => {
  const told = async (Time: string, Reading: number) => {
    const { status, message } = await enter(Time, Reading);
    return [status, message];
  };
  expect(await told('2026-11-12 00:00', 1239)).toEqual([
    400,
    'The reading lies below 1240 of 2026-11-11 00:00. If the register rolled over, enter first where it does.',
  ]);
  expect(await told('2026-11-05 00:00', 1041)).toEqual([400, 'The reading lies above 1040 of 2026-11-06 00:00.']);
  expect(await told('2026-11-02 00:00', 999)).toEqual([400, expect.stringContaining('below 1000 of 2026-11-01 00:00')]);
  expect(await told('2026-11-06 00:00', 1040)).toEqual([409, energyErrors.readAlready.en]);
  expect(await told('2026-10-31 23:59', 1000)).toEqual([400, energyErrors.outsideInstallation.en]);
  expect(await told('2026-12-31 00:00', 2000)).toEqual([400, energyErrors.future.en]);
  const { TotalCount } = (await ask(owner, 'getMeterReadings', { body: { MeterId: meterId } })).data;
  expect(TotalCount).toBe(2);
  expect((await ask(stranger, 'getMeterReadings', { body: { MeterId: meterId } })).status).toBe(404);
});

test('a reading that was a mistake is taken back, and counts no longer', async () => {
  // Faster than the largest power allows: it waits for somebody to decide.
  const { ReadingId } = (await enter('2026-11-12 00:00', 9240)).data;
  await settle();
  expect(await total('2026-11-11')).toMatchObject({ Wh: 0, SuspectWh: 16_000_000 });
  const used = async () => {
    const { Data } = (await ask(owner, 'getMeterReadings', { body: { MeterId: meterId } })).data;
    return [Data[0]!.Wh, Data[0]!.Doubt];
  };
  expect(await used()).toEqual([null, 'open']);
  // Accepted, it counts; what was decided of it goes with it.
  const { EventId, IsManual } = (await ask(owner, 'getEnergyEventPage', { body: { ProjectId: projectId } })).data
    .Data[0]!;
  expect(IsManual).toBe(true);
  await ask(owner, 'decideEnergyEvent', { body: { EventId, State: 'accepted', Note: '' } });
  await settle();
  expect((await total('2026-11-11')).Wh).toBe(16_000_000);
  expect(await used()).toEqual([16_000_000, null]);
  expect((await ask(owner, 'deleteMeterReading', { body: { ReadingId } })).status).toBe(200);
  const faster = (await enter('2026-11-12 00:00', 90_240)).data;
  await settle();
  expect(await total('2026-11-11')).toMatchObject({ Wh: 0, SuspectWh: 178_000_000 });
  await ask(owner, 'deleteMeterReading', { body: { ReadingId: faster.ReadingId } });
  await settle();
  expect(await total('2026-11-11')).toMatchObject({ Wh: 0, SuspectWh: 0 });
  expect((await ask(owner, 'deleteMeterReading', { body: { ReadingId } })).status).toBe(404);
  expect((await enter('2026-11-12 00:00', 1260)).status).toBe(200);
  await settle();
  expect((await total('2026-11-11')).Wh).toBe(40_000);
});

test('a meter that is added now can be read in this very minute', async () => {
  clock.set(clock.now() + 29_500);
  const body = { ProjectId: projectId, MeterName: 'Kiosk', MaxPower: 5, IsManual: true };
  const { MeterId } = (await ask(owner, 'addEnergyMeter', { body })).data;
  const read = await ask(owner, 'addMeterReading', { body: { MeterId, Time: '2026-11-25 12:00', Reading: 7 } });
  expect([read.status, read.message]).toEqual([200, expect.any(String)]);
  await ask(owner, 'deleteEnergyMeter', { body: { MeterIdList: [MeterId] } });
});

test('a register cannot be corrected or exchanged against what people read off it', async () => {
  const { InstallationList } = (await ask(owner, 'getEnergyMeterPage', { body: { ProjectId: projectId } })).data
    .Data[0]!;
  const edit = async (fields: object) => {
    const { status, message } = await ask(owner, 'editEnergyInstallation', {
      body: { InstallationId: InstallationList[0]!.InstallationId, ...fields },
    });
    return [status, message];
  };
  expect(await edit({ StartReading: 1041 })).toEqual([400, 'The start reading lies above the first reading, 1040.']);
  expect(await edit({ Capacity: 1260 })).toEqual([400, 'The size of the register must exceed the reading 1260.']);
  const replace = async (fields: object) => {
    const { status, message } = await ask(owner, 'replaceEnergyMeter', {
      body: { MeterId: meterId, Time: '2026-11-13 00:00', EndReading: 1280, PointId: pointId, ...fields },
    });
    return [status, message];
  };
  expect(await replace({ EndReading: 1259 })).toEqual([400, 'The end reading lies below the last reading, 1260.']);
  expect(await replace({ Time: '2026-11-12 00:00' })).toEqual([409, energyErrors.readAfterExchange.en]);
});

test('a change that waited for an exchange follows what the exchange left', async () => {
  const settling = await app.database.pool.connect();
  await settling.query('BEGIN');
  await settling.query('SELECT id FROM energy_meter WHERE id = $1 FOR UPDATE', [meterId]);
  await settling.query(
    'UPDATE energy_installation SET start_reading = 900 WHERE meter_id = $1 AND removed_at IS NULL AND start_reading = 1000',
    [meterId],
  );
  const entered = enter('2026-11-02 00:00', 950);
  await expect.poll(() => lockWaits(app.database.pool)).toBe(1);
  await settling.query('COMMIT');
  settling.release();
  const { status, message, data } = await entered;
  expect([status, message]).toEqual([200, expect.any(String)]);
  await ask(owner, 'deleteMeterReading', { body: { ReadingId: data.ReadingId } });
  await app.database.pool.query(
    'UPDATE energy_installation SET start_reading = 1000 WHERE meter_id = $1 AND removed_at IS NULL',
    [meterId],
  );
});

test('a meter that people read gives way to a connected one, and keeps what was counted', async () => {
  const replaced = await ask(owner, 'replaceEnergyMeter', {
    body: { MeterId: meterId, Time: '2026-11-13 00:00', EndReading: 1280, PointId: pointId, StartReading: 0 },
  });
  expect(replaced.status).toBe(200);
  const refused = await enter('2026-11-14 00:00', 1300);
  expect([refused.status, refused.message]).toEqual([409, energyErrors.notManual.en]);
  await settle();
  expect(await total('2026-11-01', '2026-11-12')).toMatchObject({ Wh: 560_000 });
});
