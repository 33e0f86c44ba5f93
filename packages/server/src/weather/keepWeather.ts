import { weatherDaysAhead } from '@watchpost/contract';
import { system } from '../access/index.ts';
import { ServiceSilent } from '../platform/weather/weatherProvider.ts';
import { dayAfter } from '../platform/zonedTime.ts';
import { daysBack, keepOutdoors, type OutdoorsDeps } from './keepOutdoors.ts';
import { todayAt, wasOver } from './readWeather.ts';
import { allPlaces, keepDays, keptDays } from './store.ts';

/**
 * Keeps the weather of every project with a position: the days of the last month that are not known as they were, yesterday, what
 * is to come, and the hours that are over.
 */
export async function keepWeather(deps: OutdoorsDeps): Promise<void> {
  const { db, clock, log, weather } = deps;
  if (!weather) return;
  for (const place of await allPlaces(system, db)) {
    const today = todayAt(clock, place.time_zone);
    const where = { latitude: place.latitude!, longitude: place.longitude!, timeZone: place.time_zone };
    try {
      const before = await keptDays(system, db, place.id, dayAfter(today, -daysBack), dayAfter(today, -3));
      const asItWas = new Set(before.filter((row) => wasOver(row, place.time_zone)).map(({ day }) => day));
      let first = dayAfter(today, -daysBack);
      while (asItWas.has(first)) first = dayAfter(first, 1);
      // The service corrects the last days.
      if (first > dayAfter(today, -2)) first = dayAfter(today, -2);
      const days = await weather.days(where, first, dayAfter(today, weatherDaysAhead - 1));
      await keepDays(system, db, place.id, days, new Date(clock.now()));
      await keepOutdoors(deps, place);
    } catch (error) {
      if (error instanceof ServiceSilent) {
        // The others would hear the same; the next hour asks again.
        log.warn({ err: error, projectId: place.id }, 'The weather service gives no answer');
        return;
      }
      log.warn({ err: error, projectId: place.id }, 'The weather of a project was not kept');
    }
  }
}
