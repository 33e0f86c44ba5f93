import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { systemClock } from '../clock.ts';
import type { Log } from '../log/log.ts';
import { migrate } from './migrate.ts';

/** How long an owner may be silent before another server takes over. */
export const leaseMs = 5_000;
/** Four tries before a lease runs out. */
const renewEveryMs = 1_000;
/** With the lease and the start of a server this stays below ten seconds. */
const askEveryMs = 500;
/** An answer that takes longer is none: the connection is dead, even if TCP says otherwise. */
const queryTimeoutMs = 2_000;
/** A connection that PostgreSQL ends is gone within milliseconds. */
const endWithinMs = 3_000;
/** Held by servers of versions from before the table. */
const earlierServersLock = 7_203_114_551;

const ownersName = 'watchpost owner ';
/** What connections of an owner are called; the next owner ends them by it. */
export const connectionName = (epoch: number): string => `${ownersName}${epoch}`;

/** Of work on a database that is another server's by now. */
export class TakenOver extends Error {
  constructor() {
    super('Another server has taken over this database');
  }
}

/**
 * For a new connection, also to a database that only reads. A transaction that must not outlive a takeover asserts the epoch by
 * `assert_owner`, which holds it fast.
 *
 * @throws when another server has taken over
 */
export async function assertEpoch(client: pg.ClientBase, epoch: number): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM ownership WHERE part = 0 AND epoch = $1', [epoch]);
  if (rowCount !== 1) throw new TakenOver();
}

/** The right to commit readings, judge alarms and send messages on a database; one server has it at a time. */
export interface Ownership {
  /** Raised by each server that takes over. */
  readonly epoch: number;
  /** Aborted when another server has taken over. */
  readonly lost: AbortSignal;
  /**
   * False when another server may have taken over already. Ask it right before what no transaction takes back: a message, an
   * order to a device, an acknowledgement.
   */
  holds(): boolean;
  /** Lets another server take over at once. */
  release(): Promise<void>;
}

export interface OwnershipOptions {
  url: string;
  log: Log;
  /** Ends the wait. */
  signal?: AbortSignal;
  /** The database is ours alone: its last holder is gone, and the lease is not waited for. */
  isOnlyServer?: boolean;
  /** Called once, when another server holds it. */
  onWaiting?: (holder: string) => void;
}

/**
 * Waits until no other server works on this database, then makes sure that none can: the epoch is raised, and PostgreSQL has
 * ended the connections of earlier owners. They cannot open new ones (`openDatabase` asserts the epoch on each). So an earlier
 * owner that slept and wakes writes nothing, even in the middle of its work.
 *
 * @throws the signal's reason when it is aborted; what PostgreSQL says when the first try fails
 */
export async function takeOwnership(options: OwnershipOptions): Promise<Ownership> {
  const { url, log, signal, onWaiting } = options;
  const holder = `${hostname()} (process ${process.pid})`;
  let waitsFor: string | null = null;
  for (;;) {
    signal?.throwIfAborted();
    const client = openClient(url);
    try {
      await client.connect();
      for (;;) {
        const askedAt = timesNow();
        const found = await take(client, holder, options);
        if (found.epoch !== null) return keepOwnership({ client, epoch: found.epoch, url, log, holder, askedAt });
        if (waitsFor === null) onWaiting?.(found.holder);
        waitsFor = found.holder;
        await pause(askEveryMs, undefined, { signal });
      }
    } catch (error) {
      await client.end().catch(() => {});
      signal?.throwIfAborted();
      // A server that stands by outlives a restart of the database; a first start says what is wrong.
      if (waitsFor === null) throw error;
      log.warn({ err: error }, 'The database cannot be asked who owns it; trying again');
      await pause(askEveryMs, undefined, { signal }).catch(() => {});
    }
  }
}

const openClient = (url: string): pg.Client => {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    application_name: 'watchpost lease',
    connectionTimeoutMillis: queryTimeoutMs,
  });
  // Errors end the connection; the next caller that asks decides what to do then.
  client.on('error', () => {});
  return client;
};

/** `epoch` null: another server holds it. */
async function take(
  client: pg.Client,
  holder: string,
  options: OwnershipOptions,
): Promise<{ epoch: number | null; holder: string }> {
  const { isOnlyServer = false } = options;
  if (!(await prepare(client, options))) return { epoch: null, holder: 'of an earlier version' };
  const isFree = `(lease_until < clock_timestamp() OR ${isOnlyServer})`;
  const { rows } = await client.query<{ epoch: number; holder: string; free: boolean }>(
    `SELECT epoch, holder, ${isFree} AS free FROM ownership WHERE part = 0`,
  );
  const present = rows[0]!;
  if (!present.free) return { epoch: null, holder: present.holder };
  // A transaction of a process that sleeps holds the epoch fast.
  await endConnectionsUpTo(client, present.epoch);
  const taken = await client.query<{ epoch: number }>(
    `UPDATE ownership SET epoch = epoch + 1, holder = $1, lease_until = clock_timestamp() + $2::int * interval '1 ms'
     WHERE part = 0 AND epoch = $3 AND ${isFree} RETURNING epoch`,
    [holder, leaseMs, present.epoch],
  );
  const epoch = taken.rows[0]?.epoch ?? null;
  // One that opened a connection between these two.
  if (epoch !== null) await endConnectionsUpTo(client, present.epoch);
  return { epoch, holder: present.holder };
}

/** False: a server of a version that knows no lease works on this database. */
async function prepare(client: pg.Client, { url, log }: OwnershipOptions): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>("SELECT to_regclass('ownership') IS NOT NULL AS known");
  if (rows[0]!.known) return true;
  const lock = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [earlierServersLock]);
  if (!lock.rows[0]!.free) return false;
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    await migrate(pool, { onApplied: (name) => log.info({ name }, 'Migrated the database') });
  } finally {
    await pool.end();
    await client.query('SELECT pg_advisory_unlock($1)', [earlierServersLock]);
  }
  return true;
}

/** @throws when one does not end: then nobody else may write yet */
async function endConnectionsUpTo(client: pg.Client, epoch: number): Promise<void> {
  const { rows } = await client.query<{ ended: boolean }>(
    `SELECT pg_terminate_backend(pid, $2) AS ended FROM pg_stat_activity
     WHERE datname = current_database() AND substring(application_name FROM $3::text)::bigint <= $1`,
    [epoch, endWithinMs, `^${ownersName}([0-9]+)$`],
  );
  if (rows.some(({ ended }) => !ended)) throw new Error('PostgreSQL did not end the connections of the last owner');
}

/** On two clocks: one stands still while the machine sleeps, the other may be set back. */
const timesNow = (): { monotonic: number; wall: number } => ({
  monotonic: performance.now(),
  wall: systemClock.now(),
});

interface Kept {
  client: pg.Client;
  epoch: number;
  url: string;
  log: Log;
  holder: string;
  askedAt: ReturnType<typeof timesNow>;
}

function keepOwnership({ client: first, epoch, url, log, holder, askedAt }: Kept): Ownership {
  let client: pg.Client | null = first;
  let extendedAt = askedAt;
  const released = new AbortController();
  const lost = new AbortController();

  /** Extends it, also after it has run out: unless another took over it is still ours. */
  async function extend(): Promise<void> {
    const asked = timesNow();
    client ??= await connected();
    const { rowCount } = await client.query({
      text: `UPDATE ownership SET lease_until = clock_timestamp() + $2::int * interval '1 ms' WHERE part = 0 AND epoch = $1`,
      values: [epoch, leaseMs],
      query_timeout: queryTimeoutMs,
    } as pg.QueryConfig);
    if (rowCount === 1) extendedAt = asked;
    else lost.abort(new TakenOver());
  }
  async function connected(): Promise<pg.Client> {
    const next = openClient(url);
    await next.connect();
    return next;
  }
  const renewing = (async () => {
    while (!lost.signal.aborted) {
      await pause(renewEveryMs, undefined, { signal: released.signal, ref: false }).catch(() => {});
      if (released.signal.aborted) return;
      try {
        await extend();
      } catch (error) {
        log.debug({ err: error }, 'The lease of the database could not be extended; trying again');
        const broken = client;
        client = null;
        void broken?.end().catch(() => {});
      }
    }
  })();

  return {
    epoch,
    lost: lost.signal,
    holds() {
      const now = timesNow();
      const elapsed = Math.max(now.monotonic - extendedAt.monotonic, now.wall - extendedAt.wall);
      return !released.signal.aborted && !lost.signal.aborted && elapsed < leaseMs;
    },
    async release() {
      released.abort();
      await renewing;
      try {
        client ??= await connected();
        await client.query(
          `UPDATE ownership SET lease_until = '-infinity' WHERE part = 0 AND epoch = $1 AND holder = $2`,
          [epoch, holder],
        );
      } catch (error) {
        log.debug({ err: error }, 'The lease of the database could not be given back; it runs out by itself');
      } finally {
        await client?.end().catch(() => {});
      }
    },
  };
}
