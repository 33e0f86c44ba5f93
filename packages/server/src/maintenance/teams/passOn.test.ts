import { randomUUID } from 'node:crypto';
import { maintenanceErrors } from '@watchpost/contract';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { startTestApplication, type TestApplication } from '../../testing/application.ts';
import { type AskAs, askAs } from '../../testing/askAs.ts';
import { aCompany, aDevice, aMember, aProject } from '../../testing/factories.ts';
import { lockWaits } from '../../testing/lockWaits.ts';
import { aTeam } from '../../testing/teamFactory.ts';

let app: TestApplication;
let ask: AskAs;
let companyId: number;
let projectId: number;
let deviceId: number;
let keeper: number;
let partner: number;
let engineer: number;
let successor: number;
let stranger: number;
let templateId: number;
let teamId: number;
let nextId: number;

const inDays = (days: number): string => localOfEpoch(Date.now() + days * 86_400_000, 'Asia/Shanghai').slice(0, 10);

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      deviceId = await aDevice(db, projectId, { name: 'Freezer' });
      const permissions = [
        ...['maintenanceTeams', 'maintenanceTemplates', 'maintenanceContracts', 'maintenanceOrders'],
        ...['contractSign', 'repairView', 'repairWork', 'repairDispatch', 'allProjects'],
      ] as never;
      keeper = await aMember(db, companyId, -1, { permissions, nickname: 'Keeper' });
      partner = await aMember(db, companyId, -1, { permissions });
      engineer = await aMember(db, companyId, projectId, {
        permissions: ['repairView', 'repairWork'],
        nickname: 'Engineer',
      });
      successor = await aMember(db, companyId, projectId, { permissions: ['repairView', 'repairWork'] });
      stranger = await aMember(db, await aCompany(db), -1, { permissions });
    },
  });
  ask = askAs(() => app);
  templateId = (await ask(keeper, 'addMaintenanceTemplate', { body: { TemplateName: 'Monthly' } })).data.TemplateId;
  await ask(keeper, 'editMaintenanceTemplate', {
    body: {
      TemplateId: templateId,
      GroupList: [{ GroupName: 'Outside', ItemList: [{ Name: 'Clean', Content: 'yesNo' }] }],
    } as never,
  });
  await ask(keeper, 'publishMaintenanceTemplate', { body: { TemplateId: templateId } });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.database.pool.query(`UPDATE maintenance_team SET enabled = false, name = left(md5(id::text), 20)`);
  teamId = await aTeam(app.database.db, companyId, [], [engineer], { name: 'North' });
  nextId = await aTeam(app.database.db, companyId, [], [successor], { name: 'South' });
});

let contracts = 0;
async function aContract(signedBy: number): Promise<number> {
  const { ContractId } = (
    await ask(keeper, 'addContract', {
      body: {
        ...{ ContractName: 'Service', ContractNumber: `K-${++contracts}`, PartyA: 'Store', TeamId: teamId },
        ...{ ProjectIdList: [projectId], StartDate: inDays(-40), EndDate: inDays(300), FirstDate: inDays(1) },
        ...{ Cycle: 'month', TemplateIdList: [templateId] },
      } as never,
    })
  ).data;
  const { Hash } = await contract(ContractId);
  for (const [who, Party] of [[keeper, 'a'] as const, [partner, 'b'] as const].slice(0, signedBy))
    await ask(who, 'signContract', { body: { ContractId, Party, Hash } });
  return ContractId;
}
const contract = async (id: number) =>
  (await ask(keeper, 'getContractPage', { body: { PageSize: 100 } })).data.Data.find(
    ({ ContractId }) => ContractId === id,
  )!;
const visitsOf = async (id: number) =>
  (await ask(keeper, 'getMaintenanceOrderPage', { body: { PageSize: 500 } })).data.Data.filter(
    ({ ContractId }) => ContractId === id,
  );
async function aRepair(MaintenanceUnitId: number) {
  const step = (Id: number, Revision: number) => ({ Id, Revision, ClientKey: randomUUID() });
  const made = (
    await ask(keeper, 'addRepairActive', {
      body: {
        ...{ ProjectId: projectId, EquipmentId: deviceId, FaultContent: 'Warm', Level: 2 },
        ...{ IgnoreDuplicate: true, ClientKey: randomUUID() },
      },
    })
  ).data;
  const sent = await ask(keeper, 'dispatchRepairActive', {
    body: { ...step(made.RepairId, made.Revision), MaintenanceUnitId },
  });
  expect(sent.message).toBe('');
  return sent.data;
}
const disable = (SuccessorId?: number, who = keeper) =>
  ask(who, 'setTeamStatus', { body: { TeamId: teamId, Enabled: false, ...(SuccessorId && { SuccessorId }) } });

test('a team with nothing open is disabled without a successor', async () => {
  expect((await ask(keeper, 'getTeamWork', { query: { teamId } })).data).toEqual({
    ...{ RepairCount: 0, VisitCount: 0, ContractCount: 0 },
    SuccessorList: [{ TeamId: nextId, TeamName: 'South' }],
  });
  expect((await disable()).status).toBe(200);
});

test('two people who disable two teams, each with the other as successor, do not wait for each other: teams are locked in one order', async () => {
  const [first, second] = [teamId, nextId];
  await aRepair(second);
  // Connections of its own: those of the pool are few.
  const { connectionString } = app.database.pool.options;
  const [other, asker] = [new Client({ connectionString }), new Client({ connectionString })];
  await Promise.all([other.connect(), asker.connect()]);
  try {
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM maintenance_team WHERE id = $1 FOR UPDATE', [first]);
    const waits = ask(keeper, 'setTeamStatus', { body: { TeamId: second, Enabled: false, SuccessorId: first } });
    await expect.poll(() => lockWaits(other)).toBeGreaterThan(0);
    // It waits for the first team and holds nothing that the other may ask for next.
    const free = await asker.query('SELECT id FROM maintenance_team WHERE id = $1 FOR UPDATE NOWAIT', [second]);
    expect(free.rows).toEqual([{ id: second }]);
    await other.query('COMMIT');
    expect((await waits).status).toBe(200);
  } finally {
    await Promise.all([other.end(), asker.end()]);
  }
});

test('a team with open work is not disabled without a successor that can take it, and nothing has changed then', async () => {
  const id = await aContract(2);
  const repair = await aRepair(teamId);
  const visits = (await visitsOf(id)).length;
  const refused = await disable();
  expect([refused.status, refused.message]).toEqual([
    409,
    `The team has ${visits + 1} open orders and 1 contract. Choose a successor.`,
  ]);
  const inChinese = await ask(
    keeper,
    'setTeamStatus',
    { body: { TeamId: teamId, Enabled: false } },
    { language: 'zh' },
  );
  expect(inChinese.message).toBe(`该单位有${visits + 1}张未完成工单和1份合同，请选择接替单位`);
  expect((await disable(teamId)).message).toBe(maintenanceErrors.successorUnfit.en);
  const elsewhere = await aTeam(app.database.db, await aCompany(app.database.db), []);
  expect((await disable(elsewhere)).status).toBe(404);
  expect((await disable(nextId, stranger)).status).toBe(404);
  await ask(keeper, 'setTeamStatus', { body: { TeamId: nextId, Enabled: false } });
  expect((await disable(nextId)).message).toBe(maintenanceErrors.successorUnfit.en);
  expect((await contract(id)).TeamId).toBe(teamId);
  const { data } = await ask(keeper, 'queryRepairAcitve', { query: { id: repair.RepairId } });
  expect(data).toMatchObject({ Revision: repair.Revision, Status: 1 });
  // Another company learns nothing of it.
  expect((await ask(stranger, 'getTeamWork', { query: { teamId } })).status).toBe(404);
});

test('what is open passes to the successor, with its line on each; visits that are over stay with the team that did them', async () => {
  const id = await aContract(2);
  const half = await aContract(1);
  const [first, second, third] = await visitsOf(id);
  await ask(keeper, 'assignOrders', {
    body: { OrderIdList: [first!.OrderId, second!.OrderId, third!.OrderId], UserId: engineer },
  });
  await app.database.pool.query(`UPDATE maintenance_order SET state = 'done', done_at = now() WHERE id = $1`, [
    first!.OrderId,
  ]);
  expect((await ask(engineer, 'startOrder', { body: { OrderId: second!.OrderId } })).message).toBe('');
  const offered = await aRepair(teamId);
  const accepted = (
    await ask(engineer, 'acceptRepairActive', {
      body: {
        ...{ Id: offered.RepairId, Revision: offered.Revision, ClientKey: randomUUID() },
      },
    })
  ).data;
  const finished = await aRepair(teamId);
  await app.database.pool.query('UPDATE repair_order SET status = 6 WHERE id = $1', [finished.RepairId]);

  expect((await ask(keeper, 'getTeamWork', { query: { teamId } })).data).toMatchObject({
    ...{ RepairCount: 1, VisitCount: (await visitsOf(id)).length - 1, ContractCount: 2 },
  });
  const { status, message } = await disable(nextId);
  expect([status, message]).toEqual([200, '']);

  // A contract that both signed stays signed, and says who signed it; of one that is to be signed the signature is void.
  expect(await contract(id)).toMatchObject({ TeamName: 'South', SignedTeamName: 'North', State: 'inEffect' });
  expect(await contract(half)).toMatchObject({ TeamName: 'South', SignedTeamName: null, SignatureList: [] });
  const after = new Map((await visitsOf(id)).map((visit) => [visit.OrderId, visit]));
  expect(after.get(first!.OrderId)).toMatchObject({ TeamName: 'North', AssigneeName: 'Engineer', State: 'done' });
  expect(after.get(second!.OrderId)).toMatchObject({ TeamName: 'South', AssigneeName: 'Engineer', State: 'started' });
  expect(after.get(third!.OrderId)).toMatchObject({ TeamName: 'South', AssigneeName: null, State: 'planned' });
  const ofNorth = await ask(keeper, 'getMaintenanceOrderPage', { body: { TeamId: teamId } });
  expect(ofNorth.data.Data.map(({ OrderId }) => OrderId)).toEqual([first!.OrderId]);

  const { data: repair } = await ask(keeper, 'queryRepairAcitve', { query: { id: accepted.RepairId } });
  expect(repair).toMatchObject({ Status: 1, MaintenanceUnitName: 'South', Revision: accepted.Revision + 1 });
  const journal = JSON.stringify((await ask(keeper, 'getRepairSchedule', { query: { id: accepted.RepairId } })).data);
  expect(journal).toContain('Team “North” was disabled: reassigned to South');
  const { data: done } = await ask(keeper, 'queryRepairAcitve', { query: { id: finished.RepairId } });
  expect(done).toMatchObject({ Status: 6, MaintenanceUnitName: 'North' });

  const { rows } = await app.database.pool.query(
    `SELECT subject_kind FROM operation_log WHERE company_id = $1 AND after::text LIKE '%"maintenanceUnit": "South"%'`,
    [companyId],
  );
  const kinds = rows.map(({ subject_kind }) => subject_kind);
  expect(kinds.filter((kind) => kind === 'maintenanceContract')).toHaveLength(2);
  expect(kinds.filter((kind) => kind === 'repairOrder')).toHaveLength(1);
  expect(kinds.filter((kind) => kind === 'maintenanceOrder')).toHaveLength(after.size - 1);
});
