import type { PointLimits } from '../points/index.ts';
import type { AlarmRule, Band } from './engine/index.ts';

/**
 * The tightest limits among the rules of one point; null when none of them has any. Limits that stand on another point, or that
 * hold at other hours than the usual ones, are no line one could draw.
 */
export function pointLimits(rules: readonly AlarmRule[]): PointLimits | null {
  const limitsOf = (band: Band) =>
    rules.flatMap((rule) => {
      const limit = rule.kind === 'limit' ? rule.bands[band] : undefined;
      return limit === undefined || limit.from !== undefined ? [] : [limit.limit];
    });
  const lowest = (limits: number[]) => (limits.length === 0 ? null : Math.min(...limits));
  const highest = (limits: number[]) => (limits.length === 0 ? null : Math.max(...limits));
  const limits = {
    highHigh: lowest(limitsOf('highHigh')),
    high: lowest(limitsOf('high')),
    low: highest(limitsOf('low')),
    lowLow: highest(limitsOf('lowLow')),
  };
  return Object.values(limits).every((limit) => limit === null) ? null : limits;
}
