import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { day, id, integer, page, pageOf, searchText } from '../scalars.ts';

/** A week ahead is as far as forecasts are worth something; spec §9. */
export const weatherDaysAhead = 7;
/** Of one question about the past. */
export const maxWeatherDays = 366;

export const WeatherDay = z.object({
  Date: z.string().describe('YYYY-MM-DD in the project’s time zone'),
  MinTemperature: z.number().describe('°C'),
  MaxTemperature: z.number().describe('°C'),
  MinCode: z.number().int().describe('the mildest weather of the day as a WMO code (0 clear … 99 thunderstorm)'),
  MaxCode: z.number().int().describe('the roughest weather of the day as a WMO code'),
  Wind: z.number().describe('the strongest of the day, km/h'),
});
export type WeatherDay = z.infer<typeof WeatherDay>;

export const WeatherRow = WeatherDay.extend({
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  Address: z.string(),
  Days: z.number().int().describe('how many days are known of it: of a month perhaps a few, of a day 1'),
});
export type WeatherRow = z.infer<typeof WeatherRow>;

const weatherFilter = {
  Address: searchText.describe('part of a project’s name or address'),
  DateType: integer.pipe(z.number().min(0).max(1)).default(0).describe('0 by day, 1 by month'),
  TimeQuantum: z
    .preprocess((v) => (typeof v === 'string' ? v.split(',') : v), z.tuple([day, day]))
    .optional()
    .describe('first and last day') as unknown as z.ZodType<
    [string, string] | undefined,
    [string, string] | string | undefined
  >,
};

const monitoring = ['monitorView', 'monitorEdit'] as const;

export const weatherCalls = defineCalls({
  getWeatherPage: {
    method: 'POST',
    path: '/Weather/GetWeatherPage',
    effect: 'read',
    access: monitoring,
    summary: { zh: '历史天气', en: 'Kept weather of projects, by day or month, the newest first' },
    body: z.object({ ...weatherFilter, ...page }),
    fileBy: 'exportWeatherPage',
    data: pageOf(WeatherRow),
  },
  exportWeatherPage: {
    method: 'POST',
    path: '/Weather/ExportWeatherPage',
    effect: 'read',
    access: monitoring,
    summary: { zh: '导出历史天气', en: 'Kept weather of projects as an Excel file' },
    body: z.object(weatherFilter),
    data: 'file',
  },
  getOutdoorPoint: {
    method: 'GET',
    path: '/Weather/GetOutdoorPoint',
    effect: 'read',
    access: monitoring,
    summary: { zh: '室外温度点位', en: 'The point that keeps the temperature outside a project, hour by hour' },
    query: z.object({ projectId: id }),
    data: z.object({ PointId: z.number().int().nullable().describe('null: there is none') }),
  },
  getWeather: {
    method: 'GET',
    path: '/Weather/weather/{projectId}',
    effect: 'read',
    access: monitoring,
    summary: { zh: '今日天气', en: 'Today’s weather at a project' },
    query: z.object({ projectId: id }),
    data: z.array(WeatherDay),
  },
  getWeatherOfDays: {
    method: 'GET',
    path: '/Weather/weather/{projectId}/{days}',
    effect: 'read',
    access: monitoring,
    summary: { zh: '近几日天气', en: 'Weather at a project, today and the days after it' },
    query: z.object({ projectId: id, days: integer.pipe(z.number().min(1).max(weatherDaysAhead)) }),
    data: z.array(WeatherDay),
  },
  getWeatherBetween: {
    method: 'GET',
    path: '/Weather/weather/{projectId}/{start}/{end}',
    effect: 'read',
    access: monitoring,
    summary: { zh: '时间段天气', en: 'Weather at a project from one day to another' },
    query: z.object({ projectId: id, start: day, end: day }),
    data: z.array(WeatherDay),
  },
});
