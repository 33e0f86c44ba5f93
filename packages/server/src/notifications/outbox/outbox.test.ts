import type { AllCalls, CallData } from '@watchpost/contract';
import { expect, test } from 'vitest';
import { makeCall } from '../../testing/application.ts';
import { anEquippedCompany } from '../../testing/equippedCompany.ts';
import { aMember } from '../../testing/factories.ts';
import {
  alarmOf,
  app,
  clock,
  company,
  hideByMaintenance,
  hook,
  ledgerOf,
  lin,
  mailServer,
  measured,
  minute,
  nothingWaits,
  points,
  setUpOutboxWorld,
  sms,
  textsOf,
  voice,
  webhookSecret,
  zhao,
} from '../../testing/outboxWorld.ts';
import { soon } from '../../testing/soon.ts';
import { tellConfiguration } from '../../testing/tellConfiguration.ts';
import { tokenFor } from '../../testing/tokenFor.ts';
import { signatureOf } from './senders.ts';
import { type PlainMessage, sendPlain } from './sendPlain.ts';

setUpOutboxWorld();

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

test('a receipt that comes before the provider has answered the send counts', async () => {
  await nothingWaits();
  sms.early = 'delivered';
  await measured([points[78]!], -5);
  await expect.poll(() => ledgerOf(points[78]!, lin), soon).toContain('sms raised delivered');
  // Other people's messages may still be on their way; once each is settled, no receipt is kept any longer.
  const kept = async () => (await app.database.pool.query('SELECT * FROM notification_early_receipt')).rows;
  await expect.poll(kept, soon).toEqual([]);
});

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

test('no message of a project that has ended or was deleted, nor to people who lost the right while the provider was away: the delivery log says why', async () => {
  const { db } = app.database;
  const project = (values: { service_end?: string | null; deleted_at?: Date | null }) =>
    db
      .updateTable('project')
      .set(values as never)
      .where('id', '=', company.projectId)
      .execute();
  await project({ service_end: '2026-09-30' });
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
