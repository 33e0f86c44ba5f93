import { MapPlace } from './MapPlace.tsx';
import type { SiteMapProps } from './SiteLayer.tsx';
import { lazyMap } from './useMapProgram.ts';

const useProgram = lazyMap(() => import('./SiteLayer.tsx').then((m) => m.SiteLayer));

/**
 * Sites on the world's map. Those that would cover each other stand as one group with the worst severity among them; every marker
 * is a button with a name. Fills its parent.
 */
export function SiteMap(props: SiteMapProps) {
  const { Program, failed, retry } = useProgram();
  return Program ? <Program {...props} /> : <MapPlace failed={failed} onRetry={retry} />;
}
