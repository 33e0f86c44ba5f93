import type { NotSentReason } from '@watchpost/contract';
import type pg from 'pg';
import { system } from '../../access/index.ts';
import { inTransaction } from '../../platform/db/inTransaction.ts';
import { alarmVisibilityOf } from '../alarmVisibility.ts';
import { alarmsOfMessage, eventsOfMessage, type QueuedMessage, releaseNotifications } from './outbox.store.ts';
import { isDowngraded, noAccessReason, suppressionReason } from './sendPolicy.ts';

/**
 * Whether a message that has waited may still go: its project is served, its recipient may see each of its alarms, and at least
 * one of them is still news. Of a message that may not go, the alarms still visible to the recipient are put together anew. One
 * about events goes while one of them is of a project that is served and that the recipient may open.
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
    return events === null || events.visible > 0 ? null : events.served === 0 ? 'notServed' : 'noRight';
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
      const stillVisible = judged.filter(({ reason }) => reason === null).map(({ row }) => row.notificationId);
      await releaseNotifications(system, client, stillVisible);
      return against.reason;
    }
    // A message with some news in it goes as it is, under the key that its provider knows.
    const reasons = rows.map((row) => suppressionReason(row, { channel, isLater: true }));
    return reasons.includes(null) ? null : reasons[0]!;
  });
}
