import {
  type AllCalls,
  type Bilingual,
  commonErrors,
  type MaintenanceAction,
  type MaintenanceOrderDetail,
  maintenanceCalls,
  maintenanceErrors,
  maintenanceStates,
  maintenanceSteps,
  mergeWithinDays,
  type ParsedInput,
} from '@watchpost/contract';
import { type Caller, grantsOfUser, maySee, system, tenantOf, zoneOf } from '../../access/index.ts';
import { beginWorkWindow, endWorkWindow, workWindowsOf } from '../../alarms/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import { holdersInCompany } from '../../people/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import {
  deleteAttachment,
  insertSignature,
  insertWorkMessages,
  keepPhotos,
  type OrderRef,
  readAttachments,
  readSignatures,
} from '../../work/index.ts';
import { type MaintenanceDeps, tellMaintenance } from '../deps.ts';
import { curvesOfDay } from '../papers/curvesOfDay.wire.ts';
import { photosOf } from '../papers/photosOf.ts';
import { visitPaper } from '../papers/visitPaper.wire.ts';
import { nameOf } from '../people.store.ts';
import {
  isOverdue,
  presentMaintenanceOrder,
  presentPhoto,
  presentSheet,
  presentSignature,
  windowOf,
} from '../present.ts';
import { fillIn, withRows } from '../values/fillIn.wire.ts';
import type { Reading } from '../values/reading.ts';
import { hasSources, readSources } from '../values/readSources.wire.ts';
import { countItems, hashOfSheets, photosMissing } from './judgeSheets.wire.ts';
import {
  calendarOf,
  findOrders,
  insertSheets,
  lockOrders,
  moveMerged,
  type OrderFilter,
  type OrderRow,
  pageOrders,
  setAnswers,
  setReadings,
  sheetsOf,
  teamMembers,
  updateOrder,
} from './order.store.ts';
import { needPerson, visitActions, visitViewer } from './visitViewer.ts';

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

/** Pictures that a visit holds at most: a report is a document, no album. */
const maxPhotos = 60;

const refOf = ({ id, project_id }: Pick<OrderRow, 'id' | 'project_id'>) =>
  ({
    kind: 'maintenance',
    id,
    projectId: project_id,
  }) as const satisfies OrderRef;

const placeOf = ({ Group, Item }: { Group: number; Item: number }): string => `${Group} ${Item}`;

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

/** Refuses an action that the state of an order does not allow, saying the state as it is now. */
export function needStep({ state }: Pick<OrderRow, 'state'>, action: MaintenanceAction): void {
  if (maintenanceSteps[action].from.includes(state)) return;
  if (action === 'confirm' && state === 'confirmed') throw new Refusal(maintenanceErrors.confirmedAlready);
  throw new Refusal(maintenanceErrors.wrongState, { state: maintenanceStates[state] });
}

export function orderHandlers(deps: MaintenanceDeps): Handlers<Calls> {
  const { db, clock, fileUrls } = deps;
  const todayOf = async ({ tenant }: Caller, executor: DbOrTransaction): Promise<string> =>
    localOfEpoch(clock.now(), await zoneOf(tenant, executor)).slice(0, 10);
  const subjectOf = ({ id, contract_name, planned_on }: OrderRow) => ({
    kind: 'maintenanceOrder' as const,
    id,
    name: `${contract_name} ${planned_on}`,
  });

  async function needOrders(
    caller: Caller,
    executor: DbOrTransaction,
    ids: readonly number[],
    read = lockOrders,
  ): Promise<OrderRow[]> {
    const wanted = [...new Set(ids)];
    const orders = await read(visitViewer(caller), executor, wanted);
    if (orders.length < wanted.length) throw new Refusal(commonErrors.notFound);
    return orders;
  }

  /** An order on which the caller takes this step, locked. @throws Refusal `notFound`, `notYourVisit`, or what its state says */
  async function needFor(
    caller: Caller,
    { transaction }: OneWrite,
    orderId: number,
    action: MaintenanceAction,
  ): Promise<OrderRow> {
    const [order] = await needOrders(caller, transaction, [orderId]);
    needPerson(visitViewer(caller), order!, action);
    needStep(order!, action);
    return order!;
  }

  /** Tells a person of a visit, unless it was their own doing. */
  async function tellOf(
    { tenant }: Caller,
    { transaction }: OneWrite,
    order: OrderRow,
    userId: number | null,
    text: Bilingual,
  ): Promise<void> {
    if (userId === null || userId === tenant.userId) return;
    const { contract_name: contract, project_name: project, project_name_en } = order;
    await insertWorkMessages(tenant, transaction, {
      ...{ companyId: tenant.companyId, projectId: order.project_id, userIds: [userId], at: new Date(clock.now()) },
      about: { kind: 'visit', id: order.id },
      text: {
        zh: `维保“${contract}”（${project}）${text.zh}`,
        en: `Visit “${contract}” (${project_name_en ?? project}) ${text.en}`,
      },
    });
  }

  /** Whether somebody other than the caller may confirm visits of a project. */
  async function othersConfirm({ tenant }: Caller, executor: DbOrTransaction, projectId: number): Promise<boolean> {
    const { companyId } = tenant;
    for (const userId of await holdersInCompany(system, executor, companyId, maintenanceCalls.confirmOrder.access)) {
      if (userId === tenant.userId) continue;
      const grants = await grantsOfUser(system, executor, userId, companyId);
      if (grants !== null && maySee(tenantOf(userId, grants, null), projectId, null)) return true;
    }
    return false;
  }

  /** What the caller may do with each of these orders. */
  async function actionsOf(caller: Caller, orders: readonly OrderRow[]): Promise<Map<number, MaintenanceAction[]>> {
    const viewer = visitViewer(caller);
    const others = new Map<number, boolean>();
    const found = new Map<number, MaintenanceAction[]>();
    for (const order of orders) {
      let actions = visitActions(viewer, order);
      if (order.finished_by === caller.userId && actions.includes('confirm')) {
        const { project_id: projectId } = order;
        if (!others.has(projectId)) others.set(projectId, await othersConfirm(caller, db, projectId));
        if (others.get(projectId)) actions = actions.filter((action) => action !== 'confirm');
      }
      found.set(order.id, actions);
    }
    return found;
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
      const order = await needFor(context.caller, write, orderId, action);
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

  const detailOf = async (
    { caller, language }: Pick<CallContext<Caller>, 'caller' | 'language'>,
    order: OrderRow,
  ): Promise<MaintenanceOrderDetail> => {
    const { tenant } = caller;
    const sheets = await sheetsOf(tenant, db, order);
    const hash = hashOfSheets(sheets);
    return {
      ...presentMaintenanceOrder(
        order,
        await todayOf(caller, db),
        (await actionsOf(caller, [order])).get(order.id)!,
        language,
      ),
      Reason: order.reason,
      ConfirmReason: order.confirm_reason,
      SheetList: sheets.map((sheet) => presentSheet(sheet, language)),
      PhotoList: (await readAttachments(tenant, db, refOf(order))).map((photo) =>
        presentPhoto(photo, fileUrls.fileUrl(photo.file_id)),
      ),
      SignatureList: (await readSignatures(tenant, db, refOf(order))).map((signature) =>
        presentSignature(signature, hash),
      ),
      ConfirmName: order.confirmed_by,
      MaintenanceList: (await workWindowsOf(tenant, db, refOf(order), new Date(clock.now()))).map((window) => ({
        DeviceName: inLanguage(window.device_name ?? '', window.device_name_en, language),
        FromEPOCH: window.from_at.getTime(),
        UntilEPOCH: window.until_at.getTime(),
        EndEPOCH: window.ended_at?.getTime() ?? null,
      })),
    };
  };

  return {
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

    saveAnswers: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const order = await needFor(context.caller, write, body.OrderId, 'fill');
        const sheet = (await sheetsOf(tenant, write.transaction, order)).find(
          ({ template_id }) => template_id === body.TemplateId,
        );
        if (!sheet) throw new Refusal(commonErrors.notFound);
        // Two people may fill in one visit: what the other one answered meanwhile stays.
        const answers = new Map(sheet.answers.map((answer) => [placeOf(answer), answer]));
        for (const answer of body.AnswerList) {
          const item = sheet.groups[answer.Group]?.ItemList[answer.Item];
          if (item?.Content === 'numerical' && !Number.isFinite(Number(answer.Text)))
            throw new Refusal(maintenanceErrors.answerIsNoNumber, { item: item.Name });
          answers.set(placeOf(answer), answer);
        }
        await setAnswers(tenant, write.transaction, order.id, body.TemplateId, [...answers.values()]);
        write.log({
          companyId: tenant.companyId,
          projectId: order.project_id,
          subject: subjectOf(order),
          after: { answersGiven: body.AnswerList.length },
        });
        tellMaintenance(deps, write, tenant.companyId);
        return null;
      }),

    fillOrder: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { transaction } = write;
        const order = await needFor(caller, write, body.OrderId, 'fill');
        const sheets = await sheetsOf(caller.tenant, transaction, order);
        const asked = await readSources(deps, caller, order.project_id, sheets, transaction, context.signal);
        const all: Reading[] = [];
        for (const sheet of sheets) {
          const read = fillIn(sheet.groups, sheet.answers, sheet.readings, asked);
          all.push(...read.readings);
          await setReadings(caller.tenant, transaction, order.id, { ...read, template_id: sheet.template_id });
        }
        const filled = all.filter(({ reason }) => reason === null).length;
        write.log({
          companyId: caller.tenant.companyId,
          projectId: order.project_id,
          subject: subjectOf(order),
          after: { valuesRead: filled },
        });
        tellMaintenance(deps, write, caller.tenant.companyId);
        return { Filled: filled, NotFilled: all.length - filled };
      }),

    addOrderPhotos: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant, userId } = caller;
        const { transaction } = write;
        const order = await needFor(caller, write, body.OrderId, 'fill');
        const { TemplateId, Group, Item } = body;
        if (TemplateId !== undefined) {
          const sheet = (await sheetsOf(tenant, transaction, order)).find(
            ({ template_id }) => template_id === TemplateId,
          );
          if (!sheet?.groups[Group!]?.ItemList[Item!]) throw new Refusal(commonErrors.notFound);
        }
        const present = await readAttachments(tenant, transaction, refOf(order));
        if (present.length + body.UrlList.length > maxPhotos) throw new Refusal(maintenanceErrors.tooManyPhotos);
        const place = TemplateId === undefined ? {} : { Place: `${TemplateId} ${Group} ${Item}` };
        await keepPhotos(
          tenant,
          transaction,
          refOf(order),
          body.UrlList.map((Url) => ({ Url, Step: 'during', ...place })),
          { at: new Date(clock.now()), userName: await nameOf(tenant, transaction, userId) },
        );
        write.log({
          companyId: tenant.companyId,
          projectId: order.project_id,
          subject: subjectOf(order),
          before: { photos: present.length },
          after: { photos: present.length + body.UrlList.length },
        });
        tellMaintenance(deps, write, tenant.companyId);
        return null;
      }),

    removeOrderPhoto: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const { transaction } = write;
        const order = await needFor(context.caller, write, body.OrderId, 'fill');
        const present = await readAttachments(tenant, transaction, refOf(order));
        if (!(await deleteAttachment(tenant, transaction, refOf(order), body.PhotoId)))
          throw new Refusal(commonErrors.notFound);
        write.log({
          companyId: tenant.companyId,
          projectId: order.project_id,
          subject: subjectOf(order),
          before: { photos: present.length },
          after: { photos: present.length - 1 },
        });
        tellMaintenance(deps, write, tenant.companyId);
        return null;
      }),

    signOrder: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant, userId } = context.caller;
        const { transaction } = write;
        // What is signed no longer changes.
        const order = await needFor(context.caller, write, body.OrderId, 'sign');
        const isNew = await insertSignature(tenant, transaction, refOf(order), {
          role: body.Role,
          name: body.Name,
          path: body.Path,
          sha256: hashOfSheets(await sheetsOf(tenant, transaction, order)),
          user_name: await nameOf(tenant, transaction, userId),
          at: new Date(clock.now()),
        });
        if (!isNew) throw new Refusal(maintenanceErrors.signedByRole);
        write.log({
          companyId: tenant.companyId,
          projectId: order.project_id,
          subject: subjectOf(order),
          after: { signingRole: body.Role, signatory: body.Name },
        });
        tellMaintenance(deps, write, tenant.companyId);
        return null;
      }),

    async finishOrder(context, { body }) {
      let wasHidden = false;
      await step(context, body.OrderId, 'finish', async (order, { transaction }) => {
        const sheets = await sheetsOf(context.caller.tenant, transaction, order);
        const { open, bad } = countItems(sheets);
        if (open > 0) throw new Refusal(maintenanceErrors.itemsOpen, { n: open });
        const photos = await readAttachments(context.caller.tenant, transaction, refOf(order));
        const missing = photosMissing(sheets, new Set(photos.flatMap(({ place }) => place ?? [])));
        if (missing > 0) throw new Refusal(maintenanceErrors.photosOpen, { n: missing });
        const at = new Date(clock.now());
        wasHidden = await endWorkWindow(context.caller.tenant, transaction, refOf(order), at);
        return { done_at: at, finished_by: context.caller.userId, bad_count: bad };
      });
      if (wasHidden) await deps.alarms.lookAtShelves();
      return null;
    },

    confirmOrder: (context, { body }) =>
      step(
        context,
        body.OrderId,
        'confirm',
        async (order, { transaction }) => {
          const { caller } = context;
          const { tenant, userId } = caller;
          if (order.finished_by === userId && (await othersConfirm(caller, transaction, order.project_id)))
            throw new Refusal(maintenanceErrors.finishedByYou);
          const isSigned = (await readSignatures(tenant, transaction, refOf(order))).some(
            ({ role }) => role === 'store',
          );
          if (!isSigned && body.Reason == null) throw new Refusal(maintenanceErrors.storeNotSigned);
          return {
            confirmed_by: await nameOf(tenant, transaction, userId),
            ...(body.Reason != null && { confirm_reason: body.Reason }),
          };
        },
        body.Reason == null ? {} : { reason: body.Reason },
      ),

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
