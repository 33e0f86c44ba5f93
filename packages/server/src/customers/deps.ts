import type { EventBus } from '../events.ts';
import type { FileUrls } from '../files/index.ts';
import type { OneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { Storage } from '../platform/storage/storage.ts';

export interface CustomerDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly fileStorage: Storage;
  readonly fileUrls: FileUrls;
}

/** Tells the company's browsers, once it is written. */
export const tellCustomers = (
  { events }: Pick<CustomerDeps, 'events'>,
  { afterCommit }: Pick<OneWrite, 'afterCommit'>,
  companyId: number,
): void => afterCommit(() => events.emit('listsChanged', { companyId, kinds: ['customers'] }));
