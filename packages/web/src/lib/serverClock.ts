import { useSyncExternalStore } from 'react';

/** How far the server is ahead of this computer, and how far off that estimate may be. */
let estimate = { offsetMs: 0, uncertaintyMs: Number.POSITIVE_INFINITY };

/**
 * Learns the server's time from the `Date` header of a reply. The header counts whole seconds, so one reply is right to half
 * a second plus half the round trip; the best estimate so far is kept, and a change of the computer's clock is noticed.
 */
export function noteServerDate(header: string | null, sentAt: number, receivedAt: number): void {
  const serverMs = header ? Date.parse(header) : Number.NaN;
  if (!Number.isFinite(serverMs)) return;
  const offsetMs = serverMs + 500 - (sentAt + receivedAt) / 2;
  const uncertaintyMs = 500 + (receivedAt - sentAt) / 2;
  const contradicts = Math.abs(offsetMs - estimate.offsetMs) > uncertaintyMs + estimate.uncertaintyMs;
  if (uncertaintyMs < estimate.uncertaintyMs || contradicts) estimate = { offsetMs, uncertaintyMs };
}

/** How far the server's clock is ahead of this computer's, ms; null before the first reply. */
export const serverClockOffset = (): { offsetMs: number; uncertaintyMs: number } | null =>
  Number.isFinite(estimate.uncertaintyMs) ? estimate : null;

/** Now by the server's clock, epoch milliseconds. An estimate within its uncertainty of ours counts as ours. */
export const serverNow = (): number =>
  Date.now() + (Math.abs(estimate.offsetMs) <= estimate.uncertaintyMs ? 0 : Math.round(estimate.offsetMs));

const tickers = new Map<number, { listeners: Set<() => void>; timer: ReturnType<typeof setInterval> }>();

function subscribeTick(stepMs: number, listener: () => void): () => void {
  let ticker = tickers.get(stepMs);
  if (!ticker) {
    const listeners = new Set<() => void>();
    const timer = setInterval(() => {
      for (const each of [...listeners]) each();
    }, stepMs);
    ticker = { listeners, timer };
    tickers.set(stepMs, ticker);
  }
  const { listeners, timer } = ticker;
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    tickers.delete(stepMs);
  };
}

const subscribers = new Map<number, (listener: () => void) => () => void>();
const subscriberOf = (stepMs: number) => {
  let subscribe = subscribers.get(stepMs);
  if (!subscribe) {
    subscribe = (listener) => subscribeTick(stepMs, listener);
    subscribers.set(stepMs, subscribe);
  }
  return subscribe;
};

/**
 * The server's time in whole steps; the component renders again at each step. One timer serves all components of a step.
 *
 * @param stepMs how often to render, for example 1000 for "3 s ago"
 */
export function useNow(stepMs = 1000): number {
  const snapshot = () => Math.floor(serverNow() / stepMs) * stepMs;
  return useSyncExternalStore(subscriberOf(stepMs), snapshot, snapshot);
}
