import { outdoorsAt } from '@watchpost/demo';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The demo's places have no other clock. */
const zoneOffsetMs = 8 * hourMs;
const maxDays = 400;
const rounded = (value: number): number => Math.round(value * 10) / 10;

/**
 * Plays a weather service that speaks as Open-Meteo does, with the weather that the plant stands in.
 *
 * Example: `GET /weather?latitude=31.2&longitude=121.2&start_date=2026-11-22&end_date=2026-11-22` →
 * `{"daily":{"time":["2026-11-22"],"weather_code":[3],"temperature_2m_max":[13.1],…},"hourly":{"time":["2026-11-22T00:00",…],…}}`
 */
export function answerWeather(question: URLSearchParams): object {
  const [latitude, longitude] = [Number(question.get('latitude')), Number(question.get('longitude'))];
  const first = Date.parse(`${question.get('start_date')}T00:00:00Z`);
  const last = Date.parse(`${question.get('end_date')}T00:00:00Z`);
  if (![latitude, longitude, first, last].every(Number.isFinite) || last < first || last - first > maxDays * dayMs)
    throw new Error('Expected latitude, longitude, start_date and end_date');
  const daily = {
    time: [] as string[],
    weather_code: [] as number[],
    temperature_2m_max: [] as number[],
    temperature_2m_min: [] as number[],
    wind_speed_10m_max: [] as number[],
  };
  const asUnixTime = question.get('timeformat') === 'unixtime';
  const hourly = { time: [] as (string | number)[], temperature_2m: [] as number[], weather_code: [] as number[] };
  for (let day = first; day <= last; day += dayMs) {
    const hours = Array.from({ length: 24 }, (_, hour) =>
      outdoorsAt(latitude, longitude, day + hour * hourMs - zoneOffsetMs),
    );
    for (const [hour, { temperature, code }] of hours.entries()) {
      const local = day + hour * hourMs;
      hourly.time.push(asUnixTime ? (local - zoneOffsetMs) / 1000 : new Date(local).toISOString().slice(0, 16));
      hourly.temperature_2m.push(rounded(temperature));
      hourly.weather_code.push(code);
    }
    const temperatures = hours.map(({ temperature }) => temperature);
    daily.time.push(new Date(day).toISOString().slice(0, 10));
    daily.weather_code.push(Math.max(...hours.map(({ code }) => code)));
    daily.temperature_2m_max.push(rounded(Math.max(...temperatures)));
    daily.temperature_2m_min.push(rounded(Math.min(...temperatures)));
    daily.wind_speed_10m_max.push(rounded(Math.max(...hours.map(({ windKmh }) => windKmh))));
  }
  return { latitude, longitude, timezone: 'Asia/Shanghai', daily, hourly };
}
