import { expect, test } from 'vitest';
import { watchEvents } from '../../eventNotices/index.ts';
import { makeCall } from '../../testing/application.ts';
import { aMember, limitMember } from '../../testing/factories.ts';
import {
  app,
  clock,
  company,
  lin,
  mailServer,
  minute,
  setUpOutboxWorld,
  sms,
  textsOf,
} from '../../testing/outboxWorld.ts';
import { soon } from '../../testing/soon.ts';
import { tokenFor } from '../../testing/tokenFor.ts';

setUpOutboxWorld();

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
