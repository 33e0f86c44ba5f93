import { system } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { OneWrite } from '../logs/index.ts';
import { usersOpening } from '../people/index.ts';
import type { ManagedProject } from './manage.store.ts';

/** Columns that decide whether users see the project, and how much of it. */
const ofAccess: readonly (keyof ManagedProject)[] = ['disabled_at', 'service_end', 'time_zone'];

/** Whether the change affects access; a new name, place or label does not. */
export const changesAccess = (changed: object): boolean => ofAccess.some((column) => column in changed);

/**
 * After the commit, the running server and the company's screens read these projects again.
 *
 * @param access whether projects were added, removed or changed in a column of access: then every user of them reads all again
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
