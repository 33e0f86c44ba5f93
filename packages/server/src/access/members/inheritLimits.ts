import type { PeopleWrite } from '../changePeople.ts';
import { companyWide } from '../mayGive.ts';
import { findRoles } from '../roles/store.ts';
import { membersInside, type NewEntry } from './entries.store.ts';
import { limitsIn, writeLimits } from './limit.store.ts';
import { opensEverything } from './opensEverything.ts';

/**
 * Who is let into a project by somebody who sees only a part of it sees that part: nobody gives more than he has. A role of the
 * company that opens every project lets into each. Asked before the entries are written; whoever is in the project already
 * keeps what he sees.
 */
export async function inheritLimits(
  { changer, transaction }: Pick<PeopleWrite, 'changer' | 'transaction'>,
  entries: readonly NewEntry[],
): Promise<void> {
  const { grants } = changer;
  if (grants.scopes.length === 0) return;
  const ofCompany = entries.filter(({ projectId }) => projectId === companyWide);
  const roles = await findRoles(grants, transaction, [...new Set(ofCompany.map(({ roleId }) => roleId))]);
  const opening = ofCompany.filter(({ roleId }) =>
    roles.get(roleId)?.permissionIds.some((id) => opensEverything.includes(id)),
  );
  for (const { projectId } of grants.scopes) {
    const letIn = [...entries.filter((entry) => entry.projectId === projectId), ...opening];
    if (letIn.length === 0) continue;
    const own = (await limitsIn(grants, transaction, projectId, [changer.userId])).get(changer.userId);
    if (!own) continue;
    const userIds = [...new Set(letIn.map(({ userId }) => userId))];
    const inside = await membersInside(grants, transaction, projectId, userIds, opensEverything);
    const newcomers = userIds.filter((id) => !inside.has(id) && id !== changer.userId);
    await writeLimits(
      grants,
      transaction,
      projectId,
      newcomers.map((userId) => ({ ...own, userId })),
    );
  }
}
