import { type AlarmRule, type FrozenRule, judgesValues, type RateOfChangeRule } from './alarmRule.ts';
import { type Calendar, periodAt, periodEndsAt } from './weekly.ts';

/**
 * What a rule must know of the time before, besides its state, to judge a value: made anew from history at a start, so it is
 * never persisted. Never mutated. Times are epoch ms, event time.
 */
export interface Trace {
  /** The index of the period in force; −1 when none is. 0 for a rule without periods. */
  readonly period: number;
  readonly periodEndsAt: number;
  /** Since when the point of `onlyWhile` has had none of its values; null while it is shown. */
  readonly hiddenSince: number | null;
  /** When that point came back to one of them, while it settles. */
  readonly shownSince: number | null;
  /** When time alone changes something next: a period, the end of settling, the longest that may be hidden. */
  readonly nextAt: number;
  /** Frozen: the value that counts as unchanged, and since when. */
  readonly anchor: number;
  readonly anchorAt: number;
  /** Rate of change: the good samples of the window. */
  readonly window: readonly Point[];
}

export interface Point {
  readonly at: number;
  readonly value: number;
}

export const noTrace: Trace = Object.freeze({
  period: 0,
  periodEndsAt: Number.POSITIVE_INFINITY,
  hiddenSince: null,
  shownSince: null,
  nextAt: Number.POSITIVE_INFINITY,
  anchor: Number.NaN,
  anchorAt: 0,
  window: [],
});

/** A rule that judges by nothing but the sample and its state needs no trace. */
export const leavesTrace = (rule: AlarmRule): boolean =>
  judgesValues(rule) &&
  (rule.kind === 'frozen' || rule.kind === 'rateOfChange' || !!rule.onlyWhile || !!rule.periods?.length);

export const keepsSamples = (rule: AlarmRule): rule is FrozenRule | RateOfChangeRule =>
  rule.kind === 'frozen' || rule.kind === 'rateOfChange';

/** For how long before now a rule wants to know what came, of its own point and of the one of `onlyWhile`, in ms. */
export function wantsMs(rule: AlarmRule): { own: number; gate: number } {
  if (!judgesValues(rule)) return { own: 0, gate: 0 };
  const own = rule.kind === 'frozen' ? rule.afterSeconds : rule.kind === 'rateOfChange' ? rule.windowSeconds : 0;
  const gate = rule.onlyWhile ? rule.onlyWhile.maxHiddenSeconds + rule.onlyWhile.settleSeconds : 0;
  return { own: own * 1000, gate: gate * 1000 };
}

/** The trace at a moment, when nothing is known of the time before. */
export function traceAt(rule: AlarmRule, calendar: Calendar, at: number): Trace {
  return leavesTrace(rule) ? inTime(rule, { ...noTrace, periodEndsAt: at }, calendar, at) : noTrace;
}

/** Moves on what moves by time alone: to be called at `nextAt`. */
export function inTime(rule: AlarmRule, trace: Trace, calendar: Calendar, at: number): Trace {
  if (!judgesValues(rule)) return trace;
  let { period, periodEndsAt: endsAt, hiddenSince, shownSince } = trace;
  if (rule.periods?.length) {
    if (endsAt <= at) {
      period = periodAt(rule.periods, calendar, at);
      endsAt = periodEndsAt(rule.periods, calendar, at);
    }
  } else endsAt = Number.POSITIVE_INFINITY;
  if (rule.onlyWhile && shownSince !== null && shownSince + rule.onlyWhile.settleSeconds * 1000 <= at) {
    hiddenSince = shownSince = null;
  }
  const next = { ...trace, period, periodEndsAt: endsAt, hiddenSince, shownSince };
  return { ...next, nextAt: Math.min(endsAt, gateMovesAt(rule, next, at)) };
}

/** The point of `onlyWhile` has this value since `at`. */
export function throughGate(rule: AlarmRule, trace: Trace, at: number, value: number): Trace {
  if (!judgesValues(rule) || rule.onlyWhile === undefined) return trace;
  let next = trace;
  if (rule.onlyWhile.values.includes(value)) {
    if (trace.hiddenSince === null || trace.shownSince !== null) return trace;
    next =
      rule.onlyWhile.settleSeconds > 0
        ? { ...trace, shownSince: at }
        : { ...trace, hiddenSince: null, shownSince: null };
  } else {
    if (trace.hiddenSince !== null && trace.shownSince === null) return trace;
    // Away again before it settled: it is the same time of being hidden, else a door that flaps would hide for ever.
    next = { ...trace, hiddenSince: trace.hiddenSince ?? at, shownSince: null };
  }
  return { ...next, nextAt: Math.min(next.periodEndsAt, gateMovesAt(rule, next, at)) };
}

export function isHidden(rule: AlarmRule, trace: Trace, at: number): boolean {
  if (trace.hiddenSince === null || !judgesValues(rule) || rule.onlyWhile === undefined) return false;
  const { settleSeconds, maxHiddenSeconds } = rule.onlyWhile;
  return (
    at < trace.hiddenSince + maxHiddenSeconds * 1000 &&
    (trace.shownSince === null || at < trace.shownSince + settleSeconds * 1000)
  );
}

/** A good sample of the rule's own point. `gapMs` is the time since the good one before; Infinity for the first. */
export function withSample(rule: AlarmRule, trace: Trace, at: number, value: number, isAfterGap: boolean): Trace {
  if (rule.kind === 'frozen') {
    const isSame = !isAfterGap && Math.abs(value - trace.anchor) <= rule.tolerance;
    return isSame ? trace : { ...trace, anchor: value, anchorAt: at };
  }
  if (rule.kind === 'rateOfChange') {
    const from = at - rule.windowSeconds * 1000;
    const first = trace.window.findIndex((each) => each.at >= from);
    const kept = first < 0 ? [] : first === 0 ? trace.window : trace.window.slice(first);
    return { ...trace, window: [...kept, { at, value }] };
  }
  return trace;
}

/** By how much the value rose or fell within the window, the greater of both where either counts; 0 when it stands alone. */
export function changeOf(rule: RateOfChangeRule, trace: Trace, at: number, value: number): number {
  const from = at - rule.windowSeconds * 1000;
  let rise = 0;
  let fall = 0;
  for (const each of trace.window) {
    if (each.at < from || each.at > at) continue;
    rise = Math.max(rise, value - each.value);
    fall = Math.min(fall, value - each.value);
  }
  if (rule.direction === 'rise') return rise;
  if (rule.direction === 'fall') return fall;
  return rise >= -fall ? rise : fall;
}

function gateMovesAt(rule: AlarmRule, trace: Trace, at: number): number {
  if (trace.hiddenSince === null || !judgesValues(rule) || rule.onlyWhile === undefined)
    return Number.POSITIVE_INFINITY;
  const { settleSeconds, maxHiddenSeconds } = rule.onlyWhile;
  const settles = trace.shownSince === null ? Number.POSITIVE_INFINITY : trace.shownSince + settleSeconds * 1000;
  const longest = trace.hiddenSince + maxHiddenSeconds * 1000;
  return Math.min(settles > at ? settles : Number.POSITIVE_INFINITY, longest > at ? longest : Number.POSITIVE_INFINITY);
}
