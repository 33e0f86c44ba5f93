import L from 'leaflet';
import { useEffect } from 'react';
import { useMap } from './LandMap.tsx';
import { MapPin } from './MapPin.tsx';
import type { Position } from './mapSite.ts';
import './FenceMap.css';

/** An area on a map: a circle around its only place, or the polygon of its places. */
export interface MapFence {
  readonly key: number;
  /** Written at its middle; empty: nothing. */
  readonly name: string;
  readonly places: readonly Position[];
  /** Null: a polygon. */
  readonly radiusMetres: number | null;
}

const middleOf = (places: readonly Position[]): Position => ({
  latitude: (Math.min(...places.map((at) => at.latitude)) + Math.max(...places.map((at) => at.latitude))) / 2,
  longitude: (Math.min(...places.map((at) => at.longitude)) + Math.max(...places.map((at) => at.longitude))) / 2,
});

/** Areas below everything else on the map. */
export function FenceShapes({ fences, className = '' }: { fences: readonly MapFence[]; className?: string }) {
  const map = useMap();
  useEffect(() => {
    const renderer = L.svg({ padding: 0.5 });
    const options = { renderer, interactive: false, className: `fence-shape ${className}`, weight: 2 };
    const shapes = fences.map(({ places, radiusMetres }) => {
      const at = places.map(({ latitude, longitude }): [number, number] => [latitude, longitude]);
      return (
        radiusMetres === null ? L.polygon(at, options) : L.circle(at[0]!, { ...options, radius: radiusMetres })
      ).addTo(map);
    });
    return () => {
      for (const shape of shapes) shape.remove();
      renderer.remove();
    };
  }, [map, fences, className]);
  return (
    <>
      {fences
        .filter(({ name }) => name !== '')
        .map(({ key, name, places }) => (
          <MapPin key={key} at={middleOf(places)}>
            <span className="fence-name">{name}</span>
          </MapPin>
        ))}
    </>
  );
}
