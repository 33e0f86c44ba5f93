/** A place to wait: the work of one account, of one network, of one network at one account. */
export interface Room {
  readonly name: string;
  /** At most this many pieces of work wait in it. */
  readonly maxWaiting: number;
}

export interface Turn {
  /** A piece of work begins when no other with one of its keys is under way; it holds none of them before. */
  readonly keys: readonly string[];
  /** It waits in all of these, or is refused when one of them is full. */
  readonly rooms: readonly Room[];
}

/** @throws what `refuse` makes when a room is full */
export type InTurn = <Result>(turn: Turn, work: () => Promise<Result>) => Promise<Result>;

interface Waiting {
  readonly arrival: number;
  readonly turn: Turn;
  readonly begin: () => void;
}

/**
 * Runs pieces of work that share a key one after another, in the order in which they came; others do not wait.
 *
 * @param refuse makes what is thrown to work that finds a room full
 */
export function createTurns(refuse: () => Error): InTurn {
  const busy = new Set<string>();
  const waitingForKey = new Map<string, Set<Waiting>>();
  const waitingInRoom = new Map<string, number>();
  let arrivals = 0;

  const isFree = ({ keys }: Turn): boolean => !keys.some((key) => busy.has(key));
  const countIn = (room: string): number => waitingInRoom.get(room) ?? 0;

  function enter(each: Waiting): void {
    for (const key of each.turn.keys) waitingForKey.set(key, (waitingForKey.get(key) ?? new Set()).add(each));
    for (const { name } of each.turn.rooms) waitingInRoom.set(name, countIn(name) + 1);
  }

  function leave(each: Waiting): void {
    for (const key of each.turn.keys) {
      const others = waitingForKey.get(key)!;
      others.delete(each);
      if (others.size === 0) waitingForKey.delete(key);
    }
    for (const { name } of each.turn.rooms) {
      if (countIn(name) > 1) waitingInRoom.set(name, countIn(name) - 1);
      else waitingInRoom.delete(name);
    }
  }

  function end({ keys }: Turn): void {
    for (const key of keys) busy.delete(key);
    const candidates = new Set(keys.flatMap((key) => [...(waitingForKey.get(key) ?? [])]));
    for (const each of [...candidates].sort((a, b) => a.arrival - b.arrival)) {
      if (!isFree(each.turn)) continue;
      for (const key of each.turn.keys) busy.add(key);
      leave(each);
      each.begin();
    }
  }

  return async (turn, work) => {
    if (isFree(turn)) for (const key of turn.keys) busy.add(key);
    else {
      if (turn.rooms.some(({ name, maxWaiting }) => countIn(name) >= maxWaiting)) throw refuse();
      await new Promise<void>((begin) => enter({ arrival: arrivals++, turn, begin }));
    }
    try {
      return await work();
    } finally {
      end(turn);
    }
  };
}
