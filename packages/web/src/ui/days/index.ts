export { DaysField } from './DaysField.tsx';
export { type Days, useDays, useToday } from './useDays.ts';
