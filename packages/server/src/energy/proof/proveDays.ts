import { qualityOf } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { serverItself } from '../../history/index.ts';
import { dayAfter, startOfDay } from '../../platform/zonedTime.ts';
import type { EnergyDeps } from '../deps.ts';
import { localDay } from '../settle/localDay.ts';
import { installationsOf, markDirty, metersToSettle } from '../settle/settle.store.ts';
import { differingDaysOf, keepProof, plainDaysOf } from './proof.store.ts';

/** As many days back as settling looks each night. */
const provedDays = 3;
/** Around midnight the register is read this far; what lies further apart is a gap, and its shape is no fact. */
const aroundMs = 900_000;
/** Each end of the day is rounded to the Wh once. */
const roundedWh = 1;

interface Sample {
  readonly at: number;
  readonly value: number;
}

/** The register at a moment, between the readings around it; null: a gap is there. */
function registerAt(samples: readonly Sample[], at: number): number | null {
  const after = samples.findIndex((sample) => sample.at >= at);
  const [before, next] = [samples[after - 1], samples[after]];
  if (next?.at === at) return next.value;
  if (!before || !next || next.at - before.at > aroundMs) return null;
  return before.value + ((next.value - before.value) * (at - before.at)) / (next.at - before.at);
}

/**
 * Compares the quarters of the last days with the register itself, twice a day: first and last reading, nothing of how quarters are
 * made. A day that differs is kept, which is an event, and is settled once more. Days with an exchange, an event of the register or a
 * gap at midnight are not proved; a difference on record for such a day ends with it.
 */
export async function proveDays(
  { db, clock, log, history, historyShare }: Pick<EnergyDeps, 'db' | 'clock' | 'log' | 'history' | 'historyShare'>,
  stopping: AbortSignal,
): Promise<void> {
  for (const { id, time_zone: zone, settled_through, is_calculated } of await metersToSettle(system, db)) {
    stopping.throwIfAborted();
    const present = (await installationsOf(system, db, id)).find(({ removed_at }) => removed_at === null);
    if (is_calculated || !settled_through || !present || present.point_id === null) continue;
    const pointId = present.point_id;
    const end = localDay(settled_through.getTime(), zone);
    try {
      const latest = Array.from({ length: provedDays }, (_, i) => dayAfter(end, i - provedDays));
      const days = [...new Set([...(await differingDaysOf(system, db, id)), ...latest])].map((day) => ({
        day,
        from: startOfDay(day, zone),
        to: startOfDay(day, zone, 1),
      }));
      const samplesAround = async (at: number): Promise<Sample[]> => {
        const [raw] = await historyShare.long.run(serverItself, stopping, () =>
          history.raw([pointId], at - aroundMs, at + aroundMs, stopping),
        );
        const found: Sample[] = [];
        for (let i = 0; raw && i < raw.length; i++)
          if (qualityOf(raw.quality[i]!) !== 'bad' && Number.isFinite(raw.values[i]!))
            found.push({ at: raw.measuredAt[i]!, value: raw.values[i]! });
        return found;
      };
      const plain = new Map((await plainDaysOf(system, db, id, present.id, days)).map((row) => [row.day, row]));
      for (const { day, from, to } of days) {
        const counted = plain.get(day);
        if (counted?.pending) continue;
        const [first, last] = counted
          ? [
              registerAt(await samplesAround(from.getTime()), from.getTime()),
              registerAt(await samplesAround(to.getTime()), to.getTime()),
            ]
          : [null, null];
        if (!counted || first === null || last === null) {
          await keepProof(system, db, id, day, null, new Date(clock.now()));
          continue;
        }
        const { wh } = counted;
        const registerWh = (last - first) * present.unit_wh * present.multiplier;
        const addsUp = Math.abs(registerWh - wh) <= roundedWh;
        const difference = addsUp ? null : { countedWh: wh, registerWh: Math.round(registerWh) };
        await keepProof(system, db, id, day, difference, new Date(clock.now()));
        if (addsUp) continue;
        log.error({ meterId: id, day, ...difference }, 'The quarters of a meter do not add up to its register');
        await markDirty(system, db, [id], from);
      }
    } catch (error) {
      if (stopping.aborted) throw error;
      log.error({ err: error, meterId: id }, 'The days of a meter could not be proved; the others are');
    }
  }
}
