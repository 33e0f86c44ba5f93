import {
  type AllCalls,
  type commissioningCalls,
  commissioningErrors,
  commonErrors,
  debugCheckStates,
  debugChecks,
  debugReopenDays,
  type ParsedInput,
  qualityOf,
  readingDataOf,
} from '@watchpost/contract';
import { type Caller, maySee, zoneOf } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../logs/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { workbookType, writeWorkbook } from '../platform/excel/writeWorkbook.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { takeNumber } from '../work/index.ts';
import { checklist, type Facts, type Item, openRequired } from './checklist.ts';
import { type CommissioningDeps, tellCommissioning } from './deps.ts';
import { factsOfProject, type NamedCheck } from './facts.store.ts';
import {
  type DebugOrderFilter,
  type DebugOrderRow,
  type DebugOrderValues,
  deedsOf,
  deleteOrder,
  insertOrder,
  keepDeed,
  lockOrder,
  lockProject,
  membersByName,
  nameOfMember,
  openNumber,
  pageOrders,
  updateOrder,
} from './order.store.ts';
import { presentItem, presentOrder } from './present.ts';

type OrderBody = Partial<ParsedInput<AllCalls['addDebugOrder']>['body']>;
type PageBody = ParsedInput<AllCalls['getDebugOrderPage']>['body'];

const dayMs = 86_400_000;

/** What a list's call asks, in our words. */
export const debugQuestion = (body: Omit<PageBody, 'PageIndex' | 'PageSize'>): DebugOrderFilter => ({
  text: body.Text,
  projectIds: body.ProjectIdList,
  status: body.Status,
});

const inMinutes = (hours: number | null | undefined): number | null | undefined =>
  hours == null ? hours : Math.round(hours * 60);

const valuesOf = (body: Omit<OrderBody, 'ProjectId' | 'DebugPersonId'>): Partial<DebugOrderValues> =>
  Object.fromEntries(
    Object.entries({
      install_unit: body.InstallUnit,
      machine_type: body.MachineType,
      planned_from: body.PlannedFrom,
      planned_to: body.PlannedTo,
      region: body.Region,
      address: body.Address,
      estimated_minutes: inMinutes(body.EstimatedHours),
      actual_minutes: inMinutes(body.ActualHours),
      note: body.Note,
    }).filter(([, value]) => value !== undefined),
  );

const none = { planned_from: null, planned_to: null, estimated_minutes: null, actual_minutes: null };

const logNames = {
  install_unit: 'installUnit',
  machine_type: 'machineType',
  person_name: 'debugPerson',
  planned_from: 'plannedFrom',
  planned_to: 'plannedTo',
  region: 'debugRegion',
  address: 'debugAddress',
  estimated_minutes: 'estimatedHours',
  actual_minutes: 'actualHours',
  note: 'note',
} as const;
const inLog = (values: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const name = logNames[key as keyof typeof logNames];
      if (name === undefined) return [];
      return [[name, key.endsWith('_minutes') && value !== null ? (value as number) / 60 : value]];
    }),
  );

const subjectOf = ({ id, number }: Pick<DebugOrderRow, 'id' | 'number'>) => ({
  kind: 'debugOrder' as const,
  id,
  name: number,
});

const needInOrder = ({ planned_from, planned_to }: Pick<DebugOrderValues, 'planned_from' | 'planned_to'>): void => {
  if (planned_from !== null && planned_to !== null && planned_to < planned_from)
    throw new Refusal(commissioningErrors.endsBeforeStart);
};

export function commissioningHandlers(deps: CommissioningDeps): Handlers<typeof commissioningCalls> {
  const { db, clock, live, points } = deps;

  async function needOrder({ tenant }: Caller, executor: DbOrTransaction, id: number): Promise<DebugOrderRow> {
    const order = await lockOrder(tenant, executor, id);
    if (!order) throw new Refusal(commonErrors.notFound);
    return order;
  }
  async function needDoing(caller: Caller, { transaction }: OneWrite, id: number): Promise<DebugOrderRow> {
    const order = await needOrder(caller, transaction, id);
    if (order.status === 'done') throw new Refusal(commissioningErrors.isDone);
    return order;
  }
  async function personOf({ tenant }: Caller, transaction: DbOrTransaction, userId: number) {
    const name = await nameOfMember(tenant, transaction, userId);
    if (name === null) throw new Refusal(commissioningErrors.personElsewhere);
    return { person_id: userId, person_name: name };
  }
  const ownName = async ({ tenant, userId }: Caller, transaction: DbOrTransaction): Promise<string> =>
    (await nameOfMember(tenant, transaction, userId)) ?? '–';

  async function itemsNow(caller: Caller, executor: DbOrTransaction, order: DebugOrderRow): Promise<Item[]> {
    const {
      is_located,
      points: names,
      ...stored
    } = await factsOfProject(caller.tenant, executor, order.project_id, order.created_at);
    const now = clock.now();
    const nameOf = new Map(names.map(({ id, name }) => [id, name]));
    const heard: NamedCheck[] = [];
    const sound: NamedCheck[] = [];
    for (const { id, sampling_interval_seconds } of points.ofProject(order.project_id)) {
      const name = nameOf.get(id) ?? String(id);
      const reading = live.get(id);
      const state = readingDataOf(
        reading && { ...reading, quality: qualityOf(reading.quality) },
        sampling_interval_seconds * 1000,
        now,
      );
      heard.push({ id, name, good: state !== 'silent' });
      if (state !== 'silent') sound.push({ id, name, good: state !== 'bad' });
    }
    const facts: Facts = { ...stored, isLocated: is_located, heard, sound };
    return checklist(facts, await deedsOf(caller.tenant, executor, order.id));
  }
  const itemsOf = async (caller: Caller, executor: DbOrTransaction, order: DebugOrderRow): Promise<Item[]> =>
    order.items ?? (await itemsNow(caller, executor, order));

  return {
    async getDebugOrderPage({ caller, language }, { body }) {
      const { rows, total } = await pageOrders(
        caller.tenant,
        db,
        debugQuestion(body),
        { by: body.SortType, ascending: body.IsAsc },
        { offset: (body.PageIndex - 1) * body.PageSize, limit: body.PageSize },
      );
      return { Data: rows.map((row) => presentOrder(row, language)), TotalCount: total };
    },

    async getDebugOrder({ caller, language }, { query }) {
      const order = await needOrder(caller, db, query.orderId);
      const items = await itemsOf(caller, db, order);
      return {
        ...presentOrder(order, language),
        ItemList: items.map(presentItem),
        OpenRequired: openRequired(items),
      };
    },

    getDebugPeople: async ({ caller }) =>
      (await membersByName(caller.tenant, db)).map(({ id, name }) => ({ UserId: id, UserName: name })),

    addDebugOrder: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const { transaction } = write;
        if (!maySee(tenant, body.ProjectId, null)) throw new Refusal(commonErrors.notFound);
        const values = {
          ...none,
          ...valuesOf(body),
          ...(await personOf(caller, transaction, body.DebugPersonId)),
        } as DebugOrderValues;
        needInOrder(values);
        await lockProject(tenant, transaction, body.ProjectId);
        const open = await openNumber(tenant, transaction, body.ProjectId);
        if (open !== null) throw new Refusal(commissioningErrors.openOnProject, { number: open });
        const at = new Date(clock.now());
        const day = localOfEpoch(at.getTime(), await zoneOf(tenant, transaction)).slice(0, 10);
        const number = await takeNumber(tenant, transaction, { companyId: tenant.companyId, kind: 'C', day });
        const id = await insertOrder(tenant, transaction, body.ProjectId, { ...values, number }, at);
        write.log({
          companyId: tenant.companyId,
          projectId: body.ProjectId,
          subject: subjectOf({ id, number }),
          after: inLog(values),
        });
        tellCommissioning(deps, write, tenant.companyId);
        return { OrderId: id, OrderNumber: number };
      }),

    editDebugOrder: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const before = await needDoing(caller, write, body.OrderId);
        const person =
          body.DebugPersonId === undefined || body.DebugPersonId === before.person_id
            ? {}
            : await personOf(caller, write.transaction, body.DebugPersonId);
        const changed = differing<DebugOrderValues>(before, { ...valuesOf(body as OrderBody), ...person });
        if (Object.keys(changed).length === 0) {
          write.unchanged();
          return null;
        }
        needInOrder({ ...before, ...changed });
        await updateOrder(tenant, write.transaction, before.id, changed);
        const were = Object.fromEntries(
          Object.keys(changed).map((key) => [key, before[key as keyof DebugOrderValues]]),
        );
        write.log({
          companyId: tenant.companyId,
          projectId: before.project_id,
          subject: subjectOf(before),
          before: inLog(were),
          after: inLog(changed),
        });
        tellCommissioning(deps, write, tenant.companyId);
        return null;
      }),

    deleteDebugOrder: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const order = await needDoing(caller, write, body.OrderId);
        await deleteOrder(caller.tenant, write.transaction, order.id);
        write.log({
          companyId: caller.tenant.companyId,
          projectId: order.project_id,
          subject: subjectOf(order),
          before: inLog({ install_unit: order.install_unit, person_name: order.person_name }),
        });
        tellCommissioning(deps, write, caller.tenant.companyId);
        return null;
      }),

    tickDebugItem: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const order = await needDoing(caller, write, body.OrderId);
        if (debugChecks[body.Check].by === 'system') throw new Refusal(commissioningErrors.bySystem);
        await keepDeed(caller.tenant, write.transaction, order.id, {
          name: body.Check,
          ticked_by: body.Ticked ? await ownName(caller, write.transaction) : null,
          ticked_at: body.Ticked ? new Date(clock.now()) : null,
          note: body.Note,
        });
        write.log({
          companyId: caller.tenant.companyId,
          projectId: order.project_id,
          subject: subjectOf(order),
          after: { debugCheck: body.Check, isTicked: body.Ticked, note: body.Note },
        });
        tellCommissioning(deps, write, caller.tenant.companyId);
        return null;
      }),

    waiveDebugItem: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const order = await needDoing(caller, write, body.OrderId);
        await keepDeed(caller.tenant, write.transaction, order.id, {
          name: body.Check,
          waived_by: await ownName(caller, write.transaction),
          waive_reason: body.Reason,
        });
        write.log({
          companyId: caller.tenant.companyId,
          projectId: order.project_id,
          subject: subjectOf(order),
          after: { debugCheck: body.Check, isWaived: true, reason: body.Reason },
        });
        tellCommissioning(deps, write, caller.tenant.companyId);
        return null;
      }),

    finishDebugOrder: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const order = await needDoing(caller, write, body.OrderId);
        const items = await itemsNow(caller, write.transaction, order);
        const open = openRequired(items);
        if (open > 0) throw new Refusal(commissioningErrors.requiredOpen, { n: open });
        const hours = inMinutes(body.ActualHours);
        await updateOrder(caller.tenant, write.transaction, order.id, {
          status: 'done',
          items,
          finished_at: new Date(clock.now()),
          ...(hours != null && { actual_minutes: hours }),
        });
        write.log({
          companyId: caller.tenant.companyId,
          projectId: order.project_id,
          subject: subjectOf(order),
          before: { debugStatus: 'doing' },
          after: { debugStatus: 'done' },
        });
        tellCommissioning(deps, write, caller.tenant.companyId);
        return null;
      }),

    reopenDebugOrder: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const order = await needOrder(caller, write.transaction, body.OrderId);
        if (order.finished_at === null) throw new Refusal(commissioningErrors.isNotDone);
        if (clock.now() - order.finished_at.getTime() > debugReopenDays * dayMs)
          throw new Refusal(commissioningErrors.tooLateToReopen);
        await lockProject(caller.tenant, write.transaction, order.project_id);
        const open = await openNumber(caller.tenant, write.transaction, order.project_id);
        if (open !== null) throw new Refusal(commissioningErrors.openOnProject, { number: open });
        await updateOrder(caller.tenant, write.transaction, order.id, {
          status: 'doing',
          items: null,
          finished_at: null,
        });
        write.log({
          companyId: caller.tenant.companyId,
          projectId: order.project_id,
          subject: subjectOf(order),
          before: { debugStatus: 'done' },
          after: { debugStatus: 'doing', reason: body.Reason },
        });
        tellCommissioning(deps, write, caller.tenant.companyId);
        return null;
      }),

    async downloadDebugHandover({ caller, language }, { query }) {
      const order = await needOrder(caller, db, query.orderId);
      const items = await itemsOf(caller, db, order);
      const zone = await zoneOf(caller.tenant, db);
      const title = `${{ zh: '调试交接单', en: 'Handover' }[language]} ${order.number} ${inLanguage(order.project_name, order.project_name_en, language)}`;
      const content = writeWorkbook<Item>({
        title,
        columns: [
          {
            header: { zh: '检查项', en: 'Item' },
            type: 'text',
            width: 44,
            value: ({ check }, inWords) => debugChecks[check][inWords],
          },
          {
            header: { zh: '必检', en: 'Required' },
            type: 'text',
            width: 10,
            value: ({ check }, inWords) =>
              (debugChecks[check].required ? { zh: '是', en: 'Yes' } : { zh: '否', en: 'No' })[inWords],
          },
          {
            header: { zh: '结果', en: 'Result' },
            type: 'text',
            width: 16,
            value: ({ state }, inWords) => debugCheckStates[state][inWords],
          },
          { header: { zh: '正常', en: 'Good' }, type: 'number', value: ({ good }) => good },
          { header: { zh: '总数', en: 'Of' }, type: 'number', value: ({ total }) => total },
          {
            header: { zh: '未通过', en: 'Not good' },
            type: 'text',
            width: 40,
            value: ({ faulty }) => faulty.join(', ') || null,
          },
          {
            header: { zh: '确认人', en: 'By' },
            type: 'text',
            width: 16,
            value: ({ tickName, waiveName }) => waiveName ?? tickName,
          },
          { header: { zh: '时间', en: 'At' }, type: 'date', value: ({ tickedAt }) => tickedAt },
          {
            header: { zh: '说明', en: 'Note' },
            type: 'text',
            width: 40,
            value: ({ note, waiveReason }) => waiveReason || note || null,
          },
        ],
        rows: items,
        language,
        timeZone: zone,
      });
      return { content, contentType: workbookType, name: `${title}.xlsx` };
    },
  };
}
