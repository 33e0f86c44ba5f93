import type { GeneratedDiagramRow } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
let companyId: number;
let projectId: number;
let manager: number;
let limited: number;
let stranger: number;
let rack: number;
let cases: number[];
let air: number;
let gatewayId: number;
let temperature: number;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Store' });
      manager = await aMember(db, companyId, projectId, { permissions: ['monitorView', 'projectConfig'] });
      limited = await aMember(db, companyId, projectId, { permissions: ['monitorView'] });
      const elsewhere = await aProject(db, companyId, { name: 'Elsewhere' });
      stranger = await aMember(db, companyId, elsewhere, { permissions: ['monitorView'] });
      temperature = await aPointType(db, companyId, { code: 'temperature' });
      gatewayId = await aGateway(db, projectId);
      rack = await aDevice(db, projectId, { name: '机组', nameEn: 'Rack', classCode: 'compressorRack' });
      cases = [
        await aDevice(db, projectId, { name: 'Case A', classCode: 'displayCase' }),
        await aDevice(db, projectId, { name: 'Case B', classCode: 'displayCase' }),
      ];
      air = await aPoint(db, gatewayId, { deviceId: cases[0]!, name: 'Air', pointTypeId: temperature });
      await limitMember(db, limited, projectId, { deviceIds: [rack, cases[0]!] });
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());

const list = async (userId = manager) =>
  (await ask(userId, 'getGeneratedDiagramList', { query: { projectId } })).data as GeneratedDiagramRow[];
const circuit = async (userId = manager, mtid = rack) =>
  (await ask(userId, 'getGeneratedDiagram', { query: { projectId, kind: 'circuit', mtid } })).data;
const casesOn = async (userId = manager, mtid = rack) =>
  (await circuit(userId, mtid)).Document.nodes
    .filter(({ symbol }) => symbol === 'displayCase')
    .map(({ device }) => device);

test('the only rack of a project is drawn with all that it could cool, and says that this is assumed', async () => {
  expect(await list()).toEqual([
    {
      Kind: 'circuit',
      Mtid: rack,
      DiagramName: 'Rack: refrigeration circuit',
      ProjectId: projectId,
      DeviceCount: 3,
      IsAssumed: true,
    },
  ]);
  expect(await casesOn()).toEqual(cases);
});

test('a relation decides what is on the circuit, and a device that is added or deleted is followed at once', async () => {
  const { db } = app.database;
  await ask(manager, 'setDeviceRelations', { body: { ProjectId: projectId, Mtid: rack, ToMtidList: [cases[1]!] } });
  expect(await casesOn()).toEqual([cases[1]]);
  expect((await list())[0]).toMatchObject({ DeviceCount: 2, IsAssumed: false });
  const added = await aDevice(db, projectId, { name: 'Case C', classCode: 'displayCase' });
  await ask(manager, 'setDeviceRelations', {
    body: { ProjectId: projectId, Mtid: rack, ToMtidList: [...cases, added] },
  });
  expect(await casesOn()).toEqual([...cases, added]);
  await db.deleteFrom('device').where('id', '=', added).execute();
  expect(await casesOn()).toEqual(cases);
});

test('a role decides which point a symbol shows', async () => {
  const shown = async () =>
    (await circuit()).Document.nodes.find(({ device, symbol }) => symbol === 'displayCase' && device === cases[0])!.bind
      .temperature;
  const named = await aPoint(app.database.db, gatewayId, {
    deviceId: cases[0]!,
    name: 'Room temperature',
    pointTypeId: temperature,
  });
  expect(await shown()).toBe(named);
  expect((await circuit()).UnsureCount).toBe(1);
  await ask(manager, 'setPointRoles', {
    body: { ProjectId: projectId, RoleList: [{ Mtid: cases[0]!, Role: 'airTemperature', PointId: air }] },
  });
  expect(await shown()).toBe(air);
  expect((await circuit()).UnsureCount).toBe(0);
});

test('where the accepted point is not shown, no other point is guessed in its place', async () => {
  const { db } = app.database;
  const show = (shown: boolean) =>
    db
      .updateTable('device_point')
      .set({ shown })
      .where('device_id', '=', cases[0]!)
      .where('point_id', '=', air)
      .execute();
  await show(false);
  const symbol = (await circuit()).Document.nodes.find(
    ({ device, symbol }) => symbol === 'displayCase' && device === cases[0],
  );
  await show(true);
  expect(symbol!.bind).toEqual({});
});

test('who sees some of the devices finds no trace of the others, and strangers nothing', async () => {
  expect(await casesOn(limited)).toEqual([cases[0]]);
  const { nodes } = (await circuit(limited)).Document;
  expect(nodes.filter(({ device, notVisible }) => device === cases[1] || notVisible)).toEqual([]);
  expect((await list(limited))[0]!.DeviceCount).toBe(2);
  expect((await ask(stranger, 'getGeneratedDiagramList', { query: { projectId } })).status).toBe(403);
});

test('with a second rack nothing is assumed: it stands alone until somebody says what it cools', async () => {
  const second = await aDevice(app.database.db, projectId, { name: 'Second rack', classCode: 'condensingUnit' });
  expect(await casesOn(manager, second)).toEqual([]);
  expect((await list()).map(({ Mtid, IsAssumed }) => [Mtid, IsAssumed])).toEqual([
    [rack, false],
    [second, false],
  ]);
});

test('meters hang below those that supply them', async () => {
  const { db } = app.database;
  const meters = [];
  for (const name of ['Main', 'Lights', 'Rack meter'])
    meters.push(await aDevice(db, projectId, { name, classCode: 'energyMeter' }));
  const [main, lights, feeder] = meters as [number, number, number];
  let parentId: number | null = null;
  for (const [deviceId, name] of [
    [main, 'Main'],
    [null, 'Panel without a device'],
    [lights, 'Lights'],
  ] as const) {
    const row: { id: number } = await db
      .insertInto('energy_meter')
      .values({
        project_id: projectId,
        device_id: deviceId,
        parent_id: parentId,
        name,
        max_watts: 1_000_000,
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    parentId = row.id;
  }
  const { data } = await ask(manager, 'getGeneratedDiagram', { query: { projectId, kind: 'singleLine' } });
  const at = new Map(data.Document.nodes.flatMap(({ device, at }) => (device === null ? [] : [[device, at]])));
  expect(at.get(lights)![1]).toBeGreaterThan(at.get(main)![1]);
  expect(at.get(feeder)![1]).toBe(at.get(main)![1]);
  expect(data.Document.nodes.filter(({ symbol }) => symbol === 'busbar')).toHaveLength(1);
});
