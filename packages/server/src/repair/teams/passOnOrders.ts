import { repairStatus } from '@watchpost/contract';
import { system, type UserTenant } from '../../access/index.ts';
import type { OneWrite } from '../../logs/index.ts';
import { nameOfUser } from '../../people/index.ts';
import { endPauses, insertJournal } from '../../work/index.ts';
import { keepWorkWindow } from '../keepWorkWindow.ts';
import { endLoan } from '../loans/loan.store.ts';
import { orderName } from '../orderName.ts';
import { refOf, refreshClocks } from '../refreshClocks.ts';
import { lockAnyOrder, updateOrder } from '../repair.store.ts';
import { tell, tellPeople } from '../tell.ts';
import { teamRepairs } from './team.store.ts';

interface Team {
  readonly id: number;
  readonly name: string;
}

/**
 * Orders that wait for a team of the company, or that its people work on, wait for another one, as if a dispatcher had reassigned each:
 * with its line in the journal and in the log. What the team finished or rejected stays as it is: others act there.
 *
 * @returns how many; whose sight of an order or a device changed; and whether alarms have to be looked at, because work has ended
 */
export async function passOnOrders(
  tenant: UserTenant,
  { transaction, log }: Pick<OneWrite, 'transaction' | 'log'>,
  { from, to, at }: { from: Team; to: Team; at: Date },
): Promise<{ count: number; userIds: number[]; isWindowTurned: boolean }> {
  const userName = await nameOfUser(tenant, transaction, tenant.userId);
  const text = {
    zh: `维修单位“${from.name}”已停用，转派给${to.name}`,
    en: `Team “${from.name}” was disabled: reassigned to ${to.name}`,
  };
  const ids = await teamRepairs(tenant, transaction, from.id);
  const userIds: number[] = [];
  let count = 0;
  let isWindowTurned = false;
  for (const id of ids) {
    const order = await lockAnyOrder(system, transaction, id);
    const isTheirs =
      order?.team_id === from.id && order.status >= repairStatus.awaiting && order.status <= repairStatus.signedIn;
    // Somebody acted while it was waited for.
    if (!isTheirs) continue;
    await endPauses(tenant, transaction, refOf(order), at);
    await updateOrder(tenant, transaction, id, {
      ...{ status: repairStatus.awaiting, team_id: to.id, team_name: to.name },
      ...{ assignee_id: null, assignee_name: null, paused_since: null, hides_alarms: false },
    });
    const after = (await lockAnyOrder(system, transaction, id))!;
    await insertJournal(tenant, transaction, refOf(order), {
      ...{ at, userId: tenant.userId, userName, action: 'reassign', text },
      ...{ fromState: order.status, toState: after.status },
    });
    await refreshClocks(tenant, transaction, after, at.getTime());
    isWindowTurned = (await keepWorkWindow(tenant, transaction, order, after, at)) || isWindowTurned;
    userIds.push(...(await endLoan(tenant, transaction, id, at)));
    await tell(tenant, transaction, after, { to: ['assignee'], text, at });
    if (order.assignee_id !== null && order.assignee_id !== tenant.userId)
      await tellPeople(transaction, after, [order.assignee_id], text, at);
    log({
      companyId: tenant.companyId,
      projectId: order.project_id,
      subject: { kind: 'repairOrder', id, name: orderName(after) },
      before: { repairStatus: String(order.status), maintenanceUnit: from.name },
      after: { repairAction: 'reassign', repairStatus: String(after.status), maintenanceUnit: to.name, text },
    });
    count++;
  }
  return { count, userIds, isWindowTurned };
}
