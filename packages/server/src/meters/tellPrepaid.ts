import type { EventBus } from '../events.ts';
import type { OneWrite } from '../logs/index.ts';

/** Open pages of the company read their meters and accounts again once everything is kept. */
export const tellPrepaid = (
  { afterCommit }: Pick<OneWrite, 'afterCommit'>,
  events: EventBus,
  companyId: number,
): void => afterCommit(() => events.emit('listsChanged', { companyId, kinds: ['energy'] }));
