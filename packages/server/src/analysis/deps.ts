import type { EventBus } from '../events.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';

/** What calls of the analysis are answered with. */
export interface AnalysisDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
}
