/** Below this a pause is the jitter of a bus, not a gap. */
const shortestSilenceMs = 2 * 60_000;
const missedCycles = 3;

/**
 * For how long a value stands for itself, in ms: three cycles, at least two minutes. The one figure behind "stale" on a
 * screen, a gap in a curve and a device of which nothing is known.
 */
export const staleAfterMs = (samplingIntervalMs: number): number =>
  Math.max(missedCycles * samplingIntervalMs, shortestSilenceMs);
