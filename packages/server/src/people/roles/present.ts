import {
  type AllCalls,
  type CallData,
  type FuncPlatform,
  type Language,
  type Permission,
  type PermissionGroup,
  type Platform,
  permissionGroups,
  permissionPlatforms,
  permissions,
  type RoleRow,
  wildcardPermissionId,
} from '@watchpost/contract';
import type { CompanyGrants } from '../../access/index.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { beyond, companyWide } from '../mayGive.ts';
import type { Role } from './store.ts';

export const presentRoleRow = (
  role: Role,
  {
    grants,
    projectId,
    userCount,
    language,
  }: { grants: CompanyGrants; projectId: number | undefined; userCount: number; language: Language },
): RoleRow => {
  const mayGiveIn = (place: number) => beyond(grants, role.permissionIds, place).length === 0;
  const ofProject = role.scope === 'project';
  const canGive = mayGiveIn(ofProject ? (projectId ?? companyWide) : companyWide);
  return {
    RoleId: role.id,
    RoleName: inLanguage(role.name, role.nameEn, language),
    RoleType: role.scope,
    IsDefault: role.isDefault,
    IsAdministrator: role.permissionIds.includes(wildcardPermissionId),
    UserCount: userCount,
    CanGive: canGive,
    CanGiveSomewhere: canGive || (ofProject && projectId === undefined && [...grants.projects.keys()].some(mayGiveIn)),
    StorageSpaceExtendList: role.storageSpace as RoleRow['StorageSpaceExtendList'],
  };
};

const groups = Object.keys(permissionGroups) as PermissionGroup[];
const platforms = Object.keys(permissionPlatforms) as Platform[];
const byId = [...(Object.values(permissions) as Permission[])].sort((a, b) => a.id - b.id);

/** The permissions that mean something in a company, in the order of the tree. */
const offered = (isOperator: boolean): Permission[] =>
  groups.flatMap((group) => byId.filter((one) => one.group === group && (isOperator || !one.ofOperator)));

export const presentPermissions = (isOperator: boolean, language: Language): CallData<AllCalls['getPermissionList']> =>
  platforms.flatMap((platform) =>
    offered(isOperator)
      .filter((one) => one.platform === platform)
      .map((one) => ({
        FuncId: one.id,
        FuncName: one[language],
        Hint: one.hint?.[language] ?? '',
        PlatformType: platform,
        PlatformName: permissionPlatforms[platform][language],
        Group: one.group,
        GroupName: permissionGroups[one.group][language],
        Scope: one.scope,
      })),
  );

const selected = (leaves: readonly { Checked: boolean; HalfSelected: boolean }[]): 'all' | 'some' | 'none' =>
  leaves.every(({ Checked }) => Checked)
    ? 'all'
    : leaves.some(({ Checked, HalfSelected }) => Checked || HalfSelected)
      ? 'some'
      : 'none';

/** What a role holds of everything that it could hold; platforms and groups without permissions are left out. */
export function presentTree(
  role: Role,
  {
    grants,
    isOperator,
    platform,
    language,
  }: { grants: CompanyGrants; isOperator: boolean; platform: Platform | null; language: Language },
): FuncPlatform[] {
  const held = new Set(role.permissionIds);
  const half = new Set(role.halfSelectedIds);
  const everything = held.has(wildcardPermissionId);
  const possible = offered(isOperator).filter((one) => role.scope === 'company' || one.scope === 'project');
  return platforms
    .filter((one) => platform === null || one === platform)
    .map((one) => {
      const children = groups
        .map((group) => {
          const leaves = possible
            .filter((permission) => permission.platform === one && permission.group === group)
            .map((permission) => ({
              FuncId: permission.id,
              FuncName: permission[language],
              Hint: permission.hint?.[language] ?? '',
              Scope: permission.scope,
              Checked: everything || held.has(permission.id),
              HalfSelected: half.has(permission.id),
              CanGive: beyond(grants, [permission.id], companyWide).length === 0,
            }));
          return {
            Group: group,
            GroupName: permissionGroups[group][language],
            Checked: selected(leaves),
            Children: leaves,
          };
        })
        .filter(({ Children }) => Children.length > 0);
      return {
        PlatformType: one,
        PlatformName: permissionPlatforms[one][language],
        Checked: selected(children.flatMap(({ Children }) => Children)),
        Children: children,
      };
    })
    .filter(({ Children }) => Children.length > 0);
}
