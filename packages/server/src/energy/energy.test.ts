import { energyErrors, type PermissionName, permissionsOf } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { History } from '../history/index.ts';
import { manualClock } from '../platform/clock.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { askAs } from '../testing/askAs.ts';
import { everyDay } from '../testing/energyOf.ts';
import { measure } from '../testing/equippedCompany.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aProject, limitMember } from '../testing/factories.ts';
import { lockWaits } from '../testing/lockWaits.ts';
import { settleEnergy } from '../testing/settleEnergy.ts';
import { markDirty } from './settle/settle.store.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Wednesday, 25 November 2026, 00:00 in Shanghai. */
const midnight = Date.UTC(2026, 10, 24, 16);
const clock = manualClock(midnight);
let app: TestApplication;
let companyId: number;
let projectId: number;
let owner: number;
let viewer: number;
let limited: number;
let analyst: number;
let deviceId: number;
const registers: number[] = [];
const ask = askAs(() => app, clock);

beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Store' });
      deviceId = await aDevice(db, projectId, { name: 'Rack' });
      const gatewayId = await aGateway(db, projectId);
      for (const name of ['Main', 'Rack', 'Later', 'Silent', 'Never'])
        registers.push(await aPoint(db, gatewayId, { deviceId, name: `${name} energy`, unit: 'kWh' }));
      await aPoint(db, gatewayId, { deviceId, name: 'Air', unit: '°C' });
      await db.updateTable('point').set({ modbus: '{}', decimals: 2 }).execute();
      const all: PermissionName[] = [...permissionsOf('company'), ...permissionsOf('project')];
      owner = await aMember(db, companyId, -1, { permissions: all });
      viewer = await aMember(db, companyId, projectId, { permissions: ['energyView'] });
      analyst = await aMember(db, companyId, -1, { permissions: ['companyAnalysis', 'allProjects'] });
      limited = await aMember(db, companyId, projectId, { permissions: ['energyView', 'energyEdit'] });
      await limitMember(db, limited, projectId, { deviceIds: [deviceId] });
    },
  });
});
afterAll(() => app.stop());

/** Readings that the job asked for. */
interface Stretch {
  pointId: number;
  from: number;
  to: number;
}
/** Runs the job at a moment. @param during done once, while the readings of the first meter are read */
async function settle(at: number, during?: () => Promise<unknown>): Promise<Stretch[]> {
  clock.set(at);
  const asked: Stretch[] = [];
  await settleEnergy(app, clock, (history) => {
    const raw: History['raw'] = async (pointIds, from, to, ...more) => {
      if (asked.push({ pointId: pointIds[0]!, from, to }) === 1) await during?.();
      return history.raw(pointIds, from, to, ...more);
    };
    return { raw } as History;
  });
  return asked;
}
/** A register over minutes from midnight, at so many kW. */
const counts = (pointId: number, from: number, to: number, kw: number, begin: number) =>
  measure(
    app.application,
    Array.from({ length: to - from + 1 }, (_, i) => ({
      pointId,
      at: midnight + (from + i) * minute,
      value: Math.round((begin + (kw * (from + i)) / 60) * 100) / 100,
    })),
  );
const meterWith = async (pointId: number, fields: object = {}): Promise<number> => {
  const body = {
    ProjectId: projectId,
    MeterName: `Meter ${pointId}`,
    MaxPower: 100,
    PointId: pointId,
    InstalledTime: '2026-11-25 00:00',
    ...fields,
  };
  const { status, message, data } = await ask(owner, 'addEnergyMeter', { body: body as never });
  expect([status, message]).toEqual([200, expect.any(String)]);
  return data.MeterId;
};
const day = '2026-11-25';
const summary = async (user = owner) =>
  (await ask(user, 'getEnergySummary', { body: { ProjectId: projectId, Start: day, End: day } })).data;
let mainId: number;
let tariffId: number;

test('a day of a meter is counted, priced by the classes of its tariff, and is what the register says', async () => {
  const wrong = await ask(owner, 'addEnergyMeter', {
    body: { ProjectId: projectId, MeterName: 'No', MaxPower: 9, PointId: 999_999 },
  });
  expect([wrong.status, wrong.message]).toEqual([400, energyErrors.notRegister.en]);
  mainId = await meterWith(registers[0]!, { MeterName: 'Main', ModelTreeId: deviceId });
  const circle = await ask(owner, 'editEnergyMeter', { body: { MeterId: mainId, ParentId: mainId } });
  expect([circle.status, circle.message]).toEqual([400, energyErrors.parentBelow.en]);
  await meterWith(registers[1]!, { MeterName: 'Rack', ParentId: mainId });

  tariffId = (await ask(owner, 'addTariff', { body: { TariffName: 'Shops' } })).data.TariffId;
  const version = { TariffId: tariffId, ValidFrom: '2026-01-01', PriceList: [0.3, null, 0.9, null] };
  const open = await ask(owner, 'saveTariffVersion', {
    body: { ...version, SeasonList: [{ ...everyDay[0]!, MonthList: [1] }] },
  });
  expect([open.status, open.message]).toEqual([400, 'No periods are given for Mon in month 2.']);
  const { VersionId } = (await ask(owner, 'saveTariffVersion', { body: { ...version, SeasonList: everyDay } })).data;
  const early = await ask(owner, 'assignTariff', { body: { ProjectId: projectId, TariffId: tariffId, FromDay: day } });
  expect([early.status, early.message]).toEqual([409, energyErrors.notActive.en]);
  await ask(owner, 'activateTariffVersion', { body: { VersionId, Status: 'final' } });
  const fixed = await ask(owner, 'saveTariffVersion', { body: { ...version, VersionId, SeasonList: everyDay } });
  expect([fixed.status, fixed.message]).toEqual([409, energyErrors.versionFinal.en]);
  await ask(owner, 'assignTariff', { body: { ProjectId: projectId, TariffId: tariffId, FromDay: day } });

  // 12 kW until noon: 8 hours off-peak, 4 at the peak.
  await counts(registers[0]!, 0, 720, 12, 5000);
  await counts(registers[1]!, 0, 720, 6, 100);
  await settle(midnight + 12 * hour + 4 * minute);
  const { Total, SubentryList, MeterList, OpenEvents } = await summary();
  expect(Total).toMatchObject({
    Wh: 144_000,
    ClassWhList: [0, 96_000, 0, 48_000, 0, 0],
    CostFen: 2880 + 4320,
    CoveragePercent: 100,
    SuspectWh: 0,
    Provisional: false,
    PeakW: 12_000,
    YearAgoWh: null,
  });
  expect(MeterList.find(({ MeterId }) => MeterId === mainId)).toMatchObject({ Wh: 144_000, ChildWh: 72_000 });
  expect(SubentryList.every(({ Wh }) => Wh === null)).toBe(true);
  expect(OpenEvents).toBe(0);
  const load = await ask(viewer, 'getEnergyLoad', { body: { ProjectId: projectId, Day: day } });
  expect(load.data.QuarterList).toHaveLength(96);
  expect(load.data.QuarterList[10]).toEqual({ W: 12_000, IsEstimated: false, Class: 1, Before: null });
  expect(load.data.QuarterList[60]!.W).toBeNull();
});

test('a gap has its exact total, and what comes late takes the place of the estimate', async () => {
  // Nothing from 12:00 to 18:00, then the register goes on.
  await counts(registers[0]!, 1080, 1140, 12, 5000);
  await settle(midnight + 19 * hour + 4 * minute);
  expect((await summary()).Total).toMatchObject({ Wh: 228_000, EstimatedQuarters: 24 });
  expect((await summary()).Total.CoveragePercent).toBeCloseTo((52 / 76) * 100, 0);
  // The gateway hands in what it kept: at first nothing, then all of it.
  await measure(
    app.application,
    Array.from({ length: 359 }, (_, i) => ({
      pointId: registers[0]!,
      at: midnight + (721 + i) * minute,
      value: i < 179 ? 5144 : Math.round((5144 + ((i - 178) * 72) / 181) * 100) / 100,
    })),
  );
  await settle(midnight + 19 * hour + 6 * minute);
  expect((await summary()).Total).toMatchObject({ Wh: 228_000, EstimatedQuarters: 0, CoveragePercent: 100 });
  const load = await ask(viewer, 'getEnergyLoad', { body: { ProjectId: projectId, Day: day } });
  expect(load.data.QuarterList[50]!.W).toBe(0);
});

test('a late reading of a day that is over has it counted once more', async () => {
  await counts(registers[0]!, 1141, 1441, 12, 5000);
  await settle(midnight + 25 * hour);
  await settle(midnight + 26 * hour);
  expect((await summary()).Total.Wh).toBe(288_000);
  await measure(app.application, [{ pointId: registers[1]!, at: midnight + 1435 * minute, value: 244 }]);
  const noted = () => app.database.db.selectFrom('energy_dirty').selectAll().execute();
  await expect.poll(noted).toHaveLength(1);
  await settle(midnight + 26 * hour + 5 * minute);
  expect(await noted()).toEqual([]);
  const rack = (await summary()).MeterList.find(({ MeterName }) => MeterName === 'Rack')!;
  expect([rack.Wh, rack.EstimatedQuarters > 40]).toEqual([144_000, true]);
});

test('what is noted while a meter is being settled is settled afterwards', async () => {
  const { db } = app.database;
  const noted = () => db.selectFrom('energy_dirty').selectAll().execute();
  const note = (minutes: number) => markDirty(null, db, [mainId], new Date(midnight + minutes * minute));
  await note(60);
  await settle(midnight + 26 * hour + 6 * minute, () => note(90));
  expect(await noted()).toMatchObject([{ meter_id: mainId, from_at: new Date(midnight + 60 * minute) }]);
  await settle(midnight + 26 * hour + 7 * minute);
  expect(await noted()).toEqual([]);
});

test('a jump counts nothing, is said beside the total, and is counted when somebody decides so', async () => {
  const id = await meterWith(registers[2]!, { MeterName: 'Later', ParentId: mainId });
  await measure(app.application, [
    { pointId: registers[2]!, at: midnight, value: 10 },
    { pointId: registers[2]!, at: midnight + 10 * minute, value: 11 },
    { pointId: registers[2]!, at: midnight + 20 * minute, value: 1251 },
    { pointId: registers[2]!, at: midnight + 30 * minute, value: 1252 },
  ]);
  await settle(midnight + 26 * hour + 10 * minute);
  const later = async () => (await summary()).MeterList.find(({ MeterId }) => MeterId === id)!;
  expect(await later()).toMatchObject({ Wh: 2000, SuspectWh: 1_240_000 });
  const { Data } = (await ask(viewer, 'getEnergyEventPage', { body: { ProjectId: projectId } })).data;
  expect(Data).toMatchObject([{ Kind: 'jump', State: 'open', MeterName: 'Later', SuspectWh: 1_240_000 }]);
  const decide = (State: 'accepted' | 'dismissed', user = owner) =>
    ask(user, 'decideEnergyEvent', { body: { EventId: Data[0]!.EventId, State, Note: 'Checked' } });
  expect((await decide('accepted', viewer)).status).toBe(403);
  expect((await decide('accepted')).status).toBe(200);
  const again = await decide('accepted');
  expect([again.status, again.message]).toEqual([409, energyErrors.alreadySo.en]);
  await settle(midnight + 26 * hour + 15 * minute);
  expect(await later()).toMatchObject({ Wh: 1_242_000, SuspectWh: 0 });
  await decide('dismissed');
  await settle(midnight + 26 * hour + 20 * minute);
  expect(await later()).toMatchObject({ Wh: 2000, SuspectWh: 0 });

  // Its next reading comes a day later: what passed in between belongs to both days, with nothing lost between them.
  await measure(app.application, [{ pointId: registers[2]!, at: midnight + 25 * hour, value: 1272 }]);
  await expect.poll(() => app.database.db.selectFrom('energy_dirty').selectAll().execute()).toHaveLength(1);
  await settle(midnight + 26 * hour + 35 * minute);
  const both = await ask(owner, 'getEnergySummary', { body: { ProjectId: projectId, Start: day, End: '2026-11-26' } });
  expect(both.data.MeterList.find(({ MeterId }) => MeterId === id)).toMatchObject({ Wh: 22_000 });
  expect((await later()).Wh).toBeGreaterThan(20_000);
});

test('an exchange counts both registers, and its readings must make sense', async () => {
  const replace = (fields: object) =>
    ask(owner, 'replaceEnergyMeter', {
      body: {
        MeterId: mainId,
        Time: '2026-11-26 00:01',
        PointId: registers[0]!,
        EndReading: 5288,
        StartReading: 0,
        ...fields,
      } as never,
    });
  const early = await replace({ Time: '2026-11-24 00:00' });
  expect([early.status, early.message]).toEqual([400, energyErrors.beforeInstallation.en]);
  const future = await replace({ Time: '2026-12-24 00:00' });
  expect([future.status, future.message]).toEqual([400, energyErrors.future.en]);
  const small = await replace({ Capacity: 1, StartReading: 5 });
  expect([small.status, small.message]).toEqual([400, energyErrors.capacityTooSmall.en]);
  expect((await replace({ SerialNumber: 'New' })).status).toBe(200);
  const [meter] = (await ask(viewer, 'getEnergyMeterPage', { body: { ProjectId: projectId, Text: 'Main' } })).data.Data;
  expect(meter!.InstallationList.map(({ SerialNumber, EndReading }) => [SerialNumber, EndReading])).toEqual([
    ['New', null],
    ['', 5288],
  ]);
});

test('new prices change what is settled only when somebody recalculates, and the preview says what will be', async () => {
  const before = (await summary()).Total;
  const { VersionId } = (
    await ask(owner, 'saveTariffVersion', {
      body: { TariffId: tariffId, ValidFrom: '2026-01-01', PriceList: [0.6, null, 0.9, null], SeasonList: everyDay },
    })
  ).data;
  await ask(owner, 'activateTariffVersion', { body: { VersionId, Status: 'provisional' } });
  expect((await summary()).Total.CostFen).toBe(before.CostFen);
  const body = { ProjectId: projectId, Start: day, End: day };
  const preview = (await ask(owner, 'previewRecalculate', { body })).data;
  expect(preview).toMatchObject({ OldWh: preview.NewWh, OldFen: before.CostFen, NewFen: before.CostFen! + 2880 });
  expect((await ask(owner, 'recalculateEnergy', { body })).data).toEqual(preview);
  expect((await summary()).Total).toMatchObject({ CostFen: preview.NewFen, Provisional: true });
  const readings = (await ask(owner, 'previewRecalculate', { body: { ...body, FromReadings: true } })).data;
  expect(readings).toMatchObject({ OldWh: readings.NewWh, ChangedDays: 0 });
  const old = await ask(owner, 'previewRecalculate', { body: { ...body, Start: '2026-07-31' } });
  expect([old.status, old.message]).toEqual([400, 'query range exceeds limit']);
  const used = await ask(owner, 'deleteTariff', { body: { TariffIdList: [tariffId] } });
  expect([used.status, used.message]).toEqual([409, energyErrors.versionUsed.en]);
});

test('a sub-item counts the meters of its devices, projects stand side by side, and a table has the months', async () => {
  const [root] = (await ask(owner, 'getSubentryTree', { query: { projectId } })).data;
  const item = root!.Children[0]!;
  await ask(owner, 'updateSubentryModelTree', { query: { projectId, subentryId: item.SubentryId }, body: [deviceId] });
  const { SubentryList, Total } = await summary();
  const of = (id: number) => SubentryList.find(({ SubentryId }) => SubentryId === id)!;
  expect([of(item.SubentryId).Wh, of(root!.SubentryId).Wh]).toEqual([Total.Wh, Total.Wh]);
  await ask(owner, 'setEnergySite', { body: { ProjectId: projectId, SquareMetres: 1000 } });
  const { Data } = (await ask(analyst, 'getEnergyByProject', { body: { Start: day, End: day } })).data;
  expect(Data).toMatchObject([{ ProjectName: 'Store', Wh: Total.Wh, WhPerSquareMetre: 288, LoadFactor: 50.3 }]);
  const months = (await ask(viewer, 'getEnergyMonths', { body: { ProjectId: projectId, Year: 2026 } })).data.Data;
  expect(months[0]!.MonthList[10]!.Wh).toBeGreaterThanOrEqual(Total.Wh);
  expect(months[0]!.MonthList[9]).toEqual({ Wh: null, CostFen: null });
});

test('a device that is moved to another sub-item leaves the energy of the days before where it was', async () => {
  const { db, pool } = app.database;
  const place = await aProject(db, companyId, { name: 'Moved' });
  const rack = await aDevice(db, place, { name: 'Rack' });
  const values = { project_id: place, device_id: rack, name: 'Main', max_watts: 9, created_at: new Date(midnight) };
  const { id } = await db
    .insertInto('energy_meter')
    .values({ ...values, settled_through: new Date(midnight) })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [date, wh] of [
    ['2026-11-23', 1000],
    ['2026-11-24', 2000],
    ['2026-11-25', 4000],
  ] as const)
    await pool.query(
      `INSERT INTO energy_day (meter_id, day, wh, cost_micro, expected, measured, estimated, suspect_wh, is_provisional)
       VALUES ($1, $2, ARRAY[0,$3::bigint,0,0,0,0], '{0,0,0,0,0}', 96, 96, 0, 0, false)`,
      [id, date, wh],
    );
  const was = clock.now();
  const items = (await ask(owner, 'getSubentryTree', { query: { projectId: place } })).data;
  const [cold, hvac] = ['Refrigeration', 'Air conditioning'].map(
    (name) => JSON.stringify(items).match(new RegExp(`"SubentryId":(\\d+)[^{}]*"${name}"`))![1],
  );
  const choose = async (at: number, item: string, body: number[]) => {
    clock.set(at);
    await ask(owner, 'updateSubentryModelTree', { query: { projectId: place, subentryId: Number(item) }, body });
  };
  const told = async (Start: string, End: string) => {
    const { SubentryList } = (await ask(owner, 'getEnergySummary', { body: { ProjectId: place, Start, End } })).data;
    return [cold, hvac].map((item) => SubentryList.find(({ SubentryId }) => SubentryId === Number(item))!.Wh);
  };
  // The first sub-item of a device has all of its past.
  await choose(midnight - 12 * hour, cold!, [rack]);
  expect(await told('2026-11-23', '2026-11-24')).toEqual([3000, null]);
  // On the 25th it becomes the other one's.
  await choose(midnight + 12 * hour, cold!, []);
  await choose(midnight + 12 * hour, hvac!, [rack]);
  expect(await told('2026-11-23', '2026-11-25')).toEqual([3000, 4000]);
  expect(await told('2026-11-24', '2026-11-24')).toEqual([2000, null]);
  const { Data } = (await ask(owner, 'getEnergyMonths', { body: { ProjectId: place, Year: 2026 } })).data;
  expect([cold, hvac].map((item) => Data.find(({ SubentryId }) => SubentryId === Number(item))!.Wh)).toEqual([
    3000, 4000,
  ]);
  // Taken back on the same day, it was never gone.
  await choose(midnight + 13 * hour, hvac!, []);
  await choose(midnight + 13 * hour, cold!, [rack]);
  expect(await told('2026-11-23', '2026-11-25')).toEqual([7000, null]);
  clock.set(was);
});

test('is not for somebody who sees some devices only, nor are the tariffs for who sets up one project', async () => {
  expect(
    (await ask(limited, 'getEnergySummary', { body: { ProjectId: projectId, Start: day, End: day } })).status,
  ).toBe(403);
  expect((await ask(viewer, 'addTariff', { body: { TariffName: 'Other' } })).status).toBe(403);
  const reversed = await ask(viewer, 'getEnergySummary', {
    body: { ProjectId: projectId, Start: day, End: '2026-11-24' },
  });
  expect([reversed.status, reversed.message]).toEqual([400, energyErrors.rangeReversed.en]);
});

test('a recalculation keeps what was settled while it computed, and tells the figures that it wrote', async () => {
  const before = (await summary()).Total.Wh!;
  const settling = await app.database.pool.connect();
  await settling.query('BEGIN');
  // A settling that is about to end: 1 kWh more in the first quarter.
  await settling.query('UPDATE energy_meter SET revision = revision + 1 WHERE id = $1', [mainId]);
  await settling.query('UPDATE energy_quarter SET wh[1] = wh[1] + 1000 WHERE meter_id = $1 AND day = $2', [
    mainId,
    day,
  ]);
  await settling.query('UPDATE energy_day SET wh[2] = wh[2] + 1000 WHERE meter_id = $1 AND day = $2', [mainId, day]);
  const recalculated = ask(owner, 'recalculateEnergy', { body: { ProjectId: projectId, Start: day, End: day } });
  await expect.poll(() => lockWaits(app.database.pool)).toBe(1);
  await settling.query('COMMIT');
  settling.release();
  expect((await recalculated).data).toMatchObject({ OldWh: before + 1000, NewWh: before + 1000 });
  expect((await summary()).Total.Wh).toBe(before + 1000);
});

test('a meter that is silent is settled from its last reading, and counts on from it when it is heard again', async () => {
  const [silent, never] = [registers[3]!, registers[4]!];
  const installed = { InstalledTime: '2026-10-01 00:00' };
  const id = await meterWith(silent, { MeterName: 'Silent', ...installed });
  await meterWith(never, { MeterName: 'Never', ...installed });
  const lastHeard = midnight - 30 * 24 * hour;
  await measure(app.application, [
    { pointId: silent, at: lastHeard - 10 * minute, value: 499 },
    { pointId: silent, at: lastHeard, value: 500 },
  ]);
  const longest = (asked: Stretch[]) =>
    Math.max(...asked.filter(({ pointId }) => [silent, never].includes(pointId)).map(({ from, to }) => to - from)) /
    hour;
  expect(longest(await settle(midnight + 28 * hour))).toBeGreaterThan(700);
  // From now on it is known since when nothing came.
  expect(longest(await settle(midnight + 28 * hour + 20 * minute))).toBeLessThan(48);
  expect(longest(await settle(midnight + 52 * hour))).toBeLessThan(5 * 24);
  await measure(app.application, [{ pointId: silent, at: midnight + 52 * hour + 10 * minute, value: 1220 }]);
  await settle(midnight + 52 * hour + 30 * minute);
  const counted = await app.database.pool.query(
    "SELECT sum(w)::int AS wh FROM energy_day, unnest(wh) AS w WHERE meter_id = $1 AND day > '2026-10-26'",
    [id],
  );
  expect(counted.rows[0].wh).toBeGreaterThan(600_000);
  const all = await app.database.pool.query(
    'SELECT sum(w)::int AS wh FROM energy_day, unnest(wh) AS w WHERE meter_id = $1',
    [id],
  );
  expect(all.rows[0].wh).toBe(721_000);
});

test('an exchange that nobody entered is entered from its event, and then counts what both registers counted', async () => {
  const { db } = app.database;
  const pointId = await aPoint(db, await aGateway(db, projectId), { name: 'Exchanged energy', unit: 'kWh' });
  await db.updateTable('point').set({ modbus: '{}', decimals: 2 }).where('id', '=', pointId).execute();
  const id = await meterWith(pointId, { MeterName: 'Exchanged' });
  await measure(
    app.application,
    [5000, 5001, 120, 121].map((value, i) => ({ pointId, at: midnight + i * 10 * minute + 20_000, value })),
  );
  await settle(midnight + 53 * hour);
  const own = async () => (await summary()).MeterList.find(({ MeterId }) => MeterId === id)!;
  const open = async () =>
    (await ask(owner, 'getEnergyEventPage', { body: { ProjectId: projectId, StateList: ['open'] } })).data.Data.filter(
      ({ MeterId }) => MeterId === id,
    );
  const [event] = await open();
  expect(event).toMatchObject({ Kind: 'reverse', FromReading: 5001, ToReading: 120 });
  expect((await own()).SuspectWh).toBe(4_881_000);
  const replaced = await ask(owner, 'replaceEnergyMeter', {
    body: {
      MeterId: id,
      Time: '2026-11-25 00:20:20',
      PointId: pointId,
      EndReading: event!.FromReading,
      StartReading: event!.ToReading,
      SerialNumber: 'Second',
    },
  });
  expect([replaced.status, replaced.message]).toEqual([200, expect.any(String)]);
  await settle(midnight + 53 * hour + 10 * minute);
  expect(await own()).toMatchObject({ Wh: 2000, SuspectWh: 0 });
  expect(await open()).toEqual([]);
});

test('what a gap over two prices may have cost is said with the total', async () => {
  const { db, pool } = app.database;
  const place = await aProject(db, companyId, { name: 'Gap' });
  const values = { project_id: place, name: 'Main', max_watts: 40_000, created_at: new Date(midnight) };
  const { id } = await db
    .insertInto('energy_meter')
    .values({ ...values, settled_through: new Date(midnight) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { rows } = await pool.query("SELECT id FROM tariff_version WHERE status = 'final' ORDER BY id LIMIT 1");
  // 1 kWh each quarter; from 07:30 to 08:30 nothing was heard. Before 08:00 a kWh costs ¥ 0.30, then ¥ 0.90.
  const flags = 'm'.repeat(30) + 'e'.repeat(4) + 'm'.repeat(62);
  await pool.query('INSERT INTO energy_quarter (meter_id, day, wh, flags) VALUES ($1, $2, $3, $4)', [
    ...[id, '2026-11-24', Array(96).fill(1000), flags],
  ]);
  await pool.query(
    `INSERT INTO energy_day (meter_id, day, wh, cost_micro, expected, measured, estimated, suspect_wh, is_provisional, tariff_version_id)
     VALUES ($1, '2026-11-24', '{0,48000,0,48000,0,0}', '{14400000,0,43200000,0,0}', 96, 92, 4, 0, false, $2)`,
    [id, rows[0].id],
  );
  const was = clock.now();
  clock.set(midnight + 6 * hour);
  const body = { ProjectId: place, Start: '2026-11-24', End: '2026-11-24' };
  const { Total } = (await ask(owner, 'getEnergySummary', { body })).data;
  // 4 kWh: all of it before 08:00 is 1.20 less, all of it after is 1.20 more.
  expect(Total).toMatchObject({ CostFen: 5760, CostLeastFen: 5640, CostMostFen: 5880, EstimatedQuarters: 4 });
  clock.set(was);
});

test('a day that is not over is compared with no whole day: changes are those of days that have ended and are known', async () => {
  const { db, pool } = app.database;
  const place = await aProject(db, companyId, { name: 'Half a day' });
  const values = { project_id: place, name: 'Main', max_watts: 9, created_at: new Date(midnight) };
  const { id } = await db
    .insertInto('energy_meter')
    .values({ ...values, settled_through: new Date(midnight) })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [date, wh, quarters] of [
    ['2025-11-24', 80_000, 96],
    ['2026-11-23', 90_000, 96],
    ['2026-11-24', 100_000, 96],
    ['2026-11-25', 25_000, 24],
  ] as const)
    await pool.query(
      `INSERT INTO energy_day (meter_id, day, wh, cost_micro, expected, measured, estimated, suspect_wh, is_provisional)
       VALUES ($1, $2, ARRAY[0,$3::bigint,0,0,0,0], '{0,0,0,0,0}', $4, $4, 0, 0, false)`,
      [id, date, wh, quarters],
    );
  const was = clock.now();
  clock.set(midnight + 6 * hour);
  const figures = async (Start: string, End: string) => {
    const { Total } = (await ask(owner, 'getEnergySummary', { body: { ProjectId: place, Start, End } })).data;
    const { Data } = (await ask(owner, 'getEnergyByProject', { body: { Start, End, ProjectIdList: [place] } })).data;
    const of = ({ Wh, EndedWh, BeforeWh, YearAgoWh }: typeof Total | (typeof Data)[number]) => [
      ...[Wh, EndedWh, BeforeWh, YearAgoWh],
    ];
    expect(of(Data[0]!)).toEqual(of(Total));
    return of(Total);
  };
  expect(await figures('2026-11-24', '2026-11-25')).toEqual([125_000, 100_000, 90_000, 80_000]);
  expect(await figures('2026-11-24', '2026-11-24')).toEqual([100_000, 100_000, 90_000, 80_000]);
  expect(await figures('2026-11-25', '2026-11-25')).toEqual([25_000, 0, null, null]);
  // Of half a day of data nothing is said that compares it with a whole one, whichever of the two it is.
  const measure = (quarters: number, date: string) =>
    pool.query('UPDATE energy_day SET measured = $1 WHERE meter_id = $2 AND day = $3', [quarters, id, date]);
  await measure(48, '2026-11-23');
  expect(await figures('2026-11-24', '2026-11-24')).toEqual([100_000, 100_000, null, 80_000]);
  await measure(48, '2026-11-24');
  expect(await figures('2026-11-24', '2026-11-24')).toEqual([100_000, 100_000, null, null]);
  clock.set(was);
});

test('a meter that is not the sum of those below is flagged after 3 known days of 7, above 3 % and above what the meters may err by', async () => {
  const { db, pool } = app.database;
  const place = await aProject(db, companyId, { name: 'Balance' });
  const meterOf = async (name: string, parent_id: number | null) => {
    const settled_through = new Date(midnight);
    const values = { project_id: place, name, max_watts: 9, created_at: settled_through, settled_through, parent_id };
    return (await db.insertInto('energy_meter').values(values).returning('id').executeTakeFirstOrThrow()).id;
  };
  const parent = await meterOf('Main', null);
  const below = [await meterOf('Light', parent), await meterOf('Rack', parent)];
  const dayOf = (meter: number, wh: number, date: string, measured = 96) =>
    pool.query(
      `INSERT INTO energy_day (meter_id, day, wh, cost_micro, expected, measured, estimated, suspect_wh, is_provisional)
       VALUES ($1, $2, ARRAY[0,$3::bigint,0,0,0,0], '{0,0,0,0,0}', 96, $4, $5, 0, false)
       ON CONFLICT (meter_id, day) DO UPDATE SET wh = excluded.wh, measured = excluded.measured`,
      [meter, date, wh, measured, 96 - measured],
    );
  const lose = async (date: string, share: number, measured = 96) => {
    await dayOf(parent, 100_000, date);
    await dayOf(below[0]!, 40_000, date, measured);
    await dayOf(below[1]!, Math.round(60_000 - 100_000 * share), date);
  };
  const flag = async () => {
    const body = { ProjectId: place, Start: '2026-11-18', End: '2026-11-24' };
    return (await ask(owner, 'getEnergySummary', { body })).data.MeterList.find(({ MeterId }) => MeterId === parent)!
      .Unbalanced;
  };
  const classes = (AccuracyClass: number | null) =>
    Promise.all(
      [parent, ...below].map((MeterId) => ask(owner, 'editEnergyMeter', { body: { MeterId, AccuracyClass } })),
    );
  for (const date of ['18', '19', '20', '21', '22']) await lose(`2026-11-${date}`, 0.01);
  for (const date of ['23', '24']) await lose(`2026-11-${date}`, 0.05);
  // Today is not over, and a week ago is long gone.
  for (const date of ['16', '25']) await lose(`2026-11-${date}`, 0.05);
  const wrong = await ask(owner, 'editEnergyMeter', { body: { MeterId: parent, AccuracyClass: 3 } });
  expect(wrong.status).toBe(400);
  await classes(0.5);
  expect(await flag()).toBeNull();
  await lose('2026-11-22', 0.05, 94);
  expect(await flag()).toBeNull();
  await lose('2026-11-22', 0.05);
  // Twice √(1² + 0.4² + 0.55²) % is below 3 %.
  expect(await flag()).toEqual({ DayCount: 3, FromDay: '2026-11-22', LossPercent: 5, LimitPercent: 3 });
  // Class 2: twice √(2.5² + 1² + 1.375²) %.
  await classes(2);
  expect(await flag()).toBeNull();
  for (const date of ['22', '23', '24']) await lose(`2026-11-${date}`, -0.07);
  expect(await flag()).toMatchObject({ LossPercent: -7, LimitPercent: 6.3 });
  await ask(owner, 'editEnergyMeter', { body: { MeterId: below[1]!, AccuracyClass: null } });
  expect(await flag()).toBeNull();
});
