import type { Tenant } from '../../access/index.ts';

/** What a shelf `s` reaches and when, in SQL: used to hide alarms by it, and to tell why one was hidden. */

/** The clock on the wall of its project at a moment, as `clock`. @param at an expression of a timestamptz @param zone of an IANA name */
export const wallClock = (_tenant: Tenant, at: string, zone: string): string => `
  CROSS JOIN LATERAL (SELECT ${at} AT TIME ZONE ${zone} AS wall) local
  CROSS JOIN LATERAL (
    SELECT extract(isodow FROM wall)::int AS day, extract(isodow FROM wall - interval '1 day')::int AS day_before,
           (extract(hour FROM wall) * 60 + extract(minute FROM wall))::int AS minute) clock`;

/** Whether one that repeats weekly is on by `clock`; one that does not always is. Knows no holidays, see `WeeklyTimes`. */
export const isItsHour = `(s.weekdays IS NULL OR CASE WHEN s.from_minute < s.until_minute
  THEN day = ANY(s.weekdays) AND minute >= s.from_minute AND minute < s.until_minute
  ELSE (day = ANY(s.weekdays) AND minute >= s.from_minute) OR (day_before = ANY(s.weekdays) AND minute < s.until_minute) END)`;

/** Whether a planned one, or one that takes out of service, reaches a point, its device and its area. */
export const reaches = (_tenant: Tenant, point: string, device: string, area: string): string => `(
  (s.point_id IS NULL OR s.point_id = ${point}) AND (s.device_id IS NULL OR s.device_id = ${device})
  AND (s.area_id IS NULL OR ${area} IN (
    WITH RECURSIVE below AS (
      SELECT s.area_id AS id UNION SELECT child.id FROM subarea child JOIN below ON child.parent_id = below.id)
    SELECT id FROM below)))`;
