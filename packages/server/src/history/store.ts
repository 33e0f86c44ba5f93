/**
 * All SQL of history. Tenant: `system` throughout, because nothing here knows companies. Callers have already checked, in the
 * store of the points, that the user may see the point.
 */
import type { ClientBase, Pool } from 'pg';
import { byteaArray, float8Array, int4Array } from './codec/binaryArrays.ts';
import { hourStart } from './hours.ts';

/** Runs statements: a client inside somebody's transaction, or the pool when one statement stands alone. */
export type Sql = Pick<ClientBase, 'query'> | Pick<Pool, 'query'>;

const iso = (epochMs: number): string => new Date(epochMs).toISOString();

// ---- log

const partitionPrefix = 'sample_log_h';
const partitionName = (hour: number): string => `${partitionPrefix}${hour}`;

/** Hours whose log partition exists, ascending: the unsealed past and the prepared future. */
export async function listPartitions(sql: Sql): Promise<number[]> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'sample_log'::regclass`,
  );
  return rows.map((row) => Number(row.name.slice(partitionPrefix.length))).sort((a, b) => a - b);
}

/**
 * Makes the log partition of one hour, if missing.
 *
 * Made beside the log and then attached: making it as a partition at once would lock out every writer.
 */
export async function createPartition(client: ClientBase, hour: number): Promise<void> {
  const name = partitionName(hour);
  await client.query(`CREATE TABLE ${name} (LIKE sample_log INCLUDING STORAGE)`);
  await client.query(
    `ALTER TABLE sample_log ATTACH PARTITION ${name}
     FOR VALUES FROM ('${iso(hourStart(hour))}') TO ('${iso(hourStart(hour + 1))}')`,
  );
}

/** Any numbers, the same in every process: two servers on one database take turns. */
export const sealingLock = 7_420_119;
const lockKey = {
  /** Held while segments are rewritten; otherwise one of two writers would overwrite the other's merge. */
  sealing: sealingLock,
  /** Held while log partitions are created; apart from sealing, which takes seconds that ingest must not wait for. */
  partitions: 7_420_120,
} as const;

/** Waits for its turn; given back at the end of the transaction. */
export async function lockTurn(client: ClientBase, turn: keyof typeof lockKey): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey[turn]]);
}

/** Keeps sealing away from outside of any transaction. @returns a function that lets it go on */
export async function holdSealing(client: ClientBase): Promise<() => Promise<void>> {
  await client.query('SELECT pg_advisory_lock($1)', [lockKey.sealing]);
  return async () => {
    await client.query('SELECT pg_advisory_unlock($1)', [lockKey.sealing]);
  };
}

export async function insertLog(
  client: ClientBase,
  committedAt: number,
  count: number,
  payload: Buffer,
): Promise<void> {
  await client.query({
    name: 'history-append',
    text: 'INSERT INTO sample_log (committed_at, sample_count, payload) VALUES ($1, $2, $3)',
    values: [iso(committedAt), count, payload],
  });
}

/**
 * Waits until everyone who wrote into this hour has committed or rolled back, and keeps new writers out until the end of
 * the transaction. Without it a slow transaction's rows would vanish with the partition.
 */
export async function lockPartition(client: ClientBase, hour: number): Promise<void> {
  // Rather give up and try again in a minute than stand in line while ingest queues behind us.
  await client.query(`SET LOCAL lock_timeout = '5s'`);
  await client.query(`LOCK TABLE ONLY ${partitionName(hour)} IN SHARE MODE`);
}

export async function dropPartition(client: ClientBase, hour: number): Promise<void> {
  await client.query(`DROP TABLE ${partitionName(hour)}`);
}

const fetchTargetBytes = 4 * 1024 * 1024;

/** Payloads of one hour of the log in the order they were committed, a few megabytes in memory at a time. Needs a transaction. */
export async function* streamLog(
  client: ClientBase,
  hour: number,
): AsyncGenerator<{ payload: Buffer; samples: number }> {
  await client.query(
    `DECLARE replay NO SCROLL CURSOR FOR SELECT payload, sample_count AS samples FROM ${partitionName(hour)} ORDER BY id`,
  );
  let batch = 4;
  for (;;) {
    const { rows } = await client.query<{ payload: Buffer; samples: number }>(`FETCH ${batch} FROM replay`);
    if (rows.length === 0) break;
    let bytes = 0;
    for (const row of rows) {
      bytes += row.payload.length;
      yield row;
    }
    batch = Math.max(4, Math.min(batch * 4, 20_000, Math.floor((fetchTargetBytes * rows.length) / (bytes + 1))));
  }
  await client.query('CLOSE replay');
}

// ---- segments

export interface SegmentRows {
  pointIds: number[];
  hours: number[];
  encoded: Uint8Array[];
}

export interface Segment {
  pointId: number;
  hour: number;
  encoded: Buffer;
}

/** Those of the given (point, hour) pairs that have a segment, in no order. */
export async function findSegments(sql: Sql, pointIds: number[], hours: number[]): Promise<Segment[]> {
  const { rows } = await sql.query<Segment>({
    name: 'history-find-segments',
    text: `SELECT s.point_id AS "pointId", s.hour, s.encoded
           FROM unnest($1::int4[], $2::int4[]) AS k (point_id, hour) JOIN history_segment s USING (point_id, hour)`,
    values: [int4Array(pointIds), int4Array(hours)],
  });
  return rows;
}

export async function upsertSegments(client: ClientBase, segments: SegmentRows): Promise<void> {
  await client.query({
    name: 'history-upsert-segments',
    text: `INSERT INTO history_segment (point_id, hour, encoded)
           SELECT * FROM unnest($1::int4[], $2::int4[], $3::bytea[])
           ON CONFLICT (point_id, hour) DO UPDATE SET encoded = excluded.encoded`,
    values: [int4Array(segments.pointIds), int4Array(segments.hours), byteaArray(segments.encoded)],
  });
}

/** Whether the point has any segment from one hour to another, both included. */
export async function hasSegments(sql: Sql, pointId: number, fromHour: number, toHour: number): Promise<boolean> {
  const { rows } = await sql.query(
    'SELECT 1 FROM history_segment WHERE point_id = $1 AND hour BETWEEN $2 AND $3 LIMIT 1',
    [pointId, fromHour, toHour],
  );
  return rows.length > 0;
}

/** Whether anything is sealed of any of the points. */
export async function hasSealed(sql: Sql, pointIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql.query<{ has: boolean }>(
    `SELECT EXISTS (SELECT FROM history_segment WHERE point_id = ANY ($1::int4[]))
         OR EXISTS (SELECT FROM history_day WHERE point_id = ANY ($1::int4[])) AS has`,
    [int4Array(pointIds)],
  );
  return rows[0]!.has;
}

// ---- latest

export interface LatestRow {
  pointId: number;
  measuredAt: number;
  /** NaN when there is no number. */
  value: number;
  quality: number;
}

/** Keeps the newer of the stored and the given reading of each point. */
export async function upsertLatest(client: ClientBase, latest: readonly LatestRow[]): Promise<void> {
  await client.query({
    name: 'history-upsert-latest',
    text: `INSERT INTO point_latest AS l (point_id, measured_at, value, quality)
           SELECT point_id, to_timestamp(ms / 1000), nullif(value, 'NaN'), quality
           FROM unnest($1::int4[], $2::float8[], $3::float8[], $4::int4[]) AS n (point_id, ms, value, quality)
           ON CONFLICT (point_id) DO UPDATE
           SET measured_at = excluded.measured_at, value = excluded.value, quality = excluded.quality
           WHERE l.measured_at <= excluded.measured_at`,
    values: [
      int4Array(latest.map((row) => row.pointId)),
      float8Array(latest.map((row) => row.measuredAt)),
      float8Array(latest.map((row) => row.value)),
      int4Array(latest.map((row) => row.quality)),
    ],
  });
}

export async function readLatest(sql: Sql): Promise<LatestRow[]> {
  const { rows } = await sql.query<{ pointId: number; ms: string; value: number | null; quality: number }>(
    `SELECT point_id AS "pointId", round(extract(epoch FROM measured_at) * 1000) AS ms, value, quality FROM point_latest`,
  );
  return rows.map(({ pointId, ms, value, quality }) => ({
    pointId,
    measuredAt: Number(ms),
    value: value ?? Number.NaN,
    quality,
  }));
}
