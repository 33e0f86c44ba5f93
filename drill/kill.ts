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
import { type Fleet, insertFleet, insertRule } from '../bench/rig/fleet.ts';
import {
  freePort,
  type RunningServer,
  type ServerPlace,
  serverLogFile,
  startServer,
} from '../bench/rig/serverProcess.ts';
import { count, printTable, quantile } from '../bench/rig/table.ts';
import { ViewerClient } from '../bench/rig/ViewerClient.ts';
import type { RuleDefinition } from '../packages/contract/src/index.ts';
import { type Database, openDatabase } from '../packages/server/src/platform/db/database.ts';
import { endOrphan, startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';
import { Door } from './rig/Door.ts';
import { FieldGateway } from './rig/FieldGateway.ts';
import { backendsOf, postmasterOf } from './rig/postgresProcesses.ts';

const { values: options } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
  },
});
const times = Number(options.times);

const gatewayCount = 6;
const pointsPerGateway = 24;
/** The last points of each gateway; every second one with a delay. */
const doorsPerGateway = 8;
const firstDoor = pointsPerGateway - doorsPerGateway;
const delayMs = 2_000;
const measureEveryMs = 40;
/** After a kill everything measured until then must have been acknowledged within this time. */
const recoveryPatienceMs = 90_000;
/** A kill of PostgreSQL is felt by the next commit, a few of which certainly come within this time. */
const noticedMs = 500;
/** Longer than a watermark's grace and a delay together: what the gateways stored meanwhile is old news when it comes. */
const awayMs = 12_000;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** A small generator with a seed, so that a run can be repeated (as far as processes can). */
let seed = Number(options.seed) >>> 0;
function random(): number {
  seed = (seed + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const between = (low: number, high: number): number => low + (high - low) * random();

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

// --- the field ---------------------------------------------------------------------------------------------------

interface Field {
  gateways: FieldGateway[];
  /** By gateway and place. */
  doors: Door[][];
}

function openField(fleet: Fleet): Field {
  return {
    gateways: fleet.gateways.map((login) => new FieldGateway(place.mqttPort, login)),
    doors: fleet.gateways.map(() =>
      Array.from({ length: doorsPerGateway }, (_, index) => new Door(index % 2 === 0 ? 0 : delayMs, random)),
    ),
  };
}

function measureOnce({ gateways, doors }: Field): void {
  const now = Date.now();
  for (const [index, gateway] of gateways.entries()) {
    const sequence = gateway.measurements.length;
    const values = Array.from({ length: pointsPerGateway }, (_, point) =>
      point < firstDoor ? sequence * 100 + point : doors[index]![point - firstDoor]!.report(now),
    );
    const { measuredAt } = gateway.measure(now, values);
    for (const [at, door] of doors[index]!.entries()) door.reported(measuredAt, values[firstDoor + at]!);
  }
}

async function until(isTrue: () => boolean, patienceMs: number, what: string): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  while (!isTrue()) {
    if (Date.now() > giveUpAt) throw new Error(`Not within ${patienceMs / 1000} s: ${what}`);
    await pause(20);
  }
}

const isDoneUntil = ({ gateways }: Field, at: number): boolean => gateways.every((gateway) => gateway.isDoneUntil(at));

// --- what must be there and what is ------------------------------------------------------------------------------

interface Check {
  what: string;
  expected: number;
  found: number;
  /** Sentences about what is wrong. */
  wrong: string[];
}

const pointsPerCurve = 10;

/** A time as the calls take it; the project lies in UTC. */
const local = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ');

async function checkReadings(field: Field, fleet: Fleet, viewer: ViewerClient): Promise<Check> {
  const check: Check = { what: 'acknowledged readings in history', expected: 0, found: 0, wrong: [] };
  for (const [index, { measurements }] of field.gateways.entries()) {
    const { pointIds } = fleet.gateways[index]!;
    for (let first = 0; first < pointIds.length; first += pointsPerCurve) {
      const curves = await viewer.call('getPointData', {
        query: {
          ProjectId: fleet.projectId,
          start: local(measurements[0]!.measuredAt - 1_000),
          end: local(measurements.at(-1)!.measuredAt + 1_000),
          pointIdList: pointIds.slice(first, first + pointsPerCurve).join(','),
          tmes: 0,
        },
      });
      for (const { PointId, DataList } of curves) {
        const point = pointIds.indexOf(PointId);
        const stored = new Map<number, number>();
        for (const { Time, Value } of DataList) {
          if (Value === null) continue;
          if (stored.has(Time)) check.wrong.push(`point ${PointId} has two readings of ${Time}`);
          stored.set(Time, Value);
        }
        for (const { measuredAt, values, acknowledged } of measurements) {
          const value = stored.get(measuredAt);
          stored.delete(measuredAt);
          if (!acknowledged) continue;
          check.expected++;
          if (value === values[point]) check.found++;
          else check.wrong.push(`point ${PointId} at ${measuredAt}: sent ${values[point]}, history has ${value}`);
        }
        for (const [time, value] of stored) check.wrong.push(`point ${PointId} at ${time}: ${value} was never sent`);
      }
    }
  }
  return check;
}

interface AlarmRow {
  id: number;
  point_id: number;
  raised_at: Date;
  returned_at: Date | null;
  /** `kind` of its journal and `step` of its messages, each sorted. */
  journal: string[];
  steps: string[];
}

function checkAlarms(field: Field, fleet: Fleet, rows: readonly AlarmRow[]): Check[] {
  const occurrences: Check = { what: 'alarms raised and returned, once each', expected: 0, found: 0, wrong: [] };
  const journal: Check = { what: 'journal entries, once each', expected: 0, found: 0, wrong: [] };
  const messages: Check = { what: 'messages to the person, once each', expected: 0, found: 0, wrong: [] };
  const rowsOfPoint = Map.groupBy(rows, (row) => row.point_id);
  for (const [index, doors] of field.doors.entries()) {
    for (const [at, door] of doors.entries()) {
      const pointId = fleet.gateways[index]!.pointIds[firstDoor + at]!;
      const nameOf = (times: { raisedAt: number; returnedAt: number | undefined }) =>
        `${times.raisedAt} to ${times.returnedAt ?? 'now'}`;
      const expected = new Set(door.expected.map(nameOf));
      occurrences.expected += expected.size;
      for (const row of rowsOfPoint.get(pointId) ?? []) {
        const name = nameOf({ raisedAt: row.raised_at.getTime(), returnedAt: row.returned_at?.getTime() });
        if (expected.delete(name)) occurrences.found++;
        else occurrences.wrong.push(`point ${pointId}: alarm ${row.id} (${name}) has no reason, or is there twice`);
      }
      for (const name of expected) occurrences.wrong.push(`point ${pointId}: no alarm ${name}`);
    }
  }
  const compare = (check: Check, row: AlarmRow, found: readonly string[], wanted: readonly string[]) => {
    check.expected += wanted.length;
    check.found += wanted.filter((step) => found.includes(step)).length;
    if (found.join() !== wanted.join())
      check.wrong.push(`alarm ${row.id}: ${found.join()} instead of ${wanted.join()}`);
  };
  for (const row of rows) {
    compare(journal, row, row.journal, ['raised', 'returnedToNormal']);
    compare(messages, row, row.steps, ['raised', 'returned']);
  }
  return [occurrences, journal, messages];
}

/** Ids of the alarms about which a popup waits, as often as they are answered. */
async function readPopups(viewer: ViewerClient): Promise<number[]> {
  const ids: number[] = [];
  for (let PageIndex = 1; ; PageIndex++) {
    const { Data } = await viewer.call('getAlarmPlayScreenPage', { body: { PageIndex, PageSize: 500 } });
    if (Data.length === 0) return ids;
    ids.push(...Data.map(({ AlarmId }) => AlarmId));
  }
}

function checkPopups(rows: readonly AlarmRow[], popups: readonly number[]): Check {
  const check: Check = {
    what: 'popups that wait (GetAlarmPlayScreenPage)',
    expected: rows.length,
    found: 0,
    wrong: [],
  };
  const missing = new Set(rows.map(({ id }) => id));
  for (const id of popups) {
    if (missing.delete(id)) check.found++;
    else check.wrong.push(`alarm ${id} pops up twice, or does not exist`);
  }
  for (const id of missing) check.wrong.push(`alarm ${id} does not pop up`);
  return check;
}

const readAlarms = ({ pool }: Database): Promise<AlarmRow[]> =>
  pool
    .query<AlarmRow>(
      `SELECT a.id, a.point_id, a.raised_at, a.returned_at,
         ARRAY(SELECT j.kind FROM alarm_journal j WHERE j.alarm_id = a.id ORDER BY 1) AS journal,
         ARRAY(SELECT n.step FROM notification n WHERE n.alarm_id = a.id ORDER BY 1) AS steps
       FROM alarm a ORDER BY a.id`,
    )
    .then(({ rows }) => rows);

// --- the drill ---------------------------------------------------------------------------------------------------

async function drill(): Promise<void> {
  const fleet = await withDatabase(async (database) => {
    await migrate(database.pool);
    const made = await insertFleet(database, { gateways: gatewayCount, pointsPerGateway, doors: doorsPerGateway });
    for (const onDelaySeconds of [0, delayMs / 1000]) {
      const points = made.gateways.flatMap(({ pointIds }) =>
        pointIds.filter((_, at) => at >= firstDoor && (at - firstDoor) % 2 === (onDelaySeconds === 0 ? 0 : 1)),
      );
      const rule: RuleDefinition = { kind: 'state', values: [1], severity: 2, onDelaySeconds, offDelaySeconds: 0 };
      await insertRule(database, made.projectId, rule, points);
    }
    return made;
  });
  await start();

  const field = openField(fleet);
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
  const readings = await checkReadings(field, fleet, viewer);
  const popups = await readPopups(viewer);
  for (const gateway of field.gateways) await gateway.stop();
  await stopServer();
  const alarms = await withDatabase(readAlarms);
  report(field, recoveries, [readings, ...checkAlarms(field, fleet, alarms), checkPopups(alarms, popups)]);
}

const sentencesShown = 20;

function report({ gateways }: Field, recoveries: ReadonlyMap<string, number[]>, checks: readonly Check[]): void {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const sum = (figure: (gateway: FieldGateway) => number) =>
    count(gateways.reduce((total, gateway) => total + figure(gateway), 0));
  console.log(
    `\n${sum(({ measurements }) => measurements.length)} messages of ${pointsPerGateway} values from ${gatewayCount} gateways, ${sum(({ sentAgain }) => sentAgain)} sent again, ${sum(({ connections }) => connections)} connections\n`,
  );
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
    ['promised', 'must be', 'there', 'wrong', ''],
    ...checks.map(({ what, expected, found, wrong }) => [
      what,
      count(expected),
      count(found),
      count(wrong.length),
      wrong.length === 0 ? '' : 'BROKEN',
    ]),
  ]);
  for (const { what, wrong } of checks) {
    for (const sentence of wrong.slice(0, sentencesShown)) violations.push(`${what}: ${sentence}`);
    if (wrong.length > sentencesShown) violations.push(`${what}: ${wrong.length - sentencesShown} more`);
  }
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
