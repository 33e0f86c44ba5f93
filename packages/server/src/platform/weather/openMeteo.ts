import { z } from 'zod';
import { guardedRequest } from '../guardedRequest.ts';
import type { OutboundGuard } from '../outboundGuard.ts';
import {
  AskedTooOften,
  type DayOfWeather,
  type Place,
  QuestionRefused,
  ServiceSilent,
  type WeatherProvider,
} from './weatherProvider.ts';

export interface OpenMeteoOptions {
  /** Such as `https://api.open-meteo.com/v1/forecast`. */
  readonly url: string;
  /** Sent as `apikey`; null: none. */
  readonly key: string | null;
  readonly guard: OutboundGuard;
}

/** A person waits for it. */
const timeoutMs = 5_000;
/** A year of hours is some hundred kilobytes. */
const maxAnswerBytes = 2 * 1024 * 1024;

const column = z.array(z.number().nullable());
const codeColumn = z.array(z.number().int().min(0).max(99).nullable());
const Answer = z.object({
  daily: z.object({
    time: z.array(z.iso.date()),
    temperature_2m_min: column,
    temperature_2m_max: column,
    wind_speed_10m_max: column,
    weather_code: codeColumn,
  }),
  hourly: z.object({ time: z.array(z.string()), weather_code: codeColumn }).optional(),
});

const HoursAnswer = z.object({ hourly: z.object({ time: z.array(z.number()), temperature_2m: column }) });

/**
 * Asks a service that speaks as Open-Meteo does.
 *
 * @example GET …?latitude=31.21&longitude=121.5&timezone=Asia%2FShanghai&start_date=2026-11-22&end_date=2026-11-28&daily=…
 * → {"daily":{"time":["2026-11-22"],"temperature_2m_min":[6.1],"temperature_2m_max":[13.4],"wind_speed_10m_max":[17.3],"weather_code":[61]},"hourly":{…}}
 */
export function createOpenMeteo({ url, key, guard }: OpenMeteoOptions): WeatherProvider {
  const ask = async ({ latitude, longitude, timeZone }: Place, first: string, last: string, columns: object) => {
    const address = new URL(url);
    const asked = {
      latitude: String(latitude),
      longitude: String(longitude),
      timezone: timeZone,
      start_date: first,
      end_date: last,
      ...columns,
      ...(key === null ? {} : { apikey: key }),
    };
    for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
    const headers = { Accept: 'application/json' };
    const {
      status,
      headers: told,
      body,
    } = await guardedRequest(guard, address, {
      method: 'GET',
      headers,
      timeoutMs,
      maxBytes: maxAnswerBytes,
    });
    // https://open-meteo.com/en/docs, "Errors": a parameter out of its range is a 400.
    if (status === 400) throw new QuestionRefused('The weather service does not take this question');
    // One of its limits: of a minute, an hour or a day.
    if (status === 429) {
      const seconds = Number(told['retry-after'] ?? Number.NaN);
      throw new AskedTooOften('The weather service was asked too often', seconds > 0 ? seconds * 1000 : null);
    }
    if (status !== 200) throw new Error(`The weather service answers HTTP ${status}`);
    return body.toString('utf8');
  };
  const askFor = async <Found>(schema: z.ZodType<Found>, ...question: Parameters<typeof ask>): Promise<Found> => {
    const body = await ask(...question).catch((error: unknown) => {
      if (error instanceof QuestionRefused || error instanceof AskedTooOften) throw error;
      throw new ServiceSilent('The weather service gives no answer', { cause: error });
    });
    try {
      return schema.parse(JSON.parse(body));
    } catch (error) {
      // What it does not know of one place it may know of the others.
      throw new QuestionRefused('The answer of the weather service is no weather', { cause: error });
    }
  };
  return {
    async days(place, first, last) {
      const daily = 'weather_code,temperature_2m_max,temperature_2m_min,wind_speed_10m_max';
      return daysOf(await askFor(Answer, place, first, last, { daily, hourly: 'weather_code' }));
    },
    async hours(place, first, last) {
      // By the clock of a place an hour of autumn comes twice.
      const asked = { hourly: 'temperature_2m', timeformat: 'unixtime' };
      const { hourly } = await askFor(HoursAnswer, place, first, last, asked);
      return hourly.time.flatMap((seconds, index) => {
        const temperature = hourly.temperature_2m[index] ?? null;
        return temperature === null ? [] : [{ at: seconds * 1000, temperature }];
      });
    },
  };
}

/** A day of which anything is missing is left out: half a day would read as a whole one. */
function daysOf({ daily, hourly }: z.infer<typeof Answer>): DayOfWeather[] {
  return daily.time.flatMap((day, index) => {
    const minTemperature = daily.temperature_2m_min[index] ?? null;
    const maxTemperature = daily.temperature_2m_max[index] ?? null;
    const windKmh = daily.wind_speed_10m_max[index] ?? null;
    const code = daily.weather_code[index] ?? null;
    if (minTemperature === null || maxTemperature === null || windKmh === null || code === null) return [];
    const codes = (hourly?.weather_code ?? []).filter(
      (each, hour): each is number => each !== null && hourly!.time[hour]?.startsWith(day) === true,
    );
    return [
      {
        day,
        minTemperature,
        maxTemperature,
        windKmh,
        minCode: Math.min(code, ...codes),
        maxCode: Math.max(code, ...codes),
      },
    ];
  });
}
