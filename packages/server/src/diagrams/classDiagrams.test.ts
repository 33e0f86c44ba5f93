import { type DiagramDocument, diagramErrors, emptyDiagram } from '@watchpost/contract';
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
let projectId: number;
let editor: number;
let limited: number;
let cases: number[];
let air: number[];
let door: number;
let nameless: number;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Store' });
      editor = await aMember(db, companyId, projectId, { permissions: ['monitorView', 'diagramEdit'] });
      limited = await aMember(db, companyId, projectId, { permissions: ['monitorView'] });
      const pointTypeId = await aPointType(db, companyId, { code: 'temperature' });
      const doors = await aPointType(db, companyId, { code: 'doorState' });
      const gatewayId = await aGateway(db, projectId);
      cases = [];
      air = [];
      for (const name of ['Case A', 'Case B']) {
        const deviceId = await aDevice(db, projectId, { name, classCode: 'displayCase' });
        cases.push(deviceId);
        air.push(await aPoint(db, gatewayId, { deviceId, name: 'Air-off temperature', pointTypeId }));
      }
      door = await aPoint(db, gatewayId, { deviceId: cases[0]!, name: 'Door', pointTypeId: doors });
      nameless = await aPoint(db, gatewayId, { deviceId: cases[0]!, name: 'Spare', pointTypeId });
      await limitMember(db, limited, projectId, { deviceIds: [cases[1]!] });
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());

type Node = DiagramDocument['nodes'][number];
const node = (more: Partial<Node>): Node => ({
  id: 'case',
  symbol: 'displayCase',
  at: [100, 100],
  size: [128, 178],
  turn: 0,
  device: null,
  bind: {},
  ...more,
});
const drawn = (more: Partial<Node>): DiagramDocument => ({ ...emptyDiagram(), nodes: [node(more)] });
const onCaseA = () => drawn({ device: cases[0]!, bind: { temperature: air[0]!, door } });
const add = (Document: DiagramDocument, name = 'Every case') =>
  ask(editor, 'addDiagram', {
    body: { ProjectId: projectId, DiagramName: name, SmallTypeCode: 'displayCase', DeviceId: cases[0]!, Document },
  });
const get = async (diagramId: number, deviceId?: number, userId = editor) =>
  (await ask(userId, 'getDiagram', { query: { diagramId, ...(deviceId ? { deviceId } : {}) } })).data;
let diagramId: number;

test('what was drawn on one device shows each device of its class its own points', async () => {
  diagramId = (await add(onCaseA())).data.DiagramId;
  const a = await get(diagramId);
  expect([a.DeviceId, a.Document.nodes[0]!.bind]).toEqual([cases[0], { temperature: air[0], door }]);
  const b = await get(diagramId, cases[1]!);
  expect(b.DeviceList.map(({ Mtid }) => Mtid)).toEqual(cases);
  expect(b.Document.nodes).toEqual([
    node({ device: cases[1]!, bind: { temperature: air[1]! }, roles: { door: 'door' } }),
  ]);
});

test('saved on a device that has no point for a role, it keeps the role for those that do', async () => {
  const { Document } = await get(diagramId, cases[1]!);
  const body = { DiagramId: diagramId, BaseVersion: 1, DeviceId: cases[1]!, Document: Document as DiagramDocument };
  expect((await ask(editor, 'saveDiagram', { body })).data).toEqual({ Version: 2 });
  expect((await get(diagramId)).Document.nodes[0]!.bind).toEqual({ temperature: air[0], door });
});

test('a device that is added is served at once, without anybody saving the diagram', async () => {
  const added = await aDevice(app.database.db, projectId, { name: 'Case C', classCode: 'displayCase' });
  expect((await get(diagramId, added)).Document.nodes[0]!.device).toBe(added);
  await app.database.db.deleteFrom('device').where('id', '=', added).execute();
});

test('a point without a role, another device, and a second diagram of the class are refused', async () => {
  const save = async (Document: DiagramDocument) => {
    const { status, message } = await ask(editor, 'saveDiagram', {
      body: { DiagramId: diagramId, BaseVersion: 2, DeviceId: cases[0]!, Document },
    });
    return `${status} ${message}`;
  };
  expect(await save(drawn({ device: cases[0]!, bind: { setpoint: nameless } }))).toMatch(/^400 .*bind\.setpoint.*role/);
  expect(await save(drawn({ device: cases[1]!, bind: {} }))).toMatch(/^400 .*another device/);
  expect((await add(onCaseA(), 'Another')).message).toBe(diagramErrors.classTaken.en);
  expect((await get(diagramId)).Version).toBe(2);
});

test('who sees one case sees the diagram with that one, and can ask for no other', async () => {
  const listed = (await ask(limited, 'getDiagramList', { query: { projectId } })).data;
  expect(listed.map(({ DiagramId, DeviceCount }) => [DiagramId, DeviceCount])).toEqual([[diagramId, 1]]);
  const seen = await get(diagramId, undefined, limited);
  expect([seen.DeviceId, seen.DeviceList.length]).toEqual([cases[1], 1]);
  const other = await ask(limited, 'getDiagram', { query: { diagramId, deviceId: cases[0]! } });
  expect(other.status).toBe(404);
});

test('a device finds the diagram of its class, the circuit on which it stands, and none of what somebody may not see', async () => {
  const { db } = app.database;
  const rack = await aDevice(db, projectId, { name: 'Rack', classCode: 'compressorRack' });
  const own = (
    await ask(editor, 'addDiagram', {
      body: { ProjectId: projectId, DiagramName: 'Of one', Document: drawn({ device: cases[0]! }) },
    })
  ).data.DiagramId;
  const on = async (modelTreeId: number, userId = editor) => {
    const query = { projectId, modelTreeId };
    return [
      (await ask(userId, 'getDiagramList', { query })).data.map(({ DiagramId }) => DiagramId).sort((a, b) => a - b),
      (await ask(userId, 'getGeneratedDiagramList', { query })).data.map(({ Mtid }) => Mtid),
    ];
  };
  expect(await on(cases[0]!)).toEqual([[diagramId, own], [rack]]);
  expect(await on(cases[1]!)).toEqual([[diagramId], [rack]]);
  expect(await on(rack)).toEqual([[], [rack]]);
  expect(await on(cases[0]!, limited)).toEqual([[], []]);
  await ask(editor, 'deleteDiagram', { body: { DiagramIdList: [own] } });
  await db.deleteFrom('device').where('id', '=', rack).execute();
});

test('a copy is a diagram of the first device alone', async () => {
  const { DiagramId } = (await ask(editor, 'copyDiagram', { body: { DiagramId: diagramId, DiagramName: 'Copy' } }))
    .data;
  expect(await get(DiagramId)).toMatchObject({ SmallTypeCode: null, DeviceId: null, DeviceList: [] });
  expect((await get(DiagramId)).Document.nodes).toEqual(onCaseA().nodes);
});
