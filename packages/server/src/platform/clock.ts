/** The only place that asks the machine for the time; everything else is handed a clock, so that tests can turn it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that stands still until it is moved. */
export interface ManualClock extends Clock {
  set(epochMs: number): void;
  advance(ms: number): void;
}

export function manualClock(epochMs: number): ManualClock {
  let now = epochMs;
  return {
    now: () => now,
    set: (value) => {
      now = value;
    },
    advance: (ms) => {
      now += ms;
    },
  };
}
