import {
  commonErrors,
  isAnswered,
  judgeAnswer,
  type MaintenanceAction,
  type maintenanceCalls,
  maintenanceErrors,
  maintenanceStates,
  maintenanceSteps,
} from '@watchpost/contract';
import { type Caller, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { type MaintenanceDeps, tellMaintenance } from '../deps.ts';
import { nameOf } from '../people.store.ts';
import { presentMaintenanceOrder, presentSheet } from '../present.ts';
import {
  insertSheets,
  lockOrders,
  type OrderRow,
  pageOrders,
  type SheetRow,
  setAnswers,
  sheetsOf,
  teamMembers,
  updateOrder,
} from './order.store.ts';

type Calls = Pick<
  typeof maintenanceCalls,
  | 'getMaintenanceOrderPage'
  | 'getMaintenanceOrder'
  | 'getOrderPeople'
  | 'assignOrders'
  | 'moveOrder'
  | 'startOrder'
  | 'saveAnswers'
  | 'finishOrder'
  | 'confirmOrder'
  | 'skipOrder'
>;

/** Refuses an action that the state of an order does not allow, saying the state as it is now. */
export function needStep({ state }: Pick<OrderRow, 'state'>, action: MaintenanceAction): void {
  if (maintenanceSteps[action].from.includes(state)) return;
  if (action === 'confirm' && state === 'confirmed') throw new Refusal(maintenanceErrors.confirmedAlready);
  throw new Refusal(maintenanceErrors.wrongState, { state: maintenanceStates[state] });
}

/** Required items without an answer, and answers that are not as they should be. */
export function countItems(sheets: readonly SheetRow[]): { open: number; bad: number } {
  let open = 0;
  let bad = 0;
  for (const { groups, answers } of sheets) {
    const byPlace = new Map(answers.map((answer) => [`${answer.Group} ${answer.Item}`, answer]));
    for (const [group, { ItemList }] of groups.entries())
      for (const [place, item] of ItemList.entries()) {
        const answer = byPlace.get(`${group} ${place}`);
        if (item.Required && !isAnswered(item.Content, item.LineList.length, answer)) open += 1;
        if (judgeAnswer(item, answer) === false) bad += 1;
      }
  }
  return { open, bad };
}

export function orderHandlers(deps: MaintenanceDeps): Handlers<Calls> {
  const { db, clock } = deps;
  const todayOf = async ({ tenant }: Caller, executor: DbOrTransaction): Promise<string> =>
    localOfEpoch(clock.now(), await zoneOf(tenant, executor)).slice(0, 10);
  const subjectOf = ({ id, contract_name, planned_on }: OrderRow) => ({
    kind: 'maintenanceOrder' as const,
    id,
    name: `${contract_name} ${planned_on}`,
  });

  async function needOrders(caller: Caller, executor: DbOrTransaction, ids: readonly number[]): Promise<OrderRow[]> {
    const wanted = [...new Set(ids)];
    const orders = await lockOrders(caller.tenant, executor, wanted);
    if (orders.length < wanted.length) throw new Refusal(commonErrors.notFound);
    return orders;
  }

  /** Does one step of one order, with its line in the log. */
  const step = (
    context: CallContext<Caller>,
    orderId: number,
    action: MaintenanceAction,
    act: (order: OrderRow, write: OneWrite) => Promise<Parameters<typeof updateOrder>[3]>,
    more: object = {},
  ) =>
    inOneWrite(deps, context, async (write) => {
      const { tenant } = context.caller;
      const [found] = await needOrders(context.caller, write.transaction, [orderId]);
      const order = found!;
      needStep(order, action);
      const values = await act(order, write);
      const to = maintenanceSteps[action].to;
      await updateOrder(tenant, write.transaction, order.id, { ...values, ...(to && { state: to }) });
      write.log({
        companyId: tenant.companyId,
        projectId: order.project_id,
        subject: subjectOf(order),
        before: {
          ...(to && { maintenanceState: order.state }),
          ...(values.planned_on && { plannedOn: order.planned_on }),
        },
        after: {
          ...(to && { maintenanceState: to }),
          ...(values.planned_on && { plannedOn: values.planned_on }),
          ...more,
        },
      });
      tellMaintenance(deps, write, tenant.companyId);
      return null;
    });

  return {
    async getMaintenanceOrderPage({ caller, language }, { body }) {
      const today = await todayOf(caller, db);
      const { rows, total } = await pageOrders(
        caller.tenant,
        db,
        {
          text: body.Text,
          states: body.StateList,
          teamId: body.TeamId,
          projectIds: body.ProjectIdList,
          from: body.From,
          to: body.To,
          overdue: body.Overdue,
          today,
        },
        { by: body.SortType, ascending: body.IsAsc },
        { offset: (body.PageIndex - 1) * body.PageSize, limit: body.PageSize },
      );
      return { Data: rows.map((row) => presentMaintenanceOrder(row, today, language)), TotalCount: total };
    },

    async getMaintenanceOrder({ caller, language }, { query }) {
      const [order] = await needOrders(caller, db, [query.orderId]);
      const sheets = await sheetsOf(caller.tenant, db, order!);
      return {
        ...presentMaintenanceOrder(order!, await todayOf(caller, db), language),
        Reason: order!.reason,
        SheetList: sheets.map(presentSheet),
        ConfirmName: order!.confirmed_by,
      };
    },

    getOrderPeople: async ({ caller }, { query }) =>
      (await teamMembers(caller.tenant, db, query.teamId)).map(({ id, name }) => ({ UserId: id, UserName: name })),

    assignOrders: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const orders = await needOrders(caller, write.transaction, body.OrderIdList);
        const teamId = orders[0]!.team_id;
        if (orders.some(({ team_id }) => team_id !== teamId)) throw new Refusal(maintenanceErrors.moreTeams);
        for (const order of orders) needStep(order, 'assign');
        const person = (await teamMembers(tenant, write.transaction, teamId)).find(({ id }) => id === body.UserId);
        if (!person) throw new Refusal(maintenanceErrors.notOfTeam);
        const others = orders.filter(({ assignee_id }) => assignee_id !== person.id);
        for (const order of others) {
          await updateOrder(tenant, write.transaction, order.id, {
            assignee_id: person.id,
            assignee_name: person.name,
          });
          write.log({
            companyId: tenant.companyId,
            projectId: order.project_id,
            subject: subjectOf(order),
            before: { assignedTo: order.assignee_name },
            after: { assignedTo: person.name },
          });
        }
        if (others.length === 0) write.unchanged();
        else tellMaintenance(deps, write, tenant.companyId);
        return { Changed: others.length };
      }),

    moveOrder: (context, { body }) =>
      step(context, body.OrderId, 'move', async (_, { transaction }) => {
        if (body.PlannedDate < (await todayOf(context.caller, transaction)))
          throw new Refusal(maintenanceErrors.inThePast);
        return { planned_on: body.PlannedDate };
      }),

    startOrder: (context, { body }) =>
      step(context, body.OrderId, 'start', async (order, { transaction }) => {
        if (!order.is_in_effect) throw new Refusal(maintenanceErrors.notInEffect);
        const { tenant, userId } = context.caller;
        await insertSheets(tenant, transaction, order.id, await sheetsOf(tenant, transaction, order));
        return order.assignee_id === null
          ? { assignee_id: userId, assignee_name: await nameOf(tenant, transaction, userId) }
          : {};
      }),

    saveAnswers: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const [order] = await needOrders(context.caller, write.transaction, [body.OrderId]);
        needStep(order!, 'finish');
        const answers = [
          ...new Map(body.AnswerList.map((answer) => [`${answer.Group} ${answer.Item}`, answer])).values(),
        ];
        if (!(await setAnswers(tenant, write.transaction, order!.id, body.TemplateId, answers)))
          throw new Refusal(commonErrors.notFound);
        write.log({
          companyId: tenant.companyId,
          projectId: order!.project_id,
          subject: subjectOf(order!),
          after: { maintenanceTemplates: answers.length },
        });
        tellMaintenance(deps, write, tenant.companyId);
        return null;
      }),

    finishOrder: (context, { body }) =>
      step(context, body.OrderId, 'finish', async (order, { transaction }) => {
        const { open, bad } = countItems(await sheetsOf(context.caller.tenant, transaction, order));
        if (open > 0) throw new Refusal(maintenanceErrors.itemsOpen, { n: open });
        return { done_at: new Date(clock.now()), bad_count: bad };
      }),

    confirmOrder: (context, { body }) =>
      step(context, body.OrderId, 'confirm', async (_, { transaction }) => ({
        confirmed_by: await nameOf(context.caller.tenant, transaction, context.caller.userId),
      })),

    skipOrder: (context, { body }) =>
      step(context, body.OrderId, 'skip', async () => ({ reason: body.Reason }), { reason: body.Reason }),
  };
}
