import type { Pool } from 'pg';
import { inTransaction } from '../platform/db/inTransaction.ts';
import { hourOf } from './hours.ts';
import { inTimeOrder, type SampleColumns } from './samples.ts';
import { hasSegments, lockTurn } from './store.ts';
import { writeSegments } from './writeSegments.ts';

/**
 * Writes a point's past straight into segments, past the log: for seeds and imports, not for live readings (browsers and
 * alarms hear nothing of it). Merges with history that is there; of two samples of the same time the imported one stays,
 * unless the live one is not sealed yet. All or nothing.
 *
 * @param columns in any order; a `ReadingColumns` fits, its point ids are not looked at
 */
export async function importSegments(db: Pool, pointId: number, columns: SampleColumns): Promise<void> {
  const samples = inTimeOrder(columns);
  if (samples.length === 0) return;
  const firstHour = hourOf(samples.measuredAt[0]!);
  const lastHour = hourOf(samples.measuredAt[samples.length - 1]!);
  await inTransaction(db, async (client) => {
    await lockTurn(client, 'sealing');
    const merge = await hasSegments(client, pointId, firstHour, lastHour);
    await writeSegments(client, [{ pointId, samples }], { merge });
  });
}
