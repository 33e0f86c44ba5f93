import type { PeopleWrite } from '../changePeople.ts';
import { membersInside } from './entries.store.ts';
import { limitsIn, writeLimits } from './limit.store.ts';

/**
 * People who are let into a project by somebody who sees only a part of it see that part: nobody gives more than they have. However it
 * comes about: by a role in the project, by a role of the company that opens every project, or by what such a role opens from
 * now on. Members who are in the project already keep what they see.
 *
 * @param userIds whom the change may let in
 * @param change what lets them in; its answer is the answer
 */
export async function inheritLimits<Result>(
  { changer, transaction }: Pick<PeopleWrite, 'changer' | 'transaction'>,
  userIds: readonly number[],
  change: () => Promise<Result>,
): Promise<Result> {
  const { grants, userId: changerId } = changer;
  if (grants.scopes.length === 0) return change();
  const projectIds = grants.scopes.map(({ projectId }) => projectId);
  const others = [...new Set(userIds)].filter((id) => id !== changerId);
  const inside = () => membersInside(grants, transaction, { projectIds, userIds: others });
  const before = await inside();
  const result = await change();
  for (const [projectId, after] of await inside()) {
    const letIn = [...after].filter((userId) => !before.get(projectId)?.has(userId));
    const own = (await limitsIn(grants, transaction, projectId, [changerId])).get(changerId);
    if (own && letIn.length > 0) {
      const limits = letIn.map((userId) => ({ ...own, userId }));
      await writeLimits(grants, transaction, projectId, limits);
    }
  }
  return result;
}
