import { type AlarmRule, type Bands, bandSetsOf } from './alarmRule.ts';
import type { RuleState } from './ruleState.ts';

/**
 * The range of good values that provably leave a rule's state as it is, both ends included; empty (low above high) when
 * every sample must be looked at. Smaller than possible is safe, larger is not: `evaluateBatch` skips `step` inside it.
 */
export interface QuietRange {
  low: number;
  high: number;
}

const everything = Number.MAX_VALUE; // not Infinity: an infinite value is a bad one and must reach `step`
const nothing = Number.POSITIVE_INFINITY; // as a low end

/** A little above x, so that a bound which is not part of the range can be written as an included one. */
const justAbove = (x: number): number => x + Math.max(Math.abs(x) * 2 * Number.EPSILON, Number.MIN_VALUE);
const justBelow = (x: number): number => -justAbove(-x);

/** Narrows `range` by one rule. `held` is the newest good value, already evaluated; null when there is none. */
export function narrow(range: QuietRange, rule: AlarmRule, state: RuleState, held: number | null): void {
  let low = -everything;
  let high = everything;
  if (state.phase === 'normal') {
    if (rule.kind === 'limit') {
      // Inside the limits of every period nothing changes whichever is in force.
      for (const bands of bandSetsOf(rule)) {
        low = Math.max(low, isMoving(bands) ? nothing : ((bands.low ?? bands.lowLow)?.limit ?? low));
        high = Math.min(high, (bands.high ?? bands.highHigh)?.limit ?? high);
      }
    } else if (rule.kind === 'state') {
      if (held !== null && !rule.values.includes(held)) low = high = held;
      else low = nothing;
    } else if (rule.kind === 'frozen' || rule.kind === 'rateOfChange' || rule.kind === 'deviation') {
      low = nothing;
    }
  } else if (
    state.phase === 'active' &&
    state.announced &&
    rule.kind === 'limit' &&
    !rule.periods?.length &&
    !isMoving(rule.bands)
  ) {
    const { bands, deadband } = rule;
    const extreme = state.extreme!;
    // Between the way back and the next step outward, up to the extreme already known.
    if (state.band === 'high' || state.band === 'highHigh') {
      low = justAbove(bands[state.band]!.limit - deadband);
      high = state.band === 'high' && bands.highHigh ? Math.min(bands.highHigh.limit, extreme) : extreme;
    } else {
      const band = state.band!;
      high = justBelow(bands[band]!.limit + deadband);
      low = band === 'low' && bands.lowLow ? Math.max(bands.lowLow.limit, extreme) : extreme;
    }
  } else if (state.phase === 'active' && state.announced && rule.kind === 'state') {
    if (held !== null && rule.values.includes(held)) low = high = held;
    else low = nothing;
  } else {
    low = nothing;
  }
  if (low > range.low) range.low = low;
  if (high < range.high) range.high = high;
}

/** Only a value that is the same again is quiet. */
export function narrowTo(range: QuietRange, held: number | null): void {
  if (held === null || held < range.low || held > range.high) range.low = nothing;
  else range.low = range.high = held;
}

const isMoving = ({ lowLow, low, high, highHigh }: Bands): boolean =>
  (lowLow?.from ?? low?.from ?? high?.from ?? highHigh?.from) !== undefined;

export const openRange = (): QuietRange => ({ low: -everything, high: everything });
