import type { DeviceRow, PointValue } from '@watchpost/contract';
import { mainPointOf } from '../devices/index.ts';
import { nearestLimits } from '../points/index.ts';
import { isStale } from '../ui/index.ts';

export interface Near {
  readonly device: DeviceRow;
  readonly point: PointValue;
  readonly lower: number | null;
  readonly upper: number | null;
  /** Where the value stands on a bar from `from` to `to`. */
  readonly from: number;
  readonly to: number;
  /** 0: at the limit, 1: as far from it as the middle of the band; below 0: beyond. */
  readonly distance: number;
}

/** With one limit alone there is no band: so far from it counts as far, in the unit of the value. */
const farFromOne = 10;

/** How near the main value of a device is to its limits; null where it has none, or no value that can be trusted. */
export function nearOf(device: DeviceRow, now: number): Near | null {
  const point = mainPointOf(device);
  if (!point || point.PointType === 1 || point.Value === null || point.Quality === 'bad' || isStale(point, now))
    return null;
  const limits = nearestLimits(point);
  const [lower, upper] = [limits.lower?.value ?? null, limits.upper?.value ?? null];
  if (lower === null && upper === null) return null;
  const half = lower !== null && upper !== null ? Math.max((upper - lower) / 2, 0.001) : farFromOne;
  const room = Math.min(
    upper === null ? Number.POSITIVE_INFINITY : upper - point.Value,
    lower === null ? Number.POSITIVE_INFINITY : point.Value - lower,
  );
  const margin = half / 2;
  const from = Math.min((lower ?? upper! - 2 * half) - margin, point.Value);
  const to = Math.max((upper ?? lower! + 2 * half) + margin, point.Value);
  return { device, point, lower, upper, from, to, distance: room / half };
}
