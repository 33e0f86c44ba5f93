import type { EventBus } from '../events.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { LiveValues } from '../points/index.ts';
import type { Writing } from '../writing/index.ts';

export interface PrepaidDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly live: LiveValues;
  readonly writing: Writing;
  /** Epoch ms of the start of this server. */
  readonly startedAt: number;
}
