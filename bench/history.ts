/**
 * What history costs to write, to keep and to read, beside other ways to keep readings: the same data, the same questions, in
 * the same run on the same machine.
 *
 * Beside stand a row a sample in the same PostgreSQL, and VictoriaMetrics where its Debian package is installed
 * (`apt-get install victoria-metrics`); where it is not, its column is left out.
 *
 * `npm run bench -- history [--points 1000,10000] [--days 730] [--only Watchpost]`
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { type HistoryEngine, timed } from './rig/historyEngines.ts';
import { ourHistory } from './rig/ourHistory.ts';
import { familyCpuMsOf } from './rig/processUsage.ts';
import { rowPerSample } from './rig/rowPerSample.ts';
import { count, ms, printTable, quantile } from './rig/table.ts';
import { emptyColumns, past, temperature } from './rig/telemetry.ts';
import { victoriaMetrics } from './rig/victoriaMetrics.ts';

const { values: options } = parseArgs({
  options: {
    points: { type: 'string', default: '1000,10000' },
    days: { type: 'string', default: '730' },
    only: { type: 'string' },
  },
});
const sizes = options.points.split(',').map(Number);
const days = Number(options.days);

const minute = 60_000;
const day = 1440 * minute;
/** The day that is sampled while it goes on, after the long past of the ten. */
const today = Date.UTC(2026, 9, 21);
const first = today - days * day;
const ten = Array.from({ length: 10 }, (_, i) => i + 1);
const samplesPerCommit = 50_000;
const exportedSamples = 1_000_000;
/** A question that takes seconds is not asked twenty times. */
const patienceMs = 5_000;
const maxRepeats = 40;

/** The day from `begin` of `points` points, a sample a minute, in commits in the order of time; ids follow those that are there. */
function* dayOf(points: number, firstId: number, begin: number) {
  const columns = emptyColumns(samplesPerCommit);
  columns.length = 0;
  for (let m = 0; m < 1440; m++) {
    for (let p = 0; p < points; p++) {
      const i = columns.length++;
      columns.pointIds[i] = firstId + p;
      columns.measuredAt[i] = begin + m * minute;
      columns.values[i] = temperature(firstId + p, begin + m * minute);
      if (columns.length < samplesPerCommit) continue;
      yield copyOf(columns);
      columns.length = 0;
    }
  }
  if (columns.length > 0) yield copyOf(columns);
}

/** The same, with the time it took to make them apart: a day of a hundred thousand points is not held in memory. */
function* timedApart<T>(source: Iterable<T>, made: { ms: number }): Generator<T> {
  const iterator = source[Symbol.iterator]();
  while (true) {
    const since = process.hrtime.bigint();
    const next = iterator.next();
    made.ms += Number(process.hrtime.bigint() - since) / 1e6;
    if (next.done) return;
    yield next.value;
  }
}

const copyOf = ({ length, pointIds, measuredAt, values, quality }: ReturnType<typeof emptyColumns>) => ({
  length,
  pointIds: pointIds.slice(0, length),
  measuredAt: measuredAt.slice(0, length),
  values: values.slice(0, length),
  quality: quality.slice(0, length),
});

/** Median and fastest, and the processor time of everybody involved: on a busy machine that is the figure to read. */
async function median(engine: HistoryEngine, work: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  let spent = 0;
  // Code runs at its full speed only after a while.
  for (let i = 0; i < 3 && spent < patienceMs; i++) spent += await timed(work);
  spent = 0;
  const own = process.cpuUsage();
  const others = engine.cpuMs();
  while (times.length < maxRepeats && spent < patienceMs) {
    const one = await timed(work);
    times.push(one);
    spent += one;
  }
  const { user, system } = process.cpuUsage(own);
  const cpu = ((user + system) / 1000 + engine.cpuMs() - others) / times.length;
  return `${ms(quantile(times, 0.5))} (${ms(Math.min(...times))}; ${ms(cpu)} cpu)`;
}

const rows: string[][] = [];
/** Asks each engine in turn and puts the answers in one row. */
async function compare(
  what: string,
  target: string,
  engines: readonly HistoryEngine[],
  ask: (engine: HistoryEngine) => Promise<string>,
): Promise<void> {
  console.error(`${what} …`);
  const row = [what];
  for (const engine of engines) row.push(await ask(engine));
  rows.push([...row, target]);
  console.error(`  ${row.slice(1).join(' | ')}`);
}

async function tiers(engines: readonly HistoryEngine[], note: string): Promise<void> {
  const end = today;
  await compare(`10 points × 24 h raw${note}`, '5 ms', engines, (e) => median(e, () => e.raw(ten, end - day, end)));
  for (const [length, minutes] of [
    [30, 30],
    [days, 240],
  ] as const) {
    await compare(`10 points × ${length} d at ${minutes} min${note}`, '5 ms', engines, (e) =>
      median(e, () => e.buckets(ten, end - length * day, end, minutes)),
    );
  }
}

async function measure(engines: readonly HistoryEngine[]): Promise<void> {
  const samples = 10 * days * 1440;
  await compare(`take 10 points × ${days} d at once, samples/s`, '', engines, async (engine) => {
    let spent = 0;
    for (const id of ten) {
      const columns = past(id, first, days * 1440, 0);
      spent += await timed(() => engine.load(columns));
    }
    return count((samples / spent) * 1000);
  });
  await compare('bytes a sample on disk, of these', '0.5', engines, async (engine) => {
    await engine.settle();
    return ((await engine.bytes()) / samples).toFixed(2);
  });
  for (const engine of engines) if ('sizes' in engine) console.error(await (engine.sizes as () => Promise<string>)());
  await tiers(engines, '');
  // An interval of which no roll-up is a part, and all samples of a month.
  await compare('10 points × 30 d at 7 min', '', engines, (e) =>
    median(e, () => e.buckets(ten, today - 30 * day, today, 7)),
  );
  const from = today - Math.ceil(exportedSamples / ten.length / 1440) * day;
  await compare(`export of ${count(exportedSamples)} samples, samples/s; memory`, '', engines, async (engine) => {
    const idle = engine.memoryMb();
    let read = 0;
    const spent = await timed(async () => {
      read = await engine.export(ten, from, today);
    });
    const more = idle === null ? '' : `; +${Math.max(0, Math.round(engine.memoryMb()! - idle))} MB`;
    return `${count((read / spent) * 1000)}${more}`;
  });
  await compare(
    `${count(exportedSamples)} rows to an Excel file; memory above idle`,
    '60 s; 150 MB',
    engines,
    async (engine) => {
      if (!engine.excel) return '–';
      const file = path.join(folder, 'export.xlsx');
      const rowsADay = ten.length * 144;
      const from = today - Math.min(days, Math.ceil(exportedSamples / rowsADay)) * day;
      const idle = engine.memoryMb()!;
      let highest = idle;
      const watch = setInterval(() => {
        highest = Math.max(highest, engine.memoryMb()!);
      }, 50);
      let written = 0;
      const own = process.cpuUsage();
      const others = engine.cpuMs();
      const spent = await timed(async () => {
        written = await engine.excel!(ten, from, today, file);
      });
      clearInterval(watch);
      const { user, system } = process.cpuUsage(own);
      const cpu = (user + system) / 1e6 + (engine.cpuMs() - others) / 1000;
      const size = (statSync(file).size / 1e6).toFixed(0);
      rmSync(file);
      return `${(spent / 1000).toFixed(1)} s (${cpu.toFixed(1)} s cpu); +${Math.round(highest - idle)} MB (${count(written)} rows, ${size} MB)`;
    },
  );
  let firstId = 1_000;
  for (const [index, points] of sizes.entries()) {
    // Each has a day of its own: what comes late is another question.
    const begin = today + 2 * (index + 1) * day;
    await compare(
      `ingest of ${count(points)} points × 1 d, its hours sealed as they end, samples/s`,
      '',
      engines,
      async (engine) => {
        const made = { ms: 0 };
        const spent = await timed(() => engine.ingest(timedApart(dayOf(points, firstId, begin), made)));
        return count((points * 1440 * 1000) / (spent - made.ms));
      },
    );
    await compare(`then seal and tidy up`, '', engines, async (engine) => ms(await timed(() => engine.settle())));
    await tiers(engines, `, beside ${count(points)}`);
    firstId += points;
  }
  await compare('memory at the end, MB', '', engines, async (engine) => {
    const memory = engine.memoryMb();
    return memory === null ? '–' : count(memory);
  });
}

const folder = mkdtempSync(path.join(tmpdir(), 'wp-bench-'));
const log = { info: () => undefined, warn: console.error, error: console.error };
const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), log });
const pool = new pg.Pool({ connectionString: postgres.url, max: 4 });
// A connection cut at the end is no failure of the measurement.
pool.on('error', () => undefined);
const engines: HistoryEngine[] = [];
try {
  await migrate(pool);
  const postgresCpuMs = (): number => (postgres.pid === null ? 0 : familyCpuMsOf(postgres.pid));
  const isAsked = (name: string): boolean => options.only === undefined || name === options.only;
  if (isAsked('Watchpost')) engines.push(await ourHistory(pool, today, postgresCpuMs));
  if (isAsked('rows'))
    engines.push(await rowPerSample(pool, first, today + (2 * sizes.length + 3) * day, postgresCpuMs));
  if (isAsked('VictoriaMetrics')) {
    const other = await victoriaMetrics(path.join(folder, 'victoria'));
    if (other) engines.push(other);
    else console.error('victoria-metrics is not installed: left out.');
  }
  await measure(engines);
  const version = spawnSync('victoria-metrics', ['--version'], { encoding: 'utf8' }).stdout?.trim().split('\n')[0];
  console.log(
    `a sample a minute of one-decimal temperatures; median (fastest; processor time) of up to ${maxRepeats}; ${version ?? ''}\n`,
  );
  printTable([['', ...engines.map(({ name }) => name), 'target'], ...rows]);
} finally {
  for (const engine of engines) await engine.stop();
  await pool.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
