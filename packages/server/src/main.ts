import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Application, startApplication } from './application.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { fillEmptyDatabase } from './demo/index.ts';
import { systemClock } from './platform/clock.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { type Postgres, startPostgres } from './platform/db/embeddedPostgres.ts';
import { migrate } from './platform/db/migrate.ts';
import { becomeOnlyServer, type OnlyServer } from './platform/db/onlyServer.ts';
import { createLog, type Log } from './platform/log/log.ts';

/** What whoever started us (tools/start.ts) hears over IPC. */
type News = { progress: string } | { ready: true; address: string };
const tell = (news: News): void => void process.send?.(news);

let postgres: Postgres | null = null;
let database: Database | null = null;
let only: OnlyServer | null = null;
let application: Application | null = null;
let stopping: Promise<void> | null = null;

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
  only = await becomeOnlyServer(url, log, (error) => {
    log.fatal(error.message);
    exitAfterStop(1);
  });
  database = openDatabase(url, log);
  await migrate(database.pool, { onApplied: (name) => log.info({ name }, 'Migrated the database') });
  await fillEmptyDatabase({ database, config, clock: systemClock, log, progress: (text) => tell({ progress: text }) });
  application = await startApplication({ config, database, clock: systemClock, log });
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

function stop(log: Log): Promise<void> {
  stopping ??= (async () => {
    log.info('Stopping');
    await application?.stop();
    await database?.close();
    await only?.release();
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
const log = createLog(config.logLevel);

const exitAfterStop = (code: number): void => {
  stop(log).then(
    () => process.exit(code),
    (error) => {
      log.error({ err: error }, 'Stopping failed');
      process.exit(1);
    },
  );
};
// Not `once`: a signal may arrive twice, from the terminal and from npm, and the second must not end us in the middle.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => exitAfterStop(0));
// Whoever started us is gone (kill -9): nobody would stop us later.
process.on('disconnect', () => exitAfterStop(0));
for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(event, (reason: unknown) => {
    log.fatal({ err: reason }, 'An error was not handled');
    exitAfterStop(1);
  });
}

try {
  await start(config, log);
} catch (error) {
  log.fatal({ err: error }, error instanceof Error ? error.message : 'The server could not start');
  exitAfterStop(1);
}
