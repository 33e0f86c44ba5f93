import type { SubareaNode } from '@watchpost/contract';

/** A partition to choose, as the kit's tree select wants it. */
export interface PartitionChoice {
  readonly value: number;
  readonly title: string;
  readonly children: readonly PartitionChoice[];
}

/** The partitions of a tree, without those in `except` and what is below them. */
export const partitionChoices = (nodes: readonly SubareaNode[], except?: number): PartitionChoice[] =>
  nodes
    .filter(({ Kind, SubareaId }) => Kind === 'partition' && SubareaId !== except)
    .map(({ SubareaId, SubareaName, Children }) => ({
      value: SubareaId,
      title: SubareaName,
      children: partitionChoices(Children, except),
    }));

/** Each partition with the names above it, in the order of the tree: "East / Hangzhou". */
export const partitionPaths = (
  nodes: readonly SubareaNode[],
  above: readonly string[] = [],
): { value: number; label: string }[] =>
  nodes
    .filter(({ Kind }) => Kind === 'partition')
    .flatMap(({ SubareaId, SubareaName, Children }) => {
      const path = [...above, SubareaName];
      return [{ value: SubareaId, label: path.join(' / ') }, ...partitionPaths(Children, path)];
    });

/** The node with this id and those above it, from the top; null: it is not there. */
export function pathTo(nodes: readonly SubareaNode[], id: number): readonly SubareaNode[] | null {
  for (const node of nodes) {
    if (node.SubareaId === id) return [node];
    const below = pathTo(node.Children, id);
    if (below) return [node, ...below];
  }
  return null;
}

/** The tree with what matches, the way to it and all that is below it. */
export function treeMatching(nodes: readonly SubareaNode[], words: string): SubareaNode[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return [...nodes];
  return nodes.flatMap((node) => {
    if (node.SubareaName.toLowerCase().includes(wanted)) return [node];
    const Children = treeMatching(node.Children, wanted);
    return Children.length > 0 ? [{ ...node, Children }] : [];
  });
}

/** The tree with the areas of some projects in it. */
export const withAreas = (
  nodes: readonly SubareaNode[],
  areas: ReadonlyMap<number, readonly SubareaNode[]>,
): SubareaNode[] =>
  nodes.map((node) => ({
    ...node,
    Children: node.Kind === 'project' ? [...(areas.get(node.SubareaId) ?? [])] : withAreas(node.Children, areas),
  }));

/** Whether places of one kind stand below those of another; null: the company itself. */
const mayHold = (parent: SubareaNode['Kind'] | null, child: SubareaNode['Kind']): boolean =>
  child === 'area' ? parent === 'project' || parent === 'area' : parent === null || parent === 'partition';

const projectIn = (path: readonly SubareaNode[]) => path.find(({ Kind }) => Kind === 'project');

/**
 * Where a node comes to stand when it is dropped: its new parent (null: the company itself) and the sibling before which it goes
 * (null: the last). Null when it cannot go there: into a project unless it is one of its areas, into itself or below itself.
 *
 * @param offset 0: into the node it is dropped on; below 0 before it, above 0 after it
 */
export function dropTarget(
  nodes: readonly SubareaNode[],
  draggedId: number,
  ontoId: number,
  offset: number,
): { parentId: number | null; BeforeId: number | null } | null {
  const path = pathTo(nodes, ontoId);
  const onto = path?.at(-1);
  const from = pathTo(nodes, draggedId);
  const dragged = from?.at(-1);
  if (!path || !onto || !from || !dragged || path.includes(dragged)) return null;
  const above = offset === 0 ? path : path.slice(0, -1);
  const parent = above.at(-1);
  if (!mayHold(parent?.Kind ?? null, dragged.Kind)) return null;
  if (dragged.Kind === 'area' && projectIn(above) !== projectIn(from)) return null;
  if (offset === 0) return { parentId: ontoId, BeforeId: null };
  const siblings = (parent?.Children ?? nodes).filter(({ SubareaId }) => SubareaId !== draggedId);
  const at = siblings.indexOf(onto) + (offset > 0 ? 1 : 0);
  return { parentId: parent?.SubareaId ?? null, BeforeId: siblings[at]?.SubareaId ?? null };
}
