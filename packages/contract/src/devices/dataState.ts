import { staleAfterMs } from '../points/freshness.ts';
import type { PointValue } from '../points/wire.ts';

/**
 * What is known of a point now. `silent`: nothing arrives from it (its gateway or slave does not answer, its value is stale, or
 * there never was one). `bad`: it answers, and the value means nothing (broken sensor, out of range, an exception …).
 */
export type PointData = 'known' | 'silent' | 'bad';

export const pointDataOf = (
  point: Pick<PointValue, 'Time' | 'Value' | 'Quality' | 'SamplingSeconds' | 'SilentSinceEPOCH'>,
  now: number,
): PointData => {
  if (point.SilentSinceEPOCH !== null || point.Time === null) return 'silent';
  if (now - point.Time > staleAfterMs(point.SamplingSeconds * 1000)) return 'silent';
  return point.Quality === 'bad' || point.Value === null ? 'bad' : 'known';
};

/**
 * What is known of a device: all of it, a part, or nothing at all (it is offline). A device is only normal while all of its
 * points are known: green over what nobody measures would be a lie.
 */
export const dataStates = ['complete', 'incomplete', 'offline'] as const;
export type DataState = (typeof dataStates)[number];

/** Offline when every point is silent, so also when it has none; incomplete when any is not known. */
export const dataStateOf = (points: readonly PointData[]): DataState =>
  points.every((data) => data === 'silent')
    ? 'offline'
    : points.every((data) => data === 'known')
      ? 'complete'
      : 'incomplete';
