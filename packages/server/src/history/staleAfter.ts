/** Below this a pause is the jitter of a bus, not a gap. */
const shortestStaleAfterMs = 2 * 60_000;
const missedCycles = 3;

/** How long a value may stand for itself: three cycles, at least two minutes. Later than that a gap begins. */
export const staleAfterMs = (samplingIntervalMs: number): number =>
  Math.max(missedCycles * samplingIntervalMs, shortestStaleAfterMs);
