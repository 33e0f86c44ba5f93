import {
  movesFrom,
  type PermissionName,
  transportErrors,
  waybillMoveNames,
  waybillMoves,
  waybillStatuses,
  waybillStatusWords,
} from '@watchpost/contract';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { system } from '../access/index.ts';
import { insertAssignments } from '../compliance/index.ts';
import { fillText } from '../platform/http/refusal.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { askAs } from '../testing/askAs.ts';
import { aCompany, aMember, aProject } from '../testing/factories.ts';
import { anMqttGateway } from '../testing/fieldFactories.ts';
import { sheetOf } from '../testing/peopleOf.ts';
import { aTag, aTransportDevice } from '../testing/transportOf.ts';
import { writeHeardTags } from './index.ts';

let app: TestApplication;
const ask = askAs(() => app);
let projectId: number;
let installer: number;
let setter: number;
let carId: number;
const minute = 60_000;

const rights: PermissionName[] = [
  'monitorView',
  'terminals',
  'terminalsEdit',
  'waybillEdit',
  'alarmManage',
  'historyExcel',
];

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      await anMqttGateway(db, projectId, { userName: 'truck', password: 'truck secret', name: 'Truck gateway' });
      const depot = await aProject(db, companyId);
      await anMqttGateway(db, depot, { userName: 'depot', password: 'depot secret', name: 'Depot gateway' });
      const elsewhere = await aProject(db, await aCompany(db));
      await anMqttGateway(db, elsewhere, { userName: 'stranger', password: 'stranger secret' });
      installer = await aMember(db, companyId, projectId, { permissions: rights });
      setter = await aMember(db, companyId, projectId, {
        permissions: [...rights, 'tagCalibrate', 'alarmStrategyEdit'],
      });
      carId = await aTransportDevice(db, projectId, 'refrigeratedTruck', 'Truck 1');
    },
  });
});
afterAll(() => app.stop());

/** What a gateway says that hears tags. */
async function publish(gateway: string, values: Record<string, { ts: number; values: object }[]>): Promise<void> {
  // A tag that was registered just now is listened to once the server has read it.
  await app.application.configurationSettled();
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${app.application.mqttPort}`, {
    username: gateway,
    password: `${gateway} secret`,
    reconnectPeriod: 0,
  });
  await client.publishAsync('v1/gateway/telemetry', JSON.stringify(values), { qos: 1 });
  await client.endAsync();
}

const gatewayIds = async (): Promise<{ truck: number; depot: number }> => {
  const rows = await app.database.db.selectFrom('gateway').select(['id', 'user_name']).execute();
  const idOf = (name: string) => rows.find(({ user_name }) => user_name === name)!.id;
  return { truck: idOf('truck'), depot: idOf('depot') };
};

let next = 0;
const freshSn = (): string => `TAG-${Date.now() % 1e6}-${next++}`;
const register = async (tags: object[], query: object = {}) =>
  ask(installer, 'batchAddSensorTag', { query: { projectId, ...query }, body: tags as never });
const tagOf = async (sn: string) =>
  (await ask(installer, 'sensorTagList', { body: { ProjectId: projectId, Name: sn } })).data.Data[0]!;
/** `YYYY-MM-DD HH:mm:ss` in Shanghai. */
const local = (epoch: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' }).format(
    epoch,
  );
const lastHour = () => ({ start: local(Date.now() - 60 * minute), end: local(Date.now() + minute) });

describe('a tag', () => {
  test('becomes a device with its points; whichever gateway of the company hears it reports it', async () => {
    const sn = freshSn();
    const { status } = await register([{ TagSn: sn, TagName: 'Front left', TagType: 2, cycle: 60 }]);
    expect(status).toBe(200);
    expect(await tagOf(sn)).toMatchObject({ TagName: 'Front left', State: 'new', LastEpoch: null, GatewayName: null });
    const ts = Date.now() - minute;
    await publish('truck', { [sn]: [{ ts, values: { temperature: -18.4, humidity: 61, battery: 93 } }] });
    await publish('depot', { [sn]: [{ ts: ts + 30_000, values: { temperature: -18.1 } }] });
    const heard = await tagOf(sn);
    expect(heard).toMatchObject({
      State: 'heard',
      LastEpoch: ts + 30_000,
      Temperature: { Value: -18.1 },
      Humidity: { Value: 61 },
      Battery: { Value: 93 },
      Door: null,
    });
    const { db } = app.database;
    const { truck, depot } = await gatewayIds();
    const heardBy = (gatewayId: number, from: number, until: number) =>
      writeHeardTags(system, db, [{ serialNumber: sn, gatewayId, from, until }]);
    await heardBy(truck, ts, ts + 1_000);
    await heardBy(truck, ts + 5_000, ts + 9_000);
    await heardBy(depot, ts + 30_000, ts + 30_000);
    expect((await tagOf(sn)).GatewayName).toBe('Depot gateway');
    const { SensorId } = await tagOf(sn);
    const stretches = await db
      .selectFrom('tag_heard')
      .where('tag_id', '=', SensorId)
      .selectAll()
      .orderBy('from_at')
      .execute();
    expect(stretches.map(({ gateway_id, until_at }) => [gateway_id, until_at.getTime() - ts])).toEqual([
      [truck, 9_000],
      [depot, 30_000],
    ]);
  });

  test('is a recorder once its memory came with numbers; the gateway that hears it is a collector, and not one in a vehicle', async () => {
    const [plain, recorder] = [freshSn(), freshSn()];
    await register([{ TagSn: plain }, { TagSn: recorder }]);
    const ts = Date.now() - minute;
    await publish('depot', { [recorder]: [{ ts, values: { sequence: 7, temperature: 4 } }] });
    const listed = async (IsRecorder: boolean) =>
      (
        await ask(installer, 'sensorTagList', { body: { ProjectId: projectId, IsRecorder, PageSize: 100 } })
      ).data.Data.map(({ TagSn }) => TagSn);
    await expect.poll(() => listed(true)).toContain(recorder);
    expect(await listed(true)).not.toContain(plain);
    expect(await listed(false)).toContain(plain);
    const { db } = app.database;
    const { truck } = await gatewayIds();
    await writeHeardTags(system, db, [{ serialNumber: recorder, gatewayId: truck, from: ts, until: ts }]);
    const gateways = async (Use: 'collector' | 'vehicle') =>
      (await ask(installer, 'showDeviceList', { body: { ProjectIdList: [projectId], Use } })).data.Data.map(
        ({ DeviceId }) => DeviceId,
      );
    expect(await gateways('collector')).toEqual([truck]);
    expect(await gateways('vehicle')).toEqual([]);
    await db.insertInto('car_gateway').values({ device_id: carId, project_id: projectId, gateway_id: truck }).execute();
    expect(await gateways('vehicle')).toEqual([truck]);
    await db.deleteFrom('car_gateway').where('device_id', '=', carId).execute();
  });

  test('is unknown to a gateway of another company', async () => {
    const sn = freshSn();
    await register([{ TagSn: sn }]);
    await publish('stranger', { [sn]: [{ ts: Date.now(), values: { temperature: 30 } }] });
    expect(await tagOf(sn)).toMatchObject({ State: 'new', Temperature: { Value: null } });
  });

  test('is registered once in the installation, and none of a list when one of it is wrong', async () => {
    const [sn, other] = [freshSn(), freshSn()];
    await register([{ TagSn: sn }]);
    const again = await register([{ TagSn: other }, { TagSn: sn }]);
    expect([again.status, again.message]).toEqual([409, fillText(transportErrors.tagsTaken, 'en', { names: sn })]);
    const twice = await register([{ TagSn: other }, { TagSn: other }]);
    expect([twice.status, twice.message]).toEqual([400, fillText(transportErrors.tagTwice, 'en', { name: other })]);
    expect(await tagOf(other)).toBeUndefined();
  });

  test('is corrected by the offset of the time of each reading, and shows what it sent', async () => {
    const sn = freshSn();
    await register([{ TagSn: sn, tOffset: 0.3 }]);
    const { SensorId } = await tagOf(sn);
    const ts = Date.now() - 10 * minute;
    await publish('truck', { [sn]: [{ ts, values: { temperature: -18.2 } }] });
    const change = { SensorIdList: [SensorId], tOffset: -0.5, Reason: 'Certificate 26-118' };
    expect((await ask(installer, 'updateSensor', { body: change })).status).toBe(403);
    expect((await ask(setter, 'updateSensor', { body: change })).data).toEqual({ Updated: 1 });
    const now = Date.now() + 5_000;
    await expect.poll(() => Date.now(), { timeout: 10_000, interval: 200 }).toBeGreaterThan(now);
    await publish('truck', {
      [sn]: [
        { ts: now, values: { temperature: -18.2 } },
        // It comes late, and is of the time before.
        { ts: ts + minute, values: { temperature: -17 } },
      ],
    });
    const corrected = await ask(installer, 'getSensorHistList', { query: { SensorId, ...lastHour() } });
    expect(corrected.data.Data.map(({ Temperature }) => Temperature)).toEqual([-18.7, -16.7, -17.9]);
    const original = await ask(installer, 'getOriginalSensorHistList', { body: { SensorId, ...lastHour() } });
    expect(original.data.Data.map(({ Temperature, tOffset }) => [Temperature, tOffset])).toEqual([
      [-18.2, -0.5],
      [-17, 0.3],
      [-18.2, 0.3],
    ]);
    const file = await ask(installer, 'downSensorHistoryData', { query: { SensorId, ...lastHour() } });
    expect(file.status).toBe(200);
  });

  test('has limits by an alarm policy as any other, one for all tags with the same limits', async () => {
    const [sn, second] = [freshSn(), freshSn()];
    await register([{ TagSn: sn }, { TagSn: second }]);
    const ids = [(await tagOf(sn)).SensorId, (await tagOf(second)).SensorId];
    const limit = (list: number[], tAlarm: object | null) =>
      ask(setter, 'updateSensor', { body: { SensorIdList: list, tAlarm } as never });
    expect((await limit(ids, { low: -25, high: -15 })).data).toEqual({ Updated: 2 });
    expect((await limit(ids, { low: -25, high: -15 })).data).toEqual({ Updated: 0 });
    const policies = async () =>
      (await ask(setter, 'getAlarmStrategyPage', { body: { ProjectId: projectId, StrategyName: '-25…-15' } })).data
        .Data;
    expect((await policies()).map(({ PointCount }) => PointCount)).toEqual([2]);
    await publish('truck', { [sn]: [{ ts: Date.now(), values: { temperature: -9 } }] });
    const { Temperature } = await tagOf(sn);
    const alarms = () =>
      app.database.db
        .selectFrom('alarm')
        .where('point_id', '=', Temperature!.PointId)
        .select(['kind', 'severity'])
        .execute();
    await expect.poll(alarms).toEqual([{ kind: 'limit', severity: 2 }]);
    expect((await limit([ids[1]!], null)).data).toEqual({ Updated: 1 });
    expect((await policies()).map(({ PointCount }) => PointCount)).toEqual([1]);
    expect((await ask(setter, 'batchDeleteSensorTag', { body: { SensorIdList: [ids[0]!] } })).data).toEqual({
      Deleted: 1,
    });
    expect(await policies()).toEqual([]);
    const wrong = await limit([ids[1]!], { low: -15, high: -25 });
    expect([wrong.status, wrong.message]).toEqual([
      400,
      expect.stringContaining('The upper limit must be above the lower one'),
    ]);
  });

  test('comes out of a spreadsheet, all or none, each wrong row with its reason', async () => {
    const [good, taken] = [freshSn(), freshSn()];
    await register([{ TagSn: taken }]);
    const send = async (rows: string[][]) =>
      (
        await ask(installer, 'importSensorTag', {
          query: { projectId },
          files: [await sheetOf(['标签号', '类型', 'Cycle (seconds)'], rows)],
        })
      ).data;
    const wrong = await send([
      [good, '温湿度', '60'],
      [taken, 'Temperature', '60'],
      ['no good!', '', '61'],
    ]);
    expect(wrong).toMatchObject({ ImportedCount: 0, WrongCount: 2 });
    expect(wrong.Rows.map(({ Row, Errors }) => [Row, Errors.map(({ Column }) => Column)])).toEqual([
      [3, ['Tag number']],
      [4, ['Tag number', 'Cycle (seconds)']],
    ]);
    expect(await tagOf(good)).toBeUndefined();
    expect(await send([[good, '温湿度', '60']])).toMatchObject({ ImportedCount: 1, WrongCount: 0 });
    expect(await tagOf(good)).toMatchObject({ TagType: 2, TagName: good });
  });
});

const waybill = async (fields: object = {}): Promise<number> => {
  const body = { ProjectId: projectId, WaybillNumber: `W-${Date.now() % 1e6}-${next++}`, ...fields };
  const { data, status } = await ask(installer, 'addWaybill', { body });
  expect(status).toBe(200);
  return data.WaybillId;
};
const move = (WaybillId: number, Move: (typeof waybillMoveNames)[number], Reason = '') =>
  ask(installer, 'moveWaybill', { body: { WaybillId, Move, Reason } });
const bind = (WaybillId: number, tagIds: number[], BoundTime?: string) =>
  ask(installer, 'waybillBindTagsV2Web', {
    body: { WaybillId, SensorIdList: tagIds, Place: 'Front', ...(BoundTime ? { BoundTime } : {}) },
  });

describe('a waybill', () => {
  const grid = waybillStatuses.flatMap((status) => waybillMoveNames.map((name) => [status, name] as const));
  test.each(grid)('in status %d answers to “%s” as its table says', async (status, name) => {
    const tag = await aTag(app.database.db, projectId, 'Grid tag');
    const id = await waybill({ CarId: carId });
    await bind(id, [tag.id]);
    await app.database.db.updateTable('waybill').set({ status }).where('id', '=', id).execute();
    const step = waybillMoves[name];
    if (!movesFrom(status).includes(name)) {
      const { status: code, message } = await move(id, name, 'A good reason');
      const words = { status: waybillStatusWords[status], move: step };
      expect([code, message]).toEqual([409, fillText(transportErrors.moveNotNow, 'en', words)]);
    } else {
      if (step.reasonMin > 0) {
        const { status: code, message } = await move(id, name);
        expect([code, message]).toEqual([400, transportErrors.reasonMissing.en]);
      }
      if (step.reasonMin > 1)
        expect(await move(id, name, 'Too warm')).toMatchObject({
          status: 400,
          data: { Fields: [{ Field: 'Reason' }] },
        });
      const { data } = await move(id, name, step.reasonMin > 0 ? 'A good reason' : '');
      expect(data.TransportStatus).toBe(step.to);
      // What ends it frees its tags.
      expect(data.TagList.map(({ UnboundEpoch }) => UnboundEpoch !== null)).toEqual([step.to >= 3]);
      expect(data.EventList[0]!.Content).toBe(step.reasonMin > 0 ? `${step.en}: A good reason` : step.en);
    }
  });

  test('departs with a vehicle and a tag only', async () => {
    const id = await waybill();
    expect(await move(id, 'depart')).toMatchObject({ status: 409, message: transportErrors.notLoaded.en });
    await ask(installer, 'editWaybill', { body: { WaybillId: id, CarId: carId } });
    expect(await move(id, 'depart')).toMatchObject({ status: 409, message: transportErrors.notLoaded.en });
    const tag = await aTag(app.database.db, projectId, 'Box');
    await bind(id, [tag.id]);
    expect(await move(id, 'depart')).toMatchObject({ status: 200 });
  });

  test('under GSP departs with tags that are heard and certified only, and an offset needs a certificate first', async () => {
    const { db } = app.database;
    const sn = freshSn();
    await register([{ TagSn: sn }]);
    const { SensorId, Temperature } = await tagOf(sn);
    const point_id = Temperature!.PointId;
    await insertAssignments(system, db, [point_id], {
      ...{ profile: 'gsp', low: 2, high: 8, by: null },
      ...{ since: new Date(Date.now() - minute), at: new Date() },
    });
    const id = await waybill({ CarId: carId });
    await bind(id, [SensorId]);
    const notReady = { status: 409, message: fillText(transportErrors.tagsNotReady, 'en', { names: sn }) };
    const offset = () =>
      ask(setter, 'updateSensor', { body: { SensorIdList: [SensorId], tOffset: 0.4, Reason: 'Comparison' } });
    expect(await move(id, 'depart')).toMatchObject(notReady);
    expect(await offset()).toMatchObject({
      status: 409,
      message: fillText(transportErrors.offsetNeedsCertificate, 'en', { names: sn }),
    });
    await publish('truck', { [sn]: [{ ts: Date.now(), values: { temperature: 5 } }] });
    // It is heard now, and its certificate is over.
    const certify = (number: string, valid_until: string) =>
      db
        .insertInto('calibration_certificate')
        .values({
          ...{ point_id, number, laboratory: 'Lab', done_on: '2020-01-01', valid_until, max_error: 0.3 },
          created_at: new Date(),
        } as never)
        .execute();
    await certify('C-1', '2021-01-01');
    expect((await tagOf(sn)).CertificateUntil).toBe('2021-01-01');
    expect(await move(id, 'depart')).toMatchObject(notReady);
    await certify('C-2', '2999-01-01');
    const { TagList } = (await ask(installer, 'getWaybillManagement', { query: { waybillId: id } })).data;
    expect(TagList[0]).toMatchObject({ IsSilent: false, CertificateUntil: '2999-01-01', MemoryReadEpoch: null });
    expect(await offset()).toMatchObject({ data: { Updated: 1 } });
    expect(await move(id, 'depart')).toMatchObject({ status: 200 });
  });

  test('holds a tag alone, and lets it go; a tag that is in use is not deleted', async () => {
    const tag = await aTag(app.database.db, projectId, 'Box');
    const [first, second] = [await waybill(), await waybill()];
    expect(await bind(first, [tag.id])).toMatchObject({ status: 200 });
    const elsewhere = { status: 409, message: fillText(transportErrors.tagElsewhere, 'en', { name: tag.serial }) };
    expect(await bind(second, [tag.id])).toMatchObject(elsewhere);
    expect(await ask(installer, 'batchDeleteSensorTag', { body: { SensorIdList: [tag.id] } })).toMatchObject({
      status: 409,
    });
    const off = { body: { WaybillId: first, SensorIdList: [tag.id] } };
    expect(await ask(installer, 'waybillUnbindTagsWebV2', off)).toMatchObject({ status: 200 });
    expect(await bind(second, [tag.id])).toMatchObject({ status: 200 });
  });

  test('is bound from up to a day ago, and never from the future', async () => {
    const tag = await aTag(app.database.db, projectId, 'Box');
    const id = await waybill();
    for (const wrong of [Date.now() - 25 * 60 * minute, Date.now() + 10 * minute])
      expect(await bind(id, [tag.id], local(wrong))).toMatchObject({ status: 400 });
    expect(await bind(id, [tag.id], local(Date.now() - 23 * 60 * minute))).toMatchObject({ status: 200 });
  });

  test('says of each tag how warm it was while it was bound, how long that is known, and how long beyond its range', async () => {
    const serial = freshSn();
    await register([{ TagSn: serial }]);
    const tag = { serial, id: (await tagOf(serial)).SensorId };
    const { data: range } = await ask(installer, 'saveTempRange', {
      body: { TempRangeName: `Meat ${next++}`, Low: 0, High: 4 },
    });
    const id = await waybill({ TempRangeId: range.TempRangeId, Shipper: 'Dairy' });
    const from = Math.floor(Date.now() / 1000) * 1000 - 60 * minute;
    await bind(id, [tag.id], local(from));
    const values = [-3, -2, -1, 0, 1, 2].map((i) => ({ ts: from + i * minute, values: { temperature: 2 } }));
    const warm = [3, 4, 5].map((i) => ({ ts: from + i * minute, values: { temperature: 8 } }));
    const end = [{ ts: from + 6 * minute, values: { temperature: 3 } }];
    await publish('truck', { [tag.serial]: [...values, ...warm, ...end] });
    const { data } = await ask(installer, 'getWaybillManagement', { query: { waybillId: id } });
    const [shown] = data.TagList;
    expect(shown).toMatchObject({ Lowest: 2, Highest: 8, BeyondMs: 3 * minute, Place: 'Front' });
    // Six minutes of values, and the last one for as long as it is fresh.
    expect(shown!.KnownMs).toBeGreaterThanOrEqual(6 * minute);
    expect(shown!.KineticMean!).toBeGreaterThan(shown!.Mean!);
    expect(shown!.ExcursionList).toEqual([
      {
        ...{ FromEpoch: from + 3 * minute, ToEpoch: from + 6 * minute, Extreme: 8, Custodian: 'Dairy' },
        DegreeHours: expect.closeTo((4 * 3) / 60, 6),
      },
    ]);
  });

  test('estimates its goods beside the air, where somebody said how slowly they follow it', async () => {
    const serial = freshSn();
    await register([{ TagSn: serial }]);
    const tagId = (await tagOf(serial)).SensorId;
    const { data: range } = await ask(installer, 'saveTempRange', {
      body: { TempRangeName: `Vaccine ${next++}`, Low: 2, High: 8 },
    });
    const planned = Date.now() + 120 * minute;
    const id = await waybill({ TempRangeId: range.TempRangeId, PlannedArrive: local(planned) });
    const from = Math.floor(Date.now() / minute) * minute - 60 * minute;
    await bind(id, [tagId], local(from));
    // At 5 °C for half an hour, then at 15 °C.
    const values = Array.from({ length: 61 }, (_, i) => ({
      ts: from + i * minute,
      values: { temperature: i < 30 ? 5 : 15 },
    }));
    await publish('truck', { [serial]: values });
    const estimate = async () => (await ask(installer, 'getGoodsEstimate', { query: { waybillId: id } })).data;
    expect(await estimate()).toMatchObject({ LagMinutes: null, TagList: [] });
    const change = (GoodsLagMinutes: number) =>
      ask(installer, 'editWaybill', { body: { WaybillId: id, GoodsLagMinutes } });
    expect((await change(4)).status).toBe(400);
    expect((await change(60)).status).toBe(200);
    const { TagList, IsArrival, ForecastEpoch } = await estimate();
    expect([IsArrival, ForecastEpoch]).toEqual([true, Math.floor(planned / 1000) * 1000]);
    const [tag] = TagList;
    // A jump of 10 K half an hour ago and a lag of an hour: 5 + 10·(1 − e^(−1/2)) = 8.9.
    expect(tag).toMatchObject({ Air: 15, GoodsLowest: 5 });
    expect(Math.abs(tag!.Goods - 8.9)).toBeLessThan(0.15);
    expect(tag!.GoodsBeyondMs).toBeGreaterThan(0);
    expect(tag!.GoodsBeyondMs).toBeLessThan(12 * minute);
    expect(tag!.Forecast!.Warmest).toBeGreaterThan(tag!.Forecast!.Goods);
    expect(tag!.Forecast!.LimitEpoch).toBe(from + 60 * minute);
    expect(tag!.GoodsCurve[0]!.at(-1)!.Value).toBe(tag!.Goods);
    const alarms = app.database.db.selectFrom('alarm').where('device_id', '=', (await tagOf(serial)).ModelTreeId);
    expect(await alarms.select('id').execute()).toEqual([]);
  });

  test('is changed while it is open only; its number is unique in the project', async () => {
    const id = await waybill({ WaybillNumber: 'ONE-1' });
    const again = await ask(installer, 'addWaybill', { body: { ProjectId: projectId, WaybillNumber: 'ONE-1' } });
    expect([again.status, again.message]).toEqual([
      409,
      fillText(transportErrors.numberTaken, 'en', { name: 'ONE-1' }),
    ]);
    await move(id, 'cancel', 'Not needed');
    const late = await ask(installer, 'editWaybill', { body: { WaybillId: id, Goods: 'Fish' } });
    expect([late.status, late.message]).toEqual([409, transportErrors.waybillClosed.en]);
  });

  test('has stops of its own project, in the order of their times, each with a name or a geofence; a wrong one is named', async () => {
    const other = await aProject(app.database.db, await aCompany(app.database.db));
    const { id: elsewhere } = await app.database.db
      .insertInto('geofence')
      .values({
        ...{ project_id: other, name: 'Elsewhere', stop_kind: 'other', kind: 'circle', created_at: new Date() },
        ...{ latitude: 31, longitude: 121, radius_metres: 100 },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const taken = await waybill({ StopList: [{ StopName: 'Depot' }] });
    const foreign = (await ask(installer, 'getWaybillManagement', { query: { waybillId: taken } })).data.StopList[0]!;
    const id = await waybill();
    const fieldOf = async (StopList: object[]) => {
      const { status, data } = await ask(installer, 'editWaybill', { body: { WaybillId: id, StopList } as never });
      expect(status).toBe(400);
      return (data as unknown as { Fields: { Field: string }[] }).Fields.map(({ Field }) => Field);
    };
    expect(await fieldOf([{ StopName: 'A' }, {}])).toEqual(['StopList.1.StopName']);
    expect(await fieldOf([{ StopName: 'A', PlannedTime: 'soon' }])).toEqual(['StopList.0.PlannedTime']);
    expect(await fieldOf(Array.from({ length: 21 }, () => ({ StopName: 'A' })))).toEqual(['StopList']);
    expect(await fieldOf([{ GeofenceId: elsewhere }])).toEqual(['StopList']);
    expect(await fieldOf([{ StopId: foreign.StopId, StopName: 'A' }])).toEqual(['StopList']);
    const times = [
      { StopName: 'A', PlannedTime: '2990-01-05 12:00' },
      { StopName: 'B', PlannedTime: '2990-01-05 11:00' },
    ];
    expect(await fieldOf(times)).toEqual(['StopList']);
    const { data } = await ask(installer, 'getWaybillManagement', { query: { waybillId: id } });
    expect(data.StopList).toEqual([]);
    expect((await ask(installer, 'editWaybill', { body: { WaybillId: id, StopList: times.reverse() } })).status).toBe(
      200,
    );
  });

  test('comes out of a spreadsheet with vehicle and range by name', async () => {
    const number = `IMP-${next++}`;
    const { data } = await ask(installer, 'batchImportWaybill', {
      query: { projectId },
      files: [
        await sheetOf(
          ['运单号', '车辆', 'Temperature range', '计划到达'],
          [
            [number, 'Truck 1', 'Chilled meat, 0 to 4 °C', '2026-12-01 08:00'],
            [`${number}x`, 'No such truck', '', ''],
          ],
        ),
      ],
    });
    expect(data).toMatchObject({ ImportedCount: 0, WrongCount: 1 });
    const right = await ask(installer, 'batchImportWaybill', {
      query: { projectId },
      files: [
        await sheetOf(
          ['运单号', '车辆', 'Temperature range', '计划到达'],
          [[number, 'Truck 1', 'Chilled meat, 0 to 4 °C', '2026-12-01 08:00']],
        ),
      ],
    });
    expect(right.data).toMatchObject({ ImportedCount: 1 });
    const { data: page } = await ask(installer, 'getWaybillPageV2', {
      body: { ProjectId: projectId, WaybillNumber: number },
    });
    expect(page.Data).toMatchObject([{ CarName: 'Truck 1', High: 4, Low: 0, TransportStatus: 0 }]);
  });

  test('comes out of a spreadsheet with its stops, one a line; a wrong one is named, and nothing is added', async () => {
    const { data: fence } = await ask(installer, 'saveGeofence', {
      body: {
        ...{ ProjectId: projectId, GeofenceName: 'City Hospital', StopKind: 'customer', Kind: 'circle' },
        ...{ Latitude: 31, Longitude: 121, RadiusMetres: 100 },
      } as never,
    });
    const number = `STOPS-${next++}`;
    const bring = async (stops: string) =>
      ask(installer, 'batchImportWaybill', {
        query: { projectId },
        files: [await sheetOf(['运单号', 'Stops'], [[number, stops]])],
      });
    for (const wrong of ['Pier 2026-13-01 08:00', 'Pier 2026-12-01 10:00\nCity Hospital 2026-12-01 09:00'])
      expect((await bring(wrong)).data).toMatchObject({ ImportedCount: 0, WrongCount: 1 });
    expect((await bring('city hospital 2026-12-01 08:00\n\nPier')).data).toMatchObject({ ImportedCount: 1 });
    const { data: page } = await ask(installer, 'getWaybillPageV2', {
      body: { ProjectId: projectId, WaybillNumber: number },
    });
    expect(page.Data[0]!.StopList).toMatchObject([
      { StopName: 'city hospital', GeofenceId: fence.GeofenceId, PlannedEpoch: Date.UTC(2026, 11, 1) },
      { StopName: 'Pier', GeofenceId: null, PlannedEpoch: null },
    ]);
  });

  test('keeps a range that it uses from being deleted; those of the platform stay', async () => {
    const { data } = await ask(installer, 'saveTempRange', { body: { TempRangeName: 'Tulips', High: 5 } });
    const id = await waybill({ TempRangeId: data.TempRangeId });
    const refused = await ask(installer, 'deleteTempRange', { body: { TempRangeId: data.TempRangeId } });
    expect([refused.status, refused.message]).toEqual([409, fillText(transportErrors.rangeUsed, 'en', { count: 1 })]);
    await ask(installer, 'editWaybill', { body: { WaybillId: id, TempRangeId: null } });
    expect((await ask(installer, 'deleteTempRange', { body: { TempRangeId: data.TempRangeId } })).status).toBe(200);
    const ofPlatform = (await ask(installer, 'getTempRangeWeb', { query: {} })).data.find(({ IsOwn }) => !IsOwn)!;
    const kept = await ask(installer, 'deleteTempRange', { body: { TempRangeId: ofPlatform.TempRangeId } });
    expect([kept.status, kept.message]).toEqual([400, transportErrors.rangeOfPlatform.en]);
  });
});
