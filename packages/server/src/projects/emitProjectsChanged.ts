import { system } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { OneWrite } from '../logs/index.ts';
import { usersOpening } from '../people/index.ts';
import type { ManagedProject } from './manage.store.ts';

/** On these hangs whether anybody sees the project, and what he sees of it. */
const ofAccess: readonly (keyof ManagedProject)[] = ['disabled_at', 'service_end', 'time_zone'];

/** Whether a project with other values of these is another one to who opens it; its name, place or labels make no difference. */
export const changesAccess = (changed: object): boolean => ofAccess.some((column) => column in changed);

/**
 * After the commit the running server reads these projects again, and the company's screens what they show of them.
 *
 * @param access whether it came, went or changed its state: then whoever may open one of them reads everything again
 */
export async function emitProjectsChanged(
  { transaction, afterCommit }: Pick<OneWrite, 'transaction' | 'afterCommit'>,
  events: EventBus,
  companyId: number,
  projectIds: readonly number[],
  { access }: { access: boolean },
): Promise<void> {
  const userIds = access ? await usersOpening(system, transaction, projectIds) : [];
  afterCommit(() => {
    events.emit('configurationChanged', { companyId, kind: 'project', ids: projectIds });
    if (userIds.length > 0) events.emit('accessChanged', { userIds });
  });
}
