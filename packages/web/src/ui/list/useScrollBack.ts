import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** How far down each visited page of this tab was, by the key of its entry in the history. */
const scrolled = new Map<string, number>();

/**
 * Restores the scroll position when the user returns to a list. The page scrolls as a whole.
 *
 * @param ready whether the rows are there: before that there is nothing to scroll to
 */
export function useScrollBack(ready: boolean): void {
  const { key } = useLocation();
  useEffect(() => {
    const top = scrolled.get(key);
    if (ready && top !== undefined) window.scrollTo(0, top);
  }, [ready, key]);
  useEffect(() => {
    const remember = () => scrolled.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);
}
