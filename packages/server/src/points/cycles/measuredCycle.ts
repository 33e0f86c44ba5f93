import { longestCycle, usualCycles } from '@watchpost/contract';

/** Distances between readings that a proposed cycle needs: fewer may all be of one odd hour. */
export const distancesToPropose = 50;
/** A logger is not exact: a reading each 61 s is one a minute. */
const tolerance = 1.05;

/** The one in the middle of the distances between times in ascending order, seconds; null: there is none. */
export function medianDistance(times: readonly number[]): number | null {
  if (times.length < 2) return null;
  const distances = times.slice(1).map((time, i) => time - times[i]!);
  distances.sort((a, b) => a - b);
  return distances[Math.floor((distances.length - 1) / 2)]! / 1000;
}

/**
 * The cycle of a point whose readings are so far apart, seconds: 10, 30, 60, 120 or a multiple of 60, and not less than the distance;
 * never more than a day.
 */
export function cycleFor(distanceSeconds: number): number {
  const least = distanceSeconds / tolerance;
  const usual = usualCycles.find((seconds) => seconds >= least);
  return usual ?? Math.min(longestCycle, Math.ceil(least / 60) * 60);
}

/** A cycle is another when the distances leave it by this factor, all day. */
const leavesBy = 2;
/** Fewer in half a day say nothing. */
const distancesOfHalf = 3;

/**
 * The cycle of a point that has had another for a day; null: it keeps its own.
 *
 * @param halves its times in either half of the day, ascending
 */
export function otherCycle(
  cycleSeconds: number,
  halves: readonly [readonly number[], readonly number[]],
): number | null {
  const leaves = halves.map((times) => {
    const median = times.length > distancesOfHalf ? medianDistance(times)! : cycleSeconds;
    return median > cycleSeconds * leavesBy ? 1 : median < cycleSeconds / leavesBy ? -1 : 0;
  });
  if (leaves[0] === 0 || leaves[0] !== leaves[1]) return null;
  const other = cycleFor(medianDistance(halves.flat())!);
  return other === cycleSeconds ? null : other;
}
