import type { BucketColumns } from '../../history/index.ts';
import type { PointLimits } from '../../points/index.ts';
import { type Figure, known } from './figureKinds.ts';
import { median, type Trend, trendOf } from './statistics.ts';

/** A limit that a point comes to as things go. Times are epoch ms. */
export interface AheadOfLimit {
  readonly limit: number;
  readonly value: number;
  readonly expectedAt: number;
  /** By the faster and the slower quarter of its trend. */
  readonly soonest: number;
  readonly latest: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** The inner limits: what is reached first. */
export const innerLimit = (limits: PointLimits, side: 'high' | 'low'): number | null =>
  side === 'high' ? (limits.high ?? limits.highHigh) : (limits.low ?? limits.lowLow);

/** A trend whose slower quarter takes more than so many times as long as its faster one says nothing of when. */
const widestGuess = 3;

/**
 * When a trend reaches a limit; null: it does not, or nobody could say when.
 *
 * @param unitMs what one step of the trend's `x` is
 * @param noiseWorth a rise of less than so many times its noise is none
 */
function reach(
  trend: Trend,
  value: number,
  limit: number,
  span: number,
  { now, unitMs, horizonMs, steadiness }: { now: number; unitMs: number; horizonMs: number; steadiness: number },
): AheadOfLimit | null {
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

const aheadDays = 10;
const leastAheadDays = 7;
const aheadHorizonMs = 10 * dayMs;

/**
 * A limit that the highest (lowest) hours of the days come to within the next ten days; null: there is no honest trend.
 *
 * @param figure `high` of a point for its upper limit, `low` for its lower one
 * @param now end of `day`, epoch ms
 */
export function limitAhead(figure: Figure, day: number, limits: PointLimits, now: number): AheadOfLimit | null {
  const side = figure.kind === 'high' ? 'high' : 'low';
  const limit = innerLimit(limits, side);
  if (limit === null) return null;
  const points = known(figure, day - aheadDays + 1, day).map(({ day: x, value: y }) => ({ x, y }));
  if (points.length < leastAheadDays) return null;
  const trend = trendOf(points)!;
  const value = median(points.slice(-2).map(({ y }) => y))!;
  // Where the usual day goes beyond it, the limit is not what this point keeps to.
  if (side === 'high' ? value >= limit : value <= limit) return null;
  const span = points.at(-1)!.x - points[0]!.x;
  return reach(trend, value, limit, span, { now, unitMs: dayMs, horizonMs: aheadHorizonMs, steadiness: 0.7 });
}

/** Long enough to tell a defrost, after which it comes back, from a room that only gets warmer. */
export const soonWindowMs = 75 * minuteMs;
const leastBuckets = 12;
const soonHorizonMs = 3 * 60 * minuteMs;

/**
 * A limit that a point comes to within the next three hours; null: there is no honest trend.
 *
 * It has risen steadily for more than an hour, does not slow down, and has left what was ordinary in the days before.
 *
 * @param recent by five minutes, the last `soonWindowMs`
 * @param ordinary highest and lowest hour of usual days
 */
export function limitSoon(
  recent: BucketColumns,
  limits: PointLimits,
  ordinary: { readonly high: number; readonly low: number } | null,
  now: number,
): AheadOfLimit | null {
  const points: { x: number; y: number }[] = [];
  for (let i = 0; i < recent.length; i++)
    if (recent.startsAt[i]! >= now - soonWindowMs && Number.isFinite(recent.avg[i]!))
      points.push({ x: (recent.startsAt[i]! - now) / minuteMs, y: recent.avg[i]! });
  if (points.length < leastBuckets || points.at(-1)!.x < -10) return null;
  const value = points.at(-1)!.y;
  const whole = trendOf(points)!;
  const side = whole.slope > 0 ? 'high' : 'low';
  const limit = innerLimit(limits, side);
  if (limit === null || (side === 'high' ? value >= limit : value <= limit)) return null;
  const usual = ordinary === null ? null : side === 'high' ? ordinary.high : ordinary.low;
  if (usual !== null && (side === 'high' ? value <= usual : value >= usual)) return null;
  const half = Math.ceil(points.length / 2);
  const late = trendOf(points.slice(-half))!;
  // What slows down may never come there; how fast it goes now says when.
  if (Math.abs(late.slope) < 0.5 * Math.abs(whole.slope) || Math.sign(late.slope) !== Math.sign(whole.slope))
    return null;
  const trend = { ...late, steadiness: whole.steadiness, noise: whole.noise };
  const span = Math.abs((whole.slope / late.slope) * (points.at(-1)!.x - points[0]!.x));
  return reach(trend, value, limit, span, { now, unitMs: minuteMs, horizonMs: soonHorizonMs, steadiness: 0.8 });
}
