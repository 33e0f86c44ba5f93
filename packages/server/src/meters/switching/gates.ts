import { isProtected, type TripGate, tripGateNames } from '@watchpost/contract';

/** What is known at the moment at which power is to be cut. */
export interface TripState {
  readonly loadClass: 'protected' | 'interruptible';
  /** Devices, end uses and other consumers behind the meter. */
  readonly behind: readonly Parameters<typeof isProtected>[0][];
  readonly balanceFen: number;
  readonly overdraftFen: number;
  readonly rechargesUnderWay: number;
  /** For how long the low balance has been an event, ms; null: it is none. */
  readonly lowSince: number | null;
  /** By the clock of the project: minutes of the day, what the day counts as, and what the next one does. */
  readonly minuteOfDay: number;
  readonly dayKind: number;
  readonly nextDayKind: number;
  /** Null: not known. */
  readonly outdoor: number | null;
  /** Livestock, whom heat and cold kill. */
  readonly isLivestock: boolean;
  readonly registerAgeMs: number | null;
  readonly switchAgeMs: number | null;
  readonly ledgerAddsUp: boolean;
  readonly openEvents: number;
  /** How long ago meters of the project were switched off within the last hour, ms. */
  readonly tripsAgoMs: readonly number[];
  /** A backup was restored, and nobody has armed cuts since. */
  readonly isDisarmed: boolean;
  /** How long the server runs. */
  readonly runsMs: number;
}

const minute = 60_000;
const hour = 60 * minute;
/** After a start balances and readings catch up first. */
export const restartPauseMs = 30 * minute;

/** Whether each gate is met. All of them have to be. */
export function gatesOf(state: TripState): Record<TripGate, boolean> {
  const within = (age: number | null, most: number) => age !== null && age <= most;
  return {
    interruptible: state.loadClass === 'interruptible' && !state.behind.some(isProtected),
    owes: state.balanceFen < -state.overdraftFen && state.rechargesUnderWay === 0,
    notified: state.lowSince !== null && state.lowSince >= 72 * hour,
    workingHours: state.minuteOfDay >= 540 && state.minuteOfDay < 960 && state.dayKind <= 4 && state.nextDayKind !== 8,
    weather: state.outdoor === null ? !state.isLivestock : state.outdoor >= -5 && state.outdoor <= 35,
    fresh: within(state.registerAgeMs, 15 * minute) && within(state.switchAgeMs, 5 * minute),
    proven: state.ledgerAddsUp && state.openEvents === 0,
    notTooMany: state.tripsAgoMs.length < 5 && state.tripsAgoMs.every((ago) => ago >= minute),
    armed: !state.isDisarmed && state.runsMs >= restartPauseMs,
  };
}

/** Those that are not met, in their order. */
export const closedGates = (gates: Record<TripGate, boolean>): TripGate[] =>
  tripGateNames.filter((name) => !gates[name]);
