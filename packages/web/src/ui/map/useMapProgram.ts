import { type ComponentType, useCallback, useEffect, useState } from 'react';

export interface MapProgram<Props> {
  /** Null while it is on its way, or when it did not come. */
  readonly Program: ComponentType<Props> | null;
  readonly failed: boolean;
  retry(): void;
}

/** Loads what draws the map only where there is one: it is as large as a whole screen, and forms must work without it. */
export function lazyMap<Props>(load: () => Promise<ComponentType<Props>>): () => MapProgram<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function useMapProgram() {
    const [, renew] = useState(0);
    const [failed, setFailed] = useState(false);
    const start = useCallback(() => {
      if (loaded) return () => {};
      let ended = false;
      load().then(
        (program) => {
          loaded = program;
          if (!ended) renew((n) => n + 1);
        },
        () => {
          if (!ended) setFailed(true);
        },
      );
      return () => {
        ended = true;
      };
    }, []);
    useEffect(start, [start]);
    return {
      Program: loaded,
      failed,
      retry: () => {
        setFailed(false);
        start();
      },
    };
  };
}
