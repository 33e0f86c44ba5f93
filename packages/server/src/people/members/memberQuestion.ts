import { commonErrors } from '@watchpost/contract';
import { type Caller, type CompanyGrants, mayInCompany, needGrants, tenantOf } from '../../access/index.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type MemberFilter, projectsBelow, type WhichMembers } from './store.ts';

/** Members as somebody asks for them. */
export type AskedMembers = Omit<MemberFilter, 'which' | 'userIds' | 'projectIds'> & {
  /** A project, or a partition with all projects in it. */
  readonly placeId: number | undefined;
};

/** The projects in which the caller holds these; null: all that they open. */
export const projectsWith = (grants: CompanyGrants, userId: number, required: readonly ['projectConfig'] | null) =>
  tenantOf(userId, grants, required).projectIds;

/** Whose members the caller sees: with rights about members all, else those of the projects that they set up. */
export function whichMembers(caller: Caller): WhichMembers {
  const grants = needGrants(caller);
  if (mayInCompany(caller, ['membersView', 'membersEdit'])) return 'all';
  return { inProjects: projectsWith(grants, caller.userId, ['projectConfig']) };
}

/**
 * The members that a question is about, list and export alike.
 *
 * @throws Refusal when the place is not in the company, or none of its projects is one that the caller sets up
 */
export async function memberQuestion(
  db: Db,
  caller: Caller,
  { placeId, ...filter }: AskedMembers,
): Promise<MemberFilter> {
  const which = whichMembers(caller);
  const projectIds = placeId === undefined ? undefined : await projectsBelow(needGrants(caller), db, placeId);
  if (projectIds === null) throw new Refusal(commonErrors.notFound);
  if (which !== 'all' && projectIds && !projectIds.some((id) => which.inProjects.includes(id))) {
    throw new Refusal(commonErrors.notYourProject);
  }
  return { which, projectIds, ...filter };
}
