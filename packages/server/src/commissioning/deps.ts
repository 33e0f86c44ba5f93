import type { EventBus } from '../events.ts';
import type { OneWrite } from '../logs/index.ts';
import type { Outbox } from '../notifications/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { LivePointDeps, PointCatalogue } from '../points/index.ts';

export interface CommissioningDeps extends Pick<LivePointDeps, 'live'> {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly points: PointCatalogue;
  readonly outbox: Pick<Outbox, 'available' | 'wake'>;
  /** Of the installation, under which the key of seals is kept. */
  readonly secretKey: string;
}

/** Tells the company's browsers, once it is written. */
export const tellCommissioning = (
  { events }: Pick<CommissioningDeps, 'events'>,
  { afterCommit }: Pick<OneWrite, 'afterCommit'>,
  companyId: number,
): void => afterCommit(() => events.emit('listsChanged', { companyId, kinds: ['commissioning'] }));
