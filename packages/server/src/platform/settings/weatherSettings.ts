import { httpUrl, type ReadSettings, setting, withoutSpaces } from './setting.ts';

/** The weather service, in the format of Open-Meteo. */
export const weatherSettings = {
  WEATHER_URL: setting({
    default: '',
    meaning:
      'A weather service in the format of Open-Meteo, such as https://api.open-meteo.com/v1/forecast; without one there is no weather (the demo asks its simulator). A private host must stand in ALLOWED_PRIVATE_HOSTS.',
    schema: httpUrl,
  }),
  WEATHER_KEY: setting({
    default: '',
    meaning: 'Its key, where it wants one.',
    schema: withoutSpaces('key'),
    secret: true,
  }),
} as const;

export type WeatherSettings = { url: string; key: string | null } | null;

/** @param ofDemo where the simulator plays one; null: nowhere */
export function weatherOf(
  { WEATHER_URL, WEATHER_KEY }: ReadSettings<typeof weatherSettings>,
  ofDemo: string | null,
): WeatherSettings {
  const url = WEATHER_URL ?? ofDemo;
  return url ? { url, key: WEATHER_KEY ?? null } : null;
}
