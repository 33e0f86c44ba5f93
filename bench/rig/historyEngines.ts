import type pg from 'pg';
import type { ReadingColumns } from '../../packages/server/src/events.ts';

/** Something that keeps readings, as the history bench asks each of them. */
export interface HistoryEngine {
  readonly name: string;
  /** Takes batches as a running system would, one commit each; resolves when all of them are taken. */
  ingest(batches: Iterable<ReadingColumns>): Promise<void>;
  /** Takes one point's past, the fastest way there is. */
  load(columns: ReadingColumns): Promise<void>;
  /** Brings everything taken into the form in which it stays. */
  settle(): Promise<void>;
  /** Bytes on disk, keys included. */
  bytes(): Promise<number>;
  /** How many samples of the points lie in [from, to), having read each of them. */
  raw(pointIds: readonly number[], from: number, to: number): Promise<number>;
  /** How many buckets with least, greatest and mean value there are. */
  buckets(pointIds: readonly number[], from: number, to: number, minutes: number): Promise<number>;
  /** Reads every sample in [from, to) a little at a time; answers how many. */
  export(pointIds: readonly number[], from: number, to: number): Promise<number>;
  /** Writes [from, to) of the points to a workbook, a row each ten minutes and point; answers how many. Absent: it has no files. */
  excel?(pointIds: readonly number[], from: number, to: number, file: string): Promise<number>;
  /** Processor time that the other processes behind it have spent so far, ms. */
  cpuMs(): number;
  /** Resident memory of the process that answers, megabytes; null: it cannot be told apart. */
  memoryMb(): number | null;
  stop(): Promise<void>;
}

/** Runs it and answers how long it took, ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - since) / 1e6;
}

export async function inOneTransaction(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await work(client);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
