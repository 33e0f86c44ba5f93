import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { contentOf, whileWriting } from '../../packages/server/src/dataDownload/content.ts';
import type { Plan } from '../../packages/server/src/dataDownload/plan.ts';
import {
  createHistoryShare,
  type HistoryPoint,
  importSegments,
  openHistory,
} from '../../packages/server/src/history/index.ts';
import { manualClock } from '../../packages/server/src/platform/clock.ts';
import { localIntervals } from '../../packages/server/src/platform/localIntervals.ts';
import { silentLog } from '../../packages/server/src/platform/log/log.ts';
import { type HistoryEngine, inOneTransaction } from './historyEngines.ts';

const minute = 60_000;
const hour = 60 * minute;
const minutesOfRow = 10;
const tables = ['history_segment', 'history_day', 'history_rollup', 'point_latest'];

/** The product's own history; every point analog and sampled each minute. */
export async function ourHistory(
  pool: pg.Pool,
  now: number,
  cpuMs: () => number,
): Promise<HistoryEngine & { sizes(): Promise<string> }> {
  const clock = manualClock(now);
  const findIntervals = async (_sql: unknown, ids: readonly number[]) => new Map(ids.map((id) => [id, minute]));
  const history = openHistory({ db: pool, clock, log: silentLog, findIntervals });
  await history.start();
  const pointsOf = (ids: readonly number[]): HistoryPoint[] =>
    ids.map((pointId) => ({ pointId, samplingIntervalMs: minute, kind: 'analog' }));
  const sizeOf = async (table: string): Promise<number> =>
    (await pool.query(`SELECT pg_total_relation_size('${table}')::float8 AS bytes`)).rows[0].bytes;

  return {
    name: 'Watchpost',
    async ingest(batches) {
      for (const columns of batches) {
        // As the day goes on its hours are sealed, or the unsealed ones of a hundred thousand points would fill the memory.
        const at = columns.measuredAt[0]!;
        if (at - clock.now() >= hour) {
          clock.set(at);
          await history.seal();
        }
        await inOneTransaction(pool, (client) => history.append(client, columns));
        history.committed(columns);
      }
    },
    load: (columns) => importSegments(pool, columns.pointIds[0]!, columns, findIntervals),
    async settle() {
      clock.advance(27 * 60 * minute);
      await history.seal();
      // Full, so that what is counted is what stays, not the hours that the days have replaced.
      for (const table of tables) await pool.query(`VACUUM FULL ANALYZE ${table}`);
    },
    async bytes() {
      let bytes = 0;
      for (const table of tables) bytes += await sizeOf(table);
      return bytes;
    },
    async sizes() {
      const { rows } = await pool.query(`SELECT
        (SELECT sum(length(encoded))::float8 FROM history_day) AS days,
        (SELECT sum(length(encoded))::float8 FROM history_rollup) AS rollups,
        (SELECT count(*)::int FROM history_segment) AS hours`);
      return `packed: days ${Math.round(rows[0].days / 1e3)} kB, roll-ups ${Math.round(rows[0].rollups / 1e3)} kB, ${rows[0].hours} hours`;
    },
    raw: async (ids, from, to) => (await history.raw(ids, from, to)).reduce((sum, { length }) => sum + length, 0),
    buckets: async (ids, from, to, minutes) =>
      (await history.buckets(pointsOf(ids), from, to, minutes)).reduce((sum, { length }) => sum + length, 0),
    async export(ids, from, to) {
      let samples = 0;
      for await (const { points } of history.rawChunks(ids, from, to)) {
        for (const { length } of points) samples += length;
      }
      return samples;
    },
    async excel(ids, from, to, file) {
      const plan = planOf(ids, from, to);
      const deps = { db: null as never, clock, history, historyShare: createHistoryShare(), limitsOver: () => [] };
      const { stream, rowCount } = contentOf(deps, plan, whileWriting(deps, plan, new AbortController().signal));
      await pipeline(stream, createWriteStream(file));
      return rowCount();
    },
    cpuMs,
    memoryMb: () => process.memoryUsage().rss / 1e6,
    stop: () => history.stop(),
  };
}

/** What a person with every right would download: averages and extremes, point by point. */
function planOf(ids: readonly number[], from: number, to: number): Plan {
  return {
    caller: { userId: 1, tenant: { userId: 1, companyId: 1 } } as unknown as Plan['caller'],
    language: 'en',
    fileType: 'excel',
    projectId: 1,
    projectName: 'Store',
    timeZone: 'Asia/Shanghai',
    points: ids.map((id) => ({
      id,
      pointName: 'Temperature',
      deviceName: `Freezer ${id}`,
      label: `Freezer ${id} · Temperature`,
      typeName: 'Temperature',
      unit: '°C',
      decimals: 1,
      kind: 'analog',
      samplingIntervalMs: minute,
      states: new Map(),
      limits: null,
      corrections: [],
    })),
    from,
    to,
    intervalMinutes: minutesOfRow,
    edges: localIntervals(from, to, minutesOfRow * minute, 'Asia/Shanghai'),
    tellsOffset: false,
    isMerge: false,
    marksAlarms: false,
    saysAlarms: false,
    files: null,
    values: 0,
  };
}
