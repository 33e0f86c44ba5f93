/** Days between failures, and what they are at least. */
export interface TimeBetweenFailures {
  /** Null: there was none. */
  readonly days: number | null;
  /** With 90 % confidence; null: nothing was watched. */
  readonly atLeastDays: number | null;
}

/**
 * The mean time between `failures` in so many device days, with its one-sided lower limit of 90 %: 2T / χ²(0.9; 2n + 2). Also where there
 * was no failure something can be said: how long at least. IEC 60605-4.
 *
 * @example timeBetweenFailures(365, 3) // 121.7 days, at least 54.6
 * @example timeBetweenFailures(365, 0) // none, at least 158.5 days
 */
export function timeBetweenFailures(deviceDays: number, failures: number): TimeBetweenFailures {
  if (deviceDays <= 0) return { days: null, atLeastDays: null };
  return {
    days: failures === 0 ? null : deviceDays / failures,
    atLeastDays: (2 * deviceDays) / chiSquared90(failures),
  };
}

/** χ² that is exceeded in one of ten cases, of 2n + 2 degrees of freedom. Of an even number its tail is a sum of Poisson terms. */
function chiSquared90(n: number): number {
  // P(χ² > x) = Σ e^(−x/2) (x/2)^k / k!, k = 0…n: summed by logarithms, which holds for thousands of failures.
  const tail = (x: number): number => {
    const half = x / 2;
    let logTerm = -half;
    let sum = Math.exp(logTerm);
    for (let k = 1; k <= n; k += 1) {
      logTerm += Math.log(half / k);
      sum += Math.exp(logTerm);
    }
    return sum;
  };
  let low = 0;
  let high = 2 * n + 20 * Math.sqrt(n + 1);
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (tail(middle) > 0.1) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
