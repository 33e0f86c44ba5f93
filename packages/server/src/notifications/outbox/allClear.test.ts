import { expect, test } from 'vitest';
import {
  app,
  clock,
  hideByMaintenance,
  hook,
  ledgerOf,
  lin,
  mailServer,
  measured,
  minute,
  nextNight,
  points,
  setUpOutboxWorld,
  sleepsAtNight,
  sms,
  strategyId,
  textsOf,
  unwatch,
  voice,
  zhao,
} from '../../testing/outboxWorld.ts';
import { soon } from '../../testing/soon.ts';

setUpOutboxWorld();

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
