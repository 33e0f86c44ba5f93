import type { CodeDeps } from '../account/index.ts';
import type { AlarmService } from '../alarms/index.ts';
import type { FileUrls } from '../files/index.ts';
import type { History, HistoryShare } from '../history/index.ts';
import type { OneWrite } from '../logs/index.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { LivePointDeps, PointCatalogue } from '../points/index.ts';

export interface MaintenanceDeps extends Pick<LivePointDeps, 'live'>, Readonly<CodeDeps> {
  readonly alarms: Pick<AlarmService, 'lookAtShelves'>;
  readonly history: Pick<History, 'totals' | 'buckets'>;
  readonly historyShare: HistoryShare;
  readonly points: PointCatalogue;
  readonly fileUrls: FileUrls;
  readonly fileStorage: Storage;
  /** Of the installation, under which the key of seals is kept. */
  readonly secretKey: string;
  /** Where people open this installation; null: not set. */
  readonly publicUrl: string | null;
}

/** Tells the company's browsers, once it is written. */
export const tellMaintenance = (
  { events }: Pick<MaintenanceDeps, 'events'>,
  { afterCommit }: Pick<OneWrite, 'afterCommit'>,
  companyId: number,
): void => afterCommit(() => events.emit('listsChanged', { companyId, kinds: ['maintenance'] }));
