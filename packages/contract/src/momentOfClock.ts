import { dayMs } from './durations.ts';

/**
 * The moment a local time means, for server and browser alike. When clocks go back, an hour comes twice: the first is meant.
 * When they go forward, the hour that is skipped counts on from before the change (02:30 is then the moment the clocks show
 * 03:30).
 *
 * @param clock the local time read as if its clock stood in UTC, epoch ms
 * @param offsetAt how far the local clocks are ahead of UTC at a moment, ms
 */
export function momentOfClock(clock: number, offsetAt: (epochMs: number) => number): number {
  const before = offsetAt(clock - dayMs);
  const after = offsetAt(clock + dayMs);
  for (const offset of [before, after]) {
    if (offsetAt(clock - offset) === offset) return clock - offset;
  }
  return clock - before;
}
