import type { Samples } from '../sampleValues.ts';

export const samplesOfWeather: Samples = {
  exportWeatherPage: () => ({ body: { Address: 'Store', DateType: 0, TimeQuantum: '2026-11-01,2026-11-30' } }),
  getWeatherOfDays: () => ({ query: { days: 7 } }),
  getWeatherPage: () => ({ body: { Address: 'Store', DateType: 0, TimeQuantum: '2026-11-01,2026-11-30' } }),
};
