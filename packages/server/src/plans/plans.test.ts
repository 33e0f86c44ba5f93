import { randomBytes } from 'node:crypto';
import { insidePolygon, type PermissionName, planErrors } from '@watchpost/contract';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Db } from '../platform/db/database.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aProject, limitMember } from '../testing/factories.ts';

let app: TestApplication;
let ask: AskAs;
let projectId: number;
let otherProjectId: number;
let editor: number;
let viewer: number;
let limited: number;
let devices: number[];
let pointOfSecond: number;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Store' });
      otherProjectId = await aProject(db, companyId, { name: 'Other store' });
      const may = (permissions: PermissionName[]) => aMember(db, companyId, projectId, { permissions });
      editor = await may(['monitorView', 'planEdit']);
      viewer = await may(['monitorView']);
      limited = await may(['monitorView', 'planEdit']);
      const gatewayId = await aGateway(db, projectId);
      devices = [await aDevice(db, projectId, { name: 'Case A' }), await aDevice(db, projectId, { name: 'Case B' })];
      pointOfSecond = await aPoint(db, gatewayId, { deviceId: devices[1]!, name: 'Air' });
      await limitMember(db, limited, projectId, { deviceIds: [devices[0]!] });
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());

const aPicture = async (db: Db, userId: number): Promise<string> => {
  const id = randomBytes(18).toString('base64url');
  await db
    .insertInto('uploaded_file')
    .values({
      id,
      user_id: userId,
      name: 'plan.png',
      content_type: 'image/png',
      size_bytes: 10,
      uploaded_at: new Date(),
    })
    .execute();
  return id;
};
let names = 0;
const create = async (values: object = {}, userId = editor) =>
  ask(userId, 'addPlan', {
    body: {
      ProjectId: projectId,
      PlanName: `Plan ${++names}`,
      LocationId: projectId,
      BaseMap: await aPicture(app.database.db, userId),
      MetresWide: 40,
      ...values,
    },
  });
const contentOf = (mtid: number, X = 0.2, Y = 0.2) => [{ Mtid: mtid, PointId: null, X, Y }];
const left = {
  ZoneName: 'Left',
  Corners: [
    [0, 0],
    [0.5, 0],
    [0.5, 1],
    [0, 1],
  ] as [number, number][],
};
const right = { ...left, ZoneName: 'Right', Corners: left.Corners.map(([x, y]) => [x + 0.5, y] as [number, number]) };

test('a plan asks for its location first, then for a base map that exists, and for the right to create it', async () => {
  expect((await create({ LocationId: '', BaseMap: '' })).message).toBe(planErrors.locationFirst.en);
  expect((await create({ BaseMap: '' })).message).toBe(planErrors.baseMapMissing.en);
  expect((await create({ BaseMap: 'x'.repeat(24) })).message).toBe(planErrors.baseMapMissing.en);
  const refused = await create({}, viewer);
  expect([refused.status, refused.message]).toEqual([403, planErrors.mayNotCreate.en]);
  const chinese = await ask(
    viewer,
    'addPlan',
    { body: { ProjectId: projectId, PlanName: 'Plan', LocationId: projectId, BaseMap: '' } },
    { language: 'zh' },
  );
  expect(chinese.message).toBe('没有创建平面图的权限');
  expect((await create({ LocationId: otherProjectId })).message).toBe(planErrors.notOfProject.en);
  expect((await create({ PlanName: 'Ground floor' })).status).toBe(200);
  expect((await create({ PlanName: 'ground floor' })).message).toBe(planErrors.nameTaken.en);
});

test('who sees only some devices creates none, though the role has the right', async () => {
  expect((await create({}, limited)).message).toBe(planErrors.mayNotCreate.en);
});

test('a plan says which points measure the air around its devices, of those that the reader sees', async () => {
  const { PlanId } = (await create()).data;
  const items = [...contentOf(devices[0]!), ...contentOf(devices[1]!)];
  await ask(editor, 'savePlanContent', { body: { PlanId, Revision: 1, ItemList: items, ZoneList: [] } });
  const airFor = async (userId: number) =>
    (await ask(userId, 'getPlan', { query: { planId: PlanId } })).data.AirPointList;
  expect(await airFor(viewer)).toEqual([]);
  await app.database.db
    .updateTable('device_point')
    .set({ role: 'airTemperature' })
    .where('point_id', '=', pointOfSecond)
    .execute();
  expect(await airFor(viewer)).toEqual([pointOfSecond]);
  expect(await airFor(limited)).toEqual([]);
});

test('what is placed is kept, and who began from an older plan is refused', async () => {
  const { PlanId } = (await create()).data;
  const items = [...contentOf(devices[0]!), { Mtid: devices[1]!, PointId: pointOfSecond, X: 0.75, Y: 0.5 }];
  const body = { PlanId, Revision: 1, ItemList: items, ZoneList: [left, right] };
  expect((await ask(editor, 'savePlanContent', { body })).data.Revision).toBe(2);
  expect((await ask(editor, 'savePlanContent', { body })).message).toBe(planErrors.changedMeanwhile.en);
  const { data } = await ask(viewer, 'getPlan', { query: { planId: PlanId } });
  expect(data).toMatchObject({ Revision: 2, DeviceCount: 2, MetresWide: 40, ItemList: items, ZoneList: [left, right] });
  const foreign = { ...body, Revision: 2, ItemList: [{ ...items[0]!, PointId: pointOfSecond }] };
  expect((await ask(editor, 'savePlanContent', { body: foreign })).message).toBe(planErrors.notOfProject.en);
  expect((await ask(viewer, 'savePlanContent', { body: { ...body, Revision: 2 } })).message).toBe(
    planErrors.mayNotCreate.en,
  );
});

test('who sees only some devices sees these, the zones they stand in, and no plan of others', async () => {
  const both = (await create()).data.PlanId;
  const items = [...contentOf(devices[0]!, 0.2), ...contentOf(devices[1]!, 0.8)];
  await ask(editor, 'savePlanContent', {
    body: { PlanId: both, Revision: 1, ItemList: items, ZoneList: [left, right] },
  });
  const hidden = (await create({ PlanName: 'Of B alone' })).data.PlanId;
  const ofB = { PlanId: hidden, Revision: 1, ItemList: contentOf(devices[1]!), ZoneList: [right] };
  await ask(editor, 'savePlanContent', { body: ofB });
  const { data } = await ask(limited, 'getPlan', { query: { planId: both } });
  expect(data).toMatchObject({ DeviceCount: 1, ItemList: [items[0]], ZoneList: [left] });
  expect((await ask(limited, 'getPlan', { query: { planId: hidden } })).status).toBe(404);
  const listed = (await ask(limited, 'getPlanList', { query: { projectId } })).data.map(({ PlanId }) => PlanId);
  expect(listed).toContain(both);
  expect(listed).not.toContain(hidden);
  const onWhich = async (userId: number, modelTreeId: number) =>
    (await ask(userId, 'getPlanList', { query: { projectId, modelTreeId } })).data.map(({ PlanId }) => PlanId);
  expect(await onWhich(editor, devices[1]!)).toEqual(expect.arrayContaining([both, hidden]));
  expect(await onWhich(limited, devices[0]!)).toContain(both);
  expect(await onWhich(limited, devices[1]!)).toEqual([]);
});

test('another picture keeps what was placed; a deleted plan lets its picture go', async () => {
  const { PlanId } = (await create()).data;
  await ask(editor, 'savePlanContent', {
    body: { PlanId, Revision: 1, ItemList: contentOf(devices[0]!), ZoneList: [] },
  });
  const BaseMap = await aPicture(app.database.db, editor);
  expect((await ask(editor, 'delFile', { query: { path: BaseMap } })).status).toBe(200);
  expect((await ask(editor, 'editPlan', { body: { PlanId, BaseMap } })).message).toBe(planErrors.baseMapMissing.en);
  const next = await aPicture(app.database.db, editor);
  expect((await ask(editor, 'editPlan', { body: { PlanId, BaseMap: next } })).status).toBe(200);
  expect((await ask(editor, 'delFile', { query: { path: next } })).status).toBe(409);
  const { data } = await ask(editor, 'getPlan', { query: { planId: PlanId } });
  expect(data.BaseMapUrl).toContain(next);
  expect(data.ItemList).toHaveLength(1);
  expect((await ask(editor, 'deletePlan', { body: { PlanIdList: [PlanId] } })).data.Deleted).toBe(1);
  expect((await ask(editor, 'delFile', { query: { path: next } })).status).toBe(200);
});

describe('a place in a polygon', () => {
  it('is in, or out, also where the polygon bends inward', () => {
    const bent = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0.5, 0.2],
      [0, 1],
    ] as const;
    expect(insidePolygon(bent, 0.5, 0.1)).toBe(true);
    expect(insidePolygon(bent, 0.5, 0.8)).toBe(false);
    expect(insidePolygon(bent, 0.1, 0.5)).toBe(true);
    expect(insidePolygon(bent, 1.2, 0.5)).toBe(false);
  });
});
