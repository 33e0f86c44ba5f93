/**
 * Kills the sealing process (kill -9), or the PostgreSQL below it, while hours and days are sealed, roll-ups written and the past
 * filled in, again and again; then reads everything and compares it with what was written: nothing acknowledged is lost,
 * nothing is there twice, what was cut off is there whole or not at all, and every roll-up says what its samples say.
 *
 * `npm run drill -- sealing [--times 30] [--seed 1]`; it ends with code 1 when a promise was broken.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { count, printTable } from '../bench/rig/table.ts';
import { checkHistory, openHistory } from '../packages/server/src/history/index.ts';
import { manualClock } from '../packages/server/src/platform/clock.ts';
import { startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';
import { nowAt, pointIds, samplingIntervalMs, stepOf, wholeRange } from './rig/sealingLoad.ts';

const { values: options } = parseArgs({
  options: {
    times: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
  },
});
const times = Number(options.times);
const seed = Number(options.seed);
/** Steps between two blows: enough for hours to end, and every few of them a day. */
const fewestSteps = 8;
/** Within this time after the moment announced the blow falls: sealing some hours takes about so long. */
const strikesWithinMs = 250;
const moments = ['readings', 'fill', 'sealing', 'sealing'] as const;

const violations: string[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'wp-drill-'));
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), log: quiet, keepAlive: true });
const pool = new pg.Pool({ connectionString: postgres.url, max: 3 });
pool.on('error', () => {});
const findIntervals = async () => new Map(pointIds.map((id) => [id, samplingIntervalMs]));

/** Steps of which it was said that they are done. */
const acknowledged = new Set<number>();
const blows = new Map<string, number>();
let next = 0;

type News = { begins: string; number: number } | { done: number };

/** One life of the worker: until its blow has fallen. */
async function live(round: number): Promise<void> {
  const moment = moments[round % moments.length]!;
  const atPostgres = round % 3 === 2;
  const first = next;
  const worker = fork(
    path.join(import.meta.dirname, 'rig', 'sealingWorker.ts'),
    [postgres.url, String(seed), String(first)],
    // How it ends when its PostgreSQL is killed is no news.
    { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  );
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let isStruck = false;
  worker.on('message', (news: News) => {
    if ('done' in news) {
      acknowledged.add(news.done);
      return;
    }
    // What was begun may be there or not, and is not begun again.
    if (news.begins !== 'sealing') next = news.number + 1;
    if (isStruck || news.begins !== moment || news.number < first + fewestSteps) return;
    isStruck = true;
    void strike(worker, atPostgres, round);
  });
  await ended;
  if (!isStruck) throw new Error(`The worker ended by itself in round ${round + 1}.`);
  const name = `${atPostgres ? 'PostgreSQL' : 'the one who seals'}, during ${moment}`;
  blows.set(name, (blows.get(name) ?? 0) + 1);
}

async function strike(worker: ChildProcess, atPostgres: boolean, round: number): Promise<void> {
  // A different moment each time, all over the time that the work takes.
  await pause(((round * 0.618) % 1) * strikesWithinMs);
  if (atPostgres && postgres.pid !== null) process.kill(postgres.pid, 'SIGKILL');
  else worker.kill('SIGKILL');
  await pause(2_000);
  // A worker without its PostgreSQL ends at its next statement; one that was between two is ended here.
  worker.kill('SIGKILL');
}

async function untilDatabaseAnswers(): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await pool.query('SELECT 1');
      return;
    } catch (error) {
      if (attempt > 100) throw error;
      await pause(200);
    }
  }
}

interface Found {
  expected: number;
  found: number;
  cutOff: number;
  cutOffThere: number;
}

async function compare(): Promise<Found> {
  const clock = manualClock(nowAt(next) + 3 * 86_400_000);
  const history = openHistory({ db: pool, clock, log: silentLog, findIntervals });
  await history.start();
  const result: Found = { expected: 0, found: 0, cutOff: 0, cutOffThere: 0 };
  const range = wholeRange(next);
  const look = async (when: string): Promise<void> => {
    Object.assign(result, { expected: 0, found: 0, cutOff: 0, cutOffThere: 0 });
    const stored = new Map<string, number>();
    for (const { pointId, length, measuredAt, values } of await history.raw(pointIds, range.from, range.to)) {
      for (let i = 0; i < length; i++) {
        const key = `${pointId} ${measuredAt[i]}`;
        if (stored.has(key)) violations.push(`${when}: point ${key} is there twice`);
        stored.set(key, values[i]!);
      }
    }
    for (let number = 0; number < next; number++) compareStep(number, stored, result, when);
    for (const key of [...stored.keys()].slice(0, 20)) violations.push(`${when}: point ${key} was never written`);
  };
  await look('before the last sealing');
  await history.seal();
  await look('after the last sealing');
  await history.stop();
  return result;
}

function compareStep(number: number, stored: Map<string, number>, result: Found, when: string): void {
  // Within a step the last of two readings of one time stays.
  const rows = new Map(stepOf(seed, number).rows.map((row) => [`${row.pointId} ${row.measuredAt}`, row.value]));
  let found = 0;
  for (const [key, value] of rows) {
    if (stored.get(key) === value) found++;
    stored.delete(key);
  }
  if (acknowledged.has(number)) {
    result.expected += rows.size;
    result.found += found;
    if (found < rows.size) violations.push(`${when}: step ${number}, acknowledged, lost ${rows.size - found}`);
    return;
  }
  result.cutOff++;
  if (found === rows.size) result.cutOffThere++;
  else if (found > 0) violations.push(`${when}: step ${number} was cut off, and ${found} of ${rows.size} are there`);
}

try {
  await migrate(pool);
  for (let round = 0; round < times; round++) {
    await untilDatabaseAnswers();
    await live(round);
    process.stderr.write(`\r${round + 1} of ${times} blows, ${next} steps `);
  }
  process.stderr.write('\n');
  await untilDatabaseAnswers();
  const found = await compare();
  const check = await checkHistory(pool, { findIntervals, repair: false, now: nowAt(next) });
  violations.push(...check.problems.map(({ pointId, what }) => `point ${pointId}: ${what}`));
  printTable([
    ['struck', 'times', ''],
    ...[...blows].map(([name, number]) => [name, String(number), '']),
    [],
    ['readings acknowledged', count(found.expected), ''],
    ['of these there, once', count(found.found), ''],
    ['steps cut off (of these there as a whole)', `${found.cutOff} (${found.cutOffThere})`, ''],
    ['days of roll-ups compared with their samples', count(check.rollupDays), ''],
  ]);
  if (check.rollupDays === 0) violations.push('No day was ever rolled up: nothing was proved.');
} catch (error) {
  violations.push(`The drill could not be finished: ${(error as Error).message}`);
} finally {
  await pool.end();
  await postgres.stop();
}
if (violations.length === 0) {
  rmSync(folder, { recursive: true, force: true });
  console.log(`\nHeld: ${times} blows, nothing acknowledged was lost, nothing is there twice.`);
} else {
  console.log(`\nBROKEN (seed ${options.seed}; data in ${folder}):`);
  for (const violation of violations.slice(0, 40)) console.log(`  ${violation}`);
}
process.exit(violations.length === 0 ? 0 : 1);
