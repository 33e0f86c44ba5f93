import { transportErrors } from '@watchpost/contract';
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHistory } from '../../history/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log/log.ts';
import { startTestApplication, type TestApplication } from '../../testing/application.ts';
import { askAs } from '../../testing/askAs.ts';
import { aCompany, aMember, aPoint, aPointType, aProject } from '../../testing/factories.ts';
import { anMqttGateway } from '../../testing/fieldFactories.ts';
import { aTag, aTransportDevice } from '../../testing/transportOf.ts';
import { watchVehicles } from '../cars/watchVehicles.ts';
import { followFences } from './followFences.ts';

let app: TestApplication;
const ask = askAs(() => app);
const minute = 60_000;
const start = Math.floor(Date.now() / minute) * minute - 100 * minute;
const at = (minutes: number) => start + minutes * minute;
/** A minute at which times that were taken are looked at again; every position of these tests lies before it. */
const lookAgain = Math.floor(Date.now() / (10 * minute)) * 10 * minute;
let projectId: number;
let driver: number;
let carId: number;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      driver = await aMember(db, companyId, projectId, { permissions: ['monitorView', 'waybillEdit', 'terminals'] });
      carId = await aTransportDevice(db, projectId, 'refrigeratedTruck', 'Truck 1');
      const gatewayId = await anMqttGateway(db, projectId, { userName: 'truck', password: 'truck secret' });
      const typeOf = async (code: string) => {
        const id = await aPointType(db, companyId);
        await db.updateTable('point_type').set({ code }).where('id', '=', id).execute();
        return id;
      };
      for (const [name, key, unit, type] of [
        ['Latitude', 'lat', '°', null],
        ['Longitude', 'lon', '°', null],
        ['Speed', 'speed', 'km/h', 'speed'],
        ['Door', 'door', '', 'doorState'],
      ] as const) {
        const pointTypeId = type === null ? {} : { pointTypeId: await typeOf(type) };
        const id = await aPoint(db, gatewayId, { name, unit, decimals: 6, deviceId: carId, ...pointTypeId });
        await db.updateTable('point').set({ mqtt_key: key }).where('id', '=', id).execute();
      }
    },
  });
});
afterAll(() => app.stop());

const home = { Latitude: 31.2, Longitude: 121.4 };
/** A number of metres to the east of home. */
const east = (metres: number) => home.Longitude + metres / (111_195 * Math.cos((home.Latitude * Math.PI) / 180));

async function send(values: readonly { ts: number; values: Record<string, number> }[]): Promise<void> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${app.application.mqttPort}`, {
    username: 'truck',
    password: 'truck secret',
    reconnectPeriod: 0,
  });
  await client.publishAsync('v1/devices/me/telemetry', JSON.stringify(values), { qos: 1 });
  await client.endAsync();
}
const drive = (steps: readonly (readonly [minutes: number, metres: number])[]) =>
  send(steps.map(([minutes, metres]) => ({ ts: at(minutes), values: { lat: home.Latitude, lon: east(metres) } })));
const minutesOf = (from: number, to: number, metres: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => [from + i, metres + (i % 3) * 6] as const);

/** As the job looks, with nothing in memory. */
async function follow(now = lookAgain): Promise<void> {
  const { database, application } = app;
  const history = openHistory({ db: database.pool, clock: systemClock, log: silentLog });
  await history.start();
  const deps = { db: database.db, history, clock: { now: () => now }, events: application.events, log: silentLog };
  await Promise.all([0, 1].map(() => followFences(deps, new AbortController().signal)));
  await history.stop();
}
const fence = async (GeofenceName: string, metres: number) =>
  (
    await ask(driver, 'saveGeofence', {
      body: {
        ...{ ProjectId: projectId, GeofenceName, StopKind: 'customer', Kind: 'circle', RadiusMetres: 200 },
        ...{ Latitude: home.Latitude, Longitude: east(metres) },
      },
    })
  ).data.GeofenceId;

let ids: { origin: number; destination: number };
async function waybill(number: string, MovesByFence: boolean): Promise<number> {
  ids ??= { origin: await fence('Yard', 0), destination: await fence('Pier', 10_000) };
  const body = {
    ...{ ProjectId: projectId, WaybillNumber: number, CarId: carId, MovesByFence },
    ...{ OriginFenceId: ids.origin, DestinationFenceId: ids.destination },
  };
  const { WaybillId } = (await ask(driver, 'addWaybill', { body })).data;
  const { db } = app.database;
  await db
    .updateTable('waybill')
    .set({ created_at: new Date(at(-10)) })
    .where('id', '=', WaybillId)
    .execute();
  return WaybillId;
}
const detail = async (id: number) => (await ask(driver, 'getWaybillManagement', { query: { waybillId: id } })).data;
/** `YYYY-MM-DD HH:mm:ss` in Shanghai. */
const local = (epoch: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' }).format(
    epoch,
  );
const near = (epoch: number | null, minutes: number) => expect(Math.abs(epoch! - at(minutes))).toBeLessThan(3_000);

test('a waybill departs and arrives by its geofences where it was chosen; positions that come late move its times, and it says so', async () => {
  const id = await waybill('FOLLOW-1', true);
  const offered = await waybill('FOLLOW-2', false);
  expect(await detail(id)).toMatchObject({ Origin: 'Yard', Destination: 'Pier', MovesByFence: true });
  await drive(minutesOf(0, 20, 0));
  await follow();
  expect(await detail(id)).toMatchObject({ TransportStatus: 0, FenceDeparture: null });
  await drive([
    [25, 2_000],
    [26, 3_000],
    [27, 4_000],
  ]);
  // Nothing is loaded yet: a waybill without tags stays.
  await follow();
  expect(await detail(id)).toMatchObject({ TransportStatus: 0 });
  const tag = await aTag(app.database.db, projectId, 'Box');
  await ask(driver, 'waybillBindTagsV2Web', { body: { WaybillId: id, SensorIdList: [tag.id] } });
  await follow();
  const departed = await detail(id);
  expect(departed).toMatchObject({ TransportStatus: 1 });
  // From 0 to 2,000 m in five minutes: beyond the margin of 30 m after 230 of them.
  near(departed.DepartEpoch, 20 + (5 * 230) / 2_000);
  expect(departed.EventList.map(({ Content }) => Content)).toContain('Depart (by its geofence)');
  // The other one is left to a person, who is offered the time.
  const other = await detail(offered);
  expect([other.TransportStatus, other.FenceDeparture]).toEqual([0, departed.DepartEpoch]);

  await drive([...minutesOf(21, 23, 0), [24, 600]]);
  await follow();
  const corrected = await detail(id);
  near(corrected.DepartEpoch, 23 + 230 / 600);
  expect(corrected.EventList[0]!.Content).toMatch(/^Departure corrected by late positions: .* → /);
  await follow();
  expect((await detail(id)).EventList.length).toBe(corrected.EventList.length);

  await drive([[28, 5_600], [29, 7_600], [30, 9_600], ...minutesOf(31, 40, 10_000)]);
  await follow();
  const arrived = await detail(id);
  expect(arrived).toMatchObject({ TransportStatus: 2 });
  near(arrived.ArriveEpoch, 30.5);
  const { rows } = await app.database.pool.query(
    "SELECT count(*)::int AS count FROM operation_log WHERE call = 'moveWaybillByFence'",
  );
  expect(rows[0].count).toBe(3);
});

test('late positions move no departure behind the arrival that a person entered', async () => {
  const { db } = app.database;
  const { id } = await db.selectFrom('waybill').where('number', '=', 'FOLLOW-1').select('id').executeTakeFirstOrThrow();
  const arriveAt = (minutes: number) =>
    db
      .updateTable('waybill')
      .set({ departed_at: new Date(at(20)), arrived_at: new Date(at(minutes)), arrived_by_fence: false })
      .where('id', '=', id)
      .execute();
  // Its positions say 23.4.
  await arriveAt(22);
  await follow();
  near((await detail(id)).DepartEpoch, 20);
  await arriveAt(35);
  await follow();
  near((await detail(id)).DepartEpoch, 23 + 230 / 600);
});

test('origin and destination are two geofences, at once or one after the other', async () => {
  const id = await waybill('FOLLOW-5', false);
  const add = { ProjectId: projectId, WaybillNumber: 'FOLLOW-6', OriginFenceId: ids.origin };
  const refused = [
    await ask(driver, 'addWaybill', { body: { ...add, DestinationFenceId: ids.origin } }),
    await ask(driver, 'editWaybill', { body: { WaybillId: id, OriginFenceId: ids.destination } }),
    await ask(driver, 'editWaybill', { body: { WaybillId: id, DestinationFenceId: ids.origin } }),
  ];
  for (const { status, message, data } of refused) {
    expect([status, message]).toEqual([400, transportErrors.sameFence.en]);
    expect(data).toMatchObject({ Fields: [{ Field: 'DestinationFenceId' }] });
  }
  const swapped = { WaybillId: id, OriginFenceId: ids.destination, DestinationFenceId: ids.origin };
  expect((await ask(driver, 'editWaybill', { body: swapped })).status).toBe(200);
  const { status } = await ask(driver, 'editWaybill', { body: { WaybillId: id, DestinationFenceId: '' as never } });
  expect(status).toBe(200);
});

test('a person may take the departure that the track says, and none before the waybill was entered', async () => {
  const id = await waybill('FOLLOW-3', false);
  const tag = await aTag(app.database.db, projectId, 'Crate');
  await ask(driver, 'waybillBindTagsV2Web', { body: { WaybillId: id, SensorIdList: [tag.id] } });
  const { FenceDeparture } = await detail(id);
  const depart = (Time: string) => ask(driver, 'moveWaybill', { body: { WaybillId: id, Move: 'depart', Time } });
  expect(await depart(local(at(-10) - 25 * 60 * minute))).toMatchObject({ status: 400 });
  expect(await depart(local(Date.now() + 10 * minute))).toMatchObject({ status: 400 });
  const { data } = await depart(local(FenceDeparture!));
  expect(data).toMatchObject({ TransportStatus: 1, DepartEpoch: Math.floor(FenceDeparture! / 1000) * 1000 });
});

test('a geofence that an open waybill departs from is not deleted, and one of another project is no origin', async () => {
  const used = await ask(driver, 'deleteGeofence', { body: { GeofenceIdList: [ids.origin] } });
  expect(used.status).toBe(409);
  const elsewhere = await app.database.db
    .insertInto('geofence')
    .values({
      ...{ project_id: await aProject(app.database.db, await aCompany(app.database.db)), name: 'Elsewhere' },
      ...{
        stop_kind: 'other',
        kind: 'circle',
        latitude: 31,
        longitude: 121,
        radius_metres: 100,
        created_at: new Date(),
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const body = { ProjectId: projectId, WaybillNumber: 'FOLLOW-4', OriginFenceId: elsewhere.id };
  expect(await ask(driver, 'addWaybill', { body })).toMatchObject({
    status: 400,
    message: transportErrors.originOfOtherProject.en,
  });
});

test('of a vehicle it is told once that it came and left, while its door is open on the way, and that it is silent', async () => {
  const { database } = app;
  const latitudeId = (
    await database.db.selectFrom('point').where('mqtt_key', '=', 'lat').select('id').executeTakeFirstOrThrow()
  ).id;
  let lastAt = Date.now();
  const watch = async () => {
    const history = openHistory({ db: database.pool, clock: systemClock, log: silentLog });
    await history.start();
    const live = { get: (id: number) => (id === latitudeId ? { measuredAt: lastAt } : null) } as never;
    await watchVehicles({ db: database.db, clock: systemClock, history, live }, new AbortController().signal);
    await history.stop();
  };
  const crossings = async () =>
    (await database.pool.query('SELECT kind FROM fence_crossing ORDER BY at')).rows.map(({ kind }) => kind);
  const states = async () =>
    (await database.pool.query('SELECT silent_since, door_open_since FROM vehicle_state')).rows;
  await watch();
  await watch();
  // It was in the yard at its first position; it left that, and came to the pier.
  expect(await crossings()).toEqual(['exit', 'enter']);
  const now = Date.now();
  await send([
    { ts: now - 5 * minute, values: { lat: home.Latitude, lon: east(20_000), speed: 0, door: 1 } },
    { ts: now - 2 * minute, values: { lat: home.Latitude, lon: east(21_000), speed: 40, door: 1 } },
    { ts: now - minute, values: { lat: home.Latitude, lon: east(21_600), speed: 40, door: 1 } },
  ]);
  await watch();
  expect(await states()).toEqual([{ silent_since: null, door_open_since: new Date(now - 2 * minute) }]);
  await database.pool.query("SELECT graphile_worker.add_job('watchEvents')");
  const told = async () =>
    (
      await database.pool.query('SELECT type, recovered_at IS NULL AS open FROM platform_event WHERE project_id = $1', [
        projectId,
      ])
    ).rows.map(({ type, open }) => `${type} ${open ? 'goes on' : 'is over'}`);
  await expect
    .poll(told, { timeout: 30_000 })
    .toEqual(expect.arrayContaining(['vehicleArrived is over', 'vehicleLeft is over', 'vehicleDoorOpen goes on']));
  await send([{ ts: Date.now(), values: { lat: home.Latitude, lon: east(21_700), speed: 40, door: 0 } }]);
  await watch();
  expect(await states()).toEqual([{ silent_since: null, door_open_since: null }]);
  lastAt = Date.now() - 11 * minute;
  await watch();
  expect(await states()).toEqual([{ silent_since: new Date(lastAt), door_open_since: null }]);
});

test('a planned stop is reached by a stay at its geofence or by a handover; its times follow late positions, and what is late says so', async () => {
  const half = await fence('Halfway', 5_000);
  const body = {
    ...{ ProjectId: projectId, WaybillNumber: 'ROUTE-1', CarId: carId },
    StopList: [
      { GeofenceId: half, PlannedTime: local(at(28)) },
      { StopName: 'Pier 8', GeofenceId: ids.destination, PlannedTime: local(at(30)) },
      { StopName: 'Corner shop', PlannedTime: local(at(60)) },
      { StopName: 'Second round', GeofenceId: ids.destination },
    ],
  };
  const { data, status } = await ask(driver, 'addWaybill', { body });
  expect(status).toBe(200);
  const id = data.WaybillId;
  const pending = (await detail(id)).StopList;
  expect(pending.map(({ StopName, IsLate }) => [StopName, IsLate])).toEqual([
    ['Halfway', true],
    ['Pier 8', true],
    ['Corner shop', true],
    ['Second round', false],
  ]);
  await app.database.db
    .updateTable('waybill')
    .set({ status: 1, departed_at: new Date(at(23.5)) })
    .where('id', '=', id)
    .execute();
  const handover = {
    ...{ WaybillId: id, ClientKey: crypto.randomUUID(), FromName: 'Ben', ToName: 'Chen', Condition: 'good' as const },
    Time: local(at(50)),
  };
  const handOver = (Kind: 'stop' | 'pickup', StopId: number) =>
    ask(driver, 'addHandover', { body: { ...handover, Kind, StopId } });
  for (const [kind, stop] of [
    ['pickup', pending[2]!.StopId],
    ['stop', 2_000_000_000],
  ] as const)
    expect((await handOver(kind, stop)).data).toMatchObject({ Fields: [{ Field: 'StopId' }] });
  expect((await handOver('stop', pending[2]!.StopId)).status).toBe(200);
  await drive([
    [41, 10_400],
    [42, 11_000],
    [43, 12_000],
  ]);
  await follow();
  const [passed, pier, shop, again] = (await detail(id)).StopList;
  // It drove through the first one.
  expect(passed).toMatchObject({ ArriveEpoch: null, IsLate: true });
  expect(pier).toMatchObject({ IsByHandover: false, IsLate: true, GeofenceName: 'Pier' });
  near(pier!.ArriveEpoch, 30.5);
  near(pier!.LeaveEpoch, 40 + 230 / 400);
  expect(shop).toMatchObject({ ArriveEpoch: at(50), LeaveEpoch: null, IsByHandover: true, IsLate: false });
  expect(again).toMatchObject({ ArriveEpoch: null, IsLate: false });
  const listed = await ask(driver, 'getWaybillPageV2', { body: { ProjectId: projectId, WaybillNumber: 'ROUTE-1' } });
  expect(listed.data.Data[0]!.StopList).toEqual([passed, pier, shop, again]);

  // It came back from the far end to the corner within the margin: late positions move when it left.
  await drive([
    [40.2, 10_000],
    [40.8, 10_000],
  ]);
  await follow();
  near((await detail(id)).StopList[1]!.LeaveEpoch, 40.8 + (0.2 * 230) / 400);

  // A change takes the whole list: what stays keeps its arrival, and what is dropped frees its geofence.
  const drop = () => ask(driver, 'deleteGeofence', { body: { GeofenceIdList: [half] } });
  expect((await drop()).status).toBe(409);
  const kept = [shop!, pier!].map(({ StopId, StopName, GeofenceId }) => ({ StopId, StopName, GeofenceId }));
  expect((await ask(driver, 'editWaybill', { body: { WaybillId: id, StopList: kept } })).status).toBe(200);
  expect((await detail(id)).StopList).toMatchObject([
    { StopId: shop!.StopId, IsByHandover: true },
    { StopId: pier!.StopId, ArriveEpoch: pier!.ArriveEpoch, PlannedEpoch: null, IsLate: false },
  ]);
  expect((await drop()).status).toBe(200);
});

test('on a round that ends where it began the vehicle arrives when it comes back, not before it left', async () => {
  const { db } = app.database;
  const body = { ProjectId: projectId, WaybillNumber: 'ROUND-1', CarId: carId, DestinationFenceId: ids.origin };
  const { WaybillId } = (await ask(driver, 'addWaybill', { body })).data;
  const depart = (minutes: number) =>
    db
      .updateTable('waybill')
      .set({ status: 1, departed_at: new Date(at(minutes)) })
      .where('id', '=', WaybillId)
      .execute();
  // It stood in the yard until 23.4, and has not come back.
  await depart(15);
  expect((await detail(WaybillId)).FenceArrival).toBeNull();
  await drive([[52, 4_000], ...minutesOf(55, 60, 0)]);
  near((await detail(WaybillId)).FenceArrival!.FromEpoch, 52 + (3 * 3_800) / 4_000);
});
