/**
 * How fast history takes readings durably, how small it keeps them and how quickly it gives them back.
 *
 * Starts a PostgreSQL of its own (fsync on) in a temporary folder and removes it afterwards. Beside every run of the log
 * stands the plainest alternative on the same machine in the same minute: a row a sample with a key, fed by binary COPY.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ReadingColumns } from '../packages/server/src/events.ts';
import { importSegments, openHistory } from '../packages/server/src/history/index.ts';
import { type Clock, manualClock } from '../packages/server/src/platform/clock.ts';
import { startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';
import { copyBytes } from './rig/copyBytes.ts';
import { emptyColumns, past, temperature } from './rig/telemetry.ts';

// The package has no types of its own.
const { from: copyFrom } = createRequire(import.meta.url)('pg-copy-streams') as {
  from(sql: string): pg.Submittable & Writable;
};

const runMs = 2_500;
const rounds = 3;
/** One group commit under full load. */
const samplesPerCommit = 50_000;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const dawn = Date.UTC(2026, 10, 21);

/** `rounds` batches in which the points report in turn, one after another on their lines. */
function batches(pointCount: number, rounds: number): ReadingColumns[] {
  let reading = 0;
  return Array.from({ length: rounds }, () => {
    const columns = emptyColumns(samplesPerCommit);
    for (let i = 0; i < samplesPerCommit; i++, reading++) {
      const pointId = 1 + (reading % pointCount);
      const at = dawn + Math.floor(reading / pointCount) * 1000 + (pointId % 1000);
      columns.pointIds[i] = pointId;
      columns.measuredAt[i] = at;
      columns.values[i] = temperature(pointId, at);
    }
    return columns;
  });
}

const elapsed = (since: bigint): number => Number(process.hrtime.bigint() - since) / 1e6;
const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[numbers.length >> 1]!;
const count = (n: number): string => Math.round(n).toLocaleString('en-US');

const report: string[][] = [];
const line = (what: string, figure: string, target = '', remark = ''): void => {
  report.push([what, figure, target, remark]);
};

function print(): void {
  const rows = [['', 'measured', 'target', ''], ...report];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const [what, figure, target, remark] of rows) {
    console.log(
      `${what!.padEnd(widths[0]!)}  ${figure!.padStart(widths[1]!)}  ${target!.padStart(widths[2]!)}  ${remark}`.trimEnd(),
    );
  }
}

async function ingest(
  pool: pg.Pool,
  pointCount: number,
  runMs: number,
): Promise<{ rate: number; logBytes: number; tailBytes: number }> {
  const clock: Clock = manualClock(dawn);
  const history = openHistory({ db: pool, clock, log: silentLog });
  await history.start();
  const prepared = batches(pointCount, 20);
  const client = await pool.connect();
  let samples = 0;
  const since = process.hrtime.bigint();
  for (let i = 0; elapsed(since) < runMs; i++) {
    // A view of its own each time: a batch is reported as committed once.
    const columns = { ...prepared[i % prepared.length]! };
    await client.query('BEGIN');
    await history.append(client, columns);
    await client.query('COMMIT');
    history.committed(columns);
    samples += columns.length;
  }
  const ms = elapsed(since);
  const { rows } = await client.query('SELECT sum(length(payload))::float8 AS bytes FROM sample_log');
  const { tailBytes } = history.stats();
  client.release();
  await history.stop();
  await pool.query('TRUNCATE sample_log');
  return { rate: (samples / ms) * 1000, logBytes: rows[0].bytes / samples, tailBytes: tailBytes / samples };
}

/** The alternative: one row a sample, by binary COPY, the fastest way into PostgreSQL. */
async function rowPerSample(
  pool: pg.Pool,
  pointCount: number,
  runMs: number,
): Promise<{ rate: number; bytes: number }> {
  await pool.query(`CREATE TABLE reading_row (point_id int, measured_at timestamptz, value float8, quality smallint,
    PRIMARY KEY (point_id, measured_at))`);
  const prepared = batches(pointCount, 20);
  const spanMs = prepared.at(-1)!.measuredAt.at(-1)! - dawn + 1000;
  const client = await pool.connect();
  let samples = 0;
  const since = process.hrtime.bigint();
  for (let i = 0; elapsed(since) < runMs; i++) {
    const shiftMs = Math.floor(i / prepared.length) * spanMs;
    const stream = client.query(
      copyFrom('COPY reading_row (point_id, measured_at, value, quality) FROM STDIN (FORMAT binary)'),
    );
    stream.end(copyBytes(prepared[i % prepared.length]!, shiftMs));
    await finished(stream);
    samples += samplesPerCommit;
  }
  const ms = elapsed(since);
  const { rows } = await client.query(`SELECT pg_total_relation_size('reading_row')::float8 AS bytes`);
  client.release();
  await pool.query('DROP TABLE reading_row');
  return { rate: (samples / ms) * 1000, bytes: rows[0].bytes / samples };
}

async function sealing(pool: pg.Pool): Promise<void> {
  const clock = manualClock(dawn);
  const history = openHistory({ db: pool, clock, log: silentLog });
  await history.start();
  const pointCount = 10_000;
  for (let m = 0; m < 60; m++) {
    const columns = emptyColumns(pointCount);
    for (let p = 0; p < pointCount; p++) {
      columns.pointIds[p] = p + 1;
      columns.measuredAt[p] = dawn + m * minute;
      columns.values[p] = temperature(p, dawn + m * minute);
    }
    const client = await pool.connect();
    await client.query('BEGIN');
    await history.append(client, columns);
    await client.query('COMMIT');
    client.release();
    history.committed(columns);
  }
  await history.stop();
  const restarted = openHistory({ db: pool, clock, log: silentLog });
  let since = process.hrtime.bigint();
  await restarted.start();
  line('read the unsealed hour back, 10,000 points', `${count(elapsed(since))} ms`, '', 'at each start');
  clock.advance(2 * hour);
  since = process.hrtime.bigint();
  await restarted.seal();
  const ms = elapsed(since);
  line('seal one hour, 10,000 points × 60', `${count(ms)} ms`, '', `${count(600_000_000 / ms)} samples/s`);
  await restarted.stop();
  await pool.query('TRUNCATE history_segment, point_latest');
}

async function storageAndReads(pool: pg.Pool): Promise<void> {
  const size = async (): Promise<{ disk: number; payload: number }> => {
    await pool.query('VACUUM history_segment');
    const { rows } = await pool.query(
      `SELECT pg_total_relation_size('history_segment')::float8 AS disk,
              (SELECT sum(length(encoded))::float8 FROM history_segment) AS payload`,
    );
    return rows[0];
  };
  for (const [name, jitterMs, target] of [
    ['regular minute', 0, '0.5 (day)'],
    ['polled, ±1 s', 1000, ''],
  ] as const) {
    for (let pointId = 1; pointId <= 300; pointId++) {
      await importSegments(pool, pointId, past(pointId, dawn - 2 * day, 2 * 1440, jitterMs));
    }
    const { disk, payload } = await size();
    const samples = 300 * 2 * 1440;
    line(`bytes a stored sample, ${name}`, (payload / samples).toFixed(2), target, `packed, hour segments`);
    line('', (disk / samples).toFixed(2), '', 'on disk with rows and key');
    await pool.query('TRUNCATE history_segment, point_latest');
  }

  const months = Array.from({ length: 30 }, (_, i) => past(i + 1, dawn - 30 * day, 30 * 1440, 0));
  const since = process.hrtime.bigint();
  for (const month of months) await importSegments(pool, month.pointIds[0]!, month);
  const samples = 30 * 30 * 1440;
  line('import of past', `${count((samples / elapsed(since)) * 1000)} /s`, '', '30 points × 30 days × 60 s');

  const history = openHistory({ db: pool, clock: manualClock(dawn), log: silentLog });
  await history.start();
  const ten = Array.from({ length: 10 }, (_, i) => ({
    pointId: i * 3 + 1,
    samplingIntervalMs: minute,
    kind: 'analog' as const,
  }));
  const timed = async (repeats: number, read: () => Promise<unknown>): Promise<string> => {
    const times: number[] = [];
    for (let i = 0; i < repeats; i++) {
      const started = process.hrtime.bigint();
      await read();
      times.push(elapsed(started));
    }
    return `${median(times).toFixed(1)} (${Math.min(...times).toFixed(1)}) ms`;
  };
  const ids = ten.map((point) => point.pointId);
  line(
    '10 points × 24 h raw',
    await timed(41, () => history.raw(ids, dawn - day, dawn)),
    '5 ms',
    '14,400 samples; median (fastest) of 41',
  );
  await pool.query(`CREATE TABLE reading_row (point_id int, measured_at timestamptz, value float8, quality smallint,
    PRIMARY KEY (point_id, measured_at))`);
  await pool.query(`INSERT INTO reading_row SELECT p, to_timestamp(${(dawn - 7 * day) / 1000} + 60 * m), -18.0, 0
    FROM generate_series(0, ${7 * 1440 - 1}) m, generate_series(1, 30) p`);
  await pool.query('VACUUM ANALYZE reading_row');
  const fromRows = `SELECT point_id, extract(epoch FROM measured_at)::float8 AS at, value, quality FROM reading_row
    WHERE point_id = ANY ($1) AND measured_at >= $2 AND measured_at < $3 ORDER BY point_id, measured_at`;
  const rowRead = () =>
    pool.query({ text: fromRows, values: [ids, new Date(dawn - day), new Date(dawn)], rowMode: 'array' });
  line('  from a row a sample with key', await timed(21, rowRead));
  line('10 points × 24 h at 2 min', await timed(21, () => history.buckets(ten, dawn - day, dawn, 2)), '5 ms');
  line(
    '10 points × 30 d at 30 min',
    await timed(7, () => history.buckets(ten, dawn - 30 * day, dawn, 30)),
    '5 ms',
    'points of no sampling interval: from samples',
  );
  await history.stop();
}

const folder = mkdtempSync(path.join(tmpdir(), 'wp-bench-'));
const log = { info: () => undefined, warn: console.error, error: console.error };
const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), log });
const pool = new pg.Pool({ connectionString: postgres.url, max: 4 });
// A connection cut at the end is no failure of the measurement.
pool.on('error', () => undefined);
try {
  await migrate(pool);
  // Code runs at its full speed only after a while.
  await ingest(pool, 1_000, 500);
  await rowPerSample(pool, 1_000, 500);
  for (const pointCount of [1_000, 10_000, 100_000]) {
    const logRuns: Awaited<ReturnType<typeof ingest>>[] = [];
    const rowRuns: Awaited<ReturnType<typeof rowPerSample>>[] = [];
    // In turns, because the machine's disk is now quick and now slow.
    for (let round = 0; round < rounds; round++) {
      logRuns.push(await ingest(pool, pointCount, runMs));
      await pause(200);
      rowRuns.push(await rowPerSample(pool, pointCount, runMs));
    }
    const rate = median(logRuns.map((run) => run.rate));
    const rowRate = median(rowRuns.map((run) => run.rate));
    const fastest = Math.max(...logRuns.map((run) => run.rate));
    const { logBytes, tailBytes } = logRuns[0]!;
    line(
      `durable ingest, ${count(pointCount)} points`,
      `${count(rate)} /s`,
      '6,000,000 /s',
      `median of ${rounds} (fastest ${count(fastest)}); log ${logBytes.toFixed(1)} B, memory ${tailBytes.toFixed(0)} B a sample`,
    );
    line(
      '  a row a sample with key',
      `${count(rowRate)} /s`,
      '',
      `${rowRuns[0]!.bytes.toFixed(0)} B a sample; log is ${(rate / rowRate).toFixed(0)}×`,
    );
  }
  await sealing(pool);
  await storageAndReads(pool);
  const { rows } = await pool.query(
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS sync`,
  );
  console.log(
    `fsync ${rows[0].fsync}, synchronous_commit ${rows[0].sync}, one connection, ${count(samplesPerCommit)} samples a commit, one-decimal temperatures\n`,
  );
  print();
} finally {
  await pool.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
