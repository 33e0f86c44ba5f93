import type { AlarmEvent } from './alarmEvent.ts';
import type { Band, LimitRule, Severity } from './alarmRule.ts';
import { bandStateOf, comingBand, hasBands, judgeBands, runOut, standingBand } from './bandStates.ts';
import { fartherOf, isHigh } from './bands.ts';
import { bandsInForce } from './condition.ts';
import {
  acrossSideOf,
  areRisesStopped,
  begun,
  conditionOff,
  dueAt,
  isOpen,
  normalState,
  type RuleState,
  withoutAcross,
} from './ruleState.ts';
import type { Inputs } from './step.ts';
import { changeBand, raise, returned } from './transitions.ts';

/** Holds a usable value against the limits in force: delays begin and are dropped, none completes here. */
export function applyLimits(
  rule: LimitRule,
  state: RuleState,
  value: number,
  at: number,
  hidden: boolean,
  inputs: Inputs,
): RuleState {
  const inForce = bandsInForce(rule, at, inputs).bands;
  const { bands, isOut, side } = judgeBands(state.bands, inForce, rule.deadband, value, at, !hidden);
  if (isOpen(state)) {
    if (!isOut) return withBands(conditionOff(state, at), bands, state.extreme, null);
    const back: RuleState = state.phase === 'pendingOff' ? { ...state, phase: 'active', backSince: null } : state;
    // A rule that looks away does not see it get worse.
    const extreme = hidden ? state.extreme : fartherOf(state.band!, state.band, state.extreme, value);
    return withBands(back, bands, extreme, acrossOf(state, bands, side, value));
  }
  const band = comingBand(bands);
  if (band === null) return conditionOff(state, at);
  const { limit, severity, timerFrom } = bandStateOf(bands, band)!;
  if (state.phase === 'normal') {
    const isAfterHold = at === inputs.trace.shownAt;
    return { ...begun(at, { band, limit, severity, extreme: value, isAfterHold }), bands };
  }
  // A restarted delay forgets the extreme of the time before the gap.
  const extreme = state.since === at ? value : fartherOf(band, state.band, state.extreme, value);
  if (bands === state.bands) return extreme === state.extreme ? state : { ...state, extreme };
  return { ...state, bands, band, limit, severity, timerFrom: timerFrom!, extreme };
}

function withBands(
  state: RuleState,
  bands: RuleState['bands'],
  extreme: number | null,
  acrossExtreme: number | null,
): RuleState {
  const isSame = bands === state.bands && extreme === state.extreme && acrossExtreme === state.acrossExtreme;
  return isSame ? state : { ...state, bands, extreme, acrossExtreme };
}

/** The farthest value on the side at which the occurrence does not stand, as long as a band of that side counts. */
function acrossOf(
  state: RuleState,
  bands: RuleState['bands'],
  side: 'high' | 'low' | null,
  value: number,
): number | null {
  const { acrossExtreme } = withoutAcross(state, bands);
  const across = acrossSideOf(state);
  return side === across && hasBands(bands, across) ? fartherOf(across, across, acrossExtreme, value) : acrossExtreme;
}

/** The more severe band whose on-delay runs inside an occurrence, and when it is due; null when none runs. */
export function comingRise(
  rule: LimitRule,
  state: RuleState,
): { readonly limit: number; readonly severity: Severity; readonly dueAt: number } | null {
  const band = isOpen(state) && state.risesFrozenAt === null ? comingBand(state.bands) : null;
  if (band === null) return null;
  const { limit, severity, timerFrom } = bandStateOf(state.bands, band)!;
  return severity < state.severity! ? { limit, severity, dueAt: timerFrom! + rule.onDelaySeconds * 1000 } : null;
}

/** Completes the delays that fell due, each at its time: those of `upTo` only if the reading there still agrees (`inclusive`). */
export function completeLimits(
  rule: LimitRule,
  state: RuleState,
  upTo: number,
  inclusive: boolean,
  value: number | null,
  inputs: Inputs,
  out: AlarmEvent[],
): RuleState {
  let next = state;
  for (;;) {
    const due = dueAt(rule, next);
    if (due === null || due > upTo || (due === upTo && !inclusive)) return next;
    next = pass(rule, next, due, value, inputs, out);
  }
}

function pass(
  rule: LimitRule,
  state: RuleState,
  due: number,
  value: number | null,
  inputs: Inputs,
  out: AlarmEvent[],
): RuleState {
  const at = Math.max(due, state.changedAt);
  const offFrom = state.frozenAt === null ? due - rule.offDelaySeconds * 1000 : null;
  if (state.phase === 'pendingOff' && offFrom !== null && state.timerFrom <= offFrom) {
    out.push(returned(rule, state, at, value, 'conditionOver', inputs));
    return normalState;
  }
  const bands = runOut(state.bands, areRisesStopped(state) ? null : due - rule.onDelaySeconds * 1000, offFrom);
  const band = standingBand(bands);
  // The last band may be left with the value beyond a limit on the other side, whose delay still runs.
  if (band === null) return withoutAcross(state, bands);
  const { limit, severity } = bandStateOf(bands, band)!;
  if (!isOpen(state)) return raise(rule, { ...state, bands, band, limit, severity }, at, value, inputs, out);
  const counted = withoutAcross(state, bands);
  if (band === state.band) return counted;
  const stands: RuleState = { ...counted, band, limit, severity, ...extremesOn(band, counted, value) };
  return changeBand(rule, state, stands, at, value, inputs, out);
}

function extremesOn(
  band: Band,
  { band: before, extreme, acrossExtreme }: RuleState,
  value: number | null,
): Pick<RuleState, 'extreme' | 'acrossExtreme'> {
  if (isHigh(band) === isHigh(before!)) return { extreme, acrossExtreme };
  return { extreme: acrossExtreme ?? value, acrossExtreme: null };
}
