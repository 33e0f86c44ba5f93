import { dayMs } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { deleteParts } from '../../work/index.ts';
import { insertMessages, membersFor } from '../messages.store.ts';
import { refOf } from '../refreshClocks.ts';
import { deleteOrder, lockAnyOrder } from '../repair.store.ts';
import { oldReports, takeUntoldReports, type UntoldReport } from './sticker.store.ts';

/** Minutes between two messages about reports to a project's dispatchers. */
const quietMinutes = 10;
/** A stranger's draft that nobody submits is erased with its pictures and phone number after so long. */
const draftsKeptDays = 30;
const maxNamed = 5;

/** Tells dispatchers of reports by QR code, and erases what nobody wanted. Once a minute. */
export async function watchReports({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const at = new Date(clock.now());
  await db.transaction().execute(async (transaction) => {
    // Each dispatcher hears of the devices that they see, and of no other.
    const piles = new Map<number, UntoldReport[]>();
    for (const report of await takeUntoldReports(system, transaction, { at, quietMinutes })) {
      const order = await lockAnyOrder(system, transaction, report.order_id);
      if (!order) continue;
      for (const userId of await membersFor(system, transaction, order, ['repairDispatch']))
        piles.set(userId, [...(piles.get(userId) ?? []), report]);
    }
    const listed = (names: readonly string[], mark: string) => [...new Set(names)].slice(0, maxNamed).join(mark);
    for (const [userId, reports] of piles) {
      const { length: count } = reports;
      const zh = listed(
        reports.map(({ device_name }) => device_name),
        '、',
      );
      const en = listed(
        reports.map(({ device_name_en }) => device_name_en),
        ', ',
      );
      await insertMessages(system, transaction, {
        orderId: reports.at(-1)!.order_id,
        userIds: [userId],
        text: {
          zh: `扫码报修${count}条，请处理：${zh}`,
          en: `${count} ${count === 1 ? 'report' : 'reports'} by QR code to look at: ${en}`,
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
