import { staleAfterMs } from '../points/freshness.ts';
import type { Quality } from '../points/quality.ts';
import type { PointValue } from '../points/wire.ts';

/**
 * What is known of a point now. `silent`: nothing arrives from it (its gateway or slave does not answer, its value is stale, or
 * there never was one). `bad`: it answers, and the value means nothing (broken sensor, out of range, an exception …).
 */
export type PointData = 'known' | 'silent' | 'bad';

export function pointDataOf(
  point: Pick<PointValue, 'Time' | 'Value' | 'Quality' | 'SamplingSeconds' | 'SilentSinceEPOCH'>,
  now: number,
): PointData {
  if (point.SilentSinceEPOCH !== null || point.Time === null || point.Quality === null) return 'silent';
  const reading = { measuredAt: point.Time, value: point.Value, quality: point.Quality };
  return readingDataOf(reading, point.SamplingSeconds * 1000, now);
}

/** What a point's newest reading alone tells, apart from its line. Null: there is none. Times are epoch ms. */
export function readingDataOf(
  reading: { measuredAt: number; value: number | null; quality: Quality } | null,
  samplingIntervalMs: number,
  now: number,
): PointData {
  if (reading === null || now - reading.measuredAt > staleAfterMs(samplingIntervalMs)) return 'silent';
  return reading.quality === 'bad' || reading.value === null ? 'bad' : 'known';
}

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
