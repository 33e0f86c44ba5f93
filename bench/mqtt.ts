/**
 * How many values a second come in over MQTT with QoS 1 until each is committed and acknowledged, what a message waits for
 * its PUBACK, and what it costs.
 *
 * The real server runs in a process of its own on a throwaway PostgreSQL (fsync on); the gateways run in another process on
 * the same machine and take their share of it. They speak bare MQTT 3.1.1 frames over sockets, because a client library would
 * take more of the two cores than the broker. A gateway has 100 points and sends one value of each in a message. Every second
 * point has four limits and a delay, every tenth limits without a delay, and one message in 500 takes such a point out of its
 * limits, so that alarms are raised, told and ended under way.
 *
 * `npm run bench -- mqtt [--points 10000] [--seconds 15] [--profile]`
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../packages/server/src/platform/db/database.ts';
import { startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';
import { insertFleet, insertLimits, undelayedPlace } from './rig/fleet.ts';
import { startLoad } from './rig/load.ts';
import type { LoadResult } from './rig/loadGenerator.ts';
import { cpuMsOf, familyCpuMsOf, handlesOf, type Memory, memoryOf } from './rig/processUsage.ts';
import { freePort, serverLogFile, startServer } from './rig/serverProcess.ts';
import { storedSamples } from './rig/storedSamples.ts';
import { count, measureEach, ms, printTable, quantile, rowsAbout } from './rig/table.ts';

const { values: options } = parseArgs({
  options: {
    points: { type: 'string', default: '1000,10000,100000' },
    seconds: { type: 'string', default: '15' },
    profile: { type: 'boolean', default: false },
  },
});

const valuesPerMessage = 100;
const offeredPerSecond = 40_000;
/** 15 s of it are 600,000 values: what 10,000 points sampled each minute send in an hour. 3600 says whether memory stays flat. */
const offeredSeconds = Number(options.seconds);
/** Looks at memory and handles under the offered load. */
const looks = 6;
const saturationSeconds = 8;
const warmUpSeconds = 4;
/** Enough that the server never waits for the generator. */
const messagesInFlight = 512;

interface Phase {
  load: LoadResult;
  serverCores: number;
  databaseCores: number;
}

interface Case {
  points: number;
  gateways: number;
  idle: Memory;
  offered: Phase;
  afterOffered: Memory;
  /** Under the offered load, at equal distances. */
  flat: readonly { memory: Memory; handles: number }[];
  saturated: Phase;
  afterSaturation: Memory;
  alarms: number;
  acknowledged: number;
  stored: number;
}

async function measure(points: number): Promise<Case> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wp-bench-'));
  const log = { info: () => undefined, warn: () => undefined, error: console.error };
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), log });
  const database = openDatabase(postgres.url, silentLog);
  const stops: (() => unknown)[] = [];
  try {
    await migrate(database.pool);
    const gateways = points / valuesPerMessage;
    const fleet = await insertFleet(database, { gateways, pointsPerGateway: valuesPerMessage });
    await insertLimits(database, fleet);
    const mqttPort = await freePort();
    const server = await startServer(
      { dataDir: folder, httpPort: 0, mqttPort, databaseUrl: postgres.url },
      options.profile ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${path.join(tmpdir(), 'wp-profile')}` } : {},
    );
    stops.push(server.stop);
    const load = await startLoad({
      port: mqttPort,
      gateways: fleet.gateways,
      valuesPerMessage,
      excursionKey: `p${undelayedPlace}`,
    });
    stops.push(load.stop);

    const phase = async (order: Parameters<typeof load.run>[0]): Promise<Phase> => {
      const before = { server: cpuMsOf(server.pid), database: familyCpuMsOf(postgres.pid!) };
      const result = await load.run(order);
      return {
        load: result,
        serverCores: (cpuMsOf(server.pid) - before.server) / result.elapsedMs,
        databaseCores: (familyCpuMsOf(postgres.pid!) - before.database) / result.elapsedMs,
      };
    };
    const offer = (seconds: number) =>
      phase({ type: 'offer', messagesPerSecond: offeredPerSecond / valuesPerMessage, seconds });
    const idle = memoryOf(server.pid);
    const warmUp = await offer(warmUpSeconds);
    const flat: { memory: Memory; handles: number }[] = [];
    const look = () => flat.push({ memory: memoryOf(server.pid), handles: handlesOf(server.pid) });
    const looking = setInterval(look, (offeredSeconds * 1000) / (looks + 1));
    const offered = await offer(offeredSeconds);
    clearInterval(looking);
    const afterOffered = memoryOf(server.pid);
    const saturated = await phase({ type: 'saturate', messagesInFlight, seconds: saturationSeconds });
    const afterSaturation = memoryOf(server.pid);

    for (const stop of stops.splice(0).reverse()) await stop();
    const { rows } = await database.pool.query<{ count: number }>('SELECT count(*) FROM alarm');
    return {
      points,
      gateways,
      idle,
      offered,
      afterOffered,
      flat: flat.slice(0, looks),
      saturated,
      afterSaturation,
      alarms: rows[0]!.count,
      acknowledged: warmUp.load.values + offered.load.values + saturated.load.values,
      stored: await storedSamples(
        database.pool,
        fleet.gateways.flatMap(({ pointIds }) => pointIds),
      ),
    };
  } catch (error) {
    console.error(
      `The server said last:\n${readFileSync(serverLogFile(folder), 'utf8').split('\n').slice(-20).join('\n')}`,
    );
    throw error;
  } finally {
    for (const stop of stops.reverse()) await stop();
    await database.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const cases = await measureEach(options.points, measure);
const row = rowsAbout(cases);
const cores = (n: number): string => n.toFixed(2);
const perSecond = ({ load }: Phase): string => count((load.values / load.elapsedMs) * 1000);
const latency = ({ load }: Phase, share: number): string => ms(quantile(load.latenciesMs, share));
const memory = ({ residentMb }: Memory): string => `${count(residentMb)} MB`;
const generatorCores = ({ load }: Phase): string => cores(load.cpuMs / load.elapsedMs);

console.log(
  `MQTT QoS 1: published, committed, acknowledged; ${valuesPerMessage} values a message, all processes on this machine\n`,
);
printTable([
  row('points', ({ points }) => count(points), 'target'),
  row('gateways (bare MQTT frames)', ({ gateways }) => count(gateways)),
  [],
  row(`offered ${count(offeredPerSecond)} values/s: acknowledged /s`, ({ offered }) => perSecond(offered)),
  row('  PUBACK after, p50', ({ offered }) => latency(offered, 0.5), '≤ 20 ms'),
  row('  PUBACK after, p99', ({ offered }) => latency(offered, 0.99)),
  row('  cores: server', ({ offered }) => cores(offered.serverCores)),
  row('  cores: PostgreSQL', ({ offered }) => cores(offered.databaseCores)),
  row('  cores: generator', ({ offered }) => generatorCores(offered)),
  [],
  row('saturated: acknowledged values/s', ({ saturated }) => perSecond(saturated), '≥ 500,000'),
  // What the machine's other work leaves us differs from run to run; this does not.
  row('  for each second of a core that the server got', ({ saturated }) =>
    count(((saturated.load.values / saturated.load.elapsedMs) * 1000) / saturated.serverCores),
  ),
  row('  PUBACK after, p50', ({ saturated }) => latency(saturated, 0.5)),
  row('  PUBACK after, p99', ({ saturated }) => latency(saturated, 0.99)),
  row('  cores: server', ({ saturated }) => cores(saturated.serverCores)),
  row('  cores: PostgreSQL', ({ saturated }) => cores(saturated.databaseCores)),
  row('  cores: generator', ({ saturated }) => generatorCores(saturated)),
  [],
  row('server memory: started, nothing heard yet', ({ idle }) => memory(idle)),
  row(`  under the offered load, ${looks} looks`, ({ flat }) =>
    flat.map(({ memory: { residentMb } }) => count(residentMb)).join(' '),
  ),
  row('  handles at these', ({ flat }) => flat.map(({ handles }) => count(handles)).join(' ')),
  row('  after the offered load', ({ afterOffered }) => memory(afterOffered), '≤ 350 MB at 10,000 points'),
  row('  after saturation', ({ afterSaturation }) => memory(afterSaturation)),
  row('  highest', ({ afterSaturation }) => `${count(afterSaturation.peakMb)} MB`),
  [],
  row('alarms raised under way', ({ alarms }) => count(alarms)),
  row('values acknowledged', ({ acknowledged }) => count(acknowledged)),
  row('values stored', ({ stored }) => count(stored), 'all'),
]);
if (cases.some(({ stored, acknowledged }) => stored !== acknowledged)) {
  console.error('\nWhat was acknowledged is not what is stored.');
  process.exitCode = 1;
}
