import { system } from '../../access/index.ts';
import type { EventBus } from '../../events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { membersFor } from '../messages.store.ts';
import { lockAnyOrder } from '../repair.store.ts';
import { tellPeople } from '../tell.ts';
import { endOldLoans, markEndingLoans } from './loan.store.ts';

/** Engineer and dispatchers learn of it so long before a loan ends. Our choice. */
const toldBeforeMs = 24 * 3_600_000;

/** Loans end after their time, and where team or member is gone; the day before, people are told. Once a minute. */
export async function watchLoans({ db, clock, events }: { db: Db; clock: Clock; events: EventBus }): Promise<void> {
  const at = new Date(clock.now());
  const userIds = await endOldLoans(system, db, at);
  if (userIds.length > 0) events.emit('accessChanged', { userIds });
  await db.transaction().execute(async (transaction) => {
    const ending = await markEndingLoans(system, transaction, {
      at,
      endBefore: new Date(at.getTime() + toldBeforeMs),
    });
    for (const { order_id, until_at } of ending) {
      const order = await lockAnyOrder(system, transaction, order_id);
      if (!order) continue;
      const until = localOfEpoch(until_at.getTime(), order.time_zone).slice(5, 16);
      const people = [
        ...(order.assignee_id === null ? [] : [order.assignee_id]),
        ...(await membersFor(system, transaction, order, ['repairDispatch'])),
      ];
      const text = {
        zh: `${order.assignee_name ?? ''}对该设备的查看权限将于${until}结束`,
        en: `Access of ${order.assignee_name ?? ''} to the device ends ${until}`,
      };
      await tellPeople(transaction, order, people, text, at);
    }
  });
}
