import type { AlarmEvent, ReturnReason } from './alarmEvent.ts';
import { type AlarmRule, judgesValues, type Severity } from './alarmRule.ts';
import { fartherOf, isHigh } from './bands.ts';
import { comparedOf } from './condition.ts';
import { isOpen, type RuleState } from './ruleState.ts';
import type { Inputs } from './step.ts';

/**
 * Ends a running delay or alarm because its rule was closed or edited or its point deleted.
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

export function raise(
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

export function announceIfActive(
  rule: AlarmRule,
  state: RuleState,
  at: number,
  inputs: Inputs,
  out: AlarmEvent[],
): RuleState {
  if (state.phase !== 'active' || state.announced) return state;
  out.push({
    ...numbers(rule, state, Math.max(at, state.changedAt), heldFor(rule, inputs), inputs),
    type: 'stillActive',
    detectedLate: true,
    notify: true,
  });
  return { ...state, announced: true };
}

export function returned(
  rule: AlarmRule,
  state: RuleState,
  at: number,
  value: number | null,
  reason: ReturnReason,
  inputs: Pick<Inputs, 'subject' | 'now' | 'lateAfterMs'> | Inputs,
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
  // States from before limits could move do not say it themselves; their rules have one set of limits.
  return state.severity ?? rule.bands[state.band!]!.severity;
}

function limitOf(rule: AlarmRule, state: RuleState): number | null {
  if (rule.kind === 'rateOfChange' || rule.kind === 'deviation') return rule.limit;
  if (rule.kind !== 'limit' || state.band === null) return null;
  return state.limit ?? rule.bands[state.band]?.limit ?? null;
}

function numbers(
  rule: AlarmRule,
  state: RuleState,
  at: number,
  value: number | null,
  inputs: Pick<Inputs, 'subject' | 'now' | 'lateAfterMs'> | Inputs,
) {
  const compared = 'trace' in inputs ? comparedOf(rule, value, at, inputs) : null;
  return {
    ruleId: rule.id,
    subject: inputs.subject,
    kind: rule.kind,
    severity: state.severity ?? severityOf(rule, state),
    band: state.band,
    limit: limitOf(rule, state),
    value,
    compared,
    quality: state.quality,
    extreme: state.extreme,
    since: state.since,
    isAfterHold: state.isAfterHold,
    raisedAt: state.raisedAt ?? at,
    // Nothing about an alarm is told of a time before it was raised, though the clock was set back since.
    at: Math.max(at, state.raisedAt ?? at),
    durationSeconds: (at - state.since) / 1000,
    detectedLate: inputs.now - at > inputs.lateAfterMs,
  };
}

export function changeBand(
  rule: AlarmRule,
  before: RuleState,
  next: RuleState,
  at: number,
  value: number | null,
  inputs: Inputs,
  out: AlarmEvent[],
): RuleState {
  const severity = severityOf(rule, next);
  const previousSeverity = before.severity ?? severity;
  const changed: RuleState = { ...next, changedAt: at };
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

/** The value that a delay completes with when time passes. */
export const heldFor = (rule: AlarmRule, inputs: Inputs): number | null =>
  judgesValues(rule) ? inputs.heldValue : null;

type Moment = Pick<Inputs, 'subject' | 'now' | 'lateAfterMs'>;

/** The raise of an occurrence that an edit of its rule finds to be open: of its own time, and told now. */
export const raisedBy = (rule: AlarmRule, state: RuleState, value: number | null, moment: Moment): AlarmEvent => ({
  ...numbers(rule, state, state.raisedAt!, value, moment),
  type: 'raised',
  detectedLate: false,
  notify: true,
});

/**
 * An occurrence goes on under another definition of its rule.
 *
 * @param judged how it stands by that, from history
 * @returns its state, and a change of severity where there is one
 */
export function redefinedTo(
  rule: AlarmRule,
  before: RuleState,
  judged: RuleState,
  value: number | null,
  moment: Moment,
): { state: RuleState; events: AlarmEvent[] } {
  const at = Math.max(moment.now, before.changedAt);
  const isOneSide = before.band !== null && judged.band !== null && isHigh(before.band) === isHigh(judged.band);
  const state: RuleState = {
    ...judged,
    since: before.since,
    isAfterHold: before.isAfterHold,
    raisedAt: before.raisedAt,
    announced: before.announced,
    changedAt: at,
    ...(isOneSide &&
      judged.extreme !== null && {
        extreme: fartherOf(judged.band!, before.band, before.extreme, judged.extreme),
      }),
  };
  const severity = severityOf(rule, state);
  const previousSeverity = before.severity ?? severity;
  const next = { ...state, severity };
  if (severity === previousSeverity) return { state: next, events: [] };
  const direction = severity < previousSeverity ? 'rise' : 'fall';
  const event: AlarmEvent = {
    ...numbers(rule, next, at, value, moment),
    type: 'severityChanged',
    direction,
    previousSeverity,
    previousBand: before.band,
    notify: next.announced && direction === 'rise',
  };
  return { state: next, events: [event] };
}
