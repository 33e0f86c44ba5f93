import { peopleErrors } from '@watchpost/contract';
import { type CompanyGrants, mayInCompany, mayInProject, needInCompany, needInProject } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type Changer, needHolds } from '../changer.ts';
import { beyond, companyWide } from '../mayGive.ts';
import { findRoles, type Role } from '../roles/store.ts';
import { type HeldRole, rolesHeldBy } from './entries.store.ts';
import { whoSeesMore } from './seesMore.ts';
import type { Member } from './store.ts';

/** A role and where it counts. */
export interface PlacedRole {
  readonly roleId: number;
  /** `companyWide`, or a project. */
  readonly projectId: number;
}

/**
 * Refuses unless every role is the company's, of the right kind, and all that it grants is the caller's to give there: company
 * roles by people who edit members, project roles also by people who set up that project.
 */
export async function needMayGive(
  changer: Changer,
  db: DbOrTransaction,
  placed: readonly PlacedRole[],
): Promise<Map<number, Role>> {
  const roles = await findRoles(
    changer.grants,
    db,
    placed.map(({ roleId }) => roleId),
  );
  for (const { roleId, projectId } of placed) {
    const role = roles.get(roleId);
    if (!role) throw new Refusal(peopleErrors.roleUnknown);
    if ((role.scope === 'company') !== (projectId === companyWide)) {
      throw new Refusal(peopleErrors.wrongRoleType, { name: role.name });
    }
    if (projectId === companyWide) needInCompany(changer, ['membersEdit']);
    else needInProject(changer, projectId, ['membersEdit', 'projectConfig']);
    needHolds(changer, role.permissionIds, projectId);
  }
  return roles;
}

/**
 * Refuses unless what an entry grants is the caller's to take away: company-wide only what they hold, in projects
 * anything if they edit members of the company, else what they hold there.
 */
export function needMayTake(changer: Changer, permissionIds: readonly number[], projectId: number): void {
  if (projectId !== companyWide && mayInCompany(changer, ['membersEdit'])) return;
  if (projectId === companyWide) needInCompany(changer, ['membersEdit']);
  else needInProject(changer, projectId, ['projectConfig']);
  needHolds(changer, permissionIds, projectId);
}

/** Whether all the roles a member has in a project are the caller's to change there: what `needMayTake` would refuse. */
export const mayChangeIn = (grants: CompanyGrants, held: readonly HeldRole[], projectId: number): boolean =>
  mayInProject(grants, projectId, ['membersEdit', 'projectConfig']) &&
  (mayInCompany({ grants }, ['membersEdit']) ||
    held.every(
      ({ permission_ids, project_ids }) =>
        !project_ids.includes(projectId) || beyond(grants, permission_ids, projectId).length === 0,
    ));

/**
 * Whether somebody holds what the other does not.
 *
 * @param where `company`: looks at company-wide rights alone; a project: at what counts there
 */
export const mayDoMore = (
  grants: CompanyGrants,
  held: readonly HeldRole[],
  where: 'company' | 'everywhere' | number,
): boolean =>
  held.some(
    ({ permission_ids, project_ids }) =>
      beyond(grants, permission_ids, companyWide).length > 0 &&
      project_ids.some(
        (id) =>
          (where === 'everywhere' || id === companyWide || id === where) &&
          beyond(grants, permission_ids, typeof where === 'number' ? where : id).length > 0,
      ),
  );

/**
 * Refuses when one of these members may do more than the caller: anywhere, to take over an account, with all that its owner
 * sees; in a project, to change what they see there; else company-wide.
 */
export async function needNotAbove(
  changer: Changer,
  db: DbOrTransaction,
  members: readonly Pick<Member, 'user_id' | 'name'>[],
  where: 'company' | 'everywhere' | number,
): Promise<void> {
  const userIds = members.map(({ user_id }) => user_id);
  const held = await rolesHeldBy(changer.grants, db, userIds);
  const seeMore = where === 'everywhere' ? await whoSeesMore(changer, db, userIds) : new Set();
  for (const { user_id, name } of members) {
    const ofMember = held.filter((role) => role.user_id === user_id);
    if (mayDoMore(changer.grants, ofMember, where) || seeMore.has(user_id))
      throw new Refusal(peopleErrors.aboveYou, { name });
  }
}
