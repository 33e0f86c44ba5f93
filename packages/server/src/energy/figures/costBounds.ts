import { quarterMs } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { dayAfter, startOfDay } from '../../platform/zonedTime.ts';
import type { EnergyDeps } from '../deps.ts';
import { classesOfQuarters, weekdayOf } from '../settle/priceDay.ts';
import { calendarOf, daysAsPriced, metersToSettle, versionsById } from '../settle/settle.store.ts';
import { type CostBounds, gapBounds, type PricedQuarter } from './gapBounds.ts';

/** By how much the cost of meters of a project may differ from what is counted, because nobody knows when the energy of gaps passed. */
export async function costBounds(
  { db }: Pick<EnergyDeps, 'db'>,
  projectId: number,
  meterIds: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<CostBounds> {
  const calendar = await calendarOf(system, db, projectId, from, to);
  const bounds = { least: 0, most: 0 };
  for (const { id, max_watts, time_zone: timeZone } of await metersToSettle(system, db, meterIds)) {
    const days = await daysAsPriced(system, db, id, from, dayAfter(to, 1));
    const versions = await versionsById(
      system,
      db,
      days.flatMap(({ version_id }) => version_id ?? []),
    );
    const quarters = days.flatMap(({ day, quarters, flags, version_id }): PricedQuarter[] => {
      const version = version_id === null ? null : versions.get(version_id)!;
      const begin = startOfDay(day, timeZone).getTime();
      const dayKind = calendar.get(day) ?? weekdayOf(day);
      const classes = classesOfQuarters({ day, from: begin, quarters }, { version, dayKind, timeZone });
      return quarters.map((wh, i) => ({
        at: begin + i * quarterMs,
        wh,
        isEstimated: flags[i] === 'e',
        priceE8: version?.prices_e8[classes[i]! - 1] ?? 0,
      }));
    });
    const own = gapBounds(quarters, max_watts / 4);
    bounds.least += own.least;
    bounds.most += own.most;
  }
  return bounds;
}
