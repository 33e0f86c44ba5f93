import type { EventBus } from '../events.ts';
import type { OneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';

export interface MaintenanceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
}

/** Tells the company's browsers, once it is written. */
export const tellMaintenance = (
  { events }: Pick<MaintenanceDeps, 'events'>,
  { afterCommit }: Pick<OneWrite, 'afterCommit'>,
  companyId: number,
): void => afterCommit(() => events.emit('listsChanged', { companyId, kinds: ['maintenance'] }));

/** What is given of a form, by column. */
export const given = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
