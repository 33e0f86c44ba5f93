import type { AlarmService } from '../alarms/index.ts';
import type { EventBus } from '../events.ts';
import type { FileUrls } from '../files/index.ts';
import type { History, HistoryShare } from '../history/index.ts';
import type { OneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { LivePointDeps, PointCatalogue } from '../points/index.ts';

export interface MaintenanceDeps extends Pick<LivePointDeps, 'live'> {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly alarms: Pick<AlarmService, 'lookAtShelves'>;
  readonly log: Log;
  readonly history: Pick<History, 'totals' | 'buckets'>;
  readonly historyShare: HistoryShare;
  readonly points: PointCatalogue;
  readonly fileUrls: FileUrls;
  readonly fileStorage: Storage;
  /** Of the installation, under which the key of seals is kept. */
  readonly secretKey: string;
}

/** Tells the company's browsers, once it is written. */
export const tellMaintenance = (
  { events }: Pick<MaintenanceDeps, 'events'>,
  { afterCommit }: Pick<OneWrite, 'afterCommit'>,
  companyId: number,
): void => afterCommit(() => events.emit('listsChanged', { companyId, kinds: ['maintenance'] }));
