import { alarmRates, dayMs } from '@watchpost/contract';

export interface Flood {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** The most in any ten minutes of it. */
  readonly peak: number;
}

export interface Rates {
  readonly perDay: number;
  readonly perTenMinutes: number;
  readonly peak: { readonly count: number; readonly at: number } | null;
  /** Windows of ten minutes, in percent of all of them. */
  readonly acceptable: number;
  readonly manageable: number;
  readonly demanding: number;
  readonly overloaded: number;
  readonly floods: readonly Flood[];
  /** Of the time, in percent. */
  readonly floodPercent: number;
}

const windowMs = alarmRates.windowMinutes * 60_000;

/**
 * How many alarms each operator had to look at, by ISA-18.2 and EEMUA 191. Averages and windows are by operator; floods and the
 * peak count alarms, with limits for so many operators.
 *
 * @param times when alarms were raised, ascending, all in [from, to)
 */
export function ratesOf(times: readonly number[], from: number, to: number, operators: number): Rates {
  const lengthMs = Math.max(0, to - from);
  const windows = Math.ceil(lengthMs / windowMs);
  const counts = new Uint32Array(windows);
  for (const at of times) {
    const window = Math.floor((at - from) / windowMs);
    if (window >= 0 && window < windows) counts[window]!++;
  }
  const share = (test: (each: number) => boolean): number => {
    if (windows === 0) return 0;
    let hits = 0;
    for (const count of counts) if (test(count / operators)) hits++;
    return (hits / windows) * 100;
  };
  const { acceptable, manageable, flood } = alarmRates;
  const floods = floodsOf(times, to, operators);
  const each = times.length / operators;
  return {
    perDay: lengthMs === 0 ? 0 : (each * dayMs) / lengthMs,
    perTenMinutes: lengthMs === 0 ? 0 : (each * windowMs) / lengthMs,
    peak: peakOf(times),
    acceptable: share((count) => count <= acceptable),
    manageable: share((count) => count > acceptable && count <= manageable),
    demanding: share((count) => count > manageable && count <= flood),
    overloaded: share((count) => count > flood),
    floods,
    floodPercent: lengthMs === 0 ? 0 : (floods.reduce((sum, { from, to }) => sum + to - from, 0) / lengthMs) * 100,
  };
}

/** The ten minutes with the most alarms, wherever they begin. */
function peakOf(times: readonly number[]): Rates['peak'] {
  let peak: Rates['peak'] = null;
  let first = 0;
  for (let i = 0; i < times.length; i++) {
    while (times[i]! - times[first]! >= windowMs) first++;
    const count = i - first + 1;
    if (peak === null || count > peak.count) peak = { count, at: times[first]! };
  }
  return peak;
}

/** From the first of more than ten alarms within ten minutes until there are fewer than five in ten minutes, as ISA-18.2 has it. */
function floodsOf(times: readonly number[], end: number, operators: number): Flood[] {
  const most = alarmRates.flood * operators;
  const goesOn = most / 2;
  const floods: Flood[] = [];
  let first = 0;
  let begun = -1;
  let peak = 0;
  const close = (last: number) => {
    const over = times[Math.max(begun, last - goesOn + 1)]! + windowMs;
    floods.push({ from: times[begun]!, to: Math.min(over, end), count: last - begun + 1, peak });
    begun = -1;
    peak = 0;
  };
  for (let i = 0; i < times.length; i++) {
    while (times[i]! - times[first]! >= windowMs) first++;
    if (begun >= 0 && times[i]! >= times[i - goesOn]! + windowMs) close(i - 1);
    const count = i - first + 1;
    if (begun < 0 && count > most) begun = first;
    if (begun >= 0) peak = Math.max(peak, count);
  }
  if (begun >= 0) close(times.length - 1);
  return floods;
}
