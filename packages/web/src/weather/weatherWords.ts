import { defineText } from '../lib/defineText.ts';

/** WMO codes as Open-Meteo uses them, in the words of a forecast; those of one group differ in strength only. */
export const weatherText = defineText({
  clear: { zh: '晴', en: 'Clear' },
  partlyCloudy: { zh: '多云', en: 'Partly cloudy' },
  overcast: { zh: '阴', en: 'Overcast' },
  fog: { zh: '雾', en: 'Fog' },
  drizzle: { zh: '毛毛雨', en: 'Drizzle' },
  freezingRain: { zh: '冻雨', en: 'Freezing rain' },
  lightRain: { zh: '小雨', en: 'Light rain' },
  rain: { zh: '中雨', en: 'Rain' },
  heavyRain: { zh: '大雨', en: 'Heavy rain' },
  snow: { zh: '雪', en: 'Snow' },
  heavySnow: { zh: '大雪', en: 'Heavy snow' },
  showers: { zh: '阵雨', en: 'Showers' },
  snowShowers: { zh: '阵雪', en: 'Snow showers' },
  thunderstorm: { zh: '雷阵雨', en: 'Thunderstorm' },
  hail: { zh: '雷阵雨伴冰雹', en: 'Thunderstorm with hail' },
});

export type WeatherName = keyof typeof weatherText;

/** [from code, name], ascending: a code has the name of the last row at or below it. */
const names: readonly (readonly [number, WeatherName])[] = [
  [0, 'clear'],
  [2, 'partlyCloudy'],
  [3, 'overcast'],
  [45, 'fog'],
  [51, 'drizzle'],
  [56, 'freezingRain'],
  [61, 'lightRain'],
  [63, 'rain'],
  [65, 'heavyRain'],
  [66, 'freezingRain'],
  [71, 'snow'],
  [75, 'heavySnow'],
  [77, 'snow'],
  [80, 'showers'],
  [85, 'snowShowers'],
  [95, 'thunderstorm'],
  [96, 'hail'],
];

export const weatherName = (code: number): WeatherName => names.findLast(([from]) => from <= code)?.[1] ?? 'clear';
