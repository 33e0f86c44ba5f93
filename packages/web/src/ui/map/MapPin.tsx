import L from 'leaflet';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMap } from './LandMap.tsx';
import type { Position } from './mapSite.ts';

/**
 * Holds a button at a place of the map and keeps it there. The click comes through the map, which tells it from the end of a
 * drag; Enter and Space on the button click it too.
 */
export function MapPin({
  at,
  raised = false,
  onPress,
  onDragEnd,
  children,
}: {
  at: Position;
  /** Above its neighbours. */
  raised?: boolean;
  onPress?: () => void;
  /** Present: it can be dragged. */
  onDragEnd?: (to: Position) => void;
  children: ReactNode;
}) {
  const map = useMap();
  const [host] = useState(() => document.createElement('div'));
  const latest = useRef({ onPress, onDragEnd });
  useEffect(() => {
    latest.current = { onPress, onDragEnd };
  });
  const [pin, setPin] = useState<L.Marker | null>(null);
  const draggable = onDragEnd !== undefined;
  const { latitude, longitude } = at;

  useEffect(() => {
    const created = L.marker([0, 0], {
      // The button inside is what takes the focus.
      keyboard: false,
      draggable,
      autoPanOnFocus: false,
      icon: L.divIcon({ className: 'map-pin', html: host, iconSize: [0, 0] }),
    });
    created.on('click', () => latest.current.onPress?.());
    created.on('dragend', () => {
      const { lat, lng } = created.getLatLng();
      latest.current.onDragEnd?.({ latitude: lat, longitude: lng });
    });
    // Tab may lead to what stands half outside.
    const bringIn = () => map.panInside(created.getLatLng(), { padding: [60, 60] });
    host.addEventListener('focusin', bringIn);
    setPin(created);
    return () => {
      host.removeEventListener('focusin', bringIn);
      created.remove();
      setPin(null);
    };
  }, [map, host, draggable]);

  useEffect(() => {
    if (!pin) return;
    pin.setLatLng([latitude, longitude]);
    pin.setZIndexOffset(raised ? 10_000 : 0);
    if (!map.hasLayer(pin)) pin.addTo(map);
  }, [map, pin, latitude, longitude, raised]);

  return createPortal(children, host);
}
