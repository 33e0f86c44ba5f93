import {
  type AllCalls,
  type commissioningCalls,
  commissioningErrors,
  commonErrors,
  type DebugOrderDetail,
  dayMs,
  debugChecks,
  debugReopenDays,
  hourMs,
  type ParsedInput,
  testsAnHour,
} from '@watchpost/contract';
import { type Caller, maySee, zoneOf } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import { differing, inOneWrite, type OneWrite } from '../logs/index.ts';
import { sendPlain } from '../notifications/index.ts';
import { clientOf } from '../platform/db/clientOf.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { given } from '../platform/given.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { rowRange } from '../platform/http/rowRange.wire.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import {
  deleteSignatures,
  insertSignature,
  insertWorkMessages,
  type OrderRef,
  readSignatures,
  takeNumber,
} from '../work/index.ts';
import { checklist, type Item, isOpenRequired, openRequired } from './checklist.ts';
import { type CommissioningDeps, tellCommissioning } from './deps.ts';
import { contactsOf } from './facts.store.ts';
import { factsNow } from './factsNow.ts';
import { handoverPaper } from './handoverPaper.wire.ts';
import {
  type DebugOrderFilter,
  type DebugOrderRow,
  type DebugOrderValues,
  deedsOf,
  deleteOrder,
  insertOrder,
  insertTests,
  keepDeed,
  lockOrder,
  lockProject,
  membersByName,
  nameOfMember,
  openNumber,
  pageOrders,
  testsSince,
  updateOrder,
} from './order.store.ts';
import { presentContact, presentHandoverSignature, presentItem, presentOrder } from './present.ts';
import { sealedHandover, sealHandover } from './sealHandover.ts';
import { storeTemplateHandlers } from './storeTemplates/handlers.ts';

type OrderBody = Partial<ParsedInput<AllCalls['addDebugOrder']>['body']>;
type PageBody = ParsedInput<AllCalls['getDebugOrderPage']>['body'];

const storeHasSigned = { zh: '门店已签字', en: 'The store has signed' } as const;

const refOf = ({ id, project_id }: Pick<DebugOrderRow, 'id' | 'project_id'>): OrderRef => ({
  kind: 'commissioning',
  id,
  projectId: project_id,
});

/** What a list's call asks, in our words. */
export const debugQuestion = (body: Omit<PageBody, 'PageIndex' | 'PageSize'>): DebugOrderFilter => ({
  text: body.Text,
  projectIds: body.ProjectIdList,
  status: body.Status,
});

const inMinutes = (hours: number | null | undefined): number | null | undefined =>
  hours == null ? hours : Math.round(hours * 60);

const valuesOf = (body: Omit<OrderBody, 'ProjectId' | 'DebugPersonId'>): Partial<DebugOrderValues> =>
  given({
    install_unit: body.InstallUnit,
    machine_type: body.MachineType,
    planned_from: body.PlannedFrom,
    planned_to: body.PlannedTo,
    region: body.Region,
    address: body.Address,
    estimated_minutes: inMinutes(body.EstimatedHours),
    actual_minutes: inMinutes(body.ActualHours),
    note: body.Note,
  });

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
  const { db, clock, outbox } = deps;

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
  /** Tells the person of an order that it is theirs, unless they took it themselves. */
  async function tellPerson(
    { tenant }: Caller,
    { transaction }: OneWrite,
    { id, number, project_id: projectId }: Pick<DebugOrderRow, 'id' | 'number' | 'project_id'>,
    userId: number | null,
  ): Promise<void> {
    if (userId === null || userId === tenant.userId) return;
    await insertWorkMessages(tenant, transaction, {
      ...{ companyId: tenant.companyId, projectId, userIds: [userId], at: new Date(clock.now()) },
      about: { kind: 'debugOrder', id },
      text: { zh: `调试工单 ${number} 由您负责`, en: `Commissioning order ${number} is yours` },
    });
  }
  const ownName = async ({ tenant, userId }: Caller, transaction: DbOrTransaction): Promise<string> =>
    (await nameOfMember(tenant, transaction, userId)) ?? '–';

  const itemsNow = async (caller: Caller, executor: DbOrTransaction, order: DebugOrderRow): Promise<Item[]> =>
    checklist(
      await factsNow(deps, caller.tenant, executor, order.project_id, order.created_at),
      await deedsOf(caller.tenant, executor, order.id),
    );
  const itemsOf = async (caller: Caller, executor: DbOrTransaction, order: DebugOrderRow): Promise<Item[]> =>
    order.items ?? (await itemsNow(caller, executor, order));

  const detailOf = async (
    { caller, language }: Pick<CallContext<Caller>, 'caller' | 'language'>,
    order: DebugOrderRow,
  ): Promise<DebugOrderDetail> => {
    const items = await itemsOf(caller, db, order);
    return {
      ...presentOrder(order, language),
      ItemList: items.map((item) => presentItem(item, language)),
      OpenRequired: openRequired(items),
      ContactList: (await contactsOf(caller.tenant, db, order)).map((contact) => presentContact(contact, language)),
      SignatureList: (await readSignatures(caller.tenant, db, refOf(order))).map(presentHandoverSignature),
    };
  };

  return {
    ...storeTemplateHandlers(deps),

    async getDebugOrderPage({ caller, language }, { body }) {
      const { rows, total } = await pageOrders(
        caller.tenant,
        db,
        debugQuestion(body),
        { by: body.SortType, ascending: body.IsAsc },
        rowRange(body),
      );
      return { Data: rows.map((row) => presentOrder(row, language)), TotalCount: total };
    },

    async getDebugOrder({ caller, language }, { query }) {
      return detailOf({ caller, language }, await needOrder(caller, db, query.orderId));
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
        await tellPerson(caller, write, { id, number, project_id: body.ProjectId }, body.DebugPersonId);
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
        if (changed.person_id !== undefined) await tellPerson(caller, write, before, changed.person_id);
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
          launched_at: null,
          launched_by: null,
          launch_reason: '',
        });
        // What was signed is open again.
        await deleteSignatures(caller.tenant, write.transaction, refOf(order));
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

    launchDebugOrder: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { transaction } = write;
        const order = await needOrder(caller, transaction, body.OrderId);
        if (order.status !== 'done') throw new Refusal(commissioningErrors.isNotDone);
        if (order.launched_at !== null) throw new Refusal(commissioningErrors.launched);
        // What held when the order was finished may have failed since: the live checklist decides.
        const open = [
          ...(await itemsNow(caller, transaction, order)).filter(isOpenRequired).map(({ check }) => debugChecks[check]),
          ...((await readSignatures(caller.tenant, transaction, refOf(order))).some(({ role }) => role === 'store')
            ? []
            : [storeHasSigned]),
        ];
        if (open.length > 0 && !body.Reason)
          throw new Refusal(commissioningErrors.launchOpen, {
            open: { zh: open.map(({ zh }) => zh).join('、'), en: open.map(({ en }) => en).join(', ') },
          });
        const at = new Date(clock.now());
        const reason = open.length > 0 ? (body.Reason ?? '') : '';
        await updateOrder(caller.tenant, transaction, order.id, {
          launched_at: at,
          launched_by: await ownName(caller, transaction),
          launch_reason: reason,
        });
        write.log({
          companyId: caller.tenant.companyId,
          projectId: order.project_id,
          subject: subjectOf(order),
          after: { launchedAt: at.toISOString(), ...(reason && { reason }) },
        });
        tellCommissioning(deps, write, caller.tenant.companyId);
        return null;
      }),

    sendTestAlarm: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { transaction } = write;
        const order = await needDoing(caller, write, body.OrderId);
        const wanted = [...new Map(body.ContactList.map((each) => [`${each.UserId} ${each.Channel}`, each])).values()];
        const contacts = await contactsOf(caller.tenant, transaction, order);
        const chosen = wanted.map(({ UserId, Channel }) =>
          contacts.find((contact) => contact.user_id === UserId && contact.channel === Channel),
        );
        if (chosen.includes(undefined)) throw new Refusal(commissioningErrors.notAContact);
        const now = clock.now();
        const before = await testsSince(caller.tenant, transaction, order.id, new Date(now - hourMs));
        if (before + chosen.length > testsAnHour)
          throw new Refusal(commissioningErrors.tooManyTests, { n: testsAnHour });
        const timeZone = await zoneOf(caller.tenant, transaction, order.project_id);
        const outcomes = await sendPlain(
          clientOf(transaction),
          chosen.map((contact) => ({
            userId: contact!.user_id,
            channel: contact!.channel,
            about: 'test',
            subject: { zh: '【测试】报警通知测试', en: '[TEST] Test of alarm messages' },
            lines: [
              {
                zh: `${order.project_name}，调试工单 ${order.number}。这是测试，无需处理；收到即表示通知正常`,
                en: `${inLanguage(order.project_name, order.project_name_en, 'en')}, commissioning order ${order.number}. This is a test: nothing to do. Having it shows that you are reached`,
              },
            ],
            timeZone,
          })),
          now,
          outbox.available,
        );
        const tests = outcomes.map((outcome, i) => ({
          ...{ userId: chosen[i]!.user_id, userName: chosen[i]!.user_name, channel: chosen[i]!.channel },
          messageId: 'messageId' in outcome ? outcome.messageId : null,
          reason: 'reason' in outcome ? outcome.reason : 'wait' in outcome ? ('quietHours' as const) : null,
        }));
        await insertTests(caller.tenant, transaction, order.id, tests, {
          at: new Date(now),
          sentBy: await ownName(caller, transaction),
        });
        const sent = tests.filter(({ messageId }) => messageId !== null).length;
        write.log({
          companyId: caller.tenant.companyId,
          projectId: order.project_id,
          subject: subjectOf(order),
          after: { testMessages: sent },
        });
        tellCommissioning(deps, write, caller.tenant.companyId);
        write.afterCommit(() => outbox.wake());
        return { Sent: sent, NotSent: tests.length - sent };
      }),

    signDebugOrder: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { transaction } = write;
        const order = await needOrder(caller, transaction, body.OrderId);
        if (order.items === null) throw new Refusal(commissioningErrors.isNotDone);
        const at = new Date(clock.now());
        const signed = { role: body.Role, name: body.Name, path: body.Path };
        const isNew = await insertSignature(caller.tenant, transaction, refOf(order), {
          ...{ ...signed, user_name: await ownName(caller, transaction), at },
          ...(await sealHandover(deps, caller.tenant, transaction, { ...order, ref: refOf(order) }, signed, at)),
        });
        if (!isNew) throw new Refusal(commissioningErrors.signedByRole);
        write.log({
          companyId: caller.tenant.companyId,
          projectId: order.project_id,
          subject: subjectOf(order),
          after: { handoverRole: body.Role, signatory: body.Name },
        });
        tellCommissioning(deps, write, caller.tenant.companyId);
        return null;
      }),

    async downloadDebugHandover({ caller, language }, { query }) {
      const order = await needOrder(caller, db, query.orderId);
      const detail = await detailOf({ caller, language }, order);
      const timeZone = await zoneOf(caller.tenant, db, order.project_id);
      const content = await handoverPaper(detail, { language, timeZone, madeAt: clock.now() });
      const name = `${{ zh: '调试交接单', en: 'Handover' }[language]} ${order.number} ${detail.ProjectName}`;
      if (query.kind === 'pdf') return { content, contentType: 'application/pdf', name: `${name}.pdf` };
      const signatures = await readSignatures(caller.tenant, db, refOf(order));
      return {
        content: await sealedHandover(deps, order, signatures, content),
        contentType: 'application/zip',
        name: `${name}.zip`,
      };
    },
  };
}
