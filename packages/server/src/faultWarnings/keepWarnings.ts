import { dayMs } from '@watchpost/contract';
import type { Pool } from 'pg';
import { system } from '../access/index.ts';
import type { History, HistoryShare } from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log/log.ts';
import type { PointLimits } from '../points/index.ts';
import { dayAt } from './calendarDay.ts';
import { missingDays, zonesInUse } from './figures.store.ts';
import { findWarnings } from './findWarnings.ts';
import { takeFigures } from './takeFigures.ts';
import { deleteOldWarnings } from './warnings.store.ts';
import { watchLimits } from './watchLimits.ts';

/** What gateways kept while they were offline mostly comes within this time of a day's end. */
const graceMs = 2 * 3_600_000;
/** How many days back figures are taken when there are none yet. */
const daysBack = 29;
const keptDays = 730;

export interface KeepWarningsDeps {
  readonly db: Pool;
  readonly clock: Clock;
  readonly log: Log;
  readonly history: Pick<History, 'buckets' | 'raw'>;
  readonly historyShare: HistoryShare;
  /** Aborted when the server stops, which waits for what is under way. */
  readonly stopping: AbortSignal;
  limitsOfPoint(pointId: number): PointLimits | null;
}

/**
 * Takes the figures of complete days, and finds what they say about equipment and which points come to a limit within hours. Ends
 * early where the server stops: a day whose figures are not all taken is taken at the next time.
 */
export async function keepWarnings(deps: KeepWarningsDeps): Promise<void> {
  try {
    await keep(deps);
  } catch (error) {
    if (!deps.stopping.aborted) throw error;
  }
}

async function keep(deps: KeepWarningsDeps): Promise<void> {
  const { db, clock, log } = deps;
  const now = clock.now();
  // Peers may be in other zones: a day is taken once it has ended everywhere.
  const zones = await zonesInUse(system, db);
  const last = Math.min(...(zones.length === 0 ? ['UTC'] : zones).map((zone) => dayAt(now - graceMs, zone))) - 1;
  const days = await missingDays(system, db, { first: last - daysBack + 1, last });
  if (days.length > 0) {
    const startedAt = clock.now();
    await takeFigures(deps, days);
    await findWarnings(deps, days, zones, clock.now());
    await deleteOldWarnings(system, db, new Date(now - keptDays * dayMs));
    log.info({ days: days.length, durationMs: clock.now() - startedAt }, 'Took figures of equipment by day');
  }
  await watchLimits(deps, clock.now());
}
