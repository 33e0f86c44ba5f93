import { system } from '../../access/index.ts';
import { dayAfter } from '../../platform/zonedTime.ts';
import type { EnergyDeps } from '../deps.ts';
import { computeDays, graceMs, localDay } from './computeDays.ts';
import { beginWriting, keepDays, keepLastReadings, keepSettled, metersToSettle } from './settle.store.ts';

const quarterMs = 900_000;
/** Each night the days before are settled once more, should a late reading not have been noted. */
const nightlyDays = 3;

type Deps = Pick<EnergyDeps, 'db' | 'history' | 'historyShare'>;

/** Settles meters as far as time has come: today anew, and what changed since. @param ids null: all of them */
export async function settleMeters(
  deps: Deps & Pick<EnergyDeps, 'clock' | 'log'>,
  stopping: AbortSignal,
  ids: readonly number[] | null = null,
): Promise<void> {
  const { db, clock, log } = deps;
  for (const meter of await metersToSettle(system, db, ids)) {
    stopping.throwIfAborted();
    const { id, time_zone: zone, settled_through, dirty_from } = meter;
    const now = clock.now();
    if (settled_through && !dirty_from && settled_through.getTime() > now - graceMs - quarterMs) continue;
    const today = localDay(now, zone);
    const settled = settled_through ? localDay(settled_through.getTime(), zone) : '1970-01-01';
    const nightly = settled < today ? dayAfter(settled, -nightlyDays) : settled;
    const dirty = dirty_from ? localDay(dirty_from.getTime(), zone) : nightly;
    try {
      const { days, events, registers, through } = await computeDays(
        deps,
        meter,
        dirty < nightly ? dirty : nightly,
        now,
        stopping,
      );
      await db.transaction().execute(async (transaction) => {
        // Somebody has recalculated it meanwhile, perhaps with other prices: the next run settles it.
        if (!(await beginWriting(system, transaction, [meter]))) return;
        await keepDays(system, transaction, id, days, events);
        await keepLastReadings(system, transaction, registers, through);
        await keepSettled(system, transaction, meter, through);
      });
    } catch (error) {
      if (stopping.aborted) throw error;
      log.error({ err: error, meterId: id }, 'A meter could not be settled; the others are');
    }
  }
}
