import type { Band, Bands } from './alarmRule.ts';

export const isHigh = (band: Band): boolean => band === 'high' || band === 'highHigh';

/** The band a value is in, looking at the limits alone. Null is inside them. */
export function bandOf({ highHigh, high, low, lowLow }: Bands, value: number): Band | null {
  if (highHigh !== undefined && value > highHigh.limit) return 'highHigh';
  if (high !== undefined && value > high.limit) return 'high';
  if (lowLow !== undefined && value < lowLow.limit) return 'lowLow';
  if (low !== undefined && value < low.limit) return 'low';
  return null;
}

/** The farther of two values on the band's side; a value that changed sides starts afresh. */
export function fartherOf(band: Band, previousBand: Band | null, extreme: number | null, value: number): number {
  if (extreme === null || previousBand === null || isHigh(previousBand) !== isHigh(band)) return value;
  return isHigh(band) ? Math.max(extreme, value) : Math.min(extreme, value);
}
