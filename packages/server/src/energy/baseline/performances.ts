import { commonErrors, needsTemperature } from '@watchpost/contract';
import type { Tenant } from '../../access/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { dayAfter, localOfEpoch } from '../../platform/zonedTime.ts';
import type { EnergyDeps } from '../deps.ts';
import { type DayRange, sumsOfMeters } from '../figures/figures.store.ts';
import { supplyOf } from '../meters/meters.store.ts';
import { type BaselineRow, baselinesOf, temperaturePoints } from './baseline.store.ts';
import { type Performance, performanceOf } from './performance.ts';
import { countedDays, enteredDays, temperatureDays, variablesOfDay } from './variableDays.ts';

/** A range without the day that runs: that would look as if it used little. */
export function endedDays({ from, to }: DayRange, now: number, timeZone: string): DayRange {
  const yesterday = dayAfter(localOfEpoch(now, timeZone).slice(0, 10), -1);
  return { from, to: to > yesterday ? yesterday : to };
}

/** Energy of the days that count. @param meterId null: what supplies the project. @throws Refusal `notFound` for a meter of another one */
export async function energyByDay(
  { db }: Pick<EnergyDeps, 'db'>,
  tenant: Tenant,
  projectId: number,
  meterId: number | null,
  range: DayRange,
): Promise<{ counted: Map<string, number>; leftOut: number }> {
  const meters = await supplyOf(tenant, db, projectId);
  if (meterId !== null && !meters.some(({ id }) => id === meterId)) throw new Refusal(commonErrors.notFound);
  const ids = meterId === null ? meters.filter(({ supplies }) => supplies).map(({ id }) => id) : [meterId];
  return countedDays(await sumsOfMeters(tenant, db, ids, range, 'day'), ids.length);
}

/**
 * Projects and meters against their baselines in use.
 *
 * @param projects with their clocks
 * @param reader whose turn at history it is
 * @param wanted which of the baselines
 * @returns one for each; `isTemperatureMissing`: the temperature that it follows is none of the project that the tenant sees, so no day
 *   counts
 */
export async function performancesOf(
  deps: Pick<EnergyDeps, 'db' | 'clock' | 'history' | 'historyShare'>,
  tenant: Tenant,
  reader: number,
  projects: readonly { id: number; time_zone: string }[],
  period: DayRange,
  signal: AbortSignal,
  wanted: (row: BaselineRow) => boolean = () => true,
): Promise<{ row: BaselineRow; found: Performance; leftOut: number; isTemperatureMissing: boolean }[]> {
  const { db, clock } = deps;
  const zones = new Map(projects.map(({ id, time_zone }) => [id, time_zone]));
  const baselines = (await baselinesOf(tenant, db, [...zones.keys()], 'approved')).filter(wanted);
  if (baselines.length === 0) return [];
  const ids = [...new Set(baselines.map(({ project_id }) => project_id))];
  const points = await temperaturePoints(tenant, db, ids);
  const asked = points.flatMap((point) => {
    const user = baselines.find(({ outdoor_point_id }) => outdoor_point_id === point.id);
    return user ? [{ ...point, timeZone: zones.get(user.project_id)! }] : [];
  });
  const temperatures = await temperatureDays(deps, asked, period, reader, signal);
  const entered = await enteredDays(deps, ids, period);
  const told = [];
  for (const row of baselines) {
    const range = endedDays(period, clock.now(), zones.get(row.project_id)!);
    const { counted, leftOut } = await energyByDay(deps, tenant, row.project_id, row.meter_id, range);
    const facts = {
      temperatures: temperatures.get(row.outdoor_point_id ?? 0) ?? new Map(),
      entered: entered.get(row.project_id) ?? new Map(),
    };
    const rows = [...counted].flatMap(([day, wh]) => {
      const x = variablesOfDay(row, facts, day);
      return x ? [{ day, wh, x }] : [];
    });
    const isTemperatureMissing =
      needsTemperature(row.variables) && !points.some(({ id }) => id === row.outdoor_point_id);
    told.push({
      row,
      found: performanceOf(row.fit, rows),
      leftOut: leftOut + counted.size - rows.length,
      isTemperatureMissing,
    });
  }
  return told;
}
