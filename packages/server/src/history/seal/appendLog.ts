import type { ClientBase } from 'pg';
import type { ReadingColumns } from '../../events.ts';
import { encodeLog } from '../codec/logCodec.ts';
import { sliceReadings } from '../readingColumns.ts';
import { insertLog } from '../store.ts';

/** Some 100 KB to 1.3 MB a row: large enough to amortise the row, small enough to replay a few at a time. */
const samplesPerRow = 65_536;

/**
 * Writes the readings to the log inside the caller's transaction: they are history when it commits, and were never there
 * when it rolls back.
 *
 * @param committedAt epoch ms; its hour must have a partition (`ensurePartitions`) that is not sealed
 * @throws RangeError when a reading has no time
 */
export async function appendLog(client: ClientBase, columns: ReadingColumns, committedAt: number): Promise<void> {
  for (let start = 0; start < columns.length; start += samplesPerRow) {
    const end = Math.min(start + samplesPerRow, columns.length);
    const part = end - start === columns.length ? columns : sliceReadings(columns, start, end);
    await insertLog(client, committedAt, part.length, encodeLog(part));
  }
}
