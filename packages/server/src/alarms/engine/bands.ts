import type { Band, Bands } from './alarmRule.ts';

const isHigh = (band: Band): boolean => band === 'high' || band === 'highHigh';

/** The band a value is in, looking at the limits alone. Null is inside them. */
export function bandOf({ highHigh, high, low, lowLow }: Bands, value: number): Band | null {
  if (highHigh !== undefined && value > highHigh.limit) return 'highHigh';
  if (high !== undefined && value > high.limit) return 'high';
  if (lowLow !== undefined && value < lowLow.limit) return 'lowLow';
  if (low !== undefined && value < low.limit) return 'low';
  return null;
}

/** The band an occurrence standing at `current` moves to: outward at the limit, back only past the deadband. */
export function bandFrom(bands: Bands, deadband: number, current: Band, value: number): Band | null {
  const { highHigh, high, low, lowLow } = bands;
  const fresh = bandOf(bands, value);
  if (isHigh(current)) {
    if (fresh !== null && !isHigh(fresh)) return fresh;
    if (fresh === 'highHigh') return fresh;
    if (current === 'highHigh' && highHigh !== undefined && value > highHigh.limit - deadband) return 'highHigh';
    return high !== undefined && value > high.limit - deadband ? 'high' : null;
  }
  if (fresh !== null && isHigh(fresh)) return fresh;
  if (fresh === 'lowLow') return fresh;
  if (current === 'lowLow' && lowLow !== undefined && value < lowLow.limit + deadband) return 'lowLow';
  return low !== undefined && value < low.limit + deadband ? 'low' : null;
}

/** The farther of two values on the band's side; a value that changed sides starts afresh. */
export function fartherOf(band: Band, previousBand: Band | null, extreme: number | null, value: number): number {
  if (extreme === null || previousBand === null || isHigh(previousBand) !== isHigh(band)) return value;
  return isHigh(band) ? Math.max(extreme, value) : Math.min(extreme, value);
}
