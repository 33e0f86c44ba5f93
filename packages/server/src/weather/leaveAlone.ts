import type { AskedTooOften, WeatherProvider } from '../platform/weather/weatherProvider.ts';

/** Of a service that does not say how long: whoever asks next is told the same at once. */
const pauseMs = 60_000;
/** Limits are of a minute, an hour or a day; whoever says longer is asked again the next day. */
const longestMs = 86_400_000;

const until = new WeakMap<WeatherProvider, number>();

/** A service that was asked too often is asked nothing, by nobody, for as long as it says. */
export function leaveAlone(weather: WeatherProvider, { retryAfterMs }: AskedTooOften, now: number): void {
  until.set(weather, now + Math.min(retryAfterMs ?? pauseMs, longestMs));
}

export const isLeftAlone = (weather: WeatherProvider, now: number): boolean => now < (until.get(weather) ?? 0);
