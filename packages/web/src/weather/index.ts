export { WeatherDialog } from './WeatherDialog.tsx';
