import {
  type AllCalls,
  commonErrors,
  type customerCalls,
  customerErrors,
  type ParsedInput,
  type PermissionName,
  type RenewalBand,
  repairReaders,
  usualReminder,
} from '@watchpost/contract';
import { type Caller, mayInProject, maySee } from '../access/index.ts';
import { keptDocumentsOf, presentKeptDocument } from '../files/index.ts';
import type { Handlers } from '../handlers.ts';
import { differing, inOneWrite } from '../logs/index.ts';
import { alarmViewers } from '../notifications/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { given } from '../platform/given.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { rowRange } from '../platform/http/rowRange.wire.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { listAfter } from '../platform/listAfter.ts';
import { inFen, inYuan } from '../platform/yuan.ts';
import { courseHandlers, type NeedToFit, undoableSince } from './course/handlers.ts';
import {
  type CustomerFilter,
  type CustomerRow,
  type CustomerValues,
  deleteCustomers,
  eventsOf,
  findCustomers,
  insertCustomer,
  insertEvent,
  isContractTaken,
  lockCustomers,
  lockNumbers,
  pageCustomers,
  renewalBands,
  setProjects,
  takenProjects,
  undoableRenewal,
  updateCustomer,
  workOf,
} from './customer.store.ts';
import { type CustomerDeps, tellCustomers } from './deps.ts';
import { documentHandlers } from './documents/handlers.ts';
import { dueBy } from './dueBy.ts';
import { healthOf } from './health/health.store.ts';
import { inLog, presentCustomer, presentHealth, subjectOf } from './present.ts';
import { reminderOf, setReminder } from './reminder.store.ts';
import { workOfCustomer } from './work/workOfCustomer.wire.ts';

type CustomerBody = Partial<ParsedInput<AllCalls['addCustomer']>['body']>;
type PageBody = ParsedInput<AllCalls['getCustomerPage']>['body'];

/** What a list's call asks, in our words. */
export const customerQuestion = (body: Omit<PageBody, 'PageIndex' | 'PageSize'>): CustomerFilter => ({
  text: body.Text,
  states: body.StateList,
  controlled: body.Controlled,
  province: body.Province,
  band: body.Band,
  projectIds: body.ProjectIdList,
});

const valuesOf = (body: CustomerBody): Partial<CustomerValues> =>
  given({
    shop_name: body.ShopName,
    contacts: body.ContactList?.map(({ Name, Mobile, Email }) => ({
      name: Name,
      mobile: Mobile ?? '',
      email: Email ?? '',
    })),
    contract_number: body.ContractNumber,
    valid_from: body.StartDate,
    valid_to: body.EndDate,
    monitoring_years: body.MonitoringYears,
    province: body.Province,
    city: body.City,
    provider: body.ServiceProvider,
    yearly_fen: body.YearlyFee === undefined ? undefined : inFen(body.YearlyFee),
    note: body.Note,
  });

/** A new customer with all its columns. */
export const newValuesOf = (body: ParsedInput<AllCalls['addCustomer']>['body']): CustomerValues =>
  ({ monitoring_years: null, yearly_fen: null, ...valuesOf(body) }) as CustomerValues;

/** Projects whose alarms the caller sees. */
export const alarmProjectsOf = ({ tenant, grants }: Caller): number[] =>
  grants === null ? [] : tenant.projectIds.filter((id) => mayInProject(grants, id, alarmViewers));

export function customerHandlers(
  deps: CustomerDeps,
): Handlers<Omit<typeof customerCalls, 'getCustomerTemplate' | 'batchImportCustomer' | 'correctImportCustomer'>> {
  const { db, clock } = deps;

  async function needCustomers(
    { tenant }: Caller,
    transaction: DbOrTransaction,
    ids: readonly number[],
  ): Promise<CustomerRow[]> {
    const wanted = [...new Set(ids)];
    const rows = await lockCustomers(tenant, transaction, wanted);
    if (rows.length < wanted.length) throw new Refusal(commonErrors.notFound);
    return rows;
  }
  const needCustomer = async (caller: Caller, transaction: DbOrTransaction, id: number): Promise<CustomerRow> =>
    (await needCustomers(caller, transaction, [id]))[0]!;

  const needToFit: NeedToFit = async (
    { caller, language },
    { transaction },
    values,
    whole,
    comingProjects,
    exceptId,
  ) => {
    const { tenant } = caller;
    if (whole.valid_to < whole.valid_from) throw new Refusal(customerErrors.endsBeforeStart);
    if (comingProjects.some((id) => !maySee(tenant, id, null))) throw new Refusal(commonErrors.notFound);
    await lockNumbers(tenant, transaction);
    const [taken] = await takenProjects(tenant, transaction, comingProjects, exceptId);
    if (taken)
      throw new Refusal(customerErrors.projectTaken, { project: inLanguage(taken.name, taken.name_en, language) });
    if (
      values.contract_number !== undefined &&
      (await isContractTaken(tenant, transaction, values.contract_number, exceptId))
    )
      throw new Refusal(customerErrors.contractNumberTaken);
  };

  return {
    ...documentHandlers(deps),

    async getCustomerPage({ caller, language }, { body }) {
      const due = await dueBy(caller.tenant, db, clock.now());
      const { rows, total } = await pageCustomers(
        caller.tenant,
        db,
        customerQuestion(body),
        due,
        { by: body.SortType, ascending: body.IsAsc },
        rowRange(body),
        alarmProjectsOf(caller),
      );
      return { Data: rows.map((row) => presentCustomer(row, due, language)), TotalCount: total };
    },

    async getCustomer({ caller, language }, { query }) {
      const { tenant } = caller;
      const alarmProjectIds = alarmProjectsOf(caller);
      const [customer] = await findCustomers(tenant, db, [query.customerId], alarmProjectIds);
      if (!customer) throw new Refusal(commonErrors.notFound);
      const since = new Date(clock.now() - 365 * 86_400_000);
      const [due, events, work, documents, health, renewal] = await Promise.all([
        dueBy(tenant, db, clock.now()),
        eventsOf(tenant, db, customer.id),
        workOf(tenant, db, customer.id, since),
        keptDocumentsOf(tenant, db, 'customer', customer.id),
        healthOf(tenant, db, customer.id, alarmProjectIds),
        undoableRenewal(tenant, db, customer, undoableSince(clock.now())),
      ]);
      const presented = presentCustomer(customer, due, language);
      const places = presented.ProjectList.map(({ ProjectId, ProjectName }) => ({ id: ProjectId, name: ProjectName }));
      const done = await workOfCustomer(caller, db, places, language, since, clock.now());
      const holds = (projectId: number, permissions: readonly PermissionName[]) =>
        caller.grants !== null && mayInProject(caller.grants, projectId, permissions);
      const alarmsShown = work.filter(({ project_id }) => holds(project_id, alarmViewers));
      return {
        ...presented,
        // Health is shown to readers of all its projects alone.
        HealthDetail: presentHealth(health, { alarms: alarmsShown.length === work.length }),
        UndoableRenewal: renewal && { FromEnd: renewal.from_end, ToEnd: renewal.to_end },
        DocumentList: documents.map((row) => presentKeptDocument(row, deps.fileUrls)),
        OpenAlarmCount:
          alarmsShown.length === 0 && work.length > 0
            ? null
            : alarmsShown.reduce((sum, { open_alarms }) => sum + open_alarms, 0),
        WorkList: work.map(({ project_id, open_alarms, open_orders, orders }) => {
          const seesOrders = holds(project_id, repairReaders) && !tenant.listedProjectIds.includes(project_id);
          return {
            ProjectId: project_id,
            OpenAlarmCount: holds(project_id, alarmViewers) ? open_alarms : null,
            OpenOrderCount: seesOrders ? open_orders : null,
            OrderCount: seesOrders ? orders : null,
            OpenVisitCount: done.visits(project_id)?.open ?? null,
            VisitCount: done.visits(project_id)?.all ?? null,
            OpenDebugCount: done.debugOrders(project_id)?.open ?? null,
            DebugCount: done.debugOrders(project_id)?.all ?? null,
          };
        }),
        WorkEventList: done.lines,
        EventList: events.map((event) => ({
          Kind: event.kind,
          Epoch: event.at.getTime(),
          UserName: event.user_name,
          FromEnd: event.from_end,
          ToEnd: event.to_end,
          Amount: inYuan(event.amount_fen),
          ContractNumber: event.number,
          LostReason: event.lost_reason,
          Reason: event.reason,
        })),
      };
    },

    async getRenewals({ caller }) {
      const { today } = await dueBy(caller.tenant, db, clock.now());
      const bands = new Map(
        (await renewalBands(caller.tenant, db, today, alarmProjectsOf(caller))).map((each) => [each.band, each]),
      );
      const band = (name: RenewalBand) => ({
        Count: bands.get(name)?.count ?? 0,
        YearlyFee: inYuan(bands.get(name)?.fen ?? 0)!,
        LowHealthCount: bands.get(name)?.low ?? 0,
      });
      return {
        Expired: band('expired'),
        Within30: band('within30'),
        Within60: band('within60'),
        Within90: band('within90'),
        Later: band('later'),
      };
    },

    addCustomer: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const values = newValuesOf(body);
        const projectIds = [...new Set(body.ProjectIdList)];
        await needToFit(context, write, values, values, projectIds, null);
        const id = await insertCustomer(tenant, write.transaction, values, new Date(clock.now()));
        await setProjects(tenant, write.transaction, id, projectIds);
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: subjectOf({ id, shop_name: values.shop_name }),
          after: { ...inLog(values), customerProjects: projectIds.length },
        });
        tellCustomers(deps, write, tenant.companyId);
        return { CustomerId: id };
      }),

    editCustomer: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const before = await needCustomer(caller, write.transaction, body.CustomerId);
        const changed = differing<CustomerValues>(before, valuesOf(body as CustomerBody));
        const present = before.projects.map(({ id }) => id);
        const projectIds = listAfter(present, body.ProjectIdList, body.AddProjectIdList, body.RemoveProjectIdList);
        const moves = [...projectIds].sort().join() !== [...present].sort().join();
        if (Object.keys(changed).length === 0 && !moves) {
          write.unchanged();
          return null;
        }
        // A renewal moves the end, and says so in the course of the service.
        if (changed.valid_to !== undefined) throw new Refusal(customerErrors.endByRenewal);
        const coming = projectIds.filter((id) => !present.includes(id));
        await needToFit(context, write, changed, { ...before, ...changed }, coming, before.id);
        await updateCustomer(tenant, write.transaction, before.id, changed, new Date(clock.now()));
        if (moves) await setProjects(tenant, write.transaction, before.id, projectIds);
        const were = Object.fromEntries(
          Object.keys(changed).map((key) => [key, before[key as keyof CustomerValues]]),
        ) as Partial<CustomerValues>;
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: subjectOf({ id: before.id, shop_name: changed.shop_name ?? before.shop_name }),
          before: { ...inLog(were), ...(moves && { customerProjects: present.length }) },
          after: { ...inLog(changed), ...(moves && { customerProjects: projectIds.length }) },
        });
        tellCustomers(deps, write, tenant.companyId);
        return null;
      }),

    deleteCustomer: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const customers = await needCustomers(caller, write.transaction, body.CustomerIdList);
        await deleteCustomers(
          tenant,
          write.transaction,
          customers.map(({ id }) => id),
        );
        for (const customer of customers)
          write.log({
            companyId: tenant.companyId,
            projectId: null,
            subject: subjectOf(customer),
            before: inLog({ shop_name: customer.shop_name, contract_number: customer.contract_number }),
          });
        tellCustomers(deps, write, tenant.companyId);
        return { Deleted: customers.length };
      }),

    setCustomerControlled: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant, userId } = caller;
        const customers = await needCustomers(caller, write.transaction, body.CustomerIdList);
        const others = customers.filter(({ controlled }) => controlled !== body.Controlled);
        const at = new Date(clock.now());
        for (const customer of others) {
          await updateCustomer(tenant, write.transaction, customer.id, { controlled: body.Controlled }, at);
          await insertEvent(tenant, write.transaction, {
            customer_id: customer.id,
            kind: body.Controlled ? 'controlled' : 'uncontrolled',
            at,
            user_id: userId,
            reason: body.Reason,
          });
          write.log({
            companyId: tenant.companyId,
            projectId: null,
            subject: subjectOf(customer),
            before: { isControlled: customer.controlled },
            after: { isControlled: body.Controlled, reason: body.Reason },
          });
        }
        if (others.length === 0) write.unchanged();
        else tellCustomers(deps, write, tenant.companyId);
        return { Changed: others.length };
      }),

    async getReminderRule({ caller }) {
      const rule = await reminderOf(caller.tenant, db);
      return {
        DaysBefore: rule?.days_before ?? usualReminder.daysBefore,
        Every: rule?.every ?? usualReminder.every,
      };
    },

    saveReminderRule: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        if (body.Every > body.DaysBefore) throw new Refusal(customerErrors.frequencyTooHigh);
        const before = await reminderOf(tenant, write.transaction);
        if (before?.days_before === body.DaysBefore && before.every === body.Every) {
          write.unchanged();
          return null;
        }
        await setReminder(tenant, write.transaction, { days_before: body.DaysBefore, every: body.Every });
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: { kind: 'customerReminder', id: tenant.companyId, name: '' },
          ...(before && { before: { daysBefore: before.days_before, remindEvery: before.every } }),
          after: { daysBefore: body.DaysBefore, remindEvery: body.Every },
        });
        tellCustomers(deps, write, tenant.companyId);
        return null;
      }),
    ...courseHandlers(deps, { needCustomer, needToFit }),
  };
}
