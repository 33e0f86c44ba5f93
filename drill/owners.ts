/**
 * Two servers on one database, a load balancer in front: kills the one that owns it, lets it sleep (SIGSTOP) for longer than
 * its lease while the other takes over, wakes it, stops it in order, lets it sleep for less than the lease. Under load, with
 * messages on their way into the one that sleeps. At the end every acknowledged value and every alarm is asked for and
 * compared with what was sent, as in `kill`.
 *
 * `npm run drill -- owners [--times 30] [--seed 1]`; it ends with code 1 when a promise was broken.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort, serverLogFile } from '../bench/rig/serverProcess.ts';
import { printTable, quantile } from '../bench/rig/table.ts';
import { ViewerClient } from '../bench/rig/ViewerClient.ts';
import { openDatabase } from '../packages/server/src/platform/db/database.ts';
import { startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { leaseMs } from '../packages/server/src/platform/db/ownership.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';
import { insertDoorFleet, isDoneUntil, measureEveryMs, measureOnce, openDoorField, until } from './rig/doorField.ts';
import { Balancer, keepAsking, PairServer } from './rig/Pair.ts';
import { loadOf, readAlarms, reconcile, rowsOfChecks, violationsOf } from './rig/reconcile.ts';
import { seededRandom } from './rig/seededRandom.ts';

const { values: options } = parseArgs({
  options: {
    times: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
  },
});
const times = Number(options.times);
const { random, between } = seededRandom(Number(options.seed));
/** What is promised. A machine that is busy with other things may break it. */
const takeoverWithinMs = 10_000;
/** A server that starts on a busy machine, and then all that gateways stored. */
const recoveryPatienceMs = 120_000;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

const folder = mkdtempSync(path.join(tmpdir(), 'wp-owners-'));
const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), log: silent });
const database = openDatabase(postgres.url, silentLog);
const violations: string[] = [];

const aServer = async (name: string): Promise<PairServer> =>
  new PairServer({
    dataDir: path.join(folder, name),
    httpPort: await freePort(),
    mqttPort: await freePort(),
    databaseUrl: postgres.url,
  });
const servers = [await aServer('a'), await aServer('b')];
const mqttPort = ({ place }: PairServer): number => place.mqttPort;
const balancers = [new Balancer(servers, mqttPort, true), new Balancer(servers, mqttPort, false)];
const [cutting, keeping] = [await balancers[0]!.listen(), await balancers[1]!.listen()];

const owner = (): PairServer | undefined => servers.find(({ isReady }) => isReady);
const other = (server: PairServer): PairServer => servers.find((candidate) => candidate !== server)!;

/** Each does something to the owner; answers which servers may own the database next, when they may begin to take over. */
const blows: Record<string, (server: PairServer) => Promise<{ takeOver: PairServer[]; end(): Promise<void> }>> = {
  'the owner, killed': async (server) => {
    await server.restart('SIGKILL');
    // One that is up again before its lease has ended may be the first to ask for the next.
    return { takeOver: servers, end: async () => {} };
  },
  'the owner, asleep until another has taken over': async (server) => {
    server.signal('SIGSTOP');
    return {
      takeOver: [other(server)],
      end: async () => {
        await pause(between(0, 3_000));
        server.signal('SIGCONT');
      },
    };
  },
  'the owner, asleep for about its lease': async (server) => {
    server.signal('SIGSTOP');
    await pause(leaseMs + between(-500, 1_500));
    server.signal('SIGCONT');
    return { takeOver: [], end: async () => {} };
  },
  'the owner, asleep for less than its lease': async (server) => {
    server.signal('SIGSTOP');
    await pause(between(500, leaseMs - 1_500));
    server.signal('SIGCONT');
    return { takeOver: [], end: async () => {} };
  },
  'the owner, stopped in order': async (server) => {
    await server.restart('SIGTERM');
    return { takeOver: servers, end: async () => {} };
  },
};

interface Round {
  name: string;
  takeoverMs: number | null;
  caughtUpMs: number;
}

async function strike(name: string, field: ReturnType<typeof openDoorField>): Promise<Round> {
  await until(() => owner() !== undefined, recoveryPatienceMs, 'an owner');
  const struck = owner()!;
  // One that stands by must be there to take over.
  await until(() => standsBy.has(other(struck)), recoveryPatienceMs, 'a server that stands by');
  const struckAt = Date.now();
  const { takeOver, end } = await blows[name]!(struck);
  let takeoverMs: number | null = null;
  if (takeOver.length > 0) {
    await until(() => takeOver.some(({ isReady }) => isReady), recoveryPatienceMs, `takeover after ${name}`);
    takeoverMs = Date.now() - struckAt;
  }
  await end();
  const backAt = Date.now();
  await until(() => owner() !== undefined && isDoneUntil(field, backAt), recoveryPatienceMs, `recovery after ${name}`);
  if (takeoverMs !== null && takeoverMs > takeoverWithinMs)
    violations.push(`After “${name}” another server took over only after ${(takeoverMs / 1000).toFixed(1)} s.`);
  return { name, takeoverMs, caughtUpMs: Date.now() - struckAt };
}

/** Those that answer and are not ready. */
const standsBy = new Set<PairServer>();
const asking = new AbortController();
async function watchStandby(): Promise<void> {
  while (!asking.signal.aborted) {
    for (const server of servers) {
      const reply = await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
      const said = reply?.status === 503 ? ((await reply.json()) as { ownership?: string }).ownership : undefined;
      if (said?.startsWith('another server works on this database')) standsBy.add(server);
      else standsBy.delete(server);
    }
    await pause(200);
  }
}

async function drill(): Promise<void> {
  await migrate(database.pool);
  const fleet = await insertDoorFleet(database);
  for (const server of servers) server.start();
  const watching = [keepAsking(servers, balancers, asking.signal), watchStandby()];
  const field = openDoorField(fleet, (gateway) => (gateway % 2 === 0 ? cutting : keeping), random);
  for (const gateway of field.gateways) gateway.start();
  const measuring = setInterval(() => measureOnce(field), measureEveryMs);
  const rounds: Round[] = [];
  try {
    await until(
      () => field.gateways.every(({ acknowledged }) => acknowledged > 0),
      recoveryPatienceMs,
      'first answers',
    );
    const names = Object.keys(blows);
    for (let round = 0; round < times; round++) {
      await pause(between(400, 2_000));
      const done = await strike(names[round % names.length]!, field);
      rounds.push(done);
      const takeover = done.takeoverMs === null ? '' : `taken over after ${(done.takeoverMs / 1000).toFixed(1)} s, `;
      console.log(
        `${String(round + 1).padStart(3)}: ${done.name.padEnd(48)} ${takeover}all caught up after ${(done.caughtUpMs / 1000).toFixed(1)} s`,
      );
    }
    for (const door of field.doors.flat()) door.shut();
    measureOnce(field);
  } finally {
    clearInterval(measuring);
  }
  const lastAt = Math.max(...field.gateways.map(({ measurements }) => measurements.at(-1)!.measuredAt));
  await until(
    () => owner() !== undefined && isDoneUntil(field, lastAt),
    recoveryPatienceMs,
    'the last acknowledgements',
  );
  const viewer = await ViewerClient.signIn({ url: owner()!.url, companyId: fleet.companyId, ...fleet.viewer });
  const checksWith = await reconcile(field, fleet, viewer);
  for (const gateway of field.gateways) await gateway.stop();
  asking.abort();
  await Promise.all(watching);
  const { rows } = await database.pool.query<{ epoch: number }>('SELECT epoch FROM ownership WHERE part = 0');
  const checks = checksWith(await readAlarms(database));
  console.log(`\n${loadOf(field)}; the database changed its owner ${rows[0]!.epoch} times\n`);
  const seconds = (ms: readonly number[], share: number): string =>
    ms.length === 0 ? '' : `${(quantile(ms, share) / 1000).toFixed(1)} s`;
  const ended = servers.reduce((sum, { endedByItself }) => sum + endedByItself, 0);
  printTable([
    ['struck', 'times', 'taken over, median', 'longest', 'all caught up, median', 'longest'],
    ...Object.keys(blows).map((name) => {
      const mine = rounds.filter((round) => round.name === name);
      const takeovers = mine.flatMap(({ takeoverMs }) => takeoverMs ?? []);
      const caughtUp = mine.map(({ caughtUpMs }) => caughtUpMs);
      return [
        name,
        String(mine.length),
        seconds(takeovers, 0.5),
        seconds(takeovers, 1),
        seconds(caughtUp, 0.5),
        seconds(caughtUp, 1),
      ];
    }),
    [],
    ...rowsOfChecks(checks).map((row) => [...row, '']),
    ['servers that ended although nobody killed them', '0', String(ended), String(ended), '', ''],
  ]);
  violations.push(...violationsOf(checks));
  if (ended > 0) violations.push('A server ended although nobody killed it: one that has slept stands by.');
}

try {
  await drill();
} catch (error) {
  violations.push(`The drill could not be finished: ${(error as Error).message}`);
} finally {
  asking.abort();
  for (const server of servers) {
    // A signal waits for one that sleeps.
    server.signal('SIGCONT');
    await server.end(violations.length === 0 ? 'SIGTERM' : 'SIGKILL');
  }
  for (const balancer of balancers) balancer.close();
  await database.close();
  await postgres.stop();
}
if (violations.length === 0) {
  rmSync(folder, { recursive: true, force: true });
  console.log(
    `\nHeld: ${times} blows, nothing acknowledged was lost or kept twice, no alarm and no message is missing or there twice.`,
  );
} else {
  console.log(
    `\nBROKEN (seed ${options.seed}; logs in ${servers.map(({ place }) => serverLogFile(place.dataDir)).join(', ')}):`,
  );
  for (const violation of violations) console.log(`  ${violation}`);
}
process.exit(violations.length === 0 ? 0 : 1);
