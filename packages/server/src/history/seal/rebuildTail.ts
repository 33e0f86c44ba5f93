import type { Pool } from 'pg';
import { inTransaction } from '../../platform/db/inTransaction.ts';
import { listPartitions } from '../store.ts';
import type { HistoryTail } from './HistoryTail.ts';
import { type DamagedCommit, readLog } from './readLog.ts';

/**
 * Fills an empty tail from every log partition there is, in the order of the commits.
 *
 * @param onDamaged told of commits that cannot be read; they stay in the log until their hour is sealed
 */
export async function rebuildTail(
  db: Pool,
  tail: HistoryTail,
  onDamaged: (commit: DamagedCommit) => void,
): Promise<void> {
  await inTransaction(db, async (client) => {
    for (const hour of await listPartitions(client)) {
      for await (const columns of readLog(client, hour, onDamaged)) {
        tail.add(hour, columns);
        await tail.settled();
      }
    }
  });
}
