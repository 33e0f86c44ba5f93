import { darkAfterMs } from '@watchpost/contract';

/**
 * Of a wall `w` in project `p`: it has not been heard of for long.
 *
 * @param now an SQL expression of the present time, as below
 */
export const isSilentSql = (now: string): string =>
  `(w.last_seen_at < ${now} - interval '${darkAfterMs} milliseconds')`;

/** Of a silent wall: its hours are now, and were as long ago as it takes to be dark. The one rule for lists and events. */
export const isInHoursSql = (now: string): string => `(date_part('hour', ${now} AT TIME ZONE p.time_zone) >= w.from_hour
  AND date_part('hour', ${now} AT TIME ZONE p.time_zone) < w.until_hour
  AND date_part('hour', (${now} - interval '${darkAfterMs} milliseconds') AT TIME ZONE p.time_zone) >= w.from_hour)`;

/** Of a wall `w` in project `p`: it is dark. */
export const isDarkSql = (now: string): string => `(${isSilentSql(now)} AND ${isInHoursSql(now)})`;
