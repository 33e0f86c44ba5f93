import { MapPlace } from './MapPlace.tsx';
import type { TrackMapProps } from './TrackLayer.tsx';
import { lazyMap } from './useMapProgram.ts';

const useProgram = lazyMap(() => import('./TrackLayer.tsx').then((m) => m.TrackLayer));

/** A way on the world's map; what draws it is loaded with the first one. Fills its parent. */
export function TrackMap(props: TrackMapProps) {
  const { Program, failed, retry } = useProgram();
  return Program ? <Program {...props} /> : <MapPlace failed={failed} onRetry={retry} />;
}
