import type { NotSentReason } from '@watchpost/contract';
import type pg from 'pg';
import { system } from '../../access/index.ts';
import { inTransaction } from '../../platform/db/inTransaction.ts';
import { sightOf } from '../sight.ts';
import { alarmsOfMessage, type QueuedMessage, releaseNotifications } from './outbox.store.ts';

/**
 * Whether a message that has waited may still go: its project is served and its receiver may see each of its alarms. What he may still
 * see of one that may not go is put together anew.
 *
 * @returns why not; null: it may
 */
export async function judgeAgain(
  pool: pg.Pool,
  { id, userId }: QueuedMessage,
  nowMs: number,
): Promise<NotSentReason | null> {
  return inTransaction(pool, async (client) => {
    const rows = await alarmsOfMessage(system, client, id);
    // Its alarms were deleted for good.
    if (rows.length === 0) return 'projectDeleted';
    const sight = await sightOf(client, rows, nowMs);
    const judged = rows.map((row): { row: (typeof rows)[number]; reason: NotSentReason | null } => ({
      row,
      reason: sight.whyNobody(row.projectId) ?? (userId !== null && !sight.sees(userId, row) ? 'noRight' : null),
    }));
    const against = judged.find(({ reason }) => reason !== null);
    if (!against) return null;
    const stillHis = judged.filter(({ reason }) => reason === null).map(({ row }) => row.notificationId);
    await releaseNotifications(system, client, stillHis);
    return against.reason;
  });
}
