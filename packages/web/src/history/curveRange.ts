import { dayMs, hourMs, minimumIntervalMinutes, minuteMs, rawDataAllowed } from '@watchpost/contract';
import { momentOnTheWire } from '../lib/dates.ts';

/** Shortcuts of the spec (§9) and a range of one's own. */
export type RangeName = '24h' | '7d' | '30d' | 'custom';

export const rangeMs: Readonly<Record<Exclude<RangeName, 'custom'>, number>> = {
  '24h': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
};

/** A stretch of time, epoch milliseconds. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

const offered = [2, 10, 30, 60, 120, 240, 1440];
/** Of the last tier; longer ranges are not offered and the server refuses them. */
const longestMinutes = 240;

/** Intervals in minutes to choose from, shortest first; 0 is raw. At most four, and each leaves a curve worth looking at. */
export function intervalsFor(spanMs: number): number[] {
  const shortest = minimumIntervalMinutes(spanMs) ?? longestMinutes;
  const buckets = offered.filter((minutes) => minutes >= shortest && spanMs / (minutes * minuteMs) >= 12).slice(0, 3);
  return [...(rawDataAllowed(spanMs) ? [0] : []), ...(buckets.length > 0 ? buckets : [shortest])];
}

/** Below this a curve shows each sample: at one sample in ten seconds that is 2,160 of them. */
const rawBelowMs = 6 * hourMs;

/**
 * The interval to ask for: the chosen one while it fits the span, else the finest that makes sense for it.
 *
 * @param chosen minutes, 0 for raw, null to decide by the span
 */
export function intervalFor(spanMs: number, chosen: number | null): number {
  const shortest = minimumIntervalMinutes(spanMs) ?? longestMinutes;
  if (chosen !== null && (chosen === 0 ? rawDataAllowed(spanMs) : chosen >= shortest)) return chosen;
  return spanMs <= rawBelowMs ? 0 : shortest;
}

/** What the call takes as `start` and `end`: wall-clock time of the project's zone. */
export const onTheWire = (span: TimeSpan, timeZone: string): { start: string; end: string } => ({
  start: momentOnTheWire(span.from, timeZone),
  end: momentOnTheWire(span.to, timeZone),
});
