import { commonErrors, hourMs, repairErrors, repairStatus, reworkWithinDays } from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { insertJournal } from '../work/index.ts';
import { refOf } from './refreshClocks.ts';
import { findOrder, type OrderRow } from './repair.store.ts';
import { acceptedBefore } from './returned.store.ts';
import { factsOf, type Viewer } from './viewer.ts';

/**
 * The accepted order that a report says its fault came back of; null: none.
 *
 * @param answer `isSaid`: the report says that it is another fault, or need not say so yet
 * @throws Refusal `notFound`, `notReworkOf`, `tooLateForRework`; `acceptedLately` where there is such an order and the report says
 * neither this nor that it is another fault
 */
export async function reworkedBy(
  viewer: Viewer,
  transaction: DbOrTransaction,
  {
    deviceId,
    ...fault
  }: {
    readonly deviceId: number | null;
    readonly symptomId: number | null;
    readonly alarmIds: readonly number[];
  },
  { reworkOf, isSaid }: { readonly reworkOf: number | undefined; readonly isSaid: boolean },
  at: Date,
): Promise<OrderRow | null> {
  if (reworkOf === undefined) {
    if (deviceId === null || isSaid) return null;
    const before = await acceptedBefore(viewer, transaction, { ...fault, deviceId }, at);
    if (!before) return null;
    const hours = Math.floor((at.getTime() - before.completed_at.getTime()) / hourMs);
    throw new Refusal(repairErrors.acceptedLately, { order: before.number, hours }, [before.id]);
  }
  const parent = await findOrder(viewer, transaction, reworkOf);
  if (!parent) throw new Refusal(commonErrors.notFound);
  if (parent.status !== repairStatus.completed || parent.device_id === null || parent.device_id !== deviceId)
    throw new Refusal(repairErrors.notReworkOf);
  if ((factsOf(parent, at.getTime()).daysSinceCompletion ?? 0) > reworkWithinDays)
    throw new Refusal(repairErrors.tooLateForRework);
  return parent;
}

/** Writes into the journal of the order whose fault came back which order reworks it, and who reported that. */
export const sayOfRework = (
  tenant: UserTenant,
  transaction: DbOrTransaction,
  parent: OrderRow,
  { number, userName, at }: { readonly number: string; readonly userName: string; readonly at: Date },
): Promise<void> =>
  insertJournal(tenant, transaction, refOf(parent), {
    at,
    userId: tenant.userId,
    userName,
    action: 'secondMaintenance',
    fromState: parent.status,
    toState: parent.status,
    text: { zh: `二次维修${number}`, en: `Rework ${number}` },
  });
