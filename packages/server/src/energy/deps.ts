import type { EventBus } from '../events.ts';
import type { History, HistoryShare } from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/log/log.ts';

export interface EnergyDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: EventBus;
  readonly history: History;
  readonly historyShare: HistoryShare;
}
