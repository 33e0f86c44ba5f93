import { useSyncExternalStore } from 'react';

/** Where each cached page was when it was last seen, by its path. */
type Addresses = ReadonlyMap<string, string>;

let addresses: Addresses = new Map();
const listeners = new Set<() => void>();

export function setKeptAddresses(next: Addresses): void {
  addresses = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Where the menu leads: to a cached page as it was left, with its filters. */
export const useKeptAddresses = (): Addresses => useSyncExternalStore(subscribe, () => addresses);
