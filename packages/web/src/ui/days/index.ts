export { DayField, LocalTimeField, MonthField, OptionalDayField } from './DayField.tsx';
export { DaysField } from './DaysField.tsx';
export { type Days, daysUntil, useDays, useToday } from './useDays.ts';
