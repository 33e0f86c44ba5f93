/**
 * What mobile networks and installers do to lines, to a real server at full length: lines cut in the middle of an answer, two
 * devices with one serial number, a thousand dial-ins a minute beside a thousand strangers, gateways whose clock stands in 1970
 * or 2038. Each tells what it saw and whether what was promised held; at the end everything that the platform keeps is
 * compared with what was told to it.
 *
 * `npm run drill -- lines [--cuts 10] [--clash 30] [--storm 60] [--seed 1]` (cuts of each of twenty lines; seconds).
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import mqtt from 'mqtt';
import { insertLines } from '../bench/rig/lines.ts';
import { memoryOf } from '../bench/rig/processUsage.ts';
import { freePort, type RunningServer, serverLogFile, startServer } from '../bench/rig/serverProcess.ts';
import { count, printTable, quantile } from '../bench/rig/table.ts';
import { openHistory } from '../packages/server/src/history/index.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import { type Database, openDatabase } from '../packages/server/src/platform/db/database.ts';
import { startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';
import { anMqttGateway, anMqttPoint } from '../packages/server/src/testing/fieldFactories.ts';
import { Dtu, untrue } from './rig/Dtu.ts';

const { values: options } = parseArgs({
  options: {
    cuts: { type: 'string', default: '10' },
    clash: { type: 'string', default: '30' },
    storm: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
  },
});
const cutsOfEach = Number(options.cuts);
const clashMs = Number(options.clash) * 1000;
const stormMs = Number(options.storm) * 1000;

const cycleMs = 10_000;
const pointsPerLine = 4;
/** Lines that are cut, lines that only have neighbours, one whose serial number two devices have, one that flaps. */
const cutLines = 20;
const quietLines = 20;
/** A listener waits half a second before its first request, then reads at once. */
const settledMs = 2_000;
/** Real DTUs redial after one to sixty seconds. */
const redialMs = 1_500;
const dialsPerMinute = 1_000;
/** Of a cycle, on a machine that does other things too. */
const latenessAllowedMs = 2_500;
const stormMemoryAllowedMb = 100;

let seed = Number(options.seed) >>> 0;
function random(): number {
  seed = (seed + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

const broken: string[] = [];
const rows: string[][] = [];
/** One line of the table: what was seen, and whether it is what was promised. */
function saw(what: string, found: string, promised: string, held: boolean): void {
  rows.push([what, found, promised, held ? 'held' : 'BROKEN']);
  if (!held) broken.push(`${what}: ${found}, promised ${promised}`);
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'wp-drill-'));
const log = { info: () => {}, warn: () => {}, error: console.error };
const postgres = await startPostgres({ dataDir: path.join(dataDir, 'postgres'), log });
const database: Database = openDatabase(postgres.url, silentLog);
let server: RunningServer | null = null;
const descriptors = (): number => readdirSync(`/proc/${server!.pid}/fd`).length;
const until = async (isTrue: () => boolean | Promise<boolean>, patienceMs: number): Promise<boolean> => {
  for (const giveUpAt = Date.now() + patienceMs; Date.now() < giveUpAt; await pause(100))
    if (await isTrue()) return true;
  return isTrue();
};

try {
  await migrate(database.pool);
  const { serials, pointIds } = await insertLines(database, {
    lines: cutLines + quietLines + 2,
    slavesPerLine: 1,
    pointsPerSlave: pointsPerLine,
    cycleSeconds: cycleMs / 1000,
  });
  const { rows: placed } = await database.pool.query<{
    serial: string;
    gateway_id: number;
    project_id: number;
    points: number[];
  }>(
    `SELECT g.serial_number AS serial, g.id AS gateway_id, g.project_id, array_agg(p.id) AS points
     FROM gateway g JOIN point p ON p.gateway_id = g.id WHERE p.id = ANY($1) GROUP BY g.id`,
    [pointIds],
  );
  const gatewayOf = new Map(placed.map((row) => [row.serial, row]));
  const clocked = await anMqttGateway(database.db, placed[0]!.project_id, {
    userName: 'clock',
    password: 'clock secret',
  });
  const clockedPoint = await anMqttPoint(database.db, clocked, { key: 'temp' });

  const port = await freePort();
  const mqttPort = await freePort();
  server = await startServer(
    { dataDir, httpPort: await freePort(), mqttPort, databaseUrl: postgres.url },
    { DTU_PORT: String(port) },
  );
  const dtus = serials.map(
    (serial, index) => new Dtu({ port, serial, from: index < cutLines + quietLines ? '127.0.0.1' : '127.0.0.3' }),
  );
  const [cut, quiet] = [dtus.slice(0, cutLines), dtus.slice(cutLines, cutLines + quietLines)];
  const [twin, flapping] = dtus.slice(-2) as [Dtu, Dtu];
  const twinSerial = serials.at(-2)!;
  const refusalsOf = async (serial: string | null, reason: string): Promise<number> => {
    const { rows: found } = await database.pool.query(
      'SELECT count(*)::int AS n FROM gateway_rejection WHERE gateway_id IS NOT DISTINCT FROM $1 AND reason = $2',
      [serial === null ? null : gatewayOf.get(serial)!.gateway_id, reason],
    );
    return found[0].n;
  };
  const downsOf = async (serial: string): Promise<number> => {
    const { rows: found } = await database.pool.query(
      "SELECT count(*)::int AS n FROM gateway_event WHERE gateway_id = $1 AND kind = 'down' AND slave_id IS NULL",
      [gatewayOf.get(serial)!.gateway_id],
    );
    return found[0].n;
  };

  console.error(`Cutting ${cutLines} lines ${cutsOfEach} times each …`);
  await Promise.all(
    cut.map(async (dtu) => {
      for (let round = 0; round < cutsOfEach; round++) {
        const wrong = await dtu.dial();
        const closed = new Promise((resolve) => wrong.once('close', resolve));
        dtu.cutOn(wrong, random(), random() < 0.5);
        await closed;
        const right = await dtu.dial();
        dtu.answerOn(right);
        const before = dtu.told.length;
        await until(() => dtu.told.length > before, 10_000);
        if (round < cutsOfEach - 1) right.end();
      }
    }),
  );
  await pause(settledMs);
  saw(
    'lines cut in the middle of an answer',
    `${cutLines * cutsOfEach} cuts, ${count(cut.reduce((sum, { told }) => sum + told.length, 0))} answers told whole`,
    'each read again after it',
    cut.every(({ told }) => told.length >= cutsOfEach),
  );

  console.error(`Two devices with one serial number for ${clashMs / 1000} s …`);
  const clashEndsAt = performance.now() + clashMs;
  const open = new Set<object>();
  const twinDevice = async (): Promise<void> => {
    while (performance.now() < clashEndsAt) {
      const socket = await twin.dial();
      open.add(socket);
      twin.answerOn(socket);
      await new Promise((resolve) => socket.once('close', resolve));
      open.delete(socket);
      if (performance.now() < clashEndsAt) await pause(redialMs);
    }
  };
  void twinDevice();
  void twinDevice();
  await pause(clashMs + settledMs);
  const clashes = await refusalsOf(twinSerial, 'identityClash');
  saw(
    'two devices with one serial number',
    `${twin.connections} dial-ins, ${open.size} connected at the end`,
    'one is read, one waits',
    open.size === 2,
  );
  saw('  told to who looks for the reason', `${clashes} times`, '1 or more', clashes >= 1);
  saw(
    '  gateway shown as offline meanwhile',
    `${await downsOf(twinSerial)} times`,
    '0',
    (await downsOf(twinSerial)) === 0,
  );

  console.error(`${count(dialsPerMinute)} dial-ins a minute of one DTU, as many strangers, for ${stormMs / 1000} s …`);
  for (const dtu of quiet) dtu.answerOn(await dtu.dial());
  await pause(settledMs);
  const before = { memory: memoryOf(server.pid).residentMb, descriptors: descriptors() };
  for (const dtu of quiet) dtu.asked.splice(0, dtu.asked.length - 1);
  const stormEndsAt = performance.now() + stormMs;
  let dialled = 0;
  let strangers = 0;
  for (let at = performance.now(); at < stormEndsAt; at += 60_000 / dialsPerMinute) {
    await pause(Math.max(0, at - performance.now()));
    dialled++;
    void flapping.dial().then(async (socket) => {
      // Some hang up by themselves, some wait to be taken over, as half-open connections do.
      if (dialled % 2 === 0) return socket.resume();
      await pause(30);
      return socket.destroy();
    });
    strangers++;
    const stranger = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    stranger.on('error', () => {});
    if (strangers % 3 > 0) stranger.write(strangers % 3 === 1 ? 'X999999999' : Buffer.from([1, 3, strangers & 0xff]));
    stranger.resume();
    if (strangers % 5 === 0) setTimeout(() => stranger.destroy(), 200);
  }
  const last = await flapping.dial();
  flapping.answerOn(last);
  const isReadAgain = await until(() => flapping.told.length > 0, 15_000);
  const periods = quiet.flatMap(({ asked }) => asked.slice(1).map((at, index) => at - asked[index]!));
  const longest = quantile(periods, 1);
  // Strangers who say nothing are hung up on after a quarter of a minute.
  const areClosed = await until(() => descriptors() <= before.descriptors + 5, 30_000);
  const memory = memoryOf(server.pid).residentMb;
  saw(
    'dial-ins in a minute',
    `${count((dialled / stormMs) * 60_000)} of one DTU, ${count((strangers / stormMs) * 60_000)} strangers`,
    `${count(dialsPerMinute)} each`,
    dialled >= (stormMs / 60_000) * dialsPerMinute * 0.95,
  );
  saw('  the DTU is read when it stays', isReadAgain ? 'yes' : 'no', 'yes', isReadAgain);
  saw(
    '  neighbours: longest time between two reads',
    `${(longest / 1000).toFixed(1)} s`,
    `${cycleMs / 1000} s`,
    longest <= cycleMs + latenessAllowedMs,
  );
  saw('  open files, before and after', `${before.descriptors}, ${descriptors()}`, 'about as many', areClosed);
  saw(
    '  server memory, before and after',
    `${count(before.memory)} MB, ${count(memory)} MB`,
    'about as much',
    memory - before.memory < stormMemoryAllowedMb,
  );
  saw(
    '  kept of the strangers',
    `${await refusalsOf(null, 'unknownIdentity')} refusals`,
    'some, not all',
    (await refusalsOf(null, 'unknownIdentity')) < strangers / 10,
  );

  console.error('Clocks of 1970 and 2038 …');
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    username: 'clock',
    password: 'clock secret',
    reconnectPeriod: 0,
  });
  const send = (ts: number, temp: number) =>
    client.publishAsync('v1/devices/me/telemetry', JSON.stringify({ ts, values: { temp } }), { qos: 1 });
  const trueAt = Date.now() - 60_000;
  const end2038 = Date.UTC(2038, 0, 19, 3, 14, 8);
  for (let i = 0; i < 100; i++) {
    await send(trueAt + i * 500, i);
    // Since it was switched on, in seconds and in milliseconds; and from where 32 bits end, on either side.
    for (const ts of [
      i,
      i * 1000,
      end2038 - 50_000 + i * 1000,
      (end2038 - 50_000) / 1000 + i,
      -(2 ** 31) * 1000 + i * 1000,
    ])
      await send(ts, untrue + i);
  }
  await client.endAsync();
  const { rows: reasons } = await database.pool.query<{ reason: string; n: number }>(
    'SELECT reason, count(*)::int AS n FROM gateway_rejection WHERE gateway_id = $1 GROUP BY reason ORDER BY reason',
    [clocked],
  );
  const named = reasons.map(({ reason, n }) => `${reason} ${n}`).join(', ');
  saw(
    'a gateway’s clock in 1970 and 2038',
    `400 readings refused: ${named || 'without a word'}`,
    'with a reason',
    reasons.some(({ reason }) => reason === 'tooOld') && reasons.some(({ reason }) => reason === 'fromTheFuture'),
  );

  await pause(settledMs);
  await server.stop();
  server = null;
  const history = openHistory({ db: database.pool, clock: systemClock, log: silentLog });
  await history.start();
  const kept = async (ids: readonly number[]) => {
    const samples = await history.raw(ids, -8.64e15, 8.64e15);
    return samples.flatMap(({ length, values, measuredAt, pointId }) =>
      Array.from({ length }, (_, row) => ({ pointId, value: values[row]!, at: measuredAt[row]! })),
    );
  };
  const compare = async (what: string, some: readonly Dtu[], from: number): Promise<void> => {
    let wrong = 0;
    let missing = 0;
    let good = 0;
    for (const [index, dtu] of some.entries()) {
      const { points } = gatewayOf.get(serials[from + index]!)!;
      const values = (await kept(points)).filter(({ value }) => !Number.isNaN(value));
      const told = new Set(dtu.told);
      wrong += values.filter(({ value }) => !told.has(value)).length;
      good += values.length;
      // What was told just before somebody hung up may be lost; the last of each line was not.
      const newest = dtu.told.at(-1);
      if (newest !== undefined && !values.some(({ value }) => value === newest)) missing++;
    }
    saw(
      what,
      `${count(good)} kept, ${wrong} of them never told; ${missing} lines without their last`,
      '0, 0',
      wrong === 0 && missing === 0 && good > 0,
    );
  };
  await compare('values of cut lines', cut, 0);
  await compare('values of the two with one serial number', [twin], cutLines + quietLines);
  await compare('values of the flapping one', [flapping], cutLines + quietLines + 1);
  await compare('values of the neighbours', quiet, cutLines);
  // What claims to be from before 1970 has no time at all: it is kept as unreadable, without its number.
  const clockValues = (await kept([clockedPoint])).filter(({ value }) => !Number.isNaN(value));
  const isTrue = clockValues.length === 100 && clockValues.every(({ value, at }) => at === trueAt + value * 500);
  saw(
    'values of the gateway with the wrong clock',
    `${clockValues.length} kept${isTrue ? '' : ', not as they were'}`,
    '100, each at its true time',
    isTrue,
  );
  await history.stop();
} catch (error) {
  broken.push(`The drill could not be finished: ${(error as Error).stack}`);
} finally {
  await server?.stop();
  await database.close();
  await postgres.stop();
}
printTable([['', 'seen', 'promised', ''], ...rows]);
if (broken.length === 0) rmSync(dataDir, { recursive: true, force: true });
else {
  console.log(`\nBROKEN (seed ${options.seed}; data in ${dataDir}, log in ${serverLogFile(dataDir)}):`);
  for (const sentence of broken) console.log(`  ${sentence}`);
}
process.exit(broken.length === 0 ? 0 : 1);
