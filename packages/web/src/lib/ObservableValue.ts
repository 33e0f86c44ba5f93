import { useSyncExternalStore } from 'react';

/** One value outside React that components may follow. Setting an equal value (`Object.is`) tells nobody. */
export interface ObservableValue<T> {
  get(): T;
  set(value: T): void;
  /** Calls back after each change; returns the way to stop. */
  subscribe(listener: () => void): () => void;
}

export function observableValue<T>(initial: T): ObservableValue<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The present value; the component renders again when it changes. */
export const useObservable = <T>(observable: ObservableValue<T>): T =>
  useSyncExternalStore(observable.subscribe, observable.get, observable.get);
