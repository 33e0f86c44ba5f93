import { commonErrors, type peopleCalls } from '@watchpost/contract';
import {
  type Caller,
  companiesOfUser,
  grantsOfUser,
  isMember,
  mayInCompany,
  permissionIdsOf,
  rolesOfUser,
  system,
} from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { companyHandlers } from './companies/handlers.ts';
import { explainHandlers } from './explain/handlers.ts';
import { holderHandlers } from './holders/handlers.ts';
import { type InvitationDeps, invitationHandlers } from './invitations/handlers.ts';
import { type MemberDeps, memberHandlers } from './members/handlers.ts';
import { importHandlers } from './members/import/handlers.ts';
import { presentCompany, presentRole } from './present.ts';
import { roleHandlers } from './roles/handlers.ts';

export type PeopleHandlerDeps = MemberDeps & InvitationDeps;

/** Who may do what: the caller's own rights, roles, members, invitations, and why somebody can or cannot. */
export const peopleHandlers = (deps: PeopleHandlerDeps): Handlers<typeof peopleCalls> => {
  const { db } = deps;

  /** Whose rights are asked for. Another member's, as they would have them, are for callers who may see permissions. */
  const askedFor = async (caller: Caller, userId: number | undefined): Promise<number> => {
    if (userId === undefined || userId === caller.userId) return caller.userId;
    if (!caller.grants || !mayInCompany(caller, ['permissionsView', 'permissionsEdit'])) {
      throw new Refusal(commonErrors.noPermission);
    }
    if (!(await isMember(caller.grants, db, userId))) throw new Refusal(commonErrors.noPermission);
    return userId;
  };

  return {
    ...companyHandlers(deps),
    ...roleHandlers(deps),
    ...memberHandlers(deps),
    ...holderHandlers(deps),
    ...importHandlers(deps),
    ...invitationHandlers(deps),
    ...explainHandlers(deps),

    async getUserFuncNewList({ caller }, { query }) {
      const userId = await askedFor(caller, query.userId);
      const grants =
        caller.grants && userId !== caller.userId
          ? await grantsOfUser(system, db, userId, caller.grants.companyId)
          : caller.grants;
      if (!grants) return { FuncS: [], LimitedProjectIdList: [] };
      const ofProject = query.type === 2 ? caller.projectId : null;
      return {
        FuncS: permissionIdsOf(grants, ofProject),
        LimitedProjectIdList: grants.scopes
          .filter(({ projectId, devices }) => devices === 'listed' && grants.projects.has(projectId))
          .map(({ projectId }) => projectId),
      };
    },

    async getUserRoleList({ caller, language }, { query }) {
      const userId = await askedFor(caller, query.userId);
      if (!caller.grants) return [];
      const roles = await rolesOfUser(system, db, userId, caller.grants.companyId, caller.projectId);
      return roles.map((role) => presentRole(role, language));
    },

    async getUserCompanyList({ caller, language }) {
      return (await companiesOfUser(system, db, caller.userId)).map((row) => presentCompany(row, language));
    },
  };
};
