import { hourMs } from '@watchpost/contract';
import type { History, NewestSample } from '../../history/index.ts';
import { isBad } from '../engine/index.ts';

/** Where the newest sample lies, stretch by stretch back in time: mostly in the last hours, of a setpoint years ago. */
const stretchesMs = [2 * hourMs, 24 * hourMs, 8 * 24 * hourMs, 64 * 24 * hourMs, 512 * 24 * hourMs, 4096 * 24 * hourMs];

/**
 * Of each point the newest sample before a moment, epoch ms, in any quality.
 *
 * @param pointIds points of which something was measured before; where that is older than eleven years, they are left out
 */
export async function newestBefore(
  history: Pick<History, 'newest'>,
  pointIds: readonly number[],
  moment: number,
): Promise<Map<number, NewestSample>> {
  const found = new Map<number, NewestSample>();
  let to = moment;
  for (const backMs of stretchesMs) {
    const missing = pointIds.filter((id) => !found.has(id));
    if (missing.length === 0) break;
    const from = moment - backMs;
    for (const [id, sample] of await history.newest(missing, from, to)) found.set(id, sample);
    to = from;
  }
  return found;
}

/** How far back a good sample is looked for before bad ones: as long as another point may suppress a rule, and twice. */
const goodWithinMs = 48 * hourMs;

/** Of each point the newest sample before a moment that was good or uncertain, no more than two days before it; epoch ms. */
export async function newestGoodBefore(
  history: Pick<History, 'rawChunks'>,
  pointIds: readonly number[],
  moment: number,
): Promise<Map<number, NewestSample>> {
  const found = new Map<number, NewestSample>();
  if (pointIds.length === 0) return found;
  for await (const { points } of history.rawChunks(pointIds, moment - goodWithinMs, moment)) {
    for (const { pointId, length, measuredAt, values, quality } of points) {
      let i = length - 1;
      while (i >= 0 && isBad(values[i]!, quality[i]!)) i--;
      if (i >= 0) found.set(pointId, { measuredAt: measuredAt[i]!, value: values[i]!, quality: quality[i]! });
    }
  }
  return found;
}
