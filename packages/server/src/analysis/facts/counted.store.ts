import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../../access/index.ts';
import { announced } from '../../alarms/index.ts';
import { alarmVisible } from '../../notifications/index.ts';
import type { Piece } from './parts.ts';

/** Figures of alarms that add up: over days, devices and projects. Seconds are packed, see `quantiles.ts`. */
export const addable = {
  alarms: sql`sum(f.alarms)::int`,
  urgent: sql`sum(f.urgent)::int`,
  unacknowledged: sql`sum(f.unacknowledged)::int`,
  ack_seconds: sql`string_agg(f.ack_seconds, '')`,
  back_seconds: sql`string_agg(f.back_seconds, '')`,
  excursion_seconds: sql`sum(f.excursion_seconds)`,
  fault_seconds: sql`sum(f.fault_seconds)`,
} as const;

/** Kinds of alarms that say a value is beyond what it may be. */
export const isExcursion = sql`a.kind IN ('limit', 'deviation')`;
/** Urgent or important at its worst, and of a device: availability is the share of devices' time. */
export const isFault = sql`(a.worst_severity <= 2 AND a.device_id IS NOT NULL)`;

const seconds = (until: RawBuilder<unknown>) =>
  sql`coalesce(string_agg(int4send(round(date_part('epoch', ${until} - a.raised_at))::int), '') FILTER (WHERE ${until} IS NOT NULL), '')`;

/**
 * Counts the alarms of pieces of time, by project, day and device, that people were to be told of: how many were raised and how they were
 * answered, and how long those that were active lasted within the piece. Both the days that are counted beforehand and what is counted
 * when somebody asks come from here.
 *
 * What was active is found in indexes alone and then looked up one by one (`OFFSET 0`): the planner expects so many that it would read
 * all alarms of all companies.
 */
export function countedNow(tenant: Tenant, pieces: readonly Piece[]): RawBuilder<unknown> {
  const of = <T>(value: (piece: Piece) => T): T[] => pieces.map(value);
  const seen = sql`${alarmVisible(tenant)} AND ${announced}`;
  return sql`(
    WITH piece AS MATERIALIZED (SELECT * FROM unnest(${of(({ projectId }) => projectId)}::int[], ${of(({ day }) => day)}::date[],
        ${of(({ begin }) => begin)}::timestamptz[], ${of(({ finish }) => finish)}::timestamptz[]) AS piece(project_id, day, begin, finish)),
      raised AS (
        SELECT p.project_id, p.day, coalesce(a.device_id, 0) AS device_id, count(*)::int AS alarms,
          (count(*) FILTER (WHERE a.worst_severity = 1))::int AS urgent, (count(*) FILTER (WHERE a.acknowledged_at IS NULL))::int AS unacknowledged,
          ${seconds(sql`a.acknowledged_at`)} AS ack_seconds, ${seconds(sql`a.returned_at`)} AS back_seconds
        FROM piece p JOIN alarm a ON a.project_id = p.project_id AND a.raised_at >= p.begin AND a.raised_at < p.finish
        WHERE ${seen} GROUP BY 1, 2, 3),
      active AS (
        SELECT p.project_id, p.day, p.begin, p.finish, a.id FROM piece p JOIN alarm a
          ON a.project_id = p.project_id AND a.raised_at >= p.begin AND a.raised_at < p.finish
        UNION ALL
        SELECT p.project_id, p.day, p.begin, p.finish, a.id FROM piece p JOIN alarm a
          ON a.project_id = p.project_id AND a.returned_at > p.begin AND a.raised_at < p.begin
        UNION ALL
        SELECT p.project_id, p.day, p.begin, p.finish, a.id FROM piece p JOIN alarm a
          ON a.project_id = p.project_id AND a.returned_at IS NULL AND a.raised_at < p.begin),
      lasting AS (
        SELECT p.project_id, p.day, coalesce(a.device_id, 0) AS device_id, ${isExcursion} AS is_excursion, ${isFault} AS is_fault,
          greatest(a.raised_at, p.begin) AS since, least(coalesce(a.returned_at, p.finish), p.finish) AS until
        FROM active p CROSS JOIN LATERAL (SELECT * FROM alarm WHERE id = p.id OFFSET 0) a WHERE ${seen}),
      lasted AS (
        SELECT project_id, day, device_id, coalesce(sum(date_part('epoch', until - since)) FILTER (WHERE is_excursion), 0) AS excursion_seconds,
          range_agg(tstzrange(since, until)) FILTER (WHERE is_fault AND until > since) AS faults
        FROM lasting GROUP BY 1, 2, 3)
    SELECT coalesce(r.project_id, l.project_id) AS project_id, coalesce(r.day, l.day) AS day, nullif(coalesce(r.device_id, l.device_id), 0) AS device_id,
      coalesce(r.alarms, 0) AS alarms, coalesce(r.urgent, 0) AS urgent, coalesce(r.unacknowledged, 0) AS unacknowledged,
      coalesce(r.ack_seconds, '') AS ack_seconds, coalesce(r.back_seconds, '') AS back_seconds,
      coalesce(l.excursion_seconds, 0) AS excursion_seconds,
      coalesce((SELECT sum(date_part('epoch', upper(each) - lower(each))) FROM unnest(l.faults) each), 0) AS fault_seconds
    FROM raised r FULL JOIN lasted l ON l.project_id = r.project_id AND l.day = r.day AND l.device_id = r.device_id)`;
}
