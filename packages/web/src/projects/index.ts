/** What other domains show of places: pictures and days are entered the same everywhere. */
export { CoverField } from './CoverField.tsx';
export { DayField } from './DayField.tsx';
export { callsAboutPlaces } from './usePlacesChanged.ts';
