import { expect, test } from 'vitest';
import {
  alarms,
  area,
  asked,
  call,
  clock,
  company,
  database,
  device,
  events,
  gateway,
  highLimit,
  listed,
  measure,
  measured,
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
  strategy,
} from '../testing/alarmWorld.ts';
import { aMember, aPastAlarm, aPoint, aPointType, aRule, aSlave, limitMember } from '../testing/factories.ts';
import { lockWaits } from '../testing/lockWaits.ts';

setUpAlarmWorld();

test('the list of current alarms speaks both languages and says what stands behind each', async () => {
  await measure(-12.4, noon);
  await measure(-11, noon + minute);
  clock.set(noon + 2 * minute);
  const zh = await call(member, 'getAlarmAct', { body: { ProjectId: project } });
  expect(zh.data.TotalCount).toBe(1);
  expect(zh.data.Data[0]).toMatchObject({
    ProjectId: project,
    ProjectName: '东区冷库',
    Mtid: device,
    MName: '冷冻间1',
    PointName: '库温',
    Area: '一号库',
    Level: 2,
    AlarmType: 'limit',
    ALARM_DESCRIBE: '−12.4 °C，高于上限 −15.0 °C',
    ALARM_EPOCH: noon,
    ALARM_EPOCH_CLEARED: null,
    ContinuedTime: 120,
    Status: 0,
    Active: true,
    MaxValue: -11,
    LimitValue: -15,
    NotifiedCount: 1,
  });
  const en = await call(member, 'getAlarmAct', { body: {}, language: 'en' });
  expect(en.data.Data[0]).toMatchObject({
    MName: 'Freezer 1',
    PointName: 'Room temperature',
    ALARM_DESCRIBE: '−12.4 °C above high limit −15.0 °C',
  });
});

test('an alarm that came and went at night can still be confirmed; then it leaves the list', async () => {
  await measure(-12, noon);
  await measure(-18, noon + minute);
  expect(await listed(member)).toMatchObject({ TotalCount: 1, Data: [{ Status: 0, Active: false }] });
  const id = await onlyAlarmId();
  const confirmed = await call(member, 'updateStatus', { query: { id } });
  expect(confirmed.data).toMatchObject({ Status: 2, AckedName: '王强', ALARM_EPOCH_ACKED: noon + minute });
  expect((await listed(member)).TotalCount).toBe(0);
  expect((await listed(member, {}, 1)).TotalCount).toBe(0);
});

test('confirming stops the repeats and moves the alarm among the confirmed ones', async () => {
  await measure(-12, noon);
  const changes: string[] = [];
  const owner = {};
  events.on(owner, 'alarmChanged', ({ kind }) => changes.push(kind));
  const { code } = await call(member, 'updateStatus', { query: { id: await onlyAlarmId() } });
  events.removeOwner(owner);
  expect(code).toBe(200);
  expect(changes).toEqual(['acknowledged']);
  await alarms.repeatDue(noon + 60 * minute);
  expect(await database.db.selectFrom('notification').select('step').execute()).toEqual([{ step: 'raised' }]);
  expect(await listed(member, {}, 1)).toMatchObject({ TotalCount: 1, Data: [{ Status: 1 }] });
});

test('who is second to confirm learns who was first', async () => {
  await measure(-12, noon);
  const id = await onlyAlarmId();
  const colleague = await aMember(database.db, company, project, { nickname: '赵磊' });
  await call(member, 'updateStatus', { query: { id } });
  const zh = await call(colleague, 'updateStatus', { query: { id } });
  expect(zh).toMatchObject({ code: 409, message: '请勿重复确认报警，该报警已由王强确认' });
  const en = await call(colleague, 'updateStatus', { query: { id }, language: 'en' });
  expect(en).toMatchObject({
    code: 409,
    message: 'Do not process an alarm repeatedly: 王强 has already acknowledged it.',
  });
});

test('of two who confirm at the same moment only one wins', async () => {
  await measure(-12, noon);
  const id = await onlyAlarmId();
  const first = await database.pool.connect();
  await first.query('BEGIN');
  await first.query('UPDATE alarm SET acknowledged_at = $1, acknowledged_by = $2', [new Date(noon), member]);
  const second = call(await aMember(database.db, company, project), 'updateStatus', { query: { id } });
  while ((await lockWaits(database.pool)) === 0);
  await first.query('COMMIT');
  first.release();
  expect(await second).toMatchObject({ code: 409, message: '请勿重复确认报警，该报警已由王强确认' });
});

test('an alarm is confirmed first and handled then, and not twice the same way', async () => {
  await measure(-12, noon);
  const Id = await onlyAlarmId();
  const handle = (FollowUp: string, Comment = '') => call(member, 'upDetail', { body: { Id, FollowUp, Comment } });
  expect(await handle('observing')).toMatchObject({ code: 409, message: '请先确认报警' });
  await call(member, 'updateStatus', { query: { id: Id } });
  expect((await handle('observing', '门已关')).data).toMatchObject({
    FollowUp: 'observing',
    Comment: '门已关',
    CommentName: '王强',
  });
  expect(await handle('observing', '门已关')).toMatchObject({ code: 409, message: '请勿重复处理报警' });
  expect((await handle('humanIntervention')).data).toMatchObject({ FollowUp: 'humanIntervention', Comment: '' });
});

test('a decision about an alarm that a colleague handled meanwhile is refused with by whom, when and how; having seen that, one may decide otherwise', async () => {
  await measure(-12, noon);
  const Id = await onlyAlarmId();
  const colleague = await aMember(database.db, company, project, { nickname: '赵磊' });
  await call(member, 'updateStatus', { query: { id: Id } });
  const handle = (who: number, FollowUp: string, SeenEPOCH: number | null, language: 'zh' | 'en' = 'zh') =>
    call(who, 'upDetail', { body: { Id, FollowUp, Comment: FollowUp, SeenEPOCH }, language });
  clock.set(noon + 2 * minute);
  const first = await handle(colleague, 'humanIntervention', null);
  expect(first).toMatchObject({ code: 200, data: { COMMENT_TIME: noon + 2 * minute } });
  clock.set(noon + 3 * minute);
  expect(await handle(member, 'noProcessingRequired', null)).toMatchObject({
    code: 409,
    message: '赵磊已于 2026-10-01 12:02 处理该报警：需派人到场。请查看后再保存',
  });
  expect((await handle(member, 'noProcessingRequired', null, 'en')).message).toBe(
    '赵磊 handled this alarm at 2026-10-01 12:02: Needs someone on site. Look at that before you save.',
  );
  const detail = await call(member, 'getAlarmDetail', { query: { alarmId: Id } });
  expect(detail.data).toMatchObject({ FollowUp: 'humanIntervention', Comment: 'humanIntervention' });
  const later = await handle(member, 'noProcessingRequired', detail.data.COMMENT_TIME);
  expect(later).toMatchObject({ code: 200, data: { FollowUp: 'noProcessingRequired', CommentName: '王强' } });
});

test('a file of a list that holds nothing is refused, as an export of nothing is', async () => {
  for (const name of ['exportAlarm', 'exportAlarmAct', 'downloadAlarmClear'] as const)
    expect(await call(member, name, { body: {}, language: 'en' })).toMatchObject({
      code: 404,
      message: 'No data to export.',
    });
});

test('the lists offer everybody who acted on an alarm that the reader sees, also after they left, and nobody else', async () => {
  const { db } = database;
  await measure(-12, noon);
  await measure(-12, noon, otherPoint);
  const [own, other] = (await db.selectFrom('alarm').select('id').orderBy('point_id').execute()).map(
    ({ id }) => id,
  ) as [number, number];
  const boss = await aMember(db, company, -1, {
    nickname: '总经理',
    permissions: ['alarmHandle', 'alarmManage', 'allProjects'],
  });
  const colleague = await aMember(db, company, project, { nickname: '赵磊' });
  await aMember(db, company, project, { nickname: '没做过' });
  await call(boss, 'updateStatus', { query: { id: own } });
  await call(colleague, 'updateStatus', { query: { id: other } });
  await call(colleague, 'upDetail', { body: { Id: other, FollowUp: 'observing' } });
  await call(boss, 'addAlarmComment', { body: { Id: own, Comment: '门已关' } });
  await db.deleteFrom('membership').where('user_id', '=', colleague).execute();
  const names = async (user: number) => {
    const { data } = await call(user, 'getAlarmPeople', { query: { ProjectId: project } });
    return [data.ConfirmList, data.CommentList].map((list: { Value: string }[]) =>
      list.map(({ Value }) => Value).sort(),
    );
  };
  expect(await names(member)).toEqual([
    ['总经理', '赵磊'],
    ['总经理', '赵磊'],
  ]);
  await limitMember(db, member, project, { deviceIds: [device] });
  expect(await names(member)).toEqual([['总经理'], ['总经理']]);
  const viewer = await aMember(db, company, project, { permissions: ['monitorView'] });
  expect(await names(viewer)).toEqual([['总经理', '赵磊'], []]);
});

test('the planner of a window learns how many devices and standing alarms it would cover', async () => {
  await measure(-12, noon);
  await measure(-12, noon, otherPoint);
  const reach = async (place: object, user = member) => {
    const { code, data } = await call(user, 'getMaintenanceReach', { body: { ProjectId: project, ...place } });
    return code === 200 ? [data.DeviceCount, data.AlarmCount] : code;
  };
  expect(await reach({})).toEqual([2, 2]);
  expect(await reach({ AreaId: area })).toEqual([1, 1]);
  expect(await reach({ DeviceId: otherDevice })).toEqual([1, 1]);
  await shelve([(await listed(member)).Data.find(({ PointId }) => PointId === point)!.Id]);
  expect(await reach({})).toEqual([2, 1]);
  await limitMember(database.db, member, project, { deviceIds: [device] });
  expect(await reach({})).toEqual([1, 0]);
  expect(await reach({ DeviceId: otherDevice })).toBe(404);
});

test('the alarm of a slave names its gateway and the devices behind it that the reader sees', async () => {
  const { db } = database;
  const slave = await aSlave(db, gateway, { name: '一号机组' });
  await aPoint(db, gateway, { slaveId: slave, deviceId: device });
  await aPoint(db, gateway, { slaveId: slave, deviceId: otherDevice });
  const alarmId = await aPastAlarm(db, { companyId: company, projectId: project, name: '一号机组' });
  await db.updateTable('alarm').set({ subject_kind: 'slave', subject_id: slave }).where('id', '=', alarmId).execute();
  const source = async () => (await call(member, 'getAlarmDetail', { query: { alarmId } })).data.Source;
  expect(await source()).toMatchObject({
    Type: 'slave',
    Id: slave,
    GatewayId: gateway,
    DeviceList: [
      { Mtid: device, MName: '冷冻间1', Area: '一号库' },
      { Mtid: otherDevice, MName: '冷冻间2', Area: null },
    ],
  });
  await measure(-12, noon);
  const ofPoint = (await listed(member)).Data[0]!.Id;
  expect((await call(member, 'getAlarmDetail', { query: { alarmId: ofPoint } })).data.Source).toBeNull();
});

test('that an alarm is off is not said of one that is still on', async () => {
  await measure(-12, noon);
  const Id = await onlyAlarmId();
  await call(member, 'updateStatus', { query: { id: Id } });
  const off = () => call(member, 'upDetail', { body: { Id, FollowUp: 'alarmOff' }, language: 'en' });
  expect(await off()).toMatchObject({
    code: 409,
    message: '“Alarm off” cannot be said of an alarm that is still on: Freezer 1 · Room temperature.',
  });
  await measure(-18, noon + minute);
  expect(await off()).toMatchObject({ code: 200, data: { FollowUp: 'alarmOff' } });
});

test('what stands in the way of an act on several alarms is named in the caller’s language, with its number', async () => {
  await measure(-12, noon);
  await measure(-12, noon, otherPoint);
  const [first, second] = (await database.db.selectFrom('alarm').select('id').orderBy('point_id').execute()).map(
    (row) => row.id,
  ) as [number, number];
  const both = [first, second];
  const inEnglish = (name: Name, body: object) => call(member, name, { body, language: 'en' });
  await measure(-9, noon + minute, otherPoint);
  const asImportant = { AlarmList: both.map((Id) => ({ Id, Level: 2 })) };
  expect(await inEnglish('batchConfirmAlarm', asImportant)).toMatchObject({
    code: 409,
    message: 'These alarms have become more severe. Look at them again before you acknowledge: 冷冻间2 · 库温2.',
    data: { RefusedIds: [second] },
  });
  const handleBoth = () => inEnglish('batchHandleAlarm', { IdList: both, FollowUp: 'observing' });
  expect(await handleBoth()).toMatchObject({
    code: 409,
    message: 'Acknowledge these alarms first: Freezer 1 · Room temperature, 冷冻间2 · 库温2.',
    data: { RefusedIds: both },
  });
  await call(member, 'updateStatus', { query: { id: first } });
  expect(await handleBoth()).toMatchObject({ data: { RefusedIds: [second] } });
  expect(await inEnglish('batchConfirmAlarm', { AlarmList: both.map((Id) => ({ Id })) })).toMatchObject({
    message: 'Do not select alarms that were processed already: Freezer 1 · Room temperature.',
    data: { RefusedIds: [first] },
  });
  await measure(-18, noon + minute);
  expect(await inEnglish('shelveAlarm', { IdList: both, Minutes: 60, Reason: 'Fan' })).toMatchObject({
    message: 'The alarm is over, there is nothing to shelve: Freezer 1 · Room temperature.',
    data: { RefusedIds: [first] },
  });
});

test('an active alarm says when it becomes worse, or is over, where its trend allows', async () => {
  /** One value a minute up to a moment, at which the alarms are looked at. */
  const course = async (until: number, value: (minutesBefore: number) => number) => {
    measured.length = 0;
    for (let before = 40; before > 0; before--)
      measured.push({ pointId: point, at: until - before * minute, value: value(before) });
    await measure(value(0), until);
    const { data } = await call(member, 'getAlarmAct', { body: { ProjectId: project } });
    return data.Data[0].Ahead;
  };
  await measure(-14, noon - minute);
  // Three degrees below the high-high limit, a tenth warmer each minute.
  const worse = await course(noon, (before) => -13 - before / 10);
  expect(worse).toMatchObject({ Kind: 'worse', Limit: -10, Level: 1 });
  expect(worse.ExpectedEPOCH - noon).toBeCloseTo(30 * minute, -4);
  expect(worse.ExpectedFromEPOCH).toBeLessThanOrEqual(worse.ExpectedEPOCH);
  // On its way back it is over behind the deadband, two degrees from here.
  const back = await course(noon + 60 * minute, (before) => -14 + before / 10);
  expect(back).toMatchObject({ Kind: 'back', Limit: -16, Level: null });
  expect(back.ExpectedEPOCH - (noon + 60 * minute)).toBeCloseTo(20 * minute, -4);
  const detail = await call(member, 'getAlarmDetail', { query: { alarmId: await onlyAlarmId() } });
  expect(detail.data.Ahead).toEqual(back);
  // Up and down says nothing; of what has turned round counts what came since.
  expect(await course(noon + 120 * minute, (before) => -13 + (before % 9 < 4 ? 1 : 0))).toBeNull();
  const turned = await course(noon + 180 * minute, (before) => -13 - Math.abs(before - 15) / 10);
  expect(turned).toMatchObject({ Kind: 'back', Limit: -16 });
  expect(turned.ExpectedEPOCH - (noon + 180 * minute)).toBeCloseTo(15 * minute, -4);
  expect([...asked]).toEqual(['in turn, until the caller leaves']);
});

test('the detail names the points of the device that explain the alarm, and none of another device', async () => {
  const { db } = database;
  const status = await aPointType(db, company, { status: [{ value: 1, zh: '打开', en: 'Open' }] });
  const door = await aPoint(db, gateway, { deviceId: device, name: '库门', nameEn: 'Door', pointTypeId: status });
  await aPoint(db, gateway, { deviceId: device, name: '照明', pointTypeId: status });
  await aPoint(db, gateway, { deviceId: otherDevice, name: '库门2', pointTypeId: status });
  await aRule(db, strategy, { ...highLimit, bands: { high: { limit: 0.5, severity: 3 } } }, { points: [door] });
  await alarms.reload();
  await measure(-12, noon);
  const { data } = await call(member, 'getAlarmDetail', { query: { alarmId: await onlyAlarmId() }, language: 'en' });
  expect(data.PointList).toEqual([{ PointId: door, PointName: 'Door' }]);
});

test('the detail tells the rule, the story and who was told', async () => {
  await measure(-12, noon);
  await measure(-9, noon + minute);
  const id = await onlyAlarmId();
  await call(member, 'updateStatus', { query: { id } });
  const instruction = { instruction: '转移货物', instruction_en: 'Move the goods' };
  await database.db.updateTable('alarm_strategy').set(instruction).where('id', '=', strategy).execute();
  const { data } = await call(member, 'getAlarmDetail', { query: { alarmId: id }, language: 'en' });
  expect(data).toMatchObject({
    Id: id,
    Instruction: 'Move the goods',
    StrategyName: 'Freezer temperature',
    ALARM_SETTING:
      'Above high-high limit −10.0 °C (urgent) or above high limit −15.0 °C (important); clears 1.0 °C inside',
    SuperUpperLimit: -10,
    UpperLimit: -15,
    LowerLimit: null,
    SuperLowerLimit: null,
    Value: -9,
    Level: 1,
  });
  expect(data.Journal.map(({ Kind, UserName }: { Kind: string; UserName: string | null }) => [Kind, UserName])).toEqual(
    [
      ['raised', null],
      ['severityChanged', null],
      ['acknowledged', '王强'],
    ],
  );
  expect(data.Notified).toMatchObject([
    { UserName: '王强', PushType: 0, SendEPOCH: noon, ReadEPOCH: noon + minute },
    { UserName: '王强', PushType: 2, SendEPOCH: noon + minute, ReadEPOCH: noon + minute },
  ]);
});

test('confirming is reading: one’s popup goes, one’s messages are no longer unread, those of others are', async () => {
  const colleague = await aMember(database.db, company, project, { nickname: '赵磊' });
  await measure(-12, noon);
  const id = await onlyAlarmId();
  clock.set(noon + minute);
  await call(member, 'updateStatus', { query: { id } });
  expect((await call(member, 'getAlarmPlayScreenPage')).data.TotalCount).toBe(0);
  const { data } = await call(colleague, 'getAlarmDetail', { query: { alarmId: id } });
  const read = new Map(
    data.Notified.map((push: { UserName: string; ReadEPOCH: number }) => [push.UserName, push.ReadEPOCH]),
  );
  expect([read.get('王强'), read.get('赵磊')]).toEqual([noon + minute, null]);
});

test('a popup says who has confirmed meanwhile, and when the alarm returned', async () => {
  const colleague = await aMember(database.db, company, project);
  await measure(-12, noon);
  const popup = async () => (await call(colleague, 'getAlarmPlayScreenPage')).data.Data[0];
  expect(await popup()).toMatchObject({ AckedName: null, AckedEpoch: null, ClearedEpoch: null });
  clock.set(noon + minute);
  await call(member, 'updateStatus', { query: { id: await onlyAlarmId() } });
  expect(await popup()).toMatchObject({ PushType: 0, AckedName: '王强', AckedEpoch: noon + minute });
  await measure(-18, noon + 2 * minute);
  expect(await popup()).toMatchObject({ PushType: 3, AlarmEpoch: noon, ClearedEpoch: noon + 2 * minute });
});

test('an alarm that became more severe is not confirmed by someone who saw the lesser one', async () => {
  await measure(-12, noon); // important
  const id = await onlyAlarmId();
  await measure(-9, noon + minute); // urgent
  const refused = await call(member, 'updateStatus', { query: { id, level: 2 }, language: 'en' });
  expect(refused).toMatchObject({
    code: 409,
    message: 'This alarm has become more severe: it is now urgent. Look at it again before you acknowledge.',
  });
  expect((await call(member, 'updateStatus', { query: { id, level: 2 } })).message).toBe(
    '报警已升级为“紧急”，请查看后再确认',
  );
  expect((await listed(member)).Data).toMatchObject([{ Status: 0, Level: 1 }]);
  expect((await call(member, 'updateStatus', { query: { id, level: 1 } })).data).toMatchObject({ Status: 1, Level: 1 });
});

test('an alarm that became urgent, fell and returned is not confirmed by someone who only ever saw it as important', async () => {
  await measure(-12, noon);
  const { Id: id, Level: level } = (await listed(member)).Data[0]!;
  await measure(-9, noon + minute);
  await measure(-12, noon + 2 * minute);
  await measure(-18, noon + 3 * minute);
  expect(await call(member, 'updateStatus', { query: { id, level }, language: 'en' })).toMatchObject({
    code: 409,
    message: expect.stringContaining('it is now urgent'),
  });
  expect((await call(member, 'updateStatus', { query: { id, level: 1 } })).code).toBe(200);
});

test('an alarm that became less severe can be confirmed by someone who saw the worse one', async () => {
  await measure(-9, noon);
  const id = await onlyAlarmId();
  await measure(-12, noon + minute);
  expect((await call(member, 'updateStatus', { query: { id, level: 1 } })).data).toMatchObject({ Status: 1, Level: 2 });
});

test('someone who may only look sees state and times, not who was told nor what staff wrote', async () => {
  const viewer = await aMember(database.db, company, project, { permissions: ['monitorView'] });
  await measure(-12, noon);
  const id = await onlyAlarmId();
  await call(member, 'updateStatus', { query: { id } });
  await call(member, 'upDetail', { body: { Id: id, FollowUp: 'observing', Comment: '客户正在卸货' } });
  const seen = await call(viewer, 'getAlarmDetail', { query: { alarmId: id } });
  expect(seen.data).toMatchObject({
    Status: 1,
    FollowUp: 'observing',
    Comment: null,
    CommentName: null,
    COMMENT_TIME: noon,
    AckedName: '王强',
    Notified: null,
    NotifiedCount: 2,
  });
  expect(seen.data.Journal.at(-1)).toMatchObject({ Kind: 'handled', At: noon, Text: '已处理', UserName: null });
  expect(JSON.stringify(seen)).not.toContain('卸货');
  const list = await call(viewer, 'getAlarmAct', { body: {} });
  expect(list.data.Data[0]).toMatchObject({ Comment: null, CommentName: null, FollowUp: 'observing' });
  const staff = await call(member, 'getAlarmDetail', { query: { alarmId: id } });
  expect(staff.data).toMatchObject({ Comment: '客户正在卸货', CommentName: '王强' });
  expect(staff.data.Notified.length).toBeGreaterThanOrEqual(2);
  expect(staff.data.Notified[0]).toMatchObject({ Channel: 'app', ChannelName: '弹窗', PushType: 0, Explain: '' });
});
