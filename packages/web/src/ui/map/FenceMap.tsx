import type { FenceMapProps } from './FenceLayer.tsx';
import { MapPlace } from './MapPlace.tsx';
import { lazyMap } from './useMapProgram.ts';

const useProgram = lazyMap(() => import('./FenceLayer.tsx').then((m) => m.FenceLayer));

/** An area to draw on the world's map; what draws it is loaded with the first one. Fills its parent. */
export function FenceMap(props: FenceMapProps) {
  const { Program, failed, retry } = useProgram();
  return Program ? <Program {...props} /> : <MapPlace failed={failed} onRetry={retry} />;
}
