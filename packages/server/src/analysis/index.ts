export { type CountDaysDeps, countDays } from './facts/countDays.ts';
export { analysisHandlers } from './handlers.ts';
