import { useEffect, useRef } from 'react';
import { useText } from '../../lib/defineText.ts';
import { LandMap, useMap } from './LandMap.tsx';
import { MapPin } from './MapPin.tsx';
import type { MapTiles, Position } from './mapSite.ts';
import './PlaceMap.css';
import { rounded } from './position.ts';
import { text } from './text.ts';

export interface PlaceMapProps {
  label: string;
  position: Position | null;
  tiles: MapTiles | null;
  /** Absent: it can only be looked at. */
  onChange?: ((position: Position) => void) | undefined;
}

/** From this distance a click means something. */
const usefulZoom = 7;

/** The world with one marker to put somewhere. Loaded by `PlacePicker` and `PlaceView`. */
export function PlaceMap({ label, position, tiles, onChange }: PlaceMapProps) {
  return (
    <LandMap label={label} tiles={tiles}>
      <Place position={position} onChange={onChange} />
    </LandMap>
  );
}

function Place({ position, onChange }: Pick<PlaceMapProps, 'position' | 'onChange'>) {
  const t = useText(text);
  const map = useMap();
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });

  const seen = useRef(false);
  useEffect(() => {
    const pick = ({ latlng }: { latlng: { lat: number; lng: number } }) => {
      // It is in the view: somebody just clicked there.
      seen.current = true;
      latest.current?.(rounded({ latitude: latlng.lat, longitude: latlng.lng }));
    };
    map.on('click', pick);
    return () => void map.off('click', pick);
  }, [map]);

  const latitude = position?.latitude;
  const longitude = position?.longitude;
  useEffect(() => {
    if (latitude === undefined || longitude === undefined) return;
    // What was clicked or dragged is in the view already; what was typed may be anywhere.
    if (seen.current && map.getBounds().contains([latitude, longitude])) return;
    map.setView([latitude, longitude], Math.max(map.getZoom(), usefulZoom), { animate: seen.current });
    seen.current = true;
  }, [map, latitude, longitude]);

  if (!position) return null;
  const change = onChange ? (to: Position) => onChange(rounded(to)) : undefined;
  const moveBy = (x: number, y: number) => {
    const to = map.unproject(map.project([position.latitude, position.longitude]).add([x, y]));
    change?.({ latitude: to.lat, longitude: to.lng });
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const far = event.shiftKey ? 10 : 1;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-far, 0],
      ArrowRight: [far, 0],
      ArrowUp: [0, -far],
      ArrowDown: [0, far],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    // Else the map would move the other way.
    event.nativeEvent.stopPropagation();
    event.stopPropagation();
    moveBy(...step);
  };
  const sign = (
    <svg width="28" height="36" viewBox="0 0 28 36" aria-hidden="true">
      <path d="M14 35C6 24 2 19 2 13a12 12 0 0 1 24 0c0 6-4 11-12 22Z" className="map-place-shape" />
      <circle cx="14" cy="13" r="4.5" className="map-place-eye" />
    </svg>
  );
  const name = t.marker(position.latitude.toFixed(4), position.longitude.toFixed(4));
  return change ? (
    <MapPin at={position} onDragEnd={change}>
      <button type="button" className="map-place-sign" aria-label={name} onKeyDown={onKeyDown}>
        {sign}
      </button>
    </MapPin>
  ) : (
    <MapPin at={position}>
      <span className="map-place-sign">{sign}</span>
    </MapPin>
  );
}
