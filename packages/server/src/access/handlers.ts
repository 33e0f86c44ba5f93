import { type accessCalls, commonErrors } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { permissionIdsOf } from './grants.ts';
import { presentCompany, presentRole } from './present.ts';
import { companiesOfUser, rolesOfUser } from './store.ts';
import { system } from './tenant.ts';

/** Asking for somebody else's rights is for administrators, whose screens come with role management. */
const onlyOneself = (asked: number | undefined, userId: number): void => {
  if (asked !== undefined && asked !== userId) throw new Refusal(commonErrors.noPermission);
};

export const accessHandlers = ({ db }: { db: Db }): Handlers<typeof accessCalls> => ({
  async getUserFuncNewList({ caller }, { query }) {
    onlyOneself(query.userId, caller.userId);
    if (!caller.grants) return { FuncS: [] };
    if (query.type === 1) return { FuncS: permissionIdsOf(caller.grants, null) };
    return { FuncS: caller.projectId === null ? [] : permissionIdsOf(caller.grants, caller.projectId) };
  },

  async getUserRoleList({ caller }, { query }) {
    onlyOneself(query.userId, caller.userId);
    if (!caller.grants) return [];
    const roles = await rolesOfUser(system, db, caller.userId, caller.grants.companyId, caller.projectId);
    return roles.map(presentRole);
  },

  async getUserCompanyList({ caller, language }) {
    return (await companiesOfUser(system, db, caller.userId)).map((row) => presentCompany(row, language));
  },
});
