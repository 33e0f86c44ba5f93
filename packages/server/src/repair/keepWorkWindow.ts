import { repairStatus } from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import { beginWorkWindow, endWorkWindow } from '../alarms/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { refOf } from './refreshClocks.ts';
import type { OrderRow } from './repair.store.ts';

/** On site, or from afar once the remote work has begun. */
const atWork: readonly number[] = [repairStatus.signedIn, repairStatus.accepted];

/**
 * Begins or ends the maintenance window of the device, as an order stands after a step: while somebody is signed in, or works on it
 * from afar, and does not pause, alarms of the device are judged but not shown. While work is paused the
 * engineer is away, so the alarms show.
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
    order.hides_alarms && atWork.includes(order.status) && order.paused_since === null;
  const isSame = isAtWork(before) === isAtWork(after);
  // Who comes to the place of what they worked on from afar begins new work: its window says so and has its own hours.
  if (isSame && (!isAtWork(after) || before.status === after.status)) return false;
  const order = refOf(after);
  const isEnded = isAtWork(before) && (await endWorkWindow(tenant, transaction, order, at));
  if (!isAtWork(after) || after.device_id === null) return isEnded;
  const name = after.assignee_name ?? '';
  const [zh, en] =
    after.status === repairStatus.signedIn ? ['正在现场维修', 'is at work'] : ['正在远程处理', 'works on it remotely'];
  const reason = {
    zh: `维修工单${after.number ?? ''}：${name}${zh}`,
    en: `Repair order ${after.number ?? ''}: ${name} ${en}`,
  };
  // The dispatcher may resume it: the window is of the person who repairs.
  const workerId = after.assignee_id ?? tenant.userId;
  await beginWorkWindow(tenant, transaction, { order, deviceId: after.device_id, workerId, reason }, at);
  return true;
}
