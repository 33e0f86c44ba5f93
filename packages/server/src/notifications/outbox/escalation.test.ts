import type { AllCalls, CallData } from '@watchpost/contract';
import { expect, test } from 'vitest';
import { makeCall } from '../../testing/application.ts';
import { measure } from '../../testing/equippedCompany.ts';
import {
  alarmOf,
  app,
  clock,
  company,
  hook,
  ledgerOf,
  lin,
  measured,
  minute,
  points,
  setUpOutboxWorld,
  sms,
  textsOf,
  zhao,
} from '../../testing/outboxWorld.ts';
import { soon } from '../../testing/soon.ts';
import { tokenFor } from '../../testing/tokenFor.ts';

setUpOutboxWorld();

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
