import type { AllCalls, CallData, Language } from '@watchpost/contract';
import { expect, test } from 'vitest';
import { makeCall } from '../../testing/application.ts';
import { limitMember } from '../../testing/factories.ts';
import {
  alarmOf,
  app,
  clock,
  company,
  ledgerOf,
  lin,
  measured,
  minute,
  nextNight,
  points,
  setUpOutboxWorld,
  sleepsAtNight,
  sms,
  voice,
} from '../../testing/outboxWorld.ts';
import type { TestProvider } from '../../testing/phoneProvider.ts';
import { soon } from '../../testing/soon.ts';
import { tokenFor } from '../../testing/tokenFor.ts';

setUpOutboxWorld();

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
