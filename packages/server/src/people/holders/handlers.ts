import { commonErrors, peopleErrors, type roleHolderCalls } from '@watchpost/contract';
import { type CompanyTenant, needGrants, readsContacts } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { changePeople, type PeopleDeps } from '../changePeople.ts';
import { companyWide } from '../mayGive.ts';
import { takeEntries } from '../members/changeMember.ts';
import { entriesById, insertEntries, type NewEntry } from '../members/entries.store.ts';
import { inheritLimits } from '../members/inheritLimits.ts';
import { needMayGive } from '../members/mayChange.ts';
import { presentHolder, presentHolding } from '../members/present.ts';
import { findMembers } from '../members/store.ts';
import { findRoles } from '../roles/store.ts';
import { pageEntries, pageHolders } from './store.ts';

type CallBody = Parameters<Handlers<typeof roleHolderCalls>['relationUserRoleSubarea']>[1]['body'];

/** The short list of holders shows no more. */
const holdersAtOnce = 500;

/** Who is given the role where: as it was said, or as the entries say that were named by their ids. */
async function placesMeant(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  { RoleId: roleId, UserRoleSubareaIds }: CallBody,
): Promise<NewEntry[]> {
  const entryIds = UserRoleSubareaIds.filter((one) => typeof one === 'number');
  const entries = new Map((await entriesById(tenant, db, entryIds)).map((entry) => [entry.id, entry]));
  const role = (await findRoles(tenant, db, [roleId])).get(roleId);
  return UserRoleSubareaIds.map((one) => {
    if (typeof one !== 'number') return { userId: one.UserId, roleId, projectId: one.SubareaId };
    const entry = entries.get(one);
    if (!entry) throw new Refusal(commonErrors.notFound).about('UserRoleSubareaIds');
    return { userId: entry.user_id, roleId, projectId: role?.scope === 'company' ? companyWide : entry.project_id };
  });
}

/** Who holds a role, seen from the role: to give it to several and to take it from several. */
export const holderHandlers = (deps: PeopleDeps): Handlers<typeof roleHolderCalls> => {
  const { db } = deps;
  return {
    async getUsersOfRole({ caller }, { query }) {
      const grants = needGrants(caller);
      if (!(await findRoles(grants, db, [query.roleId])).size) throw new Refusal(peopleErrors.roleUnknown);
      const { rows, count } = await pageHolders(grants, db, query.roleId, holdersAtOnce);
      const contacts = readsContacts(caller);
      return { Data: rows.map((row) => presentHolder(row, { contacts })), TotalCount: count };
    },

    async getRoleUserList({ caller, language }, { query }) {
      const grants = needGrants(caller);
      if (!(await findRoles(grants, db, [query.RoleId])).size) throw new Refusal(peopleErrors.roleUnknown);
      const contacts = readsContacts(caller);
      const { rows, count } = await pageEntries(
        grants,
        db,
        { roleId: query.RoleId, text: query.UserNameOrMobile, nameAlone: !contacts },
        { limit: query.pageSize, offset: (query.pageIndex - 1) * query.pageSize },
      );
      return { Data: rows.map((row) => presentHolding(row, { contacts, language })), TotalCount: count };
    },

    relationUserRoleSubarea: (context, { body }) =>
      changePeople(deps, context, async (write) => {
        const { changer, transaction, log, touch, unchanged } = write;
        const given = await placesMeant(changer.grants, transaction, body);
        const userIds = [...new Set(given.map(({ userId }) => userId))];
        const roles = await needMayGive(changer, transaction, given);
        const members = new Map(
          (await findMembers(changer.grants, transaction, userIds)).map((member) => [member.user_id, member]),
        );
        if (members.size < userIds.length) throw new Refusal(peopleErrors.notAMember);
        const added = await inheritLimits(write, userIds, () => insertEntries(changer.grants, transaction, given));
        for (const { userId, projectId } of added) {
          log({
            companyId: changer.grants.companyId,
            projectId: projectId === companyWide ? null : projectId,
            subject: { kind: 'member', id: userId, name: members.get(userId)?.name ?? '' },
            after: { role: roles.get(body.RoleId)?.name },
          });
        }
        if (added.length === 0) unchanged();
        touch(added.map(({ userId }) => userId));
        return { AddedCount: added.length };
      }),

    deleteUserRoleList: (context, { query }) =>
      changePeople(deps, context, async (write) => {
        const { changer, transaction, log, touch, unchanged } = write;
        const taken = await takeEntries(write, query.UserRoleIdS);
        if (taken.length < new Set(query.UserRoleIdS).size) throw new Refusal(commonErrors.notFound);
        const roleIds = taken.map(({ role_id }) => role_id);
        const userIds = taken.map(({ user_id }) => user_id);
        const roles = await findRoles(changer.grants, transaction, roleIds);
        const members = await findMembers(changer.grants, transaction, userIds);
        for (const { user_id, role_id, project_id } of taken) {
          log({
            companyId: changer.grants.companyId,
            projectId: project_id === companyWide ? null : project_id,
            subject: {
              kind: 'member',
              id: user_id,
              name: members.find((member) => member.user_id === user_id)?.name ?? '',
            },
            before: { role: roles.get(role_id)?.name },
          });
        }
        if (taken.length === 0) unchanged();
        touch(userIds);
        return { RemovedCount: taken.length };
      }),
  };
};
