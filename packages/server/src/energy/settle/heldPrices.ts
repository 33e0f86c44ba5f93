import { system } from '../../access/index.ts';
import type { EnergyDeps } from '../deps.ts';
import { localDay } from './localDay.ts';
import { type EnergyDay, priceDay } from './priceDay.ts';
import { daysAsPriced, type SettledMeter, type TariffVersion, versionsById } from './settle.store.ts';

/** Local days, `YYYY-MM-DD`, both included, that a recalculation names: they are priced by the tariffs of now. */
export interface NamedDays {
  readonly from: string;
  readonly to: string;
}

/** How a day was priced that is over. */
export interface HeldDay {
  readonly quarters: readonly number[];
  readonly flags: string;
  readonly wh: readonly number[];
  readonly costMicro: readonly bigint[];
  readonly isProvisional: boolean;
  /** Null: no tariff counted for it. */
  readonly version: TariffVersion | null;
}

/** Days of a meter whose price stands: those that are over and that no recalculation names. */
export async function heldDays(
  { db }: Pick<EnergyDeps, 'db'>,
  { id, settled_through, time_zone }: SettledMeter,
  from: string,
  named: NamedDays | null = null,
): Promise<Map<string, HeldDay>> {
  if (!settled_through) return new Map();
  const priced = await daysAsPriced(system, db, id, from, localDay(settled_through.getTime(), time_zone));
  const stand = priced.filter(({ day }) => named === null || day < named.from || day > named.to);
  const versions = await versionsById(
    system,
    db,
    stand.flatMap(({ version_id }) => version_id ?? []),
  );
  return new Map(
    stand.map(({ day, quarters, flags, wh, cost_micro, is_provisional, version_id }) => [
      day,
      {
        quarters,
        flags,
        wh,
        costMicro: cost_micro.map(BigInt),
        isProvisional: is_provisional,
        version: version_id === null ? null : versions.get(version_id)!,
      },
    ]),
  );
}

/**
 * A day with its price. One that is held and has the energy that it had costs what it did; with other energy it is priced by the tariff
 * version that held for it, not by the one that would price it today.
 */
export function priceHeld(
  day: Parameters<typeof priceDay>[0],
  held: HeldDay | undefined,
  context: Parameters<typeof priceDay>[1],
): EnergyDay {
  const priced = priceDay(day, held ? { ...context, version: held.version } : context);
  const hasItsEnergy =
    held?.flags === day.flags &&
    held.quarters.length === day.quarters.length &&
    held.quarters.every((wh, i) => wh === day.quarters[i]);
  return hasItsEnergy
    ? { ...priced, wh: held.wh, costMicro: held.costMicro, isProvisional: held.isProvisional }
    : priced;
}
