import type { Pool } from 'pg';
import { inTransaction } from '../../platform/db/inTransaction.ts';
import { hourOf } from '../hours.ts';
import { createPartition, listPartitions, lockTurn } from '../store.ts';

/** A day and a bit: if making partitions fails all night, ingest still goes on. */
const hoursAhead = 26;

/**
 * Makes the log partitions of the current hour and the day ahead where they are missing.
 *
 * @param now epoch ms
 * @returns all hours that have a partition, ascending
 */
export async function ensurePartitions(db: Pool, now: number): Promise<number[]> {
  const first = hourOf(now);
  const wanted = Array.from({ length: hoursAhead + 1 }, (_, i) => first + i);
  const existing = await listPartitions(db);
  if (wanted.every((hour) => existing.includes(hour))) return existing;
  return inTransaction(db, async (client) => {
    await lockTurn(client, 'partitions');
    const present = new Set(await listPartitions(client));
    for (const hour of wanted) if (!present.has(hour)) await createPartition(client, hour);
    return listPartitions(client);
  });
}
