import type pg from 'pg';
import { openHistory } from '../../packages/server/src/history/index.ts';
import { systemClock } from '../../packages/server/src/platform/clock.ts';
import { silentLog } from '../../packages/server/src/platform/log/log.ts';

const pointsPerRead = 1_000;

/**
 * How many readings of these points history holds, each point and time once, read as any curve is read. No server may run on
 * the database.
 *
 * @param measured only those measured in [from, to), epoch ms, that have a number
 */
export async function storedSamples(
  pool: pg.Pool,
  pointIds: readonly number[],
  measured?: { from: number; to: number },
): Promise<number> {
  const history = openHistory({ db: pool, clock: systemClock, log: silentLog });
  await history.start();
  let samples = 0;
  for (let start = 0; start < pointIds.length; start += pointsPerRead) {
    const { from, to } = measured ?? { from: 0, to: Number.MAX_SAFE_INTEGER };
    const found = await history.raw(pointIds.slice(start, start + pointsPerRead), from, to);
    for (const { length, values } of found) {
      samples += measured ? values.subarray(0, length).filter((value) => !Number.isNaN(value)).length : length;
    }
  }
  await history.stop();
  return samples;
}
