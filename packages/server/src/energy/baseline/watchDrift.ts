import { system } from '../../access/index.ts';
import { serverItself } from '../../history/index.ts';
import { dayAfter, localOfEpoch } from '../../platform/zonedTime.ts';
import type { EnergyDeps } from '../deps.ts';
import { keepDrift, projectsWithBaselines } from './baseline.store.ts';
import { faultsOf } from './fitBaseline.ts';
import { performancesOf } from './performances.ts';

/** The sum of deviations begins anew so many days back: an older change is the normal of today, or was dealt with. */
export const driftDays = 90;

/**
 * Looks each night whether energy left its baseline, by the same sum as the performance panel, and keeps since when: it is an event.
 * A baseline that proves nothing finds nothing.
 */
export async function watchDrift(
  deps: Pick<EnergyDeps, 'db' | 'clock' | 'log' | 'history' | 'historyShare'>,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock, log } = deps;
  const now = clock.now();
  for (const project of await projectsWithBaselines(system, db)) {
    stopping.throwIfAborted();
    const to = dayAfter(localOfEpoch(now, project.time_zone).slice(0, 10), -1);
    const period = { from: dayAfter(to, 1 - driftDays), to };
    try {
      const all = await performancesOf(deps, system, serverItself, [project], period, stopping);
      for (const { row, found } of all) {
        const since = faultsOf(row.fit).length > 0 ? null : found.changeDay;
        const beyond = since === null ? [] : found.days.filter(({ day }) => day >= since);
        const excessWh = beyond.reduce((sum, { wh, expectedWh }) => sum + wh - expectedWh, 0);
        await keepDrift(system, db, row.id, since === null ? null : { since, excessWh }, new Date(now));
      }
    } catch (error) {
      if (stopping.aborted) throw error;
      log.error({ err: error, projectId: project.id }, 'A project could not be compared with its baselines');
    }
  }
}
