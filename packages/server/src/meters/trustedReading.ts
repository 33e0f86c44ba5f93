import { qualityOf } from '@watchpost/contract';
import type { LiveValues } from '../points/index.ts';

/** The value of a point that may be believed, and when it was measured; null: none. */
export function trusted(live: LiveValues, pointId: number | null): { value: number; at: number } | null {
  const reading = pointId === null ? null : live.get(pointId);
  if (!reading || reading.value === null || qualityOf(reading.quality) === 'bad') return null;
  return { value: reading.value, at: reading.measuredAt };
}
