/** Where a count stands against what chance allows around what was expected. */
export type Standing = 'worst' | 'bad' | 'usual' | 'good' | 'best';

/**
 * Whether a count is more, or less, than chance explains: beyond the 99.8 % limits of a Poisson count with this mean it is worst or
 * best, beyond the 95 % limits bad or good. A small store is not punished for one alarm.
 *
 * @param expected the mean, at least 0; of 0 nothing is said
 */
export function standing(count: number, expected: number): Standing {
  if (expected <= 0) return 'usual';
  const atMost = cumulative(count, expected);
  const atLeast = 1 - cumulative(count - 1, expected);
  if (atLeast <= 0.001) return 'worst';
  if (atLeast <= 0.025) return 'bad';
  if (atMost <= 0.001) return 'best';
  if (atMost <= 0.025) return 'good';
  return 'usual';
}

/** P(X ≤ count) of a Poisson count; by the normal curve of √ where it is large, which is as good there. */
function cumulative(count: number, mean: number): number {
  if (count < 0) return 0;
  if (mean > 500) return normal(2 * (Math.sqrt(count + 0.75) - Math.sqrt(mean)));
  let term = Math.exp(-mean);
  let sum = term;
  for (let k = 1; k <= count; k++) {
    term *= mean / k;
    sum += term;
  }
  return Math.min(1, sum);
}

/** The normal distribution, after Abramowitz and Stegun 26.2.17: within 7.5e-8. */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    Math.exp((-z * z) / 2) *
    0.3989422804014327 *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z >= 0 ? 1 - tail : tail;
}
