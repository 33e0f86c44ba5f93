import { usualGraceMinutes } from '@watchpost/contract';
import { system } from '../access/index.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { calendarOf } from './calendarOf.ts';
import type { SchedulingDeps } from './deps.ts';
import { isSkipped, nextDue, nextDues, placeOf } from './dueTimes.ts';
import {
  type DueJob,
  earliestDue,
  endAbandonedRuns,
  forgetOldRuns,
  hasOpenRun,
  insertRun,
  lockDueJobs,
  orderRun,
} from './run.store.ts';
import { setNext } from './schedule.store.ts';

/** The job that looks for due tasks is started each minute, and goes on looking almost until the next one. */
const lookForMs = 55_000;
/** A task that is switched on meanwhile is seen so late at most. */
const lookAgainMs = 1_000;
const tasksAtOnce = 100;
/** Of a long outage so many due times get a row each, the latest. */
const maxMissed = 500;
const keptRunsMs = 400 * 86_400_000;
/**
 * A run without an end for so long is at nobody's: 100 points that each wait half a minute for their answer, behind as many others,
 * have ended before. Until then its task waits for it.
 */
export const abandonedAfterMs = 2 * 3_600_000;
const abandoned = {
  begun: {
    zh: '2 小时内没有记下结果：可能已执行，系统不会自动重做',
    en: 'No result was recorded within 2 h: it may have been carried out. It is not repeated',
  },
  neverBegun: {
    zh: '2 小时内没有开始执行：服务器多次出错，系统不会自动重做',
    en: 'It was not begun within 2 h because the server had errors. It is not repeated',
  },
};

/**
 * Looks for tasks that are due, and gives each due time its row; what is to be carried out is ordered with it in one transaction,
 * so that neither two processes nor a crash carry it out twice.
 */
export async function runSchedules(deps: SchedulingDeps, stopping: AbortSignal): Promise<void> {
  const until = performance.now() + lookForMs;
  await endAbandoned(deps);
  while (!stopping.aborted) {
    while (await takeDue(deps)) stopping.throwIfAborted();
    const next = (await earliestDue(system, deps.db))?.getTime() ?? Number.POSITIVE_INFINITY;
    const wait = Math.min(Math.max(next - deps.clock.now(), 0), lookAgainMs);
    if (performance.now() + wait >= until) return;
    await sleep(wait, stopping);
  }
}

/** Ends runs that broke off without anybody recording it, so that their tasks go on. */
export async function endAbandoned({
  db,
  clock,
  events,
}: Pick<SchedulingDeps, 'db' | 'clock' | 'events'>): Promise<void> {
  const now = clock.now();
  const before = new Date(now - abandonedAfterMs);
  for (const companyId of await endAbandonedRuns(system, db, before, new Date(now), abandoned))
    events.emit('listsChanged', { companyId, kinds: ['schedule'] });
}

/** Once a night: runs are kept for 400 days. */
export const forgetRuns = ({ db, clock }: Pick<SchedulingDeps, 'db' | 'clock'>): Promise<void> =>
  forgetOldRuns(system, db, new Date(clock.now() - keptRunsMs));

const sleep = (ms: number, stopping: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    stopping.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

/** Gives every due time up to now its row, and orders what is to be carried out. @returns whether there may be more */
export async function takeDue(
  { db, clock, events }: Pick<SchedulingDeps, 'db' | 'clock' | 'events'>,
  order = orderRun,
): Promise<boolean> {
  const now = clock.now();
  const jobs = await db.transaction().execute(async (transaction) => {
    const due = await lockDueJobs(system, transaction, new Date(now), tasksAtOnce);
    for (const job of due) await takeJob(transaction, job, now, order);
    return due;
  });
  for (const companyId of new Set(jobs.map(({ company_id }) => company_id)))
    events.emit('listsChanged', { companyId, kinds: ['schedule'] });
  return jobs.length === tasksAtOnce;
}

async function takeJob(
  transaction: SchedulingDeps['db'],
  job: DueJob,
  now: number,
  order: typeof orderRun,
): Promise<void> {
  const { id, expression, time_zone: zone } = job;
  const place = placeOf(job);
  const first = job.next_at!.getTime();
  const dues = [first];
  for (let due = nextDue(expression, place, first); due !== null && due <= now; due = nextDue(expression, place, due)) {
    dues.push(due);
    if (dues.length > maxMissed) dues.shift();
  }
  const days = dues.map((due) => localOfEpoch(due, zone).slice(0, 10));
  const calendar = await calendarOf(system, transaction, job.project_id, { from: days[0]!, to: days.at(-1)! });
  const graceMs = (job.grace_minutes ?? usualGraceMinutes[job.mode]) * 60_000;
  for (const due of dues) {
    const run = { jobId: id, dueAt: new Date(due), byUser: null };
    const ended = { ...run, finishedAt: new Date(now) };
    // Of several that are late only the latest is carried out.
    if (due < now - graceMs || due !== dues.at(-1))
      await insertRun(system, transaction, { ...ended, outcome: 'missed' });
    else if (isSkipped(job.day_filter, due, zone, calendar))
      await insertRun(system, transaction, { ...ended, outcome: 'skippedDay' });
    else if (await hasOpenRun(system, transaction, id))
      await insertRun(system, transaction, { ...ended, outcome: 'stillRunning' });
    else {
      const runId = await insertRun(system, transaction, { ...run, finishedAt: null, outcome: 'waiting' });
      if (runId !== null) await order(system, transaction, runId);
    }
  }
  const [next] = nextDues(expression, place, now, 1);
  await setNext(system, transaction, id, next === undefined ? null : new Date(next));
}
