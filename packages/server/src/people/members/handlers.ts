import { commonErrors, type memberCalls, peopleErrors, projectRolesInRow } from '@watchpost/contract';
import { type Caller, mayInCompany, needGrants, needInProject } from '../../access/index.ts';
import {
  countUnknownPeople,
  createHasProvenIdentity,
  hashPassword,
  isCompanyAccount,
  type JoiningDeps,
} from '../../account/index.ts';
import type { FileUrls } from '../../files/index.ts';
import type { Handlers } from '../../handlers.ts';
import type { IsBreached } from '../../platform/breachedPasswords.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { needMobile } from '../../platform/phoneNumber.ts';
import { changePeople, type PeopleDeps } from '../changePeople.ts';
import { companyWide } from '../mayGive.ts';
import { findDefaultRole } from '../roles/store.ts';
import { addMembers } from './addMembers.ts';
import { changeMember, listChange } from './changeMember.ts';
import { entriesOf, rolesHeldBy } from './entries.store.ts';
import { countLimits, devicesOfProject, limitsIn, limitsInBrief } from './limit.store.ts';
import { mayChangeIn, mayDoMore, type PlacedRole } from './mayChange.ts';
import { askedMembers } from './memberExporter.wire.ts';
import { memberQuestion, projectsWith, whichMembers } from './memberQuestion.ts';
import { type NewPerson, planMembers, strangersIn } from './planMembers.ts';
import { presentAccess, presentDetail, presentLimit, presentMember } from './present.ts';
import { activateMembers, removeFromCompany, removeFromProject } from './removeMembers.ts';
import { whoSeesMore } from './seesMore.ts';
import { resetLimits, setLimits } from './setLimits.ts';
import { findMembers, type MemberFilter, pageMembers } from './store.ts';

export interface MemberDeps extends PeopleDeps, JoiningDeps {
  fileUrls: FileUrls;
  isBreached: IsBreached;
}

/** The drop-downs show no more at once; they search as one types. */
const peopleAtOnce = 500;

type GivenPerson = Parameters<Handlers<typeof memberCalls>['addUserRoleSubareaList']>[1]['body']['UserList'][number];
type GivenRoles = readonly { SubareaId: number; RoleId: number }[];

const placed = (roles: GivenRoles): PlacedRole[] =>
  roles.map(({ SubareaId, RoleId }) => ({ roleId: RoleId, projectId: SubareaId }));

/** @param usualRole of projects */
const rolesOf = (given: GivenPerson, usualRole: number | null): PlacedRole[] => {
  const { SubareaId: projectId, ProjectRoleId: roleId = usualRole } = given;
  const alone = projectId === undefined || roleId === null ? [] : [{ projectId, roleId }];
  const others = placed(given.ProjectRoleList);
  return others.some((role) => role.projectId === projectId && role.roleId === roleId) ? others : [...others, ...alone];
};

const personOf = (given: GivenPerson, usualRole: number | null, language: 'zh' | 'en'): NewPerson => ({
  userId: given.UserId ?? null,
  name: given.RealName ?? null,
  account: given.UserName ?? null,
  password: given.Pwd ?? null,
  mobile: given.Mobile === undefined ? null : needMobile('Mobile', given.Mobile, '86', language),
  email: given.Email ?? null,
  department: given.Depart ?? null,
  companyRoleId: given.CompanyRoleId ?? null,
  projectRoles: rolesOf(given, usualRole),
  storageSpace: given.StorageSpace,
});

export function memberHandlers(deps: MemberDeps): Handlers<typeof memberCalls> {
  const { db, clock, fileUrls } = deps;
  const hasProvenIdentity = createHasProvenIdentity(db, clock);
  const avatarUrl = (avatar: string | null): string => (avatar === null ? '' : fileUrls.fileUrl(avatar));

  const dropdown = async (caller: Caller, filter: Pick<MemberFilter, 'text' | 'active' | 'notInProject'>) => {
    const grants = needGrants(caller);
    if (filter.notInProject !== undefined) needInProject(caller, filter.notInProject, ['membersEdit', 'projectConfig']);
    const seesAll = mayInCompany(caller, ['membersView', 'membersEdit']);
    const which = seesAll ? 'all' : { inProjects: projectsWith(grants, caller.userId, null) };
    const page = { orderBy: 'name', ascending: true, limit: peopleAtOnce, offset: 0 } as const;
    const { rows } = await pageMembers(grants, db, { which, nameAlone: !seesAll, ...filter }, page);
    return rows.map(({ user_id, name }) => ({ Key: user_id, Value: name }));
  };

  const add = async (
    context: Parameters<Handlers<typeof memberCalls>['addUserRoleSubarea']>[0],
    given: GivenPerson[],
  ) => {
    const needsUsual = given.some((person) => person.SubareaId !== undefined && person.ProjectRoleId === undefined);
    const usual = needsUsual ? await findDefaultRole(needGrants(context.caller), db, 'project') : undefined;
    const people = given.map((person) => personOf(person, usual?.id ?? null, context.language));
    // Before the company waits for it: it takes its time on purpose.
    const hashes = new Map<NewPerson, string>();
    for (const person of people) {
      if (person.password !== null) hashes.set(person, await hashPassword(person.password));
    }
    const grants = needGrants(context.caller);
    await countUnknownPeople(
      deps,
      context.caller.userId,
      strangersIn(await planMembers(grants, db, people, deps.isBreached)),
    );
    return changePeople(deps, context, async (write) => {
      const planned = await planMembers(write.changer.grants, write.transaction, people, deps.isBreached);
      return addMembers(deps, write, planned, ({ person }) => hashes.get(person) ?? null);
    });
  };

  return {
    async getUserRoleSubareaList({ caller, language }, { body }) {
      const grants = needGrants(caller);
      const which = whichMembers(caller);
      const filter = await memberQuestion(db, caller, askedMembers(body));
      const { rows, count } = await pageMembers(grants, db, filter, {
        orderBy: body.SortType,
        ascending: body.IsAsc,
        limit: body.pageSize,
        offset: (body.pageIndex - 1) * body.pageSize,
      });
      const userIds = rows.map(({ user_id }) => user_id);
      // A partition has several projects, in each of which they may be limited otherwise.
      const ofProject = filter.projectIds?.length === 1 && filter.projectIds[0] === body.SubareaId;
      const [found, limits, limited] = await Promise.all([
        entriesOf(grants, db, userIds, { which, perMember: projectRolesInRow, first: filter.projectIds }),
        ofProject ? limitsInBrief(grants, db, body.SubareaId!, userIds, caller.tenant) : null,
        countLimits(grants, db, userIds, which),
      ]);
      const entries = Map.groupBy(found, ({ user_id }) => user_id);
      return {
        Data: rows.map((row) =>
          presentMember(row, entries.get(row.user_id) ?? [], {
            language,
            avatarUrl,
            access: limits && presentAccess(limits.get(row.user_id)),
            limitedCount: limited.get(row.user_id) ?? 0,
          }),
        ),
        TotalCount: count,
      };
    },

    async getUserRoleSubarea({ caller, language }, { query }) {
      const grants = needGrants(caller);
      const which = whichMembers(caller);
      const [member] = await findMembers(grants, db, [query.userId], which);
      if (!member) throw new Refusal(peopleErrors.notAMember);
      const entries = await entriesOf(grants, db, [member.user_id], { which, perMember: null });
      const held = await rolesHeldBy(grants, db, [member.user_id]);
      const edits = mayInCompany(caller, ['membersEdit']);
      return presentDetail(member, entries, {
        language,
        avatarUrl,
        mayEditAccount:
          edits &&
          (await isCompanyAccount(grants, db, member.user_id)) &&
          !mayDoMore(grants, held, 'everywhere') &&
          !(await whoSeesMore({ grants, userId: caller.userId }, db, [member.user_id])).has(member.user_id),
        mayChange:
          query.subareaId === undefined
            ? edits && !mayDoMore(grants, held, 'company')
            : mayChangeIn(grants, held, query.subareaId),
      });
    },

    async addUserRoleSubarea(context, { body }) {
      const [userId] = await add(context, [body]);
      return { UserId: userId! };
    },

    async addUserRoleSubareaList(context, { body }) {
      return { UserIdList: await add(context, body.UserList) };
    },

    updateUserRoleSubarea: (context, { body }) =>
      changePeople(deps, context, async (write) => {
        const change = {
          name: body.RealName,
          department: body.Depart,
          mobile: body.Mobile === undefined ? undefined : needMobile('Mobile', body.Mobile, '86', context.language),
          email: body.Email === '' ? null : body.Email,
          storageSpace: body.StorageSpace,
          companyRoles: listChange(body.CompanyRoleIdList, body.AddCompanyRoleIdList, body.RemoveCompanyRoleIdList),
          projectRoles: listChange(
            body.ProjectRoleList && placed(body.ProjectRoleList),
            placed(body.AddProjectRoleList ?? []),
            placed(body.RemoveProjectRoleList ?? []),
          ),
          onlyProject: body.SubareaId,
        };
        await changeMember(write, body.UserId, change, () => hasProvenIdentity(context.caller.sessionId));
        return null;
      }),

    setUserActive: (context, { body }) =>
      changePeople(deps, context, async (write) => ({
        ChangedCount: await activateMembers(write, body.UserIdList, body.ActiveStatus),
      })),

    async deleteUserRoleSubarea(context, { body }) {
      const { SubareaId: place = companyWide, UserIdList: userIds } = body;
      // Leaving the company takes everything away, and an account may be lost with it.
      if (place === companyWide) {
        if (!mayInCompany(context.caller, ['membersEdit'])) throw new Refusal(commonErrors.noPermission);
        if (!(await hasProvenIdentity(context.caller.sessionId))) throw new Refusal(commonErrors.identityNeeded);
      }
      return changePeople(deps, context, async (write) => ({
        RemovedCount:
          place === companyWide
            ? await removeFromCompany(write, userIds)
            : await removeFromProject(write, place, userIds),
      }));
    },

    getCompanyUserDropdown: ({ caller }, { query }) =>
      dropdown(caller, { text: query.mobileOrName, active: true, notInProject: query.notInSubareaId }),
    getCompanyAllUserDropdown: ({ caller }, { query }) => dropdown(caller, { text: query.mobileOrName }),

    async getUserModel({ caller, language }, { query }) {
      const grants = needGrants(caller);
      const which = whichMembers(caller);
      const { userId: callerId } = caller;
      const { projectId, userId } = query;
      needInProject(caller, projectId, ['membersView', 'membersEdit', 'projectConfig']);
      const [member] = await findMembers(grants, db, [userId], which);
      if (!member) throw new Refusal(peopleErrors.notAMember);
      const limits = await limitsIn(grants, db, projectId, [userId, callerId]);
      const own = limits.get(callerId);
      const visible = own?.devices === 'listed' ? new Set(own.listed.map(({ deviceId }) => deviceId)) : null;
      const devices = (await devicesOfProject(grants, db, projectId)).filter(({ id }) => visible?.has(id) ?? true);
      return presentLimit(limits.get(userId), { projectId, userId, devices, language });
    },

    batchSetUserModelTreeAndAlarmLevel: (context, { body }) =>
      changePeople(deps, context, async (write) => {
        await setLimits(write, body.ProjectId, body.UserIdList, {
          devices: body.DeviceMode,
          canWrite: body.ReadWrite && body.ReadWrite === 'readWrite',
          listed: body.ModelTreeList?.map(({ ModelTreeId, ReadWrite }) => ({
            deviceId: ModelTreeId,
            canWrite: ReadWrite === 'readWrite',
          })),
          alarmLevels: body.AlarmLevelList,
        });
        return null;
      }),

    resetUserModel: (context, { body }) =>
      changePeople(deps, context, async (write) => {
        await resetLimits(write, body.ProjectId, body.UserIdList);
        return null;
      }),
  };
}
