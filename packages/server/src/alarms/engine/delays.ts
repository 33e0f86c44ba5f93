import type { AlarmRule } from './alarmRule.ts';
import { type Delays, isTimed, latestTimer, retimed, untimed } from './bandStates.ts';
import { isOpen, isPending, normalState, type RuleState, withoutAcross } from './ruleState.ts';
import type { Inputs } from './step.ts';

export const onDelays: Delays = { on: true, off: false };
export const offDelays: Delays = { on: false, off: true };
export const bothDelays: Delays = { on: true, off: true };
const noDelays: Delays = { on: false, off: false };

/** Whether any delay runs, or stands still: also of a further band inside an occurrence. */
export const hasDelay = (state: RuleState): boolean => isPending(state) || isTimed(state.bands, true, true);

const hasOnDelay = (state: RuleState): boolean => state.phase === 'pendingOn' || isTimed(state.bands, true, false);
const hasOffDelay = (state: RuleState): boolean => state.phase === 'pendingOff' || isTimed(state.bands, false, true);

/** The running delays that a silence before `at` interrupts: too long, and no live link covers it. */
export function interruptedAt(rule: AlarmRule, state: RuleState, at: number, inputs: Inputs): Delays {
  const heard = heardAt(state, inputs);
  // Mostly the next sample comes in time.
  if (at <= heard + inputs.maxGapMs) return noDelays;
  return delaysOf(
    hasOnDelay(state) && isInterrupted(heard, at, delayMs(rule, 'onDelaySeconds'), inputs),
    hasOffDelay(state) && isInterrupted(heard, at, delayMs(rule, 'offDelaySeconds'), inputs),
  );
}

function isInterrupted(heard: number, at: number, delayMs: number, { maxGapMs, live }: Inputs): boolean {
  const bridgedMs = Math.max(maxGapMs, delayMs);
  const bridgedUntil = heard + bridgedMs;
  return at > bridgedUntil && (live === null || live.since > bridgedUntil || at > live.watermark + bridgedMs);
}

/** The running delays that began before a silence which the live stretch does not reach back to. */
export function cutOffBefore(rule: AlarmRule, state: RuleState, liveSince: number, inputs: Inputs): Delays {
  const heard = heardAt(state, inputs);
  if (liveSince <= heard + inputs.maxGapMs) return noDelays;
  const isCutOff = (delayMs: number): boolean => liveSince > heard + Math.max(inputs.maxGapMs, delayMs);
  return delaysOf(
    hasOnDelay(state) && isCutOff(delayMs(rule, 'onDelaySeconds')),
    hasOffDelay(state) && isCutOff(delayMs(rule, 'offDelaySeconds')),
  );
}

const delaysOf = (on: boolean, off: boolean): Delays =>
  on ? (off ? bothDelays : onDelays) : off ? offDelays : noDelays;

const delayMs = (rule: AlarmRule, which: 'onDelaySeconds' | 'offDelaySeconds'): number =>
  which in rule ? (rule as { readonly [delay in typeof which]: number })[which] * 1000 : 0;

/** When the point was last heard, in any quality, or a delay began without a sample of it. */
const heardAt = (state: RuleState, inputs: Inputs): number =>
  Math.max(inputs.lastSampleAt ?? Number.NEGATIVE_INFINITY, state.timerFrom, latestTimer(state.bands));

/** These delays begin anew; what came before the silence no longer counts. */
export function restarted(state: RuleState, delays: Delays, at: number): RuleState {
  if (!delays.on && !delays.off) return state;
  const bands = retimed(state.bands, delays, () => at);
  if (state.phase === 'pendingOn')
    return { ...state, extreme: null, since: at, isAfterHold: false, timerFrom: at, changedAt: at, bands };
  return state.phase === 'pendingOff' && delays.off
    ? { ...state, timerFrom: at, backSince: at, bands }
    : { ...state, bands };
}

/** The state before these delays began: the next usable value starts them anew. */
export function withoutDelays(state: RuleState, delays: Delays): RuleState {
  if (!delays.on && !delays.off) return state;
  if (state.phase === 'pendingOn') return normalState;
  const open: RuleState = {
    ...state,
    ...(delays.off && { phase: 'active', frozenAt: null, backSince: null }),
    ...(delays.on && { risesFrozenAt: null }),
  };
  const bands = untimed(state.bands, delays);
  return state.band === null ? open : withoutAcross(open, bands);
}

/** These delays stand still from now on, where they do not already. */
export function stopped(state: RuleState, delays: Delays, at: number): RuleState {
  if (!isOpen(state))
    return state.phase === 'pendingOn' && delays.on && state.frozenAt === null ? { ...state, frozenAt: at } : state;
  const stopsRises = delays.on && state.risesFrozenAt === null && hasOnDelay(state);
  const stopsReturns = delays.off && state.frozenAt === null && hasOffDelay(state);
  if (!stopsRises && !stopsReturns) return state;
  return { ...state, ...(stopsRises && { risesFrozenAt: at }), ...(stopsReturns && { frozenAt: at }) };
}

/** These delays go on, without the time they stood still. */
export function resumed(state: RuleState, delays: Delays, at: number): RuleState {
  if (state.phase === 'pendingOn') {
    if (state.frozenAt === null || !delays.on) return state;
    const byMs = at - state.frozenAt;
    const bands = retimed(state.bands, onDelays, (from) => from + byMs);
    return { ...state, timerFrom: state.timerFrom + byMs, frozenAt: null, bands };
  }
  let next = state;
  if (next.risesFrozenAt !== null && delays.on) {
    const byMs = at - next.risesFrozenAt;
    next = { ...next, risesFrozenAt: null, bands: retimed(next.bands, onDelays, (from) => from + byMs) };
  }
  if (next.frozenAt !== null && delays.off) {
    const byMs = at - next.frozenAt;
    const bands = retimed(next.bands, offDelays, (from) => from + byMs);
    next = { ...next, timerFrom: next.timerFrom + byMs, frozenAt: null, bands };
  }
  return next;
}
