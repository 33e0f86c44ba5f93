import { customerErrors, dayMs, fileErrors, renewalBandNames } from '@watchpost/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { aCompany, aDevice, aMember, aPastAlarm, aProject, limitMember } from '../testing/factories.ts';
import { lockWaits } from '../testing/lockWaits.ts';
import { sheetOf } from '../testing/peopleOf.ts';
import { pageCustomers } from './customer.store.ts';
import { customerExporter } from './customerExporter.wire.ts';
import { remindOfCustomers } from './remindOfCustomers.ts';

let app: TestApplication;
let ask: AskAs;
let keeper: number;
let stranger: number;
let reader: number;
let companyId: number;
let projectId: number;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      await db.updateTable('project').set({ service_end: '2026-03-31' }).where('id', '=', projectId).execute();
      const permissions = ['customerProfiles', 'customerRenew', 'allProjects'] as const;
      keeper = await aMember(db, companyId, -1, { permissions });
      reader = await aMember(db, companyId, -1, { permissions: [...permissions, 'repairView', 'monitorView'] });
      await db.updateTable('app_user').set({ email: 'keeper@example.com' }).where('id', '=', keeper).execute();
      stranger = await aMember(db, await aCompany(db), -1, { permissions });
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());

const inDays = (days: number): string => localOfEpoch(Date.now() + days * dayMs, 'Asia/Shanghai').slice(0, 10);
const add = (number: string, more: object = {}) =>
  ask(keeper, 'addCustomer', {
    body: {
      ...{ ShopName: `Shop ${number}`, ContractNumber: number, StartDate: '2025-01-01', EndDate: inDays(200) },
      ...more,
    } as never,
  });
const detail = async (customerId: number) => (await ask(keeper, 'getCustomer', { query: { customerId } })).data;

test('the reminder rule takes positive whole numbers, the frequency not above the days before expiry', async () => {
  const save = (DaysBefore: unknown, Every: unknown) =>
    ask(keeper, 'saveReminderRule', { body: { DaysBefore, Every } as never });
  expect((await ask(keeper, 'getReminderRule', { query: {} })).data).toEqual({ DaysBefore: 30, Every: 7 });
  expect((await save(10, 11)).message).toBe(customerErrors.frequencyTooHigh.en);
  for (const wrong of [0, -1, 1.5, 'many', null]) expect((await save(10, wrong)).status).toBe(400);
  expect((await save(366, 1)).status).toBe(400);
  expect((await save('20', '10')).status).toBe(200);
  expect((await ask(keeper, 'getReminderRule', { query: {} })).data).toEqual({ DaysBefore: 20, Every: 10 });
});

test('a renewal extends the monitoring of the projects; of two at once one is refused', async () => {
  const added = await add('R-1', { EndDate: inDays(5), ProjectIdList: [projectId] });
  const { CustomerId } = added.data;
  expect(await detail(CustomerId)).toMatchObject({
    State: 'due',
    DaysLeft: 5,
    ProjectList: [{ ProjectId: projectId }],
  });
  // A project is one customer's.
  expect((await add('R-2', { ProjectIdList: [projectId] })).status).toBe(409);
  // An end that is edited would be in no course of the service.
  const edited = await ask(keeper, 'editCustomer', { body: { CustomerId, EndDate: inDays(400) } as never });
  expect([edited.status, edited.message]).toEqual([409, customerErrors.endByRenewal.en]);
  const same = { CustomerId, EndDate: inDays(5), City: 'Hangzhou' } as never;
  expect((await ask(keeper, 'editCustomer', { body: same })).status).toBe(200);
  const renew = (EndDate: string) =>
    ask(keeper, 'renewCustomer', { body: { CustomerId, FromEnd: inDays(5), EndDate, Amount: 3600 } });
  expect((await renew(inDays(5))).message).toBe(customerErrors.endNotLater.en);
  const both = await Promise.all([renew(inDays(370)), renew(inDays(735))]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  // Not that its end was wrong, but that somebody was faster.
  expect(both.find(({ status }) => status === 409)!.message).toMatch(/^The service runs to \d{4}-\d\d-\d\d by now/);
  const after = await detail(CustomerId);
  expect(after.State).toBe('running');
  expect([inDays(370), inDays(735)]).toContain(after.EndDate);
  expect(after.ProjectList[0]!.ServiceEnd).toBe(after.EndDate);
  expect(after.EventList).toEqual([
    expect.objectContaining({ Kind: 'renewed', FromEnd: inDays(5), ToEnd: after.EndDate, Amount: 3600 }),
  ]);
  // Its repair orders are for those who may read them in the project.
  const device = await aDevice(app.database.db, projectId);
  for (const status of [1, 0])
    await app.database.db
      .insertInto('repair_order')
      .values({
        ...{ project_id: projectId, number: `R-${status}`, status, severity: 2, source: 'manual', device_id: device },
        ...{ device_name: 'D', fault_content: 'F', service_type: 'onSite', applicant_name: 'A' },
        ...{ created_at: new Date(), submitted_at: new Date() },
      })
      .execute();
  const work = { ProjectId: projectId };
  const closed = {
    ...{ OpenAlarmCount: null, OpenOrderCount: null, OrderCount: null },
    ...{ OpenVisitCount: null, VisitCount: null, OpenDebugCount: null, DebugCount: null },
  };
  expect((await detail(CustomerId)).WorkList).toEqual([{ ...work, ...closed }]);
  const seen = (await ask(reader, 'getCustomer', { query: { customerId: CustomerId } })).data.WorkList;
  expect(seen).toEqual([{ ...work, ...closed, OpenAlarmCount: 0, OpenOrderCount: 1, OrderCount: 1 }]);
  expect((await ask(stranger, 'getCustomer', { query: { customerId: CustomerId } })).status).toBe(404);
});

test('a customer is lost once the service is due, and back by an undo or with a renewal', async () => {
  const { CustomerId } = (await add('L-1')).data;
  const lose = () => ask(keeper, 'markCustomerLost', { body: { CustomerId, LostReason: 'price', Reason: 'Too dear' } });
  expect((await lose()).message).toBe(customerErrors.notDue.en);
  await app.database.db
    .updateTable('customer')
    .set({ valid_to: inDays(-10) })
    .where('id', '=', CustomerId)
    .execute();
  expect((await detail(CustomerId)).State).toBe('expired');
  expect((await lose()).status).toBe(200);
  expect((await lose()).message).toBe(customerErrors.lostAlready.en);
  expect(await detail(CustomerId)).toMatchObject({ State: 'lost', EventList: [{ Kind: 'lost', LostReason: 'price' }] });
  const back = () => ask(keeper, 'undoCustomerLost', { body: { CustomerId } });
  expect((await back()).status).toBe(200);
  expect((await back()).message).toBe(customerErrors.notLost.en);
  expect(await detail(CustomerId)).toMatchObject({
    State: 'expired',
    EventList: [{ Kind: 'notLost' }, { Kind: 'lost' }],
  });
  expect((await lose()).status).toBe(200);
  const body = { CustomerId, FromEnd: inDays(-10), EndDate: inDays(355) };
  expect((await ask(keeper, 'renewCustomer', { body })).status).toBe(200);
  expect((await detail(CustomerId)).State).toBe('running');
});

const nothingToUndo = 'Only the latest renewal can be undone, within 30 days.';

test('the last renewal is undone: contract number and services end as before, but for a service that was moved since', async () => {
  const { CustomerId } = (await add('U-1', { EndDate: inDays(5) })).data;
  const { db } = app.database;
  const serviceOf = async (id: number) =>
    (
      await db
        .selectFrom('project')
        .where('id', '=', id)
        .select(sql<string>`service_end::text`.as('end'))
        .executeTakeFirstOrThrow()
    ).end;
  const ends = { [inDays(5)]: await aProject(db, companyId), [inDays(8)]: await aProject(db, companyId) };
  const movedId = await aProject(db, companyId);
  const all = [...Object.entries(ends), [inDays(6), movedId] as const];
  for (const [end, id] of all) {
    await db.updateTable('project').set({ service_end: end }).where('id', '=', id).execute();
    await db.insertInto('customer_project').values({ customer_id: CustomerId, project_id: id }).execute();
  }
  const undo = (ToEnd: string) => ask(keeper, 'undoRenewal', { body: { CustomerId, ToEnd } });
  expect((await undo(inDays(5))).message).toBe(nothingToUndo);
  const farEnd = '2072-01-01';
  const body = { CustomerId, FromEnd: inDays(5), EndDate: farEnd, ContractNumber: 'U-2' };
  expect((await ask(keeper, 'renewCustomer', { body })).data).toEqual({ ProjectCount: 3 });
  expect(await detail(CustomerId)).toMatchObject({ UndoableRenewal: { FromEnd: inDays(5), ToEnd: farEnd } });
  await db
    .updateTable('project')
    .set({ service_end: inDays(100) })
    .where('id', '=', movedId)
    .execute();
  // Somebody who saw another end is told.
  expect((await undo(inDays(5))).status).toBe(409);
  const both = await Promise.all([undo(farEnd), undo(farEnd)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 200)!.data).toEqual({ ProjectCount: 2 });
  expect(await detail(CustomerId)).toMatchObject({
    ...{ EndDate: inDays(5), ContractNumber: 'U-1', State: 'due', UndoableRenewal: null },
    EventList: [{ Kind: 'renewalUndone', FromEnd: farEnd, ToEnd: inDays(5) }, { Kind: 'renewed' }],
  });
  for (const [end, id] of Object.entries(ends)) expect(await serviceOf(id)).toBe(end);
  expect(await serviceOf(movedId)).toBe(inDays(100));
  // A month later it is a fact.
  const again = { CustomerId, FromEnd: inDays(5), EndDate: inDays(370) };
  expect((await ask(keeper, 'renewCustomer', { body: again })).status).toBe(200);
  await sql`UPDATE customer_event SET at = at - interval '31 days' WHERE customer_id = ${CustomerId}`.execute(db);
  expect((await undo(inDays(370))).message).toBe(nothingToUndo);
});

test('an undone renewal takes back nothing that was done after it', async () => {
  const { CustomerId } = (await add('V-1', { EndDate: inDays(5) })).data;
  const { db } = app.database;
  const movedId = await aProject(db, companyId);
  await db
    .updateTable('project')
    .set({ service_end: inDays(5) })
    .where('id', '=', movedId)
    .execute();
  await ask(keeper, 'editCustomer', { body: { CustomerId, ProjectIdList: [movedId] } });
  const renew = (FromEnd: string, EndDate: string) =>
    ask(keeper, 'renewCustomer', { body: { CustomerId, FromEnd, EndDate } });
  expect((await renew(inDays(5), inDays(10))).data).toEqual({ ProjectCount: 1 });
  // The number is corrected, and the project goes to another customer.
  await ask(keeper, 'editCustomer', { body: { CustomerId, ContractNumber: 'V-9', ProjectIdList: [] } });
  const other = (await add('V-2', { EndDate: inDays(10), ProjectIdList: [movedId] })).data.CustomerId;
  const undo = () => ask(keeper, 'undoRenewal', { body: { CustomerId, ToEnd: inDays(10) } });
  expect((await undo()).data).toEqual({ ProjectCount: 0 });
  expect(await detail(CustomerId)).toMatchObject({ EndDate: inDays(5), ContractNumber: 'V-9' });
  expect((await detail(other)).ProjectList[0]!.ServiceEnd).toBe(inDays(10));
  // A customer that is lost since stays so.
  await renew(inDays(5), inDays(10));
  await ask(keeper, 'markCustomerLost', { body: { CustomerId, LostReason: 'price', Reason: '' } });
  expect(await detail(CustomerId)).toMatchObject({ State: 'lost', UndoableRenewal: null });
  expect((await undo()).message).toBe(nothingToUndo);
});

test('a renewal does not end before today; the gap after an expired service stays written down', async () => {
  const { CustomerId } = (await add('GAP-1')).data;
  await app.database.db
    .updateTable('customer')
    .set({ valid_to: inDays(-400) })
    .where('id', '=', CustomerId)
    .execute();
  const renew = (EndDate: string) =>
    ask(keeper, 'renewCustomer', { body: { CustomerId, FromEnd: inDays(-400), EndDate } });
  const past = await renew(inDays(-1));
  expect([past.status, past.message]).toEqual([400, customerErrors.endInPast.en]);
  expect(past.data).toMatchObject({ Fields: [{ Field: 'EndDate' }] });
  expect((await renew(inDays(0))).status).toBe(200);
  expect((await detail(CustomerId)).EventList[0]).toMatchObject({
    ...{ Kind: 'renewed', FromEnd: inDays(-400), ToEnd: inDays(0) },
  });
});

test('a renewal shortens no service that somebody else extends further at the same moment', async () => {
  const { db, pool } = app.database;
  const place = await aProject(db, companyId);
  await db
    .updateTable('project')
    .set({ service_end: inDays(5) })
    .where('id', '=', place)
    .execute();
  const { CustomerId } = (await add('LOST-1', { EndDate: inDays(5), ProjectIdList: [place] })).data;
  const other = await pool.connect();
  try {
    await other.query('BEGIN');
    await other.query('UPDATE project SET service_end = $1 WHERE id = $2', [inDays(900), place]);
    const renewed = ask(keeper, 'renewCustomer', {
      body: { CustomerId, FromEnd: inDays(5), EndDate: inDays(370) },
    });
    await expect.poll(() => lockWaits(pool), { timeout: 30_000 }).toBe(1);
    await other.query('COMMIT');
    expect((await renewed).data).toEqual({ ProjectCount: 0 });
  } finally {
    other.release();
  }
  const { rows } = await pool.query('SELECT service_end::text AS service_end FROM project WHERE id = $1', [place]);
  expect(rows).toEqual([{ service_end: inDays(900) }]);
});

test('alarms of a customer’s projects are counted for people who see the alarms of these projects', async () => {
  const { db } = app.database;
  const place = await aProject(db, companyId);
  const { CustomerId } = (await add('AL-1', { ProjectIdList: [place] })).data;
  const alarmId = await aPastAlarm(db, { companyId, projectId: place });
  await db.updateTable('alarm').set({ returned_at: null }).where('id', '=', alarmId).execute();
  const seen = async (userId: number) => {
    const { data } = await ask(userId, 'getCustomer', { query: { customerId: CustomerId } });
    return [data.OpenAlarmCount, data.WorkList.map(({ OpenAlarmCount }) => OpenAlarmCount)];
  };
  expect(await seen(keeper)).toEqual([null, [null]]);
  expect(await seen(reader)).toEqual([1, [1]]);
});

test('the timeline of a customer tells alarms and orders of every kind, each to the people who see its list', async () => {
  const { db } = app.database;
  const [place, elsewhere] = [await aProject(db, companyId), await aProject(db, companyId)];
  const { CustomerId } = (await add('TL-1', { ProjectIdList: [place] })).data;
  const ago = (days: number) => new Date(Date.now() - days * dayMs);
  const order = (project: number, days: number, status: number) =>
    db
      .insertInto('repair_order')
      .values({
        ...{ project_id: project, number: `TL-${project}-${days}-${status}`, status, severity: 2, source: 'manual' },
        ...{ device_name: '冷库', device_name_en: 'Cold room', fault_content: 'F', service_type: 'onSite' },
        ...{ applicant_name: 'A', created_at: ago(days), submitted_at: ago(days) },
      })
      .execute();
  for (const project of [place, elsewhere]) {
    const room = await aDevice(db, project, { name: 'Room 1' });
    await aPastAlarm(db, { companyId, projectId: project, deviceId: room, raisedAt: ago(1) });
    await db.updateTable('alarm').set({ device_name: 'Room 1' }).where('device_id', '=', room).execute();
    await order(project, 2, 1);
    // A revoked one, and one of long ago.
    await order(project, 2, 0);
    await order(project, 400, 7);
    const visit = { contract_name: 'Yearly care', project_id: project, team_name: 'Own' };
    const on = (days: number) => ago(days).toISOString().slice(0, 10);
    for (const [k, days, state] of [
      [0, 3, 'done'],
      [1, 400, 'done'],
      [2, 5, 'skipped'],
    ] as const)
      await db
        .insertInto('maintenance_order')
        .values({
          ...visit,
          k,
          nominal_on: on(days),
          planned_on: on(days),
          state,
          done_at: state === 'done' ? ago(days) : null,
        })
        .execute();
    await db
      .insertInto('debug_order')
      .values({
        ...{ project_id: project, number: `T-${project}`, install_unit: '', machine_type: '', person_name: 'B' },
        ...{ region: '', address: '', note: '', status: 'doing', created_at: ago(4) },
      })
      .execute();
  }
  const told = async (userId: number) => {
    const { data } = await ask(userId, 'getCustomer', { query: { customerId: CustomerId } });
    const [work] = data.WorkList;
    return {
      lines: data.WorkEventList.map(({ Kind, ProjectId, IsOpen }) => [Kind, ProjectId === place, IsOpen]),
      counts: [work!.OrderCount, work!.OpenVisitCount, work!.VisitCount, work!.OpenDebugCount, work!.DebugCount],
    };
  };
  const all = await aMember(db, companyId, -1, {
    permissions: ['customerProfiles', 'allProjects', 'monitorView', 'repairView', 'maintenanceView'],
  });
  expect(await told(all)).toEqual({
    lines: [
      ['alarm', true, false],
      ['repair', true, true],
      ['maintenance', true, false],
      ['commissioning', true, true],
    ],
    counts: [1, 0, 1, 1, 1],
  });
  expect(await told(reader)).toEqual({
    lines: [
      ['alarm', true, false],
      ['repair', true, true],
    ],
    counts: [1, null, null, null, null],
  });
  expect(await told(keeper)).toEqual({ lines: [], counts: [null, null, null, null, null] });
  const { data } = await ask(all, 'getCustomer', { query: { customerId: CustomerId } });
  expect(data.WorkEventList.map(({ Text }) => Text)).toEqual([
    expect.stringMatching(/^Room 1 · Room temperature · ./),
    `TL-${place}-2-1 Cold room`,
    'Yearly care',
    `T-${place}`,
  ]);
});

test('customers are made controlled or uncontrolled with a reason, all that are named or none, and it stands in their course', async () => {
  const { db } = app.database;
  const [one, two] = [(await add('CT-1')).data.CustomerId, (await add('CT-2')).data.CustomerId];
  const set = (userId: number, CustomerIdList: number[], Controlled: unknown, Reason: unknown = 'No fee paid') =>
    ask(userId, 'setCustomerControlled', { body: { CustomerIdList, Controlled, Reason } as never });
  const states = async () => [(await detail(one)).Controlled, (await detail(two)).Controlled];
  // A new customer is controlled.
  expect(await states()).toEqual([true, true]);
  for (const reason of ['', ' x ', 'x'.repeat(201)]) expect((await set(keeper, [one], false, reason)).status).toBe(400);
  for (const value of ['maybe', null, undefined]) expect((await set(keeper, [one], value)).status).toBe(400);
  expect((await set(keeper, [], false)).status).toBe(400);
  // One of them is another company's: nothing is changed.
  const { CustomerId: foreign } = (
    await ask(stranger, 'addCustomer', {
      body: { ShopName: 'Theirs', ContractNumber: 'X-1', StartDate: '2025-01-01', EndDate: inDays(200) } as never,
    })
  ).data;
  expect((await set(keeper, [one, foreign], false)).status).toBe(404);
  const renewer = await aMember(db, companyId, -1, { permissions: ['customerRenew'] });
  expect((await set(renewer, [one], false)).status).toBe(403);
  expect(await states()).toEqual([true, true]);
  expect((await set(keeper, [one, two, one], false)).data).toEqual({ Changed: 2 });
  // Those that are so already stay without another line.
  expect((await set(keeper, [one], 'false')).data).toEqual({ Changed: 0 });
  expect((await set(keeper, [two], true, 'Fee paid')).data).toEqual({ Changed: 1 });
  expect(await states()).toEqual([false, true]);
  expect((await detail(one)).EventList.map(({ Kind, Reason }) => [Kind, Reason])).toEqual([
    ['uncontrolled', 'No fee paid'],
  ]);
  expect((await detail(two)).EventList.map(({ Kind }) => Kind)).toEqual(['controlled', 'uncontrolled']);
  const named = async (Controlled: boolean) =>
    (await ask(keeper, 'getCustomerPage', { body: { Text: 'CT-', Controlled } as never })).data.Data.map(
      ({ ContractNumber }) => ContractNumber,
    );
  expect([await named(true), await named(false)]).toEqual([['CT-2'], ['CT-1']]);
});

test('two people who change the projects of a customer at once undo nothing of each other', async () => {
  const { db } = app.database;
  const [first, second, third] = [
    await aProject(db, companyId),
    await aProject(db, companyId),
    await aProject(db, companyId),
  ];
  const { CustomerId } = (await add('TW-1', { ProjectIdList: [first] })).data;
  const edit = (userId: number, change: object) =>
    ask(userId, 'editCustomer', { body: { CustomerId, ...change } as never });
  const both = await Promise.all([
    edit(keeper, { AddProjectIdList: [second], RemoveProjectIdList: [first] }),
    edit(reader, { AddProjectIdList: [third, third], City: 'Wuxi' }),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const after = await detail(CustomerId);
  expect([after.ProjectList.map(({ ProjectId }) => ProjectId).sort(), after.City]).toEqual([
    [second, third].sort(),
    'Wuxi',
  ]);
  const strange = await aProject(db, await aCompany(db));
  expect((await edit(keeper, { AddProjectIdList: [strange] })).status).toBe(404);
});

test('a member who sees a part of a project edits the rest of its customer', async () => {
  const { db } = app.database;
  const place = await aProject(db, companyId);
  const device = await aDevice(db, place);
  const { CustomerId } = (await add('P-1', { ProjectIdList: [place] })).data;
  const partial = await aMember(db, companyId, -1, { permissions: ['customerProfiles', 'customerRenew'] });
  await aMember(db, companyId, place, { userId: partial, permissions: ['monitorView'] });
  await limitMember(db, partial, place, { deviceIds: [device] });
  const edit = (change: object) => ask(partial, 'editCustomer', { body: { CustomerId, ...change } as never });
  expect((await edit({ City: 'Ningbo', ProjectIdList: [place] })).status).toBe(200);
  expect(await detail(CustomerId)).toMatchObject({ City: 'Ningbo', ProjectList: [{ ProjectId: place }] });
});

test('each card of the renewals leads to as many customers as it counts', async () => {
  const { db } = app.database;
  await db.deleteFrom('customer').execute();
  const ends = { expired: [-5, -1], within30: [0, 30], within60: [31, 60], within90: [61, 90], later: [91, 400] };
  for (const [band, days] of Object.entries(ends))
    for (const day of days) {
      const { CustomerId } = (await add(`B ${band} ${day}`, { YearlyFee: 100 })).data;
      await db
        .updateTable('customer')
        .set({ valid_to: inDays(day) })
        .where('id', '=', CustomerId)
        .execute();
    }
  const lost = (await add('B lost')).data.CustomerId;
  await db
    .updateTable('customer')
    .set({ valid_to: inDays(10), lost_at: new Date() })
    .where('id', '=', lost)
    .execute();
  const cards = (await ask(keeper, 'getRenewals', { query: {} })).data;
  const names = {
    expired: 'Expired',
    within30: 'Within30',
    within60: 'Within60',
    within90: 'Within90',
    later: 'Later',
  };
  for (const Band of renewalBandNames) {
    const { data } = await ask(keeper, 'getCustomerPage', { body: { Band } });
    expect(data.Data.map(({ ContractNumber }) => ContractNumber)).toEqual(ends[Band].map((day) => `B ${Band} ${day}`));
    expect(cards[names[Band] as keyof typeof cards]).toMatchObject({ Count: data.TotalCount, YearlyFee: 200 });
  }
});

test('who keeps customers is mailed of an end on the days of the rule, once a day', async () => {
  const { db } = app.database;
  await db.deleteFrom('customer').execute();
  await ask(keeper, 'saveReminderRule', { body: { DaysBefore: 20, Every: 10 } });
  for (const days of [0, 5, 10, 20, 21, -3, -8]) {
    const { CustomerId } = (await add(`M${days}`)).data;
    await db
      .updateTable('customer')
      .set({ valid_to: inDays(days) })
      .where('id', '=', CustomerId)
      .execute();
  }
  let woken = 0;
  const outbox = {
    available: { sms: false, voice: false, email: true, webhook: false },
    wake: () => {
      woken += 1;
    },
  };
  const remind = () =>
    remindOfCustomers({ db, clock: { now: () => Date.now() } as never, outbox }, new AbortController().signal);
  const reminded = async () =>
    (
      await app.database.pool.query(
        "SELECT k.shop_name FROM customer_event e JOIN customer k ON k.id = e.customer_id WHERE e.kind = 'reminded' ORDER BY k.valid_to",
      )
    ).rows.map(({ shop_name }) => shop_name);
  // Nobody can be mailed: nothing counts as said, and it is made up for later.
  const addresses = await db.selectFrom('app_user').select(['id', 'email']).execute();
  await db.updateTable('app_user').set({ email: null }).execute();
  await remind();
  expect([woken, await reminded()]).toEqual([0, []]);
  for (const { id, email } of addresses) await db.updateTable('app_user').set({ email }).where('id', '=', id).execute();
  await Promise.all([remind(), remind()]);
  await remind();
  expect(woken).toBe(1);
  // Five days before its end the reminder of ten days before it is due still, and three days after it that of the end.
  expect(await reminded()).toEqual(['Shop M-3', 'Shop M0', 'Shop M5', 'Shop M10', 'Shop M20']);
  const bands = (await ask(keeper, 'getRenewals', { query: {} })).data;
  expect(bands.Within30.Count).toBe(5);
  expect(bands.Expired.Count).toBe(2);
});

test('documents are kept with a customer, PDF or image; another kind, and those of another company, are refused', async () => {
  const { CustomerId } = (await add('D-1')).data;
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
  const keep = (userId: number, files: File[], customerId = CustomerId) =>
    ask(userId, 'addCustomerDocuments', { query: { customerId }, files });
  const file = (name: string, content: Uint8Array<ArrayBuffer>) => new File([content], name);
  const contract = file('Contract 2026.PDF', pdf);
  expect((await keep(keeper, [])).status).toBe(400);
  expect((await keep(keeper, [contract, file('a.pdf', Buffer.from('PK'))])).message).toBe(fileErrors.notADocument.en);
  expect((await keep(keeper, [file('cut.pdf', pdf.subarray(0, 20))])).message).toBe(fileErrors.notADocument.en);
  expect((await keep(stranger, [contract])).status).toBe(404);
  expect((await detail(CustomerId)).DocumentList).toEqual([]);
  expect((await keep(keeper, [contract])).data).toEqual({ Added: 1 });
  const [document] = (await detail(CustomerId)).DocumentList;
  expect(document).toMatchObject({ Name: 'Contract 2026.pdf', ContentType: 'application/pdf', Size: pdf.byteLength });
  const shown = await fetch(new URL(document!.Url, app.url));
  expect(Buffer.from(await shown.arrayBuffer()).equals(pdf)).toBe(true);
  const remove = (userId: number) =>
    ask(userId, 'deleteCustomerDocument', { body: { DocumentId: document!.DocumentId } });
  expect((await remove(stranger)).status).toBe(404);
  expect((await remove(keeper)).status).toBe(200);
  expect((await remove(keeper)).status).toBe(404);
  const after = await detail(CustomerId);
  expect(after.DocumentList).toEqual([]);
  expect(after.EventList.map(({ Kind, Reason }) => [Kind, Reason])).toEqual([
    ['documentDeleted', 'Contract 2026.pdf'],
    ['documentAdded', 'Contract 2026.pdf'],
  ]);
});

test('customers come in with a spreadsheet, all or none; what is exported is brought in again as it is', async () => {
  const { db, pool } = app.database;
  const own = await aProject(db, companyId);
  const { name } = (await pool.query('SELECT name FROM subarea WHERE id = $1', [own])).rows[0];
  const names = [
    '门店名称',
    'Contacts',
    'Contract number',
    'Service from',
    '服务到期',
    'Projects',
    'Yearly fee (yuan)',
  ];
  const bringIn = async (userId: number, rows: readonly (readonly string[])[], isDryRun = false) =>
    (await ask(userId, 'batchImportCustomer', { query: { isDryRun }, files: [await sheetOf(names, rows)] })).data;
  await add('SH-0');
  const wrong = await bringIn(keeper, [
    ['Right', '', 'SH-1', '2026-01-01', '2027-01-01', '', ''],
    ['Taken', '', 'sh-0', '2026-01-01', '2027-01-01', '', ''],
    ['Twice', '', 'sh-1', '2026-01-01', '2027-01-01', '', ''],
    ['Backwards', 'Mei', 'SH-3', '2026-01-02', '2026-01-01', 'No such project', '-1'],
    ['', 'a@b', 'SH-4', '', '2027-01-01', '', ''],
  ]);
  expect(wrong).toMatchObject({ ImportedCount: 0, WrongCount: 4 });
  expect(wrong.Rows.map(({ Row, Errors }) => [Row, Errors.map(({ Column }) => Column)])).toEqual([
    [3, ['Contract number']],
    [4, ['Contract number']],
    [5, ['Yearly fee (yuan)', 'Service to', 'Projects']],
    [6, ['Shop', 'Contacts', 'Service from']],
  ]);
  expect(wrong.Rows[0]!.Errors[0]!.Message).toBe(customerErrors.contractNumberTaken.en);
  // The figures of a phone never become a part of a name.
  const contacts = await bringIn(
    keeper,
    [
      '王芳 138 0013 8000',
      'Team 3 13800138000',
      'Ann +44 (20) 7946-0958',
      'John Smith 020 7946 0958',
      '王芳13800138000',
    ].map((contact, index) => [`Shop ${index}`, contact, `SC-${index}`, '2026-01-01', '2027-01-01', '', '']),
    true,
  );
  expect(contacts.Rows.map(({ Row, Errors }) => [Row, Errors.map(({ Column }) => Column)])).toEqual([
    [5, ['Contacts']],
    [6, ['Contacts']],
  ]);
  expect(contacts.Rows[0]!.Errors[0]!.Message).toContain('Not a phone number');
  expect(contacts.Rows[1]!.Errors[0]!.Message).toContain('The phone of a contact cannot be read');
  const rows = [
    [
      'Corner shop',
      'Zhang Min 138 0013 8000 min@example.com\nTeam 3 +44 20 7946 0958\nLi +86 13800138000',
      'SH-5',
      '2026-01-01',
      '2027-01-01',
      name,
      '1200.5',
    ],
  ];
  expect(await bringIn(keeper, rows, true)).toMatchObject({ ImportedCount: 1, IsDryRun: true });
  expect(await bringIn(keeper, rows)).toMatchObject({ ImportedCount: 1 });
  const question = { Text: 'SH-5' };
  const listed = async () => (await ask(keeper, 'getCustomerPage', { body: question })).data.Data;
  const [before] = await listed();
  expect(before).toMatchObject({
    ContactList: [
      { Name: 'Zhang Min', Mobile: '13800138000', Email: 'min@example.com' },
      { Name: 'Team 3', Mobile: '+442079460958', Email: '' },
      { Name: 'Li', Mobile: '+8613800138000', Email: '' },
    ],
    YearlyFee: 1200.5,
    ProjectList: [{ ProjectId: own }],
  });
  // The project is a customer's now.
  const taken = await bringIn(keeper, [['Other', '', 'SH-6', '2026-01-01', '2027-01-01', name, '']]);
  expect(taken.Rows[0]!.Errors[0]!.Message).toBe(`The project “${name}” belongs to another customer already.`);
  // Of another company it is not known at all.
  const foreign = await bringIn(stranger, [['Other', '', 'SH-6', '2026-01-01', '2027-01-01', name, '']], true);
  expect(foreign.Rows[0]!.Errors[0]!.Message).toBe(`There is no such project: ${name}. Write one project a line.`);
  const tenant = { kind: 'user', userId: keeper, companyId, projectIds: [own] } as const;
  const seesAll = { ...tenant, listedProjectIds: [], listedDeviceIds: [], hiddenAlarmLevels: [] };
  const due = { today: '2026-01-01', daysBefore: 30 };
  const { rows: kept } = await pageCustomers(
    seesAll,
    db,
    { text: 'SH-5' },
    due,
    { by: 'name', ascending: true },
    { offset: 0, limit: 1 },
    [],
  );
  const { columns } = customerExporter({ db, clock: { now: () => 0 } as never });
  await ask(keeper, 'deleteCustomer', { body: { CustomerIdList: [before!.CustomerId] } });
  for (const language of ['zh', 'en'] as const) {
    const file = await sheetOf(
      columns.map(({ header }) => header[language]),
      [columns.map(({ value }) => String(value({ ...kept[0]!, due }, language) ?? ''))],
    );
    const again = await ask(keeper, 'batchImportCustomer', { query: { isDryRun: language === 'zh' }, files: [file] });
    expect(again.data).toMatchObject({ ImportedCount: 1, WrongCount: 0 });
  }
  const { CustomerId: _id, UpdateEpoch: _at, ...after } = (await listed())[0]!;
  const { CustomerId: _before, UpdateEpoch: _then, ...same } = before!;
  expect(after).toEqual(same);
});
