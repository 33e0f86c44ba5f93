import {
  type Permission,
  type PermissionGroup,
  type PermissionName,
  type Platform,
  permissionGroups,
  permissionPlatforms,
  permissions,
} from '@watchpost/contract';

/** Which entries a role is for: of the whole company, or of one project. */
export type RoleKind = 'company' | 'project';

export interface PermissionLeaf extends Permission {
  readonly name: PermissionName;
}

/** One branch of the tree: a group with its permissions. */
export interface PermissionBranch {
  readonly group: PermissionGroup;
  readonly leaves: readonly PermissionLeaf[];
}

export interface PermissionTabs {
  readonly platform: Platform;
  readonly branches: readonly PermissionBranch[];
}

const leaves: readonly PermissionLeaf[] = (Object.entries(permissions) as [PermissionName, Permission][]).map(
  ([name, permission]) => ({ name, ...permission }),
);
const groups = Object.keys(permissionGroups) as PermissionGroup[];
const platforms = Object.keys(permissionPlatforms) as Platform[];

/**
 * What a role of this kind can hold, by platform and group in the order of the contract; platforms and groups without
 * permissions are left out. A project role holds nothing that counts for the company only.
 *
 * @param ofOperator whether the company runs this installation
 */
export function permissionTabsOf(kind: RoleKind, ofOperator: boolean): PermissionTabs[] {
  const offered = leaves.filter(
    (leaf) => (kind === 'company' || leaf.scope === 'project') && (ofOperator || !leaf.ofOperator),
  );
  return platforms
    .map((platform) => ({
      platform,
      branches: groups
        .map((group) => ({
          group,
          leaves: offered
            .filter((leaf) => leaf.platform === platform && leaf.group === group)
            .sort((a, b) => a.id - b.id),
        }))
        .filter((branch) => branch.leaves.length > 0),
    }))
    .filter(({ branches }) => branches.length > 0);
}

/** `some` is the half-selection: shown, and no right by itself. Spec §6. */
export type Selected = 'all' | 'some' | 'none';

export function selectedOf(branch: PermissionBranch, held: ReadonlySet<number>): Selected {
  const count = branch.leaves.filter(({ id }) => held.has(id)).length;
  return count === 0 ? 'none' : count === branch.leaves.length ? 'all' : 'some';
}

/** The ids with all these leaves added, or taken away. */
export function withLeaves(
  held: ReadonlySet<number>,
  changed: readonly PermissionLeaf[],
  on: boolean,
): ReadonlySet<number> {
  const next = new Set(held);
  for (const { id } of changed) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}

export interface PermissionChanges {
  readonly added: readonly PermissionLeaf[];
  readonly removed: readonly PermissionLeaf[];
}

/** What saving would change, in the order of the tree. Ids this version does not know are kept as they are. */
export function permissionChanges(before: ReadonlySet<number>, after: ReadonlySet<number>): PermissionChanges {
  const inOrder = groups.flatMap((group) => leaves.filter((leaf) => leaf.group === group).sort((a, b) => a.id - b.id));
  return {
    added: inOrder.filter(({ id }) => after.has(id) && !before.has(id)),
    removed: inOrder.filter(({ id }) => before.has(id) && !after.has(id)),
  };
}

/** The branches with only the leaves whose name, hint or group says it in either language; all when nothing is asked. */
export function matchingBranches(branches: readonly PermissionBranch[], asked: string): PermissionBranch[] {
  const wanted = asked.trim().toLowerCase();
  if (wanted === '') return [...branches];
  const says = (...texts: (string | undefined)[]) => texts.some((text) => text?.toLowerCase().includes(wanted));
  return branches
    .map((branch) => {
      const { zh, en } = permissionGroups[branch.group];
      if (says(zh, en)) return branch;
      return {
        ...branch,
        leaves: branch.leaves.filter((leaf) => says(leaf.zh, leaf.en, leaf.hint?.zh, leaf.hint?.en, String(leaf.id))),
      };
    })
    .filter((branch) => branch.leaves.length > 0);
}
