import { latestTimer, retimed } from './bandStates.ts';
import type { PointCursor } from './engineMemory.ts';
import type { RuleState } from './ruleState.ts';

/**
 * Times further ahead of now than this are of before the clock was set back, in ms. As far as a reading may be ahead of us;
 * smaller steps back are slept through.
 */
export const maxAheadMs = 60_000;

/** The last sample is taken to be at least this old, ms: time passes each second, and what was measured meanwhile is newer. */
export const agedMs = 1_000;

/** How far a state's times are ahead of now, in ms; 0 while they can be true. */
export function forecastOf(state: RuleState, now: number): number {
  const { changedAt, timerFrom, frozenAt, risesFrozenAt, backSince, bands } = state;
  const latest = Math.max(changedAt, timerFrom, frozenAt ?? 0, risesFrozenAt ?? 0, backSince ?? 0, latestTimer(bands));
  const aheadMs = latest - now;
  return aheadMs > maxAheadMs ? aheadMs : 0;
}

/** The state with its delay by another clock. When an occurrence began and was raised stays, because that is written down. */
export const movedBack = (state: RuleState, byMs: number): RuleState => ({
  ...state,
  since: state.phase === 'pendingOn' ? state.since - byMs : state.since,
  timerFrom: state.timerFrom - byMs,
  frozenAt: state.frozenAt === null ? null : state.frozenAt - byMs,
  bands: retimed(state.bands, { on: true, off: true }, (from) => from - byMs),
  risesFrozenAt: state.risesFrozenAt === null ? null : state.risesFrozenAt - byMs,
  backSince: state.backSince === null ? null : state.backSince - byMs,
  changedAt: state.changedAt - byMs,
});

/** A persisted state as of now: nobody knows by how much the clock was set back, so its last moment is taken for now. */
export function presentState(state: RuleState, now: number): RuleState {
  const aheadMs = forecastOf(state, now);
  return aheadMs === 0 ? state : movedBack(state, aheadMs);
}

/** The same of a point's cursor. */
export function presentCursor(cursor: PointCursor, now: number): PointCursor {
  const { lastSampleAt, lastGoodAt } = cursor;
  if (lastSampleAt === null || lastSampleAt - now <= maxAheadMs) return cursor;
  const byMs = lastSampleAt - now + agedMs;
  return { ...cursor, lastSampleAt: lastSampleAt - byMs, lastGoodAt: lastGoodAt && lastGoodAt - byMs };
}
