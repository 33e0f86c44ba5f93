import { weatherDaysAhead, weatherErrors } from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Log } from '../platform/log/log.ts';
import { AskedTooOften, QuestionRefused, type WeatherProvider } from '../platform/weather/weatherProvider.ts';
import { dayAfter, localOfEpoch } from '../platform/zonedTime.ts';
import { isLeftAlone, leaveAlone } from './leaveAlone.ts';
import { keepDays, keptDays, type PlaceRow, type WeatherDayRow } from './store.ts';

export interface WeatherDeps {
  db: Db;
  clock: Clock;
  log: Log;
  /** Null: none is configured. */
  weather: WeatherProvider | null;
}

/** Forecasts are made anew every hour at best. */
const freshMs = 3_600_000;
/** For this long after a failure, the next requests get the same error at once. */
const pauseMs = 60_000;

const failedUntil = new WeakMap<WeatherProvider, number>();

export const todayAt = (clock: Clock, timeZone: string): string => localOfEpoch(clock.now(), timeZone).slice(0, 10);

/**
 * The weather of a project from one day to another: what is kept while it is fresh (of a day that was over when it was asked
 * for: for ever), else asked for and kept.
 *
 * @throws Refusal `retryLater` when nothing at all is known, as the specification says it
 */
export async function readWeather(
  { db, clock, log, weather }: WeatherDeps,
  tenant: UserTenant,
  place: PlaceRow,
  first: string,
  last: string,
): Promise<WeatherDayRow[]> {
  if (place.latitude === null || place.longitude === null) throw new Refusal(weatherErrors.noPosition);
  const kept = await keptDays(tenant, db, place.id, first, last);
  const now = clock.now();
  // Nobody knows the weather of next month: what lies beyond is not asked for.
  const furthest = dayAfter(todayAt(clock, place.time_zone), weatherDaysAhead - 1);
  const until = last < furthest ? last : furthest;
  const fresh = new Set(kept.filter((row) => isFresh(row, place.time_zone, now)).map(({ day }) => day));
  const stale: string[] = [];
  for (let day = first; day <= until; day = dayAfter(day, 1)) if (!fresh.has(day)) stale.push(day);
  if (stale.length > 0 && weather && now >= (failedUntil.get(weather) ?? 0) && !isLeftAlone(weather, now)) {
    const { latitude, longitude, time_zone } = place;
    const found = await weather
      .days({ latitude, longitude, timeZone: time_zone }, stale[0]!, stale.at(-1)!)
      .catch((error: unknown) => {
        log.warn({ err: error, projectId: place.id }, 'The weather service gives no answer');
        // What it does not know of one project it may know of the others.
        if (error instanceof AskedTooOften) leaveAlone(weather, error, now);
        else if (!(error instanceof QuestionRefused)) failedUntil.set(weather, now + pauseMs);
        return null;
      });
    if (found !== null) {
      await keepDays(tenant, db, place.id, found, new Date(now));
      return answered(await keptDays(tenant, db, place.id, first, last));
    }
  }
  // What was known an hour ago is better than nothing.
  return answered(kept);
}

function answered(rows: WeatherDayRow[]): WeatherDayRow[] {
  if (rows.length === 0) throw new Refusal(weatherErrors.retryLater);
  return rows;
}

const isFresh = (row: WeatherDayRow, timeZone: string, now: number): boolean =>
  wasOver(row, timeZone) || now - row.fetched_at.getTime() < freshMs;

/** Whether the day was over when it was asked for: what was forecast is no history. */
export const wasOver = ({ day, fetched_at }: WeatherDayRow, timeZone: string): boolean =>
  localOfEpoch(fetched_at.getTime(), timeZone).slice(0, 10) > day;
