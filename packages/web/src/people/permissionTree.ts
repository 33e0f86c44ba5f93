import { type FuncPlatform, permissions } from '@watchpost/contract';

/** A group of permissions inside one platform, and one permission, as the server describes them for this company. */
export type PermissionBranch = FuncPlatform['Children'][number];
export type PermissionLeaf = PermissionBranch['Children'][number];

const leavesOf = (tree: readonly FuncPlatform[]): PermissionLeaf[] =>
  tree.flatMap(({ Children }) => Children.flatMap((branch) => branch.Children));

/** The ids that the role holds as it is saved. */
export const heldIn = (tree: readonly FuncPlatform[]): ReadonlySet<number> =>
  new Set(leavesOf(tree).flatMap(({ FuncId, Checked }) => (Checked ? [FuncId] : [])));

/** What was ticked (true) and unticked (false) between two states. */
export const choicesBetween = (saved: ReadonlySet<number>, next: ReadonlySet<number>): ReadonlyMap<number, boolean> =>
  new Map(
    [...new Set([...saved, ...next])].filter((id) => saved.has(id) !== next.has(id)).map((id) => [id, next.has(id)]),
  );

export const withChoices = (saved: ReadonlySet<number>, choices: ReadonlyMap<number, boolean>): ReadonlySet<number> => {
  const held = new Set(saved);
  for (const [id, ticked] of choices) {
    if (ticked) held.add(id);
    else held.delete(id);
  }
  return held;
};

/** `some` is the half-selection: shown, and no right by itself. Spec §6. */
export type Selected = 'all' | 'some' | 'none';

export function selectedOf(branch: PermissionBranch, held: ReadonlySet<number>): Selected {
  const count = branch.Children.filter(({ FuncId }) => held.has(FuncId)).length;
  return count === 0 ? 'none' : count === branch.Children.length ? 'all' : 'some';
}

/** The ids with all of these added or removed; ids that the user does not hold stay as they are. */
export function withLeaves(
  held: ReadonlySet<number>,
  changed: readonly PermissionLeaf[],
  on: boolean,
): ReadonlySet<number> {
  const next = new Set(held);
  for (const { FuncId, CanGive } of changed) {
    if (!CanGive) continue;
    if (on) next.add(FuncId);
    else next.delete(FuncId);
  }
  return next;
}

/** The ids after a click on a group's box: all of the group if some are missing, else none of it; null: the user may change none. */
export function afterClickOn(branch: PermissionBranch, held: ReadonlySet<number>): ReadonlySet<number> | null {
  const givable = branch.Children.filter(({ CanGive }) => CanGive);
  if (givable.length === 0) return null;
  const missing = givable.some(({ FuncId }) => !held.has(FuncId));
  return withLeaves(held, givable, missing);
}

export interface PermissionChanges {
  readonly added: readonly PermissionLeaf[];
  readonly removed: readonly PermissionLeaf[];
}

/** What saving would change, in the order of the tree. */
export function permissionChanges(tree: readonly FuncPlatform[], after: ReadonlySet<number>): PermissionChanges {
  const before = heldIn(tree);
  const leaves = leavesOf(tree);
  return {
    added: leaves.filter(({ FuncId }) => after.has(FuncId) && !before.has(FuncId)),
    removed: leaves.filter(({ FuncId }) => before.has(FuncId) && !after.has(FuncId)),
  };
}

const inBothLanguages = new Map<number, string>(
  Object.values(permissions).map(({ id, zh, en }) => [id, `${zh} ${en}`]),
);

/** The branches with only the leaves whose name (in either language), hint, number or group says it; all when nothing is asked. */
export function matchingBranches(branches: readonly PermissionBranch[], asked: string): PermissionBranch[] {
  const wanted = asked.trim().toLowerCase();
  if (wanted === '') return [...branches];
  const says = (...texts: (string | undefined)[]) => texts.some((text) => text?.toLowerCase().includes(wanted));
  return branches
    .map((branch) =>
      says(branch.GroupName)
        ? branch
        : {
            ...branch,
            Children: branch.Children.filter(({ FuncId, FuncName, Hint }) =>
              says(FuncName, Hint, String(FuncId), inBothLanguages.get(FuncId)),
            ),
          },
    )
    .filter(({ Children }) => Children.length > 0);
}
