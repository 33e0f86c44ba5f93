import { Logger, makeWorkerUtils, parseCrontab, type Runner, run } from 'graphile-worker';
import type pg from 'pg';
import { abandonedWorkers } from '../db/abandonedWorkers.ts';
import { type Log, silentLog } from '../log/log.ts';

/** Work that nobody waits for: done once, tried again when it fails, safe to do twice. */
export interface Job {
  /** Five fields as in a crontab, in UTC; null: only when somebody asks for it. */
  readonly schedule: string | null;
  run(payload: unknown): Promise<void>;
}

export interface Jobs {
  /** Asks for a job; inside a transaction of the caller's use `graphile_worker.add_job` instead. */
  add(name: string, payload?: object): Promise<void>;
  /** Lets the jobs under way end. */
  stop(): Promise<void>;
}

export interface JobOptions {
  pool: pg.Pool;
  log: Log;
  jobs: Readonly<Record<string, Job>>;
}

/** Exports and clean-ups may take long; alarms never wait for them. */
const concurrency = 2;

const ignore = (): void => {};

const loggerOf = (log: Log): Logger =>
  new Logger(() => (level, message) => {
    // The library tells of every job; only what went wrong is news.
    if (level === 'error') log.error(message);
    else if (level === 'warning') log.warn(message);
    else log.debug(message);
  });

/** Makes the queue of an empty database, so that jobs can be put into it before anybody works on them. */
export async function prepareJobs(pool: pg.Pool): Promise<void> {
  const unguard = guard(pool);
  const utils = await makeWorkerUtils({ pgPool: pool, logger: loggerOf(silentLog) });
  try {
    await utils.migrate();
  } finally {
    await utils.release();
    unguard();
  }
}

/**
 * The library wants to know that a connection it holds cannot end the process when the database goes away. What is lost is
 * told by the pool's owner and by the job that fails.
 */
function guard(pool: pg.Pool): () => void {
  const survive = (client: pg.PoolClient) => client.on('error', ignore);
  pool.on('error', ignore);
  pool.on('connect', survive);
  return () => {
    pool.off('error', ignore);
    pool.off('connect', survive);
  };
}

/**
 * Runs jobs from a queue in the database. Jobs that a killed process had begun are set free at the start: this is the only
 * process that works on them.
 */
export async function startJobs({ pool, log, jobs }: JobOptions): Promise<Jobs> {
  const logger = loggerOf(log);
  const unguard = guard(pool);
  const utils = await makeWorkerUtils({ pgPool: pool, logger });
  await utils.migrate();
  await utils.forceUnlockWorkers(await abandonedWorkers(pool));

  const crontab = Object.entries(jobs)
    .filter(([, { schedule }]) => schedule !== null)
    .map(([name, { schedule }]) => `${schedule} ${name}`)
    .join('\n');
  const runner: Runner = await run({
    pgPool: pool,
    logger,
    concurrency,
    noHandleSignals: true,
    parsedCronItems: parseCrontab(crontab),
    taskList: Object.fromEntries(
      Object.entries(jobs).map(([name, job]) => [name, (payload: unknown) => job.run(payload)]),
    ),
  });
  return {
    async add(name, payload = {}) {
      await utils.addJob(name, payload, { maxAttempts: 10 });
    },
    async stop() {
      await runner.stop();
      await utils.release();
      unguard();
    },
  };
}
