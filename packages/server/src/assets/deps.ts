import type { EventBus } from '../events.ts';
import type { FileUrls } from '../files/index.ts';
import type { History, HistoryShare } from '../history/index.ts';
import type { OneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { LiveValues, PointCatalogue } from '../points/index.ts';

export interface AssetDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly history: Pick<History, 'totals'>;
  readonly historyShare: HistoryShare;
  readonly fileStorage: Storage;
  readonly fileUrls: FileUrls;
  /** By its readings a device is heard. */
  readonly live: LiveValues;
  readonly points: PointCatalogue;
  /** Where people open this installation; null: not set. */
  readonly publicUrl: string | null;
}

/** Tells the company's browsers, once it is written. */
export const tellAssets = (
  { events }: Pick<AssetDeps, 'events'>,
  { afterCommit }: Pick<OneWrite, 'afterCommit'>,
  companyId: number,
): void => afterCommit(() => events.emit('listsChanged', { companyId, kinds: ['assets'] }));
