import { staleAfterMs } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { type History, type HistoryShare, serverItself } from '../../history/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { dayAfter, localOfEpoch, startOfDay } from '../../platform/zonedTime.ts';
import {
  type DegreesOfDay,
  forgetDays,
  forgetNotes,
  forgetNotesOfDeletedProjects,
  heatAlarms,
  keepThrough,
  lockCounting,
  notesOf,
  type ProjectToCount,
  projectsToCount,
  unlockCounting,
  writeDays,
} from './days.store.ts';
import { degreeSeconds, heatLimitOf } from './degreeSeconds.ts';
import type { Piece } from './parts.ts';

/** What gateways kept while they were offline mostly comes within this time of a day's end; what comes later is noted. */
const graceMs = 2 * 3_600_000;
/** Counted and written together: a year, when a project is counted for the first time. */
const daysAtOnce = 366;

export interface CountDaysDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly history: Pick<History, 'raw'>;
  readonly historyShare: HistoryShare;
}

/**
 * Counts the days of each project that have ended since the last time, and once more those that a late or changed alarm, or a new
 * comparison with history, concerns. Counting again changes nothing: a day is written in place of what stood there. A project that
 * another run is counting is left to it.
 *
 * @param stopping aborted when the server stops; what is not counted by then is counted at the next time
 */
export async function countDays(deps: CountDaysDeps, stopping: AbortSignal): Promise<void> {
  const { db, clock, log } = deps;
  const endedBefore = new Date(clock.now() - graceMs);
  for (const project of await projectsToCount(system, db, endedBefore)) {
    if (stopping.aborted) return;
    try {
      // The lock belongs to a connection, so all statements of a project use the same one.
      await db.connection().execute(async (connection) => {
        if (!(await lockCounting(system, connection, project.id))) return;
        try {
          // Another run may have counted it since the list was read.
          const [current] = await projectsToCount(system, connection, endedBefore, project.id);
          if (current) await countProject({ ...deps, db: connection }, current, endedBefore, stopping);
        } finally {
          await unlockCounting(system, connection, project.id);
        }
      });
    } catch (error) {
      if (stopping.aborted) return;
      log.error({ err: error, projectId: project.id }, 'Days of a project could not be counted; the others are');
    }
  }
  await forgetNotesOfDeletedProjects(system, db);
}

async function countProject(
  deps: CountDaysDeps,
  project: ProjectToCount,
  endedBefore: Date,
  stopping: AbortSignal,
): Promise<void> {
  const { db } = deps;
  const last = dayAfter(localOfEpoch(endedBefore.getTime(), project.time_zone).slice(0, 10), -1);
  if (project.through === null) await forgetDays(system, db, project.id);
  // Notes of now: what is noted while days are counted stays for the next time.
  const { ids, days: noted, proofs_at } = await notesOf(system, db, project);
  const first = project.through === null ? project.first_day : dayAfter(project.through, 1);
  const added: string[] = [];
  for (let day = first; day !== null && day <= last; day = dayAfter(day, 1)) added.push(day);
  const days = [...noted, ...added];
  for (let at = 0; at < days.length; at += daysAtOnce) {
    stopping.throwIfAborted();
    const some = days.slice(at, at + daysAtOnce);
    const pieces = some.map(
      (day): Piece => ({
        projectId: project.id,
        day,
        begin: startOfDay(day, project.time_zone),
        finish: startOfDay(day, project.time_zone, 1),
      }),
    );
    const degrees = await degreesOf(deps, project.id, pieces, stopping);
    await db.transaction().execute((transaction) => writeDays(system, transaction, project, pieces, degrees));
  }
  await db.transaction().execute(async (transaction) => {
    const through = project.through !== null && project.through > last ? project.through : last;
    await keepThrough(system, transaction, project, through, proofs_at);
    await forgetNotes(system, transaction, ids);
  });
}

/** The area beyond limits of a project's temperatures, by device and day. */
async function degreesOf(
  { db, history, historyShare }: CountDaysDeps,
  projectId: number,
  pieces: readonly Piece[],
  stopping: AbortSignal,
): Promise<DegreesOfDay[]> {
  const found = new Map<string, DegreesOfDay>();
  const [begin, finish] = [pieces[0]!.begin, pieces.at(-1)!.finish];
  for (const alarm of await heatAlarms(system, db, projectId, begin, finish)) {
    const limit = heatLimitOf(alarm);
    if (limit === null) continue;
    const maxGapMs = staleAfterMs(alarm.sampling_interval_seconds * 1000);
    for (const piece of pieces) {
      const from = Math.max(alarm.raised_at.getTime(), piece.begin.getTime());
      const until = Math.min(alarm.returned_at?.getTime() ?? Number.POSITIVE_INFINITY, piece.finish.getTime());
      if (from >= until) continue;
      const [samples] = await historyShare.long.run(serverItself, stopping, () =>
        history.raw([alarm.point_id], from - maxGapMs, until, stopping),
      );
      const seconds = degreeSeconds(samples!, limit, { from, until, maxGapMs });
      const key = `${alarm.device_id} ${piece.day}`;
      const before = found.get(key)?.seconds ?? 0;
      found.set(key, { deviceId: alarm.device_id, day: piece.day, seconds: before + seconds });
    }
  }
  return [...found.values()];
}
