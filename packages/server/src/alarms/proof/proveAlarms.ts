import { dayMs } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { daysToProve, deleteOldProofs, writeProof } from './proof.store.ts';
import { type ProveDeps, proveDay } from './proveDay.ts';

const keptDays = 730;

export interface ProveAlarmsDeps extends ProveDeps {
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Compares the record of alarms with history, for each project and day that is over, and keeps what it finds. A day whose project
 * fails is tried again at the next time, after the others.
 *
 * @param stopping aborted when the server stops: a day that is under way is proved at the next start
 */
export async function proveAlarms(deps: ProveAlarmsDeps, stopping: AbortSignal): Promise<void> {
  const { db, clock, log } = deps;
  let isMade = false;
  for (const due of await daysToProve(system, db, new Date(clock.now()))) {
    if (stopping.aborted) return;
    const startedAt = clock.now();
    try {
      const { points, differences } = await proveDay(deps, due, stopping);
      const at = new Date(clock.now());
      await db.transaction().execute((transaction) => writeProof(system, transaction, due, at, points, differences));
      isMade = true;
      const { project_id: projectId, day } = due;
      const facts = { projectId, day, points: points.length, durationMs: clock.now() - startedAt };
      if (differences.length > 0)
        log.warn({ ...facts, differences: differences.length }, 'The record of alarms differs from what history tells');
      else log.info(facts, 'Compared the record of alarms with history');
    } catch (error) {
      if (stopping.aborted) return;
      log.error({ err: error, projectId: due.project_id, day: due.day }, 'A day of alarms could not be compared');
    }
  }
  if (isMade) await deleteOldProofs(system, db, new Date(clock.now() - keptDays * dayMs));
}
