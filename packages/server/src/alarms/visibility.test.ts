import type { RuleDefinition } from '@watchpost/contract';
import { expect, test } from 'vitest';
import {
  alarms,
  call,
  clock,
  company,
  database,
  device,
  gateway,
  listed,
  measure,
  member,
  minute,
  type Name,
  noon,
  onlyAlarmId,
  otherDevice,
  otherPoint,
  point,
  project,
  setUpAlarmWorld,
  strategy,
} from '../testing/alarmWorld.ts';
import { evaluateAlarms } from '../testing/evaluateAlarms.ts';
import {
  aCompany,
  aDevice,
  aMember,
  aPoint,
  aProject,
  aRule,
  aUser,
  limitMember,
  serve,
} from '../testing/factories.ts';

setUpAlarmWorld();

test('another company sees nothing of it, not even a count, and its id is as good as missing', async () => {
  await measure(-12, noon);
  const id = await onlyAlarmId();
  const otherCompany = await aCompany(database.db);
  const stranger = await aMember(database.db, otherCompany, await aProject(database.db, otherCompany));
  expect(await listed(stranger)).toEqual({ Data: [], TotalCount: 0 });
  expect((await call(stranger, 'getAlarmOverNum')).data).toMatchObject({ Total: 0, Unconfirmed: 0 });
  expect((await call(stranger, 'getAlarmMessageByUserId')).data).toEqual({ Data: [], TotalCount: 0 });
  expect((await call(stranger, 'getAlarmPlayScreenPage')).data).toEqual({ Data: [], TotalCount: 0 });
  const missing = await call(stranger, 'getAlarmDetail', { query: { alarmId: id + 1000 } });
  expect(missing.code).toBe(404);
  expect(await call(stranger, 'getAlarmDetail', { query: { alarmId: id } })).toEqual(missing);
  expect(await call(stranger, 'updateStatus', { query: { id } })).toEqual(missing);
  expect((await call(stranger, 'upDetail', { body: { Id: id, FollowUp: 'observing' } })).code).toBe(404);
  expect((await call(stranger, 'getAlarmAct', { body: { ProjectId: project } })).code).toBe(403);
  expect((await call(stranger, 'getAlarmAct', { query: { companyId: company }, body: {} })).code).toBe(403);
  const nowhere = await aUser(database.db);
  expect((await call(nowhere, 'getAlarmOverNum')).data).toMatchObject({ Total: 0 });
  expect((await call(nowhere, 'getAlarmPlayScreenPage')).data).toEqual({ Data: [], TotalCount: 0 });
});

test('a point that somebody may not see is not named to them by the alarm of one that is compared with it', async () => {
  const { db } = database;
  const vault = await aDevice(db, project, { name: '金库' });
  const secret = await aPoint(db, gateway, { deviceId: vault, name: '密点', nameEn: 'Secret' });
  const apart: RuleDefinition = {
    ...{ kind: 'deviation', from: { pointId: secret }, direction: 'either', limit: 2, deadband: 0, severity: 1 },
    ...{ onDelaySeconds: 0, offDelaySeconds: 0 },
  };
  await aRule(db, strategy, apart, { points: [point] });
  await alarms.reload();
  const limited = await aMember(db, company, project);
  await limitMember(db, limited, project, { deviceIds: [device] });
  await measure(-30, noon, secret);
  await measure(-20, noon + 1);
  const id = await onlyAlarmId();
  const said = async (userId: number, language: 'zh' | 'en') => {
    const ask = async (name: Name, input: object = {}) => (await call(userId, name, { ...input, language })).data;
    return JSON.stringify([
      await ask('getAlarmDetail', { query: { alarmId: id } }),
      await ask('getAlarmSchedule', { body: { AlarmId: id } }),
      await ask('getAlarmAct', { body: {} }),
      await ask('getAlarmMessageByUserId'),
      await ask('getAlarmPlayScreenPage'),
    ]);
  };
  expect(await said(limited, 'zh')).toContain('比参照点高 10.0');
  expect(await said(limited, 'en')).toContain('above the reference point, more than 2.0');
  for (const language of ['zh', 'en'] as const) expect(await said(limited, language)).not.toMatch(/密点|Secret/);
  for (const Acontent of ['密点', 'Secret'])
    expect((await call(limited, 'getAlarmAct', { body: { Acontent } })).data.TotalCount).toBe(0);
  // The all-clear, too, and by each way.
  await measure(-29, noon + 2);
  expect(await said(limited, 'zh')).not.toContain('密点');
  const { rows } = await database.pool.query(
    'SELECT text_zh, text_en FROM alarm_announcement UNION SELECT text_zh, text_en FROM notification',
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toMatch(/密点|Secret/);
  // A reader who sees the point finds in the rule which one it is.
  const detail = await call(member, 'getAlarmDetail', { query: { alarmId: id }, language: 'en' });
  expect(detail.data.ALARM_SETTING).toContain('Secret');
});

test('a member sees only their own devices and levels, in every list, count and detail', async () => {
  await measure(-12, noon); // important, first freezer
  await measure(-9, noon, otherPoint); // urgent, second freezer
  const [firstFreezer, urgentOnly] = [
    await aMember(database.db, company, project),
    await aMember(database.db, company, project),
  ];
  await limitMember(database.db, firstFreezer, project, { deviceIds: [device] });
  await limitMember(database.db, urgentOnly, project, { alarmLevels: [1] });
  expect((await listed(member)).Data.map(({ Level }) => Level)).toEqual([1, 2]);
  expect((await listed(firstFreezer)).Data).toMatchObject([{ PointId: point }]);
  expect((await listed(urgentOnly)).Data).toMatchObject([{ PointId: otherPoint }]);
  expect((await call(firstFreezer, 'getAlarmOverNum')).data.Total).toBe(1);
  expect((await call(urgentOnly, 'getAlarmMessageByUserId')).data.TotalCount).toBe(1);
  const rows = await database.db.selectFrom('alarm').select(['id', 'point_id']).execute();
  const idOf = (pointId: number) => rows.find(({ point_id }) => point_id === pointId)!.id;
  expect((await call(firstFreezer, 'getAlarmDetail', { query: { alarmId: idOf(otherPoint) } })).code).toBe(404);
  expect((await call(urgentOnly, 'updateStatus', { query: { id: idOf(point) } })).code).toBe(404);
});

test('a recipient of an urgent alarm alone keeps it until it ends, also while it is less severe; a lost device takes it at once', async () => {
  const urgentOnly = await aMember(database.db, company, project);
  await limitMember(database.db, urgentOnly, project, { alarmLevels: [1] });
  await measure(-8, noon);
  await alarms.peopleTold();
  const id = await onlyAlarmId();
  const seen = async () => ({
    listed: (await listed(urgentOnly)).Data.map(({ Level }) => Level),
    counted: (await call(urgentOnly, 'getAlarmOverNum')).data.Total,
    popups: (await call(urgentOnly, 'getAlarmPlayScreenPage', { body: {} })).data.TotalCount,
    opened: (await call(urgentOnly, 'getAlarmDetail', { query: { alarmId: id } })).code,
  });
  expect(await seen()).toEqual({ listed: [1], counted: 1, popups: 1, opened: 200 });
  await measure(-12, noon + minute);
  expect(await seen()).toEqual({ listed: [2], counted: 1, popups: 1, opened: 200 });
  expect((await call(urgentOnly, 'updateStatus', { query: { id, level: 2 } })).data).toMatchObject({ Status: 1 });
  // An alarm that never was urgent is none of theirs.
  await measure(-12, noon + minute, otherPoint);
  expect((await seen()).listed).toEqual([2]);

  await database.db.deleteFrom('member_scope').where('user_id', '=', urgentOnly).execute();
  await limitMember(database.db, urgentOnly, project, { alarmLevels: [1], deviceIds: [otherDevice] });
  expect(await seen()).toEqual({ listed: [], counted: 0, popups: 0, opened: 404 });
});

test('the alarm of a shared point is for everybody who sees one of its devices: notified, listed, counted, opened and confirmed', async () => {
  await serve(database.db, point, otherDevice);
  const second = await aMember(database.db, company, project, { nickname: '赵磊' });
  await limitMember(database.db, second, project, { deviceIds: [otherDevice] });
  const neither = await aMember(database.db, company, project);
  await limitMember(database.db, neither, project, { deviceIds: [await aDevice(database.db, project)] });
  await measure(-12, noon);
  await alarms.repeatDue(noon + 5 * minute);

  expect((await call(second, 'getAlarmPlayScreenPage')).data).toMatchObject({
    TotalCount: 1,
    Data: [{ PushType: 1, ModelTreeId: otherDevice, ModelTreeName: '冷冻间2' }],
  });
  const messages = await call(second, 'getAlarmMessageByUserId');
  expect(messages.data).toMatchObject({ TotalCount: 1, Data: [{ MName: '冷冻间2' }] });
  // Under the name of a device that the reader sees.
  expect((await listed(second)).Data).toMatchObject([{ PointId: point, Mtid: otherDevice, MName: '冷冻间2' }]);
  expect((await listed(second, { Mtid: otherDevice, MtName: '冷冻间2', Acontent: '冷冻间2' })).TotalCount).toBe(1);
  expect((await listed(second, { MtName: '冷冻间1' })).TotalCount).toBe(0);
  expect((await listed(member, { Mtid: otherDevice })).Data).toMatchObject([{ Mtid: device, MName: '冷冻间1' }]);
  expect((await call(second, 'getAlarmOverNum')).data.Total).toBe(1);
  const id = await onlyAlarmId();
  const { data } = await call(second, 'getAlarmDetail', { query: { alarmId: id } });
  expect(data.Notified.map((push: { UserName: string }) => push.UserName)).toContain('赵磊');
  expect((await call(second, 'updateStatus', { query: { id } })).data).toMatchObject({ AckedName: '赵磊' });

  expect((await call(neither, 'getAlarmPlayScreenPage')).data.TotalCount).toBe(0);
  expect((await listed(neither)).TotalCount).toBe(0);
  expect((await call(neither, 'getAlarmDetail', { query: { alarmId: id } })).code).toBe(404);
});

test('a member without the right to see alarms reads no open one and no count of them', async () => {
  const powerless = await aMember(database.db, company, project, { permissions: [] });
  const handler = await aMember(database.db, company, project, { permissions: ['alarmHandle'] });
  await measure(-12, noon);
  for (const userId of [powerless, handler]) {
    expect((await call(userId, 'getAlarmMessageByUserId')).data).toEqual({ Data: [], TotalCount: 0 });
    expect((await call(userId, 'getAlarmOverNum')).data).toMatchObject({ Total: 0, Unconfirmed: 0 });
    expect((await call(userId, 'getAlarmOverNum', { body: { ProjectId: project } })).data.Total).toBe(0);
  }
});

test('a popup that waits disappears with the right to see it', async () => {
  await measure(-12, noon);
  expect((await call(member, 'getAlarmPlayScreenPage')).data.TotalCount).toBe(1);
  await limitMember(database.db, member, project, { deviceIds: [otherDevice] });
  expect((await call(member, 'getAlarmPlayScreenPage')).data).toEqual({ Data: [], TotalCount: 0 });
});

test('a popup stays until it is closed, one for each alarm however often it was repeated', async () => {
  const colleague = await aMember(database.db, company, project);
  await measure(-12, noon);
  await alarms.repeatDue(noon + 5 * minute);
  const { data } = await call(member, 'getAlarmPlayScreenPage', {
    body: { UserId: member, CompanyId: company },
    language: 'en',
  });
  expect(data).toMatchObject({
    TotalCount: 1,
    Data: [
      {
        ModelTreeName: 'Freezer 1',
        PushType: 1,
        AlarmClassName: 'Limit alarm',
        Level: 2,
        AlarmEpoch: noon,
        AlarmSetting: '−12.0 °C above high limit −15.0 °C',
      },
    ],
  });
  const pushId = data.Data[0].AlarmPushId;
  // Each tries to close the other's.
  const theirs = (await call(colleague, 'getAlarmPlayScreenPage')).data.Data[0].AlarmPushId;
  await call(colleague, 'readAlarmPlayScreen', { body: [pushId] });
  await call(member, 'readAlarmPlayScreen', { body: [theirs] });
  expect((await call(member, 'getAlarmPlayScreenPage')).data.TotalCount).toBe(1);
  expect((await call(colleague, 'getAlarmPlayScreenPage')).data.TotalCount).toBe(1);
  await call(member, 'readAlarmPlayScreen', { body: [pushId] });
  expect((await call(member, 'getAlarmPlayScreenPage')).data.TotalCount).toBe(0);
});

test("nobody reads another person's popups", async () => {
  const { code, message } = await call(member, 'getAlarmPlayScreenPage', {
    body: { UserId: 120 + member },
    language: 'en',
  });
  expect([code, message]).toEqual([403, 'You do not have permission for this. Ask your administrator.']);
});

test('the fixed user id 120 of old clients means nobody: everyone reads their own popups', async () => {
  await measure(-12, noon);
  const own = await call(member, 'getAlarmPlayScreenPage');
  expect(own.data.TotalCount).toBe(1);
  expect(await call(member, 'getAlarmPlayScreenPage', { body: { UserId: 120 } })).toEqual(own);
  const stranger = await aMember(database.db, company, await aProject(database.db, company));
  const theirs = await call(stranger, 'getAlarmPlayScreenPage', { body: { UserId: 120 } });
  expect(theirs.data).toEqual({ Data: [], TotalCount: 0 });
});

test('popups of a project whose service has ended are not shown', async () => {
  await measure(-12, noon);
  await database.db.updateTable('project').set({ service_end: '2026-09-30' }).where('id', '=', project).execute();
  expect((await call(member, 'getAlarmPlayScreenPage')).data).toEqual({ Data: [], TotalCount: 0 });
  expect((await listed(member)).TotalCount).toBe(1);
  const { data } = await call(member, 'getAlarmDetail', { query: { alarmId: await onlyAlarmId() } });
  expect(data.Value).toBeNull();
});

test('the row of an alarm says the value now; none while it is bad, stale or without service, or of a point that somebody lost', async () => {
  await measure(-12, noon);
  await measure(-11, noon + minute);
  const valueFor = async (user: number) => ((await listed(user)).Data[0] as unknown as { Value: number | null }).Value;
  expect((await listed(member)).Data).toMatchObject([{ ALARM_DESCRIBE: '−12.0 °C，高于上限 −15.0 °C', Value: -11 }]);
  // Its sensor fails; then nothing is heard of it for three cycles.
  const bad = { pointId: point, at: noon + 2 * minute, value: -11, quality: 66 };
  clock.set(noon + 2 * minute);
  await evaluateAlarms(alarms, database.pool, { now: noon + 2 * minute, samples: [bad] });
  expect(await valueFor(member)).toBeNull();
  await measure(-10.5, noon + 3 * minute);
  expect(await valueFor(member)).toBe(-10.5);
  clock.set(noon + 20 * minute);
  expect(await valueFor(member)).toBeNull();
  clock.set(noon + 3 * minute);
  // Its device was this one when it was raised; its point now hangs on another.
  const limited = await aMember(database.db, company, project);
  await limitMember(database.db, limited, project, { deviceIds: [device] });
  expect(await valueFor(limited)).toBe(-10.5);
  await database.db.deleteFrom('device_point').where('point_id', '=', point).execute();
  await serve(database.db, point, otherDevice);
  expect(await valueFor(limited)).toBeNull();
  expect(await valueFor(member)).toBe(-10.5);
  await database.db.updateTable('project').set({ service_end: '2026-09-30' }).where('id', '=', project).execute();
  expect(await valueFor(member)).toBeNull();
});

test('a clear popup replaces the call it answers', async () => {
  await measure(-12, noon);
  await measure(-18, noon + minute);
  const { data } = await call(member, 'getAlarmPlayScreenPage');
  expect(data.Data).toMatchObject([{ PushType: 3 }]);
  expect(data.Data[0].AlarmSetting).toContain('已恢复至');
});
