import { type AlarmRule, type Bands, bandNames, bandSetsOf, type LimitRule } from './alarmRule.ts';
import { bandStateOf, isTimed, limitAt } from './bandStates.ts';
import { isHigh } from './bands.ts';
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
    ({ low, high } = whereItStands(rule, state));
  } else if (state.phase === 'active' && state.announced && rule.kind === 'state') {
    if (held !== null && rule.values.includes(held)) low = high = held;
    else low = nothing;
  } else {
    low = nothing;
  }
  if (low > range.low) range.low = low;
  if (high < range.high) range.high = high;
}

/** Between the way back from the bands that are on and the next step outward, up to the extreme already known. */
function whereItStands({ bands, deadband }: LimitRule, state: RuleState): QuietRange {
  if (isTimed(state.bands, true, true) || !bandStateOf(state.bands, state.band!)?.isOn)
    return { low: nothing, high: everything };
  let low = -everything;
  let high = everything;
  for (let place = 0; place < state.bands.length; place++) {
    const limit = limitAt(bands, place)?.limit;
    if (limit === undefined) continue;
    const isOn = state.bands[place]?.isOn === true;
    const isUpper = isHigh(bandNames[place]!);
    if (isUpper && isOn) low = Math.max(low, justAbove(limit - deadband));
    else if (isUpper) high = Math.min(high, limit);
    else if (isOn) high = Math.min(high, justBelow(limit + deadband));
    else low = Math.max(low, limit);
  }
  if (isHigh(state.band!)) high = Math.min(high, state.extreme!);
  else low = Math.max(low, state.extreme!);
  return { low, high };
}

/** Only a value that is the same again is quiet. */
export function narrowTo(range: QuietRange, held: number | null): void {
  if (held === null || held < range.low || held > range.high) range.low = nothing;
  else range.low = range.high = held;
}

const isMoving = ({ lowLow, low, high, highHigh }: Bands): boolean =>
  (lowLow?.from ?? low?.from ?? high?.from ?? highHigh?.from) !== undefined;

export const openRange = (): QuietRange => ({ low: -everything, high: everything });
