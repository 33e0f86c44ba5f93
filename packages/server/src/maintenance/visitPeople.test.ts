import {
  type MaintenanceAction,
  maintenanceActionNames,
  maintenanceErrors,
  maintenanceStateNames,
  maintenanceSteps,
  type VisitPerson,
} from '@watchpost/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { type AskAs, askAs } from '../testing/askAs.ts';
import { aCompany, aDevice, aMember, aProject } from '../testing/factories.ts';
import { maintenanceOf } from '../testing/maintenanceOf.ts';
import { visitActions, visitPeople } from './orders/visitViewer.ts';

let app: TestApplication;
let ask: AskAs;
let keeper: number;
let otherKeeper: number;
let leader: number;
let engineer: number;
let colleague: number;
/** Repairs in the project, and is in no team. */
let outsider: number;
/** Of a team, and without a right in the project. */
let visitor: number;
let projectId: number;
let companyId: number;
let orderId: number;
let ids: Awaited<ReturnType<typeof maintenanceOf>>;

beforeAll(async () => {
  app = await startTestApplication({
    prepare: async ({ db }) => {
      companyId = await aCompany(db);
      projectId = await aProject(db, companyId);
      await aDevice(db, projectId);
      keeper = await aMember(db, companyId, -1, { permissions: ['maintenanceOrders', 'allProjects'] });
      leader = await aMember(db, companyId, projectId, { permissions: ['repairWork'] });
      engineer = await aMember(db, companyId, projectId, { permissions: ['repairWork'] });
      colleague = await aMember(db, companyId, projectId, { permissions: ['repairWork'] });
      outsider = await aMember(db, companyId, projectId, { permissions: ['repairWork'] });
      visitor = await aMember(db, companyId, projectId, { permissions: ['monitorView'] });
      ids = await maintenanceOf(db, { companyId, projectId, userId: leader }, 'Visit');
      await db
        .insertInto('maintenance_member')
        .values(
          [engineer, colleague, visitor].map((user_id) => ({
            team_id: ids.teamId,
            user_id,
            is_admin: false,
            mobile: '',
          })),
        )
        .execute();
    },
  });
  ask = askAs(() => app);
});
afterAll(() => app.stop());
beforeEach(() => {
  orderId = ids.startableOrderId;
});

const of = () => ({ body: { OrderId: orderId } });
const actions = async (who: number) =>
  (await ask(who, 'getMaintenanceOrder', { query: { orderId } })).data.ActionList.toSorted();

test('what is offered is what the table of steps says, for every person, action and state', () => {
  const people: Record<VisitPerson, object> = {
    keeper: { viewer: { isKeeper: true }, order: { assignee_id: 9, team_admin: null } },
    leader: { viewer: {}, order: { assignee_id: 9, team_admin: true } },
    assignee: { viewer: {}, order: { assignee_id: 7, team_admin: null } },
    candidate: { viewer: {}, order: { assignee_id: null, team_admin: false } },
    member: { viewer: {}, order: { assignee_id: 9, team_admin: false } },
  };
  for (const [person, { viewer, order }] of Object.entries(people) as [
    VisitPerson,
    { viewer: object; order: object },
  ][])
    for (const state of maintenanceStateNames) {
      const as = { userId: 7, isKeeper: false, ...viewer } as never;
      const facts = { ...order, state } as never;
      expect(visitPeople(as, facts)).toContain(person);
      const expected = maintenanceActionNames.filter((action: MaintenanceAction) => {
        const { from, who } = maintenanceSteps[action];
        return from.includes(state) && who.some((each) => visitPeople(as, facts).includes(each));
      });
      expect(visitActions(as, facts), `${person} ${state}`).toEqual(expected);
    }
});

test('a team sees its visits without the right to keep them; others who repair in the project see none', async () => {
  const seen = async (who: number, body: object = {}) =>
    (await ask(who, 'getMaintenanceOrderPage', { body: { PageSize: 100, ...body } })).data.Data.length;
  expect(await seen(engineer)).toBe(await seen(keeper));
  expect(await seen(outsider)).toBe(0);
  expect((await ask(visitor, 'getMaintenanceOrderPage', { body: {} })).status).toBe(403);
  expect((await ask(outsider, 'getMaintenanceOrder', { query: { orderId } })).status).toBe(404);
  expect((await ask(outsider, 'startOrder', of())).status).toBe(404);
  expect((await ask(outsider, 'getOrderPeople', { query: { teamId: ids.teamId } })).status).toBe(404);
});

test('a visit is given by the leader, done by the person assigned, and confirmed by someone else', async () => {
  const assign = (who: number) => ask(who, 'assignOrders', { body: { OrderIdList: [orderId], UserId: engineer } });
  expect((await assign(colleague)).message).toBe(maintenanceErrors.notYourVisit.en);
  expect((await assign(leader)).data).toEqual({ Changed: 1 });
  const mine = async (who: number) =>
    (await ask(who, 'getMaintenanceOrderPage', { body: { PageSize: 100, Mine: true } })).data.Data.some(
      ({ OrderId }) => OrderId === orderId,
    );
  expect([await mine(engineer), await mine(colleague)]).toEqual([true, false]);
  expect([await actions(colleague), await actions(engineer)]).toEqual([[], ['start']]);
  const refused = await ask(colleague, 'startOrder', of());
  expect([refused.status, refused.message]).toEqual([403, maintenanceErrors.notYourVisit.en]);
  expect((await ask(engineer, 'startOrder', of())).status).toBe(200);
  // Two people fill in one visit; one of them finishes it.
  const answers = { TemplateId: ids.maintenanceTemplateId, AnswerList: [{ Group: 0, Item: 0, Text: 'yes' }] };
  expect((await ask(colleague, 'saveAnswers', { body: { OrderId: orderId, ...answers } })).status).toBe(200);
  expect((await ask(colleague, 'finishOrder', of())).message).toBe(maintenanceErrors.notYourVisit.en);
  expect((await ask(engineer, 'finishOrder', of())).status).toBe(200);
  const confirm = (who: number) =>
    ask(who, 'confirmOrder', { body: { OrderId: orderId, Reason: 'The shop was closed' } });
  expect((await confirm(engineer)).status).toBe(403);
  expect(await actions(keeper)).toContain('confirm');
  expect((await confirm(keeper)).status).toBe(200);
});

test('who finished a visit confirms it only while nobody else may', async () => {
  const { db } = app.database;
  orderId = ids.finishableOrderId;
  expect((await ask(keeper, 'finishOrder', of())).status).toBe(200);
  expect(await actions(keeper)).toContain('confirm');
  otherKeeper = await aMember(db, companyId, -1, { permissions: ['maintenanceOrders', 'allProjects'] });
  expect(await actions(keeper)).not.toContain('confirm');
  const confirm = (who: number) =>
    ask(who, 'confirmOrder', { body: { OrderId: orderId, Reason: 'The shop was closed' } });
  const refused = await confirm(keeper);
  expect([refused.status, refused.message]).toEqual([409, maintenanceErrors.finishedByYou.en]);
  expect((await confirm(otherKeeper)).status).toBe(200);
});
