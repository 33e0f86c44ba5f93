import { type PermissionName, permissionsOf, prepaidErrors, writingErrors } from '@watchpost/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import type { AskAs } from '../testing/askAs.ts';
import { measure } from '../testing/equippedCompany.ts';
import { aCompany, aGateway, aMember, aPoint, aPointType, aProject } from '../testing/factories.ts';
import { soon } from '../testing/soon.ts';
import { tokenFor } from '../testing/tokenFor.ts';
import { Writing } from '../writing/index.ts';

const clock = { now: () => Date.now() };
let app: TestApplication;
let owner: number;
let projectId: number;
let meters: number[];
let relay: number;
let amount: number;
let count: number;
let lamp: number;
let accountId: number;
const ask: AskAs = async (userId, name, input, { language = 'en' } = {}) => {
  const token = await tokenFor(app.database.db, userId!, clock, { proven: true });
  const { status, envelope, file } = await makeCall(app.url, name, input as object, { token, language });
  return { status, message: envelope.Message, data: envelope.Data as never, file };
};

// A shop whose meter holds the money. Its points are virtual: they obey as soon as they are written.
beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Mall' });
      const place = { company_id: companyId, project_id: projectId, point_type_id: await aPointType(db, companyId) };
      const virtual = async (name: string) => {
        const values = { ...place, name, unit: '', decimals: 0, writable: true };
        return (await db.insertInto('point').values(values).returning('id').executeTakeFirstOrThrow()).id;
      };
      [relay, amount, lamp] = [await virtual('Relay'), await virtual('Amount'), await virtual('Lamp')];
      count = await aPoint(db, await aGateway(db, projectId), { name: 'Purchases', unit: '' });
      const meter = async (name: string) => {
        const values = { project_id: projectId, name, max_watts: 9000, created_at: new Date() };
        return (await db.insertInto('energy_meter').values(values).returning('id').executeTakeFirstOrThrow()).id;
      };
      meters = [await meter('Shop 1'), await meter('Shop 2')];
      const all: PermissionName[] = [...permissionsOf('company'), ...permissionsOf('project')];
      owner = await aMember(db, companyId, -1, { permissions: all });
    },
  });
  accountId = (
    await ask(owner, 'addPrepaidAccount', {
      body: {
        ...{ MeterId: meters[0]!, Consumer: 'Bakery', Mode: 'meterHeld' },
        ...{ SwitchPointId: relay, AmountPointId: amount, CountPointId: count },
      },
    })
  ).data.AccountId;
});
afterAll(() => app.stop());
afterEach(() => vi.restoreAllMocks());
beforeEach(() => measure(app.application, [{ pointId: relay, at: Date.now(), value: 1 }]));

const recordsOf = (pointId: number) =>
  app.database.db.selectFrom('write_record').where('point_id', '=', pointId).selectAll().orderBy('id').execute();
const job = (pointId: number) => ({
  ...{ JobName: 'Night', JobTimeExpression: '0 3 * * *' },
  PointValueList: [{ PointId: pointId, Value: 0 }],
});
const group = async (GroupName: string, PointIdList: number[]) =>
  (await ask(owner, 'addScheduleGroup', { body: { GroupName, ProjectIdList: [projectId], PointIdList } })).data.GroupId;

test('nobody switches a prepaid meter, or pays into it, by writing its points: each way says where it is done', async () => {
  const GroupId = await group('Night', [relay, amount]);
  const batch = (PointId: number) => ({ PointList: [{ PointId, Value: 0 }], Reason: 'Save power' });
  const each = [
    [relay, writingErrors.prepaidSwitch.en],
    [amount, writingErrors.prepaidMoney.en],
  ] as const;
  for (const [pointId, sentence] of each) {
    const ways = {
      single: await ask(owner, 'controlDown', { query: { pointID: pointId, writeData: 0 } }),
      batch: await ask(owner, 'batchControlDown', { body: batch(pointId) }),
      virtual: await ask(owner, 'setVirtualPoint', { body: { PointId: pointId, Value: 0 } }),
      scheduled: await ask(owner, 'addScheduleJob', { body: { ...job(pointId), GroupId } }),
    };
    for (const [way, { status, message }] of Object.entries(ways)) {
      expect([way, message]).toEqual([way, expect.stringContaining(sentence)]);
      expect([way, status]).toEqual([way, expect.toBeOneOf([400, 409])]);
    }
    expect(await recordsOf(pointId)).toEqual([]);
    const looked = (await ask(owner, 'getPointWrite', { query: { pointID: pointId } })).data;
    expect(looked.Blocked).toBe(sentence);
  }
  const listed = (await ask(owner, 'getWritablePointPage', { body: { ProjectIdList: [projectId] } })).data.Data;
  expect(listed.map(({ PointId }) => PointId)).toEqual([lamp]);
  const switched = await ask(owner, 'orderSwitch', {
    body: { AccountId: accountId, Want: 'on', Reason: 'The tenant has paid' },
  });
  expect(switched.data).toEqual({ State: 'done' });
});

test('a task that was saved before its point became a switch writes nothing afterwards', async () => {
  const saved = await ask(owner, 'addScheduleJob', { body: { ...job(lamp), GroupId: await group('Lamps', [lamp]) } });
  expect(saved.status).toBe(200);
  const second = { MeterId: meters[1]!, Consumer: 'Florist', SwitchPointId: lamp };
  const { data: florist } = await ask(owner, 'addPrepaidAccount', { body: second });
  const { JobId } = saved.data;
  const started = await ask(owner, 'runScheduleJob', { body: { JobId } });
  expect(started.message).toContain(writingErrors.prepaidSwitch.en);
  // One that fell due before.
  const { id: runId } = await app.database.db
    .insertInto('schedule_run')
    .values({ job_id: JobId, due_at: new Date(), outcome: 'waiting' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.database.pool.query("SELECT graphile_worker.add_job('carryOutSchedule', $1)", [{ runId }]);
  const runs = async () => (await ask(owner, 'getScheduleRunPage', { body: { JobIdList: [JobId] } })).data.Data;
  await expect.poll(async () => JSON.stringify(await runs()), soon).toContain(writingErrors.prepaidSwitch.en);
  expect(await recordsOf(lamp)).toEqual([]);
  await ask(owner, 'closePrepaidAccount', { body: { AccountId: florist.AccountId, Reason: 'The tenant moved out' } });
});

test('a point of one account is none of another, and becomes no switch while a write to it is under way', async () => {
  const open = (SwitchPointId: number) =>
    ask(owner, 'addPrepaidAccount', { body: { MeterId: meters[1]!, Consumer: 'Florist', SwitchPointId } });
  const taken = await open(relay);
  expect([taken.status, taken.message]).toEqual([409, prepaidErrors.pointTaken.en]);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const send = Writing.prototype.send;
  vi.spyOn(Writing.prototype, 'send').mockImplementation(async function (this: Writing, ...order) {
    await held;
    return send.apply(this, order);
  });
  const writing = ask(owner, 'controlDown', { query: { pointID: lamp, writeData: 1 } });
  await expect.poll(async () => (await recordsOf(lamp)).length, soon).toBe(1);
  const early = await open(lamp);
  expect([early.status, early.message]).toEqual([409, writingErrors.alreadyWriting.en]);
  letGo();
  expect((await writing).data.Outcome).toBe('succeeded');
  expect((await open(lamp)).status).toBe(200);
});
