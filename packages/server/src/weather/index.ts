export { weatherExporter, weatherHandlers } from './handlers.ts';
export { keepWeather } from './keepWeather.ts';
