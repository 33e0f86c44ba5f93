import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import type { Config } from './config.ts';
import type { DomainEvents, EventBus } from './events.ts';
import type { Clock } from './platform/clock.ts';
import type { Database, Db } from './platform/db/database.ts';
import type { Ownership } from './platform/db/ownership.ts';
import { createEvents } from './platform/events/events.ts';
import type { Log } from './platform/log/log.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';

/** What every part of the server stands on. */
export interface Ground {
  readonly config: Config;
  readonly db: Db;
  readonly pool: Pool;
  readonly commitPool: Pool;
  readonly owner: Ownership;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: EventBus;
  readonly metrics: Metrics;
  /** Certificate and key; null: no TLS. */
  readonly tls: { cert: Buffer; key: Buffer } | null;
  /** Each part leaves here how it stops; they stop in the reverse order. */
  readonly running: AsyncDisposableStack;
}

export function openGround({
  config,
  database: { db, pool, commitPool },
  owner,
  clock,
  log,
}: {
  config: Config;
  database: Database;
  owner: Ownership;
  clock: Clock;
  log: Log;
}): Ground {
  const tls = config.tls ? { cert: readFileSync(config.tls.certFile), key: readFileSync(config.tls.keyFile) } : null;
  const events = createEvents<DomainEvents>(log);
  const metrics = createMetrics();
  return { config, db, pool, commitPool, owner, clock, log, events, metrics, tls, running: new AsyncDisposableStack() };
}
