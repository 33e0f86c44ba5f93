import L from 'leaflet';
import { useEffect, useMemo, useRef } from 'react';
import { FenceShapes, type MapFence } from './FenceShapes.tsx';
import { LandMap, useMap } from './LandMap.tsx';
import { MapPin } from './MapPin.tsx';
import type { MapTiles, Position } from './mapSite.ts';
import './TrackMap.css';

/** A stretch of a way that looks the same from end to end. */
export interface TrackPiece {
  readonly kind: 'within' | 'near' | 'beyond' | 'unknown' | 'gap';
  readonly path: readonly Position[];
}

export interface TrackStop extends Position {
  readonly key: number;
  /** What is read aloud and shown on hover. */
  readonly words: string;
  readonly chosen: boolean;
}

export interface TrackMapProps {
  label: string;
  tiles: MapTiles | null;
  pieces: readonly TrackPiece[];
  fences?: readonly MapFence[];
  stops?: readonly TrackStop[];
  /** Where it was at the moment that is looked at. */
  here: Position | null;
  hereWords?: string;
  onStop?: (key: number) => void;
}

const toLeaflet = ({ latitude, longitude }: Position): [number, number] => [latitude, longitude];
/** Width and dash say what the colour says, too. */
const looks: Readonly<Record<TrackPiece['kind'], L.PolylineOptions>> = {
  within: { weight: 4 },
  near: { weight: 5, dashArray: '14 5' },
  beyond: { weight: 7 },
  unknown: { weight: 3, dashArray: '8 6' },
  gap: { weight: 2, dashArray: '2 7' },
};

/** A way on the map: its stretches by what was known on them, its stops, and where it was at one moment. Fills its parent. */
export function TrackLayer({ label, tiles, ...rest }: TrackMapProps) {
  const all = useRef<L.LatLngBounds | null>(null);
  return (
    <LandMap
      label={label}
      tiles={tiles}
      nearest={nearest}
      onShowAll={(map) => all.current && map.fitBounds(all.current, fitting)}
    >
      <Track {...rest} onBounds={(bounds) => (all.current = bounds)} />
    </LandMap>
  );
}

/** As near as a yard. */
const nearest = 16;
const noFences: readonly MapFence[] = [];
const fitting: L.FitBoundsOptions = { padding: [40, 40], maxZoom: 14 };

function Track({
  pieces,
  fences = noFences,
  stops = [],
  here,
  hereWords,
  onStop,
  onBounds,
}: Omit<TrackMapProps, 'label' | 'tiles'> & { onBounds: (bounds: L.LatLngBounds) => void }) {
  const map = useMap();
  const latest = useRef(onBounds);
  useEffect(() => {
    latest.current = onBounds;
  });
  const bounds = useMemo(() => {
    const places = pieces.flatMap(({ path }) => path);
    return places.length === 0 ? null : L.latLngBounds(places.map(toLeaflet));
  }, [pieces]);

  useEffect(() => {
    if (!bounds) return;
    latest.current(bounds);
    map.fitBounds(bounds, { ...fitting, animate: false });
  }, [map, bounds]);

  useEffect(() => {
    const renderer = L.svg({ padding: 0.5 });
    const lines = pieces.map(({ kind, path }) =>
      L.polyline(path.map(toLeaflet), {
        ...looks[kind],
        className: `track-line track-line-${kind}`,
        interactive: false,
        renderer,
      }).addTo(map),
    );
    return () => {
      for (const line of lines) line.remove();
      renderer.remove();
    };
  }, [map, pieces]);

  return (
    <>
      <FenceShapes fences={fences} />
      {stops.map((stop) => (
        <MapPin key={stop.key} at={stop} raised={stop.chosen} {...(onStop ? { onPress: () => onStop(stop.key) } : {})}>
          <button
            type="button"
            className={stop.chosen ? 'track-stop track-stop-chosen' : 'track-stop'}
            aria-pressed={stop.chosen}
            aria-label={stop.words}
            title={stop.words}
          >
            {stop.key + 1}
          </button>
        </MapPin>
      ))}
      {here ? (
        <MapPin at={here} raised>
          <span className="track-here" role="img" aria-label={hereWords} title={hereWords} />
        </MapPin>
      ) : null}
    </>
  );
}
