import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import { installationSecret } from '../../platform/db/installationSecret.ts';
import { createSecretBox } from '../../platform/secretBox.ts';
import { startTestApplication, type TestApplication } from '../../testing/application.ts';
import { anEquippedCompany, type EquippedCompany, measure } from '../../testing/equippedCompany.ts';
import { aMember, aPoint } from '../../testing/factories.ts';
import { aMailServer } from '../../testing/mailServer.ts';
import { aProvider, type TestProvider } from '../../testing/phoneProvider.ts';
import { soon } from '../../testing/soon.ts';
import { signatureOf } from './senders.ts';

/** Thursday noon in Shanghai. */
const noon = Date.UTC(2026, 9, 1, 4);
const minute = 60_000;
const clock = manualClock(noon);
const webhookSecret = 'whsec_test';

let app: TestApplication;
let company: EquippedCompany;
let sms: TestProvider;
let voice: TestProvider;
let mailServer: Awaited<ReturnType<typeof aMailServer>>;
let hook: { url: string; received: { headers: IncomingHttpHeaders; body: string }[]; close(): Promise<void> };
/** First and second on the ladder. */
let [lin, zhao] = [0, 0];
let strategyId = 0;
/** One to a test, so that an alarm of one is none of another. */
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
      const permissions = ['alarmManage', 'alarmHandle'] as const;
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
      for (let n = 0; n < 60; n++) {
        const pointId = await aPoint(db, gatewayId, { deviceId, name: `Air ${n}`, nameEn: `Air ${n}` });
        points.push(pointId);
        await db
          .insertInto('alarm_rule_subject')
          .values({ rule_id: rule.id, subject_kind: 'point', subject_id: pointId })
          .execute();
      }
      const contact = { strategy_id: strategyId, severities: [1, 2, 3] };
      await db
        .insertInto('alarm_strategy_contact')
        .values([
          { ...contact, user_id: lin, channels: ['sms', 'voice', 'email'] },
          { ...contact, user_id: zhao, channels: ['sms'], step: 1 },
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
beforeEach(() => {
  // Far from what went before, so that nobody's last message gathers the next.
  clock.advance(60 * minute);
  for (const provider of [sms, voice]) {
    provider.taken.clear();
    provider.requests.length = 0;
    provider.answer = 200;
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
  await sms.tell({ from: '13900000001', text: `确认 ${text!.code}` });
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

test('without an answer the next on the ladder is told after the interval; key 1 of a call confirms, other keys do not', async () => {
  const [, , pointId] = points as [number, number, number];
  await measured([pointId], -5);
  await expect.poll(() => voice.taken.size, soon).toBe(1);
  const [call] = [...voice.taken.values()];
  expect(await ledgerOf(pointId, zhao)).toEqual([]);
  clock.advance(10 * minute);
  await expect.poll(() => ledgerOf(pointId, zhao), soon).toEqual(['sms raised/1 sent']);
  expect(textsOf(sms).at(-1)).toMatch(
    /^Watchpost: Important alarm, escalated: Ours Store · Ours Freezer · Air 2: .*Reply \d{4} to confirm\.$/,
  );

  const id = `p-${call!.key}`;
  for (const answer of [{ digit: '2', code: call!.code }, { digit: '1', code: '0000x' }, { digit: '1' }])
    await voice.tell({ id, ...answer });
  expect((await alarmOf(pointId)).acknowledged_at).toBeNull();
  await voice.tell({ id, digit: '1', code: call!.code });
  expect(await alarmOf(pointId)).toMatchObject({ acknowledged_by: lin });
  expect(await ledgerOf(pointId, lin)).toContain('voice raised delivered');
});

test('whoever may no longer confirm does not by phone, and whoever lost his rights is not told', async () => {
  const [, , , pointId] = points as [number, number, number, number];
  await measured([pointId], -5);
  await expect.poll(() => sms.taken.size, soon).toBe(1);
  const [text] = [...sms.taken.values()];
  await app.database.db.updateTable('membership').set({ active: false }).where('user_id', 'in', [lin, zhao]).execute();
  await sms.tell({ from: '+8613900000001', text: text!.code });
  expect((await alarmOf(pointId)).acknowledged_at).toBeNull();
  clock.advance(10 * minute);
  await expect.poll(() => ledgerOf(pointId, zhao), soon).toEqual(['sms raised/1 skipped noRight']);
  await app.database.db.updateTable('membership').set({ active: true }).where('user_id', 'in', [lin, zhao]).execute();
});

test('a flood is one message to a person, the single ones stand in the ledger', async () => {
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
  expect(voice.taken.size).toBe(2);
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

test('a provider that is down is tried again with the same key, and what it refuses is not', async () => {
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

  // Asked for, where no receipt comes by itself.
  sms.states.set(`p-${keys[0]}`, 'failed');
  clock.advance(31_000);
  await expect.poll(() => ledgerOf(first, lin), soon).toContain('sms raised failed undelivered');

  // Back to normal is told to those who were told, by the ways they were told by.
  await measured([second], -5);
  await expect.poll(() => ledgerOf(second, lin), soon).toHaveLength(3);
  clock.advance(3 * minute);
  await measured([second], -20);
  await expect.poll(() => ledgerOf(second, lin), soon).toHaveLength(6);
  expect(await ledgerOf(second, zhao)).toEqual([]);
});
