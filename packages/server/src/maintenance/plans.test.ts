import { maintenanceErrors } from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHistoryShare, openHistory } from '../history/index.ts';
import { manualClock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { silentLog } from '../platform/log/log.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import type { AskAs } from '../testing/askAs.ts';
import { measure } from '../testing/equippedCompany.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aPointType, aProject } from '../testing/factories.ts';
import { tokenFor } from '../testing/tokenFor.ts';
import { planVisits } from './contracts/planVisits.ts';
import { makePlanVisits } from './plans/makePlanVisits.ts';
import { nextStep, registerStep, runTime } from './plans/runTime.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Thursday noon in Shanghai. */
const begin = Date.UTC(2026, 9, 1, 4);
const clock = manualClock(begin);
let app: TestApplication;
let keeper: number;
let stranger: number;
let projectId: number;
let deviceId: number;
let otherDeviceId: number;
let running: number;
let register: number;
let contractId: number;
let templateId: number;
const ask: AskAs = async (userId, name, input, { language = 'en', proven = true } = {}) => {
  const token = await tokenFor(app.database.db, userId!, clock, { proven });
  const { status, envelope, file } = await makeCall(app.url, name, input as object, { token, language });
  return { status, message: envelope.Message, data: envelope.Data as never, file };
};

beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Shop' });
      deviceId = await aDevice(db, projectId, { name: 'Rack' });
      otherDeviceId = await aDevice(db, await aProject(db, companyId), { name: 'Elsewhere' });
      const states = [
        { value: 0, zh: '停', en: 'Off' },
        { value: 1, zh: '开', en: 'On' },
      ];
      const gatewayId = await aGateway(db, projectId);
      const samplingIntervalSeconds = 1800;
      running = await aPoint(db, gatewayId, {
        ...{ deviceId, name: 'Compressor', samplingIntervalSeconds },
        pointTypeId: await aPointType(db, companyId, { status: states }),
      });
      register = await aPoint(db, gatewayId, { deviceId, name: 'Hours', unit: 'h', samplingIntervalSeconds });
      await aPoint(db, gatewayId, { deviceId, name: 'Air', unit: '°C' });
      await db.updateTable('point').set({ modbus: '{}' }).where('id', 'in', [running, register]).execute();
      const permissions = [
        'maintenanceTeams',
        'maintenanceTemplates',
        'maintenanceContracts',
        'maintenanceOrders',
        'contractSign',
        'allProjects',
      ] as const;
      keeper = await aMember(db, companyId, -1, { permissions });
      const partner = await aMember(db, companyId, -1, { permissions });
      stranger = await aMember(db, await aCompany(db), -1, { permissions });
      contractId = await aContract(db, { companyId, keeper, partner });
    },
  });
});
afterAll(() => app.stop());

/** Signed, in effect for a year, with one template and a visit a year. */
async function aContract(db: Db, ids: { companyId: number; keeper: number; partner: number }): Promise<number> {
  const at = new Date(begin);
  const { id: team_id } = await db
    .insertInto('maintenance_team')
    .values({
      ...{ company_id: ids.companyId, name: 'North', types: ['onSite'], areas: ['East'], enabled: true, note: '' },
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const groups = JSON.stringify([{ GroupName: 'g', ItemList: [{ Name: 'Oil', Content: 'yesNo', Required: true }] }]);
  const template = async (name: string): Promise<number> => {
    const { id } = await db
      .insertInto('maintenance_template')
      .values({ company_id: ids.companyId, name, type: '', draft: groups, has_draft: false, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('maintenance_template_revision')
      .values({ template_id: id, n: 1, groups, published_at: at, published_by: 'x' })
      .execute();
    return id;
  };
  const yearly = await template('Yearly');
  templateId = await template('Oil change');
  const { id } = await db
    .insertInto('maintenance_contract')
    .values({
      ...{
        company_id: ids.companyId,
        team_id,
        name: 'Service',
        number: 'K-1',
        party_a: 'Shop',
        note: '',
        updated_at: at,
      },
      ...{ valid_from: '2020-01-01', valid_to: '2899-12-31', first_on: '2020-01-01', cycle: 'year', cycle_count: 1 },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('maintenance_contract_project').values({ contract_id: id, project_id: projectId }).execute();
  await db.insertInto('maintenance_contract_template').values({ contract_id: id, template_id: yearly }).execute();
  for (const [party, user_id] of [
    ['a', ids.keeper],
    ['b', ids.partner],
  ] as const)
    await db
      .insertInto('maintenance_signature')
      .values({ contract_id: id, party, hash: '', user_id, name: party, at })
      .execute();
  return id;
}

const addPlan = (fields: object) =>
  ask(keeper, 'addMaintenancePlan', {
    body: { ContractId: contractId, DeviceId: deviceId, PlanName: 'Oil', Kind: 'runtime', ...fields } as never,
  });
const plans = async () => (await ask(keeper, 'getMaintenancePlanPage', { body: { ContractId: contractId } })).data.Data;
const visits = async () =>
  (await ask(keeper, 'getMaintenanceOrderPage', { body: { PageSize: 100 } })).data.Data.filter(
    ({ PlanName }) => PlanName !== null,
  );
const make = async (signal = new AbortController().signal, isBroken = (_pointId: number) => false) => {
  const { db, pool } = app.database;
  const history = openHistory({ db: pool, clock, log: silentLog });
  await history.start();
  try {
    const live = { get: (id: number) => newest.get(id) ?? null };
    const totals: typeof history.totals = (points, ...range) => {
      if (points.some(({ pointId }) => isBroken(pointId))) throw new Error('damaged');
      return history.totals(points, ...range);
    };
    await makePlanVisits({ db, clock, live, history: { totals }, historyShare: createHistoryShare() }, signal);
  } finally {
    await history.stop();
  }
};
const newest = new Map<number, { value: number; quality: number; measuredAt: number }>();
/** The compressor is on 10 minutes of each half hour, from one hour to another since the beginning. */
const run = (from: number, to: number) =>
  measure(
    app.application,
    Array.from({ length: (to - from) * 2 }, (_, i) => begin + from * hour + i * 0.5 * hour).flatMap((at) => [
      { pointId: running, at, value: 1 },
      { pointId: running, at: at + 10 * 60_000, value: 0 },
    ]),
  );

test('a register that goes on, is reset, or rolls over has run as long as it says', () => {
  expect(registerStep(null, 500, null)).toBe(0);
  expect(registerStep(500, 502.5, null)).toBe(2.5 * 3600);
  expect(registerStep(500, 3, null)).toBe(3 * 3600);
  expect(registerStep(9998, 1, 10_000)).toBe(3 * 3600);
  expect(registerStep(500, 1, 10_000)).toBe(1 * 3600);
});

test('the upper bound of run time triggers, and after an outage one visit stands for the steps that were passed', () => {
  const at = (run: number, unknown: number, reached = 0, daily: number | null = 12 * 3600) =>
    nextStep(runTime(run * 3600, unknown * 3600), 2000, reached, daily);
  expect(at(1980, 0)).toEqual({ k: 1, atHours: 2000, inDays: 2 });
  expect(at(1980, 20)).toEqual({ k: 1, atHours: 2000, inDays: 0 });
  expect(at(6100, 0)).toEqual({ k: 3, atHours: 6000, inDays: 0 });
  expect(at(6100, 0, 3)).toEqual({ k: 4, atHours: 8000, inDays: 159 });
  expect(at(100, 0, 0, null).inDays).toBeNull();
  expect(at(100, 0, 0, 0).inDays).toBeNull();
});

test('a plan is of a device of the contract, with a point of it by which hours can be counted', async () => {
  const hours = { PointId: register, StepHours: 100 };
  expect((await addPlan({ ...hours, DeviceId: otherDeviceId })).message).toBe(maintenanceErrors.planDevice.en);
  expect((await addPlan({ ...hours, StepHours: '' })).message).toBe(maintenanceErrors.planSteps.en);
  for (const StepHours of [0, -1, 1.5, 'x']) expect((await addPlan({ ...hours, StepHours })).status).toBe(400);
  for (const PointId of ['', 2_000_000_000])
    expect((await addPlan({ ...hours, PointId })).message).toBe(maintenanceErrors.planPoint.en);
  expect((await addPlan({ ...hours, TemplateId: 2_000_000_000 })).status).toBe(404);
  expect((await addPlan({ ...hours, ContractId: 2_000_000_000 })).status).toBe(404);
  const choices = (await ask(keeper, 'getPlanChoices', { query: { contractId } })).data;
  expect(choices).toMatchObject([
    { DeviceName: 'Rack', PointList: [{ PointName: 'Compressor' }, { PointName: 'Hours' }] },
  ]);
  expect((await ask(stranger, 'getPlanChoices', { query: { contractId } })).data).toEqual([]);
  expect((await ask(stranger, 'getMaintenancePlanPage', { body: { ContractId: contractId } })).data.Data).toEqual([]);
});

test('run time is counted once however often and by however many it is looked, also when one is cut off, and makes one visit', async () => {
  const { PlanId } = (await addPlan({ PointId: running, StepHours: 20, TemplateId: templateId })).data;
  await run(0, 48);
  clock.set(begin + 50 * hour);
  // Two servers at once, and one that is told to stop before it began.
  await make(AbortSignal.abort());
  await Promise.all([make(), make()]);
  await make();
  const [plan] = await plans();
  // 48 hours with 20 minutes of each, and nothing unknown.
  expect(plan).toMatchObject({ PlanId, RunHours: 16, UnknownHours: 0, NextHours: 40 });
  expect(await visits()).toMatchObject([{ PlanName: 'Oil', State: 'planned', PlannedDate: '2026-10-04' }]);
  await Promise.all([make(), make(), make()]);
  expect((await visits()).length).toBe(1);
  // It asks what the plan says, not what the contract says.
  const [visit] = await visits();
  const detail = (await ask(keeper, 'getMaintenanceOrder', { query: { orderId: visit!.OrderId } })).data;
  expect(detail.SheetList.map(({ TemplateName }) => TemplateName)).toEqual(['Oil change']);

  // A day without data may have been a day of running.
  clock.set(begin + 74 * hour);
  await make();
  expect((await plans())[0]).toMatchObject({ RunHours: 16, UnknownHours: expect.closeTo(22.5, 0) });
  expect((await visits()).length).toBe(1);
  const skipped = await ask(keeper, 'skipOrder', {
    body: { OrderId: visit!.OrderId, Reason: 'Done by the maker last week' },
  });
  expect(skipped.status).toBe(200);
  await make();
  expect((await visits()).map(({ State }) => State).sort()).toEqual(['planned', 'skipped']);

  const restart = (Reason: string) => ask(keeper, 'restartMaintenancePlan', { body: { PlanId, Reason } });
  expect((await restart('short')).status).toBe(400);
  expect((await restart('The compressor was replaced')).status).toBe(200);
  expect((await plans())[0]).toMatchObject({ RunHours: 0, UnknownHours: 0 });
  await ask(keeper, 'deleteMaintenancePlan', { body: { PlanId } });
  // What was begun or decided stays; what nobody had begun is gone.
  expect((await visits()).map(({ State }) => State)).toEqual(['skipped']);
  expect(await plans()).toEqual([]);
});

test('visits of the cycle are made once each, also where two make them at once and both are killed in the middle', async () => {
  const { db, pool } = app.database;
  const contracts = 12;
  // Alike, with a visit a month since the year began; signed by both.
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO maintenance_contract (company_id, team_id, name, number, party_a, note, updated_at, valid_from, valid_to, first_on, cycle, cycle_count)
     SELECT company_id, team_id, name, 'C-' || n, party_a, note, updated_at, valid_from, valid_to, '2026-01-15', 'month', 1
     FROM maintenance_contract, generate_series(1, ${contracts}) n WHERE id = $1 RETURNING id`,
    [contractId],
  );
  const ids = rows.map(({ id }) => id);
  await pool.query(
    'INSERT INTO maintenance_contract_project SELECT c, project_id FROM maintenance_contract_project, unnest($2::int[]) c WHERE contract_id = $1',
    [contractId, ids],
  );
  await pool.query(
    `INSERT INTO maintenance_signature (contract_id, party, hash, user_id, name, at)
     SELECT c, party, hash, user_id, name, at FROM maintenance_signature, unnest($2::int[]) c WHERE contract_id = $1`,
    [contractId, ids],
  );
  const counts = async () =>
    (
      await pool.query<{ contract_id: number; made: number; different: number }>(
        `SELECT contract_id, count(*)::int AS made, count(DISTINCT k)::int AS different FROM maintenance_order
         WHERE contract_id = ANY($1::int[]) GROUP BY 1 ORDER BY 1`,
        [ids],
      )
    ).rows;
  const generate = () => planVisits({ db, clock }, new AbortController().signal);
  // Somebody holds one visit of the seventh contract: both generators stand still within its statement.
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query(
    `INSERT INTO maintenance_order (contract_id, project_id, k, nominal_on, planned_on, state) VALUES ($1, $2, 3, '2026-04-15', '2026-04-15', 'planned')`,
    [ids[6], projectId],
  );
  const runs = Promise.allSettled([generate(), generate()]);
  const stuck = `FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO maintenance_order%'`;
  await expect.poll(async () => (await pool.query(`SELECT pid ${stuck}`)).rows.length).toBe(2);
  await pool.query(`SELECT pg_terminate_backend(pid) ${stuck}`);
  expect((await runs).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await holder.query('ROLLBACK');
  holder.release();
  const before = await counts();
  expect(before.map(({ contract_id }) => contract_id)).toEqual(ids.slice(0, 6));

  // The pool may hand out a killed connection until it has noticed.
  const both = async () => (await Promise.allSettled([generate(), generate()])).map(({ status }) => status);
  await expect.poll(both).toEqual(['fulfilled', 'fulfilled']);
  await generate();
  const after = await counts();
  expect(after.map(({ contract_id }) => contract_id)).toEqual(ids);
  // January to December: the days ahead end with the year.
  expect(after.every(({ made, different }) => made === 12 && different === 12)).toBe(true);
  await pool.query('DELETE FROM maintenance_order WHERE contract_id = ANY($1::int[])', [ids]);
  await pool.query('UPDATE maintenance_contract SET terminated_at = now() WHERE id = ANY($1::int[])', [ids]);
});

test('a plan whose history cannot be read keeps no other from its visit', async () => {
  const broken = (await addPlan({ PointId: running, StepHours: 20, PlanName: 'Filter' })).data;
  const whole = (await addPlan({ PointId: register, StepHours: 100, PlanName: 'Belt' })).data;
  const makeAll = () => make(undefined, (pointId) => pointId === running);
  newest.set(register, { value: 0, quality: 0, measuredAt: begin });
  await expect(makeAll()).rejects.toThrow('damaged');
  newest.set(register, { value: 150, quality: 0, measuredAt: begin });
  await expect(makeAll()).rejects.toThrow('damaged');
  expect((await visits()).filter(({ State }) => State === 'planned')).toMatchObject([{ PlanName: 'Belt' }]);
  for (const { PlanId } of [broken, whole]) await ask(keeper, 'deleteMaintenancePlan', { body: { PlanId } });
});

test('a confirmed warning makes a visit within a week, one at a time, and leaves the device in peace after it', async () => {
  const { db } = app.database;
  const { PlanId } = (await addPlan({ Kind: 'condition', PlanName: 'Warnings' })).data;
  const warn = async (feedback: string) => {
    const at = new Date(clock.now());
    await db
      .updateTable('fault_warning')
      .set({ ended_at: at, end_reason: 'ordinary' })
      .where('ended_at', 'is', null)
      .execute();
    const { id } = await db
      .insertInto('fault_warning')
      .values({
        ...{
          device_id: deviceId,
          point_id: running,
          kind: 'dutyCycle',
          severity: 3,
          started_at: at,
          seen_at: at,
          value: 1,
        },
        ...{ evidence_from: at, evidence_to: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('fault_warning_feedback').values({ warning_id: id, feedback, at }).execute();
  };
  const mine = async () => (await visits()).filter(({ PlanName }) => PlanName === 'Warnings');
  await warn('watching');
  await make();
  expect(await mine()).toEqual([]);
  await warn('confirmed');
  await Promise.all([make(), make()]);
  expect(await mine()).toMatchObject([{ State: 'planned', PlannedDate: '2026-10-11' }]);
  await warn('confirmed');
  await make();
  expect((await mine()).length).toBe(1);
  const { OrderId } = (await mine())[0]!;
  await db
    .updateTable('maintenance_order')
    .set({ state: 'done', done_at: new Date(clock.now()) })
    .where('id', '=', OrderId)
    .execute();
  await make();
  expect((await mine()).length).toBe(1);
  clock.set(clock.now() + 15 * day);
  await make();
  expect((await mine()).length).toBe(2);
  await ask(keeper, 'deleteMaintenancePlan', { body: { PlanId } });
});

test('visits near each other are done as one, with what all of them ask; others are refused', async () => {
  const { db } = app.database;
  const order = async (k: number, planned_on: string, project = projectId) => {
    const { id } = await db
      .insertInto('maintenance_order')
      .values({ contract_id: contractId, project_id: project, k, nominal_on: planned_on, planned_on, state: 'planned' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const { PlanId } = (await addPlan({ PointId: register, StepHours: 100, TemplateId: templateId })).data;
  newest.set(register, { value: 100, quality: 0, measuredAt: clock.now() });
  await make();
  newest.set(register, { value: 205, quality: 0, measuredAt: clock.now() });
  await make();
  const byPlan = (await visits()).find(({ PlanName, State }) => PlanName === 'Oil' && State === 'planned')!;
  const near = await order(9001, byPlan.PlannedDate);
  const far = await order(9002, '2027-03-01');
  const merge = (...OrderIdList: number[]) => ask(keeper, 'mergeOrders', { body: { OrderIdList } });
  expect((await merge(near)).message).toContain('at most 7 days apart');
  expect((await merge(near, far)).message).toContain('at most 7 days apart');
  expect((await ask(stranger, 'mergeOrders', { body: { OrderIdList: [near, far] } })).status).toBe(404);
  const { OrderId } = (await merge(near, byPlan.OrderId)).data;
  const detail = (await ask(keeper, 'getMaintenanceOrder', { query: { orderId: OrderId } })).data;
  expect(detail.SheetList.map(({ TemplateName }) => TemplateName).sort()).toEqual(['Oil change', 'Yearly']);
  const other = OrderId === near ? byPlan.OrderId : near;
  expect((await ask(keeper, 'getMaintenanceOrder', { query: { orderId: other } })).data.State).toBe('merged');
  expect((await ask(keeper, 'startOrder', { body: { OrderId: other } })).status).toBe(409);
  expect((await merge(near, byPlan.OrderId)).status).toBe(409);
  await ask(keeper, 'deleteMaintenancePlan', { body: { PlanId } });
});
