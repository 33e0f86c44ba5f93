import { minuteMs } from '@watchpost/contract';
import type { BucketColumns } from '../../history/index.ts';
import { forecastLimit } from '../../platform/statistics/forecastLimit.ts';
import { trendOf } from '../../platform/statistics/statistics.ts';
import { type Band, comingRise, type RuleLook, type Severity } from '../engine/index.ts';

/** What an active alarm comes to if its trend goes on. Times are epoch ms. */
export interface AlarmForecast {
  /** `worse`: the limit farther out; `back`: within its limit; `over`: its condition has ended and only its delay runs. */
  readonly kind: 'worse' | 'back' | 'over';
  /** Null where no limit is meant. */
  readonly limit: number | null;
  /** Of `worse`, how bad it is there. */
  readonly severity: Severity | null;
  readonly expectedAt: number;
  /** By the faster and the slower quarter of its trend. */
  readonly soonest: number;
  readonly latest: number;
}

/** What was before says little of what somebody has just set right. */
export const forecastWindowMs = 36 * minuteMs;
export const forecastBucketMinutes = 1;
/** A steady trend is looked at over the longest of these, one that has just turned round over the shortest. */
const stretchesMs = [forecastWindowMs, forecastWindowMs / 2, forecastWindowMs / 4];
/** Fewer do not make a trend. */
const minBuckets = 8;
/** How old the newest may be. */
const newestMs = 5 * minuteMs;
const horizonMs = 3 * 60 * minuteMs;

/**
 * How long it takes until an active alarm becomes worse or returns; null: there is no honest trend.
 *
 * @param look its condition at this moment
 * @param recent the last `forecastWindowMs` by `forecastBucketMinutes`; null: not known, or no number
 */
export function alarmForecast(look: RuleLook, recent: BucketColumns | null, now: number): AlarmForecast | null {
  const { state, rule, dueAt } = look;
  if (state.phase === 'pendingOff')
    return dueAt === null || dueAt <= now
      ? null
      : { kind: 'over', limit: null, severity: null, expectedAt: dueAt, soonest: dueAt, latest: dueAt };
  // A suppressed rule, or one with another set of limits in a minute, has no forecast.
  if (state.phase !== 'active' || rule.kind !== 'limit' || state.band === null || look.isHidden) return null;
  const rise = comingRise(rule, state);
  if (rise !== null) {
    const { limit, severity, dueAt: at } = rise;
    return at <= now ? null : { kind: 'worse', limit, severity, expectedAt: at, soonest: at, latest: at };
  }
  if (recent === null || look.bands === null) return null;
  const points: { x: number; y: number }[] = [];
  for (let i = 0; i < recent.length; i++)
    if (Number.isFinite(recent.avg[i]!)) points.push({ x: (recent.startsAt[i]! - now) / minuteMs, y: recent.avg[i]! });
  const newest = points.at(-1);
  if (newest === undefined || newest.x * minuteMs < -newestMs) return null;
  const value = look.heldValue ?? newest.y;
  const within = (stretchMs: number) => points.filter(({ x }) => x * minuteMs >= -stretchMs);
  const present = trendOf(within(stretchesMs.at(-1)!));
  if (present === null) return null;
  // The present slope decides, and not an earlier one.
  const target = targetOf(look.bands, state.band, rule.deadband, present.slope > 0);
  if (target === null) return null;
  for (const stretchMs of stretchesMs) {
    const found = reachedBy(within(stretchMs), value, target.limit, now);
    if (found) return { ...target, ...found };
  }
  return null;
}

function reachedBy(
  points: readonly { x: number; y: number }[],
  value: number,
  limit: number,
  now: number,
): Pick<AlarmForecast, 'expectedAt' | 'soonest' | 'latest'> | null {
  if (points.length < minBuckets) return null;
  const whole = trendOf(points)!;
  const late = trendOf(points.slice(-Math.ceil(points.length / 2)))!;
  // Turned round since, or slowing down: it may never come there.
  if (Math.sign(late.slope) !== Math.sign(whole.slope) || Math.abs(late.slope) < 0.5 * Math.abs(whole.slope))
    return null;
  const trend = { ...late, steadiness: whole.steadiness, noise: whole.noise };
  const span = Math.abs((whole.slope / late.slope) * (points.at(-1)!.x - points[0]!.x));
  const reached = forecastLimit(trend, value, limit, span, { now, unitMs: minuteMs, horizonMs, steadiness: 0.8 });
  return reached && { expectedAt: reached.expectedAt, soonest: reached.soonest, latest: reached.latest };
}

type Target = Pick<AlarmForecast, 'kind' | 'severity'> & { readonly limit: number };

/** The limit that lies ahead: outward the next one, inward the one behind which the alarm returns. */
function targetOf(
  bands: NonNullable<RuleLook['bands']>,
  band: Band,
  deadband: number,
  isRising: boolean,
): Target | null {
  const isHigh = band === 'high' || band === 'highHigh';
  if (isRising === isHigh) {
    const outer = band === 'high' ? bands.highHigh : band === 'low' ? bands.lowLow : undefined;
    return outer ? { kind: 'worse', limit: outer.limit, severity: outer.severity } : null;
  }
  const inner = isHigh ? (bands.high ?? bands.highHigh) : (bands.low ?? bands.lowLow);
  return inner ? { kind: 'back', limit: inner.limit + (isHigh ? -deadband : deadband), severity: null } : null;
}
