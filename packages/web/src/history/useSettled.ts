import { useEffect, useRef, useState } from 'react';

/**
 * Follows a value that decides what is fetched: a first change counts at once, further changes within the pause wait until they
 * stop. Spec §9: chart fetches debounce 500 ms; the first click must not wait.
 *
 * @param value compared by `Object.is`: pass a text or a number
 */
export function useSettled<T>(value: T, pauseMs = 500): T {
  const [settled, setSettled] = useState(value);
  const lastChange = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (Object.is(value, settled)) return;
    const now = performance.now();
    const repeated = now - lastChange.current < pauseMs;
    lastChange.current = now;
    if (!repeated) {
      setSettled(value);
      return;
    }
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, settled, pauseMs]);
  return settled;
}
