import type { Pool } from 'pg';
import { inTransaction } from '../../platform/db/inTransaction.ts';
import { listDaysWithHours } from '../days.store.ts';
import { firstHourOf } from '../days.ts';
import { lockTurn, type Sql } from '../store.ts';
import { writeDays } from './writeDays.ts';

/** Small enough that ingest and sealing of hours do not wait for it, large enough that the commits do not count. */
const daysPerTransaction = 100;
/** Packed; some two million samples of points that are read each second. */
const bytesPerTransaction = 1_000_000;

/** What roll-ups need to know of points: the sampling interval of those that are analog, ms. */
export type FindIntervals = (sql: Sql, pointIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;

/**
 * Merges the hours of every day before `beforeDay` into their days, and makes the roll-ups of these: some points and days a
 * transaction, so that after a crash a day is either its hours or whole with its roll-ups. Running it twice changes nothing.
 *
 * @returns how many days were written
 */
export async function sealDays(
  db: Pool,
  beforeDay: number,
  options: { findIntervals: FindIntervals; stopped?: () => boolean },
): Promise<number> {
  let sealed = 0;
  let after = { pointId: 0, day: -(2 ** 26) };
  while (!options.stopped?.()) {
    const due = await inTransaction(db, async (client) => {
      await lockTurn(client, 'sealing');
      const next = upToBytes(await listDaysWithHours(client, firstHourOf(beforeDay), after, daysPerTransaction));
      if (next.length === 0) return next;
      const intervals = await options.findIntervals(client, [...new Set(next.map(({ pointId }) => pointId))]);
      await writeDays(
        client,
        next.map(({ pointId, day }) => ({ pointId, day, samples: null })),
        intervals,
      );
      return next;
    });
    if (due.length === 0) break;
    sealed += due.length;
    after = due.at(-1)!;
  }
  return sealed;
}

/** The first of them that together are not too much at once; at least one. */
function upToBytes<Day extends { bytes: number }>(days: readonly Day[]): Day[] {
  let bytes = 0;
  const end = days.findIndex((day) => {
    bytes += day.bytes;
    return bytes > bytesPerTransaction;
  });
  return end === -1 ? [...days] : days.slice(0, Math.max(1, end));
}
