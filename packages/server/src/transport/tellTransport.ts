import type { EventBus } from '../events.ts';
import type { OneWrite } from '../logs/index.ts';

/** After the commit every open screen of the company with tags or waybills reads again. */
export const tellTransport = (
  { afterCommit }: Pick<OneWrite, 'afterCommit'>,
  events: EventBus,
  companyId: number,
): void => afterCommit(() => events.emit('listsChanged', { companyId, kinds: ['transport'] }));
