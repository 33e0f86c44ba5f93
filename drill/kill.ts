/**
 * Kills the server and its PostgreSQL (kill -9) again and again under load, lets one freeze or stay away, then asks the
 * product for everything that was acknowledged and compares it with what was sent, value by value and alarm by alarm.
 *
 * The real server runs as `npm start` runs it, on a throwaway data folder. Gateways publish over MQTT (QoS 1), store what is
 * not acknowledged and send it again after a connection broke. Every value tells its own sequence number and no point has the
 * same time twice. Doors open and close, with and without a delay before the alarm; one person is told of every alarm. What
 * must come of it follows from the reports alone, so it is known exactly.
 *
 * `npm run drill -- kill [--times 20] [--seed 1]`; it ends with code 1 when a promise was broken.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  freePort,
  type RunningServer,
  type ServerPlace,
  serverLogFile,
  startServer,
} from '../bench/rig/serverProcess.ts';
import { printTable, quantile } from '../bench/rig/table.ts';
import { ViewerClient } from '../bench/rig/ViewerClient.ts';
import { type Database, openDatabase } from '../packages/server/src/platform/db/database.ts';
import { endOrphan, startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';
import {
  type DoorField,
  insertDoorFleet,
  isDoneUntil,
  measureEveryMs,
  measureOnce,
  openDoorField,
  until,
} from './rig/doorField.ts';
import { backendsOf, postmasterOf } from './rig/postgresProcesses.ts';
import { type Check, loadOf, readAlarms, reconcile, rowsOfChecks, violationsOf } from './rig/reconcile.ts';
import { seededRandom } from './rig/seededRandom.ts';

const { values: options } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
  },
});
const times = Number(options.times);

/** After a kill everything measured until then must have been acknowledged within this time. */
const recoveryPatienceMs = 90_000;
/** A kill of PostgreSQL is felt by the next commit, a few of which certainly come within this time. */
const noticedMs = 500;
/** Longer than a watermark's grace and a delay together: what the gateways stored meanwhile is old news when it comes. */
const awayMs = 12_000;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

const { random, between } = seededRandom(Number(options.seed));

const violations: string[] = [];
const dataDir = mkdtempSync(path.join(tmpdir(), 'wp-drill-'));
const place: ServerPlace = {
  dataDir,
  httpPort: await freePort(),
  mqttPort: await freePort(),
  databaseUrl: null,
};

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const postgres = await startPostgres({ dataDir: path.join(dataDir, 'postgres'), log: silent });
  const database = openDatabase(postgres.url, silentLog);
  try {
    return await work(database);
  } finally {
    await database.close();
    await postgres.stop();
  }
}

// --- the server, killed and started again -----------------------------------------------------------------------

let server: RunningServer | null = null;
let killServer: () => void = () => {};
/** The end of the process is ours. */
let isEndExpected = false;

/** Starts the server; when it is killed before it is ready this resolves all the same. */
async function start(): Promise<void> {
  isEndExpected = false;
  try {
    server = await startServer(place, {}, (kill) => {
      killServer = () => {
        isEndExpected = true;
        kill();
      };
    });
    const mine = server;
    void mine.ended.then(() => {
      if (server === mine && !isEndExpected) violations.push('The server ended by itself');
    });
  } catch (error) {
    server = null;
    if (!isEndExpected) throw error;
  }
}

async function killServerAndWait(): Promise<void> {
  const ended = server?.ended;
  killServer();
  await ended;
  server = null;
}

async function stopServer(): Promise<void> {
  isEndExpected = true;
  await server?.stop();
  server = null;
}

const kill = (pid: number | null): void => signal(pid, 'SIGKILL');

function signal(pid: number | null, name: NodeJS.Signals): void {
  if (pid === null) return;
  try {
    process.kill(pid, name);
  } catch {
    // Gone already.
  }
}

/** What is killed, and whether the server is started again by hand: it brings its PostgreSQL back by itself. */
const blows: Record<string, () => Promise<void>> = {
  'the server': async () => {
    await killServerAndWait();
    await start();
  },
  PostgreSQL: async () => kill(postmasterOf(dataDir)),
  'the server and PostgreSQL': async () => {
    kill(postmasterOf(dataDir));
    await killServerAndWait();
    await start();
  },
  'PostgreSQL, frozen for a while': async () => {
    const postmaster = postmasterOf(dataDir);
    const family = [postmaster, ...backendsOf(postmaster ?? 0)];
    for (const pid of family) signal(pid, 'SIGSTOP');
    await pause(awayMs);
    for (const pid of family) signal(pid, 'SIGCONT');
  },
  'one connection of PostgreSQL': async () => {
    const backends = backendsOf(postmasterOf(dataDir) ?? 0);
    kill(backends[Math.floor(random() * backends.length)] ?? null);
  },
  'the server, and again while it starts': async () => {
    await killServerAndWait();
    const starting = start();
    await pause(between(50, 1_500));
    killServer();
    await starting;
    await server?.ended;
    await start();
  },
  'the server, which stays away': async () => {
    await killServerAndWait();
    await pause(awayMs);
    await start();
  },
  'everything at once': async () => {
    const postmaster = postmasterOf(dataDir);
    const backends = backendsOf(postmaster ?? 0);
    const ended = server?.ended;
    killServer();
    for (const pid of [postmaster, ...backends]) kill(pid);
    await ended;
    await start();
  },
};

// --- the drill ---------------------------------------------------------------------------------------------------

async function drill(): Promise<void> {
  const fleet = await withDatabase(async (database) => {
    await migrate(database.pool);
    return insertDoorFleet(database);
  });
  await start();

  const field = openDoorField(fleet, () => place.mqttPort, random);
  for (const gateway of field.gateways) gateway.start();
  const measuring = setInterval(() => measureOnce(field), measureEveryMs);
  const recoveries = new Map<string, number[]>();
  try {
    await until(
      () => field.gateways.every(({ acknowledged }) => acknowledged > 0),
      recoveryPatienceMs,
      'first answers',
    );
    const names = Object.keys(blows);
    for (let round = 0; round < times; round++) {
      await pause(between(400, 3_000));
      const name = names[round % names.length]!;
      const struckAt = Date.now();
      await blows[name]!();
      const backAt = Math.max(Date.now(), struckAt + noticedMs);
      // What was measured while nobody listened must all come in, and what is measured now as well.
      await until(
        () => Date.now() >= backAt && isDoneUntil(field, backAt),
        recoveryPatienceMs,
        `recovery after kill ${round + 1}, ${name}`,
      );
      const recoveryMs = Date.now() - struckAt;
      recoveries.set(name, [...(recoveries.get(name) ?? []), recoveryMs]);
      console.log(
        `kill ${String(round + 1).padStart(3)}: ${name.padEnd(40)} all caught up after ${(recoveryMs / 1000).toFixed(1)} s`,
      );
    }
    for (const door of field.doors.flat()) door.shut();
    measureOnce(field);
  } finally {
    clearInterval(measuring);
  }
  const lastAt = Math.max(...field.gateways.map(({ measurements }) => measurements.at(-1)!.measuredAt));
  await until(() => isDoneUntil(field, lastAt), recoveryPatienceMs, 'the last acknowledgements');

  const viewer = await ViewerClient.signIn({ url: server!.url, companyId: fleet.companyId, ...fleet.viewer });
  const checksWith = await reconcile(field, fleet, viewer);
  for (const gateway of field.gateways) await gateway.stop();
  await stopServer();
  report(field, recoveries, checksWith(await withDatabase(readAlarms)));
}

function report(field: DoorField, recoveries: ReadonlyMap<string, number[]>, checks: readonly Check[]): void {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  console.log(`\n${loadOf(field)}\n`);
  printTable([
    ['killed', 'times', 'all caught up, median', 'longest', ''],
    ...[...recoveries].map(([name, ms]) => [
      name,
      String(ms.length),
      seconds(quantile(ms, 0.5)),
      seconds(Math.max(...ms)),
      '',
    ]),
    [],
    ...rowsOfChecks(checks),
  ]);
  violations.push(...violationsOf(checks));
}

let finished = false;
try {
  await drill();
  finished = true;
} catch (error) {
  violations.push(`The drill could not be finished: ${(error as Error).message}`);
} finally {
  if (!finished) await stopServer();
  await endOrphan(path.join(dataDir, 'postgres'), silent).catch(() => {});
}
if (violations.length === 0) {
  rmSync(dataDir, { recursive: true, force: true });
  console.log(
    `\nHeld: ${times} kills, nothing acknowledged was lost, no alarm and no message is missing or there twice.`,
  );
} else {
  console.log(`\nBROKEN (seed ${options.seed}; data in ${dataDir}, log in ${serverLogFile(dataDir)}):`);
  for (const violation of violations) console.log(`  ${violation}`);
}
process.exit(violations.length === 0 ? 0 : 1);
