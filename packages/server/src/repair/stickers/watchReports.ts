import { system } from '../../access/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { deleteParts } from '../../work/index.ts';
import { insertMessages, membersFor } from '../messages.store.ts';
import { refOf } from '../refreshClocks.ts';
import { deleteOrder, lockAnyOrder } from '../repair.store.ts';
import { oldReports, takeUntoldReports } from './sticker.store.ts';

const dayMs = 86_400_000;
/** Dispatchers get one message of all reports in so many minutes. */
const quietMinutes = 10;
/** A stranger's draft that nobody submits is erased with its pictures and phone number after so long. */
const draftsKeptDays = 30;
const maxNamed = 5;

/** Tells dispatchers of reports by QR code, and erases what nobody wanted. Once a minute. */
export async function watchReports({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const at = new Date(clock.now());
  await db.transaction().execute(async (transaction) => {
    for (const { order_id, count, names, names_en } of await takeUntoldReports(system, transaction, {
      at,
      quietMinutes,
    })) {
      const order = await lockAnyOrder(system, transaction, order_id);
      if (!order) continue;
      const listed = (some: readonly string[], mark: string) => some.slice(0, maxNamed).join(mark);
      await insertMessages(system, transaction, {
        orderId: order.id,
        userIds: await membersFor(system, transaction, order, ['repairDispatch']),
        text: {
          zh: `扫码报修${count}条，请处理：${listed(names, '、')}`,
          en: `${count} ${count === 1 ? 'report' : 'reports'} by QR code to look at: ${listed(names_en, ', ')}`,
        },
        urgent: false,
        at,
      });
    }
  });
  for (const { id, project_id } of await oldReports(system, db, new Date(at.getTime() - draftsKeptDays * dayMs)))
    await db.transaction().execute(async (transaction) => {
      const order = await lockAnyOrder(system, transaction, id);
      if (order?.status !== -1) return;
      await deleteParts(system, transaction, refOf({ id, project_id }));
      await deleteOrder(system, transaction, id);
    });
}
