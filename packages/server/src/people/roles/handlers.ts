import { type Permission, peopleErrors, permissions, type roleCalls, wildcardPermissionId } from '@watchpost/contract';
import { companyIsOperator, mayInCompany, needGrants, needInCompany, needInProject } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { changePeople, type PeopleDeps, type PeopleWrite } from '../changePeople.ts';
import { needHolds } from '../changer.ts';
import { companyWide, isKnownPermission, namesOfPermissions } from '../mayGive.ts';
import { inheritLimits } from '../members/inheritLimits.ts';
import { projectsWith } from '../members/memberQuestion.ts';
import { presentPermissions, presentRoleRow, presentTree } from './present.ts';
import {
  countHolders,
  deleteRole,
  findDefaultRole,
  findRoles,
  holdersOf,
  insertRole,
  listRoles,
  type Role,
  replacePermissions,
  roleNameIsTaken,
  updateRole,
} from './store.ts';

const permissionOf = new Map<number, Permission>(Object.values(permissions).map((one) => [one.id, one]));
const isAdministrator = (role: Role): boolean => role.permissionIds.includes(wildcardPermissionId);

/** The role that a call names, when it is of the company. */
async function roleOf({ transaction, changer }: PeopleWrite, roleId: number): Promise<Role> {
  const role = (await findRoles(changer.grants, transaction, [roleId])).get(roleId);
  if (!role) throw new Refusal(peopleErrors.roleUnknown);
  return role;
}

/** Permissions that are in one of the lists only. */
const difference = (before: readonly number[], after: readonly number[]): number[] => [
  ...before.filter((id) => !after.includes(id)),
  ...after.filter((id) => !before.includes(id)),
];

export const roleHandlers = (deps: PeopleDeps): Handlers<typeof roleCalls> => ({
  async getPermissionList({ caller, language }) {
    const isOperator = caller.grants !== null && (await companyIsOperator(caller.grants, deps.db));
    return presentPermissions(isOperator, language);
  },

  async getCompanyRoleList({ caller, language }, { query }) {
    const { db } = deps;
    const grants = needGrants(caller);
    const { subareaId: projectId } = query;
    if (projectId !== undefined) needInProject(caller, projectId, ['membersView', 'membersEdit', 'projectConfig']);
    const seesAll = mayInCompany(caller, ['permissionsView', 'permissionsEdit', 'membersView', 'membersEdit']);
    // Who sets up projects gives project roles alone.
    const roles = (await listRoles(grants, db)).filter(
      ({ id, scope }) => (query.roleId === undefined || id === query.roleId) && (seesAll || scope === 'project'),
    );
    if (query.roleId !== undefined && roles.length === 0) throw new Refusal(peopleErrors.roleUnknown);
    const whom = seesAll ? 'all' : { inProjects: projectsWith(grants, caller.userId, ['projectConfig']) };
    const holders = await countHolders(grants, db, whom);
    const mayRead = mayInCompany(caller, ['permissionsView', 'permissionsEdit']);
    const asked = query.roleId === undefined || !mayRead ? null : roles[0];
    return {
      RoleList: roles.map((role) =>
        presentRoleRow(role, { grants, projectId, userCount: holders.get(role.id) ?? 0, language }),
      ),
      Tree: asked
        ? presentTree(asked, {
            grants,
            isOperator: await companyIsOperator(grants, db),
            platform: query.PlatformType ?? null,
            language,
          })
        : [],
    };
  },

  updateRoleFunc: (context, { body }) =>
    changePeople(deps, context, async (write) => {
      const { transaction, changer, log, touch, unchanged } = write;
      needInCompany(changer, ['permissionsEdit']);
      const role = await roleOf(write, body.RoleId);
      const after = afterChange(role, body);
      needSensible(role, after, context.language);
      const changed = difference(role.permissionIds, after.permissionIds);
      const takes = (body.RemoveFuncIdS ?? []).length > 0;
      if (isAdministrator(role) && (changed.length > 0 || takes))
        throw new Refusal(peopleErrors.administratorRoleFixed);
      needHolds(changer, changed, companyWide);
      const ofOperator = changed.filter((id) => permissionOf.get(id)?.ofOperator && after.permissionIds.includes(id));
      if (ofOperator.length > 0 && !(await companyIsOperator(changer.grants, transaction))) {
        throw new Refusal(peopleErrors.rightOfOperator, { names: namesOfPermissions(ofOperator, context.language) });
      }

      const { StorageSpaceExtendList: storageSpace } = body;
      const half = difference(role.halfSelectedIds, after.halfSelectedIds);
      if (changed.length + half.length === 0 && storageSpace === undefined) return done(unchanged);
      const holders = changed.length > 0 ? await holdersOf(changer.grants, transaction, role.id) : [];
      await inheritLimits(write, holders, () => replacePermissions(changer.grants, transaction, role.id, after));
      if (storageSpace !== undefined) await updateRole(changer.grants, transaction, role.id, { storageSpace });
      log({
        companyId: changer.grants.companyId,
        subject: { kind: 'role', id: role.id, name: role.name },
        before: { permissions: role.permissionIds, halfSelected: role.halfSelectedIds },
        after: { permissions: after.permissionIds, halfSelected: after.halfSelectedIds },
      });
      touch(holders);
      return null;
    }),

  addRole: (context, { body }) =>
    changePeople(deps, context, async (write) => {
      const { transaction, changer, log } = write;
      needInCompany(changer, ['permissionsEdit']);
      const { RoleName: name, RoleType: scope } = body;
      const model = body.CopyRoleId === undefined ? null : await roleOf(write, body.CopyRoleId);
      if (model && model.scope !== scope) {
        const modelName = inLanguage(model.name, model.nameEn, context.language);
        throw new Refusal(peopleErrors.wrongRoleType, { name: modelName }).about('CopyRoleId');
      }
      const permissionIds = model?.permissionIds ?? [];
      needHolds(changer, permissionIds, companyWide);
      if (await roleNameIsTaken(changer.grants, transaction, { scope, name, exceptId: null })) {
        throw new Refusal(peopleErrors.roleNameTaken, { name });
      }
      const role = { name, nameEn: null, scope, isDefault: false, permissionIds };
      const id = await insertRole(changer.grants, transaction, role);
      log({
        companyId: changer.grants.companyId,
        subject: { kind: 'role', id, name },
        after: { scope, permissions: permissionIds },
      });
      return { RoleId: id };
    }),

  updateRole: (context, { body }) =>
    changePeople(deps, context, async (write) => {
      const { transaction, changer, log, unchanged } = write;
      needInCompany(changer, ['permissionsEdit']);
      const role = await roleOf(write, body.RoleId);
      needHolds(changer, role.permissionIds, companyWide);
      const { RoleName: name } = body;
      if (name === role.name && role.nameEn === null) return done(unchanged);
      if (await roleNameIsTaken(changer.grants, transaction, { scope: role.scope, name, exceptId: role.id })) {
        throw new Refusal(peopleErrors.roleNameTaken, { name });
      }
      await updateRole(changer.grants, transaction, role.id, { name });
      log({
        companyId: changer.grants.companyId,
        subject: { kind: 'role', id: role.id, name },
        before: { name: role.name },
        after: { name },
      });
      return null;
    }),

  setDefaultRole: (context, { body }) =>
    changePeople(deps, context, async (write) => {
      const { transaction, changer, log, unchanged } = write;
      needInCompany(changer, ['permissionsEdit']);
      const role = await roleOf(write, body.RoleId);
      if (isAdministrator(role)) throw new Refusal(peopleErrors.administratorNotDefault);
      // New members will hold it.
      needHolds(changer, role.permissionIds, companyWide);
      const former = await findDefaultRole(changer.grants, transaction, role.scope);
      if (former?.id === role.id) return done(unchanged);
      if (former) await updateRole(changer.grants, transaction, former.id, { isDefault: false });
      await updateRole(changer.grants, transaction, role.id, { isDefault: true });
      log({
        companyId: changer.grants.companyId,
        subject: { kind: 'role', id: role.id, name: role.name },
        before: { default: former?.name ?? null },
        after: { default: role.name },
      });
      return null;
    }),

  deleteRole: (context, { query }) =>
    changePeople(deps, context, async (write) => {
      const { transaction, changer, log, touch } = write;
      needInCompany(changer, ['permissionsEdit']);
      const role = await roleOf(write, query.roleId);
      if (role.isDefault) throw new Refusal(peopleErrors.defaultRoleStays);
      const successor = await findDefaultRole(changer.grants, transaction, role.scope);
      if (!successor) throw new Refusal(peopleErrors.noDefaultRole);
      needHolds(changer, [...role.permissionIds, ...successor.permissionIds], companyWide);
      const moved = await holdersOf(changer.grants, transaction, role.id);
      await inheritLimits(write, moved, () => deleteRole(changer.grants, transaction, role.id, successor.id));
      log({
        companyId: changer.grants.companyId,
        subject: { kind: 'role', id: role.id, name: role.name },
        before: { scope: role.scope, permissions: role.permissionIds },
        after: { membersMovedTo: successor.name, members: moved.length },
      });
      touch(moved);
      return { MovedCount: moved.length };
    }),
});

/** What a role holds afterwards: what it is told to hold, or what it holds by now, with and without some. */
function afterChange(
  role: Role,
  body: Parameters<Handlers<typeof roleCalls>['updateRoleFunc']>[1]['body'],
): Pick<Role, 'permissionIds' | 'halfSelectedIds'> {
  const { FuncIdS: whole, HalfSelection: half, AddFuncIdS: added = [], RemoveFuncIdS: removed = [] } = body;
  const isReplaced = (id: number): boolean =>
    body.PlatformType === undefined || permissionOf.get(id)?.platform === body.PlatformType;
  const merged = (before: readonly number[], given: readonly number[]): number[] =>
    [...new Set([...before.filter((id) => !isReplaced(id)), ...given])].sort((a, b) => a - b);
  const without = (ids: readonly number[], others: readonly number[]) => ids.filter((id) => !others.includes(id));
  const permissionIds = whole ? merged(role.permissionIds, whole) : role.permissionIds;
  return {
    permissionIds: [...new Set([...without(permissionIds, removed), ...added])].sort((a, b) => a - b),
    halfSelectedIds: without(whole || half ? merged(role.halfSelectedIds, half ?? []) : role.halfSelectedIds, added),
  };
}

/** Nothing was to be changed. */
function done(unchanged: () => void): null {
  unchanged();
  return null;
}

/** Refuses what no role, or no role of this scope, can hold. */
function needSensible(
  role: Role,
  { permissionIds, halfSelectedIds }: Pick<Role, 'permissionIds' | 'halfSelectedIds'>,
  language: 'zh' | 'en',
): void {
  const chosen = [...permissionIds, ...halfSelectedIds];
  // What a later version wrote and this one does not know stays.
  const kept = new Set([...role.permissionIds, ...role.halfSelectedIds]);
  const unknown = chosen.filter((id) => !isKnownPermission(id) && !kept.has(id));
  if (unknown.length > 0) throw new Refusal(peopleErrors.unknownPermission, { ids: unknown.slice(0, 5).join(', ') });
  const both = permissionIds.filter((id) => halfSelectedIds.includes(id));
  if (both.length > 0) throw new Refusal(peopleErrors.halfAndWhole, { ids: both.slice(0, 5).join(', ') });
  const ofCompany = chosen.filter((id) => permissionOf.get(id)?.scope === 'company');
  if (role.scope === 'project' && ofCompany.length > 0) {
    throw new Refusal(peopleErrors.companyRightInProjectRole, { names: namesOfPermissions(ofCompany, language) });
  }
}
