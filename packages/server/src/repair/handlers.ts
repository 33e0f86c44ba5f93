import {
  type AllCalls,
  commonErrors,
  downloadErrors,
  type FreeReason,
  openRepairStatuses,
  type RepairDetail,
  type repairCalls,
  repairStatuses,
  repairStatusWords,
  reworkWithinDays,
} from '@watchpost/contract';
import { zoneOf } from '../access/index.ts';
import { workWindowsOf } from '../alarms/index.ts';
import { warrantyOfDevice } from '../assets/index.ts';
import { findWarning } from '../faultWarnings/index.ts';
import type { Handlers } from '../handlers.ts';
import { workbookType, writeWorkbook } from '../platform/excel/writeWorkbook.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { readAttachments, readCosts, readJournal } from '../work/index.ts';
import { addOrder } from './addOrder.wire.ts';
import type { RepairContext, RepairDeps } from './deps.ts';
import { codesById } from './faultCodes/faultCode.store.ts';
import { faultCodeHandlers } from './faultCodes/handlers.ts';
import { membersFor, pageMessages, repairersAmong } from './messages.store.ts';
import { alarmsOfOrder, eventsOfDevice, findAlarms } from './orderAlarms.store.ts';
import { countOrders, filterChoices, pageOrders } from './orderList.store.ts';
import { codeIdsOf, presentDetail, presentMessage, presentSchedule } from './present.ts';
import { clockPartsOf, presentOrders } from './presentOrders.ts';
import { watchedPoints } from './recovery.store.ts';
import { refOf } from './refreshClocks.ts';
import { earlierOfCause, familyOf, findOrder, type OrderRow } from './repair.store.ts';
import { columnsFor, everyOrder } from './repairExporter.wire.ts';
import { repairQuestion } from './repairQuestion.wire.ts';
import { createSteps } from './steps.wire.ts';
import { proposeTeams } from './teams/proposeTeams.wire.ts';
import { findTeam, repairersOfTeam } from './teams/team.store.ts';
import { asSeenBy, isOffered, viewerOf } from './viewer.ts';

/** One file holds so many rows at most; what is longer is exported in the background. */
const maxInSheet = 20_000;
/** What happened to the device so long before the trouble belongs to it. */
const beforeTroubleMs = 3_600_000;

export function repairHandlers(deps: RepairDeps): Handlers<typeof repairCalls> {
  const { db, clock, fileUrls } = deps;
  const steps = createSteps(deps);

  async function needOrder(context: Pick<RepairContext, 'caller'>, id: number): Promise<OrderRow> {
    const order = await findOrder(viewerOf(context.caller), db, id);
    if (!order) throw new Refusal(commonErrors.notFound);
    return order;
  }

  async function detail(
    { caller, language }: Pick<RepairContext, 'caller' | 'language'>,
    id: number,
  ): Promise<RepairDetail> {
    const viewer = viewerOf(caller);
    const { tenant } = caller;
    const order = asSeenBy(viewer, await needOrder({ caller }, id));
    const context = { viewer, language, now: clock.now() };
    const isOffer = isOffered(viewer, order);
    const clockParts = (await clockPartsOf(context, db, [order]))(order);
    const photos = await readAttachments(tenant, db, refOf(order));
    return presentDetail(
      order,
      {
        ...clockParts,
        alarms: isOffer ? [] : await alarmsOfOrder(tenant, db, order.id),
        photos: (isOffer ? [] : photos).map(({ file_id, step, at, user_name }) => ({
          url: fileUrls.fileUrl(file_id),
          step,
          at,
          userName: user_name,
        })),
        costs: viewer.costIds.has(order.project_id) ? await readCosts(tenant, db, refOf(order)) : null,
        family: await familyOf(viewer, db, order),
        warning: isOffer || order.warning_id === null ? null : await findWarning(tenant, db, order.warning_id),
        window: isOffer ? null : ((await workWindowsOf(tenant, db, refOf(order), new Date(context.now)))[0] ?? null),
        returned:
          isOffer || order.returned_alarm_id === null
            ? null
            : ((await findAlarms(tenant, db, order.project_id, [order.returned_alarm_id]))[0] ?? null),
        points: isOffer ? [] : await watchedPoints(tenant, db, order.id),
        codes: await codesById(tenant, db, codeIdsOf(order)),
      },
      context,
    );
  }

  /** A step, and how the order stands after it. */
  const stepped =
    <Body extends { readonly Id: number }>(step: (context: RepairContext, body: Body) => Promise<unknown>) =>
    async (context: RepairContext, { body }: { body: Body }): Promise<RepairDetail> => {
      await step(context, body);
      return detail(context, body.Id);
    };

  return {
    ...faultCodeHandlers(deps),
    queryRepairAcitve: (context, { query }) => detail(context, query.id),

    async getRepairSchedule(context, { query }) {
      const { tenant } = context.caller;
      const order = await needOrder(context, query.id);
      if (isOffered(viewerOf(context.caller), order)) return [];
      const journal = await readJournal(tenant, db, refOf(order));
      const alarms = await alarmsOfOrder(tenant, db, order.id);
      const begun = order.submitted_at ?? order.created_at;
      const from = Math.min(begun.getTime(), ...alarms.map(({ raised_at }) => raised_at.getTime())) - beforeTroubleMs;
      const isOpen = openRepairStatuses.some((status) => status === order.status);
      const to = isOpen ? clock.now() : (journal[0]?.at.getTime() ?? clock.now());
      const events = await eventsOfDevice(tenant, db, {
        deviceId: order.device_id,
        orderId: order.id,
        from: new Date(from),
        to: new Date(to),
      });
      return presentSchedule(journal, events, context.language);
    },

    async getNewRepairActivePage({ caller, language }, { query, body }) {
      const viewer = viewerOf(caller);
      const now = clock.now();
      const filter = await repairQuestion(caller, db, body, now);
      const range = { offset: (query.pageIndex - 1) * query.pageSize, limit: query.pageSize };
      const [rows, TotalCount] = await Promise.all([
        pageOrders(viewer, db, filter, range),
        countOrders(viewer, db, filter),
      ]);
      return { Data: await presentOrders({ viewer, language, now }, db, rows), TotalCount };
    },

    async getNewRepairActivePageQueryParameter({ caller, language }, { body }) {
      const found = await filterChoices(viewerOf(caller), db, body.length > 0 ? body : null);
      const pair = ({ id, name }: { id: number; name: string }) => ({ Key: id, Value: name });
      const counts = new Map(found.statuses.map(({ id, count }) => [id, count]));
      return {
        StatusList: repairStatuses.map((status) => ({
          Status: status,
          Name: repairStatusWords[status][language],
          OrderCount: counts.get(status) ?? 0,
        })),
        OverdueCount: found.overdue,
        ApplicantList: found.applicants.map(pair),
        RepairUserList: found.assignees.map(pair),
        MaintenanceUnitList: found.teams.map(pair),
        FaultCodeList: found.codes.map((code) => ({
          Key: code.id,
          Value: `${code.code} ${language === 'zh' ? code.name_zh : code.name_en}`,
          Kind: code.kind,
        })),
        BigTypeList: [...Map.groupBy(found.classes, ({ subsystem_id }) => subsystem_id)].map(([key, classes]) => ({
          Key: key,
          Value: inLanguage(classes[0]!.subsystem_name, classes[0]!.subsystem_name_en, language),
          SmallTypeList: classes.map((each) => ({
            Key: each.class_id,
            Value: inLanguage(each.class_name, each.class_name_en, language),
          })),
        })),
      };
    },

    async getNewRepairActiveMessagePage({ caller, language }, { query }) {
      const range = { offset: (query.pageIndex - 1) * query.pageSize, limit: query.pageSize };
      const { rows, total } = await pageMessages(viewerOf(caller), db, range);
      return { Data: rows.map((row) => presentMessage(row, language)), TotalCount: total };
    },

    async exportNewRepairActivePage({ caller, language }, { body }) {
      const viewer = viewerOf(caller);
      const now = clock.now();
      const filter = await repairQuestion(caller, db, body, now);
      const count = await countOrders(viewer, db, filter);
      if (count > maxInSheet) throw new Refusal(downloadErrors.tooManyRows, { count, max: maxInSheet });
      const timeZone = await zoneOf(caller.tenant, db, filter.projectIds?.length === 1 ? filter.projectIds[0]! : null);
      const title = { zh: '维修工单', en: 'Repair orders' }[language];
      return {
        name: `${title} ${localOfEpoch(now, timeZone).slice(0, 10)}.xlsx`,
        contentType: workbookType,
        content: writeWorkbook({
          title,
          columns: columnsFor(body.FieldList),
          rows: everyOrder(viewer, db, filter, { language, now }),
          language,
          timeZone,
        }),
      };
    },

    async getRepairUserList(context, { query }) {
      const { caller } = context;
      const order = await needOrder(context, query.id);
      const able = await membersFor(caller.tenant, db, order, ['repairWork']);
      const teamId = query.MaintenanceUnitId;
      if (teamId !== undefined && !(await findTeam(caller.tenant, db, teamId)))
        throw new Refusal(commonErrors.notFound);
      const chosen = teamId === undefined ? able : await repairersOfTeam(caller.tenant, db, teamId, order, able);
      const people = await repairersAmong(viewerOf(caller), db, chosen);
      return people.map(({ user_id, name, open_count }) => ({ UserId: user_id, Name: name, OpenCount: open_count }));
    },

    async getDispatchProposal(context, { query }) {
      const order = await needOrder(context, query.id);
      return proposeTeams(context.caller.tenant, db, order, new Date(clock.now()));
    },

    async getSettlementProposal(context, { query }) {
      const { tenant } = context.caller;
      const order = await needOrder(context, query.id);
      const until = order.device_id === null ? null : await warrantyOfDevice(tenant, db, order.device_id);
      const reported = localOfEpoch((order.submitted_at ?? order.created_at).getTime(), order.time_zone).slice(0, 10);
      const earlier = await earlierOfCause(viewerOf(context.caller), db, order, reworkWithinDays);
      const found: readonly (readonly [FreeReason, boolean])[] = [
        ['warranty', until !== null && until >= reported],
        ['rework', order.source === 'rework'],
        ['sameCause', earlier !== null],
        ['contract', order.contract_number !== null],
      ];
      const why = found.find(([, holds]) => holds)?.[0] ?? null;
      return {
        Type: why === null ? 'paid' : 'free',
        Why: why,
        Of: why === 'sameCause' ? earlier : why === 'contract' ? order.contract_number : null,
        WarrantyUntil: why === 'warranty' ? until : null,
      };
    },

    async addRepairActive(context, { body }) {
      return detail(context, await addOrder(deps, context, body));
    },

    async deleteRepairActive(context, { body }) {
      await steps.remove(context, body);
      return null;
    },

    async secondMaintenanceRepairActive(context, { body }) {
      const made = await steps.secondMaintenance(context, body);
      return detail(context, made ?? body.Id);
    },

    submitRepairActive: stepped(steps.submit),
    mergeRepairActive: stepped(steps.merge),
    dispatchRepairActive: stepped(steps.dispatch),
    acceptRepairActive: stepped(steps.accept),
    rejectRepairActive: stepped(steps.reject),
    reassignRepairActive: stepped(steps.reassign),
    revokeRepairActive: stepped(steps.revoke),
    signInRepairActive: stepped(steps.signIn),
    pauseRepairActive: stepped(steps.pause),
    resumeRepairActive: stepped(steps.resume),
    startRemoteRepairActive: stepped(steps.startRemote),
    voidPauseRepairActive: stepped(steps.voidPause),
    remoteRepairActive: stepped(steps.remote),
    finishRepairActive: stepped(steps.finish),
    passRepairActive: stepped(steps.pass),
    failRepairActive: stepped(steps.fail),
    complementRepairActive: stepped(steps.complement),
    assessRepairActive: stepped(steps.assess),
    settleRepairActive: stepped(steps.settle),
  } satisfies Handlers<Pick<AllCalls, keyof typeof repairCalls>>;
}
