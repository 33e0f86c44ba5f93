import { useEffect, useState } from 'react';

const secondsUntil = (at: number | null): number =>
  at === null ? 0 : Math.max(0, Math.ceil((at - Date.now()) / 1000));

/** Counts down to a moment by this browser's clock (epoch milliseconds); 0 when it has come, or when there is none. */
export function useSecondsUntil(at: number | null): number {
  const [, setTick] = useState(0);
  const seconds = secondsUntil(at);
  const waiting = seconds > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setTick((n) => n + 1), 250);
    return () => clearInterval(timer);
  }, [waiting]);
  return seconds;
}
