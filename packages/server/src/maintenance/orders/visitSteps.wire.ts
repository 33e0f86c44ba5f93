import {
  type Bilingual,
  commonErrors,
  type MaintenanceAction,
  type MaintenanceOrderDetail,
  maintenanceCalls,
  maintenanceErrors,
  maintenanceStates,
  maintenanceSteps,
} from '@watchpost/contract';
import { type Caller, grantsOfUser, maySee, system, tenantOf, zoneOf } from '../../access/index.ts';
import { workWindowsOf } from '../../alarms/index.ts';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import { holdersInCompany } from '../../people/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { insertWorkMessages, type OrderRef, readAttachments, readSignatures } from '../../work/index.ts';
import { type MaintenanceDeps, tellMaintenance } from '../deps.ts';
import { presentMaintenanceOrder, presentPhoto, presentSheet, presentSignature } from '../present.ts';
import { hashOfSheets } from './judgeSheets.wire.ts';
import { lockOrders, type OrderRow, sheetsOf, updateOrder } from './order.store.ts';
import { needPerson, visitActions, visitViewer } from './visitViewer.ts';

export const refOf = ({ id, project_id }: Pick<OrderRow, 'id' | 'project_id'>) =>
  ({
    kind: 'maintenance',
    id,
    projectId: project_id,
  }) as const satisfies OrderRef;

/** Refuses an action that the state of an order does not allow, saying the state as it is now. */
export function needStep({ state }: Pick<OrderRow, 'state'>, action: MaintenanceAction): void {
  if (maintenanceSteps[action].from.includes(state)) return;
  if (action === 'confirm' && state === 'confirmed') throw new Refusal(maintenanceErrors.confirmedAlready);
  throw new Refusal(maintenanceErrors.wrongState, { state: maintenanceStates[state] });
}

export type VisitSteps = ReturnType<typeof createVisitSteps>;

/** What the acts on visits share: finding one for who asks, taking a step of it, telling of it. */
export function createVisitSteps(deps: MaintenanceDeps) {
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

  return { todayOf, subjectOf, needOrders, needFor, tellOf, othersConfirm, actionsOf, step, detailOf };
}
