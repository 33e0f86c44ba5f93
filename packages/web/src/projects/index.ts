/** What other domains show of places: pictures and days are entered the same everywhere. */
export { AreaSelect } from './AreaSelect.tsx';
export { CoverField } from './CoverField.tsx';
export { industries, industryNumbers } from './industries.ts';
export { rankOf } from './overview.ts';
export { useMapTiles } from './useChoices.ts';
export { useFreshProjects } from './useFreshProjects.ts';
export { usePlaces } from './usePlaces.ts';
export { callsAboutPlaces } from './usePlacesChanged.ts';
