import { transportErrors } from '@watchpost/contract';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillText } from '../../platform/http/refusal.ts';
import { startTestApplication, type TestApplication } from '../../testing/application.ts';
import { askAs } from '../../testing/askAs.ts';
import { aCompany, aMember, aPoint, aProject, limitMember } from '../../testing/factories.ts';
import { anMqttGateway } from '../../testing/fieldFactories.ts';
import { aTag, aTransportDevice } from '../../testing/transportOf.ts';

let app: TestApplication;
const ask = askAs(() => app);
const minute = 60_000;
let projectId: number;
let otherProjectId: number;
let driver: number;
let stranger: number;
let strangerProjectId: number;
let carId: number;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      otherProjectId = await aProject(db, companyId);
      driver = await aMember(db, companyId, projectId, { permissions: ['monitorView', 'waybillEdit', 'terminals'] });
      const elsewhere = await aCompany(db);
      strangerProjectId = await aProject(db, elsewhere);
      stranger = await aMember(db, elsewhere, strangerProjectId, {
        permissions: ['monitorView', 'waybillEdit'],
      });
      carId = await aTransportDevice(db, projectId, 'refrigeratedTruck', 'Truck 1');
      const gatewayId = await anMqttGateway(db, projectId, { userName: 'truck', password: 'truck secret' });
      for (const [name, key] of [
        ['Latitude', 'lat'],
        ['Longitude', 'lon'],
      ] as const) {
        const id = await aPoint(db, gatewayId, { name, unit: '°', decimals: 6, deviceId: carId });
        await db.updateTable('point').set({ mqtt_key: key }).where('id', '=', id).execute();
      }
    },
  });
});
afterAll(() => app.stop());

const local = (epoch: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' }).format(
    epoch,
  );
const home = { Latitude: 31.2, Longitude: 121.4 };
/** A number of metres to the east of the middle. */
const east = (metres: number) => home.Longitude + metres / (111_195 * Math.cos((home.Latitude * Math.PI) / 180));

async function drive(steps: readonly (readonly [at: number, metres: number])[]): Promise<void> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${app.application.mqttPort}`, {
    username: 'truck',
    password: 'truck secret',
    reconnectPeriod: 0,
  });
  const values = steps.map(([ts, metres]) => ({ ts, values: { lat: home.Latitude, lon: east(metres) } }));
  await client.publishAsync('v1/devices/me/telemetry', JSON.stringify(values), { qos: 1 });
  await client.endAsync();
}

let next = 0;
const circle = (fields: object = {}) => ({
  ProjectId: projectId,
  GeofenceName: `Pier ${next++}`,
  StopKind: 'customer' as const,
  Kind: 'circle' as const,
  ...home,
  RadiusMetres: 200,
  ...fields,
});
const save = (body: object) => ask(driver, 'saveGeofence', { body: body as never });
const page = async () =>
  (await ask(driver, 'getGeofencePage', { body: { ProjectId: projectId, PageIndex: 1, PageSize: 100 } })).data.Data;

describe('a geofence', () => {
  test('is added, changed and deleted; its name is unique in the project', async () => {
    const { data } = await save(circle({ GeofenceName: 'North gate' }));
    expect(await save(circle({ GeofenceName: 'north GATE' }))).toMatchObject({
      status: 409,
      message: transportErrors.fenceTaken.en,
    });
    const corners = [0, 1, 2, 3].map((i) => ({
      Latitude: home.Latitude + (i > 1 ? 0.002 : 0),
      Longitude: home.Longitude + (i === 1 || i === 2 ? 0.002 : 0),
    }));
    const polygon = { GeofenceId: data.GeofenceId, GeofenceName: 'Yard', Kind: 'polygon', CornerList: corners };
    expect((await save(circle(polygon))).status).toBe(200);
    const [shown] = (await page()).filter(({ GeofenceId }) => GeofenceId === data.GeofenceId);
    expect(shown).toMatchObject({ GeofenceName: 'Yard', Kind: 'polygon', CornerList: corners, MayEdit: true });
    // From the middle of the square of 222 m by 190 m to a corner.
    expect(Math.round(shown!.RadiusMetres)).toBe(146);
    const gone = { body: { GeofenceIdList: [data.GeofenceId] } };
    expect((await ask(driver, 'deleteGeofence', gone)).status).toBe(200);
    expect((await page()).some(({ GeofenceId }) => GeofenceId === data.GeofenceId)).toBe(false);
  });

  test('is refused with the field when it has no area, no middle, or edges that cross', async () => {
    const bow = [
      [0, 0],
      [0.01, 0.01],
      [0, 0.01],
      [0.01, 0],
    ].map(([dx, dy]) => ({ Latitude: home.Latitude + dy!, Longitude: home.Longitude + dx! }));
    for (const [fields, field] of [
      [{ Kind: 'polygon', CornerList: bow }, 'CornerList'],
      [{ Kind: 'polygon', CornerList: bow.slice(0, 2) }, 'CornerList'],
      [{ Latitude: null }, 'Latitude'],
      [{ Latitude: 91 }, 'Latitude'],
      [{ RadiusMetres: 49 }, 'RadiusMetres'],
      [{ RadiusMetres: 50_001 }, 'RadiusMetres'],
      [{ GeofenceName: 'x'.repeat(21) }, 'GeofenceName'],
    ] as const) {
      const { status, data } = await save(circle(fields));
      expect([status, (data as unknown as { Fields: { Field: string }[] }).Fields[0]!.Field]).toEqual([400, field]);
    }
  });

  test('of another company is not there', async () => {
    const { data } = await save(circle());
    const body = circle({ GeofenceId: data.GeofenceId, ProjectId: strangerProjectId });
    expect((await ask(stranger, 'saveGeofence', { body })).status).toBe(404);
    expect((await ask(stranger, 'deleteGeofence', { body: { GeofenceIdList: [data.GeofenceId] } })).status).toBe(404);
    const { data: theirs } = await ask(stranger, 'getGeofencePage', { body: { PageIndex: 1, PageSize: 100 } });
    expect(theirs).toEqual({ Data: [], TotalCount: 0 });
  });
});

describe('the track of a vehicle', () => {
  const start = Math.floor(Date.now() / minute) * minute - 300 * minute;
  const at = (minutes: number) => start + minutes * minute;
  const trackOf = async () =>
    (await ask(driver, 'getCarTrack', { query: { carId, start: local(start), end: local(at(120)) } })).data;

  test('says when it came and left, also when those positions come late; a changed area changes the past', async () => {
    const { data } = await save(circle({ GeofenceName: 'Harbour' }));
    const around = [
      [at(0), -1_600],
      [at(1), -1_000],
      [at(2), -400],
      [at(33), 460],
      [at(34), 1_060],
      [at(35), 1_660],
    ] as const;
    const inside = Array.from({ length: 30 }, (_, i) => [at(3 + i), (i % 3) * 6] as const);
    await drive(around);
    expect((await trackOf()).VisitList.filter(({ GeofenceId }) => GeofenceId === data.GeofenceId)).toEqual([]);
    await drive(inside);
    const track = await trackOf();
    expect(track.FenceList.some(({ GeofenceName }) => GeofenceName === 'Harbour')).toBe(true);
    const [visit, ...more] = track.VisitList.filter(({ GeofenceId }) => GeofenceId === data.GeofenceId);
    expect(more).toEqual([]);
    expect(visit).toMatchObject({ IsArrivalKnown: true, IsDepartureKnown: true, IsOpen: false, DoorOpenMs: null });
    // From −400 m to 0 in a minute: the edge at −200 after half of it; out at 230 of 12 … 460.
    expect(Math.abs(visit!.FromEpoch - at(2.5))).toBeLessThan(2_000);
    expect(Math.abs(visit!.ToEpoch - at(32.5))).toBeLessThan(2_000);
    await save(circle({ GeofenceId: data.GeofenceId, GeofenceName: 'Harbour', Latitude: 32 }));
    const moved = await trackOf();
    expect(moved.VisitList.some(({ GeofenceId }) => GeofenceId === data.GeofenceId)).toBe(false);
  });

  test('gives a waybill its arrival, and the step “arrive” its time', async () => {
    const { data: fence } = await save(circle({ GeofenceName: 'Market' }));
    const tag = await aTag(app.database.db, projectId, 'Box');
    const { data: added } = await ask(driver, 'addWaybill', {
      body: { ProjectId: projectId, WaybillNumber: 'F-1', CarId: carId, DestinationFenceId: fence.GeofenceId },
    });
    const id = added.WaybillId;
    const detail = async () => (await ask(driver, 'getWaybillManagement', { query: { waybillId: id } })).data;
    expect(await detail()).toMatchObject({ Destination: 'Market', DestinationFenceName: 'Market', FenceArrival: null });
    await ask(driver, 'waybillBindTagsV2Web', { body: { WaybillId: id, SensorIdList: [tag.id] } });
    await ask(driver, 'moveWaybill', { body: { WaybillId: id, Move: 'depart' } });
    await app.database.db
      .updateTable('waybill')
      .set({ departed_at: new Date(at(1)) })
      .where('id', '=', id)
      .execute();
    const { FenceArrival: arrival } = await detail();
    expect(Math.abs(arrival!.FromEpoch - at(2.5))).toBeLessThan(2_000);
    const arrive = (Time: string) => ask(driver, 'moveWaybill', { body: { WaybillId: id, Move: 'arrive', Time } });
    for (const wrong of [at(0), Date.now() + 10 * minute])
      expect(await arrive(local(wrong))).toMatchObject({ status: 400, message: transportErrors.arrivalTime.en });
    const used = { names: 'Market' };
    expect(await ask(driver, 'deleteGeofence', { body: { GeofenceIdList: [fence.GeofenceId] } })).toMatchObject({
      status: 409,
      message: fillText(transportErrors.fenceUsed, 'en', used),
    });
    const { data: arrived } = await arrive(local(arrival!.FromEpoch));
    expect(arrived).toMatchObject({ TransportStatus: 2, ArriveEpoch: Math.floor(arrival!.FromEpoch / 1000) * 1000 });
    expect(arrived.FenceArrival).toEqual(arrival);
  });

  test('counts only the waybills that the reader may see', async () => {
    const { db } = app.database;
    const { company_id } = await db
      .selectFrom('project')
      .select('company_id')
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow();
    const limited = await aMember(db, company_id, projectId, { permissions: ['monitorView'] });
    await limitMember(db, limited, projectId, { deviceIds: [] });
    const { data: fence } = await save(circle());
    await ask(driver, 'addWaybill', {
      body: {
        ProjectId: projectId,
        WaybillNumber: 'F-3',
        CarId: carId,
        DestinationFenceId: fence.GeofenceId,
      },
    });
    const counted = async (userId: number) =>
      (
        await ask(userId, 'getGeofencePage', {
          body: { GeofenceIdList: [fence.GeofenceId], PageIndex: 1, PageSize: 10 },
        })
      ).data.Data[0]!.WaybillCount;
    expect([await counted(driver), await counted(limited)]).toEqual([1, 0]);
  });

  describe('of which another call decides meanwhile', () => {
    const waiting = async () => {
      const { rows } = await app.database.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rows.length;
    };

    test('is not deleted when a waybill that goes there was added before', async () => {
      const { data: fence } = await save(circle({ GeofenceName: 'Contested' }));
      const other = await app.database.pool.connect();
      await other.query('BEGIN');
      await other.query(
        "INSERT INTO waybill (project_id, number, status, destination_fence_id, created_at) VALUES ($1, 'F-4', 0, $2, now())",
        [projectId, fence.GeofenceId],
      );
      const deleted = ask(driver, 'deleteGeofence', { body: { GeofenceIdList: [fence.GeofenceId] } });
      await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
      await other.query('COMMIT');
      other.release();
      expect(await deleted).toMatchObject({
        status: 409,
        message: fillText(transportErrors.fenceUsed, 'en', { names: 'Contested' }),
      });
    });

    test('is no destination when it was deleted before', async () => {
      const { data: fence } = await save(circle());
      const other = await app.database.pool.connect();
      await other.query('BEGIN');
      await other.query('DELETE FROM geofence WHERE id = $1', [fence.GeofenceId]);
      const body = { ProjectId: projectId, WaybillNumber: 'F-5', DestinationFenceId: fence.GeofenceId };
      const added = ask(driver, 'addWaybill', { body });
      await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
      await other.query('COMMIT');
      other.release();
      expect(await added).toMatchObject({ status: 400, message: transportErrors.fenceOfOtherProject.en });
    });
  });

  test('takes no geofence of another project as destination', async () => {
    const foreign = await app.database.db
      .insertInto('geofence')
      .values({
        project_id: otherProjectId,
        name: 'Elsewhere',
        stop_kind: 'other',
        kind: 'circle',
        latitude: 31,
        longitude: 121,
        radius_metres: 100,
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const body = { ProjectId: projectId, WaybillNumber: 'F-2', DestinationFenceId: foreign.id };
    expect(await ask(driver, 'addWaybill', { body })).toMatchObject({
      status: 400,
      message: transportErrors.fenceOfOtherProject.en,
    });
  });
});
