import { quarterMs } from '@watchpost/contract';

/** A quarter of a meter in the order of time. */
export interface PricedQuarter {
  /** Epoch ms of its beginning. */
  readonly at: number;
  readonly wh: number;
  readonly isEstimated: boolean;
  /** In 1e-8 ¥/kWh. */
  readonly priceE8: number;
}

export interface CostBounds {
  /** Micro-¥, against the cost as it is counted: 0 or less, and 0 or more. */
  readonly least: number;
  readonly most: number;
}

/**
 * By how much the cost of gaps may differ from what is counted. The energy of a gap is known, but not when it passed: it costs
 * least when it all passed in the cheapest quarters of the gap, as many as the meter can have needed for it, and most in the dearest.
 *
 * @param mostWh of a quarter
 */
export function gapBounds(quarters: readonly PricedQuarter[], mostWh: number): CostBounds {
  let [least, most] = [0, 0];
  for (const gap of gapsOf(quarters)) {
    const wh = gap.reduce((sum, quarter) => sum + quarter.wh, 0);
    // Of a calculated meter it may be below 0, which nothing bounds.
    if (wh <= 0) continue;
    const counted = gap.reduce((sum, quarter) => sum + quarter.wh * quarter.priceE8, 0);
    const prices = gap.map(({ priceE8 }) => priceE8).toSorted((a, b) => a - b);
    const perQuarter = Math.max(mostWh, wh / gap.length);
    least += (filled(prices, wh, perQuarter) - counted) / 1e5;
    most += (filled(prices.toReversed(), wh, perQuarter) - counted) / 1e5;
  }
  return { least: Math.min(0, least), most: Math.max(0, most) };
}

/** Quarters of each gap, from the first to the last that was estimated. */
function gapsOf(quarters: readonly PricedQuarter[]): PricedQuarter[][] {
  const gaps: PricedQuarter[][] = [];
  for (const quarter of quarters) {
    if (!quarter.isEstimated) continue;
    const gap = gaps.at(-1);
    if (gap && gap.at(-1)!.at + quarterMs === quarter.at) gap.push(quarter);
    else gaps.push([quarter]);
  }
  return gaps;
}

/** Wh × price of energy that takes the quarters in this order, each as far as it can. */
function filled(prices: readonly number[], wh: number, perQuarter: number): number {
  let [left, sum] = [wh, 0];
  for (const price of prices) {
    const taken = Math.min(left, perQuarter);
    sum += taken * price;
    left -= taken;
  }
  return sum;
}
