import { useEffect, useState } from 'react';

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** Where this device is; null: not known; undefined: not known yet. */
export function usePosition(wanted: boolean): Position | null | undefined {
  const [position, setPosition] = useState<Position | null | undefined>(undefined);
  useEffect(() => {
    if (!wanted) return;
    // Some browsers have the name and nothing behind it.
    if (!('geolocation' in navigator) || !navigator.geolocation) {
      setPosition(null);
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => setPosition({ latitude: coords.latitude, longitude: coords.longitude }),
      () => setPosition(null),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    );
  }, [wanted]);
  return position;
}
