import type { NotSentReason } from '@watchpost/contract';
import type pg from 'pg';
import { system } from '../../access/index.ts';
import { inTransaction } from '../../platform/db/inTransaction.ts';
import { alarmVisibilityOf } from '../alarmVisibility.ts';
import { alarmsOfMessage, eventsOfMessage, type QueuedMessage, releaseNotifications } from './outbox.store.ts';
import { isDowngraded, noAccessReason, suppressionReason } from './sendPolicy.ts';

/**
 * Whether a message that has waited may still go: its project is served, its receiver may see each of its alarms, and at least one of
 * them is still news. What he may still see of one that may not go is put together anew. One about events goes as long as one of them
 * is of a project that is served and that he may open.
 *
 * @returns why not; null: it may
 */
export async function recheckMessages(
  pool: pg.Pool,
  { id, userId, channel, alarmCount }: QueuedMessage,
  nowMs: number,
): Promise<NotSentReason | null> {
  if (alarmCount === 0) {
    const events = await eventsOfMessage(system, pool, id, new Date(nowMs));
    return events === null || events.his > 0 ? null : events.served === 0 ? 'notServed' : 'noRight';
  }
  return inTransaction(pool, async (client) => {
    const rows = (await alarmsOfMessage(system, client, id)).map((row) =>
      isDowngraded(row) ? { ...row, severity: row.presentSeverity } : row,
    );
    // Its alarms were deleted for good.
    if (rows.length === 0) return 'projectDeleted';
    const visibility = await alarmVisibilityOf(client, rows, nowMs);
    const judged = rows.map((row) => ({ row, reason: noAccessReason(row, visibility, userId) }));
    const against = judged.find(({ reason }) => reason !== null);
    if (against) {
      const stillHis = judged.filter(({ reason }) => reason === null).map(({ row }) => row.notificationId);
      await releaseNotifications(system, client, stillHis);
      return against.reason;
    }
    // A message in which something is left to tell goes as it is, under the key that its provider knows.
    const reasons = rows.map((row) => suppressionReason(row, { channel, isLater: true }));
    return reasons.includes(null) ? null : reasons[0]!;
  });
}
