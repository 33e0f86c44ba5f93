export interface TurnLimits {
  /** So many pieces of work wait under one key at most. */
  readonly maxWaiting: number;
  /** What is thrown to one that comes when so many wait. */
  readonly refuse: () => Error;
}

/** @param keys a piece of work begins when no other with one of its keys is under way; it holds none of them before */
export type InTurn = <Result>(keys: string | readonly string[], work: () => Promise<Result>) => Promise<Result>;

interface Waiting {
  readonly keys: readonly string[];
  readonly begin: () => void;
}

/** Runs pieces of work that share a key one after another, in the order in which they came; others do not wait. */
export function createTurns(limits?: TurnLimits): InTurn {
  const busy = new Set<string>();
  const waiting = new Set<Waiting>();
  const isFree = (keys: readonly string[]): boolean => !keys.some((key) => busy.has(key));
  const waitingFor = (key: string): number => {
    let count = 0;
    for (const { keys } of waiting) if (keys.includes(key)) count += 1;
    return count;
  };

  const end = (keys: readonly string[]): void => {
    for (const key of keys) busy.delete(key);
    for (const each of waiting) {
      if (!isFree(each.keys)) continue;
      for (const key of each.keys) busy.add(key);
      waiting.delete(each);
      each.begin();
    }
  };

  return async (keyOrKeys, work) => {
    const keys = typeof keyOrKeys === 'string' ? [keyOrKeys] : [...new Set(keyOrKeys)];
    if (isFree(keys)) for (const key of keys) busy.add(key);
    else {
      if (limits && keys.some((key) => waitingFor(key) >= limits.maxWaiting)) throw limits.refuse();
      await new Promise<void>((resolve) => waiting.add({ keys, begin: resolve }));
    }
    try {
      return await work();
    } finally {
      end(keys);
    }
  };
}
