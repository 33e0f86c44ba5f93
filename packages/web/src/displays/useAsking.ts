import { useEffect, useRef } from 'react';
import { CallError } from '../lib/client.ts';
import { pauseAfter } from './wallClock.ts';

/** An answer that takes longer is none. */
export const askTimeoutMs = 10_000;

/** Asks again and again until the screen leaves; pauses grow while the server does not answer, and it never gives up. */
export function useAsking(
  everyMs: number,
  token: string,
  onRevoked: (token: string) => void,
  ask: (signal: AbortSignal) => Promise<void>,
): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    let timer = 0;
    let failures = 0;
    const leaving = new AbortController();
    const run = async () => {
      try {
        await latest.current(AbortSignal.any([leaving.signal, AbortSignal.timeout(askTimeoutMs)]));
        failures = 0;
      } catch (error) {
        if (leaving.signal.aborted) return;
        if (error instanceof CallError && error.code === 401) {
          onRevoked(token);
          return;
        }
        failures += 1;
      }
      if (!leaving.signal.aborted) timer = window.setTimeout(() => void run(), pauseAfter(failures, everyMs));
    };
    void run();
    return () => {
      leaving.abort();
      window.clearTimeout(timer);
    };
  }, [everyMs, token, onRevoked]);
}
