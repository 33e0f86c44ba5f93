import type { RawHistory } from '../../history/index.ts';
import type { Span } from '../engine/index.ts';
import { commonMs, lengthMs, unitedSpans } from './spans.ts';

/** Seconds of a stretch in which the rules of a point could not judge, or left it out on purpose. */
export interface Unjudged {
  readonly gapSeconds: number;
  /** Of these: its line was lost. */
  readonly offlineSeconds: number;
  /** Of these, its line not lost: its gateway sent readings whose time cannot be true. */
  readonly refusedSeconds: number;
  readonly badSeconds: number;
  /** With a value that could be judged, and a rule that another point suppressed. */
  readonly suppressedSeconds: number;
}

/** What is known of a stretch besides the samples; each list in any order, overlapping or not. */
export interface Explained {
  readonly lost: readonly Span[];
  /** When readings were refused; each explains that nothing came as long as a value would have been trusted. */
  readonly refused: readonly Span[];
  readonly suppressed: readonly Span[];
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
  let lastGoodAt = Number.NEGATIVE_INFINITY;
  const silences: Span[] = [];
  const gaps: Span[] = [];
  const bad: Span[] = [];

  const within = (spans: readonly Span[]): Span[] =>
    unitedSpans(spans.map(([begin, end]) => [Math.max(begin, from), Math.min(end, until)] as const));

  /** From the last sample to `at`. */
  function pass(at: number): void {
    if (at <= from) return;
    const trustedUntil = Math.min(at, lastAt + maxGapMs);
    if (!isGood) bad.push([lastAt, trustedUntil]);
    if (at > trustedUntil) gaps.push([Math.max(lastAt, trustedUntil), at]);
  }

  function heardAt(at: number): void {
    if (at - lastGoodAt > maxGapMs && Number.isFinite(lastGoodAt)) silences.push([lastGoodAt, at]);
    lastGoodAt = at;
  }

  return {
    take({ measuredAt, values, quality, length }: RawHistory): void {
      for (let i = 0; i < length; i++) {
        const at = measuredAt[i]!;
        if (at <= lastAt) continue;

        pass(at);
        lastAt = at;
        isGood = quality[i]! < firstBad && !Number.isNaN(values[i]!);
        if (isGood) heardAt(at);
      }
    },

    /** From each good value to the next, where that is longer than a value is trusted; the last ends with the stretch. */
    silences: (): Span[] => [...silences, ...(Number.isFinite(lastGoodAt) ? [[lastGoodAt, until] as const] : [])],

    /** Up to the end of the stretch; call it once. */
    end({ lost, refused, suppressed }: Explained): Unjudged {
      pass(Math.max(until, lastAt));
      const missing = within(gaps);
      const unreadable = within(bad);
      const offline = unitedSpans(lost);
      const known = unitedSpans([...lost, ...refused.map(([begin, end]) => [begin, end + maxGapMs] as const)]);
      const aside = within(suppressed);
      const offlineMs = commonMs(missing, offline);
      const seconds = (ms: number): number => Math.round(ms / 1000);
      return {
        gapSeconds: seconds(lengthMs(missing)),
        offlineSeconds: seconds(offlineMs),
        // Rounded with what they are part of: a gap that is explained to the end leaves no second unexplained.
        refusedSeconds: seconds(commonMs(missing, known)) - seconds(offlineMs),
        badSeconds: seconds(lengthMs(unreadable)),
        suppressedSeconds: seconds(lengthMs(aside) - commonMs(aside, unitedSpans([...missing, ...unreadable]))),
      };
    },
  };
}
