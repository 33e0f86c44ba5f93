import {
  type FuncPlatform,
  type PermissionName,
  permissionGroups,
  permissionIds,
  permissionPlatforms,
  permissions,
} from '@watchpost/contract';

/** The tree of a role as the server answers it, for tests: it holds these, and the user may give those. */
export function testTree(held: readonly PermissionName[], mayGive?: readonly PermissionName[]): FuncPlatform[] {
  const ids = new Set(permissionIds(held));
  const givable = mayGive && new Set(permissionIds(mayGive));
  return (Object.keys(permissionPlatforms) as (keyof typeof permissionPlatforms)[])
    .map((platform) => ({
      PlatformType: platform,
      PlatformName: permissionPlatforms[platform].en,
      Checked: 'none' as const,
      Children: (Object.keys(permissionGroups) as (keyof typeof permissionGroups)[])
        .map((group) => ({
          Group: group,
          GroupName: permissionGroups[group].en,
          Checked: 'none' as const,
          Children: Object.values(permissions)
            .filter((each) => each.platform === platform && each.group === group)
            .map((each) => ({
              FuncId: each.id,
              FuncName: each.en,
              Hint: '',
              Scope: each.scope,
              Checked: ids.has(each.id),
              HalfSelected: false,
              CanGive: givable?.has(each.id) ?? true,
            })),
        }))
        .filter(({ Children }) => Children.length > 0),
    }))
    .filter(({ Children }) => Children.length > 0);
}
