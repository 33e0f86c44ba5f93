import { type AlarmRule, type FrozenRule, judgesValues, type OnlyWhile, type RateOfChangeRule } from './alarmRule.ts';
import { extremesOf, type RecentWindow, withNewest } from './recentWindow.ts';
import { type Calendar, periodAt, periodEndsAt } from './weekly.ts';

export type { Point } from './recentWindow.ts';

/**
 * What a rule must know of the time before, besides its state, to judge a value: made anew from history at a start, so it is
 * never persisted. Never mutated. Times are epoch ms, event time.
 */
export interface Trace {
  /** The index of the period in force; −1 when none is. 0 for a rule without periods. */
  readonly period: number;
  readonly periodEndsAt: number;
  /** Since when its period is known, of a rule with periods: an earlier sample, from a buffer, uses the hours of its own time. */
  readonly begunAt: number;
  /** Of each of `onlyWhile`, in its order; empty for a rule without. */
  readonly gates: readonly Gate[];
  /** When the rule last began to look again after `onlyWhile` had hidden it; −Infinity when it never did. */
  readonly shownAt: number;
  /** When time alone changes something next: a period, the end of settling, the longest that may be hidden. */
  readonly nextAt: number;
  /** Frozen: the value that counts as unchanged, and since when. */
  readonly anchor: number;
  readonly anchorAt: number;
  /** Rate of change: the good samples of its window; null before the first. */
  readonly window: RecentWindow | null;
}

/** One other point whose state a rule waits for. */
export interface Gate {
  /** Since when the point has had none of the values; null while it does not hide the rule. */
  readonly hiddenSince: number | null;
  /** When that point came back to one of them, while it settles. */
  readonly shownSince: number | null;
}

export const openGate: Gate = Object.freeze({ hiddenSince: null, shownSince: null });

export const noTrace: Trace = Object.freeze({
  period: 0,
  periodEndsAt: Number.POSITIVE_INFINITY,
  begunAt: Number.NEGATIVE_INFINITY,
  gates: [],
  shownAt: Number.NEGATIVE_INFINITY,
  nextAt: Number.POSITIVE_INFINITY,
  anchor: Number.NaN,
  anchorAt: 0,
  window: null,
});

/** A rule that judges by nothing but the sample and its state needs no trace. */
export const leavesTrace = (rule: AlarmRule): boolean =>
  judgesValues(rule) &&
  (rule.kind === 'frozen' || rule.kind === 'rateOfChange' || !!rule.onlyWhile || !!rule.periods?.length);

export const keepsSamples = (rule: AlarmRule): rule is FrozenRule | RateOfChangeRule =>
  rule.kind === 'frozen' || rule.kind === 'rateOfChange';

/** For how long before now a rule wants to know what came, of its own point and of those of `onlyWhile`, in ms. */
export function wantsMs(rule: AlarmRule): {
  own: number;
  gates: readonly { readonly pointId: number; readonly ms: number }[];
} {
  if (!judgesValues(rule)) return { own: 0, gates: [] };
  const own = rule.kind === 'frozen' ? rule.afterSeconds : rule.kind === 'rateOfChange' ? rule.windowSeconds : 0;
  const gates = (rule.onlyWhile ?? []).flatMap(({ point, maxHiddenSeconds, settleSeconds }) =>
    'pointId' in point ? [{ pointId: point.pointId, ms: (maxHiddenSeconds + settleSeconds) * 1000 }] : [],
  );
  return { own: own * 1000, gates };
}

/** The trace at a moment, when nothing is known of the time before. */
export function traceAt(rule: AlarmRule, calendar: Calendar, at: number): Trace {
  if (!leavesTrace(rule)) return noTrace;
  const gates = judgesValues(rule) && rule.onlyWhile ? rule.onlyWhile.map(() => openGate) : noTrace.gates;
  const begunAt = judgesValues(rule) && rule.periods?.length ? at : noTrace.begunAt;
  return inTime(rule, { ...noTrace, gates, begunAt, periodEndsAt: at }, calendar, at);
}

/** The trace for a sample of before it was begun. */
export function inThePast(rule: AlarmRule, trace: Trace, calendar: Calendar, at: number): Trace {
  const then = inTime(rule, { ...trace, begunAt: at, periodEndsAt: at }, calendar, at);
  return { ...then, nextAt: Math.min(then.nextAt, trace.nextAt) };
}

/** Moves on what moves by time alone: to be called at `nextAt`. */
export function inTime(rule: AlarmRule, trace: Trace, calendar: Calendar, at: number): Trace {
  if (!judgesValues(rule)) return trace;
  let { period, periodEndsAt: endsAt, gates } = trace;
  if (rule.periods?.length) {
    if (endsAt <= at) {
      period = periodAt(rule.periods, calendar, at);
      endsAt = periodEndsAt(rule.periods, calendar, at);
    }
  } else endsAt = Number.POSITIVE_INFINITY;
  const { onlyWhile } = rule;
  if (onlyWhile?.some((each, g) => hasSettled(each, gates[g]!, at))) {
    gates = gates.map((gate, g) => (hasSettled(onlyWhile[g]!, gate, at) ? openGate : gate));
  }
  const next = { ...trace, period, periodEndsAt: endsAt, gates };
  return { ...next, shownAt: shownAtOf(rule, trace, next, at), nextAt: Math.min(endsAt, gatesMoveAt(rule, next, at)) };
}

const shownAtOf = (rule: AlarmRule, before: Trace, next: Trace, at: number): number =>
  isHidden(rule, before, at - 1) && !isHidden(rule, next, at) ? at : before.shownAt;

const hasSettled = ({ settleSeconds }: OnlyWhile, { shownSince }: Gate, at: number): boolean =>
  shownSince !== null && shownSince + settleSeconds * 1000 <= at;

/** A point that `onlyWhile` may look at has this value since `at`. */
export function throughGates(rule: AlarmRule, trace: Trace, pointId: number, at: number, value: number): Trace {
  if (!judgesValues(rule) || rule.onlyWhile === undefined) return trace;
  let gates = trace.gates;
  for (let g = 0; g < gates.length; g++) {
    const each = rule.onlyWhile[g]!;
    if (!('pointId' in each.point) || each.point.pointId !== pointId) continue;
    const gate = throughGate(each, gates[g]!, at, value);
    if (gate !== gates[g]) gates = gates.with(g, gate);
  }
  if (gates === trace.gates) return trace;
  const next = { ...trace, gates };
  const shownAt = shownAtOf(rule, trace, next, at);
  return { ...next, shownAt, nextAt: Math.min(next.periodEndsAt, gatesMoveAt(rule, next, at)) };
}

/** A gate after its point was seen with a value. */
export function throughGate({ values, settleSeconds }: OnlyWhile, gate: Gate, at: number, value: number): Gate {
  if (values.includes(value)) {
    if (gate.hiddenSince === null || gate.shownSince !== null) return gate;
    return settleSeconds > 0 ? { ...gate, shownSince: at } : openGate;
  }
  if (gate.hiddenSince !== null && gate.shownSince === null) return gate;
  // Away again before it settled: it is the same time of being hidden, else a door that flaps would hide for ever.
  return { hiddenSince: gate.hiddenSince ?? at, shownSince: null };
}

/** Whether any of `onlyWhile` hides the rule. */
export function isHidden(rule: AlarmRule, trace: Trace, at: number): boolean {
  for (let g = 0; g < trace.gates.length; g++) if (isHiddenBy(rule, trace, g, at)) return true;
  return false;
}

/** Whether the one of `onlyWhile` with this index hides the rule. */
export function isHiddenBy(rule: AlarmRule, trace: Trace, index: number, at: number): boolean {
  const { hiddenSince, shownSince } = trace.gates[index]!;
  if (hiddenSince === null || !judgesValues(rule) || rule.onlyWhile === undefined) return false;
  const { settleSeconds, maxHiddenSeconds } = rule.onlyWhile[index]!;
  return at < hiddenSince + maxHiddenSeconds * 1000 && (shownSince === null || at < shownSince + settleSeconds * 1000);
}

/** A good sample of the rule's own point. `gapMs` is the time since the good one before; Infinity for the first. */
export function withSample(rule: AlarmRule, trace: Trace, at: number, value: number, isAfterGap: boolean): Trace {
  if (rule.kind === 'frozen') {
    const isSame = !isAfterGap && Math.abs(value - trace.anchor) <= rule.tolerance;
    return isSame ? trace : { ...trace, anchor: value, anchorAt: at };
  }
  if (rule.kind === 'rateOfChange') {
    const from = at - rule.windowSeconds * 1000;
    return { ...trace, window: withNewest(trace.window, { at, value }, from) };
  }
  return trace;
}

/** By how much the value rose or fell within the window, the greater of both where either counts; 0 when it stands alone. */
export function changeOf(rule: RateOfChangeRule, trace: Trace, at: number, value: number): number {
  const from = at - rule.windowSeconds * 1000;
  const extremes = extremesOf(trace.window, from, at);
  const rise = extremes === null ? 0 : Math.max(0, value - extremes.lowest);
  const fall = extremes === null ? 0 : Math.min(0, value - extremes.highest);
  if (rule.direction === 'rise') return rise;
  if (rule.direction === 'fall') return fall;
  return rise >= -fall ? rise : fall;
}

/** When time alone changes the next of them. */
function gatesMoveAt(rule: AlarmRule, { gates }: Trace, at: number): number {
  let next = Number.POSITIVE_INFINITY;
  if (!judgesValues(rule) || rule.onlyWhile === undefined) return next;
  for (let g = 0; g < gates.length; g++) {
    const { hiddenSince, shownSince } = gates[g]!;
    if (hiddenSince === null) continue;
    const { settleSeconds, maxHiddenSeconds } = rule.onlyWhile[g]!;
    const settles = shownSince === null ? next : shownSince + settleSeconds * 1000;
    const longest = hiddenSince + maxHiddenSeconds * 1000;
    if (settles > at && settles < next) next = settles;
    if (longest > at && longest < next) next = longest;
  }
  return next;
}
