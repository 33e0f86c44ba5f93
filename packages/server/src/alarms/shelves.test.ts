import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { silentLog } from '../platform/log/log.ts';
import {
  alarms,
  area,
  call,
  clock,
  company,
  counted,
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
  noon,
  onlyAlarmId,
  otherDevice,
  otherPoint,
  point,
  project,
  setUpAlarmWorld,
  shelve,
  steps,
  strategy,
} from '../testing/alarmWorld.ts';
import { evaluateAlarms } from '../testing/evaluateAlarms.ts';
import { aCompany, aMember, aPoint, aProject, aRule, aStrategy, limitMember } from '../testing/factories.ts';
import { openAlarms } from './index.ts';

setUpAlarmWorld();

test('why an alarm is hidden and by whom is read by staff alone, wherever it is said', async () => {
  const viewer = await aMember(database.db, company, project, { permissions: ['monitorView'] });
  await measure(-12, noon);
  const id = await onlyAlarmId();
  clock.set(noon + 1);
  await shelve([id]);
  await measure(-18, noon + 2);
  const said = async (userId: number) => {
    const asked = { body: { ProjectId: project, PointId: point, Time: '2026-10-01 12:10' } };
    return {
      detail: (await call(userId, 'getAlarmDetail', { query: { alarmId: id } })).data,
      course: (await call(userId, 'getAlarmSchedule', { body: { AlarmId: id } })).data,
      list: (await call(userId, 'getAlarmClear', { body: {} })).data.Data[0].Hidden,
      why: (await call(userId, 'explainAlarm', asked)).data,
    };
  };
  const asStaff = await said(member);
  expect(asStaff.detail).toMatchObject({ Hidden: { Reason: '换风扇', UserName: '王强' } });
  expect(asStaff.detail.Journal.at(1)).toMatchObject({ Kind: 'hidden', UserName: '王强' });
  for (const each of Object.values(asStaff)) expect(JSON.stringify(each)).toContain('换风扇');
  const seen = await said(viewer);
  const until = noon + 60 * minute + 1;
  expect(seen.detail.Hidden).toMatchObject({ Kind: 'shelved', UntilEPOCH: until, Reason: null, UserName: null });
  expect(seen.detail.Journal.at(1)).toMatchObject({ Kind: 'hidden', At: noon + 1, Text: '已隐藏', UserName: null });
  for (const each of Object.values(seen)) expect(JSON.stringify(each)).not.toMatch(/换风扇|王强/);
  // Nor who ended it; that it is shown again, and why, is for everybody.
  await call(member, 'endAlarmShelf', { body: { ShelfIdList: [asStaff.detail.Hidden.ShelfId] } });
  expect((await said(viewer)).detail.Journal.at(-1)).toMatchObject({
    Kind: 'shown',
    Text: '已取消搁置',
    UserName: null,
  });
  expect((await said(member)).detail.Journal.at(-1)).toMatchObject({ Kind: 'shown', UserName: '王强' });
});

test('a shelved alarm is neither listed nor told, is counted apart, and is told once when its time is over', async () => {
  await measure(-12, noon);
  const id = await onlyAlarmId();
  clock.set(noon + 1);
  expect(await shelve([id])).toMatchObject({ code: 200, data: { Count: 1 } });
  expect((await listed(member)).TotalCount).toBe(0);
  expect(await counted()).toMatchObject({ Total: 0, Hidden: 1 });
  expect((await call(member, 'getAlarmPlayScreenPage', { body: {} })).data.TotalCount).toBe(0);
  const hidden = await call(member, 'getAlarmHidden', { body: {} });
  expect(hidden.data.Data).toMatchObject([
    { Id: id, Hidden: { Kind: 'shelved', Reason: '换风扇', UserName: '王强', UntilEPOCH: noon + 60 * minute + 1 } },
  ]);
  // It ends, which its recipients are told, and begins again: still the same shelved alarm.
  await measure(-18, noon + minute);
  await measure(-12, noon + 2 * minute);
  expect(await counted()).toMatchObject({ Total: 0, Hidden: 1 });
  await alarms.repeatDue(noon + 30 * minute);
  expect(await steps()).toEqual(['raised', 'returned']);

  // A restart in between.
  const restarted = openAlarms({ db: database.db, pool: database.pool, clock, log: silentLog, events });
  await restarted.start();
  clock.set(noon + 60 * minute);
  await restarted.lookAtShelves();
  expect(await counted()).toMatchObject({ Total: 0 });
  // What people saw of that half hour stays what it was, also when the second one comes to their eyes after it.
  const health = async () => {
    const body = { StartTime: '2026-10-01 12:00', EndTime: '2026-10-01 12:30', ProjectId: project };
    return (await call(member, 'getAlarmHealth', { body })).data;
  };
  expect(await health()).toMatchObject({ Total: 1, Hidden: 1 });
  clock.set(noon + 60 * minute + 1);
  await restarted.lookAtShelves();
  await restarted.lookAtShelves();
  await restarted.peopleTold();
  await restarted.stop();
  expect(await counted()).toMatchObject({ Total: 2, Hidden: 0 });
  expect(await health()).toMatchObject({ Total: 1, Hidden: 0 });
  expect(await steps()).toEqual(['raised', 'returned', 'shown']);
  const { rows } = await database.pool.query(
    `SELECT n.text_zh, n.text_en FROM notification n WHERE n.step LIKE 'shown%'`,
  );
  expect(rows[0]).toEqual({
    text_zh: '搁置到期，仍在报警：−12.0 °C，高于上限 −15.0 °C',
    text_en: 'The time it was shelved for is over; still active: −12.0 °C above high limit −15.0 °C',
  });
});

test('a door that holds a limit back says so in its own alarm, at the point beside it, and in an alarm that was on before', async () => {
  const door = await aPoint(database.db, gateway, { deviceId: device, name: '库门', nameEn: 'Door' });
  const { rule_id } = await database.db.selectFrom('alarm_rule_subject').select('rule_id').executeTakeFirstOrThrow();
  const gated = {
    ...highLimit,
    onlyWhile: [{ point: { pointId: door }, values: [0], settleSeconds: 600, maxHiddenSeconds: 2700 }],
  };
  await sql`UPDATE alarm_rule SET definition = ${JSON.stringify(gated)}::jsonb WHERE id = ${rule_id}`.execute(
    database.db,
  );
  const doors = await aStrategy(database.db, project, { name: '门未关', nameEn: 'Door open' });
  await aRule(
    database.db,
    doors,
    { ...highLimit, bands: { high: { limit: 0.5, severity: 3 } }, deadband: 0 },
    { points: [door] },
  );
  await alarms.reload();
  await measure(0, noon, door);
  await measure(-18, noon);
  await measure(1, noon + minute, door);
  const until = noon + 46 * minute;
  const rows = async (userId = member) =>
    (await listed(userId)).Data.map(({ PointId, HeldList }) => [PointId, HeldList]);
  const others = [{ Kind: 'other', Name: '库温', SinceEPOCH: noon + minute, UntilEPOCH: until }];
  expect(await rows()).toEqual([[door, others]]);
  expect(alarms.pendingOnPoint(point)).toEqual([
    {
      kind: 'limit',
      severity: 1,
      since: noon + minute,
      dueAt: null,
      heldBy: { zh: '库门', en: 'Door', until, isSettling: false },
    },
  ]);
  // A reader who does not see the level of a suppressed alarm does not hear of it.
  const limited = await aMember(database.db, company, project);
  await limitMember(database.db, limited, project, { deviceIds: [device], alarmLevels: [3] });
  expect(await rows(limited)).toEqual([[door, []]]);

  // Closed: it waits its ten minutes, then alarms; open again, an active alarm gets no worse.
  await measure(0, noon + 2 * minute, door);
  expect(alarms.pendingOnPoint(point)).toMatchObject([{ heldBy: { until: noon + 12 * minute, isSettling: true } }]);
  clock.set(noon + 13 * minute);
  await measure(-12, noon + 13 * minute);
  expect(alarms.pendingOnPoint(point)).toEqual([]);
  await measure(1, noon + 14 * minute, door);
  expect((await rows()).find(([id]) => id === point)![1]).toMatchObject([
    { Kind: 'by', Name: '库门', SinceEPOCH: noon + 14 * minute },
  ]);

  // Of a door on a device that not everybody beside it may see, the name is not told.
  await sql`UPDATE device_point SET device_id = ${otherDevice} WHERE point_id = ${door}`.execute(database.db);
  await alarms.reload();
  await measure(-12, noon + 15 * minute);
  const names = (await rows()).flatMap(([, held]) => (held as { Name: string }[]).map(({ Name }) => Name));
  // The alarm that it suppresses beside it now has its name.
  expect(names).toEqual(['另一点位', '库温2']);
});

test('what becomes more severe than it was shelved at shows at once', async () => {
  await measure(-12, noon);
  await shelve([await onlyAlarmId()]);
  await measure(-9, noon + minute);
  expect(await listed(member)).toMatchObject({ TotalCount: 1, Data: [{ Level: 1 }] });
  expect(await steps()).toEqual(['raised', 'severity']);

  // Less severe again it is hidden again; what people saw of it comes back with the end of the shelf, also when it is over.
  await measure(-12, noon + 2 * minute);
  expect(await listed(member)).toMatchObject({ TotalCount: 0 });
  await measure(-20, noon + 3 * minute);
  await measure(-20, noon + 6 * minute);
  clock.set(noon + 120 * minute);
  await alarms.lookAtShelves();
  expect(await listed(member)).toMatchObject({ TotalCount: 1, Data: [{ Active: false, Level: 1, LastLevel: 2 }] });
});

test('what people saw of an alarm comes back after its shelf, also when its gateway’s clock runs ahead', async () => {
  const at = noon + 10 * minute;
  await evaluateAlarms(alarms, database.pool, { now: noon, samples: [{ pointId: point, at, value: -12 }] });
  await shelve([await onlyAlarmId()]);
  await evaluateAlarms(alarms, database.pool, {
    now: noon + minute,
    samples: [{ pointId: point, at: at + minute, value: -18 }],
  });
  expect(await listed(member)).toMatchObject({ TotalCount: 0 });
  await lookAt(noon + 120 * minute);
  expect(await listed(member)).toMatchObject({ TotalCount: 1, Data: [{ Active: false, Status: 0 }] });
});

test('alarms that earlier versions hid are told apart by what is known of them: seen, or never seen', async () => {
  await measure(-12, noon);
  await shelve([await onlyAlarmId()]);
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('ALTER TABLE alarm DROP COLUMN never_shown');
    await client.query('CREATE INDEX IF NOT EXISTS alarm_hidden_now ON alarm (project_id)');
    const copy = async (name: string, hiddenSince: number, shownLate: number | null = null) => {
      const { rows } = await client.query(
        `INSERT INTO alarm (company_id, project_id, rule_id, rule_definition, subject_kind, subject_id, subject_name, kind, severity, worst_severity,
           raised_at, returned_at, sentence_zh, sentence_en, hidden_by, hidden_since, shown_late_at)
         SELECT company_id, project_id, rule_id, '{}', 'point', 0, $1, kind, 2, 2, $2, $2, '', '', CASE WHEN $4::timestamptz IS NULL THEN hidden_by END, $3, $4
         FROM alarm WHERE subject_id <> 0 RETURNING id`,
        [name, new Date(noon), new Date(hiddenSince), shownLate && new Date(shownLate)],
      );
      const journal = (kind: string, at: number) =>
        client.query(
          `INSERT INTO alarm_journal (alarm_id, at, kind, severity, text_zh, text_en) VALUES ($1, $2, $3, 2, '', '')`,
          [rows[0].id, new Date(at), kind],
        );
      const told = () =>
        client.query(
          `INSERT INTO notification (company_id, project_id, alarm_id, user_id, push_type, step, severity, text_zh, text_en, channel, created_at, state)
           SELECT company_id, project_id, $1, user_id, push_type, step, severity, text_zh, text_en, channel, $2, state
           FROM notification WHERE alarm_id <> $1 LIMIT 1`,
          [rows[0].id, new Date(noon)],
        );
      return { journal, told };
    };
    await copy('hidden when it was raised', noon);
    await copy('hidden when it was raised, by the clock of then', noon + 50);
    const fell = await copy('seen, and fell below its shelf', noon);
    await fell.told();
    await fell.journal('severityChanged', noon + minute);
    await (await copy('seen, and hidden later', noon + minute)).journal('hidden', noon + minute);
    await (await copy('seen, and wrongly first shown later', noon, noon + minute)).told();
    await copy('first shown later', noon, noon + minute);
    await client.query(readFileSync(new URL('../../migrations/0401_never_shown.sql', import.meta.url), 'utf8'));
    const { rows } = await client.query(
      `SELECT subject_name, never_shown, extract(epoch FROM hidden_since)::float8 * 1000 - $1 AS since, shown_late_at IS NOT NULL AS late
       FROM alarm WHERE subject_id = 0 ORDER BY id`,
      [noon],
    );
    expect(rows.map(Object.values)).toEqual([
      ['hidden when it was raised', true, 0, false],
      ['hidden when it was raised, by the clock of then', true, 50, false],
      ['seen, and fell below its shelf', false, minute, false],
      ['seen, and hidden later', false, minute, false],
      ['seen, and wrongly first shown later', false, 0, false],
      ['first shown later', false, 0, true],
    ]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test('shelving one side of a limit leaves the other side to tell', async () => {
  const third = await aPoint(database.db, gateway, { deviceId: device, name: '送风' });
  const bands = { ...highLimit.bands, low: { limit: -28, severity: 2 as const } };
  await aRule(database.db, strategy, { ...highLimit, bands }, { points: [third] });
  await alarms.reload();
  await measure(-12, noon, third);
  await shelve([await onlyAlarmId()]);
  await measure(-18, noon + minute, third);
  await measure(-30, noon + 2 * minute, third);
  const tooCold = await listed(member);
  expect(tooCold).toMatchObject({ TotalCount: 1, Data: [{ MaxValue: -30 }] });
  expect(await steps()).toEqual(['raised', 'returned', 'raised']);
  const { id } = await database.db.selectFrom('alarm').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(await shelve([id])).toMatchObject({ code: 200 });
  expect((await call(member, 'getAlarmShelfPage', { body: {} })).data.TotalCount).toBe(2);
});

test('when a shelf is over, only what is active and unconfirmed is repeated, and what was confirmed waits to be solved', async () => {
  await measure(-12, noon);
  await measure(-12, noon, otherPoint);
  const ids = (await database.db.selectFrom('alarm').select('id').orderBy('id').execute()).map((row) => row.id);
  await call(member, 'updateStatus', { query: { id: ids[0]! } });
  await call(member, 'updateStatus', { query: { id: ids[1]! } });
  clock.set(noon + minute);
  await shelve(ids);
  await measure(-18, noon + 30 * minute, otherPoint);
  const toSolve = async () => (await call(member, 'getAlarmPendingSolve', { body: {} })).data.TotalCount;
  expect(await toSolve()).toBe(0);
  await lookAt(noon + 61 * minute);
  expect(await toSolve()).toBe(2);
  await alarms.repeatDue(noon + 120 * minute);
  // One is over, the other is active; both were confirmed.
  expect(await steps()).toEqual(['raised', 'raised', 'returned']);
});

test('who does not see the level an alarm was shelved at neither reads of the shelf nor ends it', async () => {
  await measure(-5, noon);
  await shelve([await onlyAlarmId()]);
  const { data } = await call(member, 'getAlarmShelfPage', { body: {} });
  const ShelfIdList = [data.Data[0].ShelfId];
  const limited = await aMember(database.db, company, project);
  await limitMember(database.db, limited, project, { alarmLevels: [3, 4] });
  expect((await call(limited, 'getAlarmShelfPage', { body: {} })).data).toEqual({ Data: [], TotalCount: 0 });
  expect((await call(limited, 'endAlarmShelf', { body: { ShelfIdList } })).code).toBe(404);
  expect((await call(member, 'endAlarmShelf', { body: { ShelfIdList } })).code).toBe(200);
  await alarms.peopleTold();
});

test('unshelving shows it at once; each level has its longest time, and an ended or hidden alarm is not shelved', async () => {
  await measure(-12, noon);
  const id = await onlyAlarmId();
  expect(await shelve([id], 24 * 60 + 1)).toMatchObject({ code: 400, message: '“重要”报警最多搁置 24 小时' });
  expect(await shelve([id], 24 * 60)).toMatchObject({ code: 200 });
  expect(await shelve([id])).toMatchObject({ code: 409, message: '报警已隐藏：冷冻间1 · 库温' });
  const page = await call(member, 'getAlarmShelfPage', { body: {}, language: 'en' });
  expect(page.data.Data).toMatchObject([
    {
      Kind: 'shelved',
      Target: 'alarm',
      TargetName: 'Freezer 1 · Room temperature · Limit alarm, high',
      State: 'inForce',
      HiddenCount: 1,
      Level: 2,
    },
  ]);
  const ShelfIdList = [page.data.Data[0].ShelfId];
  expect(await call(member, 'endAlarmShelf', { body: { ShelfIdList } })).toMatchObject({ code: 200 });
  expect(await call(member, 'endAlarmShelf', { body: { ShelfIdList } })).toMatchObject({ code: 409 });
  expect(await listed(member)).toMatchObject({ TotalCount: 1 });
  expect(await steps()).toEqual(['raised', 'shown']);
  const course = await call(member, 'getAlarmSchedule', { body: { AlarmId: id } });
  expect(course.data.map((line: { EventName: string; Text: string; NotifiedCount: number }) => line)).toMatchObject([
    { Event: 'trigger', NotifiedCount: 1 },
    { Event: 'hidden', Text: '已搁置，至 2026-10-02 12:00：换风扇', UserName: '王强' },
    { Event: 'shown', Text: '已取消搁置', NotifiedCount: 1 },
  ]);
  await measure(-18, noon + minute);
  expect(await shelve([id])).toMatchObject({ code: 409, message: '报警已恢复，无需搁置：冷冻间1 · 库温' });
});

test('out of service hides a device until it is put back, and nothing that came and went meanwhile needs confirming', async () => {
  const body = { DeviceId: device, Reason: '冬季停用', ReviewDate: '2026-10-01' };
  expect(await call(member, 'setOutOfService', { body: { ...body, ReviewDate: '2026-09-30' } })).toMatchObject({
    code: 400,
  });
  const { data } = await call(member, 'setOutOfService', { body });
  expect(await call(member, 'setOutOfService', { body })).toMatchObject({ code: 409, message: '冷冻间1已退出服务' });
  await measure(-12, noon);
  await measure(-18, noon + minute);
  await measure(-12, noon + 2 * minute);
  await measure(-12, noon + 2 * minute, otherPoint);
  expect(await counted()).toMatchObject({ Total: 1, Hidden: 1 });
  await lookAt(noon + 300 * 24 * 60 * minute);
  expect(await counted()).toMatchObject({ Total: 1, Hidden: 1 });
  const page = await call(member, 'getAlarmShelfPage', { body: { KindList: ['outOfService'] } });
  expect(page.data.Data).toMatchObject([{ Target: 'device', Overdue: true, UntilEPOCH: null }]);
  await call(member, 'endAlarmShelf', { body: { ShelfIdList: [data.ShelfId] } });
  expect(await counted()).toMatchObject({ Total: 2, Hidden: 0 });
  expect(
    (await call(member, 'getAlarmClear', { body: { Cstime: '2026-10-01 00:00', Cetime: '2026-10-02 00:00' } })).data,
  ).toMatchObject({
    TotalCount: 1,
    Data: [{ Status: 0, Hidden: { Kind: 'outOfService' } }],
  });
});

test('a maintenance window repeats weekly across midnight by the clock of the project', async () => {
  // 2026-10-01 is a Thursday.
  const window = {
    ProjectId: project,
    AreaId: area,
    StartTime: '2026-10-01 00:00',
    EndTime: '2026-12-31 00:00',
    Reason: '除霜',
  };
  const Weekly = { Weekdays: [4], From: '22:00', Until: '06:00' };
  expect(await call(member, 'addMaintenanceWindow', { body: { ...window, Weekly } })).toMatchObject({ code: 200 });
  expect(
    await call(member, 'addMaintenanceWindow', { body: { ...window, EndTime: '2026-09-30 00:00' } }),
  ).toMatchObject({
    code: 400,
    message: '结束时间须晚于开始时间',
  });
  const hour = 60 * minute;
  await measure(-12, noon);
  await measure(-12, noon, otherPoint);
  const seen = async (at: number) => {
    await lookAt(at);
    const { Total, Hidden } = await counted();
    return [Total, Hidden];
  };
  expect(await seen(noon + 9 * hour)).toEqual([2, 0]);
  // Moved: an hour earlier, and back.
  const { id: ShelfId } = await database.db.selectFrom('alarm_shelf').select('id').executeTakeFirstOrThrow();
  const moved = (body: object) => call(member, 'updateMaintenanceWindow', { body: { ShelfId, ...body } });
  expect(await moved({ EndTime: '2026-09-30 00:00' })).toMatchObject({ code: 400, message: '结束时间须晚于开始时间' });
  expect(await moved({ Weekly: { ...Weekly, From: '21:00' } })).toMatchObject({ code: 200 });
  expect(await counted()).toMatchObject({ Total: 1, Hidden: 1 });
  expect(await moved({ Weekly })).toMatchObject({ code: 200 });
  expect(await counted()).toMatchObject({ Total: 2, Hidden: 0 });
  // A message about an alarm that is hidden again before it went out is dropped.
  await alarms.peopleTold();
  expect(await seen(noon + 10 * hour)).toEqual([1, 1]);
  expect(await seen(noon + 18 * hour - 1)).toEqual([1, 1]);
  expect(await seen(noon + 18 * hour)).toEqual([2, 0]);
  expect(await seen(noon + 34 * hour)).toEqual([2, 0]);
  expect(await seen(noon + (7 * 24 + 10) * hour)).toEqual([1, 1]);
  // An alarm that nobody confirms for a week is notified again, at any look of the watch.
  expect((await steps()).filter((step) => step !== 'repeat')).toEqual(['raised', 'raised', 'shown', 'shown']);
});

test('who sees some devices hides only those, and nobody hides or sees anything of another company', async () => {
  await measure(-12, noon);
  await measure(-12, noon, otherPoint);
  const ids = (await database.db.selectFrom('alarm').select('id').orderBy('id').execute()).map((row) => row.id);
  const limited = await aMember(database.db, company, project, { nickname: '李' });
  await limitMember(database.db, limited, project, { deviceIds: [device] });
  expect(await shelve([ids[1]!], 60, limited)).toMatchObject({ code: 404 });
  const outOf = (DeviceId: number, userId: number) =>
    call(userId, 'setOutOfService', { body: { DeviceId, Reason: 'x', ReviewDate: '2026-12-01' } });
  expect(await outOf(otherDevice, limited)).toMatchObject({ code: 404 });
  const window = { ProjectId: project, StartTime: '2026-10-01 00:00', EndTime: '2026-10-02 00:00', Reason: 'x' };
  expect(await call(limited, 'addMaintenanceWindow', { body: window })).toMatchObject({ code: 403 });
  await outOf(otherDevice, member);
  expect((await call(limited, 'getAlarmShelfPage', { body: {} })).data.TotalCount).toBe(0);
  expect(await counted(limited)).toMatchObject({ Total: 1, Hidden: 0 });
  expect(await counted()).toMatchObject({ Total: 1, Hidden: 1 });

  const others = await aCompany(database.db);
  const stranger = await aMember(database.db, others, await aProject(database.db, others));
  expect(await shelve([ids[0]!], 60, stranger)).toMatchObject({ code: 404 });
  expect((await call(stranger, 'getAlarmShelfPage', { body: {} })).data.TotalCount).toBe(0);
  const [shelf] = await database.db.selectFrom('alarm_shelf').select('id').execute();
  expect(await call(stranger, 'endAlarmShelf', { body: { ShelfIdList: [shelf!.id] } })).toMatchObject({ code: 404 });
});

// The lists
