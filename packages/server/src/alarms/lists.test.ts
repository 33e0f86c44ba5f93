import { expect, test } from 'vitest';
import {
  alarms,
  area,
  call,
  clock,
  company,
  database,
  device,
  events,
  gateway,
  highLimit,
  listed,
  lookAt,
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
  shelve,
} from '../testing/alarmWorld.ts';
import { aGateway, aMember, aPoint, aProject, aRule, aStrategy, limitMember } from '../testing/factories.ts';

setUpAlarmWorld();

test('without a wish of the reader: unconfirmed first, then the worst, then the newest', async () => {
  const third = await aPoint(database.db, gateway, { deviceId: device });
  const rule = await database.db.selectFrom('alarm_rule').select('id').executeTakeFirstOrThrow();
  await database.db
    .insertInto('alarm_rule_subject')
    .values({ rule_id: rule.id, subject_kind: 'point', subject_id: third })
    .execute();
  await alarms.reload();
  await measure(-12, noon);
  await measure(-9, noon + minute, otherPoint);
  await measure(-12, noon + 2 * minute, third);
  const order = async (body: object = {}) => (await listed(member, body)).Data.map(({ PointId }) => PointId);
  expect(await order()).toEqual([otherPoint, third, point]);
  expect(await order({ SortType: 'time', IsAsc: true })).toEqual([point, otherPoint, third]);
  expect(await order({ SortType: 'duration' })).toEqual([point, otherPoint, third]);
  expect(await order({ SortType: 'level' })).toEqual([otherPoint, third, point]);
  const worst = await database.db
    .selectFrom('alarm')
    .where('point_id', '=', otherPoint)
    .select('id')
    .executeTakeFirstOrThrow();
  await call(member, 'updateStatus', { query: { id: worst.id } });
  expect(await order()).toEqual([third, point, otherPoint]);
});

test('every filter narrows the list', async () => {
  await measure(-12, noon);
  await measure(-9, noon + minute, otherPoint);
  const points = async (body: object) => (await listed(member, body)).Data.map(({ PointId }) => PointId);
  expect(await points({ Level: [1] })).toEqual([otherPoint]);
  expect(await points({ Area: [area] })).toEqual([point]);
  expect(await points({ Area: [project] })).toEqual([otherPoint, point]);
  expect(await points({ MtName: 'FREEZER' })).toEqual([point]);
  expect(await points({ Mtid: otherDevice })).toEqual([otherPoint]);
  expect(await points({ Acontent: '上上限' })).toEqual([otherPoint]);
  expect(await points({ Acontent: '%' })).toEqual([]);
  expect(await points({ AlarmClass: ['noData'] })).toEqual([]);
  expect(await points({ IsAck: true })).toEqual([]);
  expect(await points({ Cstime: '2026-10-01 12:01', Cetime: '2026-10-01 12:01' })).toEqual([otherPoint]);
  expect(await points({ Cetime: '2026-10-01 12:00:59' })).toEqual([point]);
  const page = await listed(member, { PageIndex: 2, PageSize: 1 });
  expect([page.TotalCount, page.Data.length]).toEqual([2, 1]);
});

test('times of a filter are those of the project, else of the company', async () => {
  const berlin = await aProject(database.db, company, { timeZone: 'Europe/Berlin' });
  const berliner = await aPoint(database.db, await aGateway(database.db, berlin));
  await aRule(database.db, await aStrategy(database.db, berlin), highLimit, { points: [berliner] });
  await aMember(database.db, company, berlin, { userId: member });
  await alarms.reload();
  await measure(-12, noon, berliner); // 06:00 in Berlin
  const hour = (start: string) => ({ Cstime: `2026-10-01 ${start}:00`, Cetime: `2026-10-01 ${start}:59` });
  expect((await listed(member, { ProjectId: berlin, ...hour('06') })).TotalCount).toBe(1);
  expect((await listed(member, { ProjectId: berlin, ...hour('12') })).TotalCount).toBe(0);
  expect((await listed(member, hour('12'))).TotalCount).toBe(1);
});

test('a range beyond 31 days, or a day that does not exist, is refused', async () => {
  const ask = (body: object) => call(member, 'getAlarmAct', { body });
  expect((await ask({ Cstime: '2026-09-01 00:00', Cetime: '2026-10-02 00:00' })).code).toBe(200);
  expect(await ask({ Cstime: '2026-09-01 00:00', Cetime: '2026-10-02 00:01' })).toMatchObject({
    code: 400,
    message: '报警查询最多 31 天',
  });
  expect((await ask({ Cstime: '2026-08-01 00:00' })).code).toBe(400);
  for (const [from, to] of [
    ['Cstime', 'Cetime'],
    ['Bstime', 'Betime'],
  ] as const) {
    const reversed = await ask({ [from]: '2026-09-10 00:00', [to]: '2026-09-09 00:00' });
    expect(reversed).toMatchObject({
      code: 400,
      data: { Fields: [{ Field: to, Message: '结束时间须不早于开始时间' }] },
    });
    expect((await ask({ [from]: '2026-09-10 08:00:30', [to]: '2026-09-10T08:00' })).code).toBe(200);
  }
  expect((await ask({ Cstime: '2026-09-31 00:00' })).code).toBe(400);
});

test('the numbers of the header count current alarms by level', async () => {
  await measure(-12, noon);
  await measure(-9, noon + minute, otherPoint);
  await call(member, 'updateStatus', { query: { id: await onlyAlarmId() } });
  const { data } = await call(member, 'getAlarmOverNum', { body: { ProjectId: project } });
  expect(data).toMatchObject({ Total: 2, Unconfirmed: 1 });
  expect(data.Levels).toEqual([
    { Level: 1, Count: 1, Unconfirmed: 1, Returned: 0, OldestEPOCH: noon + minute },
    { Level: 2, Count: 1, Unconfirmed: 0, Returned: 0, OldestEPOCH: noon },
    { Level: 3, Count: 0, Unconfirmed: 0, Returned: 0, OldestEPOCH: null },
    { Level: 4, Count: 0, Unconfirmed: 0, Returned: 0, OldestEPOCH: null },
  ]);
});

test('the message centre shows current alarms, newest first, of the places asked for', async () => {
  await measure(-12, noon);
  await measure(-9, noon + minute, otherPoint);
  const all = await call(member, 'getAlarmMessageByUserId', { query: { pageSize: 99 }, language: 'en' });
  expect(all.data.Data.map(({ PointName }: { PointName: string }) => PointName)).toEqual(['库温2', 'Room temperature']);
  const one = await call(member, 'getAlarmMessageByUserId', { query: { subareaIdList: area } });
  expect(one.data).toMatchObject({
    TotalCount: 1,
    Data: [{ ProjectName: '东区冷库', ALARM_LEVEL: 2, MName: '冷冻间1' }],
  });
});

// What people hide

test('one that stood for longer than a list reaches back is listed when it ends, and found by its number', async () => {
  await measure(-12, noon);
  const later = noon + 40 * 24 * 60 * minute;
  await measure(-18, later);
  const found = async (name: Name, body: object = {}) => (await call(member, name, { body })).data.TotalCount;
  expect([await found('getAlarmClear'), await found('getAlarmPendingSolve')]).toEqual([1, 1]);
  clock.set(later + 40 * 24 * 60 * minute);
  expect([await found('getAlarmClear'), await found('getAlarmPendingSolve')]).toEqual([0, 0]);
  expect(await found('getAlarmClear', { Id: await onlyAlarmId() })).toBe(1);
});

test('past alarms are found by when they came and went, how long they lasted, and what people did about them', async () => {
  await measure(-12, noon);
  const id = await onlyAlarmId();
  clock.set(noon + 5 * minute);
  await call(member, 'updateStatus', { query: { id } });
  await call(member, 'addAlarmComment', { body: { Id: id, Comment: '已派人' } });
  clock.set(noon + 9 * minute);
  const FollowUp = 'observing';
  await call(member, 'upDetail', {
    body: { Id: id, FollowUp, Comment: '门没关', Measures: '关门', AnalysisResult: '门磁坏' },
  });
  await measure(-18, noon + 20 * minute);
  clock.set(noon + 60 * minute);
  const past = async (body: object, userId = member) =>
    (await call(userId, 'getAlarmClear', { body })).data as { TotalCount: number; Data: object[] };
  expect(await past({})).toMatchObject({
    TotalCount: 1,
    Data: [
      {
        Id: id,
        ResponseTime: 300,
        ContinuedTime: 1200,
        Comment: '门没关',
        Measures: '关门',
        AnalysisResult: '门磁坏',
        CommentName: '王强',
      },
    ],
  });
  const day = { Cstime: '2026-10-01 12:00', Cetime: '2026-10-01 12:00' };
  const finds = [
    day,
    { Id: id },
    { Bstime: '2026-10-01 12:20', Betime: '2026-10-01 12:20' },
    { DurationMin: 20, DurationMax: 20 },
    { ResponseMin: 5, ResponseMax: 5 },
    { FirstCommentMinutes: 5 },
    { IsComment: true },
    { commentUser: [member] },
    { confirmUser: [member] },
    { subareaList: [project] },
    { Area: [area] },
    { Type: 'point' },
    { IsRepair: false },
  ];
  const misses = [
    { Cstime: '2026-10-01 12:01' },
    { Id: id + 1 },
    { Bstime: '2026-10-01 12:21' },
    { DurationMin: 21 },
    { DurationMax: 19 },
    { ResponseMin: 6 },
    { FirstCommentMinutes: 4 },
    { IsComment: false },
    { commentUser: [member + 1] },
    { confirmUser: [member + 1] },
    { Child: [999] },
    { Type: 'gateway' },
    { IsRepair: true },
  ];
  for (const body of finds) expect([body, (await past(body)).TotalCount]).toEqual([body, 1]);
  for (const body of misses) expect([body, (await past(body)).TotalCount]).toEqual([body, 0]);
  const long = await call(member, 'getAlarmClear', {
    body: { Bstime: '2026-08-01 00:00', Betime: '2026-10-01 00:00' },
  });
  expect(long).toMatchObject({ code: 400, message: '报警查询最多 31 天' });

  // Who only looks reads neither the words nor who wrote them, and cannot ask for them either.
  const viewer = await aMember(database.db, company, project, { permissions: ['monitorView'] });
  expect(await past({}, viewer)).toMatchObject({
    Data: [{ Measures: null, Comment: null, COMMENT_TIME: noon + 9 * minute }],
  });
  expect((await past({ commentUser: [member] }, viewer)).TotalCount).toBe(0);
  const detail = await call(viewer, 'getAlarmDetail', { query: { alarmId: id } });
  expect(detail.data.Comments).toBeNull();
  expect(JSON.stringify(detail.data)).not.toMatch(/已派人|关门|门没关/);
  expect((await call(member, 'getAlarmDetail', { query: { alarmId: id } })).data.Comments).toEqual([
    { At: noon + 5 * minute, UserName: '王强', Text: '已派人' },
  ]);
});

test('an alarm that was urgent and fell stands as important while it is active, and as urgent once it is over', async () => {
  await measure(-12, noon);
  await measure(-8, noon + minute);
  await measure(-12, noon + 11 * minute);
  clock.set(noon + 12 * minute);
  const active = (await listed(member)).Data[0]!;
  expect(active).toMatchObject({ Level: 2, WorstLevel: 1, LastLevel: 2, Active: true });
  expect(await listed(member, { Level: [1] })).toMatchObject({ TotalCount: 0 });
  const levelsNow = async () =>
    (await call(member, 'getAlarmOverNum', { body: {} })).data.Levels.map(({ Count }: { Count: number }) => Count);
  expect(await levelsNow()).toEqual([0, 1, 0, 0]);

  await measure(-18, noon + 20 * minute);
  clock.set(noon + 21 * minute);
  const past = async (userId: number, body: object = {}) =>
    (await call(userId, 'getAlarmClear', { body: { ProjectId: project, ...body } })).data.Data;
  expect(await past(member)).toMatchObject([{ Id: active.Id, Level: 1, WorstLevel: 1, LastLevel: 2, Active: false }]);
  expect(await past(member, { Level: [1] })).toHaveLength(1);
  expect(await past(member, { Level: [2] })).toEqual([]);
  // Nobody has confirmed yet that it was urgent.
  expect(await listed(member)).toMatchObject({ Data: [{ Level: 1 }] });
  expect(await levelsNow()).toEqual([1, 0, 0, 0]);
  const period = { StartTime: '2026-10-01 00:00', EndTime: '2026-10-01 23:59', ProjectId: project };
  const health = (await call(member, 'getAlarmHealth', { body: period })).data;
  expect(health.LevelList.map(({ Count }: { Count: number }) => Count)).toEqual([1, 0, 0]);
  expect(health.BadActorList).toMatchObject([{ Level: 1 }]);
  expect((await call(member, 'getAlarmDetail', { query: { alarmId: active.Id } })).data).toMatchObject({
    Level: 1,
    LastLevel: 2,
  });
  const marks = await call(member, 'getAlarmsOfPoints', {
    body: { ProjectId: project, PointIdList: [point], StartTime: '2026-10-01 00:00', EndTime: '2026-10-01 23:59' },
  });
  expect(marks.data).toMatchObject([{ AlarmId: active.Id, Level: 1 }]);

  // A reader of the one or the other level was notified of it and finds it.
  for (const level of [1, 2]) {
    const limited = await aMember(database.db, company, project);
    await limitMember(database.db, limited, project, { alarmLevels: [level] });
    expect(await past(limited)).toHaveLength(1);
  }
  const mild = await aMember(database.db, company, project);
  await limitMember(database.db, mild, project, { alarmLevels: [3, 4] });
  expect(await past(mild)).toEqual([]);
});

test('a reader of a level that an alarm had only for a while keeps it, and hears what becomes of it and what is done to it', async () => {
  const limited = await aMember(database.db, company, project);
  await limitMember(database.db, limited, project, { alarmLevels: [2] });
  const mild = await aMember(database.db, company, project);
  await limitMember(database.db, mild, project, { alarmLevels: [3, 4] });
  const heard: unknown[] = [];
  events.on(heard, 'alarmChanged', ({ kind, levels }) => heard.push([kind, ...levels]));
  await measure(-12, noon);
  await measure(-5, noon + minute);
  expect((await listed(limited)).TotalCount).toBe(1);
  expect((await listed(mild)).TotalCount).toBe(0);
  await measure(-20, noon + 2 * minute);
  await alarms.peopleTold();
  const popups = await call(limited, 'getAlarmPlayScreenPage', { body: {} });
  expect(popups.data.Data).toMatchObject([{ PushType: 3, Level: 2 }]);
  for (const [userId, count] of [
    [limited, 1],
    [mild, 0],
  ] as const) {
    expect((await listed(userId)).TotalCount).toBe(count);
    const past = await call(userId, 'getAlarmClear', { body: { ProjectId: project } });
    expect(past.data.TotalCount).toBe(count);
  }
  await call(member, 'updateStatus', { query: { id: await onlyAlarmId() } });
  events.removeOwner(heard);
  expect(heard).toEqual([
    ['raised', 2],
    ['severityChanged', 1, 2],
    ['returnedToNormal', 1, 2],
    ['acknowledged', 1, 2],
  ]);
});

test('what people do to an alarm, and that it comes back, is heard by who sees its worst level and who sees its last', async () => {
  await measure(-5, noon);
  await measure(-12, noon + minute);
  const id = await onlyAlarmId();
  const seen: unknown[] = [];
  events.on(seen, 'alarmChanged', ({ kind, levels }) => seen.push([kind, ...levels]));
  await shelve([id]);
  await measure(-20, noon + 2 * minute);
  await lookAt(noon + 61 * minute);
  await call(member, 'updateStatus', { query: { id } });
  events.removeOwner(seen);
  expect(seen).toEqual([
    ['hidden', 1, 2],
    ['returnedToNormal', 1, 2],
    ['shown', 1, 2],
    ['acknowledged', 1, 2],
  ]);
});
