import type { AlarmEvent } from './alarmEvent.ts';
import {
  type AlarmRule,
  isAboutTheSource,
  judgesValues,
  type LimitRule,
  type NoDataRule,
  type Subject,
  type ValueRule,
} from './alarmRule.ts';
import { comparedOf, isBeyond, isJudgeable } from './condition.ts';
import {
  bothDelays,
  cutOffBefore,
  hasDelay,
  interruptedAt,
  offDelays,
  onDelays,
  restarted,
  resumed,
  stopped,
  withoutDelays,
} from './delays.ts';
import { applyLimits, completeLimits } from './limits.ts';
import { begun, conditionOff, dueAt, isOpen, normalState, type RuleState } from './ruleState.ts';
import { isHidden, type Trace } from './trace.ts';
import { announceIfActive, heldFor, raise, returned } from './transitions.ts';

/** Quality bytes from here on are bad. The contract's `qualityOf` is the authority; a test holds the two together. */
export const firstBadQuality = 64;

export const isBad = (value: number, quality: number): boolean => quality >= firstBadQuality || !Number.isFinite(value);

/** One thing to evaluate, at an event time in epoch ms. */
export type StepInput =
  | { readonly type: 'sample'; readonly at: number; readonly value: number; readonly quality: number }
  /** Nothing newer than the last sample was measured up to `at`: the watermark of a live link without backlog. */
  | { readonly type: 'tick'; readonly at: number }
  /**
   * Something else changed: another point, the period in force, whether the rule looks away. The value is the one the point
   * holds; null when its last sample was bad or there was none.
   */
  | { readonly type: 'context'; readonly at: number; readonly value: number | null }
  /** A gateway or slave came up or went down. */
  | { readonly type: 'link'; readonly at: number; readonly up: boolean };

/** The stretch during which a gateway's link has been live without backlog. */
export interface LiveStretch {
  /** Its start. An outage shorter than the caller is willing to bridge need not break it. */
  readonly since: number;
  /** now − grace, so never ahead of now: nothing measured up to here is still under way. */
  readonly watermark: number;
}

/** What the engine must be told about the world around one rule and subject. */
export interface Inputs {
  readonly subject: Subject;
  readonly now: number;
  /** An event older than this when we hear of it counts as detected late. */
  readonly lateAfterMs: number;
  /** The newest sample of any quality before this input; null when there was none. */
  readonly lastSampleAt: number | null;
  /** The newest usable value before this input and its time; null when there was none. */
  readonly lastGoodAt: number | null;
  readonly heldValue: number | null;
  /** For how long a value speaks for the time after it when only the next sample confirms it. */
  readonly maxGapMs: number;
  /**
   * Null while the gateway is offline or sending a backlog: time then moves by samples alone. For silence, which goes on while it
   * is offline, the stretch that was lost.
   */
  readonly live: LiveStretch | null;
  /** What above this subject is down and explains its silence. */
  readonly sourceDown: 'gateway' | 'slave' | null;
  /** When that last changed. No-data timers count from here at the earliest, so a recovery pages nobody. */
  readonly sourceSince: number;
  /** When we began to watch: server start, or the rule's creation. */
  readonly watchedSince: number;
  /** What the rule has to know of the time before, this input included. */
  readonly trace: Trace;
  /** The value of another point at a time; null when nobody knows it. */
  readonly otherValue: (pointId: number, at: number) => number | null;
}

/**
 * Moves one rule on one subject by one input and returns its state: the same object when nothing changed, so a quiet
 * sample allocates nothing and needs no persisting. Events are appended to `out` in order.
 *
 * Time is event time, and only *known* time counts towards a delay:
 * - A good value speaks until the next sample. A delay that fell due before that sample has completed at its due time,
 *   whether a tick came in between or not: ticks make the answer earlier, never different.
 * - A bad sample stops the delay and never resets it. The next good sample continues it, without the bad time. So a
 *   sensor that often fails delays an alarm by the time it failed, and cannot prevent it.
 * - A gap in which nothing at all was heard, longer than both `maxGapMs` and the delay, restarts the delay at the new
 *   sample, unless a live link covers it. Two spikes five hours apart are not one long excursion. A shorter gap counts:
 *   it cannot complete a delay without a second sample that agrees.
 * - A live stretch that began only after such a gap restarts the delay at its beginning: a door that reported "open"
 *   before an outage still alarms, one delay after the link is back.
 *
 * While a rule is hidden (`onlyWhile`) nothing begins and a delay stands still, as with a bad sample; what is raised stays, may
 * be over, and does not get worse. Outside of its periods a rule has no state: what is open ends there.
 *
 * Each limit has a delay of its own, counted from when the value first went beyond it. An occurrence is raised by the first limit
 * whose delay has run out and stands at the most severe of those. It falls from one when the value has been back from it, past the
 * deadband, for the off-delay.
 *
 * A sample at or before the last one must not be given; `evaluateBatch` drops it.
 */
export function step(
  rule: AlarmRule,
  state: RuleState,
  input: StepInput,
  inputs: Inputs,
  out: AlarmEvent[],
): RuleState {
  // A late sample may be older than a transition the watermark already made: its news counts, its time does not.
  const at = Math.max(input.at, state.changedAt);
  if (inputs.sourceDown !== null && isAboutTheSource(rule.kind)) {
    if (state.phase === 'normal') return state;
    if (isOpen(state)) out.push(returned(rule, state, at, null, 'suppressedBySource', inputs));
    return normalState;
  }
  if (rule.kind === 'noData') return stepNoData(rule, state, input, inputs, out);
  if (input.type === 'tick') return stepTick(rule, state, at, inputs, out);
  return stepReading(rule, state, input, at, inputs, out);
}

/** When silence becomes an alarm, if it lasts. Epoch ms. */
export const noDataDeadline = (rule: NoDataRule, inputs: Inputs): number =>
  silentSince(inputs) + rule.afterSeconds * 1000;

const silentSince = (inputs: Inputs): number =>
  Math.max(
    inputs.lastGoodAt ?? Number.NEGATIVE_INFINITY,
    inputs.watchedSince,
    inputs.sourceSince,
    inputs.live?.since ?? Number.NEGATIVE_INFINITY,
  );

function stepNoData(
  rule: NoDataRule,
  state: RuleState,
  input: StepInput,
  inputs: Inputs,
  out: AlarmEvent[],
): RuleState {
  if (input.type === 'sample') {
    // A value measured before the silence was called is a straggler from a buffer, not the data coming back.
    if (state.phase === 'normal' || isBad(input.value, input.quality) || input.at <= state.changedAt) return state;
    out.push(returned(rule, state, input.at, input.value, 'conditionOver', inputs));
    return normalState;
  }
  if (input.type !== 'tick') return state;
  if (state.phase !== 'normal') return announceIfActive(rule, state, input.at, inputs, out);
  const deadline = noDataDeadline(rule, inputs);
  if (input.at < deadline) return state;
  const since = silentSince(inputs);
  const pending: RuleState = { ...normalState, phase: 'pendingOn', since, timerFrom: since, changedAt: since };
  return announceIfActive(rule, raise(rule, pending, deadline, null, inputs, out), input.at, inputs, out);
}

function stepTick(rule: AlarmRule, state: RuleState, at: number, inputs: Inputs, out: AlarmEvent[]): RuleState {
  let next = state;
  const due = rule.kind === 'frozen' ? null : dueAt(rule, next);
  if (due !== null) {
    const { live } = inputs;
    if (live !== null) next = restarted(next, cutOffBefore(rule, next, live.since, inputs), live.since);
    next = completeDue(rule, next, at, true, heldFor(rule, inputs), inputs, out);
  }
  return announceIfActive(rule, next, at, inputs, out);
}

function stepReading(
  rule: Exclude<AlarmRule, NoDataRule>,
  state: RuleState,
  input: Exclude<StepInput, { type: 'tick' }>,
  at: number,
  inputs: Inputs,
  out: AlarmEvent[],
): RuleState {
  const isContext = input.type === 'context';
  const isOutside = inputs.trace.period < 0;
  const unusable = !isOutside && isUnusable(rule, input, at, inputs);
  const hidden = isHidden(rule, inputs.trace, at);
  let next = state;

  if (hasDelay(next)) {
    const interrupted = interruptedAt(rule, next, at, inputs);
    if (interrupted.on || interrupted.off) {
      if (isContext && !isOutside) return next;
      next = withoutDelays(next, interrupted);
    }
    next = completeDue(rule, next, at, false, heldFor(rule, inputs), inputs, out);
  }
  if (isOutside) {
    if (isOpen(next)) out.push(returned(rule, next, at, null, 'outsidePeriod', inputs));
    return next.phase === 'normal' ? next : normalState;
  }
  if (unusable) return stopped(next, bothDelays, at);
  next = resumed(next, hidden ? offDelays : bothDelays, at);
  if (isContext && !isKnown(at, inputs)) return next;

  if (hidden && next.phase === 'normal') return next;
  next = applyCondition(rule, next, input, at, hidden, inputs);
  if (hidden) next = stopped(next, onDelays, at);
  const value = judgesValues(rule) && input.type !== 'link' ? input.value : null;
  next = completeDue(rule, next, at, true, value, inputs, out);
  return inputs.now - at <= inputs.lateAfterMs ? announceIfActive(rule, next, at, inputs, out) : next;
}

function isUnusable(rule: AlarmRule, input: Exclude<StepInput, { type: 'tick' }>, at: number, inputs: Inputs): boolean {
  if (!judgesValues(rule) || input.type === 'link') return false;
  if (input.value === null || (input.type === 'sample' && isBad(input.value, input.quality))) return true;
  return !isJudgeable(rule, input.value, at, inputs);
}

/** Whether the value a point holds still stands at a time. */
function isKnown(at: number, { lastGoodAt, maxGapMs, live }: Inputs): boolean {
  if (lastGoodAt === null) return false;
  return (
    at - lastGoodAt <= maxGapMs ||
    (live !== null && live.since <= lastGoodAt + maxGapMs && at <= live.watermark + maxGapMs)
  );
}

function applyCondition(
  rule: Exclude<AlarmRule, NoDataRule>,
  state: RuleState,
  input: Exclude<StepInput, { type: 'tick' }>,
  at: number,
  hidden: boolean,
  inputs: Inputs,
): RuleState {
  if (judgesValues(rule)) {
    if (input.type === 'link' || input.value === null) return state;
    return rule.kind === 'limit'
      ? applyLimits(rule, state, input.value, at, hidden, inputs)
      : applyValue(rule, state, input.value, at, inputs);
  }
  const isOn =
    input.type === 'link'
      ? !input.up
      : input.type === 'sample' && rule.kind === 'badQuality' && isBad(input.value, input.quality);
  if (!isOn) return conditionOff(state, at);
  if (state.phase === 'normal') {
    const quality = rule.kind === 'badQuality' && input.type === 'sample' ? input.quality : null;
    return begun(at, { quality });
  }
  return state.phase === 'pendingOff' ? { ...state, phase: 'active', backSince: null } : state;
}

function applyValue(
  rule: Exclude<ValueRule, LimitRule>,
  state: RuleState,
  value: number,
  at: number,
  inputs: Inputs,
): RuleState {
  if (!isBeyond(rule, value, at, isOpen(state), inputs)) return conditionOff(state, at);
  const compared = comparedOf(rule, value, at, inputs);
  if (state.phase === 'normal') {
    if (rule.kind === 'frozen') return { ...begun(at, { extreme: compared }), since: inputs.trace.anchorAt };
    return begun(at, { extreme: compared, isAfterHold: at === inputs.trace.shownAt });
  }
  const isAnew = state.extreme === null || (state.phase === 'pendingOn' && state.since === at);
  const extreme =
    compared === null || (!isAnew && Math.abs(compared) <= Math.abs(state.extreme!)) ? state.extreme : compared;
  if (state.phase === 'pendingOff') return { ...state, phase: 'active', backSince: null, extreme };
  return extreme === state.extreme ? state : { ...state, extreme };
}

/** Completes the running delay when it fell due: at `upTo` only if the reading there still agrees (`inclusive`). */
function completeDue(
  rule: AlarmRule,
  state: RuleState,
  upTo: number,
  inclusive: boolean,
  value: number | null,
  inputs: Inputs,
  out: AlarmEvent[],
): RuleState {
  if (rule.kind === 'limit') return completeLimits(rule, state, upTo, inclusive, value, inputs, out);
  const due = dueAt(rule, state);
  if (due === null || due > upTo || (due === upTo && !inclusive)) return state;
  const at = Math.max(due, state.changedAt);
  if (state.phase === 'pendingOn') return raise(rule, state, at, value, inputs, out);
  out.push(returned(rule, state, at, value, 'conditionOver', inputs));
  return normalState;
}
