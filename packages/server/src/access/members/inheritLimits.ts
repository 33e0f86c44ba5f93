import type { PeopleWrite } from '../changePeople.ts';
import { membersWithEntry, type NewEntry } from './entries.store.ts';
import { limitsIn, writeLimits } from './limit.store.ts';

/**
 * Who is let into a project by somebody who sees only a part of it sees that part: nobody gives more than he has. Asked before
 * the entries are written; whoever is in the project already keeps what he sees.
 */
export async function inheritLimits(
  { changer, transaction }: Pick<PeopleWrite, 'changer' | 'transaction'>,
  entries: readonly NewEntry[],
): Promise<void> {
  const limited = new Set(changer.grants.scopes.map(({ projectId }) => projectId));
  const byProject = Map.groupBy(
    entries.filter(({ projectId }) => limited.has(projectId)),
    ({ projectId }) => projectId,
  );
  for (const [projectId, ofProject] of byProject) {
    const own = (await limitsIn(changer.grants, transaction, projectId, [changer.userId])).get(changer.userId);
    if (!own) continue;
    const userIds = [...new Set(ofProject.map(({ userId }) => userId))];
    const inside = await membersWithEntry(changer.grants, transaction, projectId, userIds);
    const newcomers = userIds.filter((id) => !inside.has(id) && id !== changer.userId);
    await writeLimits(
      changer.grants,
      transaction,
      projectId,
      newcomers.map((userId) => ({ ...own, userId })),
    );
  }
}
