import { leastForChange } from '@watchpost/contract';

/** How often something happened in so much time. */
export interface Rate {
  readonly count: number;
  /** Device months, for example; at least 0. */
  readonly exposure: number;
}

export interface RateRatio {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The rate of `b` divided by that of `a`, with its interval of 95 % (the logarithm of a ratio of Poisson counts is nearly normal). Of
 * fewer than ten of either nothing is said.
 *
 * @example rateRatio({ count: 100, exposure: 10 }, { count: 100, exposure: 20 }) // 0.5, from 0.379 to 0.660
 */
export function rateRatio(a: Rate, b: Rate): RateRatio | null {
  if (Math.min(a.count, b.count) < leastForChange || a.exposure <= 0 || b.exposure <= 0) return null;
  const ratio = b.count / b.exposure / (a.count / a.exposure);
  const spread = Math.exp(1.96 * Math.sqrt(1 / a.count + 1 / b.count));
  return { ratio, low: ratio / spread, high: ratio * spread };
}
