import type { AlarmRule, Band, LimitRule, Severity } from './alarmRule.ts';
import { type BandStates, earliestTimer, hasBands, noBands } from './bandStates.ts';
import { isHigh } from './bands.ts';

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
  /** The bad sample that stopped the delay, of an occurrence its off-delays; null while they run. */
  readonly frozenAt: number | null;
  /** Limit rules only: each limit by itself. In pendingOn `timerFrom` is the start of the delay that runs out first. */
  readonly bands: BandStates;
  /** What stopped the on-delays of further bands inside an occurrence; null while they run. */
  readonly risesFrozenAt: number | null;
  /** When the alarm was raised; null before. */
  readonly raisedAt: number | null;
  /** When the value came back, while pendingOff; null otherwise. */
  readonly backSince: number | null;
  /** The last transition. Nothing later may carry an earlier time. */
  readonly changedAt: number;
  /** Limit rules only: the band that comes on next (pendingOn) or the occurrence stands at (active, pendingOff). */
  readonly band: Band | null;
  /** Its limit when that was last looked at: it may depend on the time of day and on other points. Null in states of old. */
  readonly limit: number | null;
  /** The farthest value beyond the limit in this excursion, of changes and deviations the farthest of those; null where there is no number. */
  readonly extreme: number | null;
  /** The same on the other side of the limits, while the occurrence still stands at this one. */
  readonly acrossExtreme: number | null;
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
  bands: noBands,
  risesFrozenAt: null,
  raisedAt: null,
  backSince: null,
  changedAt: 0,
  band: null,
  limit: null,
  extreme: null,
  acrossExtreme: null,
  quality: null,
  severity: null,
  announced: false,
});

export const isPending = (state: RuleState): boolean => state.phase === 'pendingOn' || state.phase === 'pendingOff';

/** Open as in "at most one open occurrence per rule and subject". */
export const isOpen = (state: RuleState): boolean => state.phase === 'active' || state.phase === 'pendingOff';

/** The state in which an excursion begins. */
export const begun = (at: number, reading: Partial<RuleState>): RuleState => ({
  ...normalState,
  ...reading,
  phase: 'pendingOn',
  since: at,
  timerFrom: at,
  changedAt: at,
});

/** The state once the condition no longer holds. */
export function conditionOff(state: RuleState, at: number): RuleState {
  if (state.phase === 'pendingOn') return normalState;
  if (state.phase === 'active') return { ...state, phase: 'pendingOff', timerFrom: at, backSince: at };
  return state;
}

/** How long the running delay takes, in ms. */
function delayMsOf(rule: AlarmRule, state: RuleState): number {
  // What is frozen has been so for long enough when it is noticed, and is over with the first value that moved.
  if (rule.kind === 'noData' || rule.kind === 'frozen') return 0;
  return (state.phase === 'pendingOn' ? rule.onDelaySeconds : rule.offDelaySeconds) * 1000;
}

/** When the first running delay completes if nothing contradicts it; null when none runs. */
export function dueAt(rule: AlarmRule, state: RuleState): number | null {
  if (rule.kind === 'limit') return limitDueAt(rule, state);
  return rule.kind === 'noData' || !isPending(state) || state.frozenAt !== null
    ? null
    : state.timerFrom + delayMsOf(rule, state);
}

function limitDueAt(rule: LimitRule, state: RuleState): number | null {
  if (state.phase === 'normal') return null;
  const onFrom = areRisesStopped(state) ? null : earliestTimer(state.bands, false);
  const offFrom =
    state.frozenAt !== null
      ? null
      : (earliestTimer(state.bands, true) ?? (state.phase === 'pendingOff' ? state.timerFrom : null));
  const onDue = onFrom === null ? null : onFrom + rule.onDelaySeconds * 1000;
  const offDue = offFrom === null ? null : offFrom + rule.offDelaySeconds * 1000;
  return onDue === null || offDue === null ? (onDue ?? offDue) : Math.min(onDue, offDue);
}

/** Before an occurrence there are on-delays alone, and one stop for all. */
export const areRisesStopped = ({ phase, frozenAt, risesFrozenAt }: RuleState): boolean =>
  (phase === 'pendingOn' ? frozenAt : risesFrozenAt) !== null;

/** The side of the limits at which the occurrence does not stand. */
export const acrossSideOf = ({ band }: RuleState): 'high' | 'low' => (isHigh(band!) ? 'low' : 'high');

/** The state with these bands; what was farthest on the other side is forgotten with the last band of that side. */
export const withoutAcross = (state: RuleState, bands: BandStates): RuleState => ({
  ...state,
  bands,
  acrossExtreme: hasBands(bands, acrossSideOf(state)) ? state.acrossExtreme : null,
});
