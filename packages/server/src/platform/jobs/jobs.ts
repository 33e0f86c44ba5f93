import { Logger, makeWorkerUtils, parseCrontab, type Runner, run } from 'graphile-worker';
import type pg from 'pg';
import { abandonedWorkers } from '../db/abandonedWorkers.ts';
import { type Log, silentLog } from '../log/log.ts';

/** Work that nobody waits for: done once, tried again when it fails, safe to do twice. */
export interface Job {
  /** Five fields as in a crontab, in UTC; null: only when somebody asks for it. */
  readonly schedule: string | null;
  /** How many minutes back runs are made up for at the start that fell due while no server ran. Absent: they are left out. */
  readonly makeUpMinutes?: number;
  /**
   * How many of them run at a time, in slots of their own: they take minutes, people ask for as many as they like, and no other job
   * waits for them. Absent: shares the slots of all others.
   */
  readonly ownSlots?: number;
  /** A job with slots of its own, which this one shares: what takes minutes may wait for its like. */
  readonly slotsOf?: string;
  /** @param stopping aborted when the server stops, which waits for runs under way */
  run(payload: unknown, stopping: AbortSignal): Promise<void>;
}

export interface Jobs {
  /** Asks for a job; inside a transaction of the caller's use `graphile_worker.add_job` instead. */
  add(name: string, payload?: object): Promise<void>;
  /** Begins no more jobs, tells those under way, and waits until they have ended. */
  stop(): Promise<void>;
}

export interface JobOptions {
  pool: pg.Pool;
  log: Log;
  jobs: Readonly<Record<string, Job>>;
  /** False: no job begins by its schedule, only when somebody asks for it. */
  byTheClock?: boolean;
}

/** Of jobs without slots of their own. Two may be long ones, an erasing of hours and a calculation of minutes; jobs of each minute have the third. */
const sharedSlots = 3;

/** Each group of slots holds one to hear of new jobs. */
const connectionsLeft = 2;

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
export async function startJobs({ pool, log, jobs: named, byTheClock = true }: JobOptions): Promise<Jobs> {
  const logger = loggerOf(log);
  const unguard = guard(pool);
  const utils = await makeWorkerUtils({ pgPool: pool, logger });
  await utils.migrate();
  await utils.forceUnlockWorkers(await abandonedWorkers(pool));

  const stopping = new AbortController();
  const all = Object.entries(named).map(([name, job]): [string, Job] => [
    name,
    byTheClock ? job : { ...job, schedule: null },
  ]);
  const groups = Map.groupBy(all, ([name, { ownSlots, slotsOf }]) => slotsOf ?? (ownSlots === undefined ? '' : name));
  const shared = groups.get('') ?? [];
  groups.delete('');
  const listening = 1 + groups.size;
  if (listening > pool.options.max - connectionsLeft)
    throw new Error(
      `${listening} groups of slots hold a connection each, of ${pool.options.max}: too few are left to work with.`,
    );
  const runners: Runner[] = [await runSlots({ pool, logger, stopping: stopping.signal }, shared, sharedSlots)];
  for (const [name, jobs] of groups)
    runners.push(await runSlots({ pool, logger, stopping: stopping.signal }, jobs, named[name]!.ownSlots!));
  return {
    async add(name, payload = {}) {
      await utils.addJob(name, payload, { maxAttempts: 10 });
    },
    async stop() {
      // One that has ended already, because the database is another server's, says so.
      const ended = Promise.all(runners.map((runner) => runner.stop().catch(ignore)));
      stopping.abort(new Error('The server stops'));
      await ended;
      await utils.release();
      unguard();
    },
  };
}

/** Works on these jobs alone, so many at a time. Holds one connection to hear of new ones. */
const runSlots = (
  { pool, logger, stopping }: { pool: pg.Pool; logger: Logger; stopping: AbortSignal },
  jobs: readonly (readonly [string, Job])[],
  concurrency: number,
): Promise<Runner> =>
  run({
    pgPool: pool,
    logger,
    concurrency,
    noHandleSignals: true,
    parsedCronItems: parseCrontab(
      jobs
        .flatMap(([name, { schedule, makeUpMinutes = 0 }]) =>
          schedule === null ? [] : [`${schedule} ${name} ?fill=${makeUpMinutes}m`],
        )
        .join('\n'),
    ),
    taskList: Object.fromEntries(jobs.map(([name, job]) => [name, (payload: unknown) => job.run(payload, stopping)])),
  });
