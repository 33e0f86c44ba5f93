import type { RawHistory } from '../../history/index.ts';

/** Seconds of a stretch in which a point had no value that a rule could judge. */
export interface Unjudged {
  readonly gapSeconds: number;
  readonly badSeconds: number;
}

/** Codes from here on are not good; below are good and uncertain values, which rules judge. */
const firstBad = 64;

/**
 * Counts how long a point could not be judged. A value is trusted until `maxGapMs` after it was measured; from then on, and after a
 * value of bad quality, nothing is known until the next good one. Feed samples in order of time, those of the hours before the
 * stretch first; samples that were fed already are passed over.
 *
 * @param from, until the stretch; epoch ms
 */
export function createCoverage({ from, until, maxGapMs }: { from: number; until: number; maxGapMs: number }) {
  let lastAt = Number.NEGATIVE_INFINITY;
  let isGood = false;
  let gapMs = 0;
  let badMs = 0;

  const within = (begin: number, end: number): number => Math.max(0, Math.min(end, until) - Math.max(begin, from));

  /** From the last sample to `at`. */
  function pass(at: number): void {
    const trustedUntil = Math.min(at, lastAt + maxGapMs);
    if (!isGood) badMs += within(lastAt, trustedUntil);
    gapMs += within(Math.max(lastAt, trustedUntil), at);
  }

  return {
    take({ measuredAt, values, quality, length }: RawHistory): void {
      for (let i = 0; i < length; i++) {
        const at = measuredAt[i]!;
        if (at <= lastAt) continue;

        pass(at);
        lastAt = at;
        isGood = quality[i]! < firstBad && !Number.isNaN(values[i]!);
      }
    },

    /** Up to the end of the stretch; call it once. */
    end(): Unjudged {
      pass(Math.max(until, lastAt));
      return { gapSeconds: Math.round(gapMs / 1000), badSeconds: Math.round(badMs / 1000) };
    },
  };
}
