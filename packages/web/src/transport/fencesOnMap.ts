import type { FenceArea } from '@watchpost/contract';
import type { MapFence } from '../ui/map/index.ts';

/** Geofences as the map draws them. */
export const fencesOnMap = (fences: readonly FenceArea[]): MapFence[] =>
  fences.map(({ GeofenceId, GeofenceName, Kind, Latitude, Longitude, RadiusMetres, CornerList }) => ({
    key: GeofenceId,
    name: GeofenceName,
    places:
      Kind === 'circle'
        ? [{ latitude: Latitude, longitude: Longitude }]
        : CornerList.map((corner) => ({ latitude: corner.Latitude, longitude: corner.Longitude })),
    radiusMetres: Kind === 'circle' ? RadiusMetres : null,
  }));
