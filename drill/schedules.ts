/**
 * Kills the server (kill -9) around the due times of scheduled tasks: just before and after them, while a write is on its way to the
 * device, while the server starts, and so that it stays away for longer than a task's interval. At the end every due time must have
 * exactly one row, and no due time may have sent its write to the device twice.
 *
 * One DTU with one slave takes the writes, each task's in a register of its own, and dials in again after each kill. The due times
 * follow from the tasks alone: each second has one, of the tasks in turn.
 *
 * `npm run drill -- schedules [--kills 40] [--seed 1]`; it ends with code 1 when a promise was broken.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort, type ServerPlace, serverLogFile, startServer } from '../bench/rig/serverProcess.ts';
import { printTable, quantile } from '../bench/rig/table.ts';
import { answerRtuFrame, type RegisterBank } from '../packages/protocols/src/index.ts';
import { openDatabase } from '../packages/server/src/platform/db/database.ts';
import { startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';
import { aCompany, aDevice, aGateway, aMember, aProject, aSlave } from '../packages/server/src/testing/factories.ts';
import { aModbusPoint } from '../packages/server/src/testing/fieldFactories.ts';
import { Dtu } from './rig/Dtu.ts';
import { seededRandom } from './rig/seededRandom.ts';

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '40' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
  },
});
const kills = Number(options.kills);

/** Each is due every so many seconds, one after the other. */
const taskCount = 20;
const intervalMs = taskCount * 1_000;
/** Until a server that was started carries out what is due, and the last run has ended. */
const patienceMs = 90_000;
const redialMs = 300;
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const { between } = seededRandom(Number(options.seed));

interface Write {
  readonly task: number;
  readonly at: number;
}
const writes: Write[] = [];
/** Called with each write before it is answered. */
let onWrite: () => void = () => {};

const held = new Map<number, number>();
const bank: RegisterBank = {
  readBits: () => [],
  readRegisters: (_code, address, quantity) => Array.from({ length: quantity }, (_, i) => held.get(address + i) ?? 0),
  writeBits: () => {},
  writeRegisters: (address, values) => {
    for (const [i, value] of values.entries()) held.set(address + i, value);
    writes.push({ task: address, at: Date.now() });
    onWrite();
  },
};

// --- the tasks ----------------------------------------------------------------------------------------------------

const dataDir = mkdtempSync(path.join(tmpdir(), 'wp-drill-'));
const postgres = await startPostgres({ dataDir: path.join(dataDir, 'postgres'), log: silent });
const database = openDatabase(postgres.url, silentLog);
const { db, pool } = database;
await migrate(pool);
const companyId = await aCompany(db);
const projectId = await aProject(db, companyId);
const serial = 'DTUSCHED01';
const gatewayId = await aGateway(db, projectId, { serialNumber: serial });
const slaveId = await aSlave(db, gatewayId, { address: 1 });
const deviceId = await aDevice(db, projectId);
const owner = await aMember(db, companyId, -1, { permissions: ['scheduleEdit', 'allProjects'] });
await aMember(db, companyId, projectId, { userId: owner, permissions: ['remoteWrite', 'monitorView'] });
const group = await db
  .insertInto('schedule_group')
  .values({ company_id: companyId, name: 'Drill', description: '', enabled: true, updated_at: new Date() })
  .returning('id')
  .executeTakeFirstOrThrow();
await db.insertInto('schedule_group_project').values({ group_id: group.id, project_id: projectId }).execute();

/** The first due time of a task after a moment. */
const firstDue = (task: number, after: number): number =>
  Math.ceil((after - task * 1_000) / intervalMs) * intervalMs + task * 1_000;
const begunAt = Date.now();
const tasks: { readonly task: number; readonly jobId: number; readonly first: number }[] = [];
for (let task = 0; task < taskCount; task++) {
  const pointId = await aModbusPoint(db, gatewayId, { slaveId, address: task, deviceId });
  const seconds = Array.from({ length: 60 / taskCount }, (_, i) => i * taskCount + task).join(',');
  const first = firstDue(task, begunAt + 15_000);
  const { id } = await db
    .insertInto('schedule_job')
    .values({
      ...{ company_id: companyId, group_id: group.id, name: `Task ${task}`, description: '', day_filter: 'all' },
      expression: `${seconds} * * * * *`,
      mode: 'write',
      writes: JSON.stringify([{ pointId, value: -20 }]),
      ...{ method: 'POST', content_type: 'json', params: '', timeout_seconds: 5, resp_codes: [200] },
      ...{ parse_mode: 'none', parse_value: '', enabled: true, owner_id: owner, next_at: new Date(first) },
      ...{ created_at: new Date(), updated_at: new Date() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  tasks.push({ task, jobId: id, first });
}
await db.updateTable('point').set({ writable: true, range_low: -30, range_high: 10 }).execute();

// --- the server, killed and started again -------------------------------------------------------------------------

const place: ServerPlace = {
  dataDir,
  httpPort: await freePort(),
  mqttPort: await freePort(),
  databaseUrl: postgres.url,
};
const port = await freePort();
let kill = (): void => {};
const start = () =>
  startServer(place, { DTU_PORT: String(port) }, (killIt) => {
    kill = killIt;
  });

let isOver = false;
/** The DTU dials in again whenever its line is gone. */
async function keepDialling(): Promise<void> {
  const dtu = new Dtu({ port, serial, from: '127.0.0.1' });
  while (!isOver) {
    const socket = await dtu.dial().catch(() => null);
    if (socket) {
      const closed = new Promise((resolve) => socket.once('close', resolve));
      dtu.hearOn(socket, (frame) => {
        const answer = answerRtuFrame(frame, () => bank);
        if (answer && !socket.destroyed) socket.write(answer);
      });
      await Promise.race([closed, ended]);
      socket.destroy();
    }
    await pause(redialMs);
  }
}
const { promise: ended, resolve: endDialling } = Promise.withResolvers<void>();

async function until(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  while (!(await isTrue())) {
    if (Date.now() > giveUpAt) throw new Error(`Not within ${patienceMs / 1000} s: ${what}`);
    await pause(50);
  }
}
/** Each second has a due time. */
const untilDue = () => pause(1_000 - (Date.now() % 1_000));
/** A write that reaches the device. @throws when none does */
function nextWrite(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  onWrite = resolve;
  return Promise.race([
    promise,
    pause(patienceMs, undefined, { ref: false }).then(() => {
      throw new Error(`Not within ${patienceMs / 1000} s: a write to the device`);
    }),
  ]).finally(() => {
    onWrite = () => {};
  });
}

/** Waits for a moment, then kills; some say what is done before the server is started for good. */
const moments: Record<string, () => Promise<void>> = {
  'just before or after a due time': async () => {
    await pause(between(0, 3_000));
    await untilDue();
    await pause(between(700, 1_300));
    kill();
  },
  'within 50 ms after a due time': async () => {
    await untilDue();
    await pause(between(0, 50));
    kill();
  },
  'while the device takes a write': async () => {
    await nextWrite();
    kill();
  },
  'just after the device took a write': async () => {
    await nextWrite();
    await pause(between(0, 40));
    kill();
  },
  'and again while it starts': async () => {
    await untilDue();
    await pause(between(0, 1_000));
    kill();
    await pause(500);
    const starting = start().catch(() => null);
    await pause(between(500, 4_000));
    kill();
    await (await starting)?.ended;
  },
  'and it stays away': async () => {
    await untilDue();
    await pause(between(0, 1_000));
    kill();
    await pause(intervalMs + between(2_000, 12_000));
  },
};

interface Run {
  readonly job_id: number;
  readonly due_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly outcome: string;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const violations: string[] = [];
/** How long the server took to be ready, and from then until the next write reached the device. */
const counted = new Map<string, { readyMs: number[]; writeMs: number[] }>();

async function drill(): Promise<void> {
  let server = await start();
  void keepDialling();
  await nextWrite();
  const names = Object.keys(moments);
  for (let round = 0; round < kills; round++) {
    const name = names[round % names.length]!;
    await pause(between(500, 4_000));
    const { ended: gone } = server;
    await moments[name]!();
    await gone;
    const startedAt = Date.now();
    server = await start();
    const readyAt = Date.now();
    await nextWrite();
    const [readyMs, writeMs] = [readyAt - startedAt, Date.now() - readyAt];
    const of = counted.get(name) ?? { readyMs: [], writeMs: [] };
    counted.set(name, { readyMs: [...of.readyMs, readyMs], writeMs: [...of.writeMs, writeMs] });
    console.log(
      `kill ${String(round + 1).padStart(3)}: ${name.padEnd(36)} ready after ${seconds(readyMs)}, a write ${seconds(writeMs)} later`,
    );
  }
  await pause(intervalMs + 2_000);
  // Off between two due times, as somebody switches it off; what is under way ends.
  const { rows: stopped } = await pool.query<{ id: number; next_at: Date }>(
    `UPDATE schedule_job j SET enabled = false, next_at = NULL FROM (SELECT id, next_at FROM schedule_job FOR UPDATE) old
     WHERE old.id = j.id RETURNING j.id, old.next_at`,
  );
  await until(async () => {
    const { rows } = await pool.query<{ open: number }>(
      'SELECT count(*)::int AS open FROM schedule_run WHERE finished_at IS NULL',
    );
    return rows[0]!.open === 0;
  }, 'the end of the last runs');
  isOver = true;
  endDialling();
  await server.stop();
  const { rows: runs } = await pool.query<Run>(
    'SELECT job_id, due_at, started_at, finished_at, outcome FROM schedule_run ORDER BY due_at, job_id',
  );
  report(runs, new Map(stopped.map(({ id, next_at }) => [id, next_at.getTime()])));
}

/** What must not reach the device, by how its run ended. */
const writesAllowed: Readonly<Record<string, readonly number[]>> = {
  done: [1],
  unknown: [0, 1],
  failed: [0, 1],
};

function report(runs: readonly Run[], nextOf: ReadonlyMap<number, number>): void {
  let due = 0;
  let lost = 0;
  let surplus = 0;
  let doubled = 0;
  let untold = 0;
  const outcomes = new Map<string, { rows: number; writes: number }>();
  for (const { task, jobId, first } of tasks) {
    const own = runs.filter(({ job_id }) => job_id === jobId);
    const rowsAt = Map.groupBy(own, ({ due_at }) => due_at.getTime());
    for (let at = first; at < nextOf.get(jobId)!; at += intervalMs) {
      due++;
      const found = rowsAt.get(at)?.length ?? 0;
      if (found === 0) lost++;
      if (found > 1) surplus++;
      rowsAt.delete(at);
    }
    surplus += rowsAt.size;
    const begun = own.filter(({ started_at }) => started_at !== null);
    const sent = new Map<Run, number>();
    for (const write of writes.filter((each) => each.task === task)) {
      const run = begun.findLast(({ started_at }) => started_at!.getTime() <= write.at);
      if (run) sent.set(run, (sent.get(run) ?? 0) + 1);
      else untold++;
    }
    for (const run of own) {
      const count = sent.get(run) ?? 0;
      const of = outcomes.get(run.outcome) ?? { rows: 0, writes: 0 };
      outcomes.set(run.outcome, { rows: of.rows + 1, writes: of.writes + count });
      if (count > 1) doubled++;
      if (!(writesAllowed[run.outcome] ?? [0]).includes(count))
        violations.push(
          `Task ${task}, due ${run.due_at.toISOString()}: its row says ${run.outcome}, the device took ${count} writes`,
        );
    }
  }
  printTable([
    ['killed', 'times', 'ready, median', 'first write after that, median', 'longest'],
    ...[...counted].map(([name, { readyMs, writeMs }]) => [
      name,
      String(readyMs.length),
      seconds(quantile(readyMs, 0.5)),
      seconds(quantile(writeMs, 0.5)),
      seconds(Math.max(...writeMs)),
    ]),
    [],
    ['outcome', 'due times', 'writes'],
    ...[...outcomes].sort().map(([outcome, of]) => [outcome, String(of.rows), String(of.writes)]),
    [],
    ['due times', String(due)],
    ['without a row', String(lost)],
    ['with another row, or a row of no due time', String(surplus)],
    ['sent to the device twice', String(doubled)],
    ['writes of no run', String(untold)],
  ]);
  if (lost > 0) violations.push(`${lost} due times have no row`);
  if (surplus > 0) violations.push(`${surplus} rows are too many`);
  if (untold > 0) violations.push(`${untold} writes belong to no run`);
}

try {
  await drill();
} catch (error) {
  violations.push(`The drill could not be finished: ${(error as Error).message}`);
  kill();
} finally {
  isOver = true;
  endDialling();
  await database.close();
  await postgres.stop();
}
if (violations.length === 0) {
  rmSync(dataDir, { recursive: true, force: true });
  console.log(`\nHeld: ${kills} kills, each due time has one row, none was sent to the device twice.`);
} else {
  console.log(`\nBROKEN (seed ${options.seed}; data in ${dataDir}, log in ${serverLogFile(dataDir)}):`);
  for (const violation of violations) console.log(`  ${violation}`);
}
process.exit(violations.length === 0 ? 0 : 1);
