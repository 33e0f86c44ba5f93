import { dayMs } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../platform/log/log.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { startTestApplication, type TestApplication } from '../../testing/application.ts';
import { type AskAs, askAs } from '../../testing/askAs.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  aMember,
  aPastAlarm,
  aPoint,
  aProject,
  aUser,
  limitMember,
} from '../../testing/factories.ts';
import { scoreCustomers } from './scoreCustomers.ts';

let app: TestApplication;
let ask: AskAs;
let keeper: number;
let companyId: number;
const permissions = ['customerProfiles', 'customerRenew', 'allProjects', 'monitorView'] as const;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      keeper = await aMember(db, companyId, -1, { permissions });
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());

const dayAt = (days: number): string => localOfEpoch(Date.now() + days * dayMs, 'Asia/Shanghai').slice(0, 10);
const score = (days = 0) =>
  scoreCustomers(
    {
      db: app.database.db,
      clock: { now: () => Date.now() + days * dayMs } as never,
      log: silentLog,
      events: { emit: () => {} } as never,
    },
    new AbortController().signal,
  );
const addShop = async (name: string, projectIds: readonly number[]): Promise<number> => {
  const body = { ShopName: name, ContractNumber: name, StartDate: '2025-01-01', EndDate: dayAt(200) };
  return (await ask(keeper, 'addCustomer', { body: { ...body, ProjectIdList: [...projectIds] } })).data.CustomerId;
};
const detail = async (customerId: number, userId = keeper) =>
  (await ask(userId, 'getCustomer', { query: { customerId } })).data;

test('a customer is scored once a day by its data, alarms, users, repairs and visits, beside customers of its industry', async () => {
  const { db, pool } = app.database;
  // Four quiet shops with a device each, and one with alarms: 2 a device and month, of which one was acknowledged late.
  for (let n = 0; n < 4; n++) {
    const project = await aProject(db, companyId);
    const deviceId = await aDevice(db, project);
    await aPastAlarm(db, { companyId, projectId: project, deviceId });
    await addShop(`Quiet ${n}`, [project]);
  }
  const projectId = await aProject(db, companyId);
  const deviceId = await aDevice(db, projectId);
  const pointId = await aPoint(db, await aGateway(db, projectId));
  await aPastAlarm(db, { companyId, projectId, deviceId, severity: 1 });
  const late = await aPastAlarm(db, { companyId, projectId, deviceId, severity: 1 });
  await pool.query("UPDATE alarm SET acknowledged_at = raised_at + interval '16 minutes' WHERE id = $1", [late]);
  // Neither of these counts: it only records, and it is too long ago.
  await aPastAlarm(db, { companyId, projectId, deviceId, severity: 4 });
  await aPastAlarm(db, { companyId, projectId, deviceId, raisedAt: new Date(Date.now() - 31 * dayMs) });
  await pool.query('INSERT INTO alarm_proof (project_id, day, proved_at, is_final) VALUES ($1, $2, now(), true)', [
    projectId,
    dayAt(-1),
  ]);
  await pool.query(
    'INSERT INTO alarm_proof_point (project_id, day, point_id, rules, alarms, gap_seconds, bad_seconds) VALUES ($1, $2, $3, 1, 0, 4320, 4320)',
    [projectId, dayAt(-1), pointId],
  );
  const user = await aMember(db, companyId, projectId, { userId: await aUser(db) });
  await pool.query('INSERT INTO session_family (id, user_id, created_at) VALUES (gen_random_uuid(), $1, now())', [
    user,
  ]);
  // The provider's own people look in as well, and are no users of the customer.
  const engineer = await aMember(db, companyId, projectId, { userId: await aUser(db) });
  const clerk = await aMember(db, companyId, -1, { userId: await aUser(db), permissions: ['customerProfiles'] });
  await aMember(db, companyId, projectId, { userId: clerk });
  const team = await pool.query(
    "INSERT INTO maintenance_team (company_id, name, types, areas, enabled, note, updated_at) VALUES ($1, 'Own', '{onSite}', '{north}', true, '', now()) RETURNING id",
    [companyId],
  );
  await pool.query("INSERT INTO maintenance_member (team_id, user_id, is_admin, mobile) VALUES ($1, $2, false, '')", [
    ...[team.rows[0].id, engineer],
  ]);
  for (const id of [engineer, clerk])
    await pool.query('INSERT INTO session_family (id, user_id, created_at) VALUES (gen_random_uuid(), $1, now())', [
      id,
    ]);
  for (const [order, breached] of [
    [901, null],
    [902, new Date()],
  ] as const)
    await pool.query(
      `INSERT INTO work_clock (project_id, order_kind, order_id, kind, calendar, state, started_at, target_seconds, met_at, breached_at)
       VALUES ($1, 'repair', $2, 'resolution', 'always', 'met', now(), 600, now(), $3)`,
      [projectId, order, breached],
    );
  const shop = await addShop('Busy', [projectId]);
  const unlinked = await addShop('Without projects', []);

  expect((await detail(shop)).Health).toBeNull();
  await score();
  const found = await detail(shop);
  const partOf = Object.fromEntries(found.HealthDetail!.PartList.map((part) => [part.HealthPart, part]));
  expect(partOf.connected).toMatchObject({ Score: 90, Found: 0.9, Against: 1 });
  expect(partOf.acknowledged).toMatchObject({ Score: 50, Found: 0.5, Against: 2 });
  expect(partOf.alarms).toMatchObject({ Score: 0, Found: 2, Against: 1 });
  expect(partOf.users).toMatchObject({ Score: 50, Found: 1 });
  expect(partOf.orders).toMatchObject({ Score: 50, Found: 0.5, Against: 2 });
  expect(partOf.maintenance).toMatchObject({ Score: null, Found: null });
  // (27 + 10 + 0 + 7.5 + 5) / 90
  expect(found.Health).toBe(55);
  expect(found.HealthDetail!.Usage).toEqual({ UrgentCount: 2, UrgentSeconds: 480, WarningCount: 0, RepairCount: 0 });
  expect((await detail(unlinked)).HealthDetail).toBeNull();

  // Once a day: what happens meanwhile shows tomorrow, and the trend keeps both days.
  await pool.query('UPDATE alarm_proof_point SET gap_seconds = 86400, bad_seconds = 0 WHERE project_id = $1', [
    projectId,
  ]);
  await score();
  expect((await detail(shop)).Health).toBe(55);
  await score(1);
  const next = await detail(shop);
  expect(next.Health).toBe(25);
  expect(next.HealthDetail!.TrendList).toEqual([
    { Day: dayAt(0), Score: 55 },
    { Day: dayAt(1), Score: 25 },
  ]);
  // The list is sorted by it, and the renewals count who needs somebody.
  const page = await ask(keeper, 'getCustomerPage', { body: { SortType: 'health', PageSize: 1 } });
  expect(page.data.Data.map(({ ShopName, Health }) => [ShopName, Health])).toEqual([['Busy', 25]]);
  expect((await ask(keeper, 'getRenewals', { query: {} })).data.Later).toMatchObject({ LowHealthCount: 1 });

  // Of alarms nothing is said to a reader who sees none.
  const blind = await aMember(db, companyId, -1, { permissions: ['customerProfiles', 'allProjects'] });
  const { Health, HealthDetail } = await detail(shop, blind);
  // Nor is it in their total: (0 + 7.5 + 5) / 55, and the day before (27 + 7.5 + 5) / 55.
  expect([Health, HealthDetail!.Usage.UrgentCount]).toEqual([23, null]);
  expect(HealthDetail!.TrendList.map(({ Score }) => Score)).toEqual([72, 23]);
  const listed = await ask(blind, 'getCustomerPage', { body: { Text: 'Busy' } });
  expect(listed.data.Data[0]!.Health).toBe(23);
  expect(HealthDetail!.PartList.map(({ HealthPart }) => HealthPart)).toEqual([
    ...['connected', 'users', 'orders', 'maintenance'],
  ]);

  // A reader who sees a part of its devices or alarms gets no figure of the whole.
  for (const scope of [{ deviceIds: [deviceId] }, { alarmLevels: [1] }]) {
    const partial = await aMember(db, companyId, -1, { permissions: ['customerProfiles', 'customerRenew'] });
    await aMember(db, companyId, projectId, { userId: partial, permissions: ['monitorView'] });
    await limitMember(db, partial, projectId, scope);
    expect(await detail(shop, partial)).toMatchObject({ Health: null, HealthDetail: null });
    expect((await ask(partial, 'getRenewals', { query: {} })).data.Later).toMatchObject({ LowHealthCount: 0 });
  }

  await score(95);
  expect((await detail(shop)).HealthDetail!.TrendList).toHaveLength(1);
});

test('a visit counts as done with the one it was merged into, and no score is shown that is old or of no project', async () => {
  const { db, pool } = app.database;
  const projectId = await aProject(db, companyId);
  const shop = await addShop('Visited', [projectId]);
  const contract = await pool.query(
    `WITH team AS (INSERT INTO maintenance_team (company_id, name, types, areas, enabled, note, updated_at)
       VALUES ($1, 'Fitters', '{onSite}', '{north}', true, '', now()) RETURNING id)
     INSERT INTO maintenance_contract (company_id, team_id, name, number, party_a, valid_from, valid_to, cycle, cycle_count, first_on, note,
       updated_at)
     SELECT $1, id, 'Service', 'K-1', 'Shop', '2020-01-01', '2899-12-31', 'month', 1, '2020-01-01', '', now() FROM team RETURNING id`,
    [companyId],
  );
  const visit = async (k: number, state: string, doneAt: Date | null, into: number | null): Promise<number> => {
    const { rows } = await pool.query(
      `INSERT INTO maintenance_order (contract_id, project_id, k, nominal_on, planned_on, state, done_at, merged_into)
       VALUES ($1, $2, $3, $4, $4, $5, $6, $7) RETURNING id`,
      [contract.rows[0].id, projectId, k, dayAt(-10 - k), state, doneAt, into],
    );
    return rows[0].id;
  };
  const done = await visit(0, 'done', new Date(), null);
  const open = await visit(1, 'planned', null, null);
  await visit(2, 'merged', null, done);
  await visit(3, 'merged', null, open);
  await score();
  const { HealthDetail } = await detail(shop);
  expect(HealthDetail!.PartList.find(({ HealthPart }) => HealthPart === 'maintenance')).toMatchObject({
    Found: 0.5,
    Against: 4,
  });

  const unknown = { Health: null, HealthDetail: null };
  await pool.query('UPDATE customer_health SET day = day - 3 WHERE customer_id = $1', [shop]);
  expect(await detail(shop)).toMatchObject(unknown);
  await pool.query('UPDATE customer_health SET day = day + 1 WHERE customer_id = $1', [shop]);
  expect((await detail(shop)).Health).not.toBeNull();
  await pool.query('DELETE FROM customer_project WHERE customer_id = $1', [shop]);
  expect(await detail(shop)).toMatchObject(unknown);
});
