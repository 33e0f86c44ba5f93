import type { Language, WeatherDay, WeatherRow } from '@watchpost/contract';
import { inLanguage } from '../platform/inLanguage.ts';
import type { WeatherDayRow, WeatherPageRow } from './store.ts';

export const presentDay = (row: Omit<WeatherDayRow, 'fetched_at'>): WeatherDay => ({
  Date: row.day,
  MinTemperature: row.min_temperature,
  MaxTemperature: row.max_temperature,
  MinCode: row.min_code,
  MaxCode: row.max_code,
  Wind: row.wind,
});

export const presentRow = (row: WeatherPageRow, language: Language): WeatherRow => ({
  ...presentDay(row),
  ProjectId: row.project_id,
  ProjectName: inLanguage(row.name, row.name_en, language),
  Address: row.address,
  Days: row.days,
});
