import { afterAll, beforeAll, expect, test } from 'vitest';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { aCompany, aMember, aProject } from '../testing/factories.ts';
import { aTeam } from '../testing/teamFactory.ts';

let app: TestApplication;
let ask: AskAs;
let keeper: number;
let colleague: number;
let projectId: number;
let teamId: number;

const inDays = (days: number): string => localOfEpoch(Date.now() + days * 86_400_000, 'Asia/Shanghai').slice(0, 10);

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      const permissions = ['maintenanceTemplates', 'maintenanceContracts', 'contractSign', 'allProjects'] as const;
      keeper = await aMember(db, companyId, -1, { permissions, nickname: 'Keeper' });
      colleague = await aMember(db, companyId, -1, { permissions, nickname: 'Colleague' });
      teamId = await aTeam(db, companyId, []);
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());

const groups = (name: string) =>
  [{ GroupName: 'g', ItemList: [{ Name: name, Content: 'yesNo' }] }] as unknown as undefined;

test('a draft of a template is not saved, published or deleted over what a colleague has changed since', async () => {
  const { TemplateId } = (await ask(keeper, 'addMaintenanceTemplate', { body: { TemplateName: 'Check' } })).data;
  const read = async () => (await ask(keeper, 'getMaintenanceTemplate', { query: { templateId: TemplateId } })).data;
  const { DraftRevision } = await read();
  const save = (who: number, body: object, revision: number) =>
    ask(who, 'editMaintenanceTemplate', { body: { TemplateId, DraftRevision: revision, ...body } as never });
  const first = await save(colleague, { GroupList: groups('Door') }, DraftRevision);
  expect(first.data).toEqual({ DraftRevision: DraftRevision + 1 });
  await save(colleague, { TemplateName: 'Monthly' }, DraftRevision + 1);

  const stale = await save(keeper, { GroupList: groups('Lamp') }, DraftRevision);
  expect([stale.status, stale.message]).toEqual([
    409,
    expect.stringMatching(/^Not changed: Colleague changed it at \d{4}-\d\d-\d\d \d\d:\d\d \(items, name\)\. Refresh/),
  ]);
  const body = { TemplateId, DraftRevision };
  for (const call of ['publishMaintenanceTemplate', 'deleteMaintenanceTemplate'] as const) {
    const { status, message } = await ask(keeper, call, { body }, { language: 'zh' });
    expect([status, message]).toEqual([
      409,
      expect.stringMatching(/^修改失败：Colleague已于.+修改（检查内容、名称），请刷新后再操作$/),
    ]);
  }
  const now = await read();
  expect(now).toMatchObject({ TemplateName: 'Monthly', Revision: null, GroupList: [{ ItemList: [{ Name: 'Door' }] }] });
  // Of the present revision each may.
  const published = await ask(keeper, 'publishMaintenanceTemplate', {
    body: { TemplateId, DraftRevision: now.DraftRevision },
  });
  expect(published.data).toEqual({ Revision: 1, DraftRevision: now.DraftRevision + 1 });
});

test('a contract is not changed, deleted or terminated over what was changed or signed since', async () => {
  const { TemplateId } = (await ask(keeper, 'addMaintenanceTemplate', { body: { TemplateName: 'Monthly' } })).data;
  await ask(keeper, 'editMaintenanceTemplate', { body: { TemplateId, GroupList: groups('Door') } });
  await ask(keeper, 'publishMaintenanceTemplate', { body: { TemplateId } });
  const { ContractId } = (
    await ask(keeper, 'addContract', {
      body: {
        ...{ ContractName: 'Service', ContractNumber: 'K-1', PartyA: 'Store', TeamId: teamId, Cycle: 'month' },
        ...{ ProjectIdList: [projectId], StartDate: inDays(-9), EndDate: inDays(99), FirstDate: inDays(0) },
        TemplateIdList: [TemplateId],
      },
    })
  ).data;
  const read = async () => (await ask(keeper, 'getContractPage', { body: {} })).data.Data[0]!;
  const { Revision } = await read();
  await ask(colleague, 'editContract', { body: { ContractId, Revision, Amount: 100, EndDate: inDays(98) } });
  const { Hash } = await read();
  await ask(colleague, 'signContract', { body: { ContractId, Party: 'a', Hash } });

  const act = { ContractId, Revision };
  for (const { status, message } of [
    await ask(keeper, 'editContract', { body: { ...act, Note: 'Over it' } }),
    await ask(keeper, 'deleteContract', { body: act }),
    await ask(keeper, 'terminateContract', { body: { ...act, Reason: 'The store closes for good' } }),
  ])
    expect([status, message]).toEqual([
      409,
      expect.stringMatching(
        /^Not changed: Colleague changed it at .+ \((term, amount|amount, term), signature\)\. Refresh/,
      ),
    ]);
  const now = await read();
  expect(now).toMatchObject({ Note: '', State: 'toSign', Amount: 100, Revision: Revision + 2 });
  expect(now.SignatureList).toHaveLength(1);
  const change = await ask(keeper, 'editContract', {
    body: { ContractId, Revision: now.Revision, Note: 'Read first' },
  });
  expect(change.status).toBe(200);
  for (const wrong of [0, 1.5, 'x'])
    expect((await ask(keeper, 'editContract', { body: { ContractId, Revision: wrong } as never })).status).toBe(400);
});
