import { useRef } from 'react';
import { useNow } from '../lib/dates.ts';
import { useRealtimeStatus } from '../lib/realtime.ts';

/**
 * The time up to which this screen could have heard of its devices: now, and while the server cannot be reached the moment that
 * began. A browser without a network must not call devices offline.
 */
export function useHeardNow(stepMs: number): number {
  const now = useNow(stepMs);
  const isReachable = useRealtimeStatus() !== 'offline';
  const heard = useRef(now);
  if (isReachable) heard.current = now;
  return heard.current;
}
