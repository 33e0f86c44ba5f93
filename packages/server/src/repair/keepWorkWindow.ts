import { repairStatus } from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import { beginWorkWindow, endWorkWindow } from '../alarms/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { refOf } from './refreshClocks.ts';
import type { OrderRow } from './repair.store.ts';

/**
 * Begins or ends the maintenance window of the device, as an order stands after a step: while somebody is signed in and does not
 * pause, alarms of the device are judged but not shown. Paused work is no work: nobody is there, so the alarms show.
 *
 * @returns whether alarms have to be looked at, because there is a window that was not, or the other way round
 */
export async function keepWorkWindow(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  before: OrderRow,
  after: OrderRow,
  at: Date,
): Promise<boolean> {
  const isAtWork = (order: OrderRow): boolean =>
    order.hides_alarms && order.status === repairStatus.signedIn && order.paused_since === null;
  if (isAtWork(before) === isAtWork(after)) return false;
  if (!isAtWork(after)) return endWorkWindow(tenant, transaction, after.id, at);
  if (after.device_id === null) return false;
  const name = after.assignee_name ?? '';
  const reason = {
    zh: `维修工单${after.number ?? ''}：${name}正在现场维修`,
    en: `Repair order ${after.number ?? ''}: ${name} is at work`,
  };
  const { id: orderId, projectId } = refOf(after);
  await beginWorkWindow(tenant, transaction, { orderId, projectId, deviceId: after.device_id, reason }, at);
  return true;
}
