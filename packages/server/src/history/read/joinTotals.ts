import type { HeldTotals } from './bucketFold.ts';

/** The statistics of the whole out of those of its parts. */
export function joinTotals(parts: readonly HeldTotals[]): HeldTotals {
  const whole: HeldTotals = {
    min: Number.NaN,
    max: Number.NaN,
    avg: Number.NaN,
    knownMs: 0,
    beyondMs: null,
    count: 0,
    badCount: 0,
  };
  let weighted = 0;
  for (const { min, max, avg, knownMs, beyondMs, count, badCount } of parts) {
    whole.count += count;
    whole.badCount += badCount;
    if (!(whole.min <= min) && !Number.isNaN(min)) whole.min = min;
    if (!(whole.max >= max) && !Number.isNaN(max)) whole.max = max;
    whole.knownMs += knownMs;
    if (knownMs > 0) weighted += avg * knownMs;
    else if (Number.isNaN(whole.avg)) whole.avg = avg;
    if (beyondMs !== null) whole.beyondMs = (whole.beyondMs ?? 0) + beyondMs;
  }
  if (whole.knownMs > 0) whole.avg = Math.min(Math.max(weighted / whole.knownMs, whole.min), whole.max);
  return whole;
}
