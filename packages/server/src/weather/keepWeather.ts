import { weatherDaysAhead } from '@watchpost/contract';
import { system } from '../access/index.ts';
import { AskedTooOften, ServiceSilent, type WeatherProvider } from '../platform/weather/weatherProvider.ts';
import { dayAfter } from '../platform/zonedTime.ts';
import { daysBack, keepOutdoors, type OutdoorsDeps } from './keepOutdoors.ts';
import { isLeftAlone, leaveAlone } from './leaveAlone.ts';
import { todayAt, wasOver } from './readWeather.ts';
import { allPlaces, type KeptPlaceRow, keepDays, keptDays } from './store.ts';

/** Less than the hour between two runs, so that a project whose turn comes a little earlier than the last time is asked for. */
const freshMs = 45 * 60_000;
/** Each is waited for; after so many in a row the others would hear the same. */
const silencesInARow = 3;

/** When a project's weather was last asked for in vain, epoch ms: those of which nothing is ever known do not always come first. */
const failures = new WeakMap<WeatherProvider, Map<number, number>>();

/**
 * Keeps the weather of every project with a position: the days of the last month that are not known as they were, yesterday, what
 * is to come, and the hours that are over. Who was kept longest ago comes first, and what is fresh is left out, so that a run
 * that ends early is gone on with by the next.
 */
export async function keepWeather(deps: OutdoorsDeps): Promise<void> {
  const { db, clock, log, weather } = deps;
  if (!weather || isLeftAlone(weather, clock.now())) return;
  const failedAt = failures.get(weather) ?? new Map<number, number>();
  failures.set(weather, failedAt);
  const askedAt = ({ id, kept_at }: KeptPlaceRow) => Math.max(kept_at?.getTime() ?? 0, failedAt.get(id) ?? 0);
  const places = await allPlaces(system, db, new Date(clock.now()));
  let silences = 0;
  for (const place of places.toSorted((a, b) => askedAt(a) - askedAt(b))) {
    try {
      await keepDaysOf(deps, weather, place);
      await keepOutdoors(deps, place);
      silences = 0;
    } catch (error) {
      log.warn({ err: error, projectId: place.id }, 'The weather of a project was not kept');
      if (error instanceof AskedTooOften) {
        leaveAlone(weather, error, clock.now());
        return;
      }
      failedAt.set(place.id, clock.now());
      silences = error instanceof ServiceSilent ? silences + 1 : 0;
      if (silences === silencesInARow) return;
    }
  }
}

async function keepDaysOf({ db, clock }: OutdoorsDeps, weather: WeatherProvider, place: KeptPlaceRow): Promise<void> {
  const now = clock.now();
  if (place.kept_at !== null && now - place.kept_at.getTime() < freshMs) return;
  const today = todayAt(clock, place.time_zone);
  const before = await keptDays(system, db, place.id, dayAfter(today, -daysBack), dayAfter(today, -3));
  const asItWas = new Set(before.filter((row) => wasOver(row, place.time_zone)).map(({ day }) => day));
  let first = dayAfter(today, -daysBack);
  while (asItWas.has(first)) first = dayAfter(first, 1);
  // The service corrects the last days.
  if (first > dayAfter(today, -2)) first = dayAfter(today, -2);
  const where = { latitude: place.latitude!, longitude: place.longitude!, timeZone: place.time_zone };
  const days = await weather.days(where, first, dayAfter(today, weatherDaysAhead - 1));
  await keepDays(system, db, place.id, days, new Date(now));
}
