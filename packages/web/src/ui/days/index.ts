export { DaysField } from './DaysField.tsx';
export { type Days, useDays } from './useDays.ts';
