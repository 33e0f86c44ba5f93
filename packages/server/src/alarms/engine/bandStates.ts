import { type Band, type BandLimit, type Bands, bandNames, type Severity } from './alarmRule.ts';

/** One limit of a rule: whether its delay has run out, and the delay that runs. */
export interface BandState {
  readonly isOn: boolean;
  /** The start of the on-delay, of one that is on the start of its off-delay, epoch ms in event time; null while none runs. */
  readonly timerFrom: number | null;
  /** As they stood when the on-delay ran out, or when last looked at before: they may depend on the hour and on other points. */
  readonly limit: number;
  readonly severity: Severity;
}

/** In the order of `bandNames`. Null: within the limit, and nothing runs. An array, because every sample of an excursion goes through it. */
export type BandStates = readonly (BandState | null)[];

export const noBands: BandStates = Object.freeze([null, null, null, null]);

/** Of an occurrence of which nothing more is known than the band it stands at. */
export const bandsAt = (band: Band | null, limit: number | null, severity: Severity | null): BandStates =>
  band === null || severity === null
    ? noBands
    : noBands.with(placeOf[band], { isOn: true, timerFrom: null, limit: limit ?? 0, severity });

/** Places in `BandStates`: below this one are the low bands, the outermost are first and last. */
const firstHigh = 2;
const placeOf: Readonly<Record<Band, number>> = { lowLow: 0, low: 1, high: 2, highHigh: 3 };

export const bandStateOf = (bands: BandStates, band: Band): BandState | null => bands[placeOf[band]] ?? null;

export function limitAt(bands: Bands, place: number): BandLimit | undefined {
  switch (place) {
    case 0:
      return bands.lowLow;
    case 1:
      return bands.low;
    case 2:
      return bands.high;
    default:
      return bands.highHigh;
  }
}

/** Which delays are meant: the on-delays, the off-delays. */
export interface Delays {
  readonly on: boolean;
  readonly off: boolean;
}

export function isTimed(bands: BandStates, on: boolean, off: boolean): boolean {
  for (let place = 0; place < bands.length; place++) {
    const state = bands[place]!;
    if (state !== null && state.timerFrom !== null && (state.isOn ? off : on)) return true;
  }
  return false;
}

/**
 * Holds a value against each limit in force by itself. A band begins beyond its limit, and is left only past the deadband. A delay
 * that is contradicted is dropped; `mayBegin` says whether an on-delay may begin.
 *
 * @returns the same bands when nothing changed; whether the value is beyond any limit, and on which side it is beyond one
 */
export function judgeBands(
  before: BandStates,
  inForce: Bands,
  deadband: number,
  value: number,
  at: number,
  mayBegin: boolean,
): { bands: BandStates; isOut: boolean; side: 'high' | 'low' | null } {
  let bands = before;
  let isOut = false;
  let side: 'high' | 'low' | null = null;
  for (let place = 0; place < before.length; place++) {
    const limit = limitAt(inForce, place);
    const state = before[place]!;
    if (limit === undefined && state === null) continue;
    const isHigh = place >= firstHigh;
    const isFresh = limit !== undefined && (isHigh ? value > limit.limit : value < limit.limit);
    const isHeld = !isFresh && state?.isOn === true && limit !== undefined && isWithin(limit, deadband, value, isHigh);
    if (isFresh || isHeld) isOut = true;
    if (isFresh) side = isHigh ? 'high' : 'low';
    const next = judgeBand(state, limit, isFresh || isHeld, at, mayBegin);
    if (next !== state) bands = bands.with(place, next);
  }
  return { bands, isOut, side };
}

/** Whether a value is still within the deadband of a limit that it came back from. */
const isWithin = ({ limit }: BandLimit, deadband: number, value: number, isHigh: boolean): boolean =>
  isHigh ? value > limit - deadband : value < limit + deadband;

function judgeBand(
  state: BandState | null,
  inForce: BandLimit | undefined,
  isBeyond: boolean,
  at: number,
  mayBegin: boolean,
): BandState | null {
  if (state?.isOn) {
    if (isBeyond === (state.timerFrom === null)) return state;
    return { isOn: true, timerFrom: isBeyond ? null : at, limit: state.limit, severity: state.severity };
  }
  if (!isBeyond || inForce === undefined) return null;
  const { limit, severity } = inForce;
  if (state !== null && state.limit === limit && state.severity === severity) return state;
  if (state === null && !mayBegin) return null;
  return { isOn: false, timerFrom: state === null ? at : state.timerFrom, limit, severity };
}

/** The earliest start of the on-delays or of the off-delays that run; null when none does. */
export function earliestTimer(bands: BandStates, isOn: boolean): number | null {
  let earliest: number | null = null;
  for (let place = 0; place < bands.length; place++) {
    const state = bands[place]!;
    if (state === null || state.isOn !== isOn || state.timerFrom === null) continue;
    if (earliest === null || state.timerFrom < earliest) earliest = state.timerFrom;
  }
  return earliest;
}

export function latestTimer(bands: BandStates): number {
  let latest = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < bands.length; place++) {
    const from = bands[place]?.timerFrom ?? null;
    if (from !== null && from > latest) latest = from;
  }
  return latest;
}

/** On-delays that began at `onFrom` or before, and off-delays that began at `offFrom` or before, run out; null: none of these do. */
export function runOut(bands: BandStates, onFrom: number | null, offFrom: number | null): BandStates {
  return bands.map((state) => {
    const until = state?.isOn ? offFrom : onFrom;
    if (state === null || state.timerFrom === null || until === null || state.timerFrom > until) return state;
    return state.isOn ? null : { ...state, isOn: true, timerFrom: null };
  });
}

/** The most severe band that is on, of several the outermost; null when none is. */
export function standingBand(bands: BandStates): Band | null {
  let most = -1;
  for (const place of outermostFirst) {
    const state = bands[place]!;
    if (state?.isOn && (most < 0 || state.severity < bands[most]!.severity)) most = place;
  }
  return most < 0 ? null : bandNames[most]!;
}

/** The band that comes on next if nothing contradicts it: of those whose delay began first the most severe. */
export function comingBand(bands: BandStates): Band | null {
  let first = -1;
  for (const place of outermostFirst) {
    const state = bands[place]!;
    if (state === null || state.isOn) continue;
    const known = first < 0 ? null : bands[first]!;
    if (
      known === null ||
      state.timerFrom! < known.timerFrom! ||
      (state.timerFrom === known.timerFrom && state.severity < known.severity)
    )
      first = place;
  }
  return first < 0 ? null : bandNames[first]!;
}

const outermostFirst = [placeOf.highHigh, placeOf.lowLow, placeOf.high, placeOf.low] as const;

/** The delays meant begin at another time. */
export const retimed = (bands: BandStates, { on, off }: Delays, time: (from: number) => number): BandStates =>
  isTimed(bands, on, off)
    ? bands.map((state) =>
        state !== null && state.timerFrom !== null && (state.isOn ? off : on)
          ? { ...state, timerFrom: time(state.timerFrom) }
          : state,
      )
    : bands;

/** Without the delays meant: bands stay on, or off, as they are. */
export const untimed = (bands: BandStates, { on, off }: Delays): BandStates =>
  isTimed(bands, on, off)
    ? bands.map((state) => {
        if (state === null || state.timerFrom === null || !(state.isOn ? off : on)) return state;
        return state.isOn ? { ...state, timerFrom: null } : null;
      })
    : bands;

/** Whether a band of that side is on, or its delay runs. */
export const hasBands = (bands: BandStates, side: 'high' | 'low'): boolean =>
  side === 'high' ? (bands[2] ?? bands[3]) !== null : (bands[0] ?? bands[1]) !== null;
