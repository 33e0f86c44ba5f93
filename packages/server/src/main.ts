import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Application, startApplication } from './application.ts';
import { addressForPeople, type Config, ConfigError, loadConfig } from './config.ts';
import { fillEmptyDatabase, isFilled } from './demo/index.ts';
import { fillApart } from './fillApart.ts';
import { systemClock } from './platform/clock.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { type Postgres, startPostgres } from './platform/db/embeddedPostgres.ts';
import { migrate } from './platform/db/migrate.ts';
import { type Ownership, TakenOver, takeOwnership } from './platform/db/ownership.ts';
import { createLog, type Log } from './platform/log/log.ts';
import { type SyslogSender, sendToSyslog } from './platform/log/sendToSyslog.ts';
import { type Standby, serveStandby } from './standby.ts';

/** The messages to the parent process (tools/start.ts) over IPC. */
type News = { progress: string } | { ready: true; address: string };
const tell = (news: News): void => void process.send?.(news);

/** What was not let go of by then is let go of by the end of the process. */
const patienceMs = 10_000;

let postgres: Postgres | null = null;
let standby: Standby | null = null;
let owner: Ownership | null = null;
let database: Database | null = null;
let application: Application | null = null;
let stopping: Promise<void> | null = null;
const stopAsked = new AbortController();

async function start(config: Config, log: Log): Promise<void> {
  mkdirSync(config.dataDir, { recursive: true });
  if (config.databaseUrl === null) {
    postgres = await startPostgres({
      dataDir: path.join(config.dataDir, 'postgres'),
      keepAlive: true,
      log: { info: (text) => log.info(text), warn: (text) => log.warn(text), error: (text) => log.error(text) },
    });
  }
  const url = config.databaseUrl ?? postgres!.url;
  for (;;) {
    const mine = await waitForTurn(config, url, log);
    await work(mine, url, config, log);
    await Promise.race([once(mine.lost), once(stopAsked.signal)]);
    if (stopAsked.signal.aborted) return;
    log.error('Another server has taken over this database; this one stops and stands by');
    await letGo(log);
  }
}

const once = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Resolves when this server owns the database; until then it says that it stands by. */
async function waitForTurn(config: Config, url: string, log: Log): Promise<Ownership> {
  let reason = '';
  const waiting = Promise.withResolvers<string>();
  const signal = stopAsked.signal;
  const taking = takeOwnership({ url, log, signal, isOnlyServer: postgres !== null, onWaiting: waiting.resolve });
  const holder = await Promise.race([waiting.promise, taking.then(() => null)]);
  if (holder !== null) {
    // Anybody may ask; which server it is stands in the log.
    reason = 'another server works on this database; this one takes over when it is gone';
    log.warn({ holder }, 'Another server works on this database; this one stands by and takes over when it is gone');
    tell({ progress: `Standing by: ${reason}` });
    standby = await serveStandby(config, () => reason);
  }
  owner = await taking;
  if (holder !== null) log.warn({ epoch: owner.epoch }, 'The other server is gone; taking over');
  reason = 'taking over from another server';
  return owner;
}

/** The whole product, from the database on. */
async function work(mine: Ownership, url: string, config: Config, log: Log): Promise<void> {
  database = openDatabase(url, log, mine);
  await migrate(database.pool, { onApplied: (name) => log.info({ name }, 'Migrated the database') });
  const progress = (text: string) => tell({ progress: text });
  if (config.demo && !(await isFilled(database)))
    await fillApart({ url, epoch: mine.epoch }, { progress, signal: stopAsked.signal });
  else {
    const publicUrl = addressForPeople(config);
    await fillEmptyDatabase({ database, config, publicUrl, clock: systemClock, log, progress });
  }
  await standby?.close();
  standby = null;
  application = await startApplication({ config, database, owner: mine, clock: systemClock, log });
  const scheme = config.tls ? 'https' : 'http';
  const host = config.listen === '0.0.0.0' || config.listen === '::' ? 'localhost' : config.listen;
  const address = `${scheme}://${host}:${application.httpPort}`;
  log.info({ address, mqttPort: application.mqttPort, dtuPort: application.dtuPort }, 'Ready');
  writeFileSync(
    path.join(config.dataDir, 'server.json'),
    `${JSON.stringify({ pid: process.pid, address, postgresPid: postgres?.pid ?? null })}\n`,
    { mode: 0o600 },
  );
  tell({ ready: true, address });
}

/** Lets go of everything that belongs to an ownership. Ends the process when that cannot be done: nothing of it may stay. */
async function letGo(log: Log): Promise<void> {
  const impatient = setTimeout(() => {
    log.fatal('What ran on the database could not be stopped; ending');
    process.exit(1);
  }, patienceMs);
  await application?.stop();
  application = null;
  await database?.close();
  database = null;
  await owner?.release();
  owner = null;
  clearTimeout(impatient);
}

function stop(log: Log): Promise<void> {
  stopping ??= (async () => {
    log.info('Stopping');
    stopAsked.abort(new Error('The server stops'));
    await standby?.close();
    await application?.stop();
    await database?.close();
    await owner?.release();
    await postgres?.stop();
  })();
  return stopping;
}

let config: Config;
try {
  config = loadConfig();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}
/** Where the log goes besides; null: nowhere. It reports in the log itself, which also goes to a file. */
const syslog: SyslogSender | null =
  config.syslog &&
  sendToSyslog(config.syslog, {
    onTrouble: (err) =>
      log.warn({ err }, 'The log cannot be sent to the syslog server; lines wait until it is reached again'),
    onDropped: (lines) => log.warn({ lines }, 'Lines of the log were not sent to the syslog server: too many waited'),
  });
const log = createLog(config.logLevel, syslog);

const exit = async (code: number): Promise<never> => {
  await syslog?.close();
  process.exit(code);
};
const exitAfterStop = (code: number): void => {
  stop(log).then(
    () => exit(code),
    (error) => {
      log.error({ err: error }, 'Stopping failed');
      return exit(1);
    },
  );
};
// Not `once`: a signal may arrive twice, from the terminal and from npm, and the second must not end us in the middle.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => exitAfterStop(0));
// The parent process is gone (kill -9): nothing would stop this one later.
process.on('disconnect', () => exitAfterStop(0));
for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(event, (reason: unknown) => {
    // Of a library, which waits for nothing it does on a lost database: `start` lets go of all of it and stands by.
    if (reason instanceof TakenOver) {
      log.warn({ err: reason }, 'Work ended because another server has taken over');
      return;
    }
    log.fatal({ err: reason }, 'An error was not handled');
    exitAfterStop(1);
  });
}

try {
  await start(config, log);
} catch (error) {
  if (!stopAsked.signal.aborted)
    log.fatal({ err: error }, error instanceof Error ? error.message : 'The server could not start');
  exitAfterStop(1);
}
