/**
 * `npm start`: the whole product on this machine until Ctrl-C. Checks everything that can be wrong first, then builds the
 * web pages when they are stale, starts the server (which brings its own PostgreSQL) and, for the demo, the simulator.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { finishPutInPlace } from '../packages/server/src/backup/putInPlace.ts';
import { type Config, ConfigError, loadConfig, projectRoot } from '../packages/server/src/config.ts';
import { endOrphan } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { FolderInUse, lockFolder } from '../packages/server/src/platform/folderLock.ts';
import { checkPorts } from './start/checkPorts.ts';
import { firstAdmin, NoFirstAdmin } from './start/firstAdmin.ts';
import { howItEnded } from './start/howItEnded.ts';
import { type DemoLogin, loginTable } from './start/loginTable.ts';
import { makeLogFolder } from './start/makeLogFolder.ts';
import { ProcessLog } from './start/ProcessLog.ts';
import { Service, type ServiceExit } from './start/Service.ts';
import { serverStopMs, simulatorStopMs } from './start/stopMs.ts';
import { buildWebIfStale, WebBuildError } from './webBuild.ts';

const USAGE = `npm start                starts Watchpost with the demo company
npm start -- --empty     starts without it; the first start asks for the first administrator

Settings come from the environment or the file .env; .env.example lists them.`;

/** A Ctrl-C reaches us from the terminal and once more from npm; only one that comes later is meant as "at once". */
const SAME_KEYSTROKE_MS = 1_000;
const SIMULATOR_RESTART_MS = 5_000;

/** What the server tells by `process.send`. */
interface ServerMessage {
  progress?: string;
  ready?: boolean;
  address?: string;
}

/** Something the person can mend; its message is all that is printed. */
class CannotStart extends Error {}

let stopRequested: (() => void) | null = null;
const stopAsked = new Promise<void>((resolve) => {
  stopRequested = resolve;
});
let server: Service | null = null;
let simulator: Service | null = null;
let firstSignalAt: number | null = null;
let unlock = () => {};
let lastProgress = '';
let clusterDir: string | null = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
// A closed terminal or pipe is no reason to die without stopping the database.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  tell(error.message);
  process.exitCode = 1;
} finally {
  unlock();
}

async function run(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  const unknown = args.find((arg) => arg !== '--empty');
  if (unknown !== undefined) throw new CannotStart(`npm start does not know ${unknown}.\n\n${USAGE}`);

  const config = readSettings(args.includes('--empty'));
  takeFolder(config.dataDir);
  if (finishPutInPlace(config.dataDir))
    progress('A restore that was cut off while it moved its files is finished now.');
  clusterDir = path.join(config.dataDir, 'postgres');
  const ports = await checkPorts(config, config.demo);
  if (ports.length > 0) throw new CannotStart(ports.join('\n'));
  const admin = config.demo ? config.admin : await askFirstAdmin(config);
  await buildWeb();

  const logs = path.join(config.dataDir, 'logs');
  const serverLog = new ProcessLog('server', path.join(logs, 'server.log'), tell);
  progress('Starting the server …');
  const environment = {
    DEMO: config.demo ? 'on' : 'off',
    ...(admin ? { ADMIN_ACCOUNT: admin.account, ADMIN_PASSWORD: admin.password } : {}),
  };
  const ready = Promise.withResolvers<ServerMessage>();
  server = new Service('packages/server/src/main.ts', environment, serverLog, (message) => {
    const news = message as ServerMessage;
    if (typeof news.progress === 'string') progress(news.progress);
    if (news.ready === true) ready.resolve(news);
  });
  const first = await Promise.race([ready.promise, stopAsked.then(() => 'stop' as const), server.ended]);
  if (first === 'stop') return stopAll(0);
  if ('signal' in first) return serverDied(serverLog, first, 'before it was ready');

  if (config.demo) keepSimulator(config, new ProcessLog('simulator', path.join(logs, 'simulator.log'), tell));
  announce(config, first, serverLog);
  const last = await Promise.race([stopAsked.then(() => 'stop' as const), server.ended]);
  return last === 'stop' ? stopAll(0) : serverDied(serverLog, last, 'unexpectedly');
}

function readSettings(empty: boolean): Config {
  try {
    return loadConfig(empty ? { environment: { ...process.env, DEMO: 'off' } } : {});
  } catch (error) {
    if (error instanceof ConfigError) throw new CannotStart(error.message);
    throw error;
  }
}

function takeFolder(dataDir: string): void {
  try {
    makeLogFolder(dataDir);
    unlock = lockFolder(path.join(dataDir, 'watchpost.lock'));
  } catch (error) {
    if (error instanceof FolderInUse) {
      throw new CannotStart(
        `Watchpost already runs on the folder ${dataDir} (process ${error.pid}): stop that one first, or set DATA_DIR to another folder.`,
      );
    }
    const code = (error as NodeJS.ErrnoException).code;
    const why =
      code === 'ENOSPC' ? 'its disk is full' : code === 'EROFS' ? 'it is read-only' : `the system says ${code}`;
    throw new CannotStart(
      `The folder ${dataDir} cannot be written (${why}): make it writable, or set DATA_DIR to another folder.`,
    );
  }
}

async function askFirstAdmin(config: Config): Promise<Config['admin']> {
  try {
    return await firstAdmin(config);
  } catch (error) {
    if (error instanceof NoFirstAdmin) throw new CannotStart(error.message);
    throw error;
  }
}

async function buildWeb(): Promise<void> {
  try {
    await buildWebIfStale(() => progress('Building the web pages …'));
  } catch (error) {
    if (error instanceof WebBuildError) throw new CannotStart(error.message);
    throw error;
  }
}

function serverDied(log: ProcessLog, exit: ServiceExit, when: string): Promise<number> {
  tell(`The server ended ${when}: it ${howItEnded(exit, log.lastError)}.`);
  tell(`Its log is ${shortPath(log.file)}. What it had stored is kept: npm start starts it again.`);
  return stopAll(1);
}

/** Starts the simulator, again whenever it ends: without it the demo's values stand still. */
function keepSimulator(config: Config, log: ProcessLog): void {
  const credentials = path.join(config.dataDir, 'demo-gateways.json');
  // The database was filled by somebody else, so there is no demo to keep alive.
  if (!existsSync(credentials)) return;
  const host = config.listen === '0.0.0.0' ? '127.0.0.1' : config.listen === '::' ? '::1' : config.listen;
  const authority = host.includes(':') ? `[${host}]` : host;
  const environment: NodeJS.ProcessEnv = {
    GATEWAY_CREDENTIALS: credentials,
    DTU_HOST: host,
    LOG_LEVEL: config.logLevel,
  };
  if (config.dtuPort !== null) environment.DTU_PORT = String(config.dtuPort);
  if (config.mqttPort !== null)
    environment.MQTT_URL = `${config.tls ? 'mqtts' : 'mqtt'}://${authority}:${config.mqttPort}`;
  // The certificate may be one that only its owner trusts.
  if (config.tls) environment.NODE_EXTRA_CA_CERTS = config.tls.certFile;
  if (config.modbusTcpPort !== null) environment.MODBUS_TCP_PORT = String(config.modbusTcpPort);
  if (config.simPort !== null) environment.SIM_PORT = String(config.simPort);
  const launch = () => {
    const running = new Service('packages/simulator/src/main.ts', environment, log, () => {});
    simulator = running;
    void running.ended.then((exit) => {
      if (firstSignalAt !== null || simulator !== running) return;
      tell(
        `The simulator ${howItEnded(exit, log.lastError)}. The demo's values stand still until it is started again.`,
      );
      setTimeout(() => simulator === running && launch(), SIMULATOR_RESTART_MS).unref();
    });
  };
  launch();
}

function announce(config: Config, { address }: ServerMessage, log: ProcessLog): void {
  const lines = ['', `Watchpost 哨站 is ready: ${address}`];
  const loginsFile = path.join(config.dataDir, 'demo-logins.json');
  const logins = config.demo ? readLogins(loginsFile) : [];
  if (logins.length > 0) {
    lines.push('', 'Log in as', ...loginTable(logins), `These are kept in ${shortPath(loginsFile)}.`);
  }
  lines.push('', `Log: ${shortPath(log.file)}. Stop with Ctrl-C.`);
  tell(lines.join('\n'));
}

function readLogins(file: string): DemoLogin[] {
  if (!existsSync(file)) return [];
  return JSON.parse(readFileSync(file, 'utf8')) as DemoLogin[];
}

function onSignal(): void {
  const now = Date.now();
  if (firstSignalAt === null) {
    firstSignalAt = now;
    stopRequested?.();
  } else if (now - firstSignalAt > SAME_KEYSTROKE_MS) {
    // A third one that follows is the same keystroke again.
    firstSignalAt = Number.POSITIVE_INFINITY;
    void stopAtOnce();
  }
}

async function stopAll(code: number): Promise<number> {
  firstSignalAt ??= Date.now();
  progress('Stopping …');
  const stopping = simulator;
  simulator = null;
  // The server first: a field that went away before it would be taken for gateways that failed.
  await server?.stop(serverStopMs);
  await stopping?.stop(simulatorStopMs);
  await endDatabase();
  progress('Stopped.');
  return code;
}

async function stopAtOnce(): Promise<void> {
  tell('Stopping at once.');
  simulator?.kill();
  server?.kill();
  await endDatabase();
  unlock();
  process.exit(130);
}

/** A server that was killed or crashed leaves its PostgreSQL behind. Nothing committed is lost, but it must not stay. */
async function endDatabase(): Promise<void> {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  if (clusterDir !== null) await endOrphan(clusterDir, silent).catch(() => {});
}

/** One line a step. A step that counts rewrites its line on a terminal and is said once elsewhere. */
function progress(line: string): void {
  const step = line.replace(/\d+/g, '#');
  const again = step === lastProgress;
  lastProgress = step;
  if (process.stdout.isTTY) process.stdout.write(again ? `\x1b[1A\x1b[2K${line}\n` : `${line}\n`);
  else if (!again) console.log(line);
}

function tell(text: string): void {
  lastProgress = '';
  console.log(text);
}

/** Relative where that is shorter to read. */
function shortPath(file: string): string {
  const relative = path.relative(projectRoot, file);
  return relative.startsWith('..') ? file : relative;
}
