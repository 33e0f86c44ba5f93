import { maintenanceErrors } from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { startTestApplication, type TestApplication } from '../../testing/application.ts';
import { type AskAs, askAs } from '../../testing/askAs.ts';
import { aCompany, aDevice, aMember, aProject } from '../../testing/factories.ts';
import { aTeam } from '../../testing/teamFactory.ts';
import { planVisits } from '../contracts/planVisits.ts';

let app: TestApplication;
let ask: AskAs;
let keeper: number;
let partner: number;
let stranger: number;
let projectIds: number[];
let deviceId: number;
let elsewhere: number;
let teamId: number;
let monthly: number;
let yearly: number;
let contractId: number;

const inDays = (days: number): string => localOfEpoch(Date.now() + days * 86_400_000, 'Asia/Shanghai').slice(0, 10);

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectIds = [await aProject(db, companyId), await aProject(db, companyId)];
      deviceId = await aDevice(db, projectIds[1]!, { name: 'Rack' });
      elsewhere = await aDevice(db, await aProject(db, companyId), { name: 'Elsewhere' });
      const permissions = [
        ...['maintenanceTeams', 'maintenanceTemplates', 'maintenanceContracts', 'maintenanceOrders'],
        ...['contractSign', 'allProjects'],
      ] as never;
      keeper = await aMember(db, companyId, -1, { permissions });
      partner = await aMember(db, companyId, -1, { permissions });
      stranger = await aMember(db, await aCompany(db), -1, { permissions });
      teamId = await aTeam(db, companyId, [], [keeper]);
    },
  });
  ask = askAs(() => app);
  const template = async (TemplateName: string) => {
    const { TemplateId } = (await ask(keeper, 'addMaintenanceTemplate', { body: { TemplateName } })).data;
    const GroupList = [{ GroupName: 'g', ItemList: [{ Name: TemplateName, Content: 'yesNo' }] }];
    await ask(keeper, 'editMaintenanceTemplate', { body: { TemplateId, GroupList } as never });
    await ask(keeper, 'publishMaintenanceTemplate', { body: { TemplateId } });
    return TemplateId;
  };
  monthly = await template('Monthly check');
  yearly = await template('Overhaul');
});
afterAll(() => app.stop());

let contracts = 0;
/** Signed by both, with a visit a month, the first in ten days. */
beforeEach(async () => {
  contractId = (
    await ask(keeper, 'addContract', {
      body: {
        ...{ ContractName: 'Service', ContractNumber: `C-${++contracts}`, PartyA: 'Store', TeamId: teamId },
        ...{ ProjectIdList: projectIds, StartDate: inDays(-40), EndDate: inDays(700), FirstDate: inDays(10) },
        ...{ Cycle: 'month', TemplateIdList: [monthly] },
      } as never,
    })
  ).data.ContractId;
  const { Hash } = (await ask(keeper, 'getContractPage', { body: { PageSize: 100 } })).data.Data.find(
    ({ ContractId }) => ContractId === contractId,
  )!;
  for (const [who, Party] of [[keeper, 'a'] as const, [partner, 'b'] as const])
    await ask(who, 'signContract', { body: { ContractId: contractId, Party, Hash } });
});

const addPlan = (fields: object, who = keeper) =>
  ask(who, 'addMaintenancePlan', {
    body: {
      ...{ ContractId: contractId, PlanName: 'Overhaul', Kind: 'cycle', TemplateId: yearly },
      ...{ Cycle: 'year', CycleCount: 1, FirstDate: inDays(20), ...fields },
    } as never,
  });
const visits = async () =>
  (await ask(keeper, 'getMaintenanceOrderPage', { body: { PageSize: 500 } })).data.Data.filter(
    ({ ContractId }) => ContractId === contractId,
  );
const ofPlan = async () => (await visits()).filter(({ PlanName }) => PlanName !== null);
const planAgain = () =>
  planVisits({ db: app.database.db, clock: { now: () => Date.now() } as never }, new AbortController().signal);

test('a further cycle has visits of its own in each project, with its template and its window', async () => {
  const { PlanId } = (await addPlan({})).data;
  const made = await ofPlan();
  expect(made.map(({ ProjectId }) => ProjectId).sort()).toEqual([...projectIds].sort());
  // A tenth of a year, where the contract's own visits have three days.
  expect(made[0]).toMatchObject({ NominalDate: inDays(20), WindowFrom: inDays(-17), WindowTo: inDays(57) });
  const { data } = await ask(keeper, 'getMaintenanceOrder', { query: { orderId: made[0]!.OrderId } });
  expect(data.SheetList.map(({ TemplateName }) => TemplateName)).toEqual(['Overhaul']);
  const [plan] = (await ask(keeper, 'getMaintenancePlanPage', { body: { ContractId: contractId } })).data.Data;
  expect(plan).toMatchObject({ PlanId, Kind: 'cycle', ProjectId: null, NextDate: inDays(20) });
});

test('of one device it has visits in its project alone', async () => {
  await addPlan({ DeviceId: deviceId });
  expect(await ofPlan()).toMatchObject([{ ProjectId: projectIds[1], DeviceId: deviceId }]);
});

test('run twice at once, and after a run that was cut off, it makes each visit once', async () => {
  await addPlan({ Cycle: 'halfMonth', FirstDate: inDays(3) });
  const all = (await visits()).map(({ OrderId }) => OrderId).sort();
  await Promise.all([planAgain(), planAgain(), planAgain()]);
  expect((await visits()).map(({ OrderId }) => OrderId).sort()).toEqual(all);
  const before = (await ofPlan()).map(({ ProjectId, NominalDate }) => `${ProjectId} ${NominalDate}`).sort();
  // As if the server had been killed before half of them were written.
  await app.database.pool.query(
    `DELETE FROM maintenance_order WHERE contract_id = $1 AND plan_id IS NOT NULL AND id % 2 = 0`,
    [contractId],
  );
  await Promise.all([planAgain(), planAgain()]);
  expect((await ofPlan()).map(({ ProjectId, NominalDate }) => `${ProjectId} ${NominalDate}`).sort()).toEqual(before);
});

test('two cycles on one day are one order that asks for both, and each counts', async () => {
  await addPlan({ FirstDate: inDays(10) });
  const onThatDay = (await visits()).filter(
    ({ NominalDate, ProjectId }) => NominalDate === inDays(10) && ProjectId === projectIds[0],
  );
  expect(onThatDay.map(({ State }) => State).sort()).toEqual(['merged', 'planned']);
  const one = onThatDay.find(({ State }) => State === 'planned')!;
  expect(one).toMatchObject({ PlanName: null, HoldsList: ['Overhaul'] });
  const sheets = async () =>
    (await ask(keeper, 'getMaintenanceOrder', { query: { orderId: one.OrderId } })).data.SheetList;
  expect((await sheets()).map(({ TemplateName }) => TemplateName)).toEqual(['Monthly check', 'Overhaul']);
  expect((await ask(keeper, 'startOrder', { body: { OrderId: one.OrderId } })).message).toBe('');
  for (const { TemplateId } of await sheets())
    await ask(keeper, 'saveAnswers', {
      body: { OrderId: one.OrderId, TemplateId, AnswerList: [{ Group: 0, Item: 0, Text: 'yes' }] },
    });
  expect((await ask(keeper, 'finishOrder', { body: { OrderId: one.OrderId } })).message).toBe('');
  const contract = (await ask(keeper, 'getContractPage', { body: { PageSize: 100 } })).data.Data.find(
    ({ ContractId }) => ContractId === contractId,
  );
  // The check came ten days before its day, the overhaul well within a tenth of its year.
  expect(contract).toMatchObject({ DueCount: 2, OnTimeCount: 1 });
});

test('a visit that was begun takes no other cycle with it', async () => {
  const [first] = (await visits()).filter(({ ProjectId }) => ProjectId === projectIds[0]);
  await ask(keeper, 'startOrder', { body: { OrderId: first!.OrderId } });
  await addPlan({ FirstDate: inDays(10) });
  const made = (await ofPlan()).filter(({ ProjectId }) => ProjectId === projectIds[0]);
  expect(made).toMatchObject([{ State: 'planned', NominalDate: inDays(10) }]);
});

test('a changed cycle makes the visits to come anew, one that is switched off or deleted has none', async () => {
  const { PlanId } = (await addPlan({})).data;
  const edit = (body: object) => ask(keeper, 'editMaintenancePlan', { body: { PlanId, ...body } as never });
  await edit({ FirstDate: inDays(30) });
  expect([...new Set((await ofPlan()).map(({ NominalDate }) => NominalDate))]).toEqual([inDays(30)]);
  await edit({ Enabled: false });
  expect(await ofPlan()).toEqual([]);
  await planAgain();
  expect(await ofPlan()).toEqual([]);
  // One that is on the day of another visit goes without leaving a mark.
  await edit({ Enabled: true, FirstDate: inDays(10) });
  expect((await ofPlan()).map(({ State }) => State)).toEqual(['merged', 'merged']);
  await ask(keeper, 'deleteMaintenancePlan', { body: { PlanId } });
  expect((await visits()).filter(({ State, HoldsList }) => State === 'merged' || HoldsList.length > 0)).toEqual([]);
});

test('visits before the plan was made are not made', async () => {
  await addPlan({ Cycle: 'month', FirstDate: inDays(-35) });
  expect((await ofPlan()).every(({ NominalDate }) => NominalDate >= inDays(0))).toBe(true);
});

test('a plan that does not fit is refused with the field, and nothing is made', async () => {
  for (const missing of [{ Cycle: '' }, { CycleCount: '' }, { FirstDate: '' }])
    expect((await addPlan(missing)).message).toBe(maintenanceErrors.planCycle.en);
  for (const wrong of [{ CycleCount: 0 }, { CycleCount: 11 }, { Cycle: 'week' }, { FirstDate: '2026-02-30' }])
    expect((await addPlan(wrong)).status).toBe(400);
  expect((await addPlan({ FirstDate: inDays(701) })).message).toBe(
    `The first day lies within the term of the contract, ${inDays(-40)} to ${inDays(700)}.`,
  );
  expect((await addPlan({ DeviceId: elsewhere })).message).toBe(maintenanceErrors.planDevice.en);
  expect((await addPlan({ Kind: 'condition' })).message).toBe(maintenanceErrors.planDevice.en);
  expect((await addPlan({}, stranger)).status).toBe(404);
  expect(await ofPlan()).toEqual([]);
  const { PlanId } = (await addPlan({})).data;
  const again = await ask(keeper, 'restartMaintenancePlan', { body: { PlanId, Reason: 'Another machine' } });
  expect(again.message).toBe(maintenanceErrors.planNotCounted.en);
});
