import { useSyncExternalStore } from 'react';

/** Spec §2: the sidebar closes by itself at this width and below. */
const narrowPx = 1367;
const phonePx = 767;

export type WindowWidth = 'phone' | 'narrow' | 'wide';

const subscribe = (listener: () => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};

const widthOf = (px: number): WindowWidth => (px <= phonePx ? 'phone' : px <= narrowPx ? 'narrow' : 'wide');

export const useWindowWidth = (): WindowWidth =>
  useSyncExternalStore(
    subscribe,
    () => widthOf(window.innerWidth),
    () => 'wide',
  );
