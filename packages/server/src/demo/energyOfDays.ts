import { startOfDay } from '../platform/zonedTime.ts';

/** What a register showed, in the order of time. */
export interface ShownValues {
  readonly length: number;
  /** Epoch ms. */
  readonly measuredAt: ArrayLike<number>;
  /** kWh; NaN where the meter could not be read. */
  readonly values: ArrayLike<number>;
}

/** Wh of each day (`YYYY-MM-DD`), by what the register showed at its begin and end; days without one of these are left out. */
export function energyOfDays(register: ShownValues, days: readonly string[], timeZone: string): Map<string, number> {
  const shownAt = (at: number): number | null => {
    let [low, high] = [0, register.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (register.measuredAt[middle]! <= at) low = middle + 1;
      else high = middle;
    }
    if (low === 0 || low === register.length) return null;
    const shown = register.values[low - 1]!;
    return Number.isFinite(shown) ? shown : null;
  };
  const energy = new Map<string, number>();
  for (const day of days) {
    const [from, to] = [0, 1].map((later) => shownAt(startOfDay(day, timeZone, later).getTime()));
    if (from != null && to != null) energy.set(day, Math.round((to - from) * 1000));
  }
  return energy;
}
