import L from 'leaflet';
import { useEffect, useMemo, useRef } from 'react';
import { useText } from '../../lib/defineText.ts';
import { FenceShapes, type MapFence } from './FenceShapes.tsx';
import { LandMap, useMap } from './LandMap.tsx';
import { MapPin } from './MapPin.tsx';
import type { MapTiles, Position } from './mapSite.ts';
import { rounded } from './position.ts';
import { text } from './text.ts';
import './FenceMap.css';

/** An area as it is being drawn; what is not placed yet is missing. */
export type DraftArea =
  | { readonly kind: 'circle'; readonly centre: Position | null; readonly radiusMetres: number | null }
  | { readonly kind: 'polygon'; readonly corners: readonly Position[] };

export interface FenceMapProps {
  label: string;
  tiles: MapTiles | null;
  draft: DraftArea;
  onChange: (draft: DraftArea) => void;
  /** Other areas, to see where this one lies. */
  others: readonly MapFence[];
}

const metresADegree = 111_195;
/** As near as a building. */
const nearest = 17;
const fitting: L.FitBoundsOptions = { padding: [40, 40], maxZoom: 16, animate: false };
const toLeaflet = ({ latitude, longitude }: Position): [number, number] => [latitude, longitude];

/** The east of a circle, where its radius is dragged. */
const eastOf = ({ latitude, longitude }: Position, metres: number): Position => ({
  latitude,
  longitude: longitude + metres / (metresADegree * Math.max(0.01, Math.cos((latitude * Math.PI) / 180))),
});

/** The map on which an area is drawn. Loaded by `FenceMap`. */
export function FenceLayer({ label, tiles, ...rest }: FenceMapProps) {
  const all = useRef<L.LatLngBounds | null>(null);
  return (
    <LandMap
      label={label}
      tiles={tiles}
      nearest={nearest}
      onShowAll={(map) => all.current && map.fitBounds(all.current, fitting)}
    >
      <Drawing {...rest} onBounds={(bounds) => (all.current = bounds)} />
    </LandMap>
  );
}

function Drawing({
  draft,
  onChange,
  others,
  onBounds,
}: Omit<FenceMapProps, 'label' | 'tiles'> & { onBounds: (bounds: L.LatLngBounds) => void }) {
  const t = useText(text);
  const map = useMap();
  const latest = useRef({ draft, onChange, onBounds });
  useEffect(() => {
    latest.current = { draft, onChange, onBounds };
  });

  useEffect(() => {
    const pick = ({ latlng }: { latlng: { lat: number; lng: number } }) => {
      const at = rounded({ latitude: latlng.lat, longitude: latlng.lng });
      const { draft: now, onChange: change } = latest.current;
      change(now.kind === 'circle' ? { ...now, centre: at } : { ...now, corners: withCorner(now.corners, at) });
    };
    map.on('click', pick);
    return () => void map.off('click', pick);
  }, [map]);

  const places = useMemo(
    () =>
      draft.kind === 'polygon'
        ? draft.corners
        : draft.centre === null
          ? []
          : [
              draft.centre,
              eastOf(draft.centre, draft.radiusMetres ?? 0),
              eastOf(draft.centre, -(draft.radiusMetres ?? 0)),
            ],
    [draft],
  );
  const shown = useRef(false);
  useEffect(() => {
    const around = places.length > 0 ? places : others.flatMap(({ places: each }) => each);
    if (around.length === 0) return;
    const bounds = L.latLngBounds(around.map(toLeaflet));
    latest.current.onBounds(bounds);
    // What was clicked or dragged is in the view already; what was typed may be anywhere.
    if (shown.current && map.getBounds().intersects(bounds)) return;
    shown.current = true;
    map.fitBounds(bounds, fitting);
  }, [map, places, others]);

  const own = useMemo((): readonly MapFence[] => {
    if (draft.kind === 'polygon')
      return draft.corners.length < 2 ? [] : [{ key: 0, name: '', places: draft.corners, radiusMetres: null }];
    return draft.centre === null || !(Number(draft.radiusMetres) > 0)
      ? []
      : [{ key: 0, name: '', places: [draft.centre], radiusMetres: draft.radiusMetres }];
  }, [draft]);

  return (
    <>
      <FenceShapes fences={others} />
      <FenceShapes fences={own} className="fence-own" />
      {draft.kind === 'polygon'
        ? draft.corners.map((corner, i) => (
            <Handle
              // biome-ignore lint/suspicious/noArrayIndexKey: a corner is nothing but its place in the order
              key={i}
              at={corner}
              name={t.corner(i + 1)}
              onMove={(to) => onChange({ ...draft, corners: draft.corners.with(i, to) })}
              onRemove={() => onChange({ ...draft, corners: draft.corners.toSpliced(i, 1) })}
            >
              {i + 1}
            </Handle>
          ))
        : null}
      {draft.kind === 'circle' && draft.centre !== null ? (
        <>
          <Handle at={draft.centre} name={t.middle} onMove={(centre) => onChange({ ...draft, centre })} />
          {draft.radiusMetres !== null ? (
            <Handle
              at={eastOf(draft.centre, draft.radiusMetres)}
              name={t.radius}
              onMove={(to) =>
                onChange({
                  ...draft,
                  radiusMetres: Math.max(1, Math.round(map.distance(toLeaflet(draft.centre!), toLeaflet(to)))),
                })
              }
            />
          ) : null}
        </>
      ) : null}
    </>
  );
}

/** A new corner goes into the nearest edge. */
function withCorner(corners: readonly Position[], at: Position): Position[] {
  if (corners.length < 3) return [...corners, at];
  const shrink = Math.cos((at.latitude * Math.PI) / 180);
  const flat = corners.map(({ latitude, longitude }) => [(longitude - at.longitude) * shrink, latitude - at.latitude]);
  const lengths = flat.map(([ax, ay], i) => {
    const [bx, by] = flat[(i + 1) % flat.length]!;
    const [dx, dy] = [bx! - ax!, by! - ay!];
    const length = dx * dx + dy * dy;
    const share = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax! * dx + ay! * dy) / length));
    return Math.hypot(ax! + share * dx, ay! + share * dy);
  });
  return corners.toSpliced(lengths.indexOf(Math.min(...lengths)) + 1, 0, at);
}

/** A place of the area to drag, or to move with the arrow keys; Delete takes it away. */
function Handle({
  at,
  name,
  onMove,
  onRemove,
  children,
}: {
  at: Position;
  name: string;
  onMove: (to: Position) => void;
  onRemove?: () => void;
  children?: React.ReactNode;
}) {
  const map = useMap();
  const onKeyDown = (event: React.KeyboardEvent) => {
    const far = event.shiftKey ? 10 : 1;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-far, 0],
      ArrowRight: [far, 0],
      ArrowUp: [0, -far],
      ArrowDown: [0, far],
    };
    const step = steps[event.key];
    const isRemoval = onRemove !== undefined && (event.key === 'Delete' || event.key === 'Backspace');
    if (!step && !isRemoval) return;
    event.preventDefault();
    // Else the map would move the other way.
    event.nativeEvent.stopPropagation();
    event.stopPropagation();
    if (isRemoval) return onRemove();
    const to = map.unproject(map.project(toLeaflet(at)).add(step!));
    onMove(rounded({ latitude: to.lat, longitude: to.lng }));
  };
  return (
    <MapPin at={at} raised onDragEnd={(to) => onMove(rounded(to))}>
      <button type="button" className="fence-handle" aria-label={name} title={name} onKeyDown={onKeyDown}>
        <span aria-hidden="true">{children}</span>
      </button>
    </MapPin>
  );
}
