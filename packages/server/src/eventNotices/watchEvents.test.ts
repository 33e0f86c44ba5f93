import { type EventTypeName, eventTypes, type PermissionName } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { system, type UserTenant } from '../access/index.ts';
import type { GatewayTenant } from '../gateways/index.ts';
import { deleteOldMessages } from '../notifications/index.ts';
import { manualClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { silentLog } from '../platform/log/log.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { aCompany, aGateway, aMember, aPoint, aProject, aSlave } from '../testing/factories.ts';
import { type EventFilter, pageEvents, toldOf } from './event.store.ts';
import { lockNotices, whoSeesEvents } from './notice.store.ts';
import { watchEvents } from './watchEvents.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Thursday noon in Shanghai. */
const noon = Date.UTC(2026, 9, 1, 4);
const clock = manualClock(noon);

let test_: TestDatabase;
let database: Database;
beforeAll(async () => {
  test_ = await testDatabase();
  database = openDatabase(test_.url, silentLog);
});
afterAll(async () => {
  await database.close();
  await test_.close();
});

let company: number;
let project: number;
let gateway: number;
let slave: number;
let person: number;
beforeEach(async () => {
  const { db } = database;
  clock.set(noon);
  await db.deleteFrom('company').execute();
  company = await aCompany(db);
  project = await aProject(db, company);
  gateway = await aGateway(db, project);
  slave = await aSlave(db, gateway);
  person = await someone();
  await setGateway({ online: true, last_seen_at: at() });
});

const at = () => new Date(clock.now());

/** Somebody who may open the events of the project, and is reached by SMS. */
async function someone(
  values: { of?: number; may?: PermissionName; quiet?: [from: number, until: number, weekdays?: number[]] } = {},
) {
  const { db } = database;
  const permissions = [values.may ?? 'eventCenter'];
  const userId = await aMember(db, company, values.of ?? project, { permissions });
  await db
    .updateTable('app_user')
    .set({ mobile: `1390000${1000 + userId}`.slice(0, 11) })
    .where('id', '=', userId)
    .execute();
  if (values.quiet) {
    const [quiet_from, quiet_until, quiet_weekdays = [1, 2, 3, 4, 5, 6, 7]] = values.quiet;
    const quiet = { quiet_from, quiet_until, quiet_weekdays, quiet_severities: [2, 3] };
    await db
      .insertInto('notification_setting')
      .values({ user_id: userId, language: 'en', ...quiet })
      .execute();
  }
  return userId;
}

async function aNotice(
  values: { of?: number; delayMinutes?: number; people?: number[]; from?: Date } = {},
): Promise<number> {
  const { db } = database;
  const types = ['gatewayOffline', 'slaveSilent', 'configurationPending', 'identityClash', 'downloadFailed'];
  const made = { created_at: values.from ?? at(), changed_at: at(), system_type: 'gateway', event_types: types };
  const { id } = await db
    .insertInto('event_notice')
    .values({ project_id: values.of ?? project, name: 'N', delay_minutes: values.delayMinutes ?? 0, ...made })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const user_id of values.people ?? [person])
    await db
      .insertInto('event_notice_person')
      .values({ notice_id: id, user_id, channels: ['sms'] })
      .execute();
  return id;
}

const setGateway = (values: object) =>
  database.db.updateTable('gateway').set(values).where('id', '=', gateway).execute();
const setSlave = (silent_since: Date | null) =>
  database.db.updateTable('slave').set({ silent_since }).where('id', '=', slave).execute();
const setProject = (values: object) =>
  database.db.updateTable('project').set(values).where('id', '=', project).execute();

/** A minute later, and what the platform finds then. */
async function look(later = minute) {
  clock.advance(later);
  const available = { sms: true, voice: true, email: true, webhook: true };
  await watchEvents({ pool: test_.pool, clock, outbox: { available, wake: () => undefined } });
}

/** `slaveSilent lasts`, in the order they began. */
async function events(): Promise<string[]> {
  const rows = await database.db.selectFrom('platform_event').selectAll().orderBy('id').execute();
  return rows.map(({ type, recovered_at }) => `${type} ${recovered_at === null ? 'lasts' : 'over'}`);
}

/** `12 slaveSilent began`: who was told, in that order. */
async function told(): Promise<string[]> {
  const { rows } = await test_.pool.query<{ user_id: number; type: string; of_recovery: boolean }>(
    `SELECT t.user_id, e.type, t.of_recovery FROM event_told t JOIN platform_event e ON e.id = t.event_id
     WHERE t.message_id IS NOT NULL ORDER BY t.at, t.of_recovery, e.id`,
  );
  return rows.map(({ user_id, type, of_recovery }) => `${user_id} ${type} ${of_recovery ? 'over' : 'began'}`);
}

test('that another device takes the name of a gateway is told once, and anew after a day without it', async () => {
  await aNotice();
  const takeOver = () =>
    database.db
      .insertInto('gateway_event')
      .values({ gateway_id: gateway, at: at(), kind: 'fault', detail: 'takenOver 203.0.113.9' })
      .execute();
  await takeOver();
  await look();
  clock.advance(hour);
  await takeOver();
  await look();
  expect((await events()).map((one) => one.split(' ')[0])).toEqual(['identityClash']);
  const { detail_en } = await database.db.selectFrom('platform_event').select('detail_en').executeTakeFirstOrThrow();
  expect(detail_en).toBe('The line was taken over by a connection from 203.0.113.9');
  clock.advance(day + hour);
  await takeOver();
  await look();
  expect(await events()).toHaveLength(2);
});

test('what waits for a gateway goes on while the gateway is away, and is told once however often it comes back', async () => {
  await aNotice();
  await setSlave(at());
  await database.db
    .updateTable('gateway_configuration')
    .set({ desired_version: 2, reported_version: 1, desired_at: at() })
    .where('gateway_id', '=', gateway)
    .execute();
  await look(16 * minute);
  const both = [`${person} slaveSilent began`, `${person} configurationPending began`];
  expect((await told()).sort()).toEqual([...both].sort());

  await setGateway({ online: false });
  await look();
  expect((await events()).sort()).toEqual(['configurationPending lasts', 'slaveSilent lasts']);
  await setGateway({ online: true });
  await look();
  expect(await told()).toHaveLength(2);
  // Nothing begins while nobody could know.
  await setSlave(null);
  await look();
  expect(await told()).toContain(`${person} slaveSilent over`);
  await setGateway({ online: false });
  await setSlave(at());
  await look();
  expect((await events()).filter((event) => event === 'slaveSilent lasts')).toEqual([]);

  // Taken over, and lost again with a restart of the gateway: the same beginning.
  const reports = (reported_version: number) =>
    database.db
      .updateTable('gateway_configuration')
      .set({ reported_version })
      .where('gateway_id', '=', gateway)
      .execute();
  await setSlave(null);
  await setGateway({ online: true });
  await reports(2);
  await look();
  expect(await events()).toContain('configurationPending over');
  await reports(1);
  await look();
  expect(await events()).toContain('configurationPending lasts');
  expect((await told()).filter((line) => line.includes('configuration'))).toEqual([
    `${person} configurationPending began`,
    `${person} configurationPending over`,
  ]);

  // What lasts goes along to where the gateway goes.
  await reports(2);
  await setGateway({ online: false, offline_since: at() });
  await look();
  const other = await aProject(database.db, company);
  await setGateway({ project_id: other });
  await look();
  const offline = await database.db
    .selectFrom('platform_event')
    .where('type', '=', 'gatewayOffline')
    .select(['project_id', 'recovered_at'])
    .orderBy('id')
    .execute();
  expect(offline).toEqual([
    { project_id: project, recovered_at: at() },
    { project_id: other, recovered_at: null },
  ]);
});

test('a value written for a time that could not be taken back is an event, once, with what it was to return to', async () => {
  await database.db
    .insertInto('write_record')
    .values({
      company_id: company,
      project_id: project,
      point_id: 1,
      point_name: 'Setpoint',
      device_ids: [],
      device_name: 'Freezer',
      unit: '°C',
      decimals: 1,
      status_values: '[]',
      user_name: 'Wang',
      reason: '',
      requested_at: at(),
      old_value: -10,
      value: -12,
      outcome: 'succeeded',
      return_at: at(),
      return_value: -20,
      return_state: 'failed',
    })
    .execute();
  await look();
  await look();
  const kept = await database.db.selectFrom('platform_event').selectAll().execute();
  expect(kept).toMatchObject([
    {
      type: 'returnFailed',
      subject_name: 'Freezer · Setpoint',
      detail_en: 'Was to return to -20.0 °C',
      recovered_at: new Date(noon),
    },
  ]);
});

test('a missed run of a task is an event, once; a task that the platform switched off is one until it is on again', async () => {
  const { db } = database;
  const group = { company_id: company, name: 'Night', description: '', enabled: true, updated_at: at() };
  const { id: group_id } = await db
    .insertInto('schedule_group')
    .values(group)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('schedule_group_project').values({ group_id, project_id: project }).execute();
  const of = { company_id: company, group_id, name: 'Set back', description: '', writes: '[]', resp_codes: [200] };
  const what = {
    expression: '0 22 * * *',
    day_filter: 'all',
    mode: 'write',
    method: 'GET',
    content_type: 'json',
    params: '',
  };
  const rest = { timeout_seconds: 5, parse_mode: 'none', parse_value: '', created_at: at(), updated_at: at() };
  const { id: job_id } = await db
    .insertInto('schedule_job')
    .values({ ...of, ...what, ...rest, enabled: false, suspended_zh: '无权限', suspended_en: 'No right' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const missed = (due_at: Date) => ({ job_id, due_at, finished_at: new Date(noon), outcome: 'missed' });
  await db
    .insertInto('schedule_run')
    .values([missed(new Date(noon - 2 * minute)), missed(new Date(noon - minute))])
    .execute();
  await look();
  await look();
  await db.updateTable('schedule_job').set({ enabled: true, suspended_zh: null, suspended_en: null }).execute();
  await look();
  expect((await events()).sort()).toEqual(['jobMissed over', 'jobSuspended over']);
  const [event] = await db.selectFrom('platform_event').selectAll().where('type', '=', 'jobMissed').execute();
  expect(event).toMatchObject({ subject_name: 'Set back', detail_en: expect.stringContaining('2 times, first due') });
});

test('warranties that end soon, overdue visits and units that did not start well are events', async () => {
  const { db } = database;
  const asset = {
    ...{ company_id: company, project_id: project, name: 'Compressor', category: '', model: '', factory_number: '' },
    ...{
      distributor: '',
      source: 'purchase',
      supplier: '',
      location: '',
      is_monitored: false,
      verification: 'verified',
    },
    ...{ note: '', updated_at: at(), usage: 'inUse' },
  };
  await db
    .insertInto('asset')
    .values([
      { ...asset, code: 'A-61', warranty_until: '2026-12-01' },
      { ...asset, code: 'A-60', warranty_until: '2026-11-30' },
      { ...asset, code: 'A-0', warranty_until: '2026-10-01' },
      { ...asset, code: 'A-past', warranty_until: '2026-09-30' },
      { ...asset, code: 'A-gone', warranty_until: '2026-10-01', usage: 'disposed' },
    ])
    .execute();
  const team = {
    company_id: company,
    name: 'Team',
    updated_at: at(),
    types: ['onSite'],
    areas: ['x'],
    note: '',
    enabled: true,
  };
  const { id: team_id } = await db
    .insertInto('maintenance_team')
    .values(team)
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: contract_id } = await db
    .insertInto('maintenance_contract')
    .values({
      ...{ company_id: company, team_id, name: 'Yearly service', number: 'M-1', party_a: '', note: '', cycle: 'month' },
      ...{ cycle_count: 1, first_on: '2026-09-01', valid_from: '2026-01-01', valid_to: '2026-12-31', updated_at: at() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const visit = { contract_id, project_id: project, nominal_on: '2026-09-30' };
  await db
    .insertInto('maintenance_order')
    .values([
      { ...visit, k: 1, planned_on: '2026-09-30', state: 'planned' },
      { ...visit, k: 2, planned_on: '2026-10-01', state: 'planned' },
      { ...visit, k: 3, planned_on: '2026-09-29', state: 'done' },
    ])
    .execute();
  const { id: unit_id } = await db
    .insertInto('boot_unit')
    .values({
      ...{
        company_id: company,
        project_id: project,
        name: 'Unit 5',
        contract_number: '',
        unit_number: 'CU5',
        model: 'Z',
      },
      ...{
        position: '',
        state: 'booted',
        install: '{}',
        verdicts: '[]',
        updated_at: at(),
        watch_state: 'failed',
        booted_at: at(),
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('boot_event')
    .values([
      { unit_id, kind: 'rejectedBoot', at: at(), text_zh: '五次错误', text_en: 'Five tries' },
      { unit_id, kind: 'watched', at: at(), text_zh: '首小时正常', text_en: 'First hour passed' },
      { unit_id, kind: 'watched', at: at(), text_zh: '首小时异常：启动次数', text_en: 'First hour failed: Starts' },
    ])
    .execute();
  await look();
  await look();
  const found = async () =>
    (await db.selectFrom('platform_event').selectAll().orderBy('type').orderBy('detail_en').execute()).map(
      (event) =>
        `${event.type} ${event.subject_name}: ${event.detail_en}${event.recovered_at === null ? '' : ' (over)'}`,
    );
  expect(await found()).toEqual([
    'bootRejected Unit 5: Five tries (over)',
    'firstHourFailed Unit 5: First hour failed: Starts (over)',
    'maintenanceOverdue Yearly service: Planned for 2026-09-30',
    'warrantyEnding Compressor: A-0, until 2026-10-01 (over)',
    'warrantyEnding Compressor: A-60, until 2026-11-30 (over)',
  ]);
  clock.advance(day);
  await look();
  const later = await found();
  expect(later).toContain('warrantyEnding Compressor: A-61, until 2026-12-01 (over)');
  expect(later.filter((each) => each.startsWith('warrantyEnding'))).toHaveLength(3);
  // An event that ends as it begins happened; it did not recover.
  const isOnce = (type: EventTypeName) => 'once' in eventTypes[type];
  expect((['bootRejected', 'firstHourFailed', 'warrantyEnding', 'certificateExpiring'] as const).every(isOnce)).toBe(
    true,
  );
  expect(later).toContain('maintenanceOverdue Yearly service: Planned for 2026-10-01');
});

test('a waybill that is late and a tag that is silent on the way are events until they arrive or are heard', async () => {
  const { db } = database;
  const { id: tag_id } = await db
    .insertInto('sensor_tag')
    .values({ project_id: project, serial_number: 'T1', tag_type: 1, cycle_seconds: 600, created_at: at() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: waybill_id } = await db
    .insertInto('waybill')
    .values({
      ...{
        project_id: project,
        number: 'W-1',
        status: 0,
        created_at: at(),
        planned_arrive: new Date(noon + 20 * minute),
      },
      departed_at: at(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('waybill_tag')
    .values({ waybill_id, tag_id, serial_number: 'T1', name: 'Rear', bound_at: at() })
    .execute();
  const heard = (until: number) =>
    db
      .insertInto('tag_heard')
      .values({ tag_id, gateway_id: gateway, from_at: new Date(until), until_at: new Date(until) })
      .execute();
  await look();
  expect(await events()).toEqual([]);
  await look(21 * minute);
  expect(await events()).toEqual(['waybillLate lasts']);
  await look(10 * minute);
  expect((await events()).sort()).toEqual(['tagLost lasts', 'waybillLate lasts']);
  await heard(clock.now());
  await db.updateTable('waybill').set({ arrived_at: at() }).where('id', '=', waybill_id).execute();
  await look();
  expect((await events()).sort()).toEqual(['tagLost over', 'waybillLate over']);
});

test('a planned stop of goods on their way is an event while its time is over and nobody was there', async () => {
  const { db } = database;
  const waybill = { project_id: project, number: 'W-2', status: 1, created_at: at(), departed_at: at() };
  const { id: waybill_id } = await db.insertInto('waybill').values(waybill).returning('id').executeTakeFirstOrThrow();
  const stop = { waybill_id, position: 0, name: 'Depot', planned_at: new Date(noon + 20 * minute) };
  const { id } = await db.insertInto('waybill_stop').values(stop).returning('id').executeTakeFirstOrThrow();
  await look(19 * minute);
  expect(await events()).toEqual([]);
  await look(2 * minute);
  expect(await events()).toEqual(['waybillLate lasts']);
  await db.updateTable('waybill_stop').set({ arrived_at: at() }).where('id', '=', id).execute();
  await look();
  expect(await events()).toEqual(['waybillLate over']);
});

test('nobody is notified of a project that is not served, neither of what waited nor of what has ended; its people are once it is served again', async () => {
  await aNotice();
  await setGateway({ online: false, offline_since: at() });
  await look();
  const began = [`${person} gatewayOffline began`];
  expect(await told()).toEqual(began);
  const late = await someone();
  await aNotice({ people: [late], from: new Date(noon) });
  await setGateway({ online: true, offline_since: null });
  const ended = [
    { service_end: '2026-09-30' },
    // A zone that nobody knows counts as UTC.
    { service_end: '2026-09-30', time_zone: 'Nowhere/Land' },
    { disabled_at: at() },
    { deleted_at: at() },
  ];
  for (const end of ended) {
    await setProject(end);
    // Something begins meanwhile, and ends.
    await setSlave(at());
    await look();
    await setSlave(null);
    await look();
    expect(await told()).toEqual(began);
    await setProject({ service_end: null, time_zone: 'Asia/Shanghai', disabled_at: null, deleted_at: null });
  }
  expect(await events()).toEqual(['gatewayOffline over']);
  // Its last day counts whole.
  await setProject({ service_end: '2026-10-01' });
  await look();
  expect((await told()).sort()).toEqual(
    [...began, `${person} gatewayOffline over`, `${late} gatewayOffline began`].sort(),
  );
});

test('a notice that waits a day is told after it, and sleepers hear of it when their quiet hours end', async () => {
  await aNotice({ delayMinutes: 1440 });
  // From midday on; two whole days.
  const sleeps = await someone({ quiet: [12 * 60, 15 * 60] });
  await aNotice({ delayMinutes: 1430, people: [sleeps] });
  const atHome = await someone({ quiet: [0, 1440, [5, 6]] });
  await aNotice({ people: [atHome] });
  clock.advance(hour / 2);
  await setSlave(at());
  await look(day - minute);
  expect(await told()).toEqual([]);
  await look();
  expect(await told()).toEqual([`${person} slaveSilent began`]);
  await look(3 * hour);
  expect(await told()).toEqual([`${person} slaveSilent began`, `${sleeps} slaveSilent began`]);
  await look(day + 10 * hour);
  expect(await told()).toContain(`${atHome} slaveSilent began`);
});

test('an event that ends before quiet hours do is told to no sleeper, and while it waits it is listed so', async () => {
  const sleeper = await someone({ quiet: [22 * 60, 7 * 60] });
  await aNotice({ people: [sleeper] });
  // 23:00 in Shanghai.
  clock.set(noon + 11 * hour);
  await setSlave(at());
  await setGateway({ online: true, last_seen_at: at() });
  await look();
  await look();
  const list = async () => {
    const ids = (await database.db.selectFrom('platform_event').select('id').execute()).map(({ id }) => id);
    return [...(await toldOf({ companyId: company } as UserTenant, database.db, ids)).values()]
      .flat()
      .map(({ of_recovery, state, reason }) => `${of_recovery ? 'over' : 'began'} ${state} ${reason}`);
  };
  expect(await list()).toEqual(['began waiting quietHours']);
  await setSlave(null);
  await look();
  await look();
  expect(await list()).toEqual(['began skipped eventOver']);
  await look(9 * hour);
  expect(await told()).toEqual([]);

  // What lasts is told in the morning, once.
  clock.set(noon + 35 * hour);
  await setSlave(at());
  await look();
  await look(9 * hour);
  await look();
  expect(await told()).toEqual([`${sleeper} slaveSilent began`]);
  expect((await list()).sort()).toEqual(['began skipped eventOver', 'began waiting null']);

  // Nobody waits for events that they may no longer be told of.
  clock.set(noon + 59 * hour);
  await setSlave(null);
  await look();
  expect((await list()).sort()).toEqual(['began skipped eventOver', 'began waiting null', 'over waiting quietHours']);
  await database.db.updateTable('event_notice').set({ enabled: false }).execute();
  await look();
  expect((await list()).sort()).toEqual(['began skipped eventOver', 'began waiting null']);
});

test('sleepers delay nobody, with however many messages waiting for them', async () => {
  const sleeps = await someone({ quiet: [8 * 60, 20 * 60] });
  await aNotice({ people: [sleeps] });
  const other = await aProject(database.db, company);
  const awake = await someone({ of: other });
  await aNotice({ of: other, people: [awake] });
  clock.advance(minute);
  await test_.pool.query(
    `INSERT INTO platform_event (project_id, type, subject_kind, subject_id, subject_name, started_at, recovered_at)
     SELECT CASE WHEN n <= 2000 THEN $1::int ELSE $2::int END, 'downloadFailed', 'download', n, 'D', t.at, t.at
     FROM generate_series(1, 2001) n, LATERAL (SELECT $3::timestamptz + n * interval '1 millisecond' AS at) t`,
    [project, other, at()],
  );
  await look();
  expect(await told()).toEqual([`${awake} downloadFailed began`]);
});

test('what became of a message about an event is known as long as the event', async () => {
  await aNotice();
  clock.advance(minute);
  await setSlave(at());
  await look();
  const { db } = database;
  await db.updateTable('notification_message').set({ state: 'failed', reason: 'refused' }).execute();
  await deleteOldMessages(system, test_.pool as never, new Date(clock.now() + day));
  const { id } = await db.selectFrom('platform_event').select('id').executeTakeFirstOrThrow();
  const outcome = await toldOf({ companyId: company } as UserTenant, db, [id]);
  expect(outcome.get(id)).toMatchObject([{ state: 'failed', reason: 'refused' }]);
  await setSlave(null);
  await look();
  await look(401 * day);
  expect(await events()).toEqual([]);
  await deleteOldMessages(system, test_.pool as never, at());
  expect(await db.selectFrom('notification_message').selectAll().execute()).toEqual([]);
});

test('a card is nearly used up from where the list of gateways says so, one without an allowance never', async () => {
  const card = (used_megabytes: number, total_megabytes: number | null) =>
    database.db.updateTable('gateway_card').set({ used_megabytes, total_megabytes }).execute();
  await test_.pool.query(
    `INSERT INTO gateway_card (gateway_id, card_number, bound_at) VALUES ($1, '89860000000000000001', $2)`,
    [gateway, at()],
  );
  const found: string[][] = [];
  for (const [used, total] of [
    [79, 100],
    [80, 100],
    [0, null],
    [0, 0],
  ] as const) {
    await card(used, total);
    await look();
    found.push((await events()).filter((event) => event.endsWith('lasts')));
  }
  expect(found).toEqual([[], ['cardTraffic lasts'], [], ['cardTraffic lasts']]);
});

test('only people who may open the events of a project are told of them', async () => {
  const { db } = database;
  const outsider = await someone({ may: 'alarmManage' });
  const notice = await aNotice({ people: [person, outsider] });
  clock.advance(minute);
  await setSlave(at());
  await look();
  expect(await told()).toEqual([`${person} slaveSilent began`]);
  const tenant = { companyId: company, projectIds: [project] } as unknown as UserTenant;
  const [row] = await lockNotices(tenant, db, project, [notice]);
  expect(row!.people.map(({ user_id, is_reached }) => [user_id, is_reached])).toEqual([
    [person, true],
    [outsider, false],
  ]);
  expect([...(await whoSeesEvents(tenant, db, project, [person, outsider])).keys()]).toEqual([person]);
});

test.each([
  ['to who made it', 'creator'],
  ['to chosen people', 'user'],
] as const)(
  'what is found at a gateway that is kept %s is told and listed to those it is open to alone, and is nobody else’s when it is gone',
  async (_, sharing) => {
    const { db } = database;
    const [outsider, keeper] = [await someone(), await someone()];
    const permissions = ['terminalsEdit', 'eventCenter', 'allProjects'] as const;
    const setsUpAll = await aMember(db, company, -1, { permissions });
    await db
      .updateTable('app_user')
      .set({ mobile: `138${String(setsUpAll).padStart(8, '0')}` })
      .where('id', '=', setsUpAll)
      .execute();
    await setGateway({ sharing, ...(sharing === 'creator' && { created_by: keeper }) });
    if (sharing === 'user')
      await db
        .insertInto('gateway_user')
        .values({ gateway_id: gateway, user_id: keeper, shared_by: keeper, shared_at: at() })
        .execute();
    await aNotice({ people: [outsider, keeper, setsUpAll] });
    clock.advance(minute);
    await setSlave(at());
    await look();
    await setGateway({ online: false, offline_since: at() });
    await look();
    expect((await told()).sort()).toEqual(
      [keeper, setsUpAll].flatMap((each) => [`${each} gatewayOffline began`, `${each} slaveSilent began`]).sort(),
    );

    const listed = async (userId: number): Promise<string[]> => {
      const opensAll = userId === setsUpAll;
      const tenant = { userId, companyId: company, projectIds: [project], opensAll } as unknown as GatewayTenant;
      const { rows, total } = await pageEvents(tenant, db, everyEvent);
      expect(total).toBe(rows.length);
      return rows.map(({ type }) => type);
    };
    const both = ['gatewayOffline', 'slaveSilent'];
    expect([await listed(outsider), await listed(keeper), await listed(setsUpAll)]).toEqual([[], both, both]);

    await setGateway({ sharing: 'project' });
    expect(await listed(outsider)).toEqual(both);
    await setGateway({ sharing });
    await db.deleteFrom('gateway').where('id', '=', gateway).execute();
    expect([await listed(outsider), await listed(setsUpAll)]).toEqual([[], both]);
  },
);

const everyEvent: EventFilter = {
  ...{ projectIds: null, systems: null, types: null, recovered: null, text: null, from: null, until: null },
  ...{ sort: 'start', ascending: false, offset: 0, limit: 100 },
};

test('what stands in the way of energy and money is an event while it lasts, and a cut of power is told once', async () => {
  const { pool } = test_;
  const { rows } = await pool.query(
    `INSERT INTO energy_meter (project_id, name, max_watts, created_at, settled_through) VALUES ($1, 'Main', 9000, $2, $2) RETURNING id`,
    [project, at()],
  );
  const meter = rows[0].id;
  const tariff = await pool.query(
    "INSERT INTO tariff (company_id, name, created_at) VALUES ($1, 'Trade', $2) RETURNING id",
    [company, at()],
  );
  const register = await aPoint(database.db, gateway, { name: 'Energy' });
  const energyOf = (day: string, unpriced: number) =>
    pool.query(
      `INSERT INTO energy_day (meter_id, day, wh, cost_micro, expected, measured, estimated, suspect_wh, is_provisional)
       VALUES ($1, $2, ARRAY[$3::bigint,0,0,0,0,0], '{0,0,0,0,0}', 96, 96, 0, 0, false)`,
      [meter, day, unpriced],
    );
  const heard = (hoursAgo: number) =>
    pool.query(`UPDATE energy_installation SET read_through = $2, last_at = $3, last_reading = 5 WHERE meter_id = $1`, [
      meter,
      at(),
      new Date(clock.now() - hoursAgo * hour),
    ]);
  await pool.query(
    `INSERT INTO energy_installation (meter_id, point_id, multiplier, unit_wh, register_count, installed_at) VALUES ($1, $2, 1, 1000, 1, $3)`,
    [meter, register, new Date(0)],
  );
  await heard(1);
  // Two days that nobody prices: of a project without any tariff they are no event.
  await energyOf('2026-09-30', 5000);
  await look();
  expect(await events()).toEqual([]);
  await pool.query("INSERT INTO tariff_assignment (project_id, tariff_id, from_day) VALUES ($1, $2, '2026-10-02')", [
    project,
    tariff.rows[0].id,
  ]);
  const account = await pool.query(
    `INSERT INTO prepaid_account (project_id, meter_id, consumer, mode, load_class, low_days, overdraft_fen, hoard_limit_fen, posted_fen, charge_from, opened_at)
     VALUES ($1, $2, 'Tea shop', 'platform', 'interruptible', 7, 0, 100000, 100000, '2026-10-01', $3) RETURNING id`,
    [project, meter, at()],
  );
  await heard(3);
  const baseline = await pool.query(
    `INSERT INTO energy_baseline (project_id, from_day, to_day, variables, fit, static_factors, state, created_at)
     VALUES ($1, '2026-01-01', '2026-06-30', '{openHours}', '{}', '', 'approved', $2) RETURNING id`,
    [project, at()],
  );
  await pool.query(`INSERT INTO energy_drift VALUES ($1, '2026-09-20', 12000, $2)`, [baseline.rows[0].id, at()]);
  await pool.query(
    `INSERT INTO setting (name, value) VALUES ('backup:restoredAt', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [at().toISOString()],
  );
  await pool.query(
    `INSERT INTO switch_order (account_id, want, gates, reason, state, created_at) VALUES ($1, 'off', '{}', 'No payment since May', 'done', $2)`,
    [account.rows[0].id, at()],
  );
  await look();
  await look();
  expect((await events()).sort()).toEqual([
    'energyDrift lasts',
    'energyGap lasts',
    'meterTripped over',
    'tariffPriceMissing lasts',
    'tripsDisarmed lasts',
  ]);
  const { rows: said } = await pool.query('SELECT type, subject_name, detail_en FROM platform_event ORDER BY type');
  expect(said).toMatchObject([
    { type: 'energyDrift', detail_en: '12 kWh more since 2026-09-20' },
    { type: 'energyGap', subject_name: 'Main' },
    { type: 'meterTripped', subject_name: 'Tea shop', detail_en: 'No payment since May' },
    { type: 'tariffPriceMissing', detail_en: '1 meters, 5 kWh from 2026-09-30' },
    { type: 'tripsDisarmed' },
  ]);
  await heard(1);
  await pool.query('UPDATE energy_day SET wh = ARRAY[0,5000,0,0,0,0]::bigint[] WHERE meter_id = $1', [meter]);
  await pool.query('DELETE FROM energy_drift');
  await pool.query("INSERT INTO trip_arming VALUES ($1, $2, NULL, 'Balances are checked')", [
    project,
    new Date(clock.now() + minute),
  ]);
  await look();
  expect((await events()).filter((one) => one.endsWith('lasts'))).toEqual([]);
  await pool.query("DELETE FROM setting WHERE name = 'backup:restoredAt'");
});
