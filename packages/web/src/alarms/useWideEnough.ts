import { useSyncExternalStore } from 'react';

/** Whether the window is at least this wide, in CSS pixels; for layouts that CSS alone cannot change. */
export function useWideEnough(minWidthPx: number): boolean {
  const query = `(min-width: ${minWidthPx}px)`;
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
    () => true,
  );
}
