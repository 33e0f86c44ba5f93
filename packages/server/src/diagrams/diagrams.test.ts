import { type DiagramDocument, diagramErrors, emptyDiagram, type PermissionName } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aProject, limitMember } from '../testing/factories.ts';

let app: TestApplication;
let ask: AskAs;
let projectId: number;
let otherProjectId: number;
let editor: number;
let colleague: number;
let viewer: number;
let limited: number;
let limitedEditor: number;
let devices: number[];
let points: number[];
let elsewhere: number;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Store' });
      otherProjectId = await aProject(db, companyId, { name: 'Other store' });
      const may = (permissions: PermissionName[]) => aMember(db, companyId, projectId, { permissions });
      editor = await may(['monitorView', 'diagramEdit']);
      colleague = await may(['monitorView', 'diagramEdit']);
      viewer = await may(['monitorView']);
      limited = await may(['monitorView']);
      limitedEditor = await may(['monitorView', 'diagramEdit']);
      const gatewayId = await aGateway(db, projectId);
      devices = [await aDevice(db, projectId, { name: 'Case A' }), await aDevice(db, projectId, { name: 'Case B' })];
      points = [
        await aPoint(db, gatewayId, { deviceId: devices[0]!, name: 'Air A' }),
        await aPoint(db, gatewayId, { deviceId: devices[1]!, name: 'Air B' }),
      ];
      elsewhere = await aDevice(db, otherProjectId, { name: 'Far away' });
      await limitMember(db, limited, projectId, { deviceIds: [devices[0]!] });
      await limitMember(db, limitedEditor, projectId, { deviceIds: [devices[0]!] });
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());

type Node = DiagramDocument['nodes'][number];
const node = (id: string, more: Partial<Node> = {}): Node => ({
  id,
  symbol: 'displayCase',
  at: [100, 100],
  size: [128, 178],
  turn: 0,
  device: null,
  bind: {},
  ...more,
});
const drawn = (nodes: Node[], more: Partial<DiagramDocument> = {}): DiagramDocument => ({
  ...emptyDiagram(),
  nodes,
  ...more,
});
const bothCases = () =>
  drawn([
    node('a', { device: devices[0]!, bind: { temperature: points[0]! } }),
    node('b', { device: devices[1]!, bind: { temperature: points[1]! }, label: { zh: '肉柜', en: 'Meat' } }),
  ]);

let names = 0;
const create = async (document?: DiagramDocument, userId = editor) =>
  ask(userId, 'addDiagram', {
    body: { ProjectId: projectId, DiagramName: `Diagram ${++names}`, ...(document ? { Document: document } : {}) },
  });
const get = async (userId: number, diagramId: number, version?: number) =>
  ask(userId, 'getDiagram', { query: { diagramId, ...(version ? { version } : {}) } });
const save = async (diagramId: number, baseVersion: number, document: DiagramDocument, userId = editor) =>
  ask(userId, 'saveDiagram', { body: { DiagramId: diagramId, BaseVersion: baseVersion, Document: document } });

test('a diagram is created, drawn, renamed, copied and deleted', async () => {
  const { DiagramId } = (await create()).data;
  expect((await get(viewer, DiagramId)).data).toMatchObject({ Version: 1, Document: { nodes: [] }, DeviceCount: 0 });
  expect((await save(DiagramId, 1, bothCases())).data.Version).toBe(2);
  await ask(editor, 'editDiagram', {
    body: { DiagramId, DiagramName: '冷藏回路', DiagramNameEn: 'Chilled circuit' },
  });
  const english = (await get(viewer, DiagramId)).data;
  expect(english).toMatchObject({ DiagramName: 'Chilled circuit', NameZh: '冷藏回路', DeviceCount: 2 });
  expect(english.Document).toEqual(bothCases());
  const copy = await ask(editor, 'copyDiagram', { body: { DiagramId, DiagramName: 'Second' } });
  expect((await get(editor, copy.data.DiagramId)).data).toMatchObject({ Version: 1, Document: bothCases() });
  const taken = await ask(editor, 'copyDiagram', { body: { DiagramId, DiagramName: '冷藏回路' } });
  expect(taken.message).toBe(diagramErrors.nameTaken.en);
  await ask(editor, 'deleteDiagram', { body: { DiagramIdList: [DiagramId, copy.data.DiagramId] } });
  expect((await get(editor, DiagramId)).status).toBe(404);
});

test('who began from an older version is refused and told who saved', async () => {
  const { DiagramId } = (await create(bothCases())).data;
  expect((await save(DiagramId, 1, drawn([]), colleague)).data.Version).toBe(2);
  const refused = await save(DiagramId, 1, bothCases());
  expect(refused.status).toBe(409);
  expect(refused.message).toMatch(/saved version 2 meanwhile/);
  expect((await get(editor, DiagramId)).data.Document.nodes).toEqual([]);
});

test('an older version is restored as a new one, and the fifty newest are kept', async () => {
  const { DiagramId } = (await create(bothCases())).data;
  await save(DiagramId, 1, drawn([]));
  const restored = await ask(editor, 'restoreDiagram', { body: { DiagramId, BaseVersion: 2, Version: 1 } });
  expect(restored.data.Version).toBe(3);
  expect((await get(editor, DiagramId)).data.Document).toEqual(bothCases());
  const versions = (await ask(editor, 'getDiagramVersions', { query: { diagramId: DiagramId } })).data;
  expect(versions.map(({ Version, RestoredFrom, ElementCount }) => [Version, RestoredFrom, ElementCount])).toEqual([
    [3, 1, 2],
    [2, null, 0],
    [1, null, 2],
  ]);
  expect((await get(editor, DiagramId, 2)).data).toMatchObject({ Version: 2, IsCurrent: false });
  for (let base = 3; base < 51; base++) await save(DiagramId, base, drawn([]));
  expect((await get(editor, DiagramId, 1)).message).toBe(diagramErrors.noSuchVersion.en);
  expect((await get(editor, DiagramId, 2)).status).toBe(200);
});

test('a version that named a device which is gone is restored without it', async () => {
  const gone = await aDevice(app.database.db, projectId, { name: 'Short-lived' });
  const { DiagramId } = (await create(drawn([node('a', { device: gone })]))).data;
  await save(DiagramId, 1, drawn([]));
  await app.database.db.deleteFrom('device').where('id', '=', gone).execute();
  await ask(editor, 'restoreDiagram', { body: { DiagramId, BaseVersion: 2, Version: 1 } });
  expect((await get(editor, DiagramId)).data.Document.nodes).toEqual([node('a')]);
});

test.each<[string, () => unknown, RegExp]>([
  ['a device of another project', () => drawn([node('a', { device: elsewhere })]), /nodes\.0\.device/],
  ['a point that is none', () => drawn([node('a', { bind: { temperature: 2_000_000_000 } })]), /nodes\.0\.bind\.temp/],
  ['an input that its symbol has not', () => drawn([node('a', { bind: { wings: points[0]! } })]), /no input wings/],
  ['two of one id', () => drawn([node('a'), node('a')]), /a is there twice/],
  ['a field that is unknown', () => ({ ...drawn([]), script: 'alert(1)' }), /no field script/],
  ['a symbol that is unknown', () => drawn([{ ...node('a'), symbol: 'rocket' as never }]), /nodes\.0\.symbol/],
  [
    'a line to nothing',
    () => drawn([], { lines: [{ id: 'l', medium: 'liquid', from: ['x', 'in'], to: [0, 0], via: [] }] }),
    /There is no symbol x/,
  ],
  [
    'gas into a liquid port',
    () =>
      drawn([node('a')], {
        lines: [{ id: 'l', medium: 'hotGas', from: ['a', 'liquidIn'], to: [0, 0], via: [] }],
      }),
    /takes no hot gas/,
  ],
])('%s is refused with the place in the document, and nothing is kept', async (_what, document, words) => {
  const { DiagramId } = (await create()).data;
  const refused = await save(DiagramId, 1, document() as DiagramDocument);
  expect(refused.status).toBe(400);
  expect(JSON.stringify([refused.message, refused.data])).toMatch(words);
  expect((await get(editor, DiagramId)).data.Version).toBe(1);
});

test('who sees only some devices gets blanks for the others, without a name or a number of them', async () => {
  const { DiagramId } = (await create(bothCases())).data;
  const seen = (await get(limited, DiagramId)).data;
  expect(seen.DeviceCount).toBe(1);
  expect(seen.Document.nodes).toEqual([
    bothCases().nodes[0],
    {
      id: 'b',
      symbol: 'displayCase',
      at: [100, 100],
      size: [128, 178],
      turn: 0,
      device: null,
      bind: {},
      notVisible: true,
    },
  ]);
  const whole = (await create(drawn([node('b', { device: devices[1]! })]))).data.DiagramId;
  expect((await get(limited, whole)).status).toBe(404);
  const listed = (await ask(limited, 'getDiagramList', { query: { projectId } })).data;
  expect(listed.map((row) => row.DiagramId)).not.toContain(whole);
});

test('drawing takes the right to, and all devices; older versions, too', async () => {
  const { DiagramId } = (await create(bothCases())).data;
  await save(DiagramId, 1, bothCases());
  for (const userId of [viewer, limited, limitedEditor]) {
    expect((await save(DiagramId, 2, drawn([]), userId)).status).toBe(403);
    expect((await create(undefined, userId)).status).toBe(403);
    expect((await get(userId, DiagramId, 1)).status).toBe(403);
    expect((await ask(userId, 'getDiagramVersions', { query: { diagramId: DiagramId } })).status).toBe(403);
  }
});
