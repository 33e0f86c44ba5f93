import type { Trend } from './statistics.ts';

/** A limit that a point comes to as things go. Times are epoch ms. */
export interface LimitForecast {
  readonly limit: number;
  readonly value: number;
  readonly expectedAt: number;
  /** By the faster and the slower quarter of its trend. */
  readonly soonest: number;
  readonly latest: number;
}

/** A trend whose slower quarter takes more than so many times as long as its faster one says nothing of when. */
const widestGuess = 3;

/**
 * When a trend reaches a limit; null: it does not, or nobody could say when.
 *
 * @param span how much of `x` the trend was taken from
 * @param unitMs what one step of the trend's `x` is
 * @param steadiness less than this goes no way
 */
export function forecastLimit(
  trend: Trend,
  value: number,
  limit: number,
  span: number,
  { now, unitMs, horizonMs, steadiness }: { now: number; unitMs: number; horizonMs: number; steadiness: number },
): LimitForecast | null {
  const distance = limit - value;
  if (distance === 0 || Math.sign(trend.slope) !== Math.sign(distance)) return null;
  if (Math.abs(trend.steadiness) < steadiness) return null;
  const moved = Math.abs(trend.slope * span);
  // What has come but a little of the way, or no farther than it always wanders, comes nowhere yet.
  if (moved < 3 * trend.noise || moved < 0.25 * Math.abs(distance)) return null;
  if (Math.sign(trend.slowest) !== Math.sign(distance)) return null;
  if (trend.fastest / trend.slowest > widestGuess) return null;
  const at = (slope: number) => now + (distance / slope) * unitMs;
  const expectedAt = at(trend.slope);
  if (expectedAt - now > horizonMs) return null;
  return { limit, value, expectedAt, soonest: at(trend.fastest), latest: at(trend.slowest) };
}
