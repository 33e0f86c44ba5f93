import { darkAfterMs } from '@watchpost/contract';

/**
 * Of a wall `w` in project `p`: it has not been heard of for long.
 *
 * @param now an SQL expression of the present time, as below
 */
const isSilentSql = (now: string): string => `(w.last_seen_at < ${now} - interval '${darkAfterMs} milliseconds')`;

/** Of a silent wall: its hours are now, and were as long ago as it takes to be dark. The one rule for lists and events. */
const isInHoursSql = (now: string): string => `(date_part('hour', ${now} AT TIME ZONE p.time_zone) >= w.from_hour
  AND date_part('hour', ${now} AT TIME ZONE p.time_zone) < w.until_hour
  AND date_part('hour', (${now} - interval '${darkAfterMs} milliseconds') AT TIME ZONE p.time_zone) >= w.from_hour)`;

/** Of a wall `w` in project `p`: it is dark. */
export const isDarkSql = (now: string): string => `(${isSilentSql(now)} AND ${isInHoursSql(now)})`;

/**
 * Walls that are silent: id, project, name, when they were last heard of, and whether darkness begins now. Outside its hours it does
 * not begin, but it goes on: a wall recovers when it is heard of. `$1` is now.
 */
export const darkWalls = `SELECT w.id, w.project_id, w.name, w.last_seen_at, ${isInHoursSql('$1::timestamptz')} AS begins
  FROM display w JOIN project p ON p.id = w.project_id JOIN data_screen s ON s.id = w.data_screen_id AND s.company_id = p.company_id
  WHERE w.revoked_at IS NULL AND p.deleted_at IS NULL AND ${isSilentSql('$1::timestamptz')}`;
