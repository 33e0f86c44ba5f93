import { qualityOf, type ValueBand } from '@watchpost/contract';
import type { PointLimits } from './present.ts';

/**
 * Where a value lies by its limits; the outermost one that it exceeds. Null without limits or without a valid value.
 * A deadband plays no part: this is the value itself, not how an alarm stands.
 */
export function bandOf(value: number | null, quality: number, limits: PointLimits | null): ValueBand | null {
  if (limits === null || value === null || Number.isNaN(value) || qualityOf(quality) === 'bad') return null;
  const { highHigh, high, low, lowLow } = limits;
  if (highHigh !== null && value > highHigh) return 'highHigh';
  if (high !== null && value > high) return 'high';
  if (lowLow !== null && value < lowLow) return 'lowLow';
  if (low !== null && value < low) return 'low';
  return 'within';
}
