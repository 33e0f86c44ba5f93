import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AllCalls, type CallData, type CallName, operationFieldInWords } from '@watchpost/contract';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRepeats } from '../../alarms/evaluator/repeatAlarms.ts';
import { watchEvents } from '../../eventNotices/index.ts';
import { manualClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log/log.ts';
import { makeCall, startTestApplication, type TestApplication } from '../../testing/application.ts';
import { anEquippedCompany, type EquippedCompany, measure } from '../../testing/equippedCompany.ts';
import { aDevice, aMember, aPoint, limitMember } from '../../testing/factories.ts';
import { aMailServer } from '../../testing/mailServer.ts';
import { aProvider, type TestProvider } from '../../testing/phoneProvider.ts';
import { soon } from '../../testing/soon.ts';
import { tokenFor } from '../../testing/tokenFor.ts';
import { createAnswers } from './answers.ts';
import { callText, mailText, smsText } from './messageText.ts';

/** Thursday noon in Shanghai. */
const noon = Date.UTC(2026, 9, 1, 4);
const minute = 60_000;
const clock = manualClock(noon);

let app: TestApplication;
let company: EquippedCompany;
let sms: TestProvider;
let voice: TestProvider;
let mailServer: Awaited<ReturnType<typeof aMailServer>>;
let [lin, zhao] = [0, 0];
let strategyId = 0;
/** At a device that not everybody sees. */
let elsewhere = 0;
/** Taken by each test from the front, so that no two tests share an alarm. */
const points: number[] = [];
const takePoints = (count: number): number[] => points.splice(0, count);

beforeAll(async () => {
  [sms, voice, mailServer] = await Promise.all([aProvider(), aProvider(), aMailServer()]);
  app = await startTestApplication({
    clock,
    config: {
      demo: false,
      sms: sms.settings,
      voice: voice.settings,
      mail: { url: mailServer.url, from: 'watch@example.com' },
      allowedPrivateHosts: ['127.0.0.1'],
    },
    prepare: async ({ db }) => {
      company = await anEquippedCompany(db, 'Ours');
      const { companyId, projectId, gatewayId, deviceId } = company;
      const permissions = ['alarmManage', 'alarmHandle', 'alarmPushStatistics'] as const;
      lin = await aMember(db, companyId, projectId, { nickname: 'Lin', permissions });
      zhao = await aMember(db, companyId, projectId, { nickname: 'Zhao', permissions });
      await db
        .updateTable('app_user')
        .set({ mobile: '13900000001', email: 'lin@example.com' })
        .where('id', '=', lin)
        .execute();
      await db.updateTable('app_user').set({ mobile: '13900000002' }).where('id', '=', zhao).execute();
      const rule = await db.selectFrom('alarm_rule').select(['id', 'strategy_id']).executeTakeFirstOrThrow();
      strategyId = rule.strategy_id;
      const otherId = await aDevice(db, projectId, { name: 'Elsewhere' });
      for (let n = 0; n < 60; n++) {
        const at = n === 0 ? otherId : deviceId;
        const pointId = await aPoint(db, gatewayId, { deviceId: at, name: `Air ${n}`, nameEn: `Air ${n}` });
        if (n === 0) elsewhere = pointId;
        else points.push(pointId);
        await db
          .insertInto('alarm_rule_subject')
          .values({ rule_id: rule.id, subject_kind: 'point', subject_id: pointId })
          .execute();
      }
    },
  });
});
afterAll(async () => {
  await app?.stop();
  await Promise.all([sms, voice, mailServer].map((each) => each?.close()));
});
beforeEach(async () => {
  const { pool, db } = app.database;
  await app.application.outbox.settled();
  await pool.query('UPDATE alarm SET acknowledged_at = $1, acknowledged_by = $2 WHERE acknowledged_at IS NULL', [
    new Date(clock.now()),
    zhao,
  ]);
  await pool.query('DELETE FROM alarm_announcement');
  await pool.query('DELETE FROM notification');
  await pool.query('DELETE FROM notification_message');
  await db.updateTable('alarm_strategy').set({ escalate_minutes: null }).where('id', '=', strategyId).execute();
  await contacts({ user_id: lin, channels: ['sms'] });
  // Long after the last test, so that no test's last message gathers the next.
  clock.advance(60 * minute);
  for (const provider of [sms, voice]) {
    provider.taken.clear();
    provider.requests.length = 0;
    provider.answer = 200;
  }
  mailServer.mails.length = 0;
});

/** These are the contacts, and nobody else. */
async function contacts(...list: { user_id: number; channels: string[]; step?: number }[]): Promise<void> {
  const { db } = app.database;
  await db.deleteFrom('alarm_strategy_contact').where('strategy_id', '=', strategyId).execute();
  await db
    .insertInto('alarm_strategy_contact')
    .values(list.map((each) => ({ strategy_id: strategyId, severities: [1, 2, 3], ...each })))
    .execute();
}

const measured = (pointIds: readonly number[], value: number) =>
  measure(
    app.application,
    pointIds.map((pointId) => ({ pointId, at: clock.now(), value })),
  );

const alarmOf = (pointId: number) =>
  app.database.db
    .selectFrom('alarm')
    .where('point_id', '=', pointId)
    .orderBy('id', 'desc')
    .selectAll()
    .executeTakeFirstOrThrow();

/** What was sent, or not, about the alarm of a point, by way and person. */
async function ledgerOf(pointId: number, userId = lin) {
  const { rows } = await app.database.pool.query<{
    channel: string;
    step: string;
    state: string;
    reason: string | null;
  }>(
    `SELECT channel, step, state, reason FROM notification_ledger WHERE alarm_id = $1 AND user_id = $2 AND channel <> 'app' ORDER BY id`,
    [(await alarmOf(pointId)).id, userId],
  );
  return rows.map(({ channel, step, state, reason }) =>
    [channel, step, state, reason].filter((part) => part !== null).join(' '),
  );
}

/** Sends the reminders that are due. */
const reminded = () =>
  createRepeats({
    pool: app.database.pool,
    clock,
    log: silentLog,
    events: app.application.events,
    outbox: app.application.outbox,
  }).due(clock.now());

async function fileOf(name: CallName, input: object): Promise<Buffer> {
  const token = await tokenFor(app.database.db, company.userId, clock);
  return (await makeCall(app.url, name, input as never, { token, language: 'en' })).file!;
}

async function asked<Name extends CallName>(name: Name, input: object, by = company.userId) {
  const { db } = app.database;
  const { envelope } = await makeCall(app.url, name, input as never, {
    token: await tokenFor(db, by, clock),
    language: 'en',
  });
  return envelope.Data as CallData<AllCalls[Name]>;
}

const today = () => {
  const day = new Date(clock.now() + 8 * 60 * minute).toISOString().slice(0, 10);
  return { StartTime: `${day} 00:00`, EndTime: `${day} 23:59` };
};
const stretch = () => ({
  query: { projectId: company.projectId, startTime: today().StartTime, endTime: today().EndTime },
});

const lastOf = ({ taken }: TestProvider) => [...taken.values()].at(-1)!;

/** One message with the first alarm, one with all the others. */
async function aFlood([first, ...flood]: readonly [number, ...number[]]): Promise<void> {
  await measured([first], -5);
  await expect.poll(() => ledgerOf(first), soon).toContain('sms raised sent');
  clock.advance(5_000);
  await measured(flood, -5);
  await expect.poll(() => ledgerOf(flood.at(-1)!), soon).toContain('sms raised waiting flood');
  clock.advance(2 * minute);
  await expect.poll(() => ledgerOf(flood[0]!), soon).toContain('sms raised sent');
}

test('a message about several alarms counts as one message, and only readers who may see all of its alarms read its text', async () => {
  const flood = takePoints(5) as [number, ...number[]];
  await aFlood([...flood, elsewhere]);
  const { body } = await app.database.db
    .selectFrom('notification_message')
    .where('alarm_count', '=', 5)
    .select('body')
    .executeTakeFirstOrThrow();
  const said = body.replace(/回复 \d{4}/, '回复 ••••');

  expect((await asked('getAlarmAppPushNum', stretch())).find(({ Channel }) => Channel === 'sms')).toMatchObject({
    ...{ Total: 2, Sent: 2, AlarmsTold: 6 },
  });
  expect(await asked('getAlarmPushStatus', stretch())).toMatchObject([{ Sms: 2, AlarmsTold: 6 }]);
  const byPerson = { body: { ProjectId: company.projectId, ...today(), PageSize: 10 } };
  expect((await asked('getPushStatisticsList', byPerson)).Data).toContainEqual(
    expect.objectContaining({ UserName: 'Lin', Sms: 2, AlarmsTold: 6, Answered: 0 }),
  );

  const about = { body: { AlarmId: (await alarmOf(elsewhere)).id, PageSize: 10 } };
  expect((await asked('getSmsPushLogPage', about)).Data).toMatchObject([{ AlarmCount: 5, Content: said }]);
  const code = /回复 (\d{4})/.exec(body)![1];
  const file = await fileOf('exportSmsPushInfoList', { body: { ProjectId: company.projectId, ...today() } });
  const rows = (await readXlsx(new Uint8Array(file))).sheets[0]!.rows.slice(1);
  expect(rows).toHaveLength(2);
  expect(rows[0]!).toContain(said);
  expect(rows[0]!).toContain(5);
  expect(JSON.stringify(rows)).not.toContain(code);

  // A reader who sees some of them learns nothing of the others.
  const { db } = app.database;
  const stranger = await aMember(db, company.companyId, company.projectId, {
    nickname: 'Stranger',
    permissions: ['alarmManage', 'alarmHandle'],
  });
  await limitMember(db, stranger, company.projectId, { deviceIds: [company.deviceId] });
  const inside = { body: { AlarmId: (await alarmOf(flood[1]!)).id, PageSize: 10 } };
  const [theirs] = (await asked('getSmsPushLogPage', inside, stranger)).Data;
  expect(theirs).toMatchObject({ AlarmCount: 4 });
  expect(theirs!.Content).toBe('−5.0 °C above high limit −15.0 °C');
});

test('an answer confirms what its message asked to confirm, not the alarms that it said had ended', async () => {
  const [first, second] = takePoints(2) as [number, number];
  await measured([first], -5);
  await expect.poll(() => ledgerOf(first), soon).toContain('sms raised sent');
  clock.advance(5_000);
  await measured([first], -20);
  await measured([second], -5);
  await expect.poll(() => ledgerOf(second), soon).toHaveLength(1);
  clock.advance(2 * minute);
  await expect.poll(() => ledgerOf(second), soon).toContain('sms raised sent');
  await expect.poll(() => ledgerOf(first), soon).toContain('sms returned sent');
  const { code } = lastOf(sms);
  await sms.tell({ from: '13900000001', text: code });
  expect(await alarmOf(second)).toMatchObject({ acknowledged_by: lin });
  expect((await alarmOf(first)).acknowledged_at).toBeNull();
  const of = async (pointId: number) =>
    (await asked('getSmsPushLogPage', { body: { AlarmId: (await alarmOf(pointId)).id, PageSize: 10 } })).Data;
  expect(await of(second)).toMatchObject([{ Explain: expect.stringContaining('Acknowledged from the phone') }]);
  expect((await of(first))[0]!.Explain).not.toContain('Acknowledged');
  const byPerson = { body: { ProjectId: company.projectId, ...today(), PageSize: 10 } };
  expect((await asked('getPushStatisticsList', byPerson)).Data).toContainEqual(
    expect.objectContaining({ UserName: 'Lin', Answered: 1 }),
  );
});

test('an SMS that was sent and did not arrive counts as sent and as failed, and both filters find it so', async () => {
  const [pointId] = takePoints(1) as [number];
  await measured([pointId], -5);
  await expect.poll(() => ledgerOf(pointId), soon).toContain('sms raised sent');
  await sms.tell({ id: `p-${lastOf(sms).key}`, state: 'failed' });
  const of = async (more: object) =>
    (
      await asked('getSmsPushLogPage', {
        body: { AlarmId: (await alarmOf(pointId)).id, PageSize: 10, ...more },
      })
    ).Data;
  expect(await of({ SendStatus: true })).toMatchObject([
    { SendStatus: true, SendTime: expect.any(Number), ReceiptStatus: false, State: 'failed', Reason: 'undelivered' },
  ]);
  expect(await of({ SendStatus: false })).toEqual([]);
  expect((await asked('getAlarmAppPushNum', stretch())).find(({ Channel }) => Channel === 'sms')).toMatchObject({
    ...{ Sent: 1, Failed: 1, Delivered: 0 },
  });
});

test('a message that was left out after tries in vain keeps its tries and what the provider said', async () => {
  const [pointId] = takePoints(1) as [number];
  sms.answer = 503;
  await measured([pointId], -5);
  await expect.poll(() => ledgerOf(pointId), soon).toContain('sms raised waiting retrying');
  await app.database.pool.query('UPDATE alarm SET acknowledged_at = $1, acknowledged_by = $2 WHERE id = $3', [
    new Date(clock.now()),
    zhao,
    (await alarmOf(pointId)).id,
  ]);
  clock.advance(15_000);
  await expect.poll(() => ledgerOf(pointId), soon).toEqual(['sms raised skipped acknowledged']);
  const about = { body: { AlarmId: (await alarmOf(pointId)).id, PageSize: 10 } };
  expect((await asked('getSmsPushLogPage', about)).Data).toMatchObject([
    {
      ...{ Attempts: 1, SendTime: null, SendStatus: false },
      LastAnswer: expect.stringContaining('no credit'),
      Explain: expect.stringMatching(/^Acknowledged before it was sent; .*503/),
    },
  ]);
});

test('an escalation step is in the course of its alarm with its recipients, for readers who may know; a reminder of the same minute does not call them again', async () => {
  const { db } = app.database;
  await db
    .updateTable('alarm_strategy')
    .set({ escalate_minutes: 10, repeat_minutes: 10 })
    .where('id', '=', strategyId)
    .execute();
  await contacts({ user_id: lin, channels: ['sms'] }, { user_id: zhao, channels: ['sms'], step: 1 });
  const [pointId] = takePoints(1) as [number];
  await measured([pointId], -5);
  await expect.poll(() => ledgerOf(pointId), soon).toEqual(['sms raised sent']);
  const alarm = await alarmOf(pointId);
  await db
    .updateTable('alarm')
    .set({ next_repeat_at: new Date(clock.now() + 10 * minute) })
    .where('id', '=', alarm.id)
    .execute();
  const shown: string[] = [];
  const owner = {};
  app.application.events.on(owner, 'alarmChanged', ({ alarmId, kind }) => shown.push(`${alarmId} ${kind}`));
  clock.advance(10 * minute);
  await reminded();
  await expect.poll(() => ledgerOf(pointId, zhao), soon).toEqual(['sms raised/1 sent']);
  // A reader who has the alarm open sees it at once.
  await expect.poll(() => shown, soon).toContain(`${alarm.id} escalated`);
  app.application.events.removeOwner(owner);
  await expect.poll(() => ledgerOf(pointId), soon).toEqual(['sms raised sent', 'sms repeat:1 sent']);
  expect(sms.taken.size).toBe(3);

  const detail = await asked('getAlarmDetail', { query: { alarmId: alarm.id } });
  const told = { Kind: 'escalated', Text: 'Still unacknowledged: escalation 1, Zhao notified' };
  expect(detail.Journal).toContainEqual(expect.objectContaining(told));
  const course = async (by?: number) =>
    (await asked('getAlarmSchedule', { body: { AlarmId: alarm.id } }, by)).filter(
      ({ Event }) => Event === 'escalation',
    );
  expect(await course()).toMatchObject([{ Text: told.Text, NotifiedCount: 1 }]);
  const reader = await aMember(db, company.companyId, company.projectId, { permissions: ['monitorView'] });
  expect(await course(reader)).toMatchObject([{ Text: 'Still unacknowledged: the next step was notified' }]);
});

test('a person of two steps is notified once at a time, and the delivery log says why not twice', async () => {
  const { db } = app.database;
  await db
    .updateTable('alarm_strategy')
    .set({ escalate_minutes: 10, repeat_minutes: 10 })
    .where('id', '=', strategyId)
    .execute();
  await contacts({ user_id: lin, channels: ['sms', 'voice'] }, { user_id: lin, channels: ['sms', 'voice'], step: 1 });
  const [pointId] = takePoints(1) as [number];
  await measured([pointId], -5);
  await expect.poll(() => ledgerOf(pointId), soon).toEqual(['sms raised sent', 'voice raised sent']);
  await db
    .updateTable('alarm')
    .set({ next_repeat_at: new Date(clock.now() + 10 * minute) })
    .where('id', '=', (await alarmOf(pointId)).id)
    .execute();
  clock.advance(10 * minute);
  await reminded();
  const left = async () => (await ledgerOf(pointId)).filter((line) => line.endsWith('skipped toldJustNow'));
  await expect.poll(left, soon).toHaveLength(2);
  expect(await ledgerOf(pointId)).toHaveLength(6);
  clock.advance(3 * minute);
  await app.application.outbox.settled();
  expect([sms.taken.size, voice.taken.size]).toEqual([2, 2]);
});

test('an answer counts however the provider writes the number it came from', async () => {
  for (const from of ['8613900000001', '+86-139-0000-0001', '+86 139 0000 0001', '008613900000001']) {
    const [pointId] = takePoints(1) as [number];
    await measured([pointId], -5);
    await expect.poll(() => ledgerOf(pointId), soon).toContain('sms raised sent');
    await sms.tell({ from, text: lastOf(sms).code });
    expect(await alarmOf(pointId)).toMatchObject({ acknowledged_by: lin });
    clock.advance(10 * minute);
  }
});

test('an answer that confirms nothing leaves a line in the log, without what would confirm', async () => {
  const lines: unknown[] = [];
  const answers = createAnswers({
    pool: app.database.pool,
    clock,
    log: { ...silentLog, warn: (...line: unknown[]) => lines.push(line) } as never,
    providers: { sms: null, voice: null },
    acknowledge: async () => {},
  });
  const receipt = { id: null, state: null, detail: null, digit: null, code: null };
  await answers.take('sms', { ...receipt, from: '8613900000001', text: '4711' });
  await answers.take('voice', { ...receipt, id: 'call-7', from: null, text: null, digit: '1' });
  expect(lines).toMatchObject([
    [{ channel: 'sms', sender: '139****0001', why: 'no message with this code to this number' }, expect.any(String)],
    [{ channel: 'voice', why: expect.stringContaining('VOICE_BODY') }, expect.any(String)],
  ]);
  expect(JSON.stringify(lines)).not.toContain('4711');
});

test('after five wrong codes nothing from a number is looked at for an hour, also by a server that was started meanwhile', async () => {
  const [pointId] = takePoints(1) as [number];
  await measured([pointId], -5);
  await expect.poll(() => ledgerOf(pointId), soon).toContain('sms raised sent');
  const from = '8613900000001';
  const { code } = lastOf(sms);
  const wrong = code === '1111' ? '2222' : '1111';
  for (let n = 0; n < 5; n++) await sms.tell({ from, text: wrong });
  const anotherServer = createAnswers({
    pool: app.database.pool,
    clock,
    log: silentLog,
    providers: { sms: null, voice: null },
    acknowledge: () => Promise.reject(new Error('It is not looked at')),
  });
  await anotherServer.take('sms', { id: null, state: null, detail: null, digit: null, code: null, from, text: code });
  await sms.tell({ from, text: code });
  expect(await alarmOf(pointId)).toMatchObject({ acknowledged_by: null });

  clock.advance(60 * minute + 1);
  await measured([pointId], -5);
  await sms.tell({ from, text: code });
  expect(await alarmOf(pointId)).toMatchObject({ acknowledged_by: lin });
});

test('a webhook whose receiver says that it is gone is switched off with that reason, and the log says that the system did it', async () => {
  const gone = createServer((_request, response) => response.writeHead(410).end());
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const Url = `http://127.0.0.1:${(gone.address() as AddressInfo).port}/`;
  const ProjectId = company.projectId;
  const { WebhookId } = await asked('saveWebhook', { body: { ProjectId, WebhookName: 'Gone', LevelList: [2], Url } });
  await measured(takePoints(1), -5);
  const hook = async () =>
    (await asked('getWebhookList', { query: { ProjectId } })).find((each) => each.WebhookId === WebhookId);
  await expect.poll(async () => (await hook())!.Enabled, soon).toBe(false);
  expect(await hook()).toMatchObject({
    ...{ SwitchedOffEPOCH: clock.now(), SwitchedOffBecause: 'gone' },
  });
  const log = await asked('getOperationLogPage', { body: { ProjectId, PageSize: 10 } });
  expect(log.Data).toContainEqual(
    expect.objectContaining({
      ...{ UserName: 'System', SubjectName: 'Gone', CallName: 'Switch off a webhook' },
      After: expect.objectContaining({ reason: expect.objectContaining({ en: 'The other side answered HTTP 410' }) }),
    }),
  );
  await new Promise((resolve) => gone.close(resolve));
});

test('an all-clear delays no new alarm, while several all-clears go together', async () => {
  const [first, second, third, fourth] = takePoints(4) as [number, number, number, number];
  await measured([first, second, third], -5);
  await expect.poll(() => ledgerOf(third), soon).toContain('sms raised sent');
  clock.advance(3 * minute);
  await measured([first], -20);
  await expect.poll(() => ledgerOf(first), soon).toContain('sms returned sent');
  clock.advance(5_000);
  await measured([second, third], -20);
  await expect.poll(() => ledgerOf(third), soon).toContain('sms returned waiting flood');
  await measured([fourth], -5);
  await expect.poll(() => ledgerOf(fourth), soon).toContain('sms raised sent');
  await expect.poll(() => ledgerOf(third), soon).toContain('sms returned sent');
  expect(lastOf(sms).text).toMatch(/^【Watchpost 哨站】1 条报警，2 条已恢复，最严重：重要报警：/);
});

test('an all-clear rings up nobody who reads it anyway or acknowledged the alarm; people without any other way are rung up', async () => {
  const mine = { user_id: lin, channels: ['voice'] };
  await contacts(mine, { user_id: zhao, channels: ['sms', 'voice'] });
  const [first, second] = takePoints(2) as [number, number];
  await measured([first], -5);
  await expect.poll(() => ledgerOf(first, zhao), soon).toEqual(['sms raised sent', 'voice raised sent']);
  clock.advance(3 * minute);
  await measured([first], -20);
  await expect.poll(() => ledgerOf(first), soon).toEqual(['voice raised sent', 'voice returned sent']);
  await expect.poll(() => ledgerOf(first, zhao), soon).toContain('sms returned sent');
  expect(await ledgerOf(first, zhao)).toHaveLength(3);

  await contacts(mine);
  clock.advance(3 * minute);
  await measured([second], -5);
  await expect.poll(() => ledgerOf(second), soon).toEqual(['voice raised sent']);
  const { key, code } = lastOf(voice);
  await voice.tell({ id: `p-${key}`, digit: '1', code });
  expect(await alarmOf(second)).toMatchObject({ acknowledged_by: lin });
  clock.advance(3 * minute);
  const { size } = voice.taken;
  await measured([second], -20);
  await app.application.outbox.settled();
  await expect.poll(async () => (await alarmOf(second)).returned_at, soon).not.toBeNull();
  await app.application.outbox.settled();
  expect(await ledgerOf(second)).toEqual(['voice raised delivered']);
  expect(voice.taken.size).toBe(size);
});

test('a flood gives the minutes in which its alarms came; alarms that ended do not extend them', async () => {
  const [old, first, ...flood] = takePoints(5) as [number, number, ...number[]];
  await measured([old], -5);
  await expect.poll(() => ledgerOf(old), soon).toContain('sms raised sent');
  clock.advance(11 * minute);
  await measured([first], -5);
  await expect.poll(() => ledgerOf(first), soon).toContain('sms raised sent');
  clock.advance(5_000);
  await measured([old], -20);
  await measured(flood, -5);
  await expect.poll(() => ledgerOf(flood.at(-1)!), soon).toContain('sms raised waiting flood');
  clock.advance(2 * minute);
  await expect.poll(() => ledgerOf(flood[0]!), soon).toContain('sms raised sent');
  expect(lastOf(sms).text).toMatch(/^【Watchpost 哨站】1 分钟内 3 条报警，1 条已恢复，最严重：/);
});

test('a setting that makes no sense is refused with the reason', async () => {
  const { ProjectId, ...day } = { ProjectId: company.projectId, ...today() };
  const refused = async (name: CallName, body: object) => {
    const token = await tokenFor(app.database.db, company.userId, clock);
    const { envelope } = await makeCall(app.url, name, { body } as never, { token, language: 'en' });
    return envelope.Message;
  };
  const turned = { StartTime: day.EndTime, EndTime: day.StartTime };
  expect(await refused('getPushStatisticsList', { ProjectId, ...turned, PageSize: 10 })).toMatch(
    /^The end is before the beginning: /,
  );

  const quiet = { Language: 'zh', QuietFrom: '22:00', QuietUntil: '07:00', QuietWeekdayList: [1], QuietLevelList: [2] };
  expect(await refused('updateContactSetting', { ...quiet, QuietUntil: '22:00' })).toContain('the whole day is 00:00');
  expect(await refused('updateContactSetting', { ...quiet, QuietWeekdayList: [] })).toContain('at least one day');
  expect(await refused('updateContactSetting', { ...quiet, QuietLevelList: [] })).toContain('at least one level');
  expect(await refused('updateContactSetting', { ...quiet, QuietFrom: '24:00' })).toContain('QuietFrom');
  expect(await refused('updateContactSetting', { ...quiet, QuietFrom: '', QuietUntil: '', QuietLevelList: [] })).toBe(
    '',
  );

  const window = { ProjectId, DeviceId: company.deviceId, Reason: 'Filter', ...day };
  expect(await refused('addMaintenanceWindow', { ...window, AreaId: company.areaId })).toContain('not both');
  const out = { DeviceId: company.deviceId, Reason: 'Winter', ReviewDate: '2099-01-01' };
  expect(await refused('setOutOfService', out)).toBe(
    `The day of review is at most a year ahead (${day.StartTime.slice(0, 10).replace('2026', '2027')}).`,
  );
  const notice = { ProjectId, NoticeName: 'x', SystemType: 'gateway', EventTypeList: ['gatewayOffline'] };
  const PersonList = [{ UserId: company.userId, ChannelList: ['sms'] }];
  expect(await refused('addOrUpdateEventNotice', { ...notice, PersonList })).toContain(
    'The name of a notice has 2 to 25',
  );
});

test('a mail leads to its alarms', () => {
  const told = {
    ...{ alarmId: 7, projectId: 3, pushType: 0, severity: 2, text: { zh: '过热', en: 'Too warm' } },
    ...{ project: 'Store', device: 'Freezer', subject: 'Air', raisedAt: new Date(noon), timeZone: 'Asia/Shanghai' },
    instruction: '',
  };
  const { subject, text } = mailText([told], 'en', 'https://watchpost.example');
  expect(subject).toBe('Watchpost: Important alarm: Store · Freezer · Air: Too warm (10-01 12:00)');
  expect(text).toBe(
    '- Important alarm: Store · Freezer · Air: Too warm (10-01 12:00)\n' +
      '  https://watchpost.example/alarmManage/index?alarm=7&project=3\n',
  );
  expect(mailText([told], 'en', null).text).not.toContain('alarmManage');
});

test('a message about an alarm says what its policy asks for, and one that it is over does not', () => {
  const told = {
    ...{ alarmId: 7, projectId: 3, pushType: 0, severity: 2, text: { zh: '过热', en: 'Too warm' } },
    ...{ project: 'Store', device: 'Freezer', subject: 'Air', raisedAt: new Date(noon), timeZone: 'Asia/Shanghai' },
    instruction: 'Move the goods\nto room 2.',
  };
  const line = 'Important alarm: Store · Freezer · Air: Too warm (10-01 12:00)';
  expect(smsText([told], 'en', null)).toBe(`Watchpost: ${line}. To do: Move the goods to room 2`);
  expect(callText([told], 'zh', null)).toContain('（10-01 12:00）。请处置：Move the goods to room 2。');
  const mail = { subject: `Watchpost: ${line}`, text: `- ${line}\n  To do: Move the goods to room 2\n` };
  expect(mailText([told], 'en', null)).toEqual(mail);
  expect(mailText([{ ...told, pushType: 3 }], 'en', null).text).not.toContain('To do');
});

test('a message that did not arrive is an event that says which alarm, which way and why; a mail about it says so in its subject', async () => {
  const { pool } = app.database;
  const look = async () => {
    clock.advance(minute);
    await watchEvents({ pool, clock, outbox: app.application.outbox });
  };
  await app.database.db
    .insertInto('role_permission')
    .columns(['role_id', 'permission_id', 'half_selected'])
    .expression((eb) =>
      eb
        .selectFrom('role_entry')
        .where('user_id', '=', lin)
        .select(['role_id', eb.lit(123).as('permission_id'), eb.lit(false).as('half_selected')]),
    )
    .execute();
  const notice = { ProjectId: company.projectId, NoticeName: 'Messages', SystemType: 'platform', DelayMinutes: 0 };
  await asked('addOrUpdateEventNotice', {
    body: { ...notice, EventTypeList: ['messageFailed'], PersonList: [{ UserId: lin, ChannelList: ['email'] }] },
  });
  clock.advance(minute);
  sms.answer = 400;
  const [pointId] = takePoints(1) as [number];
  await measured([pointId], -5);
  await expect.poll(() => ledgerOf(pointId), soon).toEqual(['sms raised failed refused']);
  await look();
  const { subject_name: air } = await alarmOf(pointId);
  const [event] = (
    await asked('getEventPage', {
      body: { ProjectId: company.projectId, EventTypeList: ['messageFailed'], PageSize: 10 },
    })
  ).Data;
  expect(event).toMatchObject({ EventType: 'messageFailed', SubjectName: 'Lin' });
  expect(event!.Describe).toMatch(new RegExp(`^SMS, Ours Freezer · ${air}: The provider refused it \\(.*400.*\\)$`));
  await expect
    .poll(() => mailServer.mails.map(({ subject }) => subject), soon)
    .toEqual(['Watchpost 哨站事件通知：报警消息发送失败：Ours Store · Lin']);
  expect(mailServer.mails[0]!.text).toContain(`短信，Ours Freezer · ${air}：服务商拒绝（`);
});

test('the operation log says in English which alarm was confirmed, and from when to when was exported', async () => {
  const [pointId] = takePoints(1) as [number];
  await measured([pointId], -5);
  const names = {
    device_name: '冷冻间 2 号',
    device_name_en: 'Freezer 2',
    subject_name: '库门',
    subject_name_en: 'Door',
  };
  const { id } = await alarmOf(pointId);
  await app.database.db.updateTable('alarm').set(names).where('id', '=', id).execute();
  await asked('updateStatus', { query: { id } });
  const log = async (more: object = {}) =>
    (await asked('getOperationLogPage', { body: { ProjectId: company.projectId, PageSize: 5, ...more } })).Data;
  expect((await log())[0]).toMatchObject({ SubjectKind: 'alarm', SubjectName: 'Freezer 2 · Door' });
  expect(await log({ Text: 'Freezer 2' })).toMatchObject([{ SubjectId: String(id) }]);
  expect(['startTime', 'endTime'].map((field) => operationFieldInWords(field, 'en'))).toEqual(['From', 'Until']);
});
