import type { AlarmRule, Band, Severity } from './alarmRule.ts';

/** The process axis of one rule on one subject. People's acknowledging and shelving live elsewhere. */
export type Phase = 'normal' | 'pendingOn' | 'active' | 'pendingOff';

/**
 * What the engine must remember about one rule on one subject. Plain JSON, small, never mutated: a new object is a
 * change to persist, the same object is none. All times are epoch ms in event time.
 */
export interface RuleState {
  readonly phase: Phase;
  /** When the present excursion began: the first sample of it. */
  readonly since: number;
  /** It stood already when other points let the rule look again: nobody counted how long before that. False in states of old. */
  readonly isAfterHold: boolean;
  /** When the delay that is running (pendingOn, pendingOff) began to count; bad time moves it forward. */
  readonly timerFrom: number;
  /** The bad sample that stopped the delay; null while it runs. */
  readonly frozenAt: number | null;
  /** When the alarm was raised; null before. */
  readonly raisedAt: number | null;
  /** When the value came back, while pendingOff; null otherwise. */
  readonly backSince: number | null;
  /** The last transition. Nothing later may carry an earlier time. */
  readonly changedAt: number;
  /** Limit rules only: the band the value is in (pendingOn) or the occurrence stands at (active, pendingOff). */
  readonly band: Band | null;
  /** Its limit when that was last looked at: it may depend on the time of day and on other points. Null in states of old. */
  readonly limit: number | null;
  /** The farthest value beyond the limit in this excursion, of changes and deviations the farthest of those; null where there is no number. */
  readonly extreme: number | null;
  /** Bad quality only: the quality byte that began it. */
  readonly quality: number | null;
  readonly severity: Severity | null;
  /** False while an occurrence found in a late buffer has not yet been seen to be still active now. */
  readonly announced: boolean;
}

/** Where every rule begins and ends. Not worth a row: a key without a state is normal. */
export const normalState: RuleState = Object.freeze({
  phase: 'normal',
  since: 0,
  isAfterHold: false,
  timerFrom: 0,
  frozenAt: null,
  raisedAt: null,
  backSince: null,
  changedAt: 0,
  band: null,
  limit: null,
  extreme: null,
  quality: null,
  severity: null,
  announced: false,
});

export const isPending = (state: RuleState): boolean => state.phase === 'pendingOn' || state.phase === 'pendingOff';

/** Open as in "at most one open occurrence per rule and subject". */
export const isOpen = (state: RuleState): boolean => state.phase === 'active' || state.phase === 'pendingOff';

/** How long the running delay takes, in ms. */
export function delayMsOf(rule: AlarmRule, state: RuleState): number {
  // What is frozen has been so for long enough when it is noticed, and is over with the first value that moved.
  if (rule.kind === 'noData' || rule.kind === 'frozen') return 0;
  return (state.phase === 'pendingOn' ? rule.onDelaySeconds : rule.offDelaySeconds) * 1000;
}

/** When the running delay completes if nothing contradicts it; null when no delay runs. */
export const dueAt = (rule: AlarmRule, state: RuleState): number | null =>
  rule.kind === 'noData' || !isPending(state) || state.frozenAt !== null
    ? null
    : state.timerFrom + delayMsOf(rule, state);
