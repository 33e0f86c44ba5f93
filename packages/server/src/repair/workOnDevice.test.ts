import { randomUUID } from 'node:crypto';
import {
  type AllCalls,
  type CallInput,
  type CallName,
  callOfAction,
  type PermissionName,
  type RepairAction,
  type RepairDetail,
} from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { askAs } from '../testing/askAs.ts';
import { measure } from '../testing/equippedCompany.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  aMember,
  aPoint,
  aProject,
  aRule,
  aStrategy,
  aWarning,
} from '../testing/factories.ts';
import { watchRepairsOf } from '../testing/watchRepairsOf.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Tuesday, 24 November 2026, 08:16 in Shanghai. */
const start = Date.UTC(2026, 10, 24, 0, 16);
const clock = manualClock(start);
const longReason = 'A reason of more than ten characters';

let app: TestApplication;
let companyId: number;
let projectId: number;
const people: Record<'operator' | 'engineer', number> = { operator: 0, engineer: 0 };
/** Devices with their temperature: each test takes one, so that alarms of one are not those of another. */
const freezers: [deviceId: number, pointId: number][] = [];
let deviceId: number;
let pointId: number;
let otherDevice: number;

const ask = askAs(() => app, clock);

beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: '华东冷链一号库' });
      const member = (nickname: string, ...permissions: PermissionName[]) =>
        aMember(db, companyId, projectId, { nickname, permissions });
      people.operator = await member(
        '林雨晴',
        ...(['repairView', 'repairWork', 'repairDispatch', 'alarmManage', 'alarmHandle', 'monitorView'] as const),
      );
      const gatewayId = await aGateway(db, projectId);
      const strategyId = await aStrategy(db, projectId);
      for (let n = 1; n <= 20; n++) {
        const device = await aDevice(db, projectId, { name: `冷冻间 ${n} 号`, nameEn: `Freezer ${n}` });
        freezers.push([device, await aPoint(db, gatewayId, { deviceId: device, name: '库温' })]);
      }
      otherDevice = await aDevice(db, projectId, { name: '冷藏间', nameEn: 'Chiller' });
      await aRule(
        db,
        strategyId,
        {
          kind: 'limit',
          bands: { high: { limit: -15, severity: 1 }, low: { limit: -60, severity: 4 } },
          deadband: 1,
          onDelaySeconds: 0,
          offDelaySeconds: 0,
        },
        { points: freezers.map(([, point]) => point) },
      );
      people.engineer = await member('周凯', 'repairView', 'repairWork');
    },
  });
});
afterAll(() => app.stop());
beforeEach(() => {
  clock.set(start);
  [deviceId, pointId] = freezers.pop()!;
});

type BodyOf<Name extends CallName> = CallInput<AllCalls[Name]> extends { body: infer Body } ? Body : never;

async function report(extra: Partial<BodyOf<'addRepairActive'>> = {}) {
  return ask(people.operator, 'addRepairActive', {
    body: {
      ProjectId: projectId,
      EquipmentId: deviceId,
      FaultContent: '2 号风机停转',
      Level: 1,
      ClientKey: randomUUID(),
      ...extra,
    },
  });
}

const finding = { Cause: '二号风机轴承卡死，无法转动', Remedy: '更换二号风机电机并试运行' };
const needs: Partial<Record<RepairAction, object>> = {
  dispatch: {},
  signIn: { Reason: longReason },
  finish: finding,
  pause: { Type: 'waitingParts', Reason: longReason },
  reject: { Type: 'falseAlarm', Reason: longReason },
  reassign: { Reason: longReason },
  revoke: { Reason: longReason },
  pass: { Text: longReason },
};

async function step(userId: number, action: RepairAction, order: RepairDetail, extra: object = {}) {
  const given = action === 'dispatch' || action === 'reassign' ? { RepairUserId: people.engineer } : {};
  const body = {
    Id: order.RepairId,
    Revision: order.Revision,
    ClientKey: randomUUID(),
    ...given,
    ...needs[action],
    ...extra,
  };
  const { status, message, data } = await ask(userId, callOfAction[action], { body } as never);
  expect([action, status, message]).toEqual([action, 200, '']);
  return data as RepairDetail;
}

/** An order of the freezer that the engineer has accepted. */
async function accepted(): Promise<RepairDetail> {
  const { data } = await report();
  return step(people.engineer, 'accept', await step(people.operator, 'dispatch', data));
}

const current = async () =>
  (await ask(people.operator, 'getAlarmAct', { query: {}, body: { ProjectId: projectId, Mtid: deviceId } })).data.Data;
const onBoard = async () =>
  (await ask(people.operator, 'getTableListRead', { body: { ProjectId: projectId, ModelTreeIdList: [deviceId] } })).data
    .Data[0]!.Maintenance;
const warm = (value: number) => measure(app.application, [{ pointId, at: clock.now(), value }]);

describe('while somebody works on a device', () => {
  test('its alarms are under maintenance, from the sign-in to the finish, and the board, the device and the order say so', async () => {
    const order = await accepted();
    expect([await onBoard(), order.Maintenance]).toEqual([null, null]);
    const working = await step(people.engineer, 'signIn', order);
    const until = start + 8 * hour;
    expect(working.Maintenance).toEqual({ FromEPOCH: start, UntilEPOCH: until, EndEPOCH: null });
    expect(await onBoard()).toEqual({ UntilEPOCH: until });
    const device = await ask(people.operator, 'getModelTreeBaseInfo', {
      query: { modelTreeId: deviceId, ProjectId: projectId },
    });
    expect(device.data.Maintenance).toEqual({ UntilEPOCH: until });

    clock.advance(minute);
    await warm(-3);
    expect(await current()).toEqual([]);
    const shelves = await ask(people.operator, 'getAlarmShelfPage', { body: { ProjectId: projectId } });
    expect(shelves.data.Data).toMatchObject([
      {
        Kind: 'maintenance',
        Target: 'device',
        TargetName: 'Freezer 20',
        Reason: `Repair order ${order.RepairOrder}: 周凯 is at work`,
        State: 'inForce',
        HiddenCount: 1,
      },
    ]);
    const inChinese = await ask(
      people.operator,
      'getAlarmShelfPage',
      { body: { ProjectId: projectId } },
      { language: 'zh' },
    );
    expect(inChinese.data.Data[0]!.Reason).toBe(`维修工单${order.RepairOrder}：周凯正在现场维修`);

    clock.advance(hour);
    const finished = await step(people.engineer, 'finish', working);
    expect(finished.Maintenance).toEqual({ FromEPOCH: start, UntilEPOCH: until, EndEPOCH: clock.now() });
    expect(await onBoard()).toBeNull();
    // Nothing was lost: what is still wrong is shown again at once.
    expect(await current()).toMatchObject([{ Mtid: deviceId, Active: true, Hidden: null }]);
  });

  test('alarms show while the work pauses, and when it goes to somebody else or is revoked', async () => {
    const working = await step(people.engineer, 'signIn', await accepted());
    await warm(-3);
    const shown = async () => (await current()).length;
    expect(await shown()).toBe(0);
    const paused = await step(people.engineer, 'pause', working);
    expect([await shown(), await onBoard()]).toEqual([1, null]);
    clock.advance(9 * hour);
    const resumed = await step(people.engineer, 'resume', paused);
    expect([await shown(), await onBoard()]).toEqual([0, { UntilEPOCH: clock.now() + 8 * hour }]);
    const reassigned = await step(people.operator, 'reassign', resumed);
    expect(await shown()).toBe(1);
    const again = await step(people.engineer, 'signIn', await step(people.engineer, 'accept', reassigned));
    expect(await shown()).toBe(0);
    await step(people.operator, 'revoke', again);
    expect(await shown()).toBe(1);
  });

  test('a repair that is sent back hides nothing until somebody signs in', async () => {
    const finished = await step(people.engineer, 'finish', await step(people.engineer, 'signIn', await accepted()));
    await warm(-3);
    await step(people.operator, 'fail', finished, { Reason: longReason });
    expect([(await current()).length, await onBoard()]).toEqual([1, null]);
  });

  test('after eight hours alarms show though the work was never finished', async () => {
    const working = await step(people.engineer, 'signIn', await accepted());
    await warm(-3);
    clock.advance(8 * hour);
    // The platform looks every ten seconds; somebody else's act makes it look now.
    const ReviewDate = '2026-12-01';
    await ask(people.operator, 'setOutOfService', { body: { DeviceId: otherDevice, Reason: longReason, ReviewDate } });
    expect([(await current()).length, await onBoard()]).toEqual([1, null]);
    const order = await ask(people.engineer, 'queryRepairAcitve', { query: { id: working.RepairId } });
    expect(order.data.Maintenance).toEqual({
      FromEPOCH: start,
      UntilEPOCH: start + 8 * hour,
      EndEPOCH: start + 8 * hour,
    });
  });

  test('remote work hides them from its beginning to its finish, and is begun once', async () => {
    const order = await accepted();
    const working = await step(people.engineer, 'startRemote', order);
    expect([working.Status, working.Maintenance]).toEqual([
      2,
      { FromEPOCH: start, UntilEPOCH: start + 8 * hour, EndEPOCH: null },
    ]);
    await warm(-3);
    expect([(await current()).length, await onBoard()]).toEqual([0, { UntilEPOCH: start + 8 * hour }]);
    expect(working.ActionList).not.toContain('startRemote');
    const body = { Id: order.RepairId, Revision: working.Revision, ClientKey: randomUUID() };
    const again = await ask(people.engineer, 'startRemoteRepairActive', { body });
    expect([again.status, again.message]).toEqual([409, 'Remote work has begun already.']);
    const noted = await step(people.engineer, 'complement', working, { Text: longReason });
    expect(await onBoard()).not.toBeNull();
    await step(people.engineer, 'remote', noted, finding);
    expect([(await current()).length, await onBoard()]).toEqual([1, null]);
  });

  test('who comes to the place after remote work has a window of its own, of eight hours from there', async () => {
    const remote = await step(people.engineer, 'startRemote', await accepted());
    await warm(-3);
    clock.advance(7 * hour);
    const working = await step(people.engineer, 'signIn', remote);
    expect(working.Maintenance).toEqual({ FromEPOCH: clock.now(), UntilEPOCH: clock.now() + 8 * hour, EndEPOCH: null });
    clock.advance(2 * hour);
    expect((await current()).length).toBe(0);
    const shelves = await ask(people.operator, 'getAlarmShelfPage', { body: { ProjectId: projectId } });
    const inForce = shelves.data.Data.filter(({ Kind, State }) => Kind === 'maintenance' && State === 'inForce');
    expect(inForce.map(({ Reason }) => Reason)).toContain(`Repair order ${working.RepairOrder}: 周凯 is at work`);
    expect(inForce.map(({ Reason }) => Reason)).not.toContain(
      `Repair order ${working.RepairOrder}: 周凯 works on it remotely`,
    );
  });

  test('the window is of who repairs, also where the dispatcher resumes the work', async () => {
    const paused = await step(people.engineer, 'pause', await step(people.engineer, 'signIn', await accepted()));
    await step(people.operator, 'resume', paused);
    const shelves = await ask(people.operator, 'getAlarmShelfPage', { body: { ProjectId: projectId } });
    const inForce = shelves.data.Data.filter(({ Kind, State }) => Kind === 'maintenance' && State === 'inForce');
    expect(inForce.map(({ UserName }) => UserName)).toEqual(['周凯']);
  });

  test('who signs in can leave the alarms of the device shown', async () => {
    const working = await step(people.engineer, 'signIn', await accepted(), { HideAlarms: false });
    await warm(-3);
    expect([(await current()).length, await onBoard(), working.Maintenance]).toEqual([1, null, null]);
  });
});

describe('an order from a fault warning', () => {
  const aDriftOf = (device: number) =>
    aWarning(app.database.db, { deviceId: device, pointId, level: 2, remark: 'seen' });
  const feedbackOf = async (warningId: number) =>
    (await ask(people.operator, 'getPreAlarmEvidence', { query: { ID: warningId } })).data;

  test('has the warning beside it, is found by it, and its end is the feedback on it', async () => {
    const warningId = await aDriftOf(deviceId);
    const { data: order } = await report({ PreAlarmId: warningId });
    expect(order).toMatchObject({
      Source: 'warning',
      PreAlarm: { PreAlarmId: warningId, Type: 'drift', PointName: '库温', EndEPOCH: null },
    });
    const found = await ask(people.operator, 'getNewRepairActivePage', {
      query: { pageIndex: 1, pageSize: 10 },
      body: { PreAlarmId: warningId },
    });
    expect(found.data.Data.map(({ RepairId }) => RepairId)).toEqual([order.RepairId]);
    const finished = await (['dispatch', 'accept', 'signIn', 'finish'] as const).reduce(
      async (stands, action) => step(action === 'dispatch' ? people.operator : people.engineer, action, await stands),
      Promise.resolve(order),
    );
    await step(people.operator, 'pass', finished);
    expect((await feedbackOf(warningId)).FeedbackList[0]).toMatchObject({
      Feedback: 'done',
      Remark: order.RepairOrder,
    });
  });

  test('that the engineer calls a false alarm ends the warning as false', async () => {
    const warningId = await aDriftOf(deviceId);
    const { data: order } = await report({ PreAlarmId: warningId });
    await step(people.engineer, 'reject', await step(people.operator, 'dispatch', order));
    const { Warning, FeedbackList } = await feedbackOf(warningId);
    expect(Warning.EndReason).toBe('false');
    expect(FeedbackList[0]).toMatchObject({ Feedback: 'false', Remark: longReason, UserName: '周凯' });
  });

  test('is refused where the warning is of another device or of nobody, and nothing is reported', async () => {
    const ofAnother = await report({ PreAlarmId: await aDriftOf(otherDevice) });
    expect([ofAnother.status, ofAnother.message]).toEqual([400, 'This fault warning is of another device.']);
    expect((await report({ PreAlarmId: 999_999_999 })).status).toBe(404);
    const orders = await ask(people.operator, 'getNewRepairActivePage', {
      query: { pageIndex: 1, pageSize: 10 },
      body: { EquipmentId: deviceId },
    });
    expect(orders.data.TotalCount).toBe(0);
  });
});

describe('a fault that comes back after its repair was accepted', () => {
  const acceptedRepair = async (about: Partial<BodyOf<'addRepairActive'>> = {}) => {
    const { data } = await report(about);
    const dispatched = await step(people.operator, 'dispatch', data);
    const signedIn = await step(people.engineer, 'signIn', await step(people.engineer, 'accept', dispatched));
    return step(people.operator, 'pass', await step(people.engineer, 'finish', signedIn));
  };
  const detail = async ({ RepairId: id }: RepairDetail) =>
    (await ask(people.operator, 'queryRepairAcitve', { query: { id } })).data;
  const warmFor = async () => {
    await warm(-3);
    const [alarm] = await current();
    return alarm!.Id;
  };

  test('is found by its alarm within 72 h, and rework is proposed to who reported it, once', async () => {
    await warmFor();
    const first = await acceptedRepair({ AlarmIdList: [(await current())[0]!.Id] });
    clock.advance(minute);
    await warm(-20);
    clock.advance(71 * hour);
    const back = await warmFor();
    await watchRepairsOf(app, clock);
    await watchRepairsOf(app, clock);
    const order = await detail(first);
    expect(order).toMatchObject({ Returned: { AlarmId: back, AlarmEPOCH: clock.now(), PointName: '库温' } });
    expect(order.ActionList).toContain('secondMaintenance');
    const { data: told } = await ask(people.operator, 'getNewRepairActiveMessagePage', { query: {} });
    const words = told.Data.map(({ RepairMessageContent }) => RepairMessageContent);
    expect(words.filter((text) => text.includes('The fault came back 71 h after the acceptance'))).toHaveLength(1);
    const again = await step(people.operator, 'secondMaintenance', order, { Reason: longReason });
    expect(again).toMatchObject({ Source: 'rework', Parent: { RepairId: first.RepairId } });
    expect(again.AlarmList.map(({ AlarmId }) => AlarmId)).toContain(back);
  });

  test('is found also where its rework is a draft or was revoked', async () => {
    const first = await acceptedRepair();
    await report({ ReworkOf: first.RepairId, Submit: false });
    const submitted = await report({ ReworkOf: first.RepairId, IgnoreDuplicate: true });
    clock.advance(minute);
    const back = await warmFor();
    await watchRepairsOf(app, clock);
    expect((await detail(first)).Returned).toBeNull();
    await step(people.operator, 'revoke', submitted.data);
    await watchRepairsOf(app, clock);
    expect((await detail(first)).Returned).toMatchObject({ AlarmId: back });
  });

  test('is asked about when a draft is submitted, and the order that is reworked says so', async () => {
    const first = await acceptedRepair();
    const draft = (await report({ Submit: false })).data;
    const stand = { Id: draft.RepairId, Revision: draft.Revision };
    const asked = await ask(people.operator, 'submitRepairActive', { body: { ...stand, ClientKey: randomUUID() } });
    expect([asked.status, asked.message]).toEqual([
      409,
      `${first.RepairOrder} of this device was accepted 0 h ago. Has its fault come back? Then report it as rework.`,
    ]);
    const again = await step(people.operator, 'submit', draft, { ReworkOf: first.RepairId });
    expect(again.Parent).toMatchObject({ RepairOrder: first.RepairOrder });
    const journal = async () =>
      (await ask(people.operator, 'getRepairSchedule', { query: { id: first.RepairId } })).data.map(({ Text }) => Text);
    expect(await journal()).toContain(`Rework ${again.RepairOrder}`);
    // Said when the draft was saved: nothing more is asked.
    const saved = (await report({ Submit: false, IgnoreDuplicate: true, ReworkOf: first.RepairId })).data;
    expect((await journal()).filter((text) => text.startsWith('Rework'))).toHaveLength(1);
    const submitted = await step(people.operator, 'submit', saved);
    expect(await journal()).toContain(`Rework ${submitted.RepairOrder}`);
    const other = (await report({ Submit: false, IgnoreDuplicate: true })).data;
    expect((await step(people.operator, 'submit', other, { IgnoreDuplicate: true })).Parent).toBeNull();
  });

  test('is not proposed as rework where its alarm is only recorded', async () => {
    const first = await acceptedRepair();
    clock.advance(minute);
    await warm(-70);
    expect(await current()).toMatchObject([{ Level: 4 }]);
    await watchRepairsOf(app, clock);
    expect((await detail(first)).Returned).toBeNull();
  });

  test('is another fault after 72 h, and where the alarm is of another rule', async () => {
    await warmFor();
    const first = await acceptedRepair({ AlarmIdList: [(await current())[0]!.Id] });
    clock.advance(minute);
    await warm(-20);
    clock.advance(72 * hour);
    await warmFor();
    await watchRepairsOf(app, clock);
    expect((await detail(first)).Returned).toBeNull();
    expect((await report()).status).toBe(200);
  });

  test('is proposed as rework when it is reported again, and may be said to be another fault', async () => {
    const first = await acceptedRepair();
    clock.advance(20 * hour);
    const refused = await report();
    expect([refused.status, refused.message, (refused.data as { RefusedIds?: number[] }).RefusedIds]).toEqual([
      409,
      `${first.RepairOrder} of this device was accepted 20 h ago. Has its fault come back? Then report it as rework.`,
      [first.RepairId],
    ]);
    const again = (await report({ ReworkOf: first.RepairId })).data;
    expect(again).toMatchObject({ Status: 1, Source: 'rework', Parent: { RepairOrder: first.RepairOrder } });
    expect((await detail(first)).ReworkList).toMatchObject([{ RepairId: again.RepairId }]);
    const other = (await report({ IgnoreDuplicate: true })).data;
    expect(other).toMatchObject({ Source: 'manual', Parent: null });
    // Of an order that is not done, of another device, or of nobody.
    const ofAnother = await report({ EquipmentId: otherDevice, ReworkOf: first.RepairId });
    expect([ofAnother.status, ofAnother.message]).toEqual([400, 'Rework is of a completed order of the same device.']);
    expect((await report({ IgnoreDuplicate: true, ReworkOf: other.RepairId })).status).toBe(400);
    expect((await report({ IgnoreDuplicate: true, ReworkOf: 999_999_999 })).status).toBe(404);
    clock.advance(91 * 24 * hour);
    const late = await report({ IgnoreDuplicate: true, ReworkOf: first.RepairId });
    expect([late.status, late.message]).toEqual([409, 'More than 90 days ago. Report it anew.']);
  });
});
