import { randomUUID } from 'node:crypto';
import {
  isAnswered,
  judgeAnswer,
  type MaintenanceAction,
  type MaintenanceState,
  maintenanceErrors,
  maintenanceStateNames,
  maintenanceSteps,
  TemplateItem,
} from '@watchpost/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { aCompany, aDevice, aMember, aProject, limitMember } from '../testing/factories.ts';
import { planVisits } from './contracts/planVisits.ts';
import { countItems } from './orders/judgeSheets.wire.ts';
import { needStep } from './orders/visitSteps.wire.ts';

let app: TestApplication;
let ask: AskAs;
let keeper: number;
let partner: number;
let engineer: number;
let stranger: number;
/** Of the devices of the project sees one alone. */
let limited: number;
let projectId: number;
let deviceId: number;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      deviceId = await aDevice(db, projectId);
      const permissions = [
        'maintenanceTeams',
        'maintenanceTemplates',
        'maintenanceContracts',
        'maintenanceOrders',
        'contractSign',
        'allProjects',
      ] as const;
      keeper = await aMember(db, companyId, -1, { permissions });
      partner = await aMember(db, companyId, -1, {
        permissions: ['maintenanceContracts', 'contractSign', 'allProjects'],
      });
      engineer = await aMember(db, companyId, projectId, { permissions: ['repairWork'] });
      stranger = await aMember(db, await aCompany(db), -1, { permissions });
      limited = await aMember(db, companyId, -1, { permissions: ['maintenanceContracts'] });
      await aMember(db, companyId, projectId, { userId: limited, permissions: ['monitorView'] });
      await limitMember(db, limited, projectId, { deviceIds: [deviceId] });
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());

const inDays = (days: number): string => localOfEpoch(Date.now() + days * 86_400_000, 'Asia/Shanghai').slice(0, 10);

test('an order takes each step only from the states that allow it, and says the state it is in', () => {
  for (const action of Object.keys(maintenanceSteps) as MaintenanceAction[])
    for (const state of maintenanceStateNames as readonly MaintenanceState[]) {
      const allows = maintenanceSteps[action].from.includes(state);
      const tried = () => needStep({ state }, action);
      if (allows) expect(tried).not.toThrow();
      else expect(tried).toThrow();
    }
});

const item = (fields: object) => TemplateItem.parse({ Name: 'x', Content: 'text', ...fields });
const answer = (Text: string, LineList: string[] = []) => ({ Group: 0, Item: 0, Text, LineList, Note: '' });

test('each of the seven contents is answered and judged in its own way', () => {
  const option = item({
    Content: 'option',
    OptionList: [
      { Text: 'clean', Ok: true },
      { Text: 'dirty', Ok: false },
    ],
  });
  expect([
    judgeAnswer(option, answer('clean')),
    judgeAnswer(option, answer('dirty')),
    judgeAnswer(option, undefined),
  ]).toEqual([true, false, null]);
  const number = item({ Content: 'numerical', Low: -20, High: '-15.5' });
  expect(['-20', '-15.5', '-15.4', '-20.1', 'cold'].map((text) => judgeAnswer(number, answer(text)))).toEqual([
    true,
    true,
    false,
    false,
    null,
  ]);
  const reference = item({ Content: 'reference', Reference: 'as in the picture' });
  expect([judgeAnswer(reference, answer('ok')), judgeAnswer(reference, answer('bent'))]).toEqual([true, false]);
  const yesNo = item({ Content: 'yesNo' });
  expect([judgeAnswer(yesNo, answer('yes')), judgeAnswer(yesNo, answer('no'))]).toEqual([true, false]);
  const list = item({ Content: 'list', LineList: ['fan 1', 'fan 2'] });
  expect([isAnswered('list', 2, answer('', ['a', ''])), isAnswered('list', 2, answer('', ['a', 'b']))]).toEqual([
    false,
    true,
  ]);
  expect(judgeAnswer(list, answer('', ['a', 'b']))).toBeNull();
  const checklist = item({ Content: 'checklist', LineList: ['door', 'lamp'] });
  expect([judgeAnswer(checklist, answer('', ['door', 'lamp'])), judgeAnswer(checklist, answer('', ['door']))]).toEqual([
    true,
    false,
  ]);
  expect(judgeAnswer(item({}), answer('fine'))).toBeNull();
  for (const wrong of [
    { Content: 'option', OptionList: [{ Text: 'dirty', Ok: false }] },
    { Content: 'list' },
    { Content: 'reference' },
    { Content: 'numerical', Low: 5, High: 5 },
  ])
    expect(TemplateItem.safeParse({ Name: 'x', ...wrong }).success).toBe(false);
  const sheet = (answers: object[]) =>
    countItems([
      {
        ...{ template_id: 1, template_name: '', n: 1 },
        groups: [{ GroupName: 'g', ItemList: [yesNo, item({ Required: false })] }],
        answers,
      } as never,
    ]);
  expect(sheet([])).toEqual({ open: 1, bad: 0 });
  expect(sheet([answer('no')])).toEqual({ open: 0, bad: 1 });
});

test('from a team to a confirmed visit, with every refusal on the way', async () => {
  const team = (body: object) =>
    ask(keeper, 'addTeam', { body: { TeamName: 'North', TypeList: ['onSite'], AreaList: ['East'], ...body } as never });
  for (const wrong of [{ TypeList: [] }, { AreaList: [] }])
    expect((await team(wrong)).message).toBe(maintenanceErrors.teamIncomplete.en);
  expect((await team({ TeamName: 'A name that is far too long' })).status).toBe(400);
  expect((await team({ MemberList: [{ UserId: stranger }] })).message).toBe(maintenanceErrors.memberElsewhere.en);
  const { TeamId } = (await team({ MemberList: [{ UserId: engineer, IsAdmin: true }] })).data;
  expect((await team({ TeamName: 'north' })).message).toBe(maintenanceErrors.teamNameTaken.en);

  const { TemplateId } = (await ask(keeper, 'addMaintenanceTemplate', { body: { TemplateName: 'Monthly' } })).data;
  const publish = () => ask(keeper, 'publishMaintenanceTemplate', { body: { TemplateId } });
  expect((await publish()).message).toBe(maintenanceErrors.templateEmpty.en);
  const draft = (items: object[]) =>
    ask(keeper, 'editMaintenanceTemplate', {
      body: { TemplateId, GroupList: [{ GroupName: 'Outside', ItemList: items }] } as never,
    });
  expect((await draft([{ Name: 'Clean', Content: 'yesNo' }])).status).toBe(200);

  const terms = { StartDate: inDays(-40), EndDate: inDays(300), FirstDate: inDays(-10), Cycle: 'month' };
  const contract = (body: object = {}) =>
    ask(keeper, 'addContract', {
      body: {
        ...{ ContractName: 'Service', ContractNumber: 'K-1', PartyA: 'Store', TeamId, ProjectIdList: [projectId] },
        ...{ ...terms, TemplateIdList: [TemplateId], ...body },
      } as never,
    });
  expect((await contract()).message).toBe('Publish the template “Monthly” first.');
  expect((await publish()).data).toEqual({ Revision: 1, DraftRevision: 3 });
  expect((await contract({ TemplateIdList: [] })).message).toBe(maintenanceErrors.contractIncomplete.en);
  expect((await contract({ FirstDate: inDays(301) })).message).toBe(maintenanceErrors.datesOutOfOrder.en);
  await ask(keeper, 'setTeamStatus', { body: { TeamId, Enabled: false } });
  expect((await contract()).message).toBe(maintenanceErrors.teamDisabled.en);
  await ask(keeper, 'setTeamStatus', { body: { TeamId, Enabled: true } });
  expect((await ask(keeper, 'getContractNumber', { query: {} })).data.ContractNumber).toMatch(/^K\d{8}-\d{4}$/);
  const targets = (ResponseMinutes: unknown, Level = 1) => ({
    TargetList: [{ Level, ResponseMinutes, ArrivalMinutes: 60, ResolutionMinutes: 120 }],
  });
  for (const wrong of [0, 61, 1.5, 'soon', '']) expect((await contract(targets(wrong))).status).toBe(400);
  expect((await contract(targets(5, 4))).status).toBe(400);
  const twice = targets(5).TargetList.concat(targets(6).TargetList);
  expect((await contract({ TargetList: twice })).status).toBe(400);
  const { ContractId } = (await contract(targets(5))).data;
  expect((await contract({ ContractName: 'Another' })).message).toBe(maintenanceErrors.contractNumberTaken.en);
  expect((await ask(keeper, 'removeTeam', { body: { TeamId } })).message).toBe(maintenanceErrors.teamHasContracts.en);

  const read = async () => (await ask(keeper, 'getContractPage', { body: {} })).data.Data[0]!;
  const sign = (Party: 'a' | 'b', Hash: string, who = keeper) =>
    ask(who, 'signContract', { body: { ContractId, Party, Hash } });
  const { Hash } = await read();
  expect((await sign('a', Hash)).data).toEqual({ State: 'toSign' });
  expect((await sign('a', Hash)).message).toBe(maintenanceErrors.signedAlready.en);
  // Another document: what was signed is void, and the old hash signs nothing.
  await ask(keeper, 'editContract', { body: { ContractId, ...targets(5) } as never });
  expect((await read()).SignatureList).toHaveLength(1);
  await ask(keeper, 'editContract', { body: { ContractId, Amount: 1200.5 } });
  expect((await read()).SignatureList).toEqual([]);
  expect((await sign('b', Hash)).message).toBe(maintenanceErrors.signingFailed.en);
  const visits = async () => (await ask(keeper, 'getMaintenanceOrderPage', { body: { PageSize: 100 } })).data;
  const { Hash: now } = await read();
  await sign('a', now);
  expect((await visits()).TotalCount).toBe(0);
  // Nobody signs for both, in their own language.
  const again = await sign('b', now);
  expect([again.status, again.message]).toEqual([409, maintenanceErrors.signedForOther.en]);
  const inChinese = await ask(
    keeper,
    'signContract',
    { body: { ContractId, Party: 'b', Hash: now } },
    { language: 'zh' },
  );
  expect(inChinese.message).toBe(maintenanceErrors.signedForOther.zh);
  expect((await visits()).TotalCount).toBe(0);
  expect((await sign('b', now, partner)).data).toEqual({ State: 'inEffect' });

  // From now on repairs of its projects are measured by what it says, and those of other severities as ever.
  const reported = async (Level: number) => {
    const body = { ProjectId: projectId, EquipmentId: deviceId, FaultContent: 'Warm', Level, IgnoreDuplicate: true };
    const { data } = await ask(engineer, 'addRepairActive', { body: { ...body, ClientKey: randomUUID() } });
    return { ContractNumber: data.ContractNumber, seconds: data.ClockList.map(({ TargetSeconds }) => TargetSeconds) };
  };
  expect(await reported(1)).toEqual({ ContractNumber: 'K-1', seconds: [300, 3600, 7200] });
  expect(await reported(2)).toEqual({ ContractNumber: null, seconds: [3600, 8 * 3600, 24 * 3600] });

  // The plan is there at once, once, and stays so however often it is made.
  const planned = await visits();
  expect(planned.TotalCount).toBeGreaterThanOrEqual(3);
  const plan = () =>
    planVisits({ db: app.database.db, clock: { now: () => Date.now() } as never }, new AbortController().signal);
  await Promise.all([plan(), plan()]);
  expect((await visits()).TotalCount).toBe(planned.TotalCount);
  const [first, second] = planned.Data as [(typeof planned.Data)[0], (typeof planned.Data)[0]];
  expect(first).toMatchObject({ NominalDate: inDays(-10), Overdue: true, State: 'planned' });
  expect((await ask(stranger, 'getMaintenanceOrder', { query: { orderId: first.OrderId } })).status).toBe(404);

  const assign = (UserId: number) =>
    ask(keeper, 'assignOrders', { body: { OrderIdList: [first.OrderId, second.OrderId], UserId } });
  expect((await assign(keeper)).message).toBe(maintenanceErrors.notOfTeam.en);
  expect((await assign(engineer)).data).toEqual({ Changed: 2 });
  const move = (PlannedDate: string) => ask(keeper, 'moveOrder', { body: { OrderId: first.OrderId, PlannedDate } });
  expect((await move(inDays(-1))).message).toBe(maintenanceErrors.inThePast.en);
  // A tenth of a month is three days: further away it takes a reason.
  const outside = await move(inDays(0));
  expect([outside.status, outside.message]).toEqual([
    400,
    `Outside the window of ${inDays(-13)} to ${inDays(-7)}: say in at least 10 characters why.`,
  ]);
  expect(
    (
      await ask(keeper, 'moveOrder', {
        body: { OrderId: first.OrderId, PlannedDate: inDays(0), Reason: 'Nobody was in' },
      })
    ).status,
  ).toBe(200);
  const of = { body: { OrderId: first.OrderId } };
  expect((await ask(keeper, 'finishOrder', of)).status).toBe(409);
  expect((await ask(keeper, 'startOrder', of)).status).toBe(200);
  // Published meanwhile: the visit keeps the revision with which it began.
  await draft([
    { Name: 'Clean', Content: 'yesNo' },
    { Name: 'Note', Content: 'text' },
  ]);
  await publish();
  const order = async () => (await ask(keeper, 'getMaintenanceOrder', { query: { orderId: first.OrderId } })).data;
  expect((await order()).SheetList[0]).toMatchObject({ Revision: 1, GroupList: [{ ItemList: [{ Name: 'Clean' }] }] });
  expect((await ask(keeper, 'finishOrder', of)).message).toBe('1 item is not filled in.');
  await ask(keeper, 'saveAnswers', {
    body: { OrderId: first.OrderId, TemplateId, AnswerList: [{ Group: 0, Item: 0, Text: 'no' }] },
  });
  expect((await ask(keeper, 'finishOrder', of)).status).toBe(200);
  expect(await order()).toMatchObject({ State: 'done', BadCount: 1 });
  // Ten days late, where a tenth of a month is three: due and not in time. On its day it is.
  expect(await read()).toMatchObject({ DueCount: 1, OnTimeCount: 0 });
  await app.database.pool.query('UPDATE maintenance_order SET nominal_on = $2 WHERE id = $1', [
    first.OrderId,
    inDays(2),
  ]);
  expect(await read()).toMatchObject({ DueCount: 1, OnTimeCount: 1 });
  // Visits are not for people who see some of the devices, nor is how many there were.
  const { data: ofLimited } = await ask(limited, 'getContractPage', { body: {} });
  expect(ofLimited.Data).toMatchObject([{ ContractId, DueCount: 0, OnTimeCount: 0 }]);
  // Nobody else in the company may confirm, and nobody on site has signed.
  expect((await ask(keeper, 'confirmOrder', of)).message).toBe(maintenanceErrors.storeNotSigned.en);
  const unsigned = { body: { ...of.body, Reason: 'The shop was closed' } };
  expect((await ask(keeper, 'confirmOrder', unsigned)).status).toBe(200);
  expect(await order()).toMatchObject({ Reason: 'Nobody was in', ConfirmReason: 'The shop was closed' });
  expect((await ask(keeper, 'confirmOrder', unsigned)).message).toBe(maintenanceErrors.confirmedAlready.en);
  expect((await ask(keeper, 'skipOrder', { body: { OrderId: second.OrderId, Reason: 'short' } })).status).toBe(400);
  expect((await ask(keeper, 'removeTeam', { body: { TeamId } })).message).toBe(maintenanceErrors.teamHasOrders.en);
  // A contract that ends takes its visits to come along; what was done stays.
  await ask(keeper, 'terminateContract', { body: { ContractId, Reason: 'The shop closes for good' } });
  expect((await visits()).Data.map(({ State }) => State)).toEqual(['confirmed']);
  expect((await read()).State).toBe('terminated');
});
