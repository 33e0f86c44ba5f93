import type { AlarmEvent, ReturnReason } from './alarmEvent.ts';
import { type AlarmRule, isAboutTheSource, type NoDataRule, type Severity, type Subject } from './alarmRule.ts';
import { bandFrom, bandOf, fartherOf } from './bands.ts';
import { dueAt, isOpen, isPending, normalState, type RuleState } from './ruleState.ts';

/** Quality bytes from here on are bad. The contract's `qualityOf` is the authority; a test holds the two together. */
export const firstBadQuality = 64;

export const isBad = (value: number, quality: number): boolean => quality >= firstBadQuality || !Number.isFinite(value);

/** One thing to evaluate, at an event time in epoch ms. */
export type StepInput =
  | { readonly type: 'sample'; readonly at: number; readonly value: number; readonly quality: number }
  /** Nothing newer than the last sample was measured up to `at`: the watermark of a live link without backlog. */
  | { readonly type: 'tick'; readonly at: number }
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
  /** Null while the gateway is offline or sending a backlog: time then moves by samples alone. */
  readonly live: LiveStretch | null;
  /** What above this subject is down and explains its silence. */
  readonly sourceDown: 'gateway' | 'slave' | null;
  /** When that last changed. No-data timers count from here at the earliest, so a recovery pages nobody. */
  readonly sourceSince: number;
  /** When we began to watch: server start, or the rule's creation. */
  readonly watchedSince: number;
}

/**
 * Moves one rule on one subject by one input and returns its state: the same object when nothing changed, so a quiet
 * sample allocates nothing and needs no persisting. Events are appended to `out` in order.
 *
 * Time is event time, and only *known* time counts towards a delay:
 * - A good value speaks until the next sample. A delay that fell due before that sample has completed at its due time,
 *   whether a tick came in between or not: ticks make the answer earlier, never different.
 * - Between samples farther apart than `maxGapMs`, and without a live link across the gap, nobody knows what happened:
 *   the delay restarts at the new sample. Two spikes five hours apart are not one long excursion.
 * - A bad sample stops the delay. It goes on with the next good sample, not counting the bad time, when the two good
 *   ones are within `maxGapMs`; else it restarts. A flickering sensor thus neither alarms by itself nor hides a true
 *   excursion for more than the time it was bad.
 * - A live stretch that began only after a gap restarts the delay at its beginning: a door that reported "open" before
 *   an outage still alarms, one delay after the link is back.
 *
 * Inside an occurrence a band change takes effect at once: the on-delay filters short excursions from normal, and
 * a confirmed one that gets worse must not wait again. The deadband damps the way down.
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

/**
 * Ends whatever is running because its rule was closed or edited or its point deleted.
 *
 * @returns the event to journal, or null when no occurrence was open; the state afterwards is always `normalState`
 */
export function endOccurrence(
  rule: AlarmRule,
  state: RuleState,
  reason: Exclude<ReturnReason, 'conditionOver'>,
  inputs: Pick<Inputs, 'subject' | 'now' | 'lateAfterMs'>,
): AlarmEvent | null {
  if (!isOpen(state)) return null;
  return returned(rule, state, Math.max(inputs.now, state.changedAt), null, reason, inputs);
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
  const due = dueAt(rule, next);
  if (due !== null) {
    const live = inputs.live;
    const isCutOff = live !== null && live.since > lastWord(rule, next, inputs) + inputs.maxGapMs;
    if (isCutOff) next = restarted(next, live.since);
    next = completeDue(rule, next, at, true, heldFor(rule, inputs), inputs, out);
  }
  return announceIfActive(rule, next, at, inputs, out);
}

function stepReading(
  rule: AlarmRule,
  state: RuleState,
  input: Exclude<StepInput, { type: 'tick' }>,
  at: number,
  inputs: Inputs,
  out: AlarmEvent[],
): RuleState {
  const unusable =
    input.type === 'sample' && (rule.kind === 'limit' || rule.kind === 'state') && isBad(input.value, input.quality);
  let next = state;

  if (isPending(next)) {
    const word = lastWord(rule, next, inputs);
    if (next.frozenAt !== null) {
      if (unusable) return next;
      next =
        at - word <= inputs.maxGapMs
          ? { ...next, timerFrom: next.timerFrom + (at - next.frozenAt), frozenAt: null }
          : restarted(next, at);
    } else {
      const live = inputs.live;
      const isContinuous =
        at - word <= inputs.maxGapMs ||
        (live !== null && live.since <= word + inputs.maxGapMs && at <= live.watermark + inputs.maxGapMs);
      if (isContinuous) next = completeDue(rule, next, at, false, heldFor(rule, inputs), inputs, out);
      else if (!unusable) next = restarted(next, at);
    }
  }
  if (unusable) return isPending(next) ? { ...next, frozenAt: at } : next;

  next = applyCondition(rule, next, input, at, inputs, out);
  const value = input.type === 'sample' && (rule.kind === 'limit' || rule.kind === 'state') ? input.value : null;
  next = completeDue(rule, next, at, true, value, inputs, out);
  return inputs.now - at <= inputs.lateAfterMs ? announceIfActive(rule, next, at, inputs, out) : next;
}

/** When the reading this rule lives on was last heard: for bad quality any sample will do. */
function lastWord(rule: AlarmRule, state: RuleState, inputs: Inputs): number {
  const heard = rule.kind === 'badQuality' ? inputs.lastSampleAt : inputs.lastGoodAt;
  return Math.max(heard ?? Number.NEGATIVE_INFINITY, state.timerFrom);
}

const heldFor = (rule: AlarmRule, inputs: Inputs): number | null =>
  rule.kind === 'limit' || rule.kind === 'state' ? inputs.heldValue : null;

/** The delay begins anew; what came before the gap no longer counts. */
const restarted = (state: RuleState, at: number): RuleState =>
  state.phase === 'pendingOn'
    ? { ...state, since: at, timerFrom: at, changedAt: at, frozenAt: null }
    : { ...state, timerFrom: at, backSince: at, frozenAt: null };

function applyCondition(
  rule: AlarmRule,
  state: RuleState,
  input: Exclude<StepInput, { type: 'tick' }>,
  at: number,
  inputs: Inputs,
  out: AlarmEvent[],
): RuleState {
  if (rule.kind === 'limit') {
    if (input.type !== 'sample') return state;
    const { value } = input;
    const open = isOpen(state);
    const band = open && state.band !== null ? bandFrom(rule, state.band, value) : bandOf(rule, value);
    if (band === null) return conditionOff(state, at);
    if (state.phase === 'normal') return begun(at, { band, extreme: value, quality: null });
    // A restarted delay forgets the extreme of the time before the gap.
    const extreme =
      state.phase === 'pendingOn' && state.since === at ? value : fartherOf(band, state.band, state.extreme, value);
    if (band === state.band && extreme === state.extreme && state.phase !== 'pendingOff') return state;
    const next: RuleState = { ...state, ...(open && { phase: 'active', backSince: null }), band, extreme };
    return open && band !== state.band ? changeBand(rule, state, next, at, value, inputs, out) : next;
  }
  const isOn =
    input.type === 'link'
      ? !input.up
      : rule.kind === 'badQuality'
        ? isBad(input.value, input.quality)
        : rule.kind === 'state' && rule.values.includes(input.value);
  if (!isOn) return conditionOff(state, at);
  if (state.phase === 'normal') {
    const quality = rule.kind === 'badQuality' && input.type === 'sample' ? input.quality : null;
    return begun(at, { band: null, extreme: null, quality });
  }
  return state.phase === 'pendingOff' ? { ...state, phase: 'active', backSince: null } : state;
}

const begun = (at: number, reading: Pick<RuleState, 'band' | 'extreme' | 'quality'>): RuleState => ({
  ...normalState,
  ...reading,
  phase: 'pendingOn',
  since: at,
  timerFrom: at,
  changedAt: at,
});

function conditionOff(state: RuleState, at: number): RuleState {
  if (state.phase === 'pendingOn') return normalState;
  if (state.phase === 'active') return { ...state, phase: 'pendingOff', timerFrom: at, backSince: at };
  return state;
}

function changeBand(
  rule: AlarmRule,
  before: RuleState,
  next: RuleState,
  at: number,
  value: number,
  inputs: Inputs,
  out: AlarmEvent[],
): RuleState {
  const severity = severityOf(rule, next);
  const previousSeverity = before.severity ?? severity;
  const changed: RuleState = { ...next, severity, changedAt: at };
  const direction = severity < previousSeverity ? 'rise' : severity > previousSeverity ? 'fall' : 'same';
  out.push({
    ...numbers(rule, changed, at, value, inputs),
    type: 'severityChanged',
    direction,
    previousSeverity,
    previousBand: before.band,
    notify: changed.announced && direction === 'rise',
  });
  return changed;
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
  const due = dueAt(rule, state);
  if (due === null || due > upTo || (due === upTo && !inclusive)) return state;
  const at = Math.max(due, state.changedAt);
  if (state.phase === 'pendingOn') return raise(rule, state, at, value, inputs, out);
  out.push(returned(rule, state, at, value, 'conditionOver', inputs));
  return normalState;
}

function raise(
  rule: AlarmRule,
  pending: RuleState,
  at: number,
  value: number | null,
  inputs: Inputs,
  out: AlarmEvent[],
): RuleState {
  const announced = inputs.now - at <= inputs.lateAfterMs;
  const active: RuleState = {
    ...pending,
    phase: 'active',
    raisedAt: at,
    changedAt: at,
    severity: severityOf(rule, pending),
    announced,
  };
  out.push({ ...numbers(rule, active, at, value, inputs), type: 'raised', notify: announced });
  return active;
}

function announceIfActive(rule: AlarmRule, state: RuleState, at: number, inputs: Inputs, out: AlarmEvent[]): RuleState {
  if (state.phase !== 'active' || state.announced) return state;
  out.push({
    ...numbers(rule, state, Math.max(at, state.changedAt), heldFor(rule, inputs), inputs),
    type: 'stillActive',
    detectedLate: true,
    notify: true,
  });
  return { ...state, announced: true };
}

function returned(
  rule: AlarmRule,
  state: RuleState,
  at: number,
  value: number | null,
  reason: ReturnReason,
  inputs: Pick<Inputs, 'subject' | 'now' | 'lateAfterMs'>,
): AlarmEvent {
  return {
    ...numbers(rule, state, at, value, inputs),
    type: 'returnedToNormal',
    durationSeconds: Math.max(0, at - (state.raisedAt ?? at)) / 1000,
    reason,
    backSince: state.backSince,
    notify: state.announced,
  };
}

/** What an alarm of this state would be, or is, raised with. The state must not be normal. */
export function severityOf(rule: AlarmRule, state: RuleState): Severity {
  if (rule.kind !== 'limit') return rule.severity;
  // A limit rule only ever leaves normal from inside a band, and an edited rule ends its occurrences.
  return rule.bands[state.band!]!.severity;
}

function numbers(
  rule: AlarmRule,
  state: RuleState,
  at: number,
  value: number | null,
  inputs: Pick<Inputs, 'subject' | 'now' | 'lateAfterMs'>,
) {
  return {
    ruleId: rule.id,
    subject: inputs.subject,
    kind: rule.kind,
    severity: state.severity ?? severityOf(rule, state),
    band: state.band,
    limit: rule.kind === 'limit' && state.band !== null ? (rule.bands[state.band]?.limit ?? null) : null,
    value,
    quality: state.quality,
    extreme: state.extreme,
    since: state.since,
    raisedAt: state.raisedAt ?? at,
    // Nothing about an alarm is told of a time before it was raised, though the clock was set back since.
    at: Math.max(at, state.raisedAt ?? at),
    durationSeconds: (at - state.since) / 1000,
    detectedLate: inputs.now - at > inputs.lateAfterMs,
  };
}
