import type { Pool } from 'pg';
import { inTransaction } from '../../platform/db/inTransaction.ts';
import { decodeLog } from '../codec/logCodec.ts';
import { listPartitions, streamLog } from '../store.ts';
import type { HistoryTail } from './HistoryTail.ts';

/** Fills an empty tail from every log partition there is, in the order of the commits. */
export async function rebuildTail(db: Pool, tail: HistoryTail): Promise<void> {
  await inTransaction(db, async (client) => {
    for (const hour of await listPartitions(client)) {
      for await (const payload of streamLog(client, hour)) tail.add(hour, decodeLog(payload));
    }
  });
}
