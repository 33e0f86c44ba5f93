import { cusumAlarm, cusumSlack } from '@watchpost/contract';
import type { KeptFit } from './baseline.store.ts';
import { expectedOf, sumBand } from './leastSquares.ts';

export interface PerformanceDay {
  readonly day: string;
  readonly wh: number;
  readonly expectedWh: number;
  /** Energy less expected, summed up since the first day. */
  readonly cusumWh: number;
}
export interface Performance {
  readonly wh: number;
  readonly expectedWh: number;
  /** ± of the expected sum, 90 % confidence. */
  readonly bandWh: number;
  readonly days: readonly PerformanceDay[];
  /** The first day of the stretch in which more is used than expected; null: it is not. */
  readonly changeDay: string | null;
}

/**
 * Energy of days against what a line expects of them.
 *
 * @param rows in the order of time, with the variables of the line
 */
export function performanceOf(
  fit: KeptFit,
  rows: readonly { readonly day: string; readonly wh: number; readonly x: readonly number[] }[],
): Performance {
  const days: PerformanceDay[] = [];
  let [wh, expectedWh, excess] = [0, 0, 0];
  let since: string | null = null;
  let changeDay: string | null = null;
  for (const row of rows) {
    const expected = Math.round(expectedOf(fit.coefficients, row.x));
    wh += row.wh;
    expectedWh += expected;
    days.push({ day: row.day, wh: row.wh, expectedWh: expected, cusumWh: wh - expectedWh });
    const z = fit.s === 0 ? 0 : (row.wh - expected) / fit.s;
    excess = Math.max(0, excess + z - cusumSlack);
    if (excess === 0) since = null;
    else since ??= row.day;
    // A change that ended is none of today.
    changeDay = excess > cusumAlarm ? since : excess === 0 ? null : changeDay;
  }
  return {
    wh,
    expectedWh,
    bandWh: Math.round(sumBand({ ...fit, size: fit.t.length }, rows.length)),
    days,
    changeDay,
  };
}
