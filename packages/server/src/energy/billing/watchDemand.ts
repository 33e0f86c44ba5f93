import { demandNearShare, hourMs, qualityOf, quarterMs } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { serverItself } from '../../history/index.ts';
import type { EnergyDeps } from '../deps.ts';
import { keepDemandNear, metersWithDemand } from './supplyTerms.store.ts';

/** Power now is the mean of so long. */
const recentMs = 300_000;
/** A forecast of the first minutes of a quarter says little. */
const earliestMs = 180_000;

/**
 * The demand that a quarter of an hour is heading for: what passed in it, and for the rest of it the power of now.
 *
 * @param samples of the register, ascending, from before the quarter on: epoch ms and Wh
 * @returns W; null: the register is not known well enough, or the quarter has only begun
 */
export function forecastDemand(samples: readonly { at: number; wh: number }[], now: number): number | null {
  const start = Math.floor(now / quarterMs) * quarterMs;
  const last = samples.at(-1);
  if (!last || last.at < start + earliestMs || now - last.at > recentMs) return null;
  const whAt = (at: number): number | null => {
    const after = samples.findIndex((sample) => sample.at >= at);
    const [before, next] = [samples[after - 1], samples[after]];
    if (next?.at === at) return next.wh;
    if (!before || !next || next.at - before.at > recentMs) return null;
    return before.wh + ((next.wh - before.wh) * (at - before.at)) / (next.at - before.at);
  };
  const [atStart, atRecent] = [whAt(start), whAt(Math.max(start, last.at - recentMs))];
  if (atStart === null || atRecent === null || last.wh < atRecent || atRecent < atStart) return null;
  const watts = (last.wh - atRecent) / ((last.at - Math.max(start, last.at - recentMs)) / hourMs);
  return (last.wh - atStart + (watts * (start + quarterMs - last.at)) / hourMs) * 4;
}

/** Hysteresis: a meter clears below this share of its contract. */
const demandCleared = 0.9;

/**
 * Looks each minute at the meters with a contract demand, so that people have minutes left to shed load. While a quarter has only
 * begun, a meter stays what it was; one that is silent is near nothing.
 */
export async function watchDemand(
  { db, clock, log, history, historyShare }: Pick<EnergyDeps, 'db' | 'clock' | 'log' | 'history' | 'historyShare'>,
  stopping: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const near: { meterId: number; forecastW: number; contractW: number }[] = [];
  const unchanged: number[] = [];
  for (const { meter_id, point_id, wh_per_unit, contract_w } of await metersWithDemand(system, db, new Date(now))) {
    try {
      const from = Math.floor(now / quarterMs) * quarterMs - recentMs;
      const [raw] = await historyShare.long.run(serverItself, stopping, () =>
        history.raw([point_id], from, now + 1, stopping),
      );
      const samples: { at: number; wh: number }[] = [];
      for (let i = 0; raw && i < raw.length; i++)
        if (qualityOf(raw.quality[i]!) !== 'bad' && Number.isFinite(raw.values[i]!))
          samples.push({ at: raw.measuredAt[i]!, wh: raw.values[i]! * wh_per_unit });
      const isHeard = now - (samples.at(-1)?.at ?? 0) <= recentMs;
      const forecastW = forecastDemand(samples, now);
      if (
        forecastW === null
          ? isHeard
          : forecastW > demandCleared * contract_w && forecastW <= demandNearShare * contract_w
      )
        unchanged.push(meter_id);
      else if (forecastW !== null && forecastW > demandNearShare * contract_w)
        near.push({ meterId: meter_id, forecastW, contractW: contract_w });
    } catch (error) {
      if (stopping.aborted) throw error;
      log.error({ err: error, meterId: meter_id }, 'The demand of a meter could not be forecast; the others are');
      // Unread is not cleared.
      unchanged.push(meter_id);
    }
  }
  await keepDemandNear(system, db, near, unchanged, new Date(now));
}
