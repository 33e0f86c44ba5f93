import { createRequire } from 'node:module';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import type { ReadingColumns } from '../../packages/server/src/events.ts';
import { copyBytes } from './copyBytes.ts';
import { type HistoryEngine, inOneTransaction } from './historyEngines.ts';

// The package has no types of its own.
const { from: copyFrom } = createRequire(import.meta.url)('pg-copy-streams') as {
  from(sql: string): pg.Submittable & Writable;
};

const partitionMs = 30 * 86_400_000;
const rowsPerFetch = 20_000;

/** The layout of a time-series extension without its compression: a row a sample, a partition for each 30 days, a key in each. */
export async function rowPerSample(
  pool: pg.Pool,
  from: number,
  to: number,
  cpuMs: () => number,
): Promise<HistoryEngine> {
  await pool.query(`CREATE TABLE reading (point_id int NOT NULL, measured_at timestamptz NOT NULL, value float8,
    quality smallint, PRIMARY KEY (point_id, measured_at)) PARTITION BY RANGE (measured_at)`);
  for (let start = from; start < to; start += partitionMs) {
    await pool.query(`CREATE TABLE reading_${start / 1000} PARTITION OF reading
      FOR VALUES FROM ('${new Date(start).toISOString()}') TO ('${new Date(start + partitionMs).toISOString()}')`);
  }
  const copy = async (client: pg.PoolClient, columns: ReadingColumns): Promise<void> => {
    const stream = client.query(
      copyFrom('COPY reading (point_id, measured_at, value, quality) FROM STDIN (FORMAT binary)'),
    );
    stream.end(copyBytes(columns));
    await finished(stream);
  };
  const range = (ids: readonly number[], start: number, end: number) => [ids, new Date(start), new Date(end)];

  return {
    name: 'a row a sample',
    async ingest(batches) {
      for (const columns of batches) await inOneTransaction(pool, (client) => copy(client, columns));
    },
    load: (columns) => inOneTransaction(pool, (client) => copy(client, columns)),
    settle: async () => void (await pool.query('VACUUM ANALYZE reading')),
    async bytes() {
      const { rows } = await pool.query(
        `SELECT sum(pg_total_relation_size(inhrelid))::float8 AS bytes FROM pg_inherits WHERE inhparent = 'reading'::regclass`,
      );
      return rows[0].bytes;
    },
    async raw(ids, start, end) {
      const { rows } = await pool.query({
        text: `SELECT point_id, extract(epoch FROM measured_at)::float8 AS at, value, quality FROM reading
               WHERE point_id = ANY ($1) AND measured_at >= $2 AND measured_at < $3 ORDER BY point_id, measured_at`,
        values: range(ids, start, end),
        rowMode: 'array',
      });
      return rows.length;
    },
    async buckets(ids, start, end, minutes) {
      const { rows } = await pool.query({
        text: `SELECT point_id, floor(extract(epoch FROM measured_at) / ${minutes * 60}) AS at, min(value), max(value), avg(value)
               FROM reading WHERE point_id = ANY ($1) AND measured_at >= $2 AND measured_at < $3 GROUP BY 1, 2 ORDER BY 1, 2`,
        values: range(ids, start, end),
        rowMode: 'array',
      });
      return rows.length;
    },
    async export(ids, start, end) {
      let samples = 0;
      await inOneTransaction(pool, async (client) => {
        await client.query(
          `DECLARE everything NO SCROLL CURSOR FOR
           SELECT point_id, extract(epoch FROM measured_at)::float8 AS at, value, quality FROM reading
           WHERE point_id = ANY (ARRAY[${ids.join()}]) AND measured_at >= '${new Date(start).toISOString()}'
             AND measured_at < '${new Date(end).toISOString()}' ORDER BY measured_at`,
        );
        for (;;) {
          const { rows } = await client.query({ text: `FETCH ${rowsPerFetch} FROM everything`, rowMode: 'array' });
          samples += rows.length;
          if (rows.length < rowsPerFetch) return;
        }
      });
      return samples;
    },
    cpuMs,
    memoryMb: () => null,
    stop: async () => undefined,
  };
}
