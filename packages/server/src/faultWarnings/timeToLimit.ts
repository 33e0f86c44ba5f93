import { dayMs, minuteMs } from '@watchpost/contract';
import type { BucketColumns } from '../history/index.ts';
import { forecastLimit, type LimitForecast } from '../platform/statistics/forecastLimit.ts';
import { median, trendOf } from '../platform/statistics/statistics.ts';
import type { PointLimits } from '../points/index.ts';
import { type Figure, known } from './figureKinds.ts';

/** The inner limits: what is reached first. */
export const innerLimit = (limits: PointLimits, side: 'high' | 'low'): number | null =>
  side === 'high' ? (limits.high ?? limits.highHigh) : (limits.low ?? limits.lowLow);

const aheadDays = 10;
const minAheadDays = 7;
const forecastHorizonMs = 10 * dayMs;

/**
 * A limit that the highest (lowest) hours of the days come to within the next ten days; null: there is no honest trend.
 *
 * @param figure `high` of a point for its upper limit, `low` for its lower one
 * @param now end of `day`, epoch ms
 */
export function limitAhead(figure: Figure, day: number, limits: PointLimits, now: number): LimitForecast | null {
  const side = figure.kind === 'high' ? 'high' : 'low';
  const limit = innerLimit(limits, side);
  if (limit === null) return null;
  const points = known(figure, day - aheadDays + 1, day).map(({ day: x, value: y }) => ({ x, y }));
  if (points.length < minAheadDays) return null;
  const trend = trendOf(points)!;
  const value = median(points.slice(-2).map(({ y }) => y))!;
  // Where the usual day goes beyond it, the limit is not what this point keeps to.
  if (side === 'high' ? value >= limit : value <= limit) return null;
  const span = points.at(-1)!.x - points[0]!.x;
  return forecastLimit(trend, value, limit, span, {
    now,
    unitMs: dayMs,
    horizonMs: forecastHorizonMs,
    steadiness: 0.7,
  });
}

/** Long enough to tell a defrost, after which it comes back, from a room that only gets warmer. */
export const soonWindowMs = 75 * minuteMs;
const minBuckets = 12;
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
): LimitForecast | null {
  const points: { x: number; y: number }[] = [];
  for (let i = 0; i < recent.length; i++)
    if (recent.startsAt[i]! >= now - soonWindowMs && Number.isFinite(recent.avg[i]!))
      points.push({ x: (recent.startsAt[i]! - now) / minuteMs, y: recent.avg[i]! });
  if (points.length < minBuckets || points.at(-1)!.x < -10) return null;
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
  return forecastLimit(trend, value, limit, span, { now, unitMs: minuteMs, horizonMs: soonHorizonMs, steadiness: 0.8 });
}
