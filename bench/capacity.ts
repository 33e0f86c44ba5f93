/**
 * What one machine carries: idle gateways, browsers that watch, and points.
 *
 * The real server runs in a process of its own on a throwaway PostgreSQL (fsync on); gateways and browsers run in others on the same
 * machine and take their share of it. Each part begins with an empty database.
 *
 * - `gateways`: so many MQTT gateways are connected, with four points each, and send one message a minute, evenly over the minute. The
 *   first minute is not measured, the second is. Where the system does not allow a process so many open files, as many as it allows.
 * - `browsers`: so many browsers, each with 200 points of 20 devices that change once a second: all with the same points, and each with
 *   its own.
 * - `points`: so many points, of 100 to a gateway, six in ten with limits: starts of the server, before a value came and after each
 *   point had some; values at one a minute of each point, and as many as it takes.
 *
 * `npm run bench -- capacity [--gateways 1000,10000,50000] [--browsers 100] [--points 1000000] [--only gateways] [--profile]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type LiveValue, realtimeTopics } from '@watchpost/contract';
import { type Database, openDatabase } from '../packages/server/src/platform/db/database.ts';
import { startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';
import { type Fleet, type FleetGateway, insertFleet, insertLimits } from './rig/fleet.ts';
import { type Load, startLoad } from './rig/load.ts';
import type { LoadResult } from './rig/loadGenerator.ts';
import { allowOpenFiles } from './rig/openFiles.ts';
import { cpuMsOf, familyCpuMsOf, type Memory, memoryOf } from './rig/processUsage.ts';
import { freePort, type RunningServer, startServer } from './rig/serverProcess.ts';
import { storedSamples } from './rig/storedSamples.ts';
import { count, ms, printTable, quantile, rowsAbout } from './rig/table.ts';
import { ViewerClient } from './rig/ViewerClient.ts';

const { values: options } = parseArgs({
  options: {
    gateways: { type: 'string', default: '1000,10000,50000' },
    browsers: { type: 'string', default: '100' },
    points: { type: 'string', default: '1000000' },
    only: { type: 'string', default: '' },
    profile: { type: 'boolean', default: false },
  },
});
const sizesOf = (text: string): number[] => text.split(',').map(Number);
const isWanted = (part: string): boolean => part.includes(options.only);

/** Of the files that a process may open, those that are no gateways: PostgreSQL, web files, logs. */
const filesBeside = 500;
/** One address of this machine has ports for 28,000 connections; fewer, so that a generator stays within its open files. */
const gatewaysOfGenerator = 10_000;
/** Longer than from signing in to the first message. */
const keepAliveSeconds = 300;

/** What a case runs on. */
interface Rig {
  database: Database;
  fleet: Fleet;
  /** The server, from its process's start until `/readyz` says 200; one at a time. */
  start(environment?: NodeJS.ProcessEnv): Promise<RunningServer & { startedMs: number }>;
  /** Connects gateways of the fleet, from as many addresses as they need. */
  connect(gateways: readonly FleetGateway[], valuesPerMessage: number): Promise<Generators>;
  /** Processor time that both use while something happens, in cores. */
  use<Result>(server: RunningServer, work: () => Promise<Result>): Promise<{ result: Result } & Cores>;
}

interface Cores {
  serverCores: number;
  databaseCores: number;
  elapsedMs: number;
}

interface Generators {
  /** All of their gateways together. */
  offer(messagesPerSecond: number, seconds: number): Promise<LoadResult>;
  saturate(messagesInFlight: number, seconds: number): Promise<LoadResult>;
}

/** On the way, for who waits; and for who ends it early. */
const say = (text: string): void => console.error(`  ${text}, load average ${load()}`);

async function onFleet<Result>(
  { gateways, pointsPerGateway }: { gateways: number; pointsPerGateway: number },
  measure: (rig: Rig) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wp-bench-capacity-'));
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const log = { info: () => undefined, warn: () => undefined, error: console.error };
    const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), log });
    stops.push(() => postgres.stop());
    const database = openDatabase(postgres.url, silentLog);
    stops.push(() => database.close());
    await migrate(database.pool);
    const fleet = await insertFleet(database, { gateways, pointsPerGateway });
    await insertLimits(database, fleet);
    await database.pool.query('ANALYZE');
    const [mqttPort, httpPort] = [await freePort(), await freePort()];
    const place = { dataDir: folder, httpPort, mqttPort, databaseUrl: postgres.url };
    const profile = options.profile && {
      NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${path.join(tmpdir(), 'wp-profile')}`,
    };
    return await measure({
      database,
      fleet,
      async start(environment = {}) {
        const startedAt = performance.now();
        const server = await startServer(place, { ...environment, ...profile });
        stops.push(server.stop);
        while (!(await fetch(`${server.url}/readyz`)).ok) await pause(10);
        const startedMs = performance.now() - startedAt;
        say(`started in ${seconds(startedMs)}, ${memory(memoryOf(server.pid))}`);
        return { ...server, startedMs };
      },
      async connect(some, valuesPerMessage) {
        const loads: Load[] = [];
        for (let first = 0; first < some.length; first += gatewaysOfGenerator) {
          const load = await startLoad({
            port: mqttPort,
            gateways: some.slice(first, first + gatewaysOfGenerator),
            valuesPerMessage,
            excursionKey: null,
            from: `127.0.1.${loads.length + 1}`,
            keepAliveSeconds,
          });
          loads.push(load);
          stops.push(load.stop);
        }
        const all = async (run: (load: Load, share: number) => Promise<LoadResult>) => {
          const shareOf = (place: number) =>
            Math.min(gatewaysOfGenerator, some.length - place * gatewaysOfGenerator) / some.length;
          return together(await Promise.all(loads.map((load, i) => run(load, shareOf(i)))));
        };
        return {
          offer: (messagesPerSecond, seconds) =>
            all((load, share) => load.run({ type: 'offer', messagesPerSecond: messagesPerSecond * share, seconds })),
          saturate: (messagesInFlight, seconds) =>
            all((load, share) =>
              load.run({
                type: 'saturate',
                messagesInFlight: Math.ceil(messagesInFlight * share),
                seconds,
                inTurn: true,
              }),
            ),
        };
      },
      async use(server, work) {
        const [serverMs, databaseMs] = [cpuMsOf(server.pid), familyCpuMsOf(postgres.pid!)];
        const startedAt = performance.now();
        const result = await work();
        const elapsedMs = performance.now() - startedAt;
        const serverCores = (cpuMsOf(server.pid) - serverMs) / elapsedMs;
        const databaseCores = (familyCpuMsOf(postgres.pid!) - databaseMs) / elapsedMs;
        say(`${seconds(elapsedMs)} at ${cores(serverCores)} cores, ${memory(memoryOf(server.pid))}`);
        return { result, elapsedMs, serverCores, databaseCores };
      },
    });
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

const together = (results: readonly LoadResult[]): LoadResult => ({
  messages: results.reduce((sum, { messages }) => sum + messages, 0),
  values: results.reduce((sum, { values }) => sum + values, 0),
  elapsedMs: Math.max(...results.map(({ elapsedMs }) => elapsedMs)),
  latenciesMs: results.flatMap(({ latenciesMs }) => latenciesMs),
  cpuMs: results.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
});

const load = (): string => loadavg()[0]!.toFixed(1);
const cores = (n: number): string => n.toFixed(2);
const memory = ({ residentMb }: Memory): string => `${count(residentMb)} MB`;
const seconds = (elapsedMs: number): string => `${(elapsedMs / 1000).toFixed(1)} s`;

/** Gateways that are connected and say next to nothing. */
async function idleGateways(wanted: number) {
  const openFiles = allowOpenFiles(wanted + filesBeside);
  const gateways = Math.min(wanted, openFiles - filesBeside);
  if (gateways < wanted)
    console.error(`This system allows a process ${count(openFiles)} open files: ${count(gateways)} gateways instead.`);
  const valuesPerMessage = 4;
  const minute = 60;
  const loadBefore = load();
  return onFleet({ gateways, pointsPerGateway: valuesPerMessage }, async (rig) => {
    const server = await rig.start({ MQTT_CONNECTIONS: String(gateways) });
    const before = memoryOf(server.pid);
    const connecting = await rig.use(server, () => rig.connect(rig.fleet.gateways, valuesPerMessage));
    const connected = memoryOf(server.pid);
    const offer = () => connecting.result.offer(gateways / minute, minute);
    const first = await offer();
    const measured = await rig.use(server, offer);
    const after = memoryOf(server.pid);
    await server.stop();
    const stored = await storedSamples(
      rig.database.pool,
      rig.fleet.gateways.flatMap(({ pointIds }) => pointIds),
    );
    return {
      ...{ wanted, gateways, openFiles, startedMs: server.startedMs, connecting, before, connected, measured, after },
      ...{ loads: `${loadBefore}, ${load()}`, stored, acknowledged: first.values + measured.result.values },
    };
  });
}

/** Browsers that watch points which change all the time. */
async function watchingBrowsers(browsers: number, haveTheirOwn: boolean) {
  const devicesOfBrowser = 20;
  const valuesPerMessage = 10;
  const warmUpSeconds = 10;
  const measuredSeconds = 60;
  const gateways = haveTheirOwn ? browsers * devicesOfBrowser : devicesOfBrowser;
  const loadBefore = load();
  return onFleet({ gateways, pointsPerGateway: valuesPerMessage }, async (rig) => {
    const { companyId, projectId, viewer } = rig.fleet;
    const server = await rig.start();
    const generators = await rig.connect(rig.fleet.gateways, valuesPerMessage);
    await generators.offer(gateways, warmUpSeconds);
    const unwatched = await rig.use(server, () => generators.offer(gateways, measuredSeconds / 2));
    const before = memoryOf(server.pid);

    const person = await ViewerClient.signIn({ url: server.url, companyId, ...viewer });
    let latenciesMs: number[] = [];
    const ends: { end(): Promise<void> }[] = [];
    for (let browser = 0; browser < browsers; browser++) {
      const own = rig.fleet.gateways.slice(browser * devicesOfBrowser, (browser + 1) * devicesOfBrowser);
      const devices: (number | '+')[] = haveTheirOwn ? own.map(({ deviceId }) => deviceId) : ['+'];
      // What a page with live values listens to.
      const topics = [
        ...devices.flatMap((device) => [
          realtimeTopics.deviceValues.topic(projectId, device),
          realtimeTopics.deviceLines.topic(projectId, device),
          realtimeTopics.devicePending.topic(projectId, device, '+'),
        ]),
        realtimeTopics.userPushes.topic(viewer.userId),
      ];
      ends.push(
        await person.listen(topics, (topic, payload) => {
          if (!topic.endsWith('/values')) return;
          const [first] = (payload as { values: LiveValue[] }).values;
          latenciesMs.push(Date.now() - first![3]);
        }),
      );
    }
    await generators.offer(gateways, warmUpSeconds);
    await pause(500);
    latenciesMs = [];
    const ownCpu = process.cpuUsage();
    const watched = await rig.use(server, () => generators.offer(gateways, measuredSeconds));
    await pause(500);
    const { user, system } = process.cpuUsage(ownCpu);
    const after = memoryOf(server.pid);
    for (const { end } of ends) await end();
    return {
      ...{ browsers, haveTheirOwn, unwatched, watched, before, after, latenciesMs },
      browserCores: (user + system) / 1000 / watched.elapsedMs,
      expected: browsers * devicesOfBrowser * measuredSeconds,
      loads: `${loadBefore}, ${load()}`,
    };
  });
}

/** Very many points in all that memory keeps of them. */
async function manyPoints(points: number) {
  const pointsPerGateway = 100;
  const minute = 60;
  const gateways = points / pointsPerGateway;
  const loadBefore = load();
  allowOpenFiles(gateways + filesBeside);
  return onFleet({ gateways, pointsPerGateway }, async (rig) => {
    const environment = { MQTT_CONNECTIONS: String(gateways) };
    const server = await rig.start(environment);
    const started = memoryOf(server.pid);
    const generators = await rig.connect(rig.fleet.gateways, pointsPerGateway);
    const connected = memoryOf(server.pid);
    const offered = await rig.use(server, () => generators.offer(gateways / minute, minute));
    const afterMinute = memoryOf(server.pid);
    const saturated = await rig.use(server, () => generators.saturate(512, 10));
    const afterAll = memoryOf(server.pid);
    await server.stop();
    const again = await rig.start(environment);
    const restarted = memoryOf(again.pid);
    await again.stop();
    const stored = await storedSamples(
      rig.database.pool,
      rig.fleet.gateways.flatMap(({ pointIds }) => pointIds),
    );
    return {
      ...{ points, gateways, server, started, connected, offered, afterMinute, saturated, afterAll, again, restarted },
      ...{ loads: `${loadBefore}, ${load()}`, stored, acknowledged: offered.result.values + saturated.result.values },
    };
  });
}

const latency = ({ result }: { result: LoadResult }, share: number): string => ms(quantile(result.latenciesMs, share));

if (isWanted('gateways')) {
  const cases: Awaited<ReturnType<typeof idleGateways>>[] = [];
  for (const size of sizesOf(options.gateways)) {
    console.error(`${count(size)} gateways …`);
    cases.push(await idleGateways(size));
  }
  const row = rowsAbout(cases);
  console.log('\nMQTT gateways that are connected, with four points each and one message a minute\n');
  printTable([
    row('gateways', ({ gateways, wanted }) => `${count(gateways)}${gateways < wanted ? ` of ${count(wanted)}` : ''}`),
    row('  open files that the system allows a process', ({ openFiles }) => count(openFiles)),
    row('server: from its start to /readyz', ({ startedMs }) => seconds(startedMs)),
    row('all signed in, after', ({ connecting }) => seconds(connecting.elapsedMs)),
    [],
    row('server memory: started, nobody connected', ({ before }) => memory(before)),
    row('  all connected', ({ connected }) => memory(connected)),
    row('  after two minutes', ({ after }) => memory(after)),
    row('  for each connection then', ({ before, after, gateways }) => {
      return `${(((after.residentMb - before.residentMb) * 1000) / gateways).toFixed(1)} KB`;
    }),
    row('  highest', ({ after }) => `${count(after.peakMb)} MB`),
    [],
    row('messages/s', ({ measured: { result } }) => count((result.messages / result.elapsedMs) * 1000)),
    row('  cores: server', ({ measured }) => cores(measured.serverCores)),
    row('  cores: PostgreSQL', ({ measured }) => cores(measured.databaseCores)),
    row('  cores: generator', ({ measured: { result } }) => cores(result.cpuMs / result.elapsedMs)),
    row('  PUBACK after, p50', ({ measured }) => latency(measured, 0.5)),
    row('  PUBACK after, p99', ({ measured }) => latency(measured, 0.99)),
    [],
    row('values acknowledged', ({ acknowledged }) => count(acknowledged)),
    row('values stored', ({ stored }) => count(stored), 'all'),
    row('load average of the machine, before and after', ({ loads }) => loads),
  ]);
}

if (isWanted('browsers')) {
  const cases: Awaited<ReturnType<typeof watchingBrowsers>>[] = [];
  for (const size of sizesOf(options.browsers))
    for (const haveTheirOwn of [false, true]) {
      console.error(`${count(size)} browsers, ${haveTheirOwn ? 'each with its own points' : 'all with the same'} …`);
      cases.push(await watchingBrowsers(size, haveTheirOwn));
    }
  const row = rowsAbout(cases);
  console.log('\nBrowsers with 200 points of 20 devices each, which change once a second\n');
  printTable([
    row('browsers', ({ browsers }) => count(browsers), 'target'),
    row('  points', ({ haveTheirOwn }) => (haveTheirOwn ? 'its own' : 'the same')),
    row('messages that gateways send/s', ({ watched: { result } }) =>
      count((result.messages / result.elapsedMs) * 1000),
    ),
    row('messages that browsers get/s', ({ latenciesMs, watched }) =>
      count((latenciesMs.length / watched.elapsedMs) * 1000),
    ),
    row(
      '  of those expected',
      ({ latenciesMs, expected }) => `${((latenciesMs.length / expected) * 100).toFixed(1)} %`,
    ),
    row('cores: server, nobody watches', ({ unwatched }) => cores(unwatched.serverCores)),
    row('  server, all watch', ({ watched }) => cores(watched.serverCores)),
    row(
      '  for the browsers',
      ({ unwatched, watched }) => cores(watched.serverCores - unwatched.serverCores),
      '≤ 0.30 of 100',
    ),
    row('  PostgreSQL', ({ watched }) => cores(watched.databaseCores)),
    row('  browsers', ({ browserCores }) => cores(browserCores)),
    row('server memory: nobody watches', ({ before }) => memory(before)),
    row('  all watch', ({ after }) => memory(after)),
    row('from the gateway to the browser, p50', ({ latenciesMs }) => ms(quantile(latenciesMs, 0.5))),
    row('  p99', ({ latenciesMs }) => ms(quantile(latenciesMs, 0.99))),
    row('load average of the machine, before and after', ({ loads }) => loads),
  ]);
}

if (isWanted('points')) {
  const cases: Awaited<ReturnType<typeof manyPoints>>[] = [];
  for (const size of sizesOf(options.points)) {
    console.error(`${count(size)} points …`);
    cases.push(await manyPoints(size));
  }
  const row = rowsAbout(cases);
  const perSecond = ({ values, elapsedMs }: LoadResult): string => count((values / elapsedMs) * 1000);
  console.log('\nVery many points, six in ten with limits\n');
  printTable([
    row('points', ({ points }) => count(points), 'target'),
    row('gateways', ({ gateways }) => count(gateways)),
    row('first start, to /readyz', ({ server }) => seconds(server.startedMs), '≤ 30 s'),
    row('start with a value of each point, to /readyz', ({ again }) => seconds(again.startedMs), '≤ 30 s'),
    [],
    row('server memory: started', ({ started }) => memory(started)),
    row('  all gateways connected', ({ connected }) => memory(connected)),
    row('  after a minute', ({ afterMinute }) => memory(afterMinute)),
    row('  after saturation', ({ afterAll }) => memory(afterAll)),
    row('  highest', ({ afterAll }) => `${count(afterAll.peakMb)} MB`),
    row('  started again', ({ restarted }) => memory(restarted)),
    [],
    row('one value a minute of each point: acknowledged/s', ({ offered }) => perSecond(offered.result)),
    row('  PUBACK after, p50', ({ offered }) => latency(offered, 0.5)),
    row('  PUBACK after, p99', ({ offered }) => latency(offered, 0.99)),
    row('  cores: server', ({ offered }) => cores(offered.serverCores)),
    row('  cores: PostgreSQL', ({ offered }) => cores(offered.databaseCores)),
    row('saturated: acknowledged values/s', ({ saturated }) => perSecond(saturated.result)),
    row('  cores: server', ({ saturated }) => cores(saturated.serverCores)),
    row('  cores: PostgreSQL', ({ saturated }) => cores(saturated.databaseCores)),
    [],
    row('values acknowledged', ({ acknowledged }) => count(acknowledged)),
    row('values stored', ({ stored }) => count(stored), 'all'),
    row('load average of the machine, before and after', ({ loads }) => loads),
  ]);
}
