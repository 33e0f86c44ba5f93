import { type DeviceWithRoles, deviceErrors, type RoleCode } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { system } from '../access/index.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  aMember,
  aPoint,
  aPointType,
  aProject,
  limitMember,
} from '../testing/factories.ts';

let app: TestApplication;
let ask: AskAs;
let projectId: number;
let manager: number;
let viewer: number;
let limited: number;
let rack: number;
let cases: number[];
let hall: number;
let suction: number;
let probe: number;
let sameType: number;
let gatewayId: number;
let temperature: number;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Store' });
      manager = await aMember(db, companyId, projectId, { permissions: ['monitorView', 'projectConfig'] });
      viewer = await aMember(db, companyId, projectId, { permissions: ['monitorView'] });
      limited = await aMember(db, companyId, projectId, { permissions: ['monitorView', 'projectConfig'] });
      temperature = await aPointType(db, companyId, { code: 'temperature' });
      const pressure = await aPointType(db, companyId, { code: 'pressure' });
      gatewayId = await aGateway(db, projectId);
      rack = await aDevice(db, projectId, { name: 'Rack', classCode: 'compressorRack' });
      cases = [
        await aDevice(db, projectId, { name: 'Case A', classCode: 'displayCase' }),
        await aDevice(db, projectId, { name: 'Case B', classCode: 'displayCase' }),
      ];
      hall = await aDevice(db, projectId, { name: 'Hall', classCode: 'hall' });
      suction = await aPoint(db, gatewayId, { deviceId: rack, name: 'Suction pressure', pointTypeId: pressure });
      await aPoint(db, gatewayId, { deviceId: rack, name: 'Pressure, high side, discharge', pointTypeId: pressure });
      probe = await aPoint(db, gatewayId, { deviceId: cases[0]!, name: 'S4 room probe', pointTypeId: temperature });
      sameType = await aPoint(db, gatewayId, { deviceId: cases[0]!, name: 'Spare', pointTypeId: temperature });
      await limitMember(db, limited, projectId, { deviceIds: [rack, cases[0]!] });
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());

const roles = async (userId = manager): Promise<DeviceWithRoles[]> =>
  (await ask(userId, 'getPointRoles', { query: { projectId } })).data.DeviceList;
const roleOn = async (deviceId: number, role: RoleCode) =>
  (await roles()).find(({ Mtid }) => Mtid === deviceId)!.RoleList.find(({ Role }) => Role === role)!;
const set = (RoleList: { Mtid: number; Role: RoleCode; PointId: number | null }[], userId = manager) =>
  ask(userId, 'setPointRoles', { body: { ProjectId: projectId, RoleList } });
const relate = (Mtid: number, ToMtidList: number[], userId = manager) =>
  ask(userId, 'setDeviceRelations', { body: { ProjectId: projectId, Mtid, ToMtidList } });
const cooled = async (userId = manager) => (await roles(userId)).find(({ Mtid }) => Mtid === rack)!.ToMtidList;

test('roles are proposed by name and type, each with how sure that is', async () => {
  expect(await roleOn(rack, 'suctionPressure')).toMatchObject({ ProposedPointId: suction, Confidence: 'sure' });
  expect(await roleOn(rack, 'dischargePressure')).toMatchObject({ Confidence: 'likely' });
  expect(await roleOn(cases[0]!, 'airTemperature')).toMatchObject({ ProposedPointId: probe, Confidence: 'likely' });
  expect(await roleOn(cases[1]!, 'airTemperature')).toMatchObject({ PointId: null, ProposedPointId: null });
});

test('proposals are accepted with one call, and a role moves from one point to another', async () => {
  const accepted = await set([
    { Mtid: rack, Role: 'suctionPressure', PointId: suction },
    { Mtid: cases[0]!, Role: 'airTemperature', PointId: probe },
  ]);
  expect(accepted.data).toEqual({ Changed: 2 });
  expect(await roleOn(rack, 'suctionPressure')).toMatchObject({ PointId: suction, ProposedPointId: null });
  expect((await set([{ Mtid: rack, Role: 'suctionPressure', PointId: suction }])).data).toEqual({ Changed: 0 });

  await set([{ Mtid: cases[0]!, Role: 'airTemperature', PointId: sameType }]);
  expect(await roleOn(cases[0]!, 'airTemperature')).toMatchObject({ PointId: sameType });
  await set([{ Mtid: cases[0]!, Role: 'airTemperature', PointId: null }]);
  expect(await roleOn(cases[0]!, 'airTemperature')).toMatchObject({ PointId: null, ProposedPointId: probe });
});

test('a role of another class, a point of another type or device, and a hidden device are refused, with nothing half-done', async () => {
  const first = { Mtid: rack, Role: 'dischargePressure', PointId: suction } as const;
  expect((await set([first, { Mtid: rack, Role: 'door', PointId: null }])).message).toContain(
    'is no role of the class of “Rack”',
  );
  const ofType = await set([first, { Mtid: rack, Role: 'suctionTemperature', PointId: suction }]);
  expect(ofType.message).toContain('Suction temperature');
  expect((await set([first, { Mtid: cases[1]!, Role: 'airTemperature', PointId: probe }])).status).toBe(400);
  expect((await set([{ Mtid: cases[1]!, Role: 'airTemperature', PointId: null }], limited)).status).toBe(404);
  expect((await set([first], viewer)).status).toBe(403);
  expect(await roleOn(rack, 'suctionPressure')).toMatchObject({ PointId: suction });
});

test('one point in two roles of a request is refused by name; the first word about a role does not count', async () => {
  const both = (pointId: number) => [
    { Mtid: cases[0]!, Role: 'airTemperature' as const, PointId: pointId },
    { Mtid: cases[0]!, Role: 'returnTemperature' as const, PointId: pointId },
  ];
  const refused = await set(both(sameType));
  expect([refused.status, refused.message]).toEqual([
    400,
    'One point cannot be “Air temperature” and “Air-on temperature” at once. Keep one of them.',
  ]);
  expect(refused.data).toMatchObject({ Fields: [{ Field: 'RoleList' }] });
  expect(await roleOn(cases[0]!, 'airTemperature')).toMatchObject({ PointId: null });
  const moved = await set([...both(sameType), { Mtid: cases[0]!, Role: 'airTemperature', PointId: probe }]);
  expect(moved.data).toEqual({ Changed: 2 });
  await set(both(sameType).map((each) => ({ ...each, PointId: null })));
});

test('a rack cools cases and no halls; who sees some of them keeps the others as they are', async () => {
  await relate(rack, cases);
  expect(await cooled()).toEqual(cases);
  expect(await cooled(limited)).toEqual([cases[0]]);
  await relate(rack, [], limited);
  expect(await cooled()).toEqual([cases[1]]);
  const refused = await relate(rack, [hall]);
  expect(refused.status).toBe(deviceErrors.noSuchRelation.code);
  expect(refused.message).toContain('Hall');
  expect((await relate(cases[0]!, [cases[1]!])).status).toBe(deviceErrors.noSuchRelation.code);
  expect((await relate(rack, cases, viewer)).status).toBe(403);
});

test('points that are called as a role is have it from when they serve a device', async () => {
  const { db } = app.database;
  const pointId = await aPoint(db, gatewayId, { name: '回风温度', pointTypeId: temperature });
  const { linkDevices } = await import('./serving.store.ts');
  await linkDevices(system as never, db, projectId, [pointId], [cases[1]!]);
  expect(await roleOn(cases[1]!, 'returnTemperature')).toMatchObject({ PointId: pointId });
});

/** Of devices that a test changes: the class, roles of points by name, and relations by name. */
async function meaningOf(deviceId: number) {
  const { db } = app.database;
  const points = await db
    .selectFrom('device_point')
    .innerJoin('point', 'point.id', 'device_point.point_id')
    .where('device_id', '=', deviceId)
    .where('role', 'is not', null)
    .select(['point.name', 'role'])
    .orderBy('role')
    .execute();
  const relations = await db
    .selectFrom('device_relation')
    .where((eb) => eb.or([eb('from_device_id', '=', deviceId), eb('to_device_id', '=', deviceId)]))
    .select(['from_device_id', 'to_device_id', 'kind'])
    .orderBy('to_device_id')
    .execute();
  return { roles: points.map(({ name, role }) => `${role}: ${name}`), relations };
}
const classId = async (code: string) =>
  (await app.database.db.selectFrom('device_class').where('code', '=', code).select('id').executeTakeFirstOrThrow()).id;
const aPlant = async (name: string) => {
  const { db } = app.database;
  const source = await aDevice(db, projectId, { name: `${name} rack`, classCode: 'compressorRack' });
  const cabinet = await aDevice(db, projectId, { name: `${name} case`, classCode: 'displayCase' });
  const air = await aPoint(db, gatewayId, { deviceId: cabinet, name: `${name} air`, pointTypeId: temperature });
  const food = await aPoint(db, gatewayId, { deviceId: cabinet, name: `${name} food`, pointTypeId: temperature });
  await set([
    { Mtid: cabinet, Role: 'airTemperature', PointId: air },
    { Mtid: cabinet, Role: 'productTemperature', PointId: food },
  ]);
  await relate(source, [cabinet]);
  return { source, cabinet, air, food };
};

test('a device of another class keeps the roles that this has, and no other roles or relations; the log names what it lost', async () => {
  const { source, cabinet } = await aPlant('Ward');
  const body = { ProjectId: projectId, ModelTreeId: cabinet, SmallTypeId: await classId('hall') };
  expect((await ask(manager, 'addOrUpdateModelTree', { body })).status).toBe(200);
  expect(await meaningOf(cabinet)).toEqual({ roles: ['airTemperature: Ward air'], relations: [] });
  const { rows } = await app.database.pool.query(
    "SELECT before, after FROM operation_log WHERE subject_kind = 'device' AND subject_id = $1 ORDER BY id DESC LIMIT 1",
    [cabinet],
  );
  expect(rows[0].before).toMatchObject({ pointRoles: { 产品温度: 'Ward food' }, relatedDevices: ['Ward rack'] });
  expect(rows[0].after).toMatchObject({ pointRoles: { 产品温度: '' }, relatedDevices: [] });
  expect((await meaningOf(source)).relations).toEqual([]);
});

test('so do several devices whose class is set at once', async () => {
  const { source, cabinet } = await aPlant('Wing');
  const body = { ProjectId: projectId, ModelTreeIdList: [source, cabinet], SmallTypeId: await classId('chillRoom') };
  expect((await ask(manager, 'batchUpdateModelTree', { body })).data).toEqual({ Changed: 2 });
  const { roles: kept, relations } = await meaningOf(cabinet);
  expect(kept).toEqual(['airTemperature: Wing air', 'productTemperature: Wing food']);
  expect(relations).toEqual([]);
});

test('devices that become one keep the roles of their points, its own before those of the others', async () => {
  const first = await aPlant('North');
  const second = await aPlant('South');
  await set([{ Mtid: first.cabinet, Role: 'productTemperature', PointId: null }]);
  const body = { ProjectId: projectId, ModelTreeId: first.cabinet, MergeModelTreeIdList: [second.cabinet] };
  expect((await ask(manager, 'mergeModelTree', { body })).data).toEqual({ Points: 2 });
  expect((await meaningOf(first.cabinet)).roles).toEqual([
    'airTemperature: North air',
    'productTemperature: South food',
  ]);
  expect((await meaningOf(first.cabinet)).relations.map(({ from_device_id }) => from_device_id).sort()).toEqual(
    [first.source, second.source].sort(),
  );
});

test('a device that takes another of a foreign class takes over none of its relations', async () => {
  const { source, cabinet } = await aPlant('East');
  const other = await aDevice(app.database.db, projectId, { name: 'East other', classCode: 'displayCase' });
  await relate(source, [cabinet, other]);
  const body = { ProjectId: projectId, ModelTreeId: cabinet, MergeModelTreeIdList: [source] };
  expect((await ask(manager, 'mergeModelTree', { body })).status).toBe(200);
  expect((await meaningOf(cabinet)).relations).toEqual([]);
});
