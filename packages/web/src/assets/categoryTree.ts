export interface CategoryNode {
  /** The whole path: `Refrigeration/Cases`. */
  readonly value: string;
  /** Its last level. */
  readonly label: string;
  readonly children: CategoryNode[];
}

/** Categories by their levels; a level that no asset stands in itself is there for those below it. */
export function categoryTree(paths: readonly string[]): CategoryNode[] {
  const roots: CategoryNode[] = [];
  for (const path of paths) {
    let siblings = roots;
    let above = '';
    for (const label of path.split('/')) {
      const value = above === '' ? label : `${above}/${label}`;
      let node = siblings.find((each) => each.value === value);
      if (!node) {
        node = { value, label, children: [] };
        siblings.push(node);
      }
      siblings = node.children;
      above = value;
    }
  }
  return roots;
}
