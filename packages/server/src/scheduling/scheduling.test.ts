import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { schedulingErrors, writingErrors } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { grantsOfUser, system, tenantOf } from '../access/index.ts';
import { ReadingColumnsBuilder } from '../history/index.ts';
import { createEvents } from '../platform/events/events.ts';
import { silentLog } from '../platform/log/log.ts';
import { createOutboundGuard } from '../platform/outboundGuard.ts';
import { LiveValues } from '../points/index.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import type { AskAs } from '../testing/askAs.ts';
import { aCompany, aDevice, aGateway, aMember, aProject, aSlave } from '../testing/factories.ts';
import { aModbusPoint } from '../testing/fieldFactories.ts';
import { tokenFor } from '../testing/tokenFor.ts';
import { Writing } from '../writing/index.ts';
import { isSkipped, nextDues } from './dueTimes.ts';
import { carryOut, endAbandoned, forgetRuns, schedulingHandlers, takeDue } from './index.ts';
import { suspendJob } from './run.store.ts';

let app: TestApplication;
const ask: AskAs = async (userId, name, input, { language = 'en' } = {}) => {
  const token = await tokenFor(app.database.db, userId!, { now: () => started });
  const { status, envelope, file } = await makeCall(app.url, name, input as object, { token, language });
  return { status, message: envelope.Message, data: envelope.Data as never, file };
};
let companyId: number;
let planner: number;
let reader: number;
let projectId: number;
let setpoint: number;
let other: number;
let groupId: number;
/** What the devices were sent, and what they say to it. */
let sent: [number, number][];
let outcome: 'succeeded' | 'readsBackDifferently' | 'noResponse';
/** What the address that is called answers. */
let answer: { status: number; body: string } | 'silence';
let called: { method: string; url: string; type: string | undefined; body: string }[];
let live: LiveValues;
/** A point at which the server has an error; 0: at none. */
let breaksAt = 0;
let sink: Server;
let sinkUrl: string;
/** The server's own jobs stand at the beginning of an hour and find nothing due; the tests go on from there. */
const started = Math.floor(Date.now() / 3_600_000) * 3_600_000;
let now = started;
const clock = { now: () => now };

beforeAll(async () => {
  app = await startTestApplication({
    clock: { now: () => started },
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Store' });
      const deviceId = await aDevice(db, projectId);
      const gatewayId = await aGateway(db, projectId, { serialNumber: 'DTUSCHED01' });
      const slaveId = await aSlave(db, gatewayId, { address: 1 });
      setpoint = await aModbusPoint(db, gatewayId, { slaveId, address: 100, deviceId });
      other = await aModbusPoint(db, gatewayId, { slaveId, address: 101, deviceId });
      await db
        .updateTable('point')
        .set({ writable: true, range_low: -30, range_high: 10 })
        .where('id', 'in', [setpoint, other])
        .execute();
      planner = await aMember(db, companyId, -1, { permissions: ['scheduleEdit', 'allProjects'] });
      await aMember(db, companyId, projectId, { userId: planner, permissions: ['remoteWrite', 'monitorView'] });
      reader = await aMember(db, companyId, -1, { permissions: ['scheduleEdit', 'allProjects'] });
      await aMember(db, companyId, projectId, { userId: reader, permissions: ['monitorView'] });
    },
  });
  sink = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      called.push({ method: request.method!, url: request.url!, type: request.headers['content-type'], body });
      if (answer !== 'silence') response.writeHead(answer.status).end(answer.body);
    });
  });
  sink.listen(0, '127.0.0.1');
  await once(sink, 'listening');
  sinkUrl = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/lights`;
});
afterAll(async () => {
  sink.closeAllConnections();
  sink.close();
  await app.stop();
});
beforeEach(async () => {
  [sent, called, outcome, answer] = [[], [], 'succeeded', { status: 200, body: '{"code":0}' }];
  now = started;
  live = new LiveValues();
  breaksAt = 0;
  await app.database.pool.query('DELETE FROM schedule_group; DELETE FROM write_record');
  groupId = (
    await ask(planner, 'addScheduleGroup', {
      body: { GroupName: 'Night', ProjectIdList: [projectId], PointIdList: [setpoint, other] },
    })
  ).data.GroupId;
});

const deps = () => {
  const { db } = app.database;
  const commands = {
    canWrite: (pointId: number) => {
      if (pointId === breaksAt) throw new Error('the database is away');
      return true;
    },
    rangeOf: () => ({ low: null, high: null }),
    heldValue: (_id: number, value: number) => value,
    write: async (pointId: number, value: number, markSent: () => void) => {
      markSent();
      sent.push([pointId, value]);
      return { outcome, exceptionCode: null, readBackValue: null, said: null };
    },
    stop: () => {},
  };
  const owner = { holds: () => true };
  const writing = new Writing({ db, owner, clock, log: silentLog, live, commands: commands as never });
  const guard = createOutboundGuard(['127.0.0.1']);
  return { db, clock, events: createEvents(silentLog) as never, log: silentLog, live, writing, guard };
};
const add = (fields: object = {}, who = planner) =>
  ask(who, 'addScheduleJob', {
    body: {
      GroupId: groupId,
      JobName: 'Set back',
      JobTimeExpression: '0 * * * *',
      PointValueList: [{ PointId: setpoint, Value: -20 }],
      ...fields,
    } as never,
  });
/** An address of this machine is refused where it is typed; one is put there for the runs. */
const addCall = async (fields: object = {}): Promise<number> => {
  const { data, message } = await add({ ExecutionMode: 'http', Url: 'https://lights.example/api', ...fields });
  expect(message).toBeTypeOf('string');
  await app.database.db.updateTable('schedule_job').set({ url: sinkUrl }).where('id', '=', data.JobId).execute();
  return data.JobId;
};
const hour = 3_600_000;
const nextHour = () => started + hour;
/** Not ordered from the server's own jobs, which would carry it out beside the test. */
const take = () => takeDue(deps(), async () => {});
/** Goes on to a moment, and carries out what is due. */
async function until(at: number): Promise<void> {
  now = at;
  while (await take());
  const { rows } = await app.database.pool.query("SELECT id FROM schedule_run WHERE outcome = 'waiting' ORDER BY id");
  for (const { id } of rows) await carryOut(deps(), Number(id));
}
const runs = async () =>
  (await ask(planner, 'getScheduleRunPage', { body: {} })).data.Data.map(({ Outcome, Message }) =>
    Message === null ? Outcome : `${Outcome}: ${Message}`,
  );

test('a due time is carried out once, however many look; the value stands in the write log under its owner', async () => {
  expect((await add()).status).toBe(200);
  now = nextHour() + 500;
  await Promise.all([take(), take(), take()]);
  await until(now);
  await until(now + 1_000);
  expect(sent).toEqual([[setpoint, -20]]);
  expect(await runs()).toEqual(['done']);
  const { rows } = await app.database.pool.query('SELECT user_id, reason, outcome FROM write_record');
  expect(rows).toEqual([{ user_id: planner, reason: expect.stringContaining('Set back'), outcome: 'succeeded' }]);
});

test('a run that a crash cut off is unknown, and not repeated', async () => {
  await add();
  now = nextHour();
  await take();
  const { rows } = await app.database.pool.query("UPDATE schedule_run SET outcome = 'running' RETURNING id");
  await carryOut(deps(), Number(rows[0].id));
  expect(sent).toEqual([]);
  expect(await runs()).toEqual([expect.stringContaining('unknown: The server stopped')]);
});

test.each([
  ['running', 'unknown: No result was recorded within 2 h: it may have been carried out. It is not repeated'],
  ['waiting', 'unknown: It was not begun within 2 h because the server had errors. It is not repeated'],
])(
  'a run left %s does not stop its task for ever: after two hours it is unknown, and the task goes on',
  async (state, ended) => {
    await add();
    now = nextHour();
    await take();
    const { pool } = app.database;
    await pool.query("UPDATE schedule_run SET outcome = $1, started_at = CASE WHEN $1 = 'running' THEN due_at END", [
      state,
    ]);
    now += 2 * hour;
    await endAbandoned(deps());
    await take();
    expect((await runs())[0]).toContain('stillRunning');
    now += hour;
    await endAbandoned(deps());
    await until(now);
    expect(sent).toEqual([[setpoint, -20]]);
    expect(await runs()).toEqual(['done', expect.stringContaining('stillRunning'), 'missed', ended]);
  },
);

test('runs are forgotten after 400 days, found by their due time', async () => {
  await add();
  await until(nextHour());
  await until(nextHour() + hour);
  now = nextHour() + 400 * 24 * hour + 1;
  await forgetRuns(deps());
  expect(await runs()).toHaveLength(1);
  const { rows } = await app.database.pool.query(
    "SELECT indexdef FROM pg_indexes WHERE tablename = 'schedule_run' AND indexdef LIKE '%(due_at)' AND indexdef NOT LIKE '%WHERE%'",
  );
  expect(rows).toHaveLength(1);
});

test('after an outage each due time has a row; only the latest is carried out, and a write only within five minutes', async () => {
  await add();
  const first = nextHour();
  await until(first + 3 * hour + 4 * 60_000);
  expect(await runs()).toEqual(['done', 'missed', 'missed', 'missed']);
  await until(first + 5 * hour + 6 * 60_000);
  expect(await runs()).toEqual(['missed', 'missed', 'done', 'missed', 'missed', 'missed']);
  expect(sent).toHaveLength(1);
});

test('points are written in their order, and no further after one that did not take its value', async () => {
  await add({
    PointValueList: [
      { PointId: other, Value: -1 },
      { PointId: setpoint, Value: -20 },
    ],
  });
  await until(nextHour());
  expect(sent).toEqual([
    [other, -1],
    [setpoint, -20],
  ]);
  outcome = 'readsBackDifferently';
  await until(nextHour() + hour);
  expect(sent.slice(2)).toEqual([[other, -1]]);
  expect((await runs())[0]).toContain('failed: After the write');
  outcome = 'noResponse';
  await until(nextHour() + 2 * hour);
  expect((await runs())[0]).toContain('unknown');
});

test('who may not write to a point plans nothing for it; who no longer may has the task switched off, and it says so', async () => {
  const refused = await add({}, reader);
  expect([refused.status, refused.message]).toEqual([400, expect.stringContaining('read')]);
  const { data } = await add();
  const { pool } = app.database;
  await pool.query('DELETE FROM role_entry WHERE user_id = $1 AND project_id = $2', [planner, projectId]);
  await until(nextHour());
  expect(sent).toEqual([]);
  expect(await runs()).toEqual([expect.stringContaining('refusedRights')]);
  const [job] = (await ask(reader, 'getScheduleJobPage', { body: {} })).data.Data;
  expect(job).toMatchObject({ JobId: data.JobId, JobStatus: false, NextEpoch: null, Suspended: expect.any(String) });
  await aMember(app.database.db, companyId, projectId, {
    userId: planner,
    permissions: ['remoteWrite', 'monitorView'],
  });
});

test('started by hand it runs at once, by the one who started it', async () => {
  const { data } = await add();
  expect((await ask(reader, 'runScheduleJob', { body: { JobId: data.JobId } })).status).toBe(400);
  await ask(planner, 'runScheduleJob', { body: { JobId: data.JobId } });
  // The gateway of the running server is not connected.
  await expect.poll(runs).toEqual([expect.stringContaining('failed: The gateway is offline')]);
  const [run] = (await ask(planner, 'getScheduleRunPage', { body: {} })).data.Data;
  expect(run!.ByName).toBeTypeOf('string');
});

test('a switched-off group stands still, and its tasks go on when it is on again', async () => {
  await add();
  const next = async () => (await ask(planner, 'getScheduleJobPage', { body: {} })).data.Data[0]!.NextEpoch;
  expect(await next()).toBe(nextHour());
  await ask(planner, 'enableScheduleGroup', { body: { GroupIdList: [groupId], Enabled: false } });
  expect(await next()).toBeNull();
  await until(nextHour());
  expect(await runs()).toEqual([]);
  await ask(planner, 'enableScheduleGroup', { body: { GroupIdList: [groupId], Enabled: true } });
  expect(await next()).toBe(nextHour());
});

test('an address is called as it was set, and its answer judged by status and value', async () => {
  await addCall({
    Params: '{"on":false}',
    Method: 'PUT',
    ParseMode: 'jsonEquals',
    ParsePointer: '/code',
    ParseValue: '0',
  });
  await until(nextHour());
  expect(called).toEqual([
    { method: 'PUT', url: '/lights', type: 'application/json; charset=utf-8', body: '{"on":false}' },
  ]);
  answer = { status: 200, body: '{"code":7}' };
  await until(nextHour() + hour);
  answer = { status: 500, body: 'oops' };
  await until(nextHour() + 2 * hour);
  expect(await runs()).toEqual(['failed: Status 500', 'failed: /code is 7', 'done']);
});

test('an address that says nothing is timed out, and a private one is refused when it is typed', async () => {
  await addCall({ Timeout: 1, Method: 'GET', Params: 'a=1' });
  answer = 'silence';
  await until(nextHour());
  expect(called[0]).toMatchObject({ method: 'GET', url: '/lights?a=1', body: '' });
  expect(await runs()).toEqual(['timedOut: No answer within 1 s']);
  const refused = await add({ JobName: 'Private', ExecutionMode: 'http', Url: 'http://10.1.2.3/lights' });
  expect([refused.status, refused.message]).toEqual([400, schedulingErrors.urlRefused.en]);
});

/** Into the list of deleted projects, or back. */
const setDeleted = (id: number, at: Date | null) =>
  app.database.db.updateTable('project').set({ deleted_at: at }).where('id', '=', id).execute();

test('nothing is carried out for a deleted project; once it is recovered its tasks go on', async () => {
  await addCall();
  await setDeleted(projectId, new Date(started));
  try {
    await until(nextHour());
    await until(nextHour() + hour);
    expect(called).toEqual([]);
    expect((await app.database.pool.query('SELECT 1 FROM schedule_run')).rows).toEqual([]);
  } finally {
    await setDeleted(projectId, null);
  }
  await until(nextHour() + 2 * hour);
  expect(called).toHaveLength(1);
  expect(await runs()).toEqual(['done', 'missed', 'missed']);
});

test('a call that was ordered before its project was deleted is not made any more', async () => {
  await addCall();
  now = nextHour();
  await take();
  await setDeleted(projectId, new Date(now));
  try {
    await until(now);
  } finally {
    await setDeleted(projectId, null);
  }
  expect(called).toEqual([]);
  expect(await runs()).toEqual(['refused: The project of the task was deleted']);
});

test('a group of two projects goes on for the one that is left, and keeps the deleted one until it is recovered', async () => {
  const gone = await aProject(app.database.db, companyId, { name: 'Second store' });
  const edit = (fields: object) =>
    ask(planner, 'editScheduleGroup', { body: { GroupId: groupId, ...fields } as never });
  const places = async () =>
    (await ask(planner, 'getScheduleGroupPage', { body: {} })).data.Data.map(({ ProjectList }) =>
      ProjectList.map(({ ProjectName }) => ProjectName),
    );
  expect((await edit({ ProjectIdList: [projectId, gone] })).status).toBe(200);
  await addCall();
  await setDeleted(gone, new Date(started));
  expect(await places()).toEqual([['Store']]);
  await until(nextHour());
  expect(called).toHaveLength(1);
  expect((await edit({ GroupName: 'Nights', ProjectIdList: [projectId], PointIdList: [setpoint] })).status).toBe(200);
  await setDeleted(gone, null);
  expect(await places()).toEqual([['Second store', 'Store']].map((names) => expect.arrayContaining(names)));
});

test.each([
  [{ JobTimeExpression: 'nonsense' }, 'not valid'],
  [{ JobTimeExpression: '61 * * * *' }, 'not valid'],
  [{ JobTimeExpression: '*/30 * * * * *' }, '60 seconds'],
  [{ JobTimeExpression: '0 0 30 2 *' }, 'never due'],
  [{ JobTimeExpression: '@once 2020-01-01 10:00' }, 'never due'],
  [{ PointValueList: [] }, 'at least one point'],
  [{ PointValueList: [{ PointId: 0, Value: 1 }] }, 'PointValueList'],
  [{ ExecutionMode: 'http' }, 'address'],
  [{ Timeout: 301 }, 'Timeout'],
  [{ JobName: 'x' }, 'JobName'],
])('refuses %j', async (fields, words) => {
  const refused = await add(fields);
  expect([refused.status, refused.message]).toEqual([400, expect.stringContaining(words)]);
});

test('refuses a value beyond the limits of its point, a point outside its group, and a name used twice', async () => {
  const beyond = await add({ PointValueList: [{ PointId: setpoint, Value: 11 }] });
  expect([beyond.status, beyond.message]).toEqual([400, expect.stringContaining('10')]);
  await ask(planner, 'editScheduleGroup', { body: { GroupId: groupId, PointIdList: [other] } });
  expect((await add()).message).toBe(schedulingErrors.notOfGroup.en);
  expect((await add({ PointValueList: [{ PointId: other, Value: 1 }] })).status).toBe(200);
  expect((await add({ PointValueList: [{ PointId: other, Value: 1 }] })).message).toBe(
    schedulingErrors.jobNameTaken.en,
  );
  const emptied = await ask(planner, 'editScheduleGroup', { body: { GroupId: groupId, PointIdList: [] } });
  expect([emptied.status, emptied.message]).toEqual([409, expect.stringContaining('Set back')]);
});

test('a fixed time keeps the clock of its place through the change of the clocks, once a day', () => {
  const berlin = (expression: string, from: string, count: number) =>
    nextDues(expression, { timeZone: 'Europe/Berlin', position: null }, Date.parse(from), count).map((at) =>
      new Date(at).toISOString().slice(5, 16),
    );
  // 25 October 2026: 03:00 becomes 02:00; 28 March 2027: 02:00 becomes 03:00.
  expect(berlin('0 6 * * *', '2026-10-24T12:00:00Z', 2)).toEqual(['10-25T05:00', '10-26T05:00']);
  expect(berlin('30 2 * * *', '2026-10-24T12:00:00Z', 2)).toEqual(['10-25T00:30', '10-26T01:30']);
  expect(berlin('30 2 * * *', '2027-03-27T12:00:00Z', 2)).toEqual(['03-28T01:00', '03-29T00:30']);
  expect(berlin('@once 2026-12-31 18:00', '2026-10-24T12:00:00Z', 2)).toEqual(['12-31T17:00']);
});

test('a day counts as the calendar of the project says', () => {
  const saturday = Date.parse('2026-10-10T01:00:00Z');
  const monday = Date.parse('2026-10-05T01:00:00Z');
  const calendar = new Map([
    ['2026-10-10', 5],
    ['2026-10-05', 8],
  ]);
  const skipped = (filter: Parameters<typeof isSkipped>[0], at: number, days = calendar) =>
    isSkipped(filter, at, 'Asia/Shanghai', days);
  expect(skipped('workdays', saturday, new Map())).toBe(true);
  // A Saturday that is worked.
  expect(skipped('workdays', saturday)).toBe(false);
  expect(skipped('workdays', monday)).toBe(true);
  expect(skipped('holidays', monday)).toBe(false);
  expect(skipped('notHolidays', monday)).toBe(true);
  expect(skipped('nonWorkdays', saturday)).toBe(true);
  expect(skipped('all', monday)).toBe(false);
});

/** The device has these values now. */
function measure(...values: [pointId: number, value: number][]): void {
  const columns = new ReadingColumnsBuilder(8);
  for (const [pointId, value] of values) columns.push(pointId, now, value, 0);
  live.apply(columns.take());
}

/** Undoes the latest run through the handler: only there is the device that the tests watch. */
async function undo(who = planner) {
  const { db } = app.database;
  const grants = (await grantsOfUser(system, db, who, companyId))!;
  const { rows } = await app.database.pool.query('SELECT max(id)::int AS id FROM schedule_run');
  const caller = { userId: who, grants, tenant: tenantOf(who, grants, ['scheduleEdit']) };
  const context = {
    call: 'undoScheduleRun',
    caller,
    language: 'en',
    address: '::1',
    userAgent: '',
    markLogged: () => {},
  };
  return schedulingHandlers(deps()).undoScheduleRun(context as never, { body: { RunId: rows[0].id } } as never);
}

describe('undoing a run', () => {
  beforeEach(async () => {
    const PointValueList = [
      { PointId: setpoint, Value: -20 },
      { PointId: other, Value: -1 },
    ];
    await add({ PointValueList });
    measure([setpoint, -18], [other, 4]);
    await until(nextHour());
    measure([setpoint, -20], [other, -1]);
    sent = [];
  });

  test('writes the values from before it, the last one first, once', async () => {
    expect(await undo()).toEqual({ Undone: 2, FailedList: [] });
    expect(sent).toEqual([
      [other, 4],
      [setpoint, -18],
    ]);
    await expect(undo()).rejects.toMatchObject({ entry: schedulingErrors.alreadyUndone });
    const [run] = (await ask(planner, 'getScheduleRunPage', { body: {} })).data.Data;
    expect(run).toMatchObject({ Outcome: 'done', Undoable: false, UndoneEpoch: now, UndoneByName: expect.any(String) });
  });

  test('sends nothing when one of the points was changed since', async () => {
    measure([setpoint, -21]);
    await expect(undo()).rejects.toMatchObject({ entry: writingErrors.valueChanged });
    expect(sent).toEqual([]);
    expect((await ask(planner, 'getScheduleRunPage', { body: {} })).data.Data[0]).toMatchObject({ Undoable: true });
  });

  test('takes the right to write, not only that to set tasks up', async () => {
    await expect(undo(reader)).rejects.toMatchObject({ entry: writingErrors.readOnlyForYou });
    expect(sent).toEqual([]);
  });

  test('says which point did not take its old value', async () => {
    outcome = 'noResponse';
    const { Undone, FailedList } = await undo();
    expect(Undone).toBe(0);
    expect(FailedList).toHaveLength(2);
    await expect(undo()).rejects.toMatchObject({ entry: schedulingErrors.alreadyUndone });
  });

  test('can be repeated for what refused its old value', async () => {
    outcome = 'readsBackDifferently';
    expect((await undo()).FailedList).toHaveLength(2);
    outcome = 'succeeded';
    expect(await undo()).toEqual({ Undone: 2, FailedList: [] });
  });
});

test('a run that breaks off keeps what it had written, so that it can be undone', async () => {
  const PointValueList = [
    { PointId: setpoint, Value: -20 },
    { PointId: other, Value: -1 },
  ];
  await add({ PointValueList });
  measure([setpoint, -18], [other, 4]);
  breaksAt = other;
  await until(nextHour());
  expect(await runs()).toEqual([expect.stringContaining('failed')]);
  breaksAt = 0;
  measure([setpoint, -20]);
  expect(await undo()).toEqual({ Undone: 1, FailedList: [] });
  expect(sent).toEqual([
    [setpoint, -20],
    [setpoint, -18],
  ]);
});

test('a task that is running is not started beside it', async () => {
  const { JobId } = (await add()).data;
  now = nextHour();
  await take();
  expect((await ask(planner, 'runScheduleJob', { body: { JobId } })).message).toBe(schedulingErrors.isRunning.en);
});

test('a task that somebody has saved meanwhile is not switched off for the owner before', async () => {
  const { JobId } = (await add()).data;
  const { db } = app.database;
  const why = { zh: '无权限', en: 'No right' };
  const isOn = async () =>
    (await ask(planner, 'getScheduleJobPage', { body: {} })).data.Data.map(({ JobStatus }) => JobStatus);
  await suspendJob(system, db, { id: JobId, owner_id: reader }, why);
  expect(await isOn()).toEqual([true]);
  await suspendJob(system, db, { id: JobId, owner_id: planner }, why);
  expect(await isOn()).toEqual([false]);
});

test('a run whose values before nobody knew cannot be undone', async () => {
  await add();
  await until(nextHour());
  await expect(undo()).rejects.toMatchObject({ entry: schedulingErrors.nothingToUndo });
});

const preview = (fields: object, who = planner) =>
  ask(who, 'getScheduleFirings', {
    body: {
      GroupId: groupId,
      JobTimeExpression: '0 22 * * *',
      PointValueList: [{ PointId: setpoint, Value: -20 }],
      ...fields,
    } as never,
  });

test('a preview says what would be written, and what would stop it', async () => {
  const [effect] = (await preview({})).data.EffectList;
  expect(effect).toMatchObject({ PointId: setpoint, Now: '–', Then: '-20 °C', Refusal: null });
  const [tooCold] = (await preview({ PointValueList: [{ PointId: setpoint, Value: -40 }] })).data.EffectList;
  expect(tooCold!.Refusal).toContain('-30');
  const [notYours] = (await preview({}, reader)).data.EffectList;
  expect(notYours!.Refusal).toBe(writingErrors.readOnlyForYou.en);
});

test('a preview names other tasks that write the same point within a minute, and not the task itself', async () => {
  const { JobId } = (await add({ JobName: 'Night', JobTimeExpression: '0 22 * * *' })).data;
  const { data } = await preview({ JobTimeExpression: '30 0 22 * * *' });
  expect(data.ConflictList[0]).toMatchObject({ With: 'Night', DueEpoch: data.ConflictList[0]!.WithEpoch + 30_000 });
  expect((await preview({ JobId })).data.ConflictList).toEqual([]);
  expect((await preview({ JobTimeExpression: '1 22 * * *' })).data.ConflictList).toEqual([]);
  expect((await preview({ PointValueList: [{ PointId: other, Value: 1 }] })).data.ConflictList).toEqual([]);
  await ask(planner, 'enableScheduleJob', { body: { JobIdList: [JobId], Enabled: false } });
  expect((await preview({ JobTimeExpression: '30 0 22 * * *' })).data.ConflictList).toEqual([]);
});

test('a task by the sun needs to know where the project lies', async () => {
  expect((await add({ JobTimeExpression: '@sunset-15m' })).message).toBe(schedulingErrors.noPosition.en);
  const { db } = app.database;
  const set = (latitude: number | null, longitude: number | null) =>
    db.updateTable('project').set({ latitude, longitude }).where('id', '=', projectId).execute();
  await set(31.2304, 121.4737);
  expect((await add({ JobTimeExpression: '@sunset-15m' })).status).toBe(200);
  expect((await preview({ JobTimeExpression: '@sunset' })).data.FiringList).toHaveLength(30);
  await set(null, null);
});
