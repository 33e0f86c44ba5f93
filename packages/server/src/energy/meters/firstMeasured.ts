import { dayMs } from '@watchpost/contract';
import type { History } from '../../history/index.ts';

/** As far back as energy is counted. */
const daysBack = 800;

/** The day of UTC on which a point was measured first, or now where it never was. */
export async function firstMeasured(history: Pick<History, 'knownBefore'>, pointId: number, now: Date): Promise<Date> {
  const isKnown = async (at: number) => (await history.knownBefore([pointId], at)).has(pointId);
  const today = Math.floor(now.getTime() / dayMs);
  if (!(await isKnown(now.getTime()))) return now;
  let [before, after] = [today - daysBack, today + 1];
  while (after - before > 1) {
    const middle = (before + after) >> 1;
    if (await isKnown(middle * dayMs)) after = middle;
    else before = middle;
  }
  return new Date(before * dayMs);
}
