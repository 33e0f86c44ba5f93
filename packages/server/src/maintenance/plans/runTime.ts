/** Hours of running, with what is not known: it lies between `low` and `high`. */
export interface RunTime {
  readonly low: number;
  readonly high: number;
}

const hourSeconds = 3600;

/**
 * What a register of hours says has run between two of its readings. One that falls begins anew: a counter that was near its end
 * rolled over, another one was reset and has run since as long as it says.
 *
 * @param before hours; null: the first reading, which says nothing of the time before
 * @param capacity hours at which it rolls over; null: not known
 * @returns seconds
 */
export function registerStep(before: number | null, now: number, capacity: number | null): number {
  if (before === null) return 0;
  if (now >= before) return (now - before) * hourSeconds;
  const rolledOver = capacity !== null && before > 0.9 * capacity && now < 0.1 * capacity;
  return (rolledOver ? capacity - before + now : now) * hourSeconds;
}

/** Run time in hours, of what was counted in seconds. */
export const runTime = (runSeconds: number, unknownSeconds: number): RunTime => ({
  low: runSeconds / hourSeconds,
  high: (runSeconds + unknownSeconds) / hourSeconds,
});

export interface NextStep {
  /** Of which step it is, from 1; the upper bound counts. */
  readonly k: number;
  /** Hours of run time. */
  readonly atHours: number;
  /** Days from now, 0: it is due; null: nobody knows how long the machine runs a day. */
  readonly inDays: number | null;
}

/**
 * The next visit by run time: the last step that was reached while nobody came for it, else the one that comes.
 *
 * @param reached steps for which a visit was made already
 * @param dailySeconds how long it ran a day, of the last weeks; null: not known
 */
export function nextStep({ high }: RunTime, stepHours: number, reached: number, dailySeconds: number | null): NextStep {
  const passed = Math.floor(high / stepHours);
  if (passed > reached) return { k: passed, atHours: passed * stepHours, inDays: 0 };
  const k = Math.max(passed, reached) + 1;
  const left = (k * stepHours - high) * hourSeconds;
  const inDays = dailySeconds === null || dailySeconds <= 0 ? null : Math.ceil(left / dailySeconds);
  return { k, atHours: k * stepHours, inDays };
}
