import { defineText } from '../lib/defineText.ts';

/** The four limits as the wire names them, from the outside in at the top and from the inside out at the bottom. */
export interface Limits {
  readonly SuperUpperLimit: number | null;
  readonly UpperLimit: number | null;
  readonly LowerLimit: number | null;
  readonly SuperLowerLimit: number | null;
}

export type LimitBand = 'highHigh' | 'high' | 'low' | 'lowLow';

export const limitText = defineText({
  highHigh: { zh: '上上限', en: 'High-high' },
  high: { zh: '上限', en: 'High' },
  low: { zh: '下限', en: 'Low' },
  lowLow: { zh: '下下限', en: 'Low-low' },
});

export interface Limit {
  readonly band: LimitBand;
  readonly value: number;
}

/** Those that are set, highest first. */
export const limitsOf = (limits: Limits): Limit[] =>
  (
    [
      ['highHigh', limits.SuperUpperLimit],
      ['high', limits.UpperLimit],
      ['low', limits.LowerLimit],
      ['lowLow', limits.SuperLowerLimit],
    ] as const
  ).flatMap(([band, value]) => (value === null ? [] : [{ band, value }]));

/** The first limits a value meets on its way up and down: high before high-high, low before low-low. */
export function nearestLimits(limits: Limits): { upper: Limit | null; lower: Limit | null } {
  const set = new Map(limitsOf(limits).map((limit) => [limit.band, limit]));
  return { upper: set.get('high') ?? set.get('highHigh') ?? null, lower: set.get('low') ?? set.get('lowLow') ?? null };
}

export const isUpper = (band: LimitBand): boolean => band === 'high' || band === 'highHigh';

/** The outermost limit that the value has crossed; null while it is within all of them. */
export function crossedLimit(value: number | null, limits: Limits): Limit | null {
  if (value === null) return null;
  const all = limitsOf(limits);
  const above = all.filter(({ band, value: limit }) => isUpper(band) && value > limit);
  const below = all.filter(({ band, value: limit }) => !isUpper(band) && value < limit);
  return above[0] ?? below.at(-1) ?? null;
}
