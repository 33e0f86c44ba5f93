import { randomUUID } from 'node:crypto';
import { type CallName, type CallSpec, calls, maintenanceErrors, repairErrors } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { grantsOfUser, system, tenantOf, withLent } from '../../access/index.ts';
import { manualClock } from '../../platform/clock.ts';
import { makeCall, startTestApplication, type TestApplication } from '../../testing/application.ts';
import type { AskAs } from '../../testing/askAs.ts';
import { measure } from '../../testing/equippedCompany.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aProject } from '../../testing/factories.ts';
import { aTeam } from '../../testing/teamFactory.ts';
import { tokenFor } from '../../testing/tokenFor.ts';
import { watchLoans } from './watchLoans.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Tuesday, 24 November 2026, 08:16 in Shanghai. */
const start = Date.UTC(2026, 10, 24, 0, 16);
const clock = manualClock(start);

let app: TestApplication;
let companyId: number;
let projectId: number;
let secondProjectId: number;
let deviceId: number;
let pointId: number;
let otherDeviceId: number;
let otherPointId: number;
let teamId: number;
let applicant: number;
let dispatcher: number;
let insider: number;
/** From outside: members of the company and of the team whose roles open no project. */
let engineer: number;
let colleague: number;

const ask: AskAs = async (userId, name, input, { language = 'en' } = {}) => {
  const token = await tokenFor(app.database.db, userId!, clock);
  const { status, envelope, file } = await makeCall(app.url, name, input as object, { token, language });
  return { status, message: envelope?.Message, data: envelope?.Data as never, file };
};

beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: '华东冷链一号库' });
      secondProjectId = await aProject(db, companyId);
      await db
        .updateTable('project')
        .set({ address: '上海市青浦区', latitude: 31.2, longitude: 121.4 })
        .where('id', '=', projectId)
        .execute();
      const gatewayId = await aGateway(db, projectId);
      deviceId = await aDevice(db, projectId, { name: '冷冻间 3 号', nameEn: 'Freezer 3' });
      pointId = await aPoint(db, gatewayId, { deviceId, name: '库温' });
      otherDeviceId = await aDevice(db, projectId, { name: '秘密设备', nameEn: 'Secret device' });
      otherPointId = await aPoint(db, gatewayId, { deviceId: otherDeviceId, name: '秘密' });
      applicant = await aMember(db, companyId, projectId, { permissions: ['repairView', 'repairWork'] });
      dispatcher = await aMember(db, companyId, projectId, { permissions: ['repairView', 'repairDispatch'] });
      insider = await aMember(db, companyId, projectId, { permissions: ['repairView', 'repairWork'] });
      engineer = await aMember(db, companyId, secondProjectId, { nickname: '外单位周工', permissions: [] });
      colleague = await aMember(db, companyId, secondProjectId, { nickname: '外单位陈工', permissions: [] });
    },
  });
  await measure(
    app.application,
    [3 * day, 2 * day, 20 * hour, hour].flatMap((ago) => [
      { pointId, at: start - ago, value: -18 },
      { pointId: otherPointId, at: start - ago, value: -77 },
    ]),
  );
});
afterAll(() => app.stop());
beforeEach(async () => {
  clock.set(start);
  const { db, pool } = app.database;
  await pool.query('UPDATE maintenance_team SET enabled = false, name = name || id');
  await pool.query('DELETE FROM maintenance_member');
  teamId = await aTeam(db, companyId, [engineer, colleague], [], { areas: ['上海'] });
});

type Order = { RepairId: number; Revision: number; Status: number };
const post = async (userId: number, name: CallName, order: Order, extra: object = {}) =>
  (await ask(userId, name, {
    body: { Id: order.RepairId, Revision: order.Revision, ClientKey: randomUUID(), ...extra },
  } as never)) as unknown as { status: number; message: string; data: Order & Record<string, unknown> };

async function report(): Promise<Order> {
  const { data } = await ask(applicant, 'addRepairActive', {
    body: {
      ProjectId: projectId,
      EquipmentId: deviceId,
      FaultContent: '2 号风机停转',
      ContactPhone: '13912345678',
      Level: 1,
      IgnoreDuplicate: true,
      ClientKey: randomUUID(),
    },
  });
  return data;
}
const offered = async (extra: object = {}) => {
  const { status, message, data } = await post(dispatcher, 'dispatchRepairActive', await report(), {
    MaintenanceUnitId: teamId,
    ...extra,
  });
  expect([status, message]).toEqual([200, '']);
  return data;
};
const lent = async () => (await post(engineer, 'acceptRepairActive', await offered())).data;
const see = (userId: number, order: Order) => ask(userId, 'queryRepairAcitve', { query: { id: order.RepairId } });
const curve = (userId: number, point: number) =>
  ask(userId, 'getPointData', {
    query: { start: '2026-11-20 00:00', end: '2026-11-24 08:16', pointIdList: [point], tmes: 60, ProjectId: projectId },
  });
const device = (userId: number, id: number) =>
  ask(userId, 'getModelTreeBaseInfo', { query: { modelTreeId: id, ProjectId: projectId } });

describe('an order that is given to a team', () => {
  test('is offered to its members, who learn store, class, fault and severity and nothing else', async () => {
    const order = await offered();
    const { data } = await see(engineer, order);
    expect(data).toMatchObject({
      ProjectName: '华东冷链一号库',
      FaultContent: '2 号风机停转',
      Level: 1,
      EquipmentId: null,
    });
    expect(data.ActionList).toEqual(['accept']);
    const text = JSON.stringify([
      data,
      (await ask(engineer, 'getNewRepairActivePage', { query: {}, body: {} })).data,
      (await ask(engineer, 'getNewRepairActivePageQueryParameter', { query: {}, body: [] })).data,
      (await ask(engineer, 'getNewRepairActiveMessagePage', { query: {} })).data,
      (await ask(engineer, 'getRepairSchedule', { query: { id: order.RepairId } })).data,
    ]);
    expect(text).not.toMatch(/Freezer 3|冷冻间 3 号|13912345678|31\.2/);
    expect((await device(engineer, deviceId)).status).toBe(403);
    expect((await curve(engineer, pointId)).status).toBe(403);
    for (const body of [{ ApplicantNameOrPhone: '139' }, { EquipmentId: deviceId }, { FaultContentOrOrder: '3 号' }])
      expect((await ask(engineer, 'getNewRepairActivePage', { query: {}, body })).data.TotalCount).toBe(0);
  });

  test('is repaired by the first who accepts; the other no longer sees it', async () => {
    const order = await offered();
    const replies = await Promise.all([engineer, colleague].map((userId) => post(userId, 'acceptRepairActive', order)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    // The other comes too late for the act, or after it, when the order is hidden already.
    expect([409, 403]).toContain(Math.max(...replies.map(({ status }) => status)));
    const [winner, loser] = replies[0]!.status === 200 ? [engineer, colleague] : [colleague, engineer];
    expect((await see(winner, order)).data).toMatchObject({ Status: 2, RepairUserId: winner, EquipmentId: deviceId });
    expect((await see(loser, order)).status).toBe(403);
  });

  test('goes to no disabled team, to nobody outside the team, and only with a reason to one that does not cover the place', async () => {
    const { db } = app.database;
    const order = await report();
    const to = (extra: object) => post(dispatcher, 'dispatchRepairActive', order, extra);
    const stranger = await to({ MaintenanceUnitId: teamId, RepairUserId: insider });
    expect([stranger.status, stranger.message]).toEqual([400, repairErrors.notOfTeam.en]);
    const far = await aTeam(db, companyId, [colleague], [], { name: 'Far', areas: ['成都'] });
    const doesNotFit = await to({ MaintenanceUnitId: far });
    expect([doesNotFit.status, doesNotFit.message]).toEqual([400, repairErrors.teamDoesNotFit.en]);
    expect((await to({ MaintenanceUnitId: far, Remark: '唯一会修此机型' })).status).toBe(200);
    const again = (await see(dispatcher, order)).data;
    await ask(await aTeamManager(), 'setTeamStatus', { body: { TeamId: teamId, Enabled: false } });
    const disabled = await post(dispatcher, 'dispatchRepairActive', again, { MaintenanceUnitId: teamId });
    expect([disabled.status, disabled.message]).toEqual([409, maintenanceErrors.teamDisabled.en]);
    const nobody = await post(dispatcher, 'dispatchRepairActive', again);
    expect([nobody.status, nobody.message]).toEqual([400, expect.stringContaining('Choose a team or an engineer.')]);
    const other = await aCompany(db);
    const elsewhere = await aTeam(db, other, [await aMember(db, other, await aProject(db, other))]);
    expect((await post(dispatcher, 'dispatchRepairActive', again, { MaintenanceUnitId: elsewhere })).status).toBe(404);
    const people = await ask(dispatcher, 'getRepairUserList', {
      query: { id: order.RepairId, MaintenanceUnitId: elsewhere },
    });
    expect(people.status).toBe(404);
  });

  test('is proposed with the reasons for each team, those that do not fit last', async () => {
    await aTeam(app.database.db, companyId, [insider], [], { name: 'Far', areas: ['成都'] });
    const { data } = await ask(dispatcher, 'getDispatchProposal', { query: { id: (await report()).RepairId } });
    expect(data.map(({ MaintenanceUnitName, Fits, MemberCount }) => [MaintenanceUnitName, Fits, MemberCount])).toEqual([
      ['冷链维保', true, 2],
      ['Far', false, 1],
    ]);
    for (const { Score, ContractPart, LoadPart, DistancePart, ExperiencePart, InTimePart } of data)
      expect(ContractPart + LoadPart + DistancePart + ExperiencePart + InTimePart).toBeCloseTo(Score, 0);
  });
});

const aTeamManager = () =>
  aMember(app.database.db, companyId, secondProjectId, { permissions: ['maintenanceTeams', 'maintenanceView'] });

describe('a device that is lent', () => {
  test('is seen with its curve from 24 hours before the report; other devices and orders are not', async () => {
    const other = await report();
    const order = await lent();
    expect((await see(engineer, order)).data).toMatchObject({ EquipmentName: 'Freezer 3', EquipmentId: deviceId });
    expect((await see(engineer, other)).status).toBe(404);
    expect((await device(engineer, deviceId)).status).toBe(200);
    expect((await device(engineer, otherDeviceId)).status).toBe(404);
    const [seen] = (await curve(engineer, pointId)).data;
    const times = seen!.DataList.map(({ Time }) => Time);
    expect(times.length).toBeGreaterThan(0);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(start - day - hour);
    const [whole] = (await curve(dispatcherWhoSees, pointId)).data;
    expect(Math.min(...whole!.DataList.map(({ Time }) => Time))).toBeLessThan(start - 2 * day);
    expect((await curve(engineer, otherPointId)).status).toBe(404);
    const grants = (await grantsOfUser(system, app.database.db, engineer, companyId))!;
    const live = tenantOf(engineer, withLent(grants), ['monitorView']);
    expect([live.projectIds.includes(projectId), live.listedDeviceIds]).toEqual([true, [deviceId]]);
  });

  test('opens nothing but what says that it may: no writing, export, member, camera, search or cost', async () => {
    await lent();
    const grants = (await grantsOfUser(system, app.database.db, engineer, companyId))!;
    expect(grants.projects.has(projectId)).toBe(false);
    const opened = (Object.entries(calls) as [CallName, CallSpec][]).filter(([, spec]) => spec.lent);
    expect(opened.every(([, spec]) => spec.data !== 'file')).toBe(true);
    expect(opened.map(([name]) => name).sort()).toEqual(
      [
        'acceptRepairActive',
        'complementRepairActive',
        'finishRepairActive',
        'getFaultCodes',
        'getModelTreeBaseInfo',
        'getNewRepairActiveMessagePage',
        'getNewRepairActivePage',
        'getNewRepairActivePageQueryParameter',
        'getPointData',
        'getRepairSchedule',
        'getUserFuncNewList',
        'getUserOwnProject',
        'pauseRepairActive',
        'queryRepairAcitve',
        'rejectRepairActive',
        'remoteRepairActive',
        'resumeRepairActive',
        'signInRepairActive',
        'startRemoteRepairActive',
      ].sort(),
    );
    const project = (await ask(engineer, 'getUserOwnProject', { query: {} })).data.find(
      ({ ProjectId }) => ProjectId === projectId,
    );
    expect(project).toMatchObject({ ProjectName: '华东冷链一号库', AlarmCount: 0 });
    const rights = (await ask(engineer, 'getUserFuncNewList', { query: { type: 2, projectId } })).data;
    expect(rights).toMatchObject({ FuncS: [26, 39, 40], LimitedProjectIdList: [projectId] });
  });

  test.each([
    ['accepted by its applicant', async (order: Order) => finishAndPass(order)],
    [
      'rejected',
      async (order: Order) =>
        post(engineer, 'rejectRepairActive', order, { Type: 'other', Reason: 'Not possible this week, sorry' }),
    ],
    [
      'revoked',
      async (order: Order) => post(dispatcher, 'revokeRepairActive', order, { Reason: 'No longer needed at all' }),
    ],
    [
      'reassigned',
      async (order: Order) =>
        post(dispatcher, 'reassignRepairActive', order, { RepairUserId: insider, Reason: 'Somebody nearer' }),
    ],
  ])('is taken back at once when the order is %s, and open pages are told', async (_how, end) => {
    const order = await lent();
    const told: number[] = [];
    const listener = {};
    app.application.events.on(listener, 'accessChanged', ({ userIds }) => told.push(...userIds));
    const { status, message } = await end(order);
    app.application.events.removeOwner(listener);
    expect([status, message]).toEqual([200, '']);
    expect(told).toContain(engineer);
    expect((await see(engineer, order)).status).toBe(403);
    expect((await device(engineer, deviceId)).status).toBe(403);
    expect((await curve(engineer, pointId)).status).toBe(403);
  });

  test('is taken back with the team, with the membership, and after 14 days, of which people are told the day before', async () => {
    const { db, pool } = app.database;
    const passed = await lent();
    const SuccessorId = await aTeam(db, companyId, [colleague], [], { name: 'Successor' });
    const { message } = await ask(await aTeamManager(), 'setTeamStatus', {
      body: { TeamId: teamId, Enabled: false, SuccessorId },
    });
    expect(message).toBe('');
    expect((await device(engineer, deviceId)).status).toBe(403);
    await pool.query('UPDATE maintenance_team SET enabled = true WHERE id = $1', [teamId]);
    expect((await device(engineer, deviceId)).status).toBe(403);
    expect((await see(engineer, passed)).status).toBe(403);
    expect((await see(colleague, passed)).data.ActionList).toEqual(['accept']);
    const order = await lent();
    expect((await device(engineer, deviceId)).status).toBe(200);
    clock.set(start + 13 * day + hour);
    await watchLoans({ db, clock, events: app.application.events });
    const { rows } = await pool.query('SELECT text_en FROM repair_message WHERE order_id = $1 AND user_id = $2', [
      order.RepairId,
      engineer,
    ]);
    expect(rows.map(({ text_en }) => text_en)).toContainEqual(
      expect.stringMatching(/Access of 外单位周工 to the device ends 12-08 08:16$/),
    );
    expect((await device(engineer, deviceId)).status).toBe(200);
    clock.set(start + 14 * day);
    await watchLoans({ db, clock, events: app.application.events });
    expect((await device(engineer, deviceId)).status).toBe(403);
    expect((await see(engineer, order)).status).toBe(403);
  });

  test('never widens what a member of the project sees', async () => {
    await app.database.pool.query('INSERT INTO maintenance_member VALUES ($1, $2, false, $3)', [teamId, insider, '']);
    const order = await offered();
    await post(insider, 'acceptRepairActive', order);
    const grants = (await grantsOfUser(system, app.database.db, insider, companyId))!;
    expect([grants.lent, withLent(grants)]).toEqual([[], grants]);
    const { rows } = await app.database.pool.query('SELECT 1 FROM device_loan WHERE order_id = $1', [order.RepairId]);
    expect(rows).toEqual([]);
  });
});

let dispatcherWhoSees: number;
beforeAll(async () => {
  dispatcherWhoSees = await aMember(app.database.db, companyId, projectId, { permissions: ['monitorView'] });
});

async function finishAndPass(order: Order) {
  const done = await post(engineer, 'remoteRepairActive', order, {
    Cause: 'Bearing of the second fan seized',
    Remedy: 'Restarted from afar and watched',
  });
  return post(applicant, 'passRepairActive', done.data, { Text: 'It is cold again, thank you' });
}
