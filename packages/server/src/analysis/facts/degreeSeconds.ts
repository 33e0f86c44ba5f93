import type { RawHistory } from '../../history/index.ts';

/** Codes from here on are not good, and say nothing of the temperature. */
const firstBad = 64;

/** A limit, and on which side of it is too much. */
export interface HeatLimit {
  readonly limit: number;
  readonly isHigh: boolean;
}

interface Bands {
  readonly bands?: Readonly<Record<string, { limit?: unknown; from?: unknown } | undefined>>;
}

/**
 * The limit that an alarm went beyond first: the inner one of its rule on that side, as the rule stood then. A limit that follows
 * another point, or a rule of before there were bands, leaves the one on record. Null: there is none.
 */
export function heatLimitOf(alarm: {
  rule_definition: unknown;
  band: string | null;
  limit_value: number | null;
}): HeatLimit | null {
  const isHigh = !alarm.band?.startsWith('low');
  const bands = (alarm.rule_definition as Bands | null)?.bands ?? {};
  const inner = isHigh ? (bands.high ?? bands.highHigh) : (bands.low ?? bands.lowLow);
  if (typeof inner?.limit === 'number' && inner.from === undefined) return { limit: inner.limit, isHigh };
  return alarm.limit_value === null ? null : { limit: alarm.limit_value, isHigh };
}

/**
 * The area beyond a limit between two moments, in K·s: each good value holds until the next sample, at most `maxGapMs`.
 *
 * @param samples from `maxGapMs` before `from` on, ascending
 * @param from, until epoch ms
 */
export function degreeSeconds(
  { measuredAt, values, quality, length }: Pick<RawHistory, 'measuredAt' | 'values' | 'quality' | 'length'>,
  { limit, isHigh }: HeatLimit,
  { from, until, maxGapMs }: { from: number; until: number; maxGapMs: number },
): number {
  let area = 0;
  for (let i = 0; i < length; i++) {
    const value = values[i]!;
    const beyond = isHigh ? value - limit : limit - value;
    if (quality[i]! >= firstBad || !(beyond > 0)) continue;
    const at = measuredAt[i]!;
    const holdsUntil = Math.min(i + 1 < length ? measuredAt[i + 1]! : Number.POSITIVE_INFINITY, at + maxGapMs, until);
    area += (beyond * Math.max(0, holdsUntil - Math.max(at, from))) / 1000;
  }
  return area;
}
