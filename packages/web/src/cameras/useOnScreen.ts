import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Whether somebody can see the element: it is in view, and so is the tab. */
export function useOnScreen(element: RefObject<HTMLElement | null>): boolean {
  const tabShown = useSyncExternalStore(
    subscribe,
    () => document.visibilityState === 'visible',
    () => true,
  );
  const [inView, setInView] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    if (typeof IntersectionObserver === 'undefined') {
      setInView(true);
      return;
    }
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting === true));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return tabShown && inView;
}
