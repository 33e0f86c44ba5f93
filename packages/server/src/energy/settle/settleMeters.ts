import { quarterMs } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { dayAfter } from '../../platform/zonedTime.ts';
import type { EnergyDeps } from '../deps.ts';
import { markCalculated, termsOf } from './calculated.store.ts';
import { calculatedDays } from './calculatedDays.ts';
import { computeDays, graceMs } from './computeDays.ts';
import { localDay } from './localDay.ts';
import {
  beginWriting,
  dropOtherDays,
  keepDays,
  keepLastReadings,
  keepSettled,
  metersToSettle,
  type SettledMeter,
} from './settle.store.ts';

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
  const calculated: SettledMeter[] = [];
  for (const meter of await metersToSettle(system, db, ids)) {
    stopping.throwIfAborted();
    const { id, time_zone: zone, settled_through, dirty_from } = meter;
    if (meter.is_calculated) {
      calculated.push(meter);
      continue;
    }
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
        if (days[0]) await markCalculated(system, transaction, [id], new Date(days[0].from));
        await keepSettled(system, transaction, meter, through);
      });
    } catch (error) {
      if (stopping.aborted) throw error;
      log.error({ err: error, meterId: id }, 'A meter could not be settled; the others are');
    }
  }
  if (calculated.length > 0)
    await settleCalculated(
      deps,
      stopping,
      calculated.map(({ id }) => id),
    );
}

/** Meters that are calculated from others, once these are settled: from where one of them was written. */
async function settleCalculated(
  { db, log }: Pick<EnergyDeps, 'db' | 'log'>,
  stopping: AbortSignal,
  ids: readonly number[],
): Promise<void> {
  for (const meter of await metersToSettle(system, db, ids)) {
    stopping.throwIfAborted();
    // Their notes say from where on: each settling of a term leaves one.
    if (!meter.dirty_from) continue;
    try {
      const terms = await termsOf(system, db, meter.id);
      const noted = localDay(meter.dirty_from.getTime(), meter.time_zone);
      const fromDay = meter.terms_from !== null && meter.terms_from > noted ? meter.terms_from : noted;
      const { days, through } = await calculatedDays({ db }, meter, terms, fromDay);
      await db.transaction().execute(async (transaction) => {
        if (!(await beginWriting(system, transaction, [meter]))) return;
        await keepDays(system, transaction, meter.id, days, []);
        // Its terms may have been others, which reached further.
        await dropOtherDays(system, transaction, meter.id, fromDay, days);
        await keepSettled(system, transaction, meter, through ?? meter.settled_through?.getTime() ?? null);
      });
    } catch (error) {
      if (stopping.aborted) throw error;
      log.error({ err: error, meterId: meter.id }, 'A calculated meter could not be settled; the others are');
    }
  }
}
