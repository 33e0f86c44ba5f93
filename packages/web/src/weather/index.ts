export { WeatherDialog } from './WeatherDialog.tsx';
export { WeatherSign } from './WeatherSign.tsx';
export { weatherName, weatherText } from './weatherWords.ts';
