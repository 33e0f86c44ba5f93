import type pg from 'pg';
import { openHistory } from '../../packages/server/src/history/index.ts';
import { systemClock } from '../../packages/server/src/platform/clock.ts';
import { silentLog } from '../../packages/server/src/platform/log/log.ts';

const pointsPerRead = 1_000;

/**
 * How many readings of these points history holds, each point and time once, read as any curve is read. No server may run on
 * the database.
 */
export async function storedSamples(pool: pg.Pool, pointIds: readonly number[]): Promise<number> {
  const history = openHistory({ db: pool, clock: systemClock, log: silentLog });
  await history.start();
  let samples = 0;
  for (let start = 0; start < pointIds.length; start += pointsPerRead) {
    const found = await history.raw(pointIds.slice(start, start + pointsPerRead), 0, Number.MAX_SAFE_INTEGER);
    for (const { length } of found) samples += length;
  }
  await history.stop();
  return samples;
}
