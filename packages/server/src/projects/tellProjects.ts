import { system, usersOpening } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { OneWrite } from '../logs/index.ts';

/**
 * After the commit the running server reads these projects again, and whoever may open one of them reads his again: its
 * name, state and place in his tree.
 */
export async function tellProjects(
  { transaction, afterCommit }: Pick<OneWrite, 'transaction' | 'afterCommit'>,
  events: EventBus,
  companyId: number,
  projectIds: readonly number[],
): Promise<void> {
  const userIds = await usersOpening(system, transaction, projectIds);
  afterCommit(() => {
    events.emit('configurationChanged', { companyId, kind: 'project', ids: projectIds });
    if (userIds.length > 0) events.emit('accessChanged', { userIds });
  });
}
