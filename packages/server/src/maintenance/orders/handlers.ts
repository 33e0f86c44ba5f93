import {
  type AllCalls,
  commonErrors,
  type maintenanceCalls,
  maintenanceErrors,
  mergeWithinDays,
  type ParsedInput,
} from '@watchpost/contract';
import { zoneOf } from '../../access/index.ts';
import { beginWorkWindow } from '../../alarms/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { readAttachments } from '../../work/index.ts';
import { type MaintenanceDeps, tellMaintenance } from '../deps.ts';
import { curvesOfDay } from '../papers/curvesOfDay.wire.ts';
import { photosOf } from '../papers/photosOf.ts';
import { visitPaper } from '../papers/visitPaper.wire.ts';
import { nameOf } from '../people.store.ts';
import { isOverdue, presentMaintenanceOrder, windowOf } from '../present.ts';
import { fillIn, withRows } from '../values/fillIn.wire.ts';
import { hasSources, readSources } from '../values/readSources.wire.ts';
import { answerHandlers } from './answerHandlers.wire.ts';
import {
  calendarOf,
  findOrders,
  insertSheets,
  moveMerged,
  type OrderFilter,
  pageOrders,
  sheetsOf,
  teamMembers,
  updateOrder,
} from './order.store.ts';
import { photoHandlers } from './photoHandlers.wire.ts';
import { signHandlers } from './signHandlers.wire.ts';
import { createVisitSteps, needStep, refOf } from './visitSteps.wire.ts';
import { needPerson, visitViewer } from './visitViewer.ts';

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
  | 'getMaintenanceCalendar'
  | 'downloadMaintenanceReport'
  | 'fillOrder'
  | 'addOrderPhotos'
  | 'removeOrderPhoto'
  | 'signOrder'
  | 'mergeOrders'
>;

type PageBody = ParsedInput<AllCalls['getMaintenanceOrderPage']>['body'];

/** What a list's call asks, in our words. @param today where the company is */
export const orderQuestion = (body: Omit<PageBody, 'PageIndex' | 'PageSize'>, today: string): OrderFilter => ({
  text: body.Text,
  states: body.StateList,
  teamId: body.TeamId,
  projectIds: body.ProjectIdList,
  from: body.From,
  to: body.To,
  overdue: body.Overdue,
  mine: body.Mine,
  today,
});

/** @param month `YYYY-MM` */
const lastDayOf = (month: string): string => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

export function orderHandlers(deps: MaintenanceDeps): Handlers<Calls> {
  const { db, clock } = deps;
  const steps = createVisitSteps(deps);
  const { todayOf, subjectOf, needOrders, tellOf, actionsOf, step, detailOf } = steps;

  return {
    ...answerHandlers(deps, steps),
    ...photoHandlers(deps, steps),
    ...signHandlers(deps, steps),

    async getMaintenanceCalendar({ caller, language }, { body }) {
      const today = await todayOf(caller, db);
      const rows = await calendarOf(visitViewer(caller), db, {
        from: `${body.Month}-01`,
        to: lastDayOf(body.Month),
        projectIds: body.ProjectIdList,
        teamId: body.TeamId,
      });
      return rows.map((row) => ({
        OrderId: row.id,
        PlannedDate: row.planned_on,
        ContractName: row.contract_name,
        ProjectName: inLanguage(row.project_name, row.project_name_en, language),
        TeamName: row.team_name,
        State: row.state,
        Overdue: isOverdue(row, today),
      }));
    },

    async downloadMaintenanceReport(context, { query }) {
      const { caller, language, signal } = context;
      const [order] = await needOrders(caller, db, [query.orderId], findOrders);
      const detail = await detailOf(context, order!);
      const timeZone = await zoneOf(caller.tenant, db, order!.project_id);
      const content = await visitPaper(
        {
          order: detail,
          isPreview: false,
          ...(await curvesOfDay(deps, caller, order!, detail.SheetList, timeZone, signal)),
          photos: await photosOf(deps, await readAttachments(caller.tenant, db, refOf(order!))),
          timeZone,
          madeAt: clock.now(),
        },
        language,
      );
      const name = `${order!.contract_name} ${inLanguage(order!.project_name, order!.project_name_en, language)} ${order!.planned_on}.pdf`;
      return { content, contentType: 'application/pdf', name };
    },

    async getMaintenanceOrderPage({ caller, language }, { body }) {
      const today = await todayOf(caller, db);
      const { rows, total } = await pageOrders(
        visitViewer(caller),
        db,
        orderQuestion(body, today),
        { by: body.SortType, ascending: body.IsAsc },
        rowRange(body),
      );
      const actions = await actionsOf(caller, rows);
      return {
        Data: rows.map((row) => presentMaintenanceOrder(row, today, actions.get(row.id)!, language)),
        TotalCount: total,
      };
    },

    async getMaintenanceOrder(context, { query }) {
      const [order] = await needOrders(context.caller, db, [query.orderId], findOrders);
      return detailOf(context, order!);
    },

    async getOrderPeople({ caller }, { query }) {
      const people = await teamMembers(caller.tenant, db, query.teamId);
      const leads = people.some(({ id, is_admin }) => is_admin && id === caller.userId);
      // Who may not assign is told of no team.
      if (!leads && !visitViewer(caller).isKeeper) throw new Refusal(commonErrors.notFound);
      return people.map(({ id, name }) => ({ UserId: id, UserName: name }));
    },

    assignOrders: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const orders = await needOrders(caller, write.transaction, body.OrderIdList);
        for (const order of orders) needPerson(visitViewer(caller), order, 'assign');
        const teamId = orders[0]!.team_id;
        if (orders.some(({ team_id }) => team_id !== teamId)) throw new Refusal(maintenanceErrors.moreTeams);
        for (const order of orders) needStep(order, 'assign');
        const members = teamId === null ? [] : await teamMembers(tenant, write.transaction, teamId);
        const person = members.find(({ id }) => id === body.UserId);
        if (!person) throw new Refusal(maintenanceErrors.notOfTeam);
        const others = orders.filter(({ assignee_id }) => assignee_id !== person.id);
        for (const order of others) {
          await updateOrder(tenant, write.transaction, order.id, {
            assignee_id: person.id,
            assignee_name: person.name,
          });
          await tellOf(caller, write, order, person.id, {
            zh: `指派给您，计划于 ${order.planned_on}`,
            en: `is assigned to you, planned for ${order.planned_on}`,
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
      step(
        context,
        body.OrderId,
        'move',
        async (order, write) => {
          const { transaction } = write;
          if (body.PlannedDate < (await todayOf(context.caller, transaction)))
            throw new Refusal(maintenanceErrors.inThePast);
          const { from, to } = windowOf(order);
          const isOutside = (from !== null && body.PlannedDate < from) || (to !== null && body.PlannedDate > to);
          if (isOutside && body.Reason == null)
            throw new Refusal(maintenanceErrors.outsideWindow, {
              from: from ?? (await todayOf(context.caller, transaction)),
              to: to!,
            });
          await tellOf(context.caller, write, order, order.assignee_id, {
            zh: `由 ${order.planned_on} 改到 ${body.PlannedDate}`,
            en: `is moved from ${order.planned_on} to ${body.PlannedDate}`,
          });
          return { planned_on: body.PlannedDate, ...(body.Reason != null && { reason: body.Reason }) };
        },
        body.Reason == null ? {} : { reason: body.Reason },
      ),

    async startOrder(context, { body }) {
      let hidesAlarms = false;
      await step(context, body.OrderId, 'start', async (order, { transaction }) => {
        if (!order.is_in_effect) throw new Refusal(maintenanceErrors.notInEffect);
        const { tenant, userId } = context.caller;
        const sheets = await sheetsOf(tenant, transaction, order);
        if (hasSources(sheets)) {
          const asked = await readSources(deps, context.caller, order.project_id, sheets, transaction, context.signal);
          for (const sheet of sheets) {
            sheet.groups = withRows(sheet.groups, asked.points);
            Object.assign(sheet, fillIn(sheet.groups, sheet.answers, [], asked));
          }
        }
        await insertSheets(tenant, transaction, order.id, sheets);
        const name = order.assignee_name ?? (await nameOf(tenant, transaction, userId));
        const workerId = order.assignee_id ?? userId;
        for (const deviceId of body.DeviceIdList ?? (order.device_id === null ? [] : [order.device_id])) {
          const reason = {
            zh: `维保${order.contract_name}：${name}正在现场`,
            en: `Maintenance ${order.contract_name}: ${name} is at work`,
          };
          const work = { order: refOf(order), deviceId, workerId, reason };
          if (!(await beginWorkWindow(tenant, transaction, work, new Date(clock.now()))))
            throw new Refusal(commonErrors.notFound);
          hidesAlarms = true;
        }
        return order.assignee_id === null ? { assignee_id: userId, assignee_name: name } : {};
      });
      if (hidesAlarms) await deps.alarms.lookAtShelves();
      return null;
    },

    mergeOrders: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const orders = await needOrders(context.caller, write.transaction, body.OrderIdList);
        const [first, ...others] = [...orders].sort((a, b) => (a.planned_on < b.planned_on ? -1 : 1));
        for (const order of orders) needPerson(visitViewer(context.caller), order, 'merge');
        if (others.length === 0) throw new Refusal(maintenanceErrors.mergeUnlike, { n: mergeWithinDays });
        for (const order of orders) needStep(order, 'merge');
        const apart = (Date.parse(others.at(-1)!.planned_on) - Date.parse(first!.planned_on)) / 86_400_000;
        const isAlike = orders.every(
          ({ project_id, team_id }) => project_id === first!.project_id && team_id === first!.team_id,
        );
        if (!isAlike || apart > mergeWithinDays)
          throw new Refusal(maintenanceErrors.mergeUnlike, { n: mergeWithinDays });
        await moveMerged(
          tenant,
          write.transaction,
          others.map(({ id }) => id),
          first!.id,
        );
        for (const order of others) {
          await updateOrder(tenant, write.transaction, order.id, { state: 'merged', merged_into: first!.id });
          write.log({
            companyId: tenant.companyId,
            projectId: order.project_id,
            subject: subjectOf(order),
            before: { maintenanceState: order.state },
            after: { maintenanceState: 'merged', mergedOrders: subjectOf(first!).name },
          });
        }
        tellMaintenance(deps, write, tenant.companyId);
        return { OrderId: first!.id };
      }),

    skipOrder: (context, { body }) =>
      step(context, body.OrderId, 'skip', async () => ({ reason: body.Reason }), { reason: body.Reason }),
  };
}
