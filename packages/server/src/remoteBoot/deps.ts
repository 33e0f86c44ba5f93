import type { EventBus } from '../events.ts';
import type { FileUrls } from '../files/index.ts';
import type { History, HistoryShare } from '../history/index.ts';
import type { OneWrite } from '../logs/index.ts';
import type { Outbox } from '../notifications/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { LiveValues } from '../points/index.ts';
import type { Writing } from '../writing/index.ts';

/** What the first hour of a unit is judged from. */
export interface WatchDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly live: Pick<LiveValues, 'get'>;
  readonly history: Pick<History, 'totals' | 'buckets'>;
  readonly historyShare: HistoryShare;
  readonly outbox: Pick<Outbox, 'available' | 'wake'>;
}

export interface RemoteBootDeps extends WatchDeps {
  readonly secretKey: string;
  readonly writing: Writing;
  readonly fileUrls: FileUrls;
}

/** Tells the company's browsers, once it is written. */
export const tellBoot = (
  { events }: Pick<RemoteBootDeps, 'events'>,
  { afterCommit }: Pick<OneWrite, 'afterCommit'>,
  companyId: number,
): void => afterCommit(() => events.emit('listsChanged', { companyId, kinds: ['boot'] }));
