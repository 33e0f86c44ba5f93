import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AllCalls, CallData, CallName, DutyPlan, Language, Webhook } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { watchEvents } from '../../eventNotices/index.ts';
import { manualClock } from '../../platform/clock.ts';
import { installationSecret } from '../../platform/db/installationSecret.ts';
import { createSecretBox } from '../../platform/secretBox.ts';
import { makeCall, startTestApplication, type TestApplication } from '../../testing/application.ts';
import { anEquippedCompany, type EquippedCompany, measure } from '../../testing/equippedCompany.ts';
import { aCompany, aMember, aPoint, aProject, limitMember } from '../../testing/factories.ts';
import { aMailServer } from '../../testing/mailServer.ts';
import { aProvider, type TestProvider } from '../../testing/phoneProvider.ts';
import { soon } from '../../testing/soon.ts';
import { tellConfiguration } from '../../testing/tellConfiguration.ts';
import { tokenFor } from '../../testing/tokenFor.ts';
import { signatureOf } from './senders.ts';
import { type PlainMessage, sendPlain } from './sendPlain.ts';

/** Thursday noon in Shanghai. */
const noon = Date.UTC(2026, 9, 1, 4);
const minute = 60_000;
const clock = manualClock(noon);
const webhookSecret = 'whsec_test';
/** One severity above −15, a worse one above −10. */
const twoLimits = (high: number, highHigh: number) =>
  JSON.stringify({
    kind: 'limit',
    bands: { high: { limit: -15, severity: high }, highHigh: { limit: -10, severity: highHigh } },
    ...{ deadband: 1, onDelaySeconds: 0, offDelaySeconds: 0 },
  });
const importantThenUrgent = twoLimits(2, 1);
const recordThenImportant = twoLimits(4, 2);
const generalThenImportant = twoLimits(3, 2);
/** Rules of some of the points, by their place. */
const ownLimits = new Map([
  [68, importantThenUrgent],
  [73, importantThenUrgent],
  [75, recordThenImportant],
  [76, generalThenImportant],
  [82, importantThenUrgent],
]);

let app: TestApplication;
let company: EquippedCompany;
let sms: TestProvider;
let voice: TestProvider;
let mailServer: Awaited<ReturnType<typeof aMailServer>>;
let hook: { url: string; received: { headers: IncomingHttpHeaders; body: string }[]; close(): Promise<void> };
/** First and second of the escalation. */
let [lin, zhao] = [0, 0];
let strategyId = 0;
/** One to a test, so that no two tests share an alarm. */
const points: number[] = [];

beforeAll(async () => {
  [sms, voice, mailServer, hook] = await Promise.all([aProvider(), aProvider(), aMailServer(), aHook()]);
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
      const permissions = ['alarmManage', 'alarmHandle', 'eventCenter'] as const;
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
      await db.updateTable('alarm_strategy').set({ escalate_minutes: 10 }).where('id', '=', strategyId).execute();
      for (let n = 0; n < 83; n++) {
        const pointId = await aPoint(db, gatewayId, { deviceId, name: `Air ${n}`, nameEn: `Air ${n}` });
        points.push(pointId);
        await db
          .insertInto('alarm_rule_subject')
          .values({
            rule_id: rule.id,
            subject_kind: 'point',
            subject_id: pointId,
            definition: ownLimits.get(n) ?? null,
          })
          .execute();
      }
      const contact = { strategy_id: strategyId, severities: [1, 2, 3] };
      await db
        .insertInto('alarm_strategy_contact')
        .values([
          { ...contact, user_id: lin, channels: ['sms', 'voice', 'email'] },
          { ...contact, user_id: zhao, channels: ['sms', 'app'], step: 1 },
        ])
        .execute();
      await db.insertInto('notification_setting').values({ user_id: zhao, language: 'en' }).execute();
      await db
        .insertInto('company_webhook')
        .values({
          company_id: companyId,
          name: 'Desk',
          url: hook.url,
          secret: createSecretBox(await installationSecret(db, 'secrets')).seal(webhookSecret),
          severities: [1, 2],
          created_at: new Date(noon),
        })
        .execute();
    },
  });
});
afterAll(async () => {
  await app?.stop();
  await Promise.all([sms, voice, mailServer, hook].map((each) => each?.close()));
});
beforeEach(async () => {
  // What a test left open would call its next step in the middle of another, and gather messages of that one.
  const { pool } = app.database;
  await app.application.outbox.settled();
  await pool.query('DELETE FROM notification_setting WHERE user_id = $1', [lin]);
  await pool.query('UPDATE alarm SET acknowledged_at = $1, acknowledged_by = $2 WHERE acknowledged_at IS NULL', [
    new Date(clock.now()),
    lin,
  ]);
  await pool.query(
    `UPDATE notification SET state = 'skipped', reason = 'acknowledged' WHERE state = 'waiting' AND message_id IS NULL`,
  );
  await pool.query(
    `UPDATE notification_message SET state = 'failed', reason = 'expired', next_try_at = NULL WHERE state = 'waiting'`,
  );
  // Long after the last test, so that no test's last message gathers the next.
  clock.advance(60 * minute);
  for (const provider of [sms, voice]) {
    provider.taken.clear();
    provider.requests.length = 0;
    provider.answer = 200;
    provider.early = null;
  }
  mailServer.mails.length = 0;
  hook.received.length = 0;
});

async function aHook() {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/alarms`;
  return { url, received, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

/** Too warm, or cold again. */
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

async function ledgerOf(pointId: number, userId: number) {
  const { id } = await alarmOf(pointId);
  const { rows } = await app.database.pool.query<{
    channel: string;
    step: string;
    state: string;
    reason: string | null;
  }>(
    `SELECT channel, step, state, reason FROM notification_ledger WHERE alarm_id = $1 AND user_id = $2 AND channel <> 'app' ORDER BY id`,
    [id, userId],
  );
  return rows.map(
    ({ channel, step, state, reason }) => `${channel} ${step} ${state}${reason === null ? '' : ` ${reason}`}`,
  );
}

/** The next 23:00 in Shanghai. */
const nextNight = (): number =>
  Math.ceil((clock.now() - 15 * 60 * minute) / (24 * 60 * minute)) * 24 * 60 * minute + 15 * 60 * minute;

/** Quiet hours from 22:00 to 07:00 for what is important. */
const sleepsAtNight = (userId: number) =>
  app.database.db
    .insertInto('notification_setting')
    .values({
      ...{ user_id: userId, language: 'zh', quiet_from: 22 * 60, quiet_until: 7 * 60 },
      ...{ quiet_weekdays: [1, 2, 3, 4, 5, 6, 7], quiet_severities: [2] },
    })
    .execute();

const textsOf = ({ taken }: TestProvider) => [...taken.values()].map(({ text }) => text);

test('a contact gets an SMS, a call and a mail, a webhook hears of it signed; a reply with the code confirms, and nobody else is called', async () => {
  const [pointId] = points as [number];
  await measured([pointId], -5);
  await expect
    .poll(() => [sms.taken.size, voice.taken.size, mailServer.mails.length, hook.received.length], soon)
    .toEqual([1, 1, 1, 1]);
  const [text] = [...sms.taken.values()];
  expect(text).toMatchObject({ to: '+8613900000001' });
  expect(text!.text).toMatch(
    /^【Watchpost 哨站】重要报警：Ours Store · Ours Freezer · Air 0，.*（10-01 13:00）。回复 \d{4} 确认。$/,
  );
  expect(textsOf(voice)[0]).toMatch(/确认请按 1。$/);
  expect(mailServer.mails[0]).toMatchObject({
    to: [{ address: 'lin@example.com' }],
    messageId: expect.stringMatching(/^<alarm-email-\w+@example\.com>$/),
  });
  const { headers, body } = hook.received[0]!;
  const seconds = Number(/^t=(\d+),/.exec(String(headers['x-watchpost-signature']))![1]);
  expect(headers['x-watchpost-signature']).toBe(signatureOf(webhookSecret, seconds, body));
  expect(JSON.parse(body)).toMatchObject({
    id: headers['idempotency-key'],
    events: [{ event: 'raised', alarm: { level: 2, point: { id: pointId }, returnedAt: null } }],
  });
  await expect
    .poll(() => ledgerOf(pointId, lin), soon)
    .toEqual(['sms raised sent', 'voice raised sent', 'email raised sent']);

  // A receipt, and one of somebody who does not know the secret.
  const id = `p-${text!.key}`;
  expect(await sms.tell({ id, state: 'delivered' }, 'guessed')).toBe(404);
  expect((await ledgerOf(pointId, lin))[0]).toBe('sms raised sent');
  expect(await sms.tell({ id, state: 'delivered' })).toBe(200);
  expect((await ledgerOf(pointId, lin))[0]).toBe('sms raised delivered');

  await sms.tell({ from: '13900000001', text: '确认 0' });
  await sms.tell({ from: '13900000002', text: text!.code });
  expect((await alarmOf(pointId)).acknowledged_at).toBeNull();
  // As a Chinese keyboard types it: full-width.
  const wide = text!.code.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  await sms.tell({ from: '13900000001', text: `确认${wide}` });
  expect(await alarmOf(pointId)).toMatchObject({ acknowledged_by: lin });
  const journal = await app.database.db
    .selectFrom('alarm_journal')
    .where('alarm_id', '=', (await alarmOf(pointId)).id)
    .where('kind', '=', 'acknowledged')
    .select(['text_zh', 'user_id'])
    .execute();
  expect(journal).toEqual([{ text_zh: '通过短信回复确认', user_id: lin }]);

  clock.advance(11 * minute);
  await measured([points[1]!], -5);
  await expect.poll(() => ledgerOf(points[1]!, lin), soon).toContain('sms raised sent');
  expect(await ledgerOf(pointId, zhao)).toEqual([]);
});

test('without an answer the next step is notified after the interval; key 1 of a call confirms, other keys do not', async () => {
  const [, , pointId] = points as [number, number, number];
  await measured([pointId], -5);
  await expect.poll(() => voice.taken.size, soon).toBe(1);
  const [call] = [...voice.taken.values()];
  expect(await ledgerOf(pointId, zhao)).toEqual([]);
  const told: number[] = [];
  const owner = {};
  app.application.events.on(owner, 'pushesWaiting', ({ userIds }) => told.push(...userIds));
  clock.advance(10 * minute);
  await expect.poll(() => ledgerOf(pointId, zhao), soon).toEqual(['sms raised/1 sent']);
  // Zhao's popup is on the screen at once, not with the next poll.
  expect(told).toEqual([zhao]);
  app.application.events.removeOwner(owner);
  expect(textsOf(sms).at(-1)).toMatch(
    /^Watchpost: Important alarm, escalated: Ours Store · Ours Freezer · Air 2: .*Reply \d{4} to acknowledge\.$/,
  );

  const id = `p-${call!.key}`;
  for (const answer of [{ digit: '2', code: call!.code }, { digit: '1', code: '0000x' }, { digit: '1' }])
    await voice.tell({ id, ...answer });
  expect((await alarmOf(pointId)).acknowledged_at).toBeNull();
  await voice.tell({ id, digit: '1', code: call!.code });
  expect(await alarmOf(pointId)).toMatchObject({ acknowledged_by: lin });
  expect(await ledgerOf(pointId, lin)).toContain('voice raised delivered');
});

test('a person who may no longer confirm does not by phone, and one without rights any more is not notified', async () => {
  const [, , , pointId] = points as [number, number, number, number];
  await measured([pointId], -5);
  await expect.poll(() => sms.taken.size, soon).toBe(1);
  const [text] = [...sms.taken.values()];
  await app.database.db.updateTable('membership').set({ active: false }).where('user_id', 'in', [lin, zhao]).execute();
  await sms.tell({ from: '+8613900000001', text: text!.code });
  expect((await alarmOf(pointId)).acknowledged_at).toBeNull();
  expect(await ledgerOf(pointId, lin)).toContain('sms raised delivered answeredInVain');
  clock.advance(10 * minute);
  await expect.poll(() => ledgerOf(pointId, zhao), soon).toEqual(['sms raised/1 skipped noRight']);
  await app.database.db.updateTable('membership').set({ active: true }).where('user_id', 'in', [lin, zhao]).execute();
});

test('a flood is one message to a person, and the delivery log has its single alarms', async () => {
  const flood = points.slice(10, 57);
  await measured([points[4]!], -5);
  await expect.poll(() => sms.taken.size, soon).toBe(1);
  clock.advance(5_000);
  await measured(flood, -5);
  await expect.poll(() => ledgerOf(flood.at(-1)!, lin), soon).toContain('sms raised waiting flood');
  expect(sms.taken.size).toBe(1);
  clock.advance(2 * minute);
  await expect.poll(() => sms.taken.size, soon).toBe(2);
  expect(textsOf(sms)[1]).toMatch(/^【Watchpost 哨站】1 分钟内 47 条报警，最严重：重要报警：Ours Store/);
  await expect.poll(() => ledgerOf(flood[0]!, lin), soon).toContain('sms raised sent');
  await expect.poll(() => voice.taken.size, soon).toBe(2);
  // For a reader who may see all of its alarms, each line has the text of the message.
  const token = await tokenFor(app.database.db, company.userId, clock);
  const asked = { body: { AlarmId: (await alarmOf(flood[0]!)).id, PageSize: 10 } };
  const log = (await makeCall(app.url, 'getSmsPushLogPage', asked, { token })).envelope.Data as CallData<
    AllCalls['getSmsPushLogPage']
  >;
  expect(log.Data).toMatchObject([{ AlarmCount: 47, Content: expect.stringContaining('47 条报警') }]);
  // One answer confirms them all.
  await sms.tell({ from: '13900000001', text: [...sms.taken.values()][1]!.code });
  const { open } = (
    await app.database.pool.query(
      'SELECT count(*)::int AS open FROM alarm WHERE point_id = ANY($1) AND acknowledged_at IS NULL',
      [flood],
    )
  ).rows[0];
  expect(open).toBe(0);
});

test('another company’s alarms in a message are not counted for this one', async () => {
  const { db } = app.database;
  const theirs = await anEquippedCompany(db, 'Theirs');
  await aMember(db, theirs.companyId, theirs.projectId, { userId: lin, permissions: ['alarmManage', 'alarmHandle'] });
  const { strategy_id } = await db
    .selectFrom('alarm_rule_subject')
    .innerJoin('alarm_rule', 'alarm_rule.id', 'alarm_rule_subject.rule_id')
    .where('subject_kind', '=', 'point')
    .where('subject_id', '=', theirs.pointId)
    .select('alarm_rule.strategy_id')
    .executeTakeFirstOrThrow();
  const contact = { strategy_id, severities: [1, 2, 3], user_id: lin, channels: ['sms'] };
  await db.insertInto('alarm_strategy_contact').values(contact).execute();
  const of = app.application;
  await tellConfiguration(of, 'project', theirs.projectId);
  await tellConfiguration(of, 'gateway', theirs.gatewayId);
  await tellConfiguration(of, 'point', theirs.pointId);
  await tellConfiguration(of, 'alarmStrategy', strategy_id);
  await measured([points[80]!, points[81]!, theirs.pointId], -5);
  await expect.poll(() => ledgerOf(theirs.pointId, lin), soon).toContain('sms raised sent');
  expect(textsOf(sms)).toEqual([expect.stringContaining('3 条报警')]);
  const read = async (userId: number, pointId: number) => {
    const token = await tokenFor(db, userId, clock);
    const asked = { body: { AlarmId: (await alarmOf(pointId)).id, PageSize: 10 } };
    return (
      (await makeCall(app.url, 'getSmsPushLogPage', asked, { token })).envelope.Data as CallData<
        AllCalls['getSmsPushLogPage']
      >
    ).Data;
  };
  const [ofOurs, ofTheirs] = [await read(company.userId, points[80]!), await read(theirs.userId, theirs.pointId)];
  expect(ofOurs).toMatchObject([{ AlarmCount: 2, Explain: 'One message for 2 alarms' }]);
  expect(ofTheirs).toMatchObject([{ AlarmCount: 1, Explain: '' }]);
  expect([...ofOurs, ...ofTheirs].map(({ Content }) => Content)).not.toContainEqual(expect.stringContaining('3 条'));
});

test('a message is tried again with the same key when a provider is down, and not when it refuses', async () => {
  const [first, second] = points.slice(57) as [number, number];
  sms.answer = 'hang up';
  voice.answer = 400;
  await measured([first], -5);
  await expect
    .poll(() => ledgerOf(first, lin), soon)
    .toEqual(expect.arrayContaining(['sms raised waiting retrying', 'voice raised failed refused']));
  clock.advance(15_000);
  const outcomes = async () => {
    const { rows } = await app.database.pool.query<{ outcome: string }>(
      `SELECT a.outcome FROM notification_attempt a JOIN notification_ledger l ON l.message_id = a.message_id
       WHERE l.alarm_id = $1 AND l.user_id = $2 AND l.channel = 'sms' ORDER BY a.number`,
      [(await alarmOf(first)).id, lin],
    );
    return rows.map(({ outcome }) => outcome);
  };
  await expect.poll(outcomes, soon).toEqual(['noAnswer', 'noAnswer']);
  sms.answer = 200;
  clock.advance(60_000);
  await expect.poll(() => ledgerOf(first, lin), soon).toContain('sms raised sent');
  // Others are told of what they did not confirm before.
  const keys = [...sms.taken.values()].filter(({ to }) => to === '+8613900000001').map(({ key }) => key);
  expect(keys).toHaveLength(1);
  expect(await outcomes()).toEqual(['noAnswer', 'noAnswer', 'accepted']);

  // Asked for, because no receipt comes by itself.
  sms.states.set(`p-${keys[0]}`, 'failed');
  clock.advance(31_000);
  await expect.poll(() => ledgerOf(first, lin), soon).toContain('sms raised failed undelivered');

  // An all-clear goes to earlier recipients, by the ways that reached them.
  await measured([second], -5);
  await expect.poll(() => ledgerOf(second, lin), soon).toHaveLength(3);
  clock.advance(3 * minute);
  await expect
    .poll(() => ledgerOf(second, lin), soon)
    .toEqual(expect.arrayContaining(['sms raised sent', 'voice raised failed refused']));
  clock.advance(3 * minute);
  await measured([second], -20);
  await expect
    .poll(() => ledgerOf(second, lin), soon)
    .toEqual(expect.arrayContaining(['sms returned sent', 'email returned sent']));
  expect(await ledgerOf(second, lin)).toHaveLength(5);
  expect(await ledgerOf(second, zhao)).toEqual([]);
});

/** Sends what still waits, and leaves enough time so that it gathers nothing. */
async function nothingWaits() {
  app.application.outbox.wake();
  await app.application.outbox.settled();
  clock.advance(3 * minute);
}

test('a receipt that comes before the provider has answered the send counts', async () => {
  await nothingWaits();
  sms.early = 'delivered';
  await measured([points[78]!], -5);
  await expect.poll(() => ledgerOf(points[78]!, lin), soon).toContain('sms raised delivered');
  // Other people's messages may still be on their way; once each is settled, no receipt is kept any longer.
  const kept = async () => (await app.database.pool.query('SELECT * FROM notification_early_receipt')).rows;
  await expect.poll(kept, soon).toEqual([]);
});

test('a message that a webhook will never take is given up at once with the reason, and the next one comes', async () => {
  const { db } = app.database;
  const heard: string[] = [];
  const picky = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      heard.push(/"event":"(\w+)"/.exec(body)?.[1] ?? body);
      response.writeHead(heard.length === 1 ? 413 : heard.length === 2 ? 429 : 200).end();
    });
  });
  await new Promise<void>((resolve) => picky.listen(0, '127.0.0.1', resolve));
  const { id } = await db
    .insertInto('company_webhook')
    .values({
      company_id: company.companyId,
      name: 'Picky desk',
      url: `http://127.0.0.1:${(picky.address() as AddressInfo).port}/`,
      secret: createSecretBox(await installationSecret(db, 'secrets')).seal(webhookSecret),
      severities: [1, 2],
      created_at: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const messages = async () => {
    const { rows } = await app.database.pool.query(
      'SELECT state, reason FROM notification_message WHERE webhook_id = $1 ORDER BY id',
      [id],
    );
    return rows;
  };
  await measured([points[65]!], -5);
  await expect.poll(messages, soon).toEqual([{ state: 'failed', reason: 'refused' }]);
  clock.advance(1_000);
  await measured([points[65]!], -20);
  // A webhook that asks for patience is tried again.
  await expect.poll(messages, soon).toEqual([
    { state: 'failed', reason: 'refused' },
    { state: 'waiting', reason: 'retrying' },
  ]);
  clock.advance(15_000);
  app.application.outbox.wake();
  await expect.poll(() => heard, soon).toEqual(['raised', 'returned', 'returned']);
  await app.application.outbox.settled();
  await db.deleteFrom('company_webhook').where('id', '=', id).execute();
  picky.close();
});

test('a webhook that does not answer holds up no other, and hears everything in order once it does', async () => {
  const { db } = app.database;
  const held: ServerResponse[] = [];
  const heard: string[] = [];
  const slow = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      heard.push(/"event":"(\w+)"/.exec(body)?.[1] ?? body);
      held.push(response);
    });
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const { id } = await db
    .insertInto('company_webhook')
    .values({
      company_id: company.companyId,
      name: 'Slow desk',
      url: `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`,
      secret: createSecretBox(await installationSecret(db, 'secrets')).seal(webhookSecret),
      severities: [1, 2],
      created_at: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await measured([points[79]!], -5);
  await expect.poll(() => [hook.received.length, held.length], soon).toEqual([1, 1]);
  clock.advance(1_000);
  await measured([points[79]!], -20);
  await expect.poll(() => hook.received.length, soon).toBe(2);
  expect(held).toHaveLength(1);
  // A failed message is sent again before anything newer.
  held[0]!.writeHead(503).end();
  const retrying = async () =>
    (
      await app.database.pool.query(
        `SELECT FROM notification_message WHERE webhook_id = $1 AND lease_until IS NULL AND attempts = 1`,
        [id],
      )
    ).rowCount;
  await expect.poll(retrying, soon).toBe(1);
  app.application.outbox.wake();
  await app.application.outbox.settled();
  expect(heard).toEqual(['raised']);
  clock.advance(15_000);
  await expect.poll(() => held.length, soon).toBe(2);
  held[1]!.end('ok');
  await expect.poll(() => held.length, soon).toBe(3);
  held[2]!.end('ok');
  expect(heard).toEqual(['raised', 'raised', 'returned']);
  await app.application.outbox.settled();
  await db.deleteFrom('company_webhook').where('id', '=', id).execute();
  slow.close();
});

/** Takes the point off its rule, which ends the alarm on it with that reason. */
async function unwatch(pointId: number): Promise<void> {
  await app.database.db
    .deleteFrom('alarm_rule_subject')
    .where('subject_kind', '=', 'point')
    .where('subject_id', '=', pointId)
    .execute();
  app.application.events.emit('configurationChanged', {
    companyId: company.companyId,
    kind: 'alarmStrategy',
    ids: [strategyId],
  });
  const hasEnded = async () => {
    clock.advance(1_000);
    await measured([points[67]!], -20);
    return (await alarmOf(pointId)).end_reason;
  };
  await expect.poll(hasEnded, soon).toBe('ruleClosed');
}

test('a webhook hears why an alarm ended that did not return to normal', async () => {
  const pointId = points[66]!;
  await measured([pointId], -5);
  await expect.poll(() => hook.received.length, soon).toBe(1);
  await unwatch(pointId);
  await expect.poll(() => hook.received.length, soon).toBe(2);
  expect(hook.received.map(({ body }) => JSON.parse(body).events)).toMatchObject([
    [{ event: 'raised', reason: null, alarm: { point: { id: pointId } } }],
    [{ event: 'ended', reason: 'ruleClosed', alarm: { point: { id: pointId }, returnedAt: expect.any(String) } }],
  ]);
});

test('a reply to an important alarm does not confirm one that has become urgent, also after it returned', async () => {
  const pointId = points[68]!;
  await measured([pointId], -12);
  await expect.poll(() => sms.taken.size, soon).toBe(1);
  const code = [...sms.taken.values()][0]!.code;
  for (const value of [-5, -12, -20]) {
    clock.advance(1_000);
    await measured([pointId], value);
  }
  expect(await alarmOf(pointId)).toMatchObject({ severity: 2, effective_severity: 1, returned_at: expect.any(Date) });
  await sms.tell({ from: '13900000001', text: `确认 ${code}` });
  expect((await alarmOf(pointId)).acknowledged_at).toBeNull();
  // Said before the next test, whose messages would wait behind it.
  const told = () => {
    clock.advance(10_000);
    return ledgerOf(pointId, lin);
  };
  await expect.poll(told, soon).toEqual(expect.arrayContaining(['sms returned sent', 'email returned sent']));
});

test('a rise in severity that ended before it was sent calls nobody, and the delivery log says why; other systems hear of it', async () => {
  const pointId = points[82]!;
  const ledger = async () => (await ledgerOf(pointId, lin)).map((line) => line.replace(/:1:\d+/, ':1'));
  await measured([pointId], -12);
  await expect.poll(ledger, soon).toEqual(['sms raised sent', 'voice raised sent', 'email raised sent']);
  clock.advance(1_000);
  await measured([pointId], -5);
  await expect.poll(ledger, soon).toContain('sms severity:1 waiting flood');
  clock.advance(1_000);
  await measured([pointId], -12);
  expect(await alarmOf(pointId)).toMatchObject({ severity: 2, worst_severity: 1, returned_at: null });
  clock.advance(10_000);
  await expect
    .poll(ledger, soon)
    .toEqual(
      expect.arrayContaining(['sms', 'voice', 'email'].map((channel) => `${channel} severity:1 skipped becameMilder`)),
    );
  expect(textsOf(sms).filter((text) => text.includes('升级'))).toEqual([]);
  const heard = hook.received.flatMap(({ body }) => JSON.parse(body).events as { event: string }[]);
  expect(heard.map(({ event }) => event)).toEqual(['raised', 'escalated']);
});

/** A maintenance window begins on a point with an active alarm. */
async function hideByMaintenance(pointId: number): Promise<{ id: number; shelfId: number }> {
  const { db } = app.database;
  const now = new Date(clock.now());
  const { project_id, id } = await alarmOf(pointId);
  const shelf = await db
    .insertInto('alarm_shelf')
    .values({
      ...{ company_id: company.companyId, project_id, kind: 'maintenance', reason: 'Door', point_id: pointId },
      ...{ from_at: now, created_by: lin, created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('alarm').set({ hidden_by: shelf.id, hidden_since: now }).where('id', '=', id).execute();
  return { id, shelfId: shelf.id };
}

test('a message about no alarm is tried again as long as one about an alarm, and an alarm that is shelved meanwhile calls nobody', async () => {
  const { db, pool } = app.database;
  await nothingWaits();
  sms.taken.clear();
  sms.answer = 'hang up';
  const said = { zh: '网关离线', en: 'Gateway offline' };
  const plain = { userId: lin, channel: 'sms', about: 'test', subject: said, lines: [said], timeZone: 'Asia/Shanghai' };
  await sendPlain(pool, [plain as PlainMessage], clock.now(), app.application.outbox.available);
  await measured([points[63]!], -5);
  await expect.poll(() => ledgerOf(points[63]!, lin), soon).toContain('sms raised waiting retrying');
  const { id, shelfId } = await hideByMaintenance(points[63]!);
  sms.answer = 200;
  clock.advance(90_000);
  await expect.poll(() => ledgerOf(points[63]!, lin), soon).toContain('sms raised skipped hidden');
  await expect.poll(() => textsOf(sms), soon).toContainEqual(expect.stringContaining('网关离线'));
  expect(textsOf(sms).filter((text) => text.includes('Air 63'))).toEqual([]);
  await db
    .updateTable('alarm')
    .set({ hidden_by: null, hidden_since: null, acknowledged_at: new Date(clock.now()), acknowledged_by: lin })
    .where('id', '=', id)
    .execute();
  await db.deleteFrom('alarm_shelf').where('id', '=', shelfId).execute();
});

test('a message delayed by quiet hours is not sent while its alarm is for the record only, and the delivery log says so', async () => {
  const { db } = app.database;
  const pointId = points[75]!;
  // Lin does not see records either; that is not the reason.
  await limitMember(db, lin, company.projectId, { alarmLevels: [1, 2, 3] });
  clock.set(nextNight());
  await sleepsAtNight(lin);
  await measured([pointId], -5);
  await expect
    .poll(() => ledgerOf(pointId, lin), soon)
    .toEqual(['sms raised waiting quietHours', 'voice raised waiting quietHours', 'email raised sent']);
  clock.advance(minute);
  await measured([pointId], -12);
  expect(await alarmOf(pointId)).toMatchObject({ severity: 4, returned_at: null });
  clock.advance(8 * 60 * minute);
  await expect
    .poll(async () => (await ledgerOf(pointId, lin)).sort(), soon)
    .toEqual(['email raised sent', 'sms raised skipped recordOnly', 'voice raised skipped recordOnly']);
  const { id } = await alarmOf(pointId);
  const token = await tokenFor(db, company.userId, clock);
  const explained = async (language: Language) => {
    const { envelope } = await makeCall(app.url, 'getAlarmDetail', { query: { alarmId: id } }, { token, language });
    const { Notified } = envelope.Data as CallData<AllCalls['getAlarmDetail']>;
    return Notified?.find(({ Channel, State }) => Channel === 'sms' && State === 'skipped')?.Explain;
  };
  const asked = await makeCall(app.url, 'getWhoWouldBeCalled', { body: { AlarmId: id } }, { token });
  expect(asked.envelope.Data).toMatchObject({ Level: 4, Viewers: 0 });
  expect(await explained('zh')).toBe('发送时报警级别为“仅记录”，不通知');
  expect(await explained('en')).toBe('When it was to be sent, the alarm was for the record only');
  await db.deleteFrom('member_scope').where('user_id', '=', lin).execute();
});

test('a message delayed by quiet hours says how its alarm stands by then', async () => {
  const pointId = points[76]!;
  clock.set(nextNight());
  await sleepsAtNight(lin);
  await measured([pointId], -5);
  await expect
    .poll(() => ledgerOf(pointId, lin), soon)
    .toEqual(['sms raised waiting quietHours', 'voice raised waiting quietHours', 'email raised sent']);
  clock.advance(minute);
  await measured([pointId], -12);
  clock.advance(8 * 60 * minute);
  const toLin = ({ taken }: TestProvider) => [...taken.values()].filter(({ to }) => to === '+8613900000001');
  await expect.poll(() => [toLin(sms).length, toLin(voice).length], soon).toEqual([1, 1]);
  expect(toLin(sms)[0]!.text).toMatch(/^【Watchpost 哨站】一般报警：.*降级为一般：−12.0 °C，高于上限 −15.0 °C/);
  // The delivery log has the severity that Lin was told, and the all-clear uses it.
  clock.advance(3 * minute);
  await measured([pointId], -20);
  await expect.poll(() => toLin(sms).at(-1)!.text, soon).toMatch(/^【Watchpost 哨站】一般报警恢复：/);
});

test('the escalation counts from the first notification, however long ago the alarm was raised', async () => {
  const { db } = app.database;
  await measured([points[64]!], -5);
  await expect.poll(() => ledgerOf(points[64]!, lin), soon).toContain('sms raised sent');
  const toldAt = clock.now();
  const { id } = await alarmOf(points[64]!);
  // As an alarm that was found out about late.
  await db
    .updateTable('alarm')
    .set({ raised_at: new Date(toldAt - 180 * minute) })
    .where('id', '=', id)
    .execute();
  clock.advance(2 * minute);
  const token = await tokenFor(db, company.userId, clock);
  const { envelope } = await makeCall(app.url, 'getWhoWouldBeCalled', { body: { AlarmId: id } }, { token });
  const { Rows } = envelope.Data as CallData<AllCalls['getWhoWouldBeCalled']>;
  const ofZhao = { Step: 1, AtEpoch: toldAt + 10 * minute, IsDone: false };
  expect(Rows.filter(({ UserId }) => UserId === zhao)).toMatchObject([ofZhao, ofZhao]);
  // A step that was due before is not due again.
  expect(Rows.find(({ Step, UserId }) => Step === 0 && UserId === lin)).toMatchObject({
    AtEpoch: toldAt,
    IsDone: true,
  });
});

test('an all-clear is for earlier recipients: not for sleepers who were never notified, nor by a way that failed, and a shelf does not suppress it', async () => {
  const { db } = app.database;
  const [slept, failed, shelved] = points.slice(70) as [number, number, number];
  clock.set(nextNight());
  await sleepsAtNight(lin);
  await measured([slept], -5);
  await expect
    .poll(() => ledgerOf(slept, lin), soon)
    .toEqual(['sms raised waiting quietHours', 'voice raised waiting quietHours', 'email raised sent']);
  clock.advance(3 * 60 * minute);
  await measured([slept], -20);
  await expect.poll(() => ledgerOf(slept, lin), soon).toContain('email returned sent');
  clock.advance(5 * 60 * minute + minute);
  await expect
    .poll(async () => (await ledgerOf(slept, lin)).sort(), soon)
    .toEqual([
      ...['email raised sent', 'email returned sent'],
      ...['sms raised skipped returned', 'sms returned skipped neverTold'],
      'voice raised skipped returned',
    ]);
  // The next step may have been notified meanwhile, and gets the all-clear.
  const toLin = [...sms.taken.values()].filter(({ to }) => to === '+8613900000001');
  expect(toLin.filter(({ text }) => text.includes(`Air ${points.indexOf(slept)}`))).toEqual([]);
  await db.deleteFrom('notification_setting').where('user_id', '=', lin).execute();

  sms.answer = 400;
  await measured([failed], -5);
  await expect.poll(() => ledgerOf(failed, lin), soon).toContain('sms raised failed refused');
  sms.answer = 200;
  clock.advance(3 * minute);
  await measured([failed], -20);
  await expect.poll(() => ledgerOf(failed, lin), soon).toContain('email returned sent');
  expect(await ledgerOf(failed, lin)).not.toContainEqual(expect.stringMatching(/^sms returned/));

  clock.advance(3 * minute);
  await measured([shelved], -5);
  await expect.poll(() => ledgerOf(shelved, lin), soon).toContain('sms raised sent');
  clock.advance(3 * minute);
  const { id, shelfId } = await hideByMaintenance(shelved);
  await measured([shelved], -20);
  await expect.poll(() => ledgerOf(shelved, lin), soon).toContain('sms returned sent');
  await expect
    .poll(() => hook.received.map(({ body }) => body).join(), soon)
    .toMatch(new RegExp(`"event":"returned"[^\\]]*"id":${id},`));
  await db.updateTable('alarm').set({ hidden_by: null, hidden_since: null }).where('id', '=', id).execute();
  await db.deleteFrom('alarm_shelf').where('id', '=', shelfId).execute();
});

test('an alarm that is raised and at once becomes worse notifies the next step once, and an urgent one waits behind no flood', async () => {
  const { pool } = app.database;
  const [pointId, other] = [points[73]!, points[74]!];
  await measured([other], -5);
  await expect.poll(() => ledgerOf(other, lin), soon).toContain('sms raised sent');
  clock.advance(minute);
  // Six hundred people to whom something was sent a moment ago, and for whom more has waited longer.
  await pool.query(
    `WITH crowd AS (
       INSERT INTO app_user (account, password_hash, nickname, mobile) SELECT 'crowd' || n, '', 'Crowd', '137' || 10000000 + n
       FROM generate_series(1, 600) n RETURNING id),
     sent AS (
       INSERT INTO notification_message (key, channel, user_id, address, severity, alarm_count, body, state, created_at)
       SELECT 'crowd' || id, 'sms', id, '', 3, 1, '', 'sent', $2 FROM crowd)
     INSERT INTO notification (company_id, project_id, alarm_id, user_id, channel, push_type, step, severity, text_zh, text_en, state, created_at)
     SELECT a.company_id, a.project_id, a.id, crowd.id, 'sms', 0, 'raised', 3, '', '', 'waiting', $2 FROM crowd, alarm a WHERE a.id = $1`,
    [(await alarmOf(other)).id, new Date(clock.now())],
  );
  await measure(app.application, [
    { pointId, at: clock.now() - 1_000, value: -13 },
    { pointId, at: clock.now(), value: -5 },
  ]);
  await expect.poll(() => ledgerOf(pointId, lin), soon).toContain('sms raised sent');
  await pool.query(`DELETE FROM app_user WHERE account LIKE 'crowd%'`);
  clock.advance(10 * minute);
  await expect.poll(() => ledgerOf(pointId, zhao), soon).toContainEqual(expect.stringMatching(/^sms severity:.*sent$/));
  expect(await ledgerOf(pointId, zhao)).toHaveLength(1);
});

/** A call by somebody who manages notifications; the refused fields, where it was refused. */
async function set(name: CallName, body: object) {
  const token = await tokenFor(app.database.db, company.userId, clock);
  const { status, envelope } = await makeCall(
    app.url,
    name,
    { body: { ProjectId: company.projectId, ...body } },
    { token },
  );
  const { Fields } = (envelope.Data ?? {}) as { Fields?: { Field: string }[] };
  return Fields ? Fields.map(({ Field }) => Field) : status === 200 ? envelope.Data : status;
}
async function plan(day: string): Promise<DutyPlan> {
  const token = await tokenFor(app.database.db, company.userId, clock);
  const query = { ProjectId: company.projectId, Day: day };
  return (await makeCall(app.url, 'getDutyPlan', { query }, { token })).envelope.Data as DutyPlan;
}

test('a rota hands over at midnight in the zone of the project, follows leave, holidays and moved days, and refuses what cannot be', async () => {
  const { db } = app.database;
  const { companyId, projectId } = company;
  const onDuty = async (nickname: string, mobile: string) => {
    const id = await aMember(db, companyId, projectId, { nickname, permissions: ['alarmManage'] });
    await db.updateTable('app_user').set({ mobile }).where('id', '=', id).execute();
    return id;
  };
  const [chen, du] = [await onDuty('Chen', '13900000003'), await onDuty('Du', '13900000004')];
  const elsewhere = await aCompany(db, { name: 'Theirs' });
  const stranger = await aMember(db, elsewhere, await aProject(db, elsewhere));

  const whole = { From: '', Until: '', FirstWeek: '2026-09-30', EveryWeeks: 1 };
  const friday = { ...whole, UserId: chen, WeekdayList: [5], OnHolidays: 'never' };
  const saturday = { ...whole, UserId: du, WeekdayList: [6] };
  const rota = { RotaName: 'Around the clock', LevelList: [2], ChannelList: ['sms'], ShiftList: [friday, saturday] };
  expect(await set('saveDutyRota', { ...rota, ShiftList: [friday, { ...saturday, UserId: stranger }] })).toEqual([
    'ShiftList.1.UserId',
  ]);
  const night = { ...friday, OnHolidays: 'alike' };
  const doubled = [
    { ...night, From: '20:00', Until: '08:00' },
    { ...night, WeekdayList: [6], From: '07:00', Until: '09:00' },
  ];
  expect(await set('saveDutyRota', { ...rota, ShiftList: doubled })).toEqual(['ShiftList.1.UserId']);
  const { RotaId } = (await set('saveDutyRota', rota)) as { RotaId: number };
  expect(await set('saveDutyRota', rota)).toEqual(['RotaName']);

  // Friday, a minute to midnight in Shanghai, and a minute past.
  clock.set(Date.UTC(2026, 9, 2, 15, 59));
  await measured([points[5]!], -5);
  await expect.poll(() => ledgerOf(points[5]!, chen), soon).toEqual(['sms raised sent']);
  clock.advance(2 * minute);
  await measured([points[6]!], -5);
  await expect.poll(() => ledgerOf(points[6]!, du), soon).toEqual(['sms raised sent']);
  expect([await ledgerOf(points[5]!, du), await ledgerOf(points[6]!, chen)]).toEqual([[], []]);

  // Away without a substitute: said; with one: the substitute is notified.
  const leave = { UserId: du, FromDay: '2026-10-10', UntilDay: '2026-10-10' };
  expect(await set('saveAbsence', { ...leave, UntilDay: '2026-10-09' })).toEqual(['UntilDay']);
  expect(await set('saveAbsence', { ...leave, SubstituteId: stranger })).toEqual(['SubstituteId']);
  const { AbsenceId } = (await set('saveAbsence', leave)) as { AbsenceId: number };
  expect(await set('saveAbsence', { ...leave, FromDay: '2026-10-05' })).toEqual(['FromDay']);
  clock.set(Date.UTC(2026, 9, 10, 4));
  await measured([points[7]!], -5);
  await expect.poll(() => ledgerOf(points[7]!, du), soon).toEqual(['sms raised skipped onLeave']);
  await set('saveAbsence', { AbsenceId, SubstituteId: chen });
  clock.advance(3 * minute);
  await measured([points[8]!], -5);
  await expect.poll(() => ledgerOf(points[8]!, chen), soon).toEqual(['sms raised sent']);

  // A Friday off, made up for on the Sunday after it; the project alone works on a third day of the company's holiday.
  const days = { CountsAs: 8, FromDay: '2026-10-16', UntilDay: '2026-10-17', DayName: 'Fair', OfCompany: true };
  expect(await set('saveCalendarDays', { ...days, UntilDay: '2026-10-15' })).toEqual(['UntilDay']);
  await set('saveCalendarDays', days);
  await set('saveCalendarDays', { FromDay: '2026-10-18', UntilDay: '2026-10-18', CountsAs: 5 });
  const turns = async () =>
    (await plan('2026-10-15')).TurnList.map(({ Day, UserName, From, Until }) => `${Day} ${From}–${Until} ${UserName}`);
  expect(await turns()).toEqual(['2026-10-17 00:00–24:00 Du', '2026-10-18 00:00–24:00 Chen']);
  clock.set(Date.UTC(2026, 9, 18, 4));
  await measured([points[9]!], -5);
  await expect.poll(() => ledgerOf(points[9]!, chen), soon).toEqual(['sms raised sent']);
  await set('saveCalendarDays', { FromDay: '2026-10-16', UntilDay: '2026-10-16', CountsAs: 5 });
  expect(await turns()).toContain('2026-10-16 00:00–24:00 Chen');
  const { DayList, Monday } = await plan('2026-10-15');
  expect([Monday, DayList.filter(({ OfCompany }) => OfCompany).map(({ Day }) => Day)]).toEqual([
    '2026-10-12',
    ['2026-10-17'],
  ]);
  // The company takes its day back, also in the project with one of its own; then the project takes its own back.
  const sixteenth = { FromDay: '2026-10-16', UntilDay: '2026-10-16', CountsAs: 0 };
  await set('saveCalendarDays', { ...sixteenth, OfCompany: true });
  await set('saveCalendarDays', sixteenth);
  expect((await plan('2026-10-15')).DayList.map(({ Day }) => Day)).toEqual(['2026-10-17', '2026-10-18']);

  await set('deleteDutyRota', { RotaId });
  const { rows } = await app.database.pool.query<{ subject_kind: string }>(
    `SELECT DISTINCT subject_kind FROM operation_log WHERE subject_kind IN ('dutyRota', 'absence', 'calendarDay') ORDER BY 1`,
  );
  expect(rows.map((row) => row.subject_kind)).toEqual(['absence', 'calendarDay', 'dutyRota']);
});

test('a webhook is set up without leading into our networks, its secret is told once, it is tried, and ends when nobody listens for long', async () => {
  const list = async (): Promise<Webhook[]> => {
    const token = await tokenFor(app.database.db, company.userId, clock);
    const query = { ProjectId: company.projectId };
    return (await makeCall(app.url, 'getWebhookList', { query }, { token })).envelope.Data as Webhook[];
  };
  const hookOf = async (id: number) => (await list()).find(({ WebhookId }) => WebhookId === id);
  const wanted = { WebhookName: 'Own desk', LevelList: [2] };
  for (const Url of ['http://10.0.0.7/alarms', 'http://[::1]/', 'ftp://example.com/', 'http://who:ever@127.0.0.1/'])
    expect(await set('saveWebhook', { ...wanted, Url })).toEqual(['Url']);
  // Nobody is notified of records, so that such a choice would mean nothing.
  expect(await set('saveWebhook', { ...wanted, Url: hook.url, LevelList: [3, 4] })).toEqual(['LevelList.1']);
  const made = (await set('saveWebhook', { ...wanted, Url: hook.url })) as { WebhookId: number; Secret: string };
  expect(made.Secret).toMatch(/^whsec_.{32}$/);
  expect(JSON.stringify(await list())).not.toContain(made.Secret);
  expect(await set('saveWebhook', { ...wanted, Url: hook.url })).toEqual(['WebhookName']);

  const { WebhookId } = made;
  expect(await set('testWebhook', { WebhookId })).toEqual({ IsTaken: true, Explain: '' });
  const { headers, body } = hook.received.at(-1)!;
  expect(JSON.parse(body)).toMatchObject({ isTest: true, events: [] });
  const seconds = Math.floor(clock.now() / 1000);
  expect(headers['x-watchpost-signature']).toBe(signatureOf(made.Secret, seconds, body));
  expect(await hookOf(WebhookId)).toMatchObject({ LastEPOCH: clock.now(), LastError: null });

  expect(await set('saveWebhook', { WebhookId, Url: 'http://127.0.0.1:9/' })).toEqual({ WebhookId, Secret: null });
  for (let n = 0; n < 20; n++) {
    expect(await hookOf(WebhookId)).toMatchObject({ Enabled: true, FailedCount: n });
    const Explain = 'Nothing listens at this address';
    expect(await set('testWebhook', { WebhookId })).toEqual({ IsTaken: false, Explain });
    clock.advance(90 * minute);
  }
  expect(await hookOf(WebhookId)).toMatchObject({
    Enabled: false,
    FailedCount: 20,
    SwitchedOffEPOCH: expect.any(Number),
  });
  const { rows } = await app.database.pool.query(
    `SELECT user_id, after->>'enabled' AS enabled FROM operation_log WHERE subject_kind = 'webhook' AND subject_id = $1 ORDER BY id DESC LIMIT 1`,
    [String(WebhookId)],
  );
  expect(rows).toEqual([{ user_id: null, enabled: 'false' }]);
  for (let n = 0; n < 10; n++) expect(await set('testWebhook', { WebhookId })).toMatchObject({ IsTaken: false });
  expect(await set('testWebhook', { WebhookId })).toBe(429);
  await set('deleteWebhook', { WebhookId });
  expect(await hookOf(WebhookId)).toBeUndefined();
});

test('no message of a project that has ended or was deleted, nor to people who lost the right while the provider was away: the delivery log says why', async () => {
  const { db } = app.database;
  const project = (values: { service_end?: string | null; deleted_at?: Date | null }) =>
    db
      .updateTable('project')
      .set(values as never)
      .where('id', '=', company.projectId)
      .execute();
  await project({ service_end: '2026-10-01' });
  await measured([points[60]!], -5);
  await expect.poll(() => ledgerOf(points[60]!, lin), soon).toContain('sms raised skipped notServed');
  await project({ service_end: null, deleted_at: new Date(clock.now()) });
  await measured([points[61]!], -5);
  await expect.poll(() => ledgerOf(points[61]!, lin), soon).toContain('sms raised skipped projectDeleted');
  const { rows } = await app.database.pool.query<{ reason: string }>(
    `SELECT n.reason FROM notification n JOIN alarm a ON a.id = n.alarm_id
     WHERE n.webhook_id IS NOT NULL AND n.state = 'skipped' AND a.point_id = ANY($1) ORDER BY n.id`,
    [[points[60], points[61]]],
  );
  expect(rows.map(({ reason }) => reason)).toEqual(['notServed', 'projectDeleted']);
  await project({ deleted_at: null });

  sms.answer = 'hang up';
  await measured([points[62]!], -5);
  await expect.poll(() => ledgerOf(points[62]!, lin), soon).toContain('sms raised waiting retrying');
  await db.updateTable('membership').set({ active: false }).where('user_id', '=', lin).execute();
  sms.answer = 200;
  clock.advance(5 * minute);
  await expect.poll(() => ledgerOf(points[62]!, lin), soon).toContain('sms raised skipped noRight');
  expect(sms.taken.size).toBe(0);
  await db.updateTable('membership').set({ active: true }).where('user_id', '=', lin).execute();
});

test('events of the platform are kept with start and end, and the people of a notice hear of both once, in one message for what came together', async () => {
  const { db, pool } = app.database;
  const { companyId, projectId, gatewayId, slaveId, userId } = company;
  const look = async () => {
    await watchEvents({ pool, clock, outbox: app.application.outbox });
    await app.application.outbox.settled();
  };
  const ask = async (name: 'getEventPage' | 'addOrUpdateEventNotice', body: object, by = userId) => {
    const { envelope } = await makeCall(
      app.url,
      name,
      { body },
      { token: await tokenFor(db, by, clock), language: 'en' },
    );
    // biome-ignore lint/suspicious/noExplicitAny: each call answers its own
    return envelope as { Data: any; Message: string };
  };
  // Messages of earlier tests go meanwhile; this one looks at events alone.
  const mails = () => mailServer.mails.filter(({ subject }) => subject?.includes('事件通知'));
  const told = () => textsOf(sms).filter((text) => text.includes('网关离线'));
  await db.deleteFrom('platform_event').execute();
  const stranger = await aMember(db, companyId, projectId, { nickname: 'Limited' });
  await limitMember(db, stranger, projectId, { deviceIds: [company.deviceId] });
  const notice = (PersonList: object[]) => ({
    ProjectId: projectId,
    NoticeName: 'Lines',
    SystemType: 'gateway',
    EventTypeList: ['gatewayOffline', 'slaveSilent'],
    DelayMinutes: 5,
    PersonList,
  });
  const refused = await ask('addOrUpdateEventNotice', notice([{ UserId: stranger, ChannelList: ['sms'] }]));
  expect(refused.Message).toContain('sees only some of its devices');
  const added = await ask('addOrUpdateEventNotice', notice([{ UserId: lin, ChannelList: ['sms', 'email'] }]));
  expect(added.Message).toBe('');

  // A line that falls silent is an event at once, and a notice when it stays so; a short silence is none.
  const since = clock.now() + 1_000;
  clock.advance(2_000);
  await db
    .updateTable('gateway')
    .set({ online: false, offline_since: new Date(since), last_seen_at: new Date(since) })
    .where('id', '=', gatewayId)
    .execute();
  await db
    .insertInto('download')
    .values({
      ...{
        company_id: companyId,
        project_id: projectId,
        user_id: userId,
        kind: 'alarms',
        language: 'en',
        parameters: '{}',
      },
      ...{ title_zh: '报警', title_en: 'Alarms', state: 'failed' },
      requested_at: new Date(since),
      finished_at: new Date(since),
    })
    .execute();
  await look();
  const events = async (more: object = { SystemTypeList: ['gateway'] }) =>
    (await ask('getEventPage', { ProjectId: projectId, ...more })).Data.Data;
  // A failure happened once, and does not last.
  expect(await events({ EventTypeList: ['downloadFailed'], IsRecovered: true })).toMatchObject([
    { SubjectName: 'Alarms', ContinuedTime: 0 },
  ]);
  expect(await events()).toMatchObject([
    { EventType: 'gatewayOffline', SubjectId: gatewayId, StartEPOCH: since, RecoverEPOCH: null, ToldList: [] },
  ]);
  expect(mails()).toHaveLength(0);
  clock.advance(5 * minute);
  await look();
  await look();
  await expect.poll(() => [mails().length, told().length], soon).toEqual([1, 1]);

  await db.updateTable('gateway').set({ online: true, offline_since: null }).where('id', '=', gatewayId).execute();
  await db
    .updateTable('slave')
    .set({ silent_since: new Date(clock.now()) })
    .where('id', '=', slaveId)
    .execute();
  clock.advance(minute);
  await look();
  await db.updateTable('slave').set({ silent_since: null }).where('id', '=', slaveId).execute();
  clock.advance(minute);
  await look();
  await expect.poll(() => [mails().length, told().length], soon).toEqual([2, 2]);
  expect(told()[1]).toContain('已恢复');
  const [brief, long] = await events();
  expect(brief).toMatchObject({ EventType: 'slaveSilent', ToldList: [] });
  expect(brief.RecoverEPOCH).toBeGreaterThan(brief.StartEPOCH);
  expect(long).toMatchObject({ EventType: 'gatewayOffline', ContinuedTime: expect.any(Number) });
  const list = long.ToldList.map(({ UserName, Channel, IsRecovery }: never) => `${UserName} ${Channel} ${IsRecovery}`);
  expect(list.sort()).toEqual(['Lin email false', 'Lin email true', 'Lin sms false', 'Lin sms true']);

  // A message that waited for the provider tells of no project that has ended meanwhile.
  const project = (service_end: string | null) =>
    db.updateTable('project').set({ service_end }).where('id', '=', projectId).execute();
  sms.answer = 'hang up';
  await db
    .updateTable('slave')
    .set({ silent_since: new Date(clock.now()) })
    .where('id', '=', slaveId)
    .execute();
  clock.advance(minute);
  await look();
  clock.advance(5 * minute);
  await look();
  // The platform's own watch may have been the first to see it, and be at it still.
  const sent = async () => (await events())[0].ToldList;
  await expect.poll(sent, soon).toContainEqual(expect.objectContaining({ Channel: 'sms' }));
  await project('2026-09-30');
  sms.answer = 200;
  clock.advance(2 * minute);
  app.application.outbox.wake();
  await expect.poll(sent, soon).toContainEqual(expect.objectContaining({ Channel: 'sms', State: 'skipped' }));
  expect(textsOf(sms).filter((text) => text.includes('从站'))).toEqual([]);
  await project(null);
});

test('recipients of an SMS, call or mail hear once that the alarm ended without a return to normal, and why; nobody else does', async () => {
  const pointId = points[69]!;
  await measured([pointId], -5);
  await expect.poll(() => [sms.taken.size, voice.taken.size, mailServer.mails.length], soon).toEqual([1, 1, 1]);
  await unwatch(pointId);
  clock.advance(3 * minute);
  app.application.outbox.wake();
  // Nobody is rung up for what they can read.
  await expect.poll(() => [sms.taken.size, voice.taken.size, mailServer.mails.length], soon).toEqual([2, 1, 2]);
  expect(textsOf(sms)[1]).toMatch(
    /^【Watchpost 哨站】重要报警结束（非恢复）：Ours Store · Ours Freezer · Air 69，报警结束：报警规则已关闭，报警持续 .*。$/,
  );
  expect(mailServer.mails[1]!.subject).toContain('报警结束（非恢复）');
  // Zhao was the second of the escalation, and was never notified of it.
  expect((await ledgerOf(pointId, zhao)).filter((line) => !line.includes('skipped'))).toEqual([]);
});

test('a contact without all-clears of a policy is not notified of another end either', async () => {
  const pointId = points[70]!;
  const tellsClear = (notify_on_clear: boolean) =>
    app.database.db.updateTable('alarm_strategy').set({ notify_on_clear }).where('id', '=', strategyId).execute();
  await tellsClear(false);
  await measured([pointId], -5);
  await expect.poll(() => [sms.taken.size, hook.received.length], soon).toEqual([1, 1]);
  await unwatch(pointId);
  await expect.poll(() => hook.received.length, soon).toBe(2);
  expect((await ledgerOf(pointId, lin)).filter((line) => line.includes('ended'))).toEqual([]);
  await tellsClear(true);
});
