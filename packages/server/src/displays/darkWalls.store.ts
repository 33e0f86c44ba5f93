import { darkAfterMs } from '@watchpost/contract';

/**
 * Of a wall `w` in project `p`: it was not heard of for long, and its hours are now and were when it fell silent for so long.
 * `$1` is now.
 */
export const isDarkSql = `(w.last_seen_at < $1::timestamptz - interval '${darkAfterMs} milliseconds'
  AND date_part('hour', $1::timestamptz AT TIME ZONE p.time_zone) >= w.from_hour
  AND date_part('hour', $1::timestamptz AT TIME ZONE p.time_zone) < w.until_hour
  AND date_part('hour', ($1::timestamptz - interval '${darkAfterMs} milliseconds') AT TIME ZONE p.time_zone) >= w.from_hour)`;

/** Walls that are dark now: id, project, name and when they were last heard of. `$1` is now. */
export const darkWalls = `SELECT w.id, w.project_id, w.name, w.last_seen_at
  FROM display w JOIN project p ON p.id = w.project_id JOIN data_screen s ON s.id = w.data_screen_id AND s.company_id = p.company_id
  WHERE w.revoked_at IS NULL AND ${isDarkSql}`;
