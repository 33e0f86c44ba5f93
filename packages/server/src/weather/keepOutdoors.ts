import { hourMs, qualityCode } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { EventBus, ReadingColumns } from '../events.ts';
import { ReadingColumnsBuilder } from '../history/index.ts';
import { dayAfter } from '../platform/zonedTime.ts';
import { makeOutdoorPoint } from '../points/index.ts';
import { todayAt, type WeatherDeps } from './readWeather.ts';
import type { PlaceRow } from './store.ts';

export interface OutdoorsDeps extends WeatherDeps {
  events: EventBus;
  /** When a point was last measured, epoch ms; null: never. */
  lastMeasured(pointId: number): number | null;
  submit(columns: ReadingColumns): Promise<void>;
}

/** A project begins so far back: what people compare with is there at once. */
export const daysBack = 31;

/**
 * The hours that are over and not kept yet become readings of the project's outdoor point, so that the weather can stand on a
 * curve, in a download and in a computed point like anything else. Forecasts are no history.
 */
export async function keepOutdoors(deps: OutdoorsDeps, place: PlaceRow): Promise<void> {
  const { db, clock, weather, events } = deps;
  if (!weather) return;
  const point = await makeOutdoorPoint(system, db, place.id);
  if (!point) return;
  if (point.isNew) events.emit('configurationChanged', { companyId: point.companyId, kind: 'point', ids: [point.id] });
  const now = clock.now();
  const today = todayAt(clock, place.time_zone);
  const last = deps.lastMeasured(point.id) ?? now - daysBack * 24 * hourMs;
  if (last + hourMs > now) return;
  const first = dayAfter(today, -Math.min(daysBack, Math.ceil((now - last) / (24 * hourMs))));
  const where = { latitude: place.latitude!, longitude: place.longitude!, timeZone: place.time_zone };
  const columns = new ReadingColumnsBuilder(64);
  let count = 0;
  for (const { at, temperature } of await weather.hours(where, first, today)) {
    if (at <= last || at > now) continue;
    columns.push(point.id, at, temperature, qualityCode.good);
    count += 1;
  }
  if (count > 0) await deps.submit(columns.take());
}
