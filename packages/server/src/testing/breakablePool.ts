import type pg from 'pg';

/** What happens to the next COMMIT instead of reaching the database and coming back. */
export type CommitFault =
  /** Waits until the promise resolves, then goes on. */
  | { kind: 'hold'; until: Promise<void> }
  /** Reaches the database, but its answer is lost with the connection. */
  | { kind: 'answerLost' };

export interface BreakablePool {
  pool: pg.Pool;
  /** Faults for the next COMMITs, in their order. Resolves when the COMMIT it belongs to was sent for. */
  onCommit(fault: CommitFault): Promise<void>;
}

/** A pool whose commits can be held up or lose their answer; everything else goes through. */
export function breakablePool(inner: pg.Pool): BreakablePool {
  const faults: { fault: CommitFault; met: () => void }[] = [];
  const commit = async (client: pg.PoolClient): Promise<unknown> => {
    const next = faults.shift();
    next?.met();
    if (next?.fault.kind === 'hold') await next.fault.until;
    const result = await client.query('COMMIT');
    if (next?.fault.kind === 'answerLost') throw new Error('Connection terminated unexpectedly');
    return result;
  };
  const wrap = (client: pg.PoolClient): pg.PoolClient =>
    new Proxy(client, {
      get(target, name) {
        if (name !== 'query') {
          const value = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return (...query: [string]) => (query[0] === 'COMMIT' ? commit(target) : target.query(...query));
      },
    });
  const pool = new Proxy(inner, {
    get(target, name) {
      if (name === 'connect') return async () => wrap(await target.connect());
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    pool,
    onCommit: (fault) => new Promise((met) => faults.push({ fault, met })),
  };
}
