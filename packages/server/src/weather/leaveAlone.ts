import type { AskedTooOften, WeatherProvider } from '../platform/weather/weatherProvider.ts';

/** The pause after a limit without a stated duration: until then, requests fail at once. */
const pauseMs = 60_000;
/** Limits last a minute, an hour or a day; after a longer one the service is asked again the next day. */
const longestMs = 86_400_000;

const until = new WeakMap<WeatherProvider, number>();

/** Stops all requests to a service that was asked too often, for the time that it states. */
export function leaveAlone(weather: WeatherProvider, { retryAfterMs }: AskedTooOften, now: number): void {
  until.set(weather, now + Math.min(retryAfterMs ?? pauseMs, longestMs));
}

export const isLeftAlone = (weather: WeatherProvider, now: number): boolean => now < (until.get(weather) ?? 0);
