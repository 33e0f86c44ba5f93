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
