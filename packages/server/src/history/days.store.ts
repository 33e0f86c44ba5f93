/** SQL of sealed days and roll-ups. Tenant: `system` throughout, as in store.ts. */
import type { ClientBase } from 'pg';
import { byteaArray, int4Array } from './codec/binaryArrays.ts';
import { dayOfHour, hoursPerDay } from './days.ts';
import type { Sql } from './store.ts';

// ---- days

export interface DayRow {
  pointId: number;
  day: number;
  encoded: Buffer;
}

/** Those of the given (point, day) pairs that are sealed as a day, in no order. */
export async function findDays(sql: Sql, pointIds: number[], days: number[]): Promise<DayRow[]> {
  const { rows } = await sql.query<DayRow>({
    name: 'history-find-days',
    text: `SELECT k.point_id AS "pointId", k.day, d.encoded
           FROM unnest($1::int4[], $2::int4[]) AS k (point_id, day) JOIN history_day d USING (point_id, day)`,
    values: [int4Array(pointIds), int4Array(days)],
  });
  return rows;
}

/** The hours of the given (point, day) pairs that are not merged into their day yet, ascending for each point. */
export async function findHoursOfDays(
  sql: Sql,
  pointIds: number[],
  days: number[],
): Promise<{ pointId: number; hour: number; encoded: Buffer }[]> {
  const { rows } = await sql.query<{ pointId: number; hour: number; encoded: Buffer }>({
    name: 'history-find-hours-of-days',
    text: `SELECT s.point_id AS "pointId", s.hour, s.encoded
           FROM unnest($1::int4[], $2::int4[]) AS k (point_id, day) CROSS JOIN LATERAL (
             SELECT * FROM history_segment h
             WHERE h.point_id = k.point_id
               AND h.hour BETWEEN k.day * ${hoursPerDay} AND k.day * ${hoursPerDay} + ${hoursPerDay - 1} OFFSET 0
           ) s ORDER BY s.point_id, s.hour`,
    values: [int4Array(pointIds), int4Array(days)],
  });
  return rows;
}

export async function deleteHours(client: ClientBase, pointIds: number[], hours: number[]): Promise<void> {
  await client.query({
    name: 'history-delete-hours',
    text: `DELETE FROM history_segment s USING unnest($1::int4[], $2::int4[]) AS k (point_id, hour)
           WHERE s.point_id = k.point_id AND s.hour = k.hour`,
    values: [int4Array(pointIds), int4Array(hours)],
  });
}

export async function upsertDays(
  client: ClientBase,
  rows: { pointIds: number[]; days: number[]; encoded: Uint8Array[] },
): Promise<void> {
  await client.query({
    name: 'history-upsert-days',
    text: `INSERT INTO history_day (point_id, day, encoded) SELECT * FROM unnest($1::int4[], $2::int4[], $3::bytea[])
           ON CONFLICT (point_id, day) DO UPDATE SET encoded = excluded.encoded`,
    values: [int4Array(rows.pointIds), int4Array(rows.days), byteaArray(rows.encoded)],
  });
}

/** The next (point, day) pairs that have hours before `hour`, in their order, after the given pair, with the bytes of these. */
export async function listDaysWithHours(
  sql: Sql,
  beforeHour: number,
  after: { pointId: number; day: number },
  limit: number,
): Promise<{ pointId: number; day: number; bytes: number }[]> {
  // In the order of the key and by the number of hours: to sort out the days of all points would read every hour each time.
  const { rows } = await sql.query<{ pointId: number; day: number; bytes: number }>({
    name: 'history-days-with-hours',
    text: `SELECT point_id AS "pointId", floor(hour / ${hoursPerDay}.0)::int AS day, sum(bytes)::int AS bytes FROM (
             SELECT point_id, hour, length(encoded) AS bytes FROM history_segment WHERE hour < $1 AND (point_id, hour) > ($2, $3)
             ORDER BY point_id, hour LIMIT $4
           ) h GROUP BY 1, 2 ORDER BY 1, 2`,
    values: [beforeHour, after.pointId, after.day * hoursPerDay + hoursPerDay - 1, limit * hoursPerDay],
  });
  return rows;
}

/** First and last day about which something is sealed of any of the points, as hours or as a day; null: nothing. */
export async function sealedDays(
  sql: Sql,
  pointIds: readonly number[],
): Promise<{ first: number; last: number } | null> {
  const { rows } = await sql.query<{ first: number | null; last: number | null }>({
    name: 'history-sealed-days',
    text: `SELECT least(min(d.first), min(floor(h.first / ${hoursPerDay}.0)))::int AS first,
                  greatest(max(d.last), max(floor(h.last / ${hoursPerDay}.0)))::int AS last
           FROM unnest($1::int4[]) AS k (point_id)
           CROSS JOIN LATERAL (SELECT min(day) AS first, max(day) AS last FROM history_day WHERE point_id = k.point_id) d
           CROSS JOIN LATERAL (SELECT min(hour) AS first, max(hour) AS last FROM history_segment WHERE point_id = k.point_id) h`,
    values: [int4Array(pointIds)],
  });
  const { first, last } = rows[0]!;
  return first === null || last === null ? null : { first, last };
}

/** Those of the points of which something is sealed of an earlier hour, as hours or as a day. */
export async function sealedBeforeHour(sql: Sql, pointIds: readonly number[], hour: number): Promise<number[]> {
  const { rows } = await sql.query<{ id: number }>({
    name: 'history-sealed-before',
    text: `SELECT k.id FROM unnest($1::int4[]) AS k (id)
           WHERE EXISTS (SELECT FROM history_day WHERE point_id = k.id AND day < $3)
              OR EXISTS (SELECT FROM history_segment WHERE point_id = k.id AND hour < $2)`,
    values: [int4Array(pointIds), hour, dayOfHour(hour)],
  });
  return rows.map(({ id }) => id);
}

/** A sealed day, or an hour of it that came later. */
export interface SealedPart {
  /** Which of the stretches it belongs to. */
  stretch: number;
  hour: number;
  /** 24 for a day. */
  hours: number;
  encoded: Buffer;
}

/**
 * Everything sealed of each stretch (point, first day, last day), by stretch and time; a day stands before its own late hours.
 * One statement, so that a day that is being sealed meanwhile is seen as its hours or as a day, never as neither.
 */
export async function readSealed(
  sql: Sql,
  pointIds: number[],
  firstDays: number[],
  lastDays: number[],
): Promise<SealedPart[]> {
  const { rows } = await sql.query<[number, number, number, Buffer]>({
    name: 'history-read-sealed',
    text: `SELECT k.stretch::int - 1, s.hour, s.hours, s.encoded
           FROM unnest($1::int4[], $2::int4[], $3::int4[]) WITH ORDINALITY AS k (point_id, first, last, stretch)
           CROSS JOIN LATERAL (
             SELECT day * ${hoursPerDay} AS hour, ${hoursPerDay} AS hours, encoded FROM history_day d
             WHERE d.point_id = k.point_id AND d.day BETWEEN k.first AND k.last
             UNION ALL
             SELECT hour, 1, encoded FROM history_segment h
             WHERE h.point_id = k.point_id
               AND h.hour BETWEEN k.first * ${hoursPerDay} AND k.last * ${hoursPerDay} + ${hoursPerDay - 1}
             OFFSET 0
           ) s ORDER BY k.stretch, s.hour, s.hours DESC`,
    values: [int4Array(pointIds), int4Array(firstDays), int4Array(lastDays)],
    rowMode: 'array',
  } as never);
  return rows.map(([stretch, hour, hours, encoded]) => ({ stretch, hour, hours, encoded }));
}

// ---- roll-ups

export interface RollupRow {
  pointId: number;
  minutes: number;
  block: number;
  encoded: Buffer;
}

/** The roll-ups of the given (point, block) pairs, of every width, in no order. */
export async function findRollups(sql: Sql, pointIds: number[], blocks: number[]): Promise<RollupRow[]> {
  const { rows } = await sql.query<RollupRow>({
    name: 'history-find-rollups',
    text: `SELECT r.point_id AS "pointId", r.minutes, r.block, r.encoded
           FROM unnest($1::int4[], $2::int4[]) AS k (point_id, block) JOIN history_rollup r USING (point_id, block)`,
    values: [int4Array(pointIds), int4Array(blocks)],
  });
  return rows;
}

export async function upsertRollups(
  client: ClientBase,
  rows: { pointIds: number[]; minutes: number[]; blocks: number[]; encoded: Uint8Array[] },
): Promise<void> {
  await client.query({
    name: 'history-upsert-rollups',
    text: `INSERT INTO history_rollup (point_id, minutes, block, encoded)
           SELECT * FROM unnest($1::int4[], $2::int4[], $3::int4[], $4::bytea[])
           ON CONFLICT (point_id, minutes, block) DO UPDATE SET encoded = excluded.encoded`,
    values: [int4Array(rows.pointIds), int4Array(rows.minutes), int4Array(rows.blocks), byteaArray(rows.encoded)],
  });
}

/**
 * The points' roll-ups of one width, and which of their hours are not merged into a day yet: at one moment, so that a day
 * without such hours is exactly what its roll-up says. `encoded` is null for such an hour.
 */
export async function readRollups(
  sql: Sql,
  pointIds: readonly number[],
  minutes: number,
  blocks: { first: number; last: number },
  hours: { first: number; last: number },
): Promise<{ pointId: number; at: number; encoded: Buffer | null }[]> {
  const { rows } = await sql.query<[number, number, Buffer | null]>({
    name: 'history-read-rollups',
    text: `SELECT k.point_id, s.at, s.encoded FROM unnest($1::int4[]) AS k (point_id) CROSS JOIN LATERAL (
             SELECT block AS at, encoded FROM history_rollup r
             WHERE r.point_id = k.point_id AND r.minutes = $2 AND r.block BETWEEN $3 AND $4
             UNION ALL
             SELECT hour, NULL FROM history_segment h WHERE h.point_id = k.point_id AND h.hour BETWEEN $5 AND $6
             OFFSET 0
           ) s`,
    values: [int4Array(pointIds), minutes, blocks.first, blocks.last, hours.first, hours.last],
    rowMode: 'array',
  } as never);
  return rows.map(([pointId, at, encoded]) => ({ pointId, at, encoded }));
}

// ---- points

/** Sampling intervals of those of the points that are analog, ms: what roll-ups need to know of them. */
export async function findAnalogPoints(sql: Sql, pointIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql.query<{ id: number; seconds: number }>({
    name: 'history-analog-points',
    text: `SELECT p.id, p.sampling_interval_seconds AS seconds FROM point p JOIN point_type t ON t.id = p.point_type_id
           WHERE p.id = ANY ($1::int4[]) AND t.value_type = 'analog'`,
    values: [int4Array(pointIds)],
  });
  return new Map(rows.map(({ id, seconds }) => [id, seconds * 1000]));
}
