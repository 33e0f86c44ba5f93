/** What other domains show of places: pictures, days and labels are entered and shown the same everywhere. */
export { CoverField } from './CoverField.tsx';
export { DayField } from './DayField.tsx';
export { LabelList } from './LabelList.tsx';
