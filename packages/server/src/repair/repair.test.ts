import { randomUUID } from 'node:crypto';
import {
  type AllCalls,
  type CallInput,
  type CallName,
  callOfAction,
  type PermissionName,
  permissionsOfAction,
  type RepairAction,
  type RepairRole,
  type RepairStatus,
  repairActionNames,
  repairActions,
  repairErrors,
  repairStatuses,
  transitionOf,
} from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { watchEvents } from '../eventNotices/index.ts';
import { manualClock } from '../platform/clock.ts';
import { readSheet } from '../platform/excel/readSheet.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
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
  limitMember,
} from '../testing/factories.ts';
import { aTeam } from '../testing/teamFactory.ts';
import { tokenFor } from '../testing/tokenFor.ts';
import { watchRepairsOf } from '../testing/watchRepairsOf.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Tuesday, 24 November 2026, 08:16 in Shanghai. */
const start = Date.UTC(2026, 10, 24, 0, 16);
const clock = manualClock(start);
const longReason = 'A reason of more than ten characters';

let app: TestApplication;
/** Signed in by the server's clock. */
const ask = askAs(() => app, clock);
let companyId: number;
let projectId: number;
let deviceId: number;
let pointId: number;
let teamId: number;
const people: Record<
  'applicant' | 'engineer' | 'other' | 'teamAdmin' | 'dispatcher' | 'reader' | 'accountant',
  number
> = {
  applicant: 0,
  engineer: 0,
  other: 0,
  teamAdmin: 0,
  dispatcher: 0,
  reader: 0,
  accountant: 0,
};

beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: '华东冷链一号库' });
      await db.updateTable('project').set({ latitude: 31.2, longitude: 121.4 }).where('id', '=', projectId).execute();
      const gatewayId = await aGateway(db, projectId);
      deviceId = await aDevice(db, projectId, { name: '冷冻间 3 号', nameEn: 'Freezer 3' });
      pointId = await aPoint(db, gatewayId, { deviceId, name: '库温' });
      const strategyId = await aStrategy(db, projectId);
      const bands = { high: { limit: -15, severity: 1 as const } };
      await aRule(
        db,
        strategyId,
        { kind: 'limit', bands, deadband: 1, onDelaySeconds: 0, offDelaySeconds: 0 },
        { points: [pointId] },
      );
      const member = (nickname: string, ...permissions: PermissionName[]) =>
        aMember(db, companyId, projectId, { nickname, permissions });
      people.applicant = await member('林雨晴', 'repairView', 'repairWork', 'alarmManage');
      people.engineer = await member('周凯', 'repairView', 'repairWork');
      people.other = await member('陈晨', 'repairView', 'repairWork');
      people.teamAdmin = await member('孙师傅', 'repairView', 'repairWork');
      people.dispatcher = await member('赵磊', 'repairView', 'repairDispatch');
      people.reader = await member('读者', 'repairView');
      people.accountant = await member('会计', 'repairView', 'workCosts');
      teamId = await aTeam(db, companyId, [people.other], [people.teamAdmin]);
    },
  });
});
afterAll(() => app.stop());
beforeEach(() => clock.set(start));

type BodyOf<Name extends CallName> = CallInput<AllCalls[Name]> extends { body: infer Body } ? Body : never;

/** Reports the freezer, and answers the order. */
async function report(extra: Partial<BodyOf<'addRepairActive'>> = {}, userId = people.applicant) {
  return ask(userId, 'addRepairActive', {
    body: {
      ProjectId: projectId,
      EquipmentId: deviceId,
      FaultContent: '2 号风机停转',
      Level: 1,
      ClientKey: randomUUID(),
      IgnoreDuplicate: true,
      ...extra,
    },
  });
}

const extras: Record<RepairAction, object> = {
  // Orders of one device in many states at once.
  submit: { IgnoreDuplicate: true },
  remove: {},
  // The order that takes it is one of its own in the grid.
  merge: {},
  dispatch: {},
  accept: {},
  // Its maintenance window has tests of its own, in workOnDevice.test.ts.
  signIn: { Reason: longReason, HideAlarms: false },
  finish: { Cause: '二号风机轴承卡死，无法转动', Remedy: '更换二号风机电机并试运行' },
  startRemote: {},
  voidPause: { Reason: longReason },
  remote: { Cause: '二号风机轴承卡死，无法转动', Remedy: '远程重启控制器并观察运行' },
  pass: { Text: longReason },
  fail: { Reason: longReason },
  assess: { Score: 5 },
  settle: { Type: 'free' },
  pause: { Type: 'waitingParts', Reason: longReason },
  resume: {},
  complement: { Text: longReason },
  reassign: { Reason: longReason },
  reject: { Type: 'timeConflict', Reason: longReason },
  revoke: { Reason: longReason },
  secondMaintenance: { Reason: longReason },
};

/** Takes a step of an order as it stands. */
async function step(userId: number, action: RepairAction, order: { RepairId: number; Revision: number }, extra = {}) {
  const RepairUserId = action === 'dispatch' || action === 'reassign' ? { RepairUserId: people.engineer } : {};
  const body = {
    Id: order.RepairId,
    Revision: order.Revision,
    ClientKey: randomUUID(),
    ...RepairUserId,
    ...extras[action],
    ...extra,
  };
  return ask(userId, callOfAction[action], { body } as never) as unknown as ReturnType<typeof report>;
}

/** Brings an order through several steps; each has to be allowed. */
async function through(
  order: Awaited<ReturnType<typeof report>>['data'],
  ...steps: readonly (readonly [number, RepairAction, object?])[]
) {
  let stands = order;
  for (const [userId, action, extra] of steps) {
    const { status, message, data } = await step(userId, action, stands, extra);
    expect([action, status, message]).toEqual([action, 200, '']);
    stands = data;
  }
  return stands;
}

describe('the whole grid of actions, states and parts', () => {
  const holders = {
    applicant: () => people.applicant,
    assignee: () => people.engineer,
    candidate: () => people.other,
    teamAdmin: () => people.teamAdmin,
    dispatcher: () => people.dispatcher,
    acceptor: () => people.dispatcher,
    accountant: () => people.accountant,
  } satisfies Record<RepairRole, () => number>;
  /** What each person is, where the order was reported by the applicant and is repaired by the engineer, or by nobody. */
  const rolesOfPerson = (userId: number, isAssigned: boolean): RepairRole[] => {
    const works = [people.applicant, people.engineer, people.other].includes(userId);
    return [
      ...(userId === people.applicant ? (['applicant', 'acceptor'] as const) : []),
      ...(isAssigned && userId === people.engineer ? (['assignee'] as const) : []),
      ...(!isAssigned && works ? (['candidate'] as const) : []),
      ...(userId === people.teamAdmin ? (['teamAdmin'] as const) : []),
      ...(userId === people.dispatcher ? (['dispatcher', 'acceptor'] as const) : []),
      ...(userId === people.accountant ? (['accountant'] as const) : []),
    ];
  };

  async function orderIn(
    status: RepairStatus,
    isAssigned: boolean,
    { isPaused, device }: { isPaused: boolean; device: number | null },
  ): Promise<number> {
    const at = new Date(start);
    const reached = (from: number) => (status >= from ? at : null);
    const { id } = await app.database.db
      .insertInto('repair_order')
      .values({
        project_id: projectId,
        number: status === -1 ? null : `R-${randomUUID()}`,
        status,
        severity: 2,
        source: 'manual',
        device_id: device,
        device_name: '冷冻间 3 号',
        fault_content: '风机停转',
        service_type: 'onSite',
        applicant_id: people.applicant,
        applicant_name: '林雨晴',
        team_id: teamId,
        team_name: '冷链维保',
        assignee_id: isAssigned ? people.engineer : null,
        assignee_name: isAssigned ? '周凯' : null,
        created_at: at,
        submitted_at: status === -1 ? null : at,
        accepted_at: reached(2),
        finished_at: reached(6),
        completed_at: reached(7),
        paused_since: isPaused ? at : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  /** One that is over, of an order. */
  async function pauseOf(orderId: number): Promise<number> {
    const { id } = await app.database.db
      .insertInto('work_pause')
      .values({
        ...{ project_id: projectId, order_kind: 'repair', order_id: orderId, reason: 'waitingParts' },
        ...{ from_at: new Date(start), until_at: new Date(start) },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  test.each(repairActionNames)('%s: who may, when, and what becomes of it', async (action) => {
    const call = callOfAction[action];
    const permissions = permissionsOfAction(action);
    const persons = [...new Set([...Object.values(holders).map((of) => of()), people.reader])];
    const tokens = new Map<number, string>();
    for (const userId of persons) tokens.set(userId, await tokenFor(app.database.db, userId, clock));
    const held: Record<number, readonly string[]> = {
      [people.applicant]: ['repairWork'],
      [people.engineer]: ['repairWork'],
      [people.other]: ['repairWork'],
      [people.teamAdmin]: ['repairWork'],
      [people.dispatcher]: ['repairDispatch'],
      [people.reader]: [],
      [people.accountant]: ['workCosts'],
    };
    for (const status of repairStatuses)
      for (const userId of persons) {
        const isAssigned = userId !== people.other;
        const id = await orderIn(status, isAssigned, {
          isPaused: action === 'resume',
          // The window of a device would hide the alarms of the tests below.
          device: action === 'startRemote' ? null : deviceId,
        });
        const RepairUserId = action === 'dispatch' || action === 'reassign' ? { RepairUserId: people.engineer } : {};
        const body = {
          ...{ Id: id, Revision: 1, ClientKey: randomUUID() },
          ...(action === 'voidPause' ? { PauseId: await pauseOf(id) } : {}),
          ...(action === 'merge' ? { TargetId: await orderIn(2, true, { isPaused: false, device: null }) } : {}),
          ...RepairUserId,
          ...extras[action],
        };
        const { status: code, envelope } = await makeCall(app.url, call, { body }, { token: tokens.get(userId)! });
        const cell = `${action} in ${status} by ${Object.entries(people).find(([, each]) => each === userId)?.[0]}`;
        const transition = transitionOf(action, status);
        const isDraftOfAnother = status === -1 && userId !== people.applicant && userId !== people.dispatcher;
        const { rows } = await app.database.pool.query('SELECT status, revision FROM repair_order WHERE id = $1', [id]);
        if (!permissions.some((permission) => held[userId]!.includes(permission))) {
          expect([cell, code]).toEqual([cell, 403]);
        } else if (isDraftOfAnother) {
          expect([cell, code]).toEqual([cell, 404]);
        } else if (transition === null) {
          const refusal = action === 'remove' ? repairErrors.submittedStays.en : `“${repairActions[action].en}”`;
          expect([cell, code]).toEqual([cell, 409]);
          expect(envelope.Message).toContain(refusal);
        } else if (!transition.who.some((role) => rolesOfPerson(userId, isAssigned).includes(role))) {
          const refusal = repairErrors[transition.refusal];
          expect([cell, code, envelope.Message]).toEqual([cell, refusal.code, refusal.en]);
        } else {
          expect([cell, code, envelope.Message]).toEqual([cell, 200, '']);
          const to =
            transition.to === 'gone'
              ? null
              : transition.to === 'same'
                ? status
                : transition.to === 'back'
                  ? 3
                  : transition.to;
          expect([cell, rows[0]?.status ?? null, rows[0]?.revision ?? null]).toEqual([
            cell,
            to,
            to === null ? null : 2,
          ]);
          continue;
        }
        expect([cell, rows]).toEqual([cell, [{ status, revision: 1 }]]);
      }
  });
});

const watch = () => watchRepairsOf(app, clock);

describe('an order from an alarm to its acceptance', () => {
  test('is reported with the alarm, dispatched, repaired, verified by readings and accepted without a word', async () => {
    const at = start - 18 * minute;
    await measure(app.application, [
      { pointId, at: at - minute, value: -10 },
      { pointId, at, value: -10 },
    ]);
    const alarm = await app.database.db
      .selectFrom('alarm')
      .where('point_id', '=', pointId)
      .select('id')
      .executeTakeFirstOrThrow();
    const { data: reported } = await report({ AlarmIdList: [alarm.id] });
    expect(reported).toMatchObject({
      Status: 1,
      Source: 'alarm',
      ApplicantName: '林雨晴',
      AlarmList: [{ AlarmId: alarm.id, ALARM_EPOCH_CLEARED: null }],
      ActionList: ['accept', 'revoke'],
      Clock: { Kind: 'response', State: 'running', DueEPOCH: start + 15 * minute },
    });
    expect(reported.RepairOrder).toMatch(/^R20261124-\d{4}$/);
    const withOrder = await ask(people.applicant, 'getAlarmAct', { query: { status: 0 }, body: { IsRepair: true } });
    expect(withOrder.data.Data.map(({ Id }) => Id)).toEqual([alarm.id]);

    const dispatched = await through(reported, [people.dispatcher, 'dispatch']);
    expect(dispatched).toMatchObject({ Status: 1, RepairUserName: '周凯' });
    const told = await ask(people.engineer, 'getNewRepairActiveMessagePage', { query: {} });
    expect(told.data.Data[0]).toMatchObject({
      RepairId: reported.RepairId,
      RepairMessageContent: 'Freezer 3: Dispatched to 周凯',
    });
    clock.advance(5 * minute);
    const accepted = await through(dispatched, [people.engineer, 'accept']);
    expect(accepted.ClockList[0]).toMatchObject({ Kind: 'response', State: 'met', UsedSeconds: 300 });

    const far = await step(people.engineer, 'signIn', accepted, { Reason: '', Latitude: 31.3, Longitude: 121.4 });
    expect([far.status, far.message]).toEqual([400, 'You are 11.1 km from the site. Say why.']);
    clock.advance(hour);
    const there = { Reason: '', Latitude: 31.2005, Longitude: 121.4 };
    const signedIn = await through(accepted, [people.engineer, 'signIn', there]);
    clock.advance(hour);
    const finished = await through(signedIn, [people.engineer, 'finish']);
    expect(finished).toMatchObject({ Status: 6, Recovery: 'waiting' });
    expect(
      (await ask(people.applicant, 'queryRepairAcitve', { query: { id: finished.RepairId } })).data.ActionList,
    ).toEqual(['pass', 'fail', 'complement']);

    const hasty = await step(people.applicant, 'pass', finished, { Text: '' });
    expect([hasty.status, hasty.message]).toEqual([
      400,
      'Recovery is not verified (waiting for recovery). Say in at least 10 characters why you accept.',
    ]);
    const finishedAt = clock.now();
    await measure(
      app.application,
      Array.from({ length: 35 }, (_, i) => ({ pointId, at: finishedAt + i * minute, value: -19 })),
    );
    clock.set(finishedAt + 35 * minute);
    await watch();
    const verified = (await ask(people.applicant, 'queryRepairAcitve', { query: { id: finished.RepairId } })).data;
    expect(verified).toMatchObject({ Recovery: 'verified', Revision: finished.Revision });
    expect(verified.RecoveryDetail).toMatchObject({ SinceEPOCH: finishedAt, VerifiedEPOCH: finishedAt + 30 * minute });
    expect(verified.PointList).toMatchObject([{ High: -16, WorstValue: -10, WorstEPOCH: at - minute }]);
    expect(verified.DowntimeSeconds).toBe((finishedAt - at) / 1000 + 60);
    const done = await through(verified, [people.applicant, 'pass', { Text: '' }]);
    expect(done).toMatchObject({ Status: 7, ActionList: ['assess', 'secondMaintenance'] });

    const { data: schedule } = await ask(people.applicant, 'getRepairSchedule', { query: { id: done.RepairId } });
    expect(schedule.filter(({ Kind }) => Kind !== 'plant').map(({ Action }) => Action)).toEqual([
      'pass',
      'recovery.verified',
      'finish',
      'signIn',
      'accept',
      'dispatch',
      'submit',
    ]);
    expect(schedule.filter(({ Kind }) => Kind === 'plant').map(({ Action }) => Action)).toEqual([
      'alarmReturned',
      'alarmRaised',
    ]);
  });
});

describe('a request', () => {
  test('that is sent twice is done once, and answered twice', async () => {
    const key = randomUUID();
    const first = await report({ ClientKey: key });
    const second = await report({ ClientKey: key });
    expect([second.status, second.data.RepairId]).toEqual([200, first.data.RepairId]);
    const body = { Id: first.data.RepairId, Revision: first.data.Revision, ClientKey: randomUUID() };
    const accepts = await Promise.all([1, 2].map(() => ask(people.engineer, 'acceptRepairActive', { body })));
    expect(accepts.map(({ status, data }) => [status, data.Status])).toEqual([
      [200, 2],
      [200, 2],
    ]);
    const reused = await ask(people.engineer, 'resumeRepairActive', { body });
    expect(reused.status).toBe(409);
  });

  test('of the second of two who accept at once is refused, and says who was first', async () => {
    const { data: order } = await report();
    const replies = await Promise.all([people.engineer, people.other].map((userId) => step(userId, 'accept', order)));
    const codes = replies.map(({ status }) => status);
    expect([...codes].sort()).toEqual([200, 409]);
    const winner = codes[0] === 200 ? '周凯' : '陈晨';
    expect(replies.find(({ status }) => status === 409)?.message).toBe(
      `Status not changed: ${winner}: Accept at 2026-11-24 08:16. Refresh and try again.`,
    );
  });
});

test('numbers have no gaps: one that is refused takes none', async () => {
  const first = (await report()).data.RepairOrder!;
  const refused = await report({ IgnoreDuplicate: false });
  expect([refused.status, refused.message]).toEqual([
    409,
    expect.stringMatching(/^R20261124-\d{4} is already open for this device\. Add to it instead\?$/),
  ]);
  await Promise.all(Array.from({ length: 5 }, () => report()));
  const last = (await report()).data.RepairOrder!;
  expect(Number(last.slice(-4)) - Number(first.slice(-4))).toBe(6);
});

test('a draft has no number, is seen by its author and dispatchers alone, and can be deleted until it is submitted', async () => {
  const { data: draft } = await report({ Submit: false });
  expect(draft).toMatchObject({
    Status: -1,
    RepairOrder: null,
    ClockList: [],
    ActionList: ['submit', 'merge', 'remove'],
  });
  const query = { id: draft.RepairId };
  expect((await ask(people.engineer, 'queryRepairAcitve', { query })).status).toBe(404);
  expect((await ask(people.dispatcher, 'queryRepairAcitve', { query })).status).toBe(200);
  const submitted = await through(draft, [people.applicant, 'submit', { IgnoreDuplicate: true }]);
  expect(submitted.RepairOrder).toMatch(/^R2026/);
});

test('a draft is saved beside an open order of the device without a question, which comes when it is submitted', async () => {
  await report();
  const { status, data: draft } = await report({ Submit: false, IgnoreDuplicate: false });
  expect([status, draft.Status]).toEqual([200, -1]);
  for (const [language, sentence] of [
    ['en', 'is already open for this device. Add to it instead?'],
    ['zh', '该设备已有未完成工单'],
  ] as const) {
    const body = { Id: draft.RepairId, Revision: draft.Revision, ClientKey: randomUUID() };
    const asked = await ask(people.applicant, 'submitRepairActive', { body }, { language });
    expect([asked.status, asked.message]).toEqual([409, expect.stringContaining(sentence)]);
    expect(asked.data).toMatchObject({ RefusedIds: [expect.any(Number)] });
  }
  expect((await through(draft, [people.applicant, 'submit', { IgnoreDuplicate: true }])).Status).toBe(1);
});

test('a draft is merged into an open order with its words, and stays as revoked without a number', async () => {
  const { data: open } = await report();
  const draft = async () =>
    (await report({ Submit: false, FaultContent: '风机有异响', ContactPhone: '13800000000' })).data;
  const { RepairId, Revision } = await draft();
  const merge = (TargetId: number, userId = people.dispatcher) =>
    ask(userId, 'mergeRepairActive', { body: { Id: RepairId, Revision, ClientKey: randomUUID(), TargetId } });
  expect((await merge(RepairId)).message).toBe(repairErrors.mergeOpenOnly.en);
  const revoked = await through((await report()).data, [people.applicant, 'revoke']);
  expect((await merge(revoked.RepairId)).message).toBe(repairErrors.mergeOpenOnly.en);
  expect((await merge(999_999_999)).status).toBe(404);
  const { data } = await merge(open.RepairId);
  expect(data).toMatchObject({ Status: 0, RepairOrder: null, ActionList: [] });
  const { data: course } = await ask(people.dispatcher, 'getRepairSchedule', { query: { id: open.RepairId } });
  expect(JSON.stringify(course)).toContain('Merged: report by');
  expect(JSON.stringify(course)).not.toContain('13800000000');
  expect(JSON.stringify(course)).toContain('风机有异响');
  const { data: after } = await ask(people.dispatcher, 'queryRepairAcitve', { query: { id: open.RepairId } });
  expect(after).toMatchObject({ Status: open.Status, Revision: open.Revision + 1 });
});

test('the journal can neither be changed nor deleted', async () => {
  await report();
  await expect(app.database.pool.query('UPDATE work_journal SET text_zh = $1', ['x'])).rejects.toThrow();
  await expect(app.database.pool.query('DELETE FROM work_journal')).rejects.toThrow();
});

test('a missed target is found within the minute, stays a fact, is told to the dispatchers, is an event and a filter', async () => {
  const { data: order } = await report();
  const { data: late } = await report();
  clock.advance(16 * minute);
  await watch();
  const page = async (body: BodyOf<'getNewRepairActivePage'>) =>
    (await ask(people.dispatcher, 'getNewRepairActivePage', { query: {}, body })).data.Data;
  expect((await page({ IsOverdue: true })).map(({ RepairId }) => RepairId)).toContain(order.RepairId);
  const { data: told } = await ask(people.dispatcher, 'getNewRepairActiveMessagePage', { query: {} });
  expect(told.Data.map(({ RepairMessageContent }) => RepairMessageContent)).toContain(
    'Freezer 3: Response overdue (was due 11-24 08:31)',
  );
  const accepted = await through(
    (await ask(people.other, 'queryRepairAcitve', { query: { id: order.RepairId } })).data,
    [people.other, 'accept'],
  );
  expect(accepted.ClockList[0]).toMatchObject({ State: 'met', BreachedEPOCH: start + 15 * minute });
  expect(accepted.IsOverdue).toBe(false);
  const outbox = { available: { sms: false, voice: false, email: false, webhook: false }, wake: () => {} };
  const events = async () => {
    await watchEvents({ pool: app.database.pool, clock, outbox });
    const { rows } = await app.database.pool.query<{ detail_en: string; ended: boolean }>(
      "SELECT detail_en, recovered_at IS NOT NULL AS ended FROM platform_event WHERE type = 'orderOverdue' AND subject_id = $1 ORDER BY id",
      [late.RepairId],
    );
    return rows;
  };
  expect(await events()).toEqual([{ detail_en: 'Response', ended: false }]);
  await step(
    people.other,
    'accept',
    (await ask(people.other, 'queryRepairAcitve', { query: { id: late.RepairId } })).data,
  );
  expect(await events()).toEqual([{ detail_en: 'Response', ended: true }]);
});

test('a pause stops the clocks with its reason, and resuming moves what is due', async () => {
  const accepted = await through((await report()).data, [people.engineer, 'accept']);
  const paused = await through(accepted, [people.engineer, 'pause']);
  expect(paused).toMatchObject({ IsPaused: true, Pause: { Type: 'waitingParts', Reason: longReason } });
  expect(paused.Clock).toMatchObject({ Kind: 'arrival', State: 'paused', DueEPOCH: null });
  expect((await step(people.engineer, 'signIn', paused)).message).toBe('The order is paused. Resume it first.');
  clock.advance(hour);
  const resumed = await through(paused, [people.engineer, 'resume']);
  expect(resumed.Clock).toMatchObject({ State: 'running', DueEPOCH: start + 3 * hour });
});

test('a dispatcher voids a pause that is over: the clocks count it, may have been missed by it, and the journal says so', async () => {
  const accepted = await through((await report({ Level: 1 })).data, [people.engineer, 'accept']);
  const paused = await through(accepted, [people.engineer, 'pause']);
  const [lasting] = paused.PauseList;
  const early = await step(people.dispatcher, 'voidPause', paused, { PauseId: lasting!.PauseId });
  expect([early.status, early.message]).toEqual([409, repairErrors.noSuchPause.en]);
  const offered = async () =>
    (await ask(people.dispatcher, 'queryRepairAcitve', { query: { id: paused.RepairId } })).data.ActionList.includes(
      'voidPause',
    );
  expect(await offered()).toBe(false);
  clock.advance(3 * hour);
  const resumed = await through(paused, [people.engineer, 'resume']);
  expect(resumed.Clock).toMatchObject({ Kind: 'arrival', State: 'running', BreachedEPOCH: null });
  expect(await offered()).toBe(true);
  const { PauseId } = resumed.PauseList[0]!;
  expect((await step(people.engineer, 'voidPause', resumed, { PauseId })).status).toBe(403);
  expect((await step(people.dispatcher, 'voidPause', resumed, { PauseId, Reason: 'short' })).status).toBe(400);
  const voided = await through(resumed, [people.dispatcher, 'voidPause', { PauseId }]);
  expect(voided.PauseList).toMatchObject([{ PauseId, VoidName: '赵磊', VoidReason: longReason }]);
  expect(voided.ClockList[1]).toMatchObject({
    Kind: 'arrival',
    BreachedEPOCH: start + 2 * hour,
    UsedSeconds: 3 * 3600,
  });
  const { data: journal } = await ask(people.dispatcher, 'getRepairSchedule', { query: { id: voided.RepairId } });
  expect(journal[0]!.Text).toContain('overdue by this: Arrival');
  expect(await offered()).toBe(false);
  const again = await step(people.dispatcher, 'voidPause', voided, { PauseId });
  expect([again.status, again.message]).toEqual([409, repairErrors.noSuchPause.en]);
});

test('costs are added up half up, seen by those who may, settled once and free without a line', async () => {
  const finished = await through(
    (await report()).data,
    [people.engineer, 'accept'],
    [people.engineer, 'remote'],
    [people.applicant, 'pass'],
  );
  const query = { id: finished.RepairId };
  const proposal = async () => (await ask(people.accountant, 'getSettlementProposal', { query })).data;
  expect(await proposal()).toEqual({ Type: 'paid', Why: null, Of: null, WarrantyUntil: null });
  const under = async (until: string) => {
    const { db } = app.database;
    await db.deleteFrom('asset').where('code', '=', 'WARRANTED').execute();
    const { company_id, device_id } = await db
      .selectFrom('repair_order as r')
      .innerJoin('project as p', 'p.id', 'r.project_id')
      .where('r.id', '=', finished.RepairId)
      .select(['p.company_id', 'r.device_id'])
      .executeTakeFirstOrThrow();
    const plate = { name: 'Case', code: 'WARRANTED', category: '', model: '', factory_number: '', distributor: '' };
    const rest = { source: 'purchase', supplier: '', location: '', is_monitored: true, usage: 'inUse', note: '' };
    await db
      .insertInto('asset')
      .values({
        ...plate,
        ...rest,
        company_id,
        device_id,
        warranty_until: until,
        verification: 'verified',
        updated_at: new Date(),
      })
      .execute();
  };
  await under('2020-01-01');
  expect((await proposal()).Type).toBe('paid');
  await under('2999-01-01');
  expect(await proposal()).toEqual({ Type: 'free', Why: 'warranty', Of: null, WarrantyUntil: '2999-01-01' });
  await under('2020-01-01');
  // Repaired for the same cause 89 days before the report; 91 days before are too many.
  const { pool } = app.database;
  const earlier = await through(
    (await report()).data,
    [people.engineer, 'accept'],
    [people.engineer, 'remote'],
    [people.applicant, 'pass', { Text: longReason }],
  );
  const daysBefore = (days: number) =>
    pool.query(
      `UPDATE repair_order SET cause_id = (SELECT min(id) FROM fault_code WHERE kind = 'cause'),
         completed_at = CASE WHEN id = $1 THEN completed_at
           ELSE (SELECT submitted_at FROM repair_order WHERE id = $1) - $3 * interval '1 day' END
       WHERE id IN ($1, $2)`,
      [finished.RepairId, earlier.RepairId, days],
    );
  await daysBefore(89);
  expect(await proposal()).toMatchObject({ Type: 'free', Why: 'sameCause', Of: earlier.RepairOrder });
  await daysBefore(91);
  expect((await proposal()).Type).toBe('paid');
  expect((await ask(people.applicant, 'getSettlementProposal', { query })).status).toBe(403);
  const none = await step(people.accountant, 'settle', finished, { Type: 'paid' });
  expect([none.status, none.message]).toEqual([400, 'A paid order needs at least one cost line.']);
  const lines = [
    { Kind: 'labour', Description: '', QuantityMilli: 1250, Unit: 'h', PriceFen: 16_001 },
    { Kind: 'part', Description: 'Fan motor', QuantityMilli: 1000, Unit: 'pc', PriceFen: 126_000 },
  ];
  const settled = await step(people.accountant, 'settle', finished, { Type: 'paid', CostList: lines });
  expect(settled.data).toMatchObject({ Settlement: 'paid', TotalFen: 20_001 + 126_000 });
  const seen = (await ask(people.applicant, 'queryRepairAcitve', { query: { id: finished.RepairId } })).data;
  expect([seen.CostList, seen.TotalFen]).toEqual([null, null]);
  expect((await step(people.accountant, 'settle', settled.data)).message).toBe('This order has been settled.');
});

test('an order that was accepted before it was verified is observed on', async () => {
  const done = await through(
    (await report()).data,
    [people.engineer, 'accept'],
    [people.engineer, 'remote'],
    [people.applicant, 'pass'],
  );
  expect(done).toMatchObject({ Status: 7, Recovery: 'waiting' });
  const acceptedAt = clock.now();
  await measure(
    app.application,
    Array.from({ length: 70 }, (_, i) => ({ pointId, at: acceptedAt + i * minute, value: -19 })),
  );
  clock.set(acceptedAt + 70 * minute);
  await watch();
  const later = (await ask(people.applicant, 'queryRepairAcitve', { query: { id: done.RepairId } })).data;
  expect(later).toMatchObject({ Status: 7, Recovery: 'verified', Revision: done.Revision });
});

test('rework is a new order with the number of the first beside it; 91 days later it is refused', async () => {
  const done = await through(
    (await report()).data,
    [people.engineer, 'accept'],
    [people.engineer, 'remote'],
    [people.applicant, 'pass'],
  );
  const again = await step(people.applicant, 'secondMaintenance', done);
  expect(again.data).toMatchObject({ Status: 1, Source: 'rework', Parent: { RepairOrder: done.RepairOrder } });
  const first = (await ask(people.applicant, 'queryRepairAcitve', { query: { id: done.RepairId } })).data;
  expect(first.ReworkList).toMatchObject([{ RepairOrder: again.data.RepairOrder }]);
  clock.advance(91 * 24 * hour);
  expect((await step(people.applicant, 'secondMaintenance', first)).message).toBe(
    'More than 90 days ago. Report it anew.',
  );
  expect((await step(people.applicant, 'assess', first)).message).toBe(
    'Completed more than 30 days ago: it can no longer be rated.',
  );
});

test('refusals are said in Chinese, too', async () => {
  const { data: order } = await report();
  const body = { Id: order.RepairId, Revision: order.Revision, ClientKey: randomUUID() };
  const zh = { language: 'zh' } as const;
  const wrong = await ask(people.engineer, 'resumeRepairActive', { body }, zh);
  expect(wrong.message).toBe(`工单${order.RepairOrder}当前为“待接单”，不能继续`);
  const short = await ask(
    people.engineer,
    'rejectRepairActive',
    { body: { ...body, Type: 'other', Reason: '太远' } },
    zh,
  );
  expect([short.status, short.message]).toEqual([400, expect.stringContaining('拒单原因不少于10个字')]);
  const draft = await ask(
    people.applicant,
    'addRepairActive',
    { body: { ProjectId: projectId, FaultContent: '坏了', ClientKey: randomUUID() } },
    zh,
  );
  expect(draft.message).toContain('请选择报修设备或区域');
});

test('somebody who sees another device alone neither finds an order, nor counts it, nor is given it', async () => {
  const { db } = app.database;
  const otherDevice = await aDevice(db, projectId);
  const limited = await aMember(db, companyId, projectId, { permissions: ['repairView', 'repairWork'] });
  await limitMember(db, limited, projectId, { deviceIds: [otherDevice] });
  const { data: order } = await report();
  expect((await ask(limited, 'queryRepairAcitve', { query: { id: order.RepairId } })).status).toBe(404);
  expect((await ask(limited, 'getNewRepairActivePage', { query: {}, body: {} })).data.TotalCount).toBe(0);
  const counts = (await ask(limited, 'getNewRepairActivePageQueryParameter', { query: {}, body: [] })).data;
  expect(counts.StatusList.reduce((sum, { OrderCount }) => sum + OrderCount, 0)).toBe(0);
  const given = await step(people.dispatcher, 'dispatch', order, { RepairUserId: limited });
  expect([given.status, given.message]).toEqual([400, repairErrors.notARepairer.en]);
});

test('somebody who has lost the right is told nothing more of the orders they reported', async () => {
  const { db } = app.database;
  const leaver = await aMember(db, companyId, projectId, { permissions: ['repairView', 'repairWork'] });
  const { data: order } = await report({}, leaver);
  await db.deleteFrom('role_entry').where('user_id', '=', leaver).execute();
  await through((await ask(people.other, 'queryRepairAcitve', { query: { id: order.RepairId } })).data, [
    people.other,
    'accept',
  ]);
  const { rows } = await app.database.pool.query('SELECT text_en FROM repair_message WHERE user_id = $1', [leaver]);
  expect(rows).toEqual([]);
});

test('every filter of the specification finds what it says and nothing else, on the page and in the file', async () => {
  const { data: order } = await report({
    FaultContent: '压缩机异响',
    ContactPhone: '13912345678',
    IsApp: true,
    Level: 3,
  });
  const subsystem = await app.database.db
    .selectFrom('device')
    .innerJoin('device_class', 'device_class.id', 'device.device_class_id')
    .where('device.id', '=', deviceId)
    .select(['device_class.id as classId', 'device_class.subsystem_id as subsystemId'])
    .executeTakeFirstOrThrow();
  const base = { FaultContent: '压缩机' };
  const finds: BodyOf<'getNewRepairActivePage'>[] = [
    { Status: [1] },
    { StartCreateTime: '2026-11-24 08:16', EndCreateTime: '2026-11-24 08:16' },
    { ProjectIdList: [projectId] },
    { ApplicantIdList: [people.applicant] },
    { ProjectName: '华东' },
    { BigTypeIdList: [subsystem.subsystemId] },
    { BigTypeId: subsystem.subsystemId },
    { SmallTypeId: subsystem.classId },
    { EquipmentId: deviceId },
    { ApplicantNameOrPhone: '林雨' },
    { ApplicantNameOrPhone: '1391234' },
    { FaultContentOrOrder: order.RepairOrder! },
    { FaultContentOrOrder: '异响' },
    { IsApp: true },
    { IsMy: false },
    { IsOverdue: false },
    { LevelList: [3] },
  ];
  const misses: BodyOf<'getNewRepairActivePage'>[] = [
    { Status: [2, 3] },
    { EndCreateTime: '2026-11-24 08:15' },
    { ApplicantIdList: [people.engineer] },
    { ProjectName: '华南' },
    { BigTypeId: subsystem.subsystemId + 1000 },
    { SmallTypeId: subsystem.classId + 1000 },
    { MaintenanceUnitIdList: [1] },
    { RepairUserIdList: [people.engineer] },
    { AcceptanceTime: '2026-11-24' },
    { ApplicantNameOrPhone: '1399' },
    { IsApp: false },
    { IsMy: true },
    { IsOverdue: true },
  ];
  const count = async (body: BodyOf<'getNewRepairActivePage'>) =>
    (await ask(people.reader, 'getNewRepairActivePage', { query: {}, body: { ...base, ...body } })).data.TotalCount;
  for (const body of finds) expect([body, await count(body)]).toEqual([body, 1]);
  for (const body of misses) expect([body, await count(body)]).toEqual([body, 0]);
  const done = await through(
    order,
    [people.engineer, 'accept'],
    [people.engineer, 'remote'],
    [people.applicant, 'pass'],
  );
  expect(await count({ AcceptanceTime: '2026-11-24', RepairUserIdList: [people.engineer] })).toBe(1);
  const { file } = await ask(people.reader, 'exportNewRepairActivePage', {
    body: { ...base, FieldList: ['RepairOrder', 'Status', 'FaultContent'] },
  });
  const { header, rows } = await readSheet(file!, { maxRows: 10 });
  const cells = rows.map((row) => row.cells.map((cell) => ('value' in cell ? cell.value : null)));
  expect([header, ...cells]).toEqual([
    ['Order', 'Status', 'Fault'],
    [done.RepairOrder, 'Completed', '压缩机异响'],
  ]);
});

describe('an order that nobody accepts', () => {
  const hours = (count: number) => clock.advance(count * hour);
  const standing = async (id: number) => {
    const { rows } = await app.database.pool.query<{ status: number; actions: string[] | null }>(
      `SELECT status, (SELECT array_agg(action ORDER BY id) FROM work_journal WHERE order_kind = 'repair' AND order_id = r.id) AS actions
       FROM repair_order r WHERE id = $1`,
      [id],
    );
    return rows[0]!;
  };
  async function repaired(recovery: 'verified' | 'notVerifiable'): Promise<number> {
    const { data: order } = await report();
    const done = await through(order, [people.engineer, 'accept'], [people.engineer, 'remote']);
    await app.database.pool.query('UPDATE repair_order SET recovery_state = $2 WHERE id = $1', [
      done.RepairId,
      recovery,
    ]);
    return done.RepairId;
  }

  test('is accepted by time once readings have verified it and the applicant was reminded twice', async () => {
    const id = await repaired('verified');
    const after = async (count: number) => {
      hours(count);
      await watch();
      return (await standing(id)).actions?.filter((action) => action === 'acceptanceDue' || action === 'passByTime');
    };
    expect(await after(23)).toEqual([]);
    expect(await after(1)).toEqual(['acceptanceDue']);
    expect(await after(12)).toEqual(['acceptanceDue']);
    expect(await after(12)).toEqual(['acceptanceDue', 'acceptanceDue']);
    expect((await standing(id)).status).toBe(6);
    expect(await after(24)).toEqual(['acceptanceDue', 'acceptanceDue', 'passByTime']);
    expect((await standing(id)).status).toBe(7);
  });

  test('has both reminders and a day after each, though the server stood still for a week', async () => {
    const id = await repaired('verified');
    for (const pause of [7 * 24, 1, 23, 24]) {
      expect((await standing(id)).status).toBe(6);
      hours(pause);
      await watch();
    }
    expect((await standing(id)).status).toBe(7);
  });

  test('waits for ever where readings have not verified it', async () => {
    const id = await repaired('notVerifiable');
    hours(30 * 24);
    await watch();
    expect((await standing(id)).status).toBe(6);
  });
});

test('of 1,000 actions at a time on 100 orders none is lost and none is done twice', async () => {
  const { pool } = app.database;
  // Ten at a time: what is tried is what comes after.
  const orders = [];
  for (let ten = 0; ten < 10; ten++)
    orders.push(...(await Promise.all(Array.from({ length: 10 }, async () => (await report({ Level: 3 })).data))));
  const tokens = new Map<number, string>();
  for (const userId of [people.engineer, people.other, people.dispatcher])
    tokens.set(userId, await tokenFor(app.database.db, userId, clock));
  // Two who accept, a dispatcher who gives it to one of them, and each again with the same key, as after a lost answer.
  const attempts = orders.flatMap((order) =>
    Array.from({ length: 5 }, (_, place) => {
      const userId = place === 4 ? people.dispatcher : place % 2 === 0 ? people.engineer : people.other;
      const name = place === 4 ? ('dispatchRepairActive' as const) : ('acceptRepairActive' as const);
      const body = {
        Id: order.RepairId,
        Revision: order.Revision,
        ClientKey: randomUUID(),
        ...(place === 4 ? { RepairUserId: people.engineer } : {}),
      };
      return { order, userId, name, body };
    }),
  );
  const replies = await Promise.all(
    [...attempts, ...attempts].map(async ({ order, userId, name, body }) => {
      const { status } = await makeCall(app.url, name, { body }, { token: tokens.get(userId)! });
      return { orderId: order.RepairId, key: body.ClientKey, name, status };
    }),
  );
  expect(replies.length).toBe(1000);
  for (const order of orders) {
    const of = replies.filter(({ orderId }) => orderId === order.RepairId);
    const done = new Set(of.filter(({ status }) => status === 200).map(({ key }) => key));
    // One step of this revision, answered as often as it was sent; the others are refused.
    expect(done.size).toBe(1);
    expect(of.filter(({ key }) => done.has(key)).every(({ status }) => status === 200)).toBe(true);
    expect(of.filter(({ key }) => !done.has(key)).every(({ status }) => status === 409)).toBe(true);
    const { rows } = await pool.query(
      `SELECT r.revision, r.status, (SELECT array_agg(action ORDER BY id) FROM work_journal WHERE order_kind = 'repair' AND order_id = r.id) AS actions
       FROM repair_order r WHERE id = $1`,
      [order.RepairId],
    );
    const step = of.find(({ status }) => status === 200)!.name === 'acceptRepairActive' ? 'accept' : 'dispatch';
    expect(rows).toEqual([
      { revision: order.Revision + 1, status: step === 'accept' ? 2 : 1, actions: ['submit', step] },
    ]);
  }
});
