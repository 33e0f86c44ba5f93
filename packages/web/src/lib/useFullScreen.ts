import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

/** Whether the product fills the screen, and the switch; null where the browser has no such thing (most phones). */
export function useFullScreen(): { on: boolean; toggle(): void } | null {
  const on = useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement !== null,
    () => false,
  );
  if (!document.fullscreenEnabled) return null;
  return {
    on,
    toggle: () => {
      // Refused outside a click; then nothing happens, which is what the user sees anyway.
      const done = on ? document.exitFullscreen() : document.documentElement.requestFullscreen();
      done.catch(() => undefined);
    },
  };
}
